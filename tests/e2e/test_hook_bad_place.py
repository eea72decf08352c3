"""Wherever an agent says that it is: paths that lead out, folders that are none, repositories of every kind."""

from __future__ import annotations

import json
import os
import subprocess
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from e2e.hook_story import (
    AGENT,
    LESSONS,
    NEW,
    OLD,
    POST,
    RETRY,
    WAIT_ID,
    begun,
    copied,
    edit,
    here,
    hook,
    laid,
    lesson,
    nobody_learns,
    patient,
    read,
    told,
)
from support.agent_forms import claude, claude_tool, codex_tool, cursor
from support.process import SECONDS, Finished, environment, exp
from support.repository import Repository

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


# Where it is


def at(file: str) -> dict[str, Any]:
    return {"tool_input": {"file_path": file, "old_string": OLD, "new_string": f"RETRYABLE_METHODS = {NEW}"}}


@pytest.mark.parametrize(
    "file",
    [
        "/etc/hosts",
        "../other/src/net/retry.py",
        "src/../../src/net/retry.py",
        "src/linked/hosts",
        ".git/config",
        ".git/src/net/retry.py",
        "src/net",
        ".",
        "/",
        "~/src/net/retry.py",
        "C:\\work\\net\\src\\net\\retry.py",
        "C:/work/net/src/net/retry.py",
        "\\\\server\\net\\src\\net\\retry.py",
        "src/net/\0retry.py",
        "a/" * 3_000 + "retry.py",
        "a" * 5_000,
    ],
)
def test_a_path_that_leads_out_of_the_repository_or_nowhere_is_told_nothing(net: Repository, file: str):
    (net.path / "src" / "linked").symlink_to("/etc")
    path, text = lesson("all", scope="{paths: ['**', '*'], symbols: [RETRYABLE_METHODS]}")
    net.commit("Learn", {**dict.fromkeys(LESSONS), path: text.replace("Retry with all", "Retry POST too")})

    assert "" == hook(net, edit(net, **at(file))).stdout
    assert "" == hook(net, read(net, tool_input={"file_path": file})).stdout
    assert "all-0000000001" in told(hook(net, edit(net, **at("src/net/../../any.py"))))


@pytest.mark.parametrize(
    ("file", "cwd"),
    [
        ("C:\\work\\net\\src\\net\\retry.py", "C:\\work\\net"),
        ("C:\\work\\net\\src\\net\\retry.py", "C:\\work\\net\\"),
        ("c:/work/net/src/net/retry.py", "C:/work/net"),
        ("src\\net\\retry.py", "C:\\work\\net"),
        ("src\\net\\retry.py", None),
        ("src/net/retry.py", "C:\\work\\net"),
    ],
)
def test_a_path_of_windows_is_one_of_the_repository_where_that_can_be_told(
    shared: Repository, session: dict[str, Any], file: str, cwd: str | None
):
    given = {**edit(shared, **session), **at(file), **({"cwd": cwd} if cwd else {})}

    assert f'file="{RETRY}"' in told(hook(shared, given))


def test_of_a_folder_of_windows_no_other_one_is_guessed(shared: Repository, session: dict[str, Any]):
    given = {**edit(shared, **session), **at("C:\\work\\network\\src\\net\\retry.py"), "cwd": "C:\\work\\net"}

    assert "" == hook(shared, given).stdout


@pytest.mark.parametrize("cwd", ["/not/there", "relative", "/dev/null", "/\0", "", "x" * 5_000])
def test_a_folder_that_is_none_is_the_one_where_the_hook_is_called(
    shared: Repository, session: dict[str, Any], cwd: str
):
    assert POST in told(hook(shared, {**edit(shared, **session), "cwd": cwd}))


def test_a_folder_that_went_away_under_the_hook_is_no_fault(net: Repository, tmp_path: Path):
    away = tmp_path / "away"
    away.mkdir()

    def leave() -> None:
        os.chdir(away)
        away.rmdir()

    done = subprocess.run(
        patient(AGENT),
        env=environment(),
        input=json.dumps(edit(net)).encode(),
        capture_output=True,
        preexec_fn=leave,
        timeout=SECONDS,
        check=False,
    )

    assert (0, b"") == (done.returncode, done.stderr)
    assert POST in told(Finished(0, done.stdout.decode(), ""))


def test_a_file_that_is_gone_or_not_there_yet_is_told_of_its_place(net: Repository):
    (net.path / RETRY).unlink()
    new = edit(net, "src/net/not/there/yet.py", "", f"RETRYABLE_METHODS = {NEW}", session_id="b")
    patch = codex_tool("apply_patch", command=f"*** Begin Patch\n*** Delete File: {RETRY}\n*** End Patch\n")

    assert POST in told(hook(net, edit(net)))
    assert POST in told(hook(net, new))
    assert WAIT_ID in told(hook(net, read(net)))
    assert "" == hook(net, here(net, patch), "codex").stdout


@pytest.mark.parametrize("kind", ["a folder", "a pipe", "a link to itself", "no UTF-8", "a device"])
def test_a_file_that_is_no_plain_text_is_no_fault(net: Repository, kind: str):
    file = net.path / RETRY
    file.unlink()
    if kind == "a folder":
        file.mkdir()
    elif kind == "a pipe":
        os.mkfifo(file)
    elif kind == "a link to itself":
        file.symlink_to(file.name)
    elif kind == "a device":
        file.symlink_to("/dev/zero")
    else:
        file.write_bytes(b"RETRYABLE_METHODS = \xff\xfe" * 100)

    text = told(hook(net, edit(net, new=f"RETRYABLE_METHODS = {NEW}")))

    assert (kind != "a folder") == (POST in text)


# The repository


def test_without_a_repository_nothing_is_said_and_nothing_made(tmp_path: Path):
    event = {**claude_tool("Edit", file_path=RETRY, old_string=OLD, new_string=NEW), "cwd": str(tmp_path)}

    for one in (event, {**claude("SessionStart", source="startup"), "cwd": str(tmp_path)}):
        assert "" == hook(tmp_path, one).stdout
    assert (
        ALLOWED
        == hook(
            tmp_path, cursor("preToolUse", tool_name="Read", tool_input=at("a")["tool_input"]), "cursor"
        ).stdout
    )
    assert [] == list(tmp_path.iterdir())


@pytest.mark.parametrize("kind", ["no commit", "no store", "an empty store", "a file as a store"])
def test_a_repository_without_experiences_is_left_as_it_is(tmp_path: Path, kind: str):
    net = Repository.create(tmp_path / "net")
    if kind != "no commit":
        files = {"no store": {}, "an empty store": {"experiences/CHARTER.md": "x\n"}}
        net.commit("Begin", {RETRY: "x = 1\n", **files.get(kind, {"experiences": "none\n"})})

    for event in (edit(net), read(net), begun(net)):
        assert "" == hook(net, event).stdout
    assert (kind == "an empty store") == (net.path / ".git" / "exp").exists()


def test_a_bare_repository_is_told_nothing_of_files(net: Repository, tmp_path: Path):
    bare = Repository(tmp_path / "bare")
    net.git("clone", "-q", "--bare", str(net.path), str(bare.path))

    assert "" == hook(bare, edit(bare)).stdout
    assert "" == hook(bare, read(bare)).stdout


@pytest.mark.parametrize("inside", [False, True], ids=["beside", "inside"])
def test_a_linked_work_tree_is_the_repository_too(net: Repository, tmp_path: Path, inside: bool):
    there = net.path / ".trees" / "work" if inside else tmp_path / "work"
    net.git("worktree", "add", "-q", "-b", "work", str(there))
    linked = Repository(there)

    # Called from within it, and from the work tree that it is linked to.
    assert f'file="{RETRY}"' in told(hook(linked, edit(linked, session_id="a")))
    assert f'file="{RETRY}"' in told(hook(net, {**edit(linked), "cwd": str(net.path), "session_id": "b"}))
    # What a reader has seen it has seen in both.
    assert "" == hook(net, edit(net, session_id="a")).stdout


def test_a_repository_that_is_nested_is_another_one(net: Repository):
    nested = Repository.create(net.path / "vendor" / "other")
    nested.commit("Begin", {RETRY: (net.path / RETRY).read_text()})
    text = lesson("all", scope="{paths: ['**']}", title="Retry POST")
    net.commit("Learn", dict([text]))

    for cwd in (net.path, nested.path):
        assert "" == hook(net, {**edit(nested), "cwd": str(cwd)}).stdout
        assert "" == hook(net, {**read(nested), "cwd": str(cwd)}).stdout


def test_who_asks_why_is_told_that_the_environment_names_another_repository(net: Repository, tmp_path: Path):
    other = Repository.create(tmp_path / "other")
    other.commit("Begin", {"a.py": "x = 1\n"})
    env = {"GIT_DIR": str(other.path / ".git"), "GIT_WORK_TREE": str(other.path)}

    done = exp(net.path, "hook", AGENT, "--explain", stdin=json.dumps(edit(net)).encode(), env=env)

    assert (0, "") == (done.plain.code, done.stdout)
    assert f"the repository is {other.path}, by GIT_DIR and GIT_WORK_TREE in the environment" in done.stderr
    assert f"no experiences at HEAD ({other.rev()[:12]}) of {other.path}: nothing is told" in done.stderr
