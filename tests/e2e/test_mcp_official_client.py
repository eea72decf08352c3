"""`exp mcp` under the official client of the protocol: both handshakes, and a thousand random requests."""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import anyio
import anyio.from_thread
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from mcp.client.client import Client
from mcp.client.stdio import StdioServerParameters, stdio_client
from mcp.shared.exceptions import MCPError

from e2e.mcp_talk import frames_in
from e2e.story import CODE, PANEL, VALVE
from support.process import command, environment
from support.repository import Repository

pytestmark = pytest.mark.filterwarnings(
    "ignore::mcp.shared.exceptions.MCPDeprecationWarning"
)  # it pings as well

TOGETHER = 20
"""Requests that are under way at once."""
TIMES = 25
"""For each of the two handshakes."""
SECONDS = 60
Request = tuple[str, Any, Any]
VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)
TOOLS = ("recall", "archaeology", "show", "note")
FITTING = st.one_of(
    st.tuples(
        st.just("recall"),
        st.fixed_dictionaries(
            {},
            optional={
                "query": st.text(max_size=40) | st.just("open the valve twice"),
                "files": st.lists(st.sampled_from([*CODE, "new/file.py", "../out", "", "a\0"]), max_size=3),
                "symbols": st.lists(
                    st.sampled_from(["Valve.open", "redraw"]) | st.text(max_size=9), max_size=2
                ),
                "env": st.dictionaries(
                    st.sampled_from(["rendering", "hydro", "=", ""]), st.text(max_size=9), max_size=2
                ),
                "limit": st.integers(-1, 9),
                "budget": st.integers(0, 900),
            },
        ),
    ),
    st.tuples(
        st.just("archaeology"),
        st.fixed_dictionaries(
            {"path": st.sampled_from([VALVE, PANEL, "no.py", "../out", "\ufffd"])},
            optional={
                "symbol": st.just("Valve"),
                "lines": st.from_regex(r"[0-9]{1,3}(-[0-9]{1,3})?", fullmatch=True),
                "intent": st.text(max_size=20),
                "since": st.dates().map(str),
                "budget": st.integers(1, 999),
            },
        ),
    ),
    st.tuples(
        st.just("show"),
        st.fixed_dictionaries({"id": st.sampled_from(["panel", "x", ""]) | st.text(max_size=9)}),
    ),
    st.tuples(st.just("note"), st.fixed_dictionaries({"text": st.text(max_size=30)})),
)
CALLS = st.tuples(
    st.sampled_from(TOOLS),
    st.dictionaries(
        st.sampled_from(["query", "files", "path", "id", "text", "limit", "env"]) | st.text(max_size=9),
        VALUES,
        max_size=3,
    ),
)
UNKNOWN = st.tuples(st.text(max_size=12), st.dictionaries(st.text(max_size=9), VALUES, max_size=2))
REQUESTS = st.one_of(
    *[st.tuples(st.just("call"), CALLS | UNKNOWN)] * 5,
    st.tuples(st.just("call"), FITTING),
    st.tuples(st.just("list"), st.none() | st.text(max_size=5)),
    st.tuples(st.just("ping"), st.none()),
)


class Official:
    """The official client, with all that the server wrote beside it."""

    def __init__(self, client: Client, written: Path, portal: anyio.from_thread.BlockingPortal) -> None:
        self.client = client
        self.written = written
        self._portal = portal

    def ask(self, requests: Sequence[tuple[str, Any]]) -> list[Any]:
        """Send requests at once; return the result of each, or the error that the server gave."""
        return self._portal.call(self._all, requests)

    async def _all(self, requests: Sequence[tuple[str, Any]]) -> list[Any]:
        found: list[Any] = [None] * len(requests)

        async def one(place: int, request: tuple[str, Any]) -> None:
            try:
                found[place] = await self._one(*request)
            except MCPError as error:
                found[place] = error

        with anyio.fail_after(SECONDS):
            async with anyio.create_task_group() as group:
                for place, request in enumerate(requests):
                    group.start_soon(one, place, request)
        return found

    async def _one(self, kind: str, what: Any) -> Any:
        if kind == "call":
            return await self.client.call_tool(*what)
        if kind == "list":
            return await self.client.list_tools(cursor=what)
        return await self.client.send_ping()


@contextmanager
def official(repository: Repository, folder: Path, mode: str) -> Iterator[Official]:
    """Connect the official client to a server; what the server writes goes to a file as well."""
    written = folder / f"{mode}.jsonl"
    words = " ".join(shlex.quote(str(word)) for word in command("mcp"))
    server = StdioServerParameters(
        command="sh",
        args=["-c", f"{words} | tee {shlex.quote(str(written))}"],
        env=environment(),
        cwd=repository.path,
    )
    with anyio.from_thread.start_blocking_portal() as portal:
        client = Client(stdio_client(server), mode=mode)
        with portal.wrap_async_context_manager(client):
            yield Official(client, written, portal)


@pytest.mark.parametrize(("mode", "revision"), [("legacy", "2025-11-25"), ("auto", "2026-07-28")])
def test_the_official_client_meets_it_by_either_handshake(
    shared: Repository, tmp_path: Path, mode: str, revision: str
):
    with official(shared, tmp_path, mode) as met:
        assert revision == met.client.protocol_version
        assert "git-exp" == met.client.server_info.name
        [listed, found] = met.ask([("list", None), ("call", ("recall", {"files": [VALVE]}))])

    assert [*TOOLS] == [tool.name for tool in listed.tools]
    assert not found.is_error and found.content[0].text.startswith("<team-notes")
    assert "git-exp" == found.structured_content["from"]


@pytest.mark.parametrize("mode", ["legacy", "auto"])
def test_of_a_thousand_random_requests_each_is_answered_and_every_line_is_a_frame(
    merged: Repository, tmp_path: Path, mode: str
):
    with official(merged, tmp_path, mode) as met:

        @settings(
            max_examples=TIMES,
            deadline=None,
            database=None,
            derandomize=True,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        @given(st.lists(REQUESTS, min_size=TOGETHER, max_size=TOGETHER))
        def answered(requests: list[tuple[str, Any]]) -> None:
            found = met.ask(requests)
            assert None not in found and len(requests) == len(found)
            for one in found:
                said = one.error.message if isinstance(one, MCPError) else ""
                assert "fault of exp" not in said and "Traceback" not in said, said

        answered()

    frames = frames_in(met.written.read_bytes())
    ids = [json.dumps(frame["id"]) for frame in frames]
    assert len(ids) == len({*ids}) > TIMES * TOGETHER // 2
