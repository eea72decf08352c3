"""Whatever ends a push in between, the next run comes to the same end: nothing is lost and nothing is there twice."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from gitexp.adapters.git_commits import Moved
from gitexp.errors import OutsideError
from gitexp.records.bot import BotState, Cursor
from support.bot_memory import BRANCH, RUN, Shared, a_full_state, a_push, fetched, run_once
from support.repository import isolate

REF = f"refs/heads/{BRANCH}"
LEDGER, RUNS = "refs/exp/ledger", "refs/exp/runs"
LATER = BotState(cursor=Cursor("2024-05-03T00:00:00Z"))


@pytest.fixture(autouse=True)
def alone(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    isolate(monkeypatch, tmp_path)


@pytest.fixture(scope="session")
def template(tmp_path_factory: pytest.TempPathFactory) -> Shared:
    return Shared(tmp_path_factory.mktemp("template"))


@pytest.fixture
def shared(tmp_path: Path, template: Shared) -> Shared:
    return template.copy(tmp_path / "shared")


@pytest.fixture(scope="session")
def undisturbed(tmp_path_factory: pytest.TempPathFactory, template: Shared) -> dict[str, str]:
    """Return what the refs are after a run that nothing disturbed."""
    folder = tmp_path_factory.mktemp("undisturbed")
    world = template.copy(folder / "shared")
    with pytest.MonkeyPatch.context() as patch:
        isolate(patch, folder)
        run_once(world.clone("one"))
    return world.refs()


DIES = "kill -9 $PPID"


@pytest.mark.parametrize(
    ("hook", "script"),
    [
        ("pre-receive", "echo no >&2; exit 1"),
        ("pre-receive", DIES),
        ("update", 'test "$1" != refs/heads/exp/proposals'),
        ("update", 'test "$1" != refs/exp/ledger'),
        ("update", 'test "$1" != refs/exp/runs'),
        ("update", DIES),
        ("reference-transaction", 'test "$1" != prepared'),
        ("reference-transaction", f'test "$1" != prepared || {DIES}'),
    ],
)
def test_a_push_that_the_remote_refuses_or_dies_of_moves_nothing(
    shared: Shared, undisturbed: dict[str, str], hook: str, script: str
) -> None:
    repo = shared.clone("one")
    before = shared.refs()
    shared.hook(hook, script)

    with pytest.raises(OutsideError):
        run_once(repo)

    assert before == shared.refs()
    (shared.there.path / "hooks" / hook).unlink()
    clean(shared)
    run_once(repo)
    assert undisturbed == shared.refs()


def clean(shared: Shared) -> None:
    """Take away the locks that a killed process leaves, as a host does."""
    for lock in shared.there.path.rglob("*.lock"):
        lock.unlink()


def test_the_reason_of_the_remote_is_said(shared: Shared) -> None:
    shared.hook("pre-receive", "exit 1")

    with pytest.raises(OutsideError) as caught:
        run_once(shared.clone("one"))

    assert (
        "origin: pre-receive hook declined; check that you may push there; "
        "a workflow needs `permissions: contents: write`"
    ) == str(caught.value)


@pytest.mark.parametrize("hook", ["post-receive", "post-update"])
def test_a_push_whose_answer_is_lost_was_made_all_the_same(
    shared: Shared, undisturbed: dict[str, str], hook: str
) -> None:
    repo = shared.clone("one")
    shared.hook(hook, DIES)

    run_once(repo)

    assert undisturbed == shared.refs()
    run_once(shared.clone("other"))
    assert undisturbed == shared.refs()


PROCESS = """
import sys
sys.path.insert(0, sys.argv[2])
from pathlib import Path
from support.repository import Repository
from support.bot_memory import run_once
run_once(Repository(Path(sys.argv[1])))
"""


@pytest.mark.parametrize(("moment", "verb"), [("after", "fetch"), ("before", "push"), ("after", "push")])
def test_a_run_that_is_killed_is_made_good_by_the_next(
    shared: Shared, undisturbed: dict[str, str], tmp_path: Path, moment: str, verb: str
) -> None:
    repo = shared.clone("one")
    one = fetched(repo)
    one.push(a_push(one, None, BotState(), runs=(RUN,)))
    killing = tmp_path / "bin/git"
    killing.parent.mkdir()
    real = f'"{shutil.which("git")}" "$@"'
    order = "kill -9 $PPID; exit 1" if moment == "before" else f"{real}; kill -9 $PPID; exit 1"
    killing.write_text(
        f'#!/bin/sh\nfor word in "$@"; do [ "$word" != {verb} ] || {{ {order}; }}; done\nexec {real}\n'
    )
    killing.chmod(0o755)
    fresh = shared.clone("fresh")
    shutil.rmtree(fresh.path / ".git/refs/exp", ignore_errors=True)

    ended = subprocess.run(
        [sys.executable, "-c", PROCESS, str(fresh.path), str(Path(__file__).parents[1])],
        env={**os.environ, "PATH": f"{killing.parent}{os.pathsep}{os.environ['PATH']}"},
        capture_output=True,
        check=False,
    )

    assert -signal.SIGKILL == ended.returncode
    run_once(fresh)
    end = shared.refs()
    assert (undisturbed[REF], undisturbed[RUNS]) == (end[REF], end[RUNS])
    assert a_full_state() == fetched(shared.clone("other")).state()
    run_once(shared.clone("third"))
    assert end == shared.refs()


def test_the_words_of_a_host_that_protects_the_branch_are_said(shared: Shared) -> None:
    shared.hook("update", f'[ "$1" != {REF} ] || {{ echo "error: GH006: Protected branch" >&2; exit 1; }}')

    with pytest.raises(OutsideError) as caught:
        run_once(shared.clone("one"))

    assert str(caught.value).startswith("origin: GH006: Protected branch; check that you may push there;")


# A remote that can't move all at once


def test_a_remote_without_atomic_pushes_comes_to_the_same(
    shared: Shared, undisturbed: dict[str, str]
) -> None:
    shared.there.git("config", "receive.advertiseAtomic", "false")

    run_once(shared.clone("one"))

    assert undisturbed == shared.refs()


@pytest.mark.parametrize(
    ("refused", "moved"),
    [(REF, set()), (RUNS, {REF}), (LEDGER, {REF, RUNS})],
)
def test_there_the_branch_is_first_and_the_memory_last_and_the_next_run_makes_it_good(
    shared: Shared, undisturbed: dict[str, str], refused: str, moved: set[str]
) -> None:
    repo = shared.clone("one")
    shared.there.git("config", "receive.advertiseAtomic", "false")
    shared.hook("update", f'test "$1" != {refused}')

    with pytest.raises(OutsideError):
        run_once(repo)

    assert {"refs/heads/main", *moved} == set(shared.refs())
    (shared.there.path / "hooks/update").unlink()
    run_once(shared.clone("other"))
    assert undisturbed == shared.refs()


def test_there_a_lost_lease_on_the_memory_is_told_too(shared: Shared) -> None:
    shared.there.git("config", "receive.advertiseAtomic", "false")
    one, two = fetched(shared.clone("one")), fetched(shared.clone("two"))
    one.push(a_push(one, None, LATER))

    with pytest.raises(Moved):
        two.push(a_push(two, None, a_full_state()))

    assert LATER == fetched(shared.clone("third")).state()


def test_two_processes_at_once_come_to_one_end(shared: Shared, undisturbed: dict[str, str]) -> None:
    tests = str(Path(__file__).parents[1])
    clones = [shared.clone(name) for name in ("one", "two")]
    started = [
        subprocess.Popen(
            [sys.executable, "-c", PROCESS, str(repo.path), tests],
            stderr=subprocess.PIPE,
            env=dict(os.environ),
        )
        for repo in clones
    ]
    ends = [process.communicate() for process in started]

    assert undisturbed == shared.refs(), ends
