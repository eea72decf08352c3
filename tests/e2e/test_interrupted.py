"""Killed, interrupted, run twice at once, cut off by its reader: nothing half-written, nothing lost, nothing twice."""

from __future__ import annotations

import json
import os
import signal
import subprocess
from pathlib import Path

import pytest

from e2e.conftest import copied
from e2e.git_that_interferes import moment
from e2e.story import CODE, PUMP, VALVE, one_lesson, proposed, two_lessons
from support.github import save
from support.process import SECONDS, exp, start
from support.repository import Repository

BRANCH = "exp/proposals"
CALL = ("propose", "../talk/7.json", "--repo", "acme/rocket")
WRITES_OF_SHA256 = [("hash-object", call) for call in range(1, 8)] + [("update-ref", 1), ("update-ref", 2)]
"""Each write of a propose where git itself writes the objects: files, folders, commit and branch; then the run."""


@pytest.fixture(scope="session")
def _sha256(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A sha256 repository: there git writes every object, so each write is a moment."""
    folder = tmp_path_factory.mktemp("sha256")
    Repository.create(folder / "rocket", object_format="sha256").commit("Build the rocket", CODE)
    save(folder / "talk" / "7.json", two_lessons())
    return folder


@pytest.fixture(scope="session")
def _undisturbed(_sha256: Path, tmp_path_factory: pytest.TempPathFactory) -> Repository:
    """The same after one run that nobody disturbed."""
    rocket = copied(_sha256, tmp_path_factory.mktemp("undisturbed"))
    assert 0 == exp(rocket.path, *CALL).code
    return rocket


def refs(repository: Repository) -> str:
    """Return every ref with its object."""
    return repository.git("for-each-ref", "--format=%(refname) %(objectname)")


def sound(repository: Repository) -> None:
    """Hold that the repository is whole: no object broken or missing, no lock and no half-written file left."""
    assert "" == repository.git("fsck", "--strict", "--no-dangling", "--no-progress")
    assert [] == list((repository.path / ".git").rglob("*.lock"))
    assert "" == repository.git("status", "--porcelain")


@pytest.mark.parametrize("act", ["kill-before", "kill-after"])
@pytest.mark.parametrize(("command", "call"), WRITES_OF_SHA256)
def test_killed_at_any_write_the_branch_is_absent_or_whole_and_a_second_run_completes(
    _sha256: Path, _undisturbed: Repository, tmp_path: Path, command: str, call: int, act: str
):
    rocket = copied(_sha256, tmp_path)
    process = start(rocket.path, *CALL, env=moment(tmp_path / "moment", command, call, act))
    process.communicate(timeout=SECONDS)

    assert -signal.SIGKILL == process.returncode, "the moment was never reached"
    sound(rocket)
    assert refs(rocket).splitlines() in ([line for line in refs(_undisturbed).splitlines() if sure(line)] for sure in STATES)
    again = exp(rocket.path, *CALL)
    assert 0 == again.code, again.both
    sound(rocket)
    assert _undisturbed.rev(BRANCH) == rocket.rev(BRANCH)
    assert 2 == len(proposed(rocket))
    assert "refs/exp/runs" in refs(rocket)


STATES = (
    lambda line: "refs/heads/main" in line,
    lambda line: "refs/heads/" in line,
    lambda line: True,
)
"""What may stand after a kill: nothing of exp's, the branch, or the branch and its run."""


@pytest.mark.parametrize(("call", "act"), [(1, "kill-before"), (1, "kill-after"), (2, "kill-before"), (2, "kill-after")])
def test_killed_at_a_ref_where_pygit2_writes_the_objects(rocket: Repository, tmp_path: Path, call: int, act: str):
    process = start(rocket.path, *CALL, env=moment(tmp_path / "moment", "update-ref", call, act))
    process.communicate(timeout=SECONDS)

    assert -signal.SIGKILL == process.returncode
    sound(rocket)
    if BRANCH in refs(rocket):
        assert 2 == len(proposed(rocket))
    assert 0 == exp(rocket.path, *CALL).code
    sound(rocket)
    assert 2 == len(proposed(rocket))
    assert 1 == len(rocket.git("ls-tree", "-r", "--name-only", "refs/exp/runs").splitlines())


def test_a_run_that_was_killed_before_it_was_kept_is_kept_by_the_second(rocket: Repository, tmp_path: Path):
    start(rocket.path, *CALL, env=moment(tmp_path / "moment", "update-ref", 2, "kill-before")).communicate(timeout=SECONDS)
    [path, _] = proposed(rocket)
    named = rocket.git("log", "-1", "--format=%(trailers:key=Exp-Run,valueonly)", BRANCH).strip()

    exp(rocket.path, *CALL)

    kept = rocket.git("ls-tree", "-r", "--name-only", "refs/exp/runs").split()
    assert [f"2024/{named}.json"] == kept, "the branch names a run that can be read"
    assert named in rocket.show(f"{BRANCH}:{path}")


def test_new_killed_at_its_end_leaves_a_whole_file_or_none(merged: Repository):
    assert 0 == exp(merged.path, "new", "--when", "Painting", "--what", "Paint it white.").code

    assert not [path for path in merged.path.rglob("*.part")]
    assert not [path for path in merged.path.rglob("*.exp-tmp")]


@pytest.mark.parametrize("command", ["update-ref", "for-each-ref", "cat-file"])
def test_an_interrupt_ends_with_130_one_line_and_nothing_half_written(rocket: Repository, tmp_path: Path, command: str):
    before = refs(rocket)
    process = start(rocket.path, *CALL, env=moment(tmp_path / "moment", command, 1, "interrupt"))
    out, err = process.communicate(timeout=SECONDS)

    assert (130, b"") == (process.returncode, out), err
    assert 1 == err.count(b"\n") and b"interrupted" in err and b"Traceback" not in err
    sound(rocket)
    if command != "update-ref":
        assert before == refs(rocket)
    assert 0 == exp(rocket.path, *CALL).code
    assert 2 == len(proposed(rocket))


def test_an_interrupt_while_it_waits_for_input_ends_with_130(rocket: Repository):
    process = start(rocket.path, "propose", "-", stdin=subprocess.PIPE)
    assert process.stdin
    # More than a pipe holds: once it is written, exp is reading.
    process.stdin.write(b'{"pull_request": "' + b"x" * (1 << 22))
    process.stdin.flush()

    os.killpg(process.pid, signal.SIGINT)
    assert process.stdout and process.stderr
    out, err = process.stdout.read(), process.stderr.read()

    assert 130 == process.wait(timeout=SECONDS)
    assert b"" == out and b"interrupted" in err and b"Traceback" not in err and 1 == err.count(b"\n")
    process.stdin.close()
    process.stdout.close()
    process.stderr.close()


def test_an_interrupt_of_recall_ends_with_130(merged: Repository, tmp_path: Path):
    process = start(
        merged.path, "recall", "--file", VALVE, env=moment(tmp_path / "moment", "for-each-ref", 1, "interrupt")
    )
    out, err = process.communicate(timeout=SECONDS)

    assert (130, b"") == (process.returncode, out), err
    assert b"Traceback" not in err


def test_four_processes_with_the_same_input_make_one_commit(rocket: Repository):
    running = [start(rocket.path, *CALL) for _ in range(4)]
    ended = [(*process.communicate(timeout=SECONDS), process.returncode) for process in running]

    for out, err, code in ended:
        assert 0 == code, err
        assert b"Traceback" not in out + err
    assert "1" == rocket.git("rev-list", "--count", f"main..{BRANCH}")
    assert 2 == len(proposed(rocket))
    sound(rocket)


def test_a_branch_that_moved_meanwhile_is_never_overwritten(rocket: Repository, tmp_path: Path):
    save(tmp_path / "talk" / "8.json", one_lesson())
    folder = tmp_path / "moment"
    slow = start(rocket.path, *CALL, env=moment(folder, "update-ref", 1, "wait"))
    assert "here\n" == (folder / "reached").read_text()

    quick = exp(rocket.path, "propose", "../talk/8.json")
    (folder / "gate").write_text("go\n")
    out, err = slow.communicate(timeout=SECONDS)

    assert 0 == quick.code, quick.both
    assert slow.returncode in (0, 3), err
    assert b"Traceback" not in out + err
    if slow.returncode == 3:
        assert b"" == out and 1 == err.count(b"\n") and b"moved meanwhile" in err
        assert 1 == len(proposed(rocket)), "what the quick one proposed stands"
    assert 0 == exp(rocket.path, *CALL).code
    assert 3 == len(proposed(rocket))
    sound(rocket)


def test_two_that_keep_a_run_at_once_both_keep_it(rocket: Repository, tmp_path: Path):
    save(tmp_path / "talk" / "8.json", one_lesson())
    folder = tmp_path / "moment"
    slow = start(rocket.path, *CALL, env=moment(folder, "update-ref", 2, "wait"))
    assert "here\n" == (folder / "reached").read_text()

    quick = exp(rocket.path, "propose", "../talk/8.json")
    (folder / "gate").write_text("go\n")
    slow.communicate(timeout=SECONDS)

    assert (0, 0) == (quick.code, slow.returncode)
    assert 2 == len(rocket.git("ls-tree", "-r", "--name-only", "refs/exp/runs").splitlines())
    assert 3 == len(proposed(rocket))


def test_a_lock_that_a_killed_git_left_is_named(rocket: Repository):
    lock = rocket.path / ".git/refs/heads/exp/proposals.lock"
    lock.parent.mkdir(parents=True)
    lock.write_text("")

    done = exp(rocket.path, *CALL)

    assert (3, "") == (done.code, done.stdout)
    assert "lock" in done.complaint and BRANCH in done.complaint
    lock.unlink()
    assert 0 == exp(rocket.path, *CALL).code


@pytest.mark.parametrize(
    "call",
    [
        (),
        ("--help",),
        ("--json",),
        ("list",),
        ("show", "panel"),
        ("facts",),
        ("recall", "--file", PUMP, "--env", "hydro=1", "--json"),
        ("recall", "--file", PUMP, "--env", "hydro=1"),
        ("propose", "-"),
        ("init", "--dry-run"),
        ("demo",),
    ],
)
def test_a_reader_that_goes_away_gets_no_traceback(merged: Repository, call: tuple[str, ...]):
    reading, writing = os.pipe()
    os.close(reading)
    process = start(merged.path, *call, stdin=subprocess.PIPE, stdout=writing)
    os.close(writing)
    _, err = process.communicate(json.dumps(one_lesson()).encode() if call == ("propose", "-") else b"", timeout=SECONDS)

    assert b"Traceback" not in err and b"Exception ignored" not in err and b"BrokenPipe" not in err, err
    assert 0 == process.returncode, err
    if call == ("propose", "-"):
        assert 1 == len(proposed(merged)), "what it did stands, whoever reads of it"
