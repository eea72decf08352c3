"""Talks to `exp mcp` as a client does: frames on its stdin, frames from its stdout, and nothing that is none."""

from __future__ import annotations

import json
import select
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from support.process import SECONDS, start

STATELESS = "2026-07-28"
WITH_HANDSHAKE = ("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25")
META = {
    "io.modelcontextprotocol/protocolVersion": STATELESS,
    "io.modelcontextprotocol/clientCapabilities": {},
    "io.modelcontextprotocol/clientInfo": {"name": "Test Client", "version": "1"},
}
Json = Any


def request(id: Json, method: str, **params: Json) -> Json:
    """Return a request as the revisions with a handshake have it."""
    return {"jsonrpc": "2.0", "id": id, "method": method, **({"params": params} if params else {})}


def modern(id: Json, method: str, **params: Json) -> Json:
    """Return a request that says itself what it speaks."""
    return request(id, method, _meta=META, **params)


def call(key: Json, tool: str, /, **arguments: Json) -> Json:
    """Return a call of a tool, in the newest revision."""
    return modern(key, "tools/call", name=tool, arguments=arguments)


def hello(revision: str, id: Json = "hello") -> Json:
    """Return the first request of a handshake."""
    return request(
        id,
        "initialize",
        protocolVersion=revision,
        capabilities={},
        clientInfo={"name": "Test Client", "version": "1"},
    )


def encoded(frame: Json) -> bytes:
    """Return a frame as bytes; bytes go as they are."""
    return frame if isinstance(frame, bytes) else json.dumps(frame).encode() + b"\n"


def frames_in(out: bytes) -> list[Json]:
    """Return what stands on stdout; a line that is no frame of plain ASCII fails the test."""
    assert out.isascii() and out[-1:] in (b"", b"\n"), out[-300:]
    found = [json.loads(line) for line in out.split(b"\n")[:-1]]
    for one in found:
        for frame in one if isinstance(one, list) else [one]:
            assert "2.0" == frame["jsonrpc"] and {"id"} < {*frame} - {"jsonrpc"}, frame
            assert ("result" in frame) != ("error" in frame), frame
    return found


def said(cwd: Path, *frames: Json, env: Mapping[str, str] | None = None) -> list[Json]:
    """Return all that the server answers to frames that come at once, after which the client ends."""
    process = start(cwd, "mcp", stdin=subprocess.PIPE, env=env)
    out, err = process.communicate(b"".join(map(encoded, frames)), timeout=SECONDS)
    assert (0, b"") == (process.returncode, err), err.decode()
    return frames_in(out)


def result(cwd: Path, tool: str, /, **arguments: Json) -> Json:
    """Return the result of one call of a tool."""
    [frame] = said(cwd, call(1, tool, **arguments))
    return frame["result"]


def text(cwd: Path, tool: str, /, **arguments: Json) -> str:
    """Return the text that one call of a tool gives; an error fails the test."""
    found = result(cwd, tool, **arguments)
    assert found["isError"] is False, found
    return str(found["content"][0]["text"])


def error(cwd: Path, tool: str, /, **arguments: Json) -> str:
    """Return what a tool says where it can't do what was asked: one line."""
    found = result(cwd, tool, **arguments)
    words = found["content"][0]["text"]
    assert found["isError"] is True and words.startswith("Error: ") and 1 == len(words.splitlines())
    return str(words)


class Talk:
    """A server that is asked bit by bit."""

    def __init__(self, cwd: Path, env: Mapping[str, str] | None = None) -> None:
        self.process = start(cwd, "mcp", stdin=subprocess.PIPE, env=env)
        self._left = b""

    def __enter__(self) -> Talk:
        return self

    def __exit__(self, *_: object) -> None:
        self.end()

    def say(self, *frames: Json) -> None:
        """Send frames."""
        assert self.process.stdin
        self.process.stdin.write(b"".join(map(encoded, frames)))
        self.process.stdin.flush()

    def heard(self) -> Json:
        """Return the next frame; none in a minute fails the test."""
        assert self.process.stdout
        while b"\n" not in self._left:
            assert select.select([self.process.stdout], [], [], SECONDS)[0], "no answer"
            chunk = self.process.stdout.read1(1 << 16)  # type: ignore[attr-defined]
            assert chunk, "the server ended"
            self._left += chunk
        line, _, self._left = self._left.partition(b"\n")
        return frames_in(line + b"\n")[0]

    def asked(self, frame: Json) -> Json:
        """Send a request and return its answer."""
        self.say(frame)
        return self.heard()

    def end(self) -> tuple[int, list[Json], bytes]:
        """Close the server's stdin; return its exit code, what else it said, and its stderr."""
        process = self.process
        if process.stdin and not process.stdin.closed:
            process.stdin.close()
        assert process.stdout
        assert process.stderr
        left, self._left = self._left, b""
        rest = b"" if process.stdout.closed else process.stdout.read()
        err = b"" if process.stderr.closed else process.stderr.read()
        code = process.wait(SECONDS)
        process.stdout.close()
        process.stderr.close()
        return code, frames_in(left + rest), err
