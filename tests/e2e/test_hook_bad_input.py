"""Whatever an agent sends and however it calls, the hook ends with 0, in time, and says nothing wrong."""

from __future__ import annotations

import json
import os
import subprocess
import zlib
from collections.abc import Iterator
from pathlib import Path
from subprocess import PIPE
from typing import Any

import pytest

from e2e.hook_story import (
    AGENT,
    NEW,
    OLD,
    POST,
    POST_ID,
    RETRY,
    copied,
    edit,
    here,
    hook,
    laid,
    nobody_learns,
    told,
)
from support.agent_forms import claude_tool, codex_tool, copilot, cursor, gemini
from support.process import SECONDS, command, environment, exp, start
from support.repository import Repository

ANY = '{"permission": "allow", "continue": true}\n'
NOTHING = {"claude-code": "", "codex": "", "cursor": ANY, "gemini-cli": "{}\n", "copilot-cli": ""}
"""What each agent is answered where nothing is known of what it sent: two of them read JSON alone.

Cursor blocks where it is not allowed what it asked for, and what that was is not known.
"""
ALLOWED = '{"permission": "allow"}\n'
"""What Cursor is answered where it asks for permission, and there is nothing to say."""


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Repository]:
    """A repository for tests that change nothing in it; each has sessions of its own."""
    repository = laid(tmp_path_factory.mktemp("laid") / "net")
    with nobody_learns(repository):
        yield repository


@pytest.fixture
def net(shared: Repository, tmp_path: Path) -> Iterator[Repository]:
    """The same, of the test's own."""
    with copied(shared.path, tmp_path) as repository:
        yield repository


@pytest.fixture
def session(request: pytest.FixtureRequest) -> dict[str, Any]:
    """A session of the test's own, in a repository that others ask too."""
    return {"session_id": f"s-{zlib.crc32(request.node.name.encode()):08x}"}


# What is sent

RAW = json.dumps(claude_tool("Edit", file_path=RETRY, old_string=OLD, new_string=NEW)).encode()
NO_EVENT: dict[str, bytes] = {
    "empty": b"",
    "blank": b" \n",
    "cut": RAW[:-20],
    "cut in a string": RAW[: RAW.index(b"PUT")],
    "twice": RAW + RAW,
    "binary": bytes(range(256)) * 40,
    "no UTF-8": RAW.replace(b"POST", b"P\xff\xfeST"),
    "a list": b"[1, 2]",
    "a number": b"5",
    "nothing": b"null",
    "an empty object": b"{}",
    "a hundred thousand brackets": b"[" * 100_000,
    "a hundred thousand braces": b'{"a":' * 100_000,
    "a hundred thousand brackets that close": b'{"a":' + b"[" * 100_000 + b"]" * 100_000 + b"}",
    "a number of a hundred thousand digits": b'{"a": ' + b"9" * 100_000 + b"}",
    "20 MB": b'{"a": "' + b"x" * 20_000_000 + b'"}',
}


@pytest.mark.parametrize("kind", NO_EVENT)
def test_what_is_no_event_is_answered_with_nothing(shared: Repository, kind: str):
    for agent in ("claude-code", "cursor"):
        assert NOTHING[agent] == hook(shared, NO_EVENT[kind], agent).stdout


@pytest.mark.parametrize("agent", NOTHING)
def test_each_agent_is_answered_in_its_form_where_it_sends_nothing(shared: Repository, agent: str):
    assert NOTHING[agent] == hook(shared, b"", agent).stdout


@pytest.mark.parametrize("stream", [0, 1, 2])
@pytest.mark.parametrize("agent", ["claude-code", "cursor"])
def test_a_stream_that_is_closed_is_no_fault(shared: Repository, agent: str, stream: int):
    done = subprocess.run(
        command("hook", agent),
        cwd=shared.path,
        env=environment(),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        preexec_fn=lambda: os.close(stream),
        timeout=SECONDS,
        check=False,
    )

    expected = "" if stream == 1 else NOTHING[agent]
    assert (0, expected, "") == (done.returncode, done.stdout.decode(), done.stderr.decode())


def test_an_answer_that_nobody_reads_is_no_fault(shared: Repository, session: dict[str, Any]):
    process = start(shared.path, "hook", AGENT, stdin=PIPE)
    assert process.stdin and process.stdout and process.stderr
    process.stdout.close()
    process.stdin.write(json.dumps(edit(shared, **session)).encode())
    process.stdin.close()

    assert b"" == process.stderr.read()
    process.stderr.close()
    assert 0 == process.wait(SECONDS)


TYPES: list[object] = [None, 7, [], ["a"], {}, {"a": [1]}, "", " ", "\0", "\ud800", "x" * 10_000, True]
"""What no version of an agent has sent until now."""


@pytest.mark.parametrize(
    "key", ["session_id", "agent_id", "cwd", "hook_event_name", "tool_name", "tool_input"]
)
def test_fields_of_another_type_are_taken_as_not_given(net: Repository, key: str):
    whole = key in ("hook_event_name", "tool_name", "tool_input")
    for number, value in enumerate(TYPES):
        given = {"session_id": f"s-{number}"} if key != "session_id" else {"agent_id": f"a-{number}"}
        done = hook(net, {**edit(net), **given, key: value})
        assert whole == ("" == done.stdout), value


def test_fields_that_are_new_are_left_alone(shared: Repository, session: dict[str, Any]):
    new: dict[str, Any] = {
        "version": 99,
        "reasons": [{"deep": [[]]}],
        "hookSpecificInput": None,
        "x": "y" * 100_000,
    }

    assert POST in told(hook(shared, edit(shared, **session, **new)))


@pytest.mark.parametrize(
    "event", ["PreFuture", "PostToolUse", "Stop", "Notification", "pretooluse", "\u202e"]
)
def test_an_event_that_is_not_known_is_answered_with_nothing(shared: Repository, event: str):
    assert "" == hook(shared, edit(shared, hook_event_name=event)).stdout


@pytest.mark.parametrize(
    ("agent", "event", "expected"),
    [
        ("cursor", cursor("beforeShellExecution", command="ls"), ""),
        ("cursor", cursor("afterFuture", tool_input={"file_path": RETRY}), "{}\n"),
        ("cursor", cursor("preToolUse", tool_name="Shell", tool_input={"command": "ls"}), ALLOWED),
        ("cursor", cursor("beforeSubmitPrompt", prompt=["x"]), '{"continue": true}\n'),
        ("codex", codex_tool("apply_patch", command="*** Begin Patch\n*** Update"), ""),
        ("codex", codex_tool("apply_patch", command={"a": 1}), ""),
        ("gemini-cli", gemini("AfterFuture"), "{}\n"),
        ("copilot-cli", copilot(toolName="edit", toolArgs="{cut"), ""),
        ("copilot-cli", copilot(toolName="edit", toolArgs="[" * 50_000), ""),
    ],
)
def test_each_agent_may_send_what_is_not_known(
    shared: Repository, agent: str, event: dict[str, object], expected: str
):
    assert expected == hook(shared, here(shared, event), agent).stdout


def test_an_edit_of_3_mb_is_answered(shared: Repository, session: dict[str, Any]):
    new = NEW + "\n" + "value = 1\n" * 300_000

    assert POST_ID in told(hook(shared, edit(shared, new=new, **session)))


@pytest.mark.parametrize(
    "new", ["a" * 3_000_000, "aB" * 1_500_000, "_" * 3_000_000, "\U000203ff" * 500_000, "\n" * 3_000_000]
)
def test_an_edit_without_words_or_lines_costs_no_more_time_than_there_is(shared: Repository, new: str):
    assert "" == hook(shared, edit(shared, "src/net/data.py", old="", new=new)).stdout


# The call itself


@pytest.mark.parametrize(
    "words", [("nobody",), (), ("",), ("claude",), ("Claude-Code",), ("nobody", "--explain")]
)
def test_an_agent_that_is_not_known_is_one_line_and_0(shared: Repository, words: tuple[str, ...]):
    done = exp(shared.path, "hook", *words, stdin=RAW)

    assert (0, "") == (done.code, done.stdout)
    assert "give one of claude-code, codex, cursor, gemini-cli, copilot-cli" in done.complaint


def test_a_word_too_many_changes_no_answer(shared: Repository, session: dict[str, Any]):
    done = hook(shared, edit(shared, **session), AGENT, "--new-option", "word")

    assert "" == done.stderr
    assert POST in told(done)


def test_help_is_help(shared: Repository):
    for option in ("--help", "-h"):
        done = exp(shared.path, "hook", option)
        assert (0, "") == (done.code, done.stderr)
        assert done.stdout.startswith("Usage: exp hook [OPTIONS] [AGENT]")
