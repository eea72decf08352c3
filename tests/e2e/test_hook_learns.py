"""`exp hook --learn` as a process: what it learns is there for the next hook, it is silent, and many at once do no harm."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from gitexp.adapters.git import discover
from gitexp.cli.wiring_hook_past import begin, taken_back
from support.process import exp, start
from support.repository import Repository, isolate

RETRY = (
    "def fetch(url):\n    for attempt in range(attempts):\n        answer = get_once(url)\n"
    "        sleep_before(attempt)\n"
)


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Repository:
    """A repository in which retrying was tried and taken back, and which has folders that Python must not import."""
    isolate(monkeypatch, tmp_path)
    made = Repository.create(tmp_path / "work")
    made.write("gitexp/__init__.py", "raise SystemExit(3)\n")
    made.write("json.py", "raise SystemExit(3)\n")
    made.commit("Fetch", {"a.py": "def fetch(url):\n    return get_once(url)\n"})
    made.commit("Retry", {"a.py": RETRY})
    made.git("revert", "--no-edit", "HEAD")
    return made


def known(repository: Repository) -> list[str]:
    past = taken_back(discover(str(repository.path)), repository.rev())
    return [one.title for one in past.of("a.py")]


def test_what_is_learnt_is_there_for_the_next_hook_and_nothing_is_said(repository):
    done = exp(repository.path, "hook", "--learn", "--", "a.py", "-no-such.py").plain

    assert (0, "") == (done.code, done.both)
    assert ["Retry"] == known(repository)
    assert "" == repository.git("status", "--porcelain")


def test_several_at_once_end_well(repository):
    begun = [start(repository.path, "hook", "--learn", "--", "a.py") for _ in range(4)]
    ended = [(process.communicate(), process.returncode) for process in begun]

    assert [((b"", b""), 0)] * 4 == ended
    assert ["Retry"] == known(repository)


def test_a_hook_begins_it_in_a_session_of_its_own(repository):
    pid = begin(str(repository.path), ["a.py"])
    assert pid is not None
    assert os.getsid(pid) == pid != os.getsid(0)

    assert (pid, 0) == os.waitpid(pid, 0)
    assert ["Retry"] == known(repository)
