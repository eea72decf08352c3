"""What takes too long for a hook is done beside, by code of exp alone; and what hangs is ended with the hook."""

from __future__ import annotations

import json
import os
import select
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from e2e.hook_story import AGENT, POST, RETRY, copied, edit, hook, laid, lesson, patient, told
from gitexp.adapters.index_git import AT_ONCE
from gitexp.cli import beside
from support.process import SECONDS, command, environment, exp
from support.repository import Repository


@pytest.fixture(scope="module")
def _laid(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return laid(tmp_path_factory.mktemp("laid") / "net").path


@pytest.fixture
def net(_laid: Path, tmp_path: Path) -> Iterator[Repository]:
    """The repository of the story, of the test's own."""
    with copied(_laid, tmp_path) as repository:
        yield repository


def kept(net: Repository) -> Path:
    return net.path / ".git" / "exp"


# Nothing of the repository runs


@pytest.mark.parametrize("words", [("index",), ("hook", "--learn", "--", RETRY)], ids=["index", "learn"])
def test_what_is_started_beside_runs_nothing_of_the_repository(
    net: Repository, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]
):
    monkeypatch.delenv("PYTHONSAFEPATH", raising=False)
    sprung = net.path.parent / "sprung"
    for name in (
        "gitexp/__init__.py",
        "gitexp/__main__.py",
        "click.py",
        "yaml.py",
        "json.py",
        "threading.py",
        "sitecustomize.py",
    ):
        net.write(name, f"open({str(sprung)!r}, 'a').close()\n")
    shutil.rmtree(kept(net))

    pid = beside.begin(str(net.path), SECONDS, *words)
    assert pid is not None
    assert (pid, 0) == os.waitpid(pid, 0)

    assert (True, False) == (kept(net).exists(), sprung.exists())


def test_whatever_a_hook_starts_is_told_to_take_no_module_from_the_folder(net: Repository, tmp_path: Path):
    git = tmp_path / "bin" / "git"
    git.parent.mkdir()
    git.write_text(f'#!/bin/sh\necho "$PYTHONSAFEPATH" >> {tmp_path}/told\nexec {shutil.which("git")} "$@"\n')
    git.chmod(0o755)

    hook(net, edit(net), env={"PATH": f"{git.parent}:{os.environ['PATH']}", "PYTHONSAFEPATH": ""})

    assert {"1"} == set((tmp_path / "told").read_text().split("\n")[:-1])


def test_what_is_started_beside_ends_when_its_time_is_up(net: Repository, tmp_path: Path):
    git = tmp_path / "bin" / "git"
    git.parent.mkdir()
    git.write_text("#!/bin/sh\nexec sleep 600\n")
    git.chmod(0o755)
    start = (
        "import os, sys; from gitexp.cli import beside; "
        "pid = beside.begin('.', 0, 'index'); print(os.WTERMSIG(os.waitpid(pid, 0)[1]))"
    )
    env = environment(None, {"PATH": f"{git.parent}:{os.environ['PATH']}"})

    done = subprocess.run(
        [sys.executable, "-c", start], cwd=net.path, env=env, capture_output=True, check=False
    )

    assert (b"9\n", b"") == (done.stdout, done.stderr)


# What hangs


@pytest.mark.skipif(not hasattr(os, "pidfd_open"), reason="nothing waits for a process of others here")
def test_a_git_that_hangs_does_not_outlive_the_hook(net: Repository, tmp_path: Path):
    wrapper = tmp_path / "bin" / "git"
    wrapper.parent.mkdir()
    wrapper.write_text(f"#!/bin/sh\necho $$ >> {tmp_path}/pids\nexec sleep 600\n")
    wrapper.chmod(0o755)
    env = environment(None, {"PATH": f"{wrapper.parent}:{os.environ['PATH']}"})

    done = subprocess.run(
        command("hook", AGENT),
        cwd=net.path,
        env=env,
        input=json.dumps(edit(net)).encode(),
        capture_output=True,
        check=True,
    )

    assert (b"", b"") == (done.stdout, done.stderr)
    pids = (tmp_path / "pids").read_text().split()
    assert [] == [pid for pid in pids if not has_ended(int(pid))]


def has_ended(pid: int) -> bool:
    """Wait for the end of a process that was killed, and return whether it came."""
    try:
        watched = os.pidfd_open(pid)
    except ProcessLookupError:
        return True
    try:
        return bool(select.select([watched], [], [], 10)[0])
    finally:
        os.close(watched)


HANGING = """
import sys, threading
from importlib.util import spec_from_loader
class Finder:
    def find_spec(self, name, path=None, target=None):
        if name in ("gitexp.adapters.names_in_files", "gitexp.cli.wiring_doors"):
            return spec_from_loader(name, self)
    def create_module(self, spec):
        return None
    def exec_module(self, module):
        if module.__name__ == "gitexp.cli.wiring_doors" and sys.argv[2] == "fails":
            raise RuntimeError("the watch fails")
        threading.Event().wait()
sys.meta_path.insert(0, Finder())
from gitexp.cli import hook_run
hook_run.LIMIT = 0.5
hook_run.run_hook(sys.argv[1])
"""


@pytest.mark.parametrize("watch", ["hangs", "fails"])
def test_whatever_the_watch_meets_the_hook_ends_in_time(net: Repository, watch: str):
    (kept(net) / "index.beside").touch()  # nothing is begun beside

    done = subprocess.run(
        [sys.executable, "-c", HANGING, AGENT, watch],
        cwd=net.path,
        env=environment(),
        input=json.dumps(edit(net)).encode(),
        capture_output=True,
        timeout=SECONDS,
        check=False,
    )

    assert (0, b"", b"") == (done.returncode, done.stdout, done.stderr)


# The index


MANY = [lesson("many", 1000 + number, scope="{paths: [lib/**]}") for number in range(AT_ONCE + 1)]
REAPER = """
import ctypes, os, subprocess, sys
ctypes.CDLL(None).prctl(36, 1)  # children of children that end before them are this process's
subprocess.run(sys.argv[1:], check=True)
while True:
    try:
        os.wait()
    except ChildProcessError:
        break
"""


@pytest.fixture(scope="module")
def _large(_laid: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("large")
    with copied(_laid, folder) as repository:
        repository.commit("Learn much", dict(MANY))
        return repository.path


@pytest.fixture
def large(_large: Path, tmp_path: Path) -> Iterator[Repository]:
    """A store of which much is not in the index."""
    with copied(_large, tmp_path) as repository:
        yield repository


@pytest.mark.skipif(sys.platform != "linux", reason="other systems give no orphan to who asks for it")
@pytest.mark.parametrize("before", ["another", "none"])
def test_a_large_index_is_made_beside_and_there_for_the_next_hook(large: Repository, before: str):
    if before == "none":
        (kept(large) / "index.db").unlink()

    first = subprocess.run(
        [sys.executable, "-c", REAPER, *patient(AGENT)],
        cwd=large.path,
        env=environment(),
        input=json.dumps(edit(large)).encode(),
        capture_output=True,
        timeout=SECONDS,
        check=True,
    )

    assert (b"", b"") == (first.stdout, first.stderr)
    assert len(MANY) + 2 == served_in(kept(large) / "index.db")
    assert POST in told(hook(large, edit(large)))


def served_in(file: Path) -> int:
    with closing(sqlite3.connect(file)) as db:
        [(many,)] = db.execute("SELECT count(*) FROM experiences WHERE served = 1")
        return int(many)


@pytest.mark.parametrize("who", ["holds it", "began it"])
def test_while_another_is_at_it_nothing_is_said_and_nothing_begun(large: Repository, who: str):
    with closing(sqlite3.connect(kept(large) / "index.db", isolation_level=None)) as other:
        if who == "holds it":
            other.execute("BEGIN IMMEDIATE")
        else:
            (kept(large) / "index.beside").touch()
        marked = (kept(large) / "index.beside").exists()

        done = [hook(large, edit(large)) for _ in range(2)]

        assert ["", ""] == [one.stdout for one in done]
        assert marked == (kept(large) / "index.beside").exists()
    assert 2 == served_in(kept(large) / "index.db")


def test_who_asks_why_is_told_that_the_index_is_not_there_yet(large: Repository):
    (kept(large) / "index.beside").touch()

    done = exp(large.path, "hook", AGENT, "--explain", stdin=json.dumps(edit(large)).encode())

    assert (0, "") == (done.plain.code, done.stdout)
    assert (
        "NotNowError: the index: is not up to date, and takes too long for now; exp index makes it"
        in done.stderr
    )


def test_of_a_linked_work_tree_that_is_gone_no_index_is_left(net: Repository, tmp_path: Path):
    for name in ("gone", "stays"):
        net.git("worktree", "add", "-q", "-b", name, str(tmp_path / name))
        assert 0 == exp(tmp_path / name, "index").code
    for end in (".db-wal", ".db-shm", ".db.damaged", ".beside"):
        (kept(net) / f"index-gone{end}").touch()
    net.git("worktree", "remove", "--force", str(tmp_path / "gone"))

    hook(net, edit(net))

    indexes = {one.name for one in kept(net).iterdir() if one.name.startswith("index")}
    assert {"index.db", "index-stays.db"} == indexes
