"""The server keeps stdout for frames, and a tool that fails is an answer."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from support.process import SECONDS, environment

BROKEN = """
import os, subprocess, sys
from gitexp.cli import mcp_calls, mcp_server

def broken(work):
    print("a print")
    os.write(1, b"a write\\n")
    subprocess.run(["sh", "-c", "echo a child; cat"])
    if work.arguments["id"] == "exit":
        sys.exit(3)
    raise ValueError("\\x1b[31m two\\nlines \\ud800")

mcp_calls.done = broken
sys.exit(mcp_server.serve())
"""
CALL = {"jsonrpc": "2.0", "method": "tools/call", "params": {"name": "show", "arguments": {"id": "a"}}}
EXIT = {**CALL, "params": {"name": "show", "arguments": {"id": "exit"}}}
PING = {"jsonrpc": "2.0", "id": "last", "method": "ping"}


@pytest.mark.parametrize("stderr", ["open", "closed"])
def test_what_a_tool_or_its_child_prints_is_no_frame_and_its_failure_is_an_answer(
    tmp_path: Path, stderr: str
):
    close = (lambda: os.close(2)) if stderr == "closed" else None
    done = subprocess.run(
        [sys.executable, "-c", BROKEN],
        cwd=tmp_path,
        env=environment(),
        input="".join(json.dumps(one) + "\n" for one in ({**CALL, "id": 1}, {**EXIT, "id": 2}, PING)),
        capture_output=True,
        text=True,
        timeout=SECONDS,
        preexec_fn=close,
        check=False,
    )
    answers = {one["id"]: one for one in map(json.loads, done.stdout.splitlines())}

    assert (0, {1, 2, "last"}) == (done.returncode, {*answers})
    assert "a fault of exp itself: ValueError: [31m two lines \ufffd" == answers[1]["error"]["message"]
    assert (-32603, "a fault of exp itself: SystemExit: 3") == tuple(answers[2]["error"].values())
    if stderr == "open":
        assert {"a print", "a write", "a child"} <= {*done.stderr.splitlines()}
        assert "Traceback" not in done.stderr


def test_the_first_answer_needs_no_git_no_click_and_no_library(tmp_path: Path):
    script = (
        "import sys\nfrom gitexp.cli.mcp_server import serve\ncode = serve()\n"
        "print(*sorted(sys.modules), file=sys.stderr)\nsys.exit(code)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script],
        cwd=tmp_path,
        env=environment(None, {"PATH": str(tmp_path)}),
        input=json.dumps({"jsonrpc": "2.0", "id": 1, "method": "tools/list"}) + "\n",
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )

    assert 4 == len(json.loads(done.stdout)["result"]["tools"])
    heavy = {"click", "jsonschema", "mcp", "yaml", "pygit2", "subprocess", "asyncio", "pydantic", "sqlite3"}
    assert set() == heavy & {*done.stderr.split()}
