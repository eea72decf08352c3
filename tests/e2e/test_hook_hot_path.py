"""What `exp hook` loads and starts: an agent waits for it at each edit and each read, next to always for nothing."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from e2e.hook_story import (
    LESSONS,
    NEW,
    OLD,
    RETRY,
    asked,
    begun,
    edit,
    here,
    hook,
    laid,
    lesson,
    nobody_learns,
    read,
)
from support.agent_forms import claude, claude_tool, codex_tool, copilot, cursor, gemini
from support.process import command, environment
from support.repository import Repository

HEAVY = {
    "asyncio",
    "click",
    "dataclasses",
    "difflib",
    "email",
    "importlib.metadata",
    "inspect",
    "jsonschema",
    "logging",
    "numpy",
    "openai",
    "packaging",
    "pathlib",
    "pygit2",
    "semver",
    "tempfile",
    "tomllib",
    "tree_sitter",
    "univers",
    "urllib",
    "yaml",
}
OURS = {
    "gitexp.adapters.index_update",
    "gitexp.adapters.experience_yaml",
    "gitexp.adapters.past_learning",
    "gitexp.cli.group",
    "gitexp.cli.hook_explain",
    "gitexp.cli.recall_asked",
    "gitexp.cli.wiring",
    "gitexp.recall",
}
"""What belongs to other commands, or to what is done beside."""
PRINT_MODULES = """
import os, sys
end = os._exit
def told(code):
    sys.stderr.write(" ".join(["CODE", str(code), *sorted(sys.modules)]))
    sys.stderr.flush()
    end(code)
os._exit = told
from gitexp.cli import main
main()
"""
NOTED = """#!/bin/sh
for word in "$@"; do
  case "$word" in rev-parse|config|ls-files|cat-file|ls-tree|for-each-ref|log) echo "$word" >> "$GIT_NOTES"; break;; esac
done
echo call >> "$GIT_CALLS"
exec "{git}" "$@"
"""
CHECKED = dict(
    [
        lesson("plain", 1),
        lesson(
            "version",
            2,
            preconditions="{must: [{text: a, check: {dependency: 'pypi:httpx', version: '>=0.24'}}]}",
        ),
        lesson("symbol", 3, preconditions="{must: [{text: there, check: {symbol: RetryPolicy}}]}"),
        lesson("language", 4, preconditions="{must: [{text: python, check: {language: python}}]}"),
        lesson("path", 5, preconditions="{must: [{text: there, check: {path: 'src/**'}}]}"),
        lesson(
            "key", 6, preconditions="{must_not: [{text: no canvas, check: {key: rendering, is: canvas}}]}"
        ),
    ]
)
"""One with each kind of condition, so that what each asks for counts too."""


def events(net: Repository, session: str) -> dict[str, tuple[str, dict[str, object]]]:
    """Return an event of each kind, with the agent that sends it."""
    file = str(net.path / RETRY)
    line = "RETRYABLE_METHODS ="
    patch = f"*** Begin Patch\n*** Update File: {RETRY}\n@@\n-{line} {OLD}\n+{line} {NEW}\n*** End Patch\n"
    change = {"file_path": file, "old_string": OLD, "new_string": NEW}
    own = {"session_id": session}
    sent: dict[str, tuple[str, dict[str, object]]] = {
        "an edit that is told something": ("claude-code", edit(net)),
        "an edit that is told nothing": ("claude-code", edit(net, old="import httpx", new="import json")),
        "an edit of a file that is not there": ("claude-code", edit(net, "src/net/new.py")),
        "a read": ("claude-code", read(net)),
        "a read of what nothing is about": ("claude-code", read(net, "src/db/tables.py")),
        "a prompt": ("claude-code", asked(net, f"Retry POST in {RETRY}")),
        "compaction": ("claude-code", here(net, claude("PreCompact", trigger="auto"))),
        "a session": ("claude-code", begun(net)),
        "another tool": ("claude-code", here(net, claude_tool("Bash", command="ls"))),
        "Codex": ("codex", here(net, codex_tool("apply_patch", command=patch))),
        "Cursor": ("cursor", here(net, cursor("preToolUse", tool_name="Write", tool_input=change))),
        "Gemini CLI": ("gemini-cli", here(net, gemini("AfterTool", tool_name="replace", tool_input=change))),
        "Copilot CLI": (
            "copilot-cli",
            here(net, copilot(toolName="edit", toolArgs=json.dumps(change), toolResult={})),
        ),
    }
    names = {"cursor": "conversation_id", "copilot-cli": "sessionId"}
    return {
        kind: (agent, {**event, names.get(agent, "session_id"): own["session_id"]})
        for kind, (agent, event) in sent.items()
    }


KINDS = list(events(Repository(Path()), ""))
TOLD = {
    "an edit that is told something",
    "a read",
    "a session",
    "Codex",
    "Cursor",
    "Gemini CLI",
    "Copilot CLI",
}


@pytest.fixture(scope="module")
def warm(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Repository]:
    """A repository in which every event came once."""
    net = laid(tmp_path_factory.mktemp("warm") / "net", {**LESSONS, **CHECKED})
    with nobody_learns(net):
        for kind, (agent, event) in events(net, "first").items():
            assert (kind in TOLD) == ("team-notes" in hook(net, event, agent).stdout), kind
        yield net


@pytest.mark.parametrize("kind", KINDS)
def test_a_warm_hook_loads_nothing_heavy(warm: Repository, kind: str):
    agent, event = events(warm, "modules")[kind]
    done = subprocess.run(
        [sys.executable, "-c", PRINT_MODULES, "hook", agent],
        cwd=warm.path,
        env=environment(),
        input=json.dumps(event),
        capture_output=True,
        text=True,
        check=True,
    )
    code, *modules = done.stderr.removeprefix("CODE ").split()

    assert (kind in TOLD) == ("team-notes" in done.stdout)
    assert "0" == code
    assert set() == {name for name in HEAVY for one in modules if one == name or one.startswith(f"{name}.")}
    assert set() == OURS & set(modules)
    forms = {name for name in modules if name.startswith("gitexp.adapters.agent_form_")}
    own = {f"gitexp.adapters.agent_form_{agent.replace('-', '_')}"}
    # Codex has the form of Claude Code.
    assert own | ({"gitexp.adapters.agent_form_claude_code"} if agent == "codex" else set()) == forms
    if kind == "another tool":
        assert "sqlite3" not in modules and "gitexp.hook" not in modules


@pytest.mark.parametrize("kind", KINDS)
def test_a_warm_hook_starts_git_twice_and_thrice_at_most(warm: Repository, tmp_path: Path, kind: str):
    agent, event = events(warm, "gits")[kind]
    calls = gits(warm, tmp_path, agent, event)

    if kind == "another tool":
        assert [] == calls
    elif kind == "a session":  # what it may tell asks for all that is tracked
        assert ["config", "ls-files", "rev-parse"] == sorted(calls)
    else:
        assert ["config", "rev-parse"] == sorted(calls)


@pytest.mark.parametrize("place", ["linked", "inside", "detached", "trunk", "setting"])
def test_git_is_started_as_often_in_any_place(warm: Repository, tmp_path: Path, place: str):
    there = warm.clone(tmp_path / "clone")
    folder = there.path
    if place == "linked":
        there.git("worktree", "add", "-q", "-b", "work", str(tmp_path / "linked"))
        folder = tmp_path / "linked"
    elif place == "inside":
        folder = there.path / "src" / "net"
    elif place == "detached":
        there.git("checkout", "-q", "--detach")
    elif place == "trunk":  # which branch counts is no longer told by the usual names
        there.git("update-ref", "refs/remotes/origin/trunk", "HEAD")
        there.git("remote", "set-head", "origin", "trunk")
    else:
        there.git("config", "exp.defaultBranch", "main")
    with nobody_learns(there):
        hook(there, {**edit(there), "cwd": str(folder), "session_id": "first"})
        calls = gits(there, tmp_path, "claude-code", {**edit(there), "cwd": str(folder)})

    assert 2 <= len(calls) <= 3, calls


def gits(net: Repository, folder: Path, agent: str, event: dict[str, object]) -> list[str]:
    """Return which commands of git one hook starts."""
    git, notes, calls = shutil.which("git"), folder / "notes", folder / "calls"
    wrapper = folder / "bin" / "git"
    wrapper.parent.mkdir()
    wrapper.write_text(NOTED.format(git=git))
    wrapper.chmod(0o755)
    notes.touch()
    calls.touch()
    env = environment(None, {"GIT_NOTES": str(notes), "GIT_CALLS": str(calls)})
    done = subprocess.run(
        command("hook", agent),
        cwd=net.path,
        env={**env, "PATH": f"{wrapper.parent}:{env['PATH']}"},
        input=json.dumps(event).encode(),
        capture_output=True,
        check=True,
    )
    assert b"" == done.stderr
    found = notes.read_text().split()
    assert len(calls.read_text().split()) == len(found), "a command of git that this test does not know"
    return found


def test_after_a_commit_that_touches_no_experience_none_is_parsed(warm: Repository, tmp_path: Path):
    net = Repository(Path(shutil.copytree(warm.path, tmp_path / "net", symlinks=True)))
    net.commits = 10
    net.commit("Change the code", {"src/other.py": "x = 1\n"})

    with nobody_learns(net):
        done = subprocess.run(
            [sys.executable, "-c", PRINT_MODULES, "hook", "claude-code"],
            cwd=net.path,
            env=environment(),
            input=json.dumps(edit(net, session_id="new")),
            capture_output=True,
            text=True,
            check=True,
        )

    assert "team-notes" in done.stdout
    assert set() == {"yaml", "jsonschema", "pygit2", "click", "openai"} & set(done.stderr.split())
