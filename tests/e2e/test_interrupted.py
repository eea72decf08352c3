"""Killed, interrupted, run twice at once, cut off by its reader: nothing half-written, nothing lost, nothing twice."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from e2e.conftest import copied
from e2e.git_that_interferes import Moment
from e2e.story import CODE, PUMP, VALVE, one_lesson, proposed, two_lessons
from support.github import save
from support.process import SECONDS, exp, start
from support.repository import Repository

BRANCH = "exp/proposals"
CALL = ("propose", "../talk/7.json", "--repo", "acme/rocket")
MOMENTS = [
    *(("hash-object", call, "kill-before") for call in (1, 3, 5, 6, 7)),
    *(("update-ref", call, act) for call in (1, 2) for act in ("kill-before", "kill-after")),
]
"""Writes of a propose where git itself writes the objects: files, folders, commit and branch; then the run."""


@pytest.fixture(scope="session")
def sha256(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A sha256 repository: there git writes every object, so each write is a moment."""
    folder = tmp_path_factory.mktemp("sha256")
    Repository.create(folder / "rocket", object_format="sha256").commit("Build the rocket", CODE)
    save(folder / "talk" / "7.json", two_lessons())
    return folder


@pytest.fixture(scope="session")
def undisturbed(sha256: Path, tmp_path_factory: pytest.TempPathFactory) -> Repository:
    """The same after one run that nobody disturbed."""
    rocket = copied(sha256, tmp_path_factory.mktemp("undisturbed"))
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


def ended(repository: Repository, moment: Moment, *call: str) -> tuple[int, str, str]:
    """Run exp to the end that a moment brings; return exit code, stdout and stderr."""
    process = start(repository.path, *call, env=moment.env)
    out, err = process.communicate(timeout=SECONDS)
    return process.returncode, out.decode(), err.decode()


@pytest.mark.parametrize(("command", "call", "act"), MOMENTS)
def test_killed_at_any_write_the_branch_is_absent_or_whole_and_a_second_run_completes(
    sha256: Path, undisturbed: Repository, tmp_path: Path, command: str, call: int, act: str
):
    rocket = copied(sha256, tmp_path)
    with Moment(tmp_path / "moment", command, call, act) as moment:
        code, _, _ = ended(rocket, moment, *CALL)

    whole = refs(undisturbed).splitlines()
    assert -signal.SIGKILL == code, "the moment was never reached"
    assert set(refs(rocket).splitlines()) <= set(whole), "branch and run are each absent or whole"
    sound(rocket)
    again = exp(rocket.path, *CALL)
    assert 0 == again.code, again.both
    sound(rocket)
    assert undisturbed.rev(BRANCH) == rocket.rev(BRANCH)
    assert "refs/exp/runs" in refs(rocket)


def test_killed_where_pygit2_writes_the_objects_it_is_the_same(rocket: Repository, tmp_path: Path):
    with Moment(tmp_path / "moment", "update-ref", 1, "kill-before") as moment:
        code, _, _ = ended(rocket, moment, *CALL)

    assert -signal.SIGKILL == code
    assert "" == rocket.git("branch", "--list", BRANCH)
    sound(rocket)
    assert 0 == exp(rocket.path, *CALL).code
    assert 2 == len(proposed(rocket))


def test_the_run_that_a_branch_names_is_kept_even_if_it_was_killed_in_between(
    rocket: Repository, tmp_path: Path
):
    with Moment(tmp_path / "moment", "update-ref", 2, "kill-before") as moment:
        ended(rocket, moment, *CALL)

    exp(rocket.path, *CALL)

    [path, _] = proposed(rocket)
    named = rocket.git("log", "-1", "--format=%(trailers:key=Exp-Run,valueonly)", BRANCH).strip()
    kept = rocket.git("ls-tree", "-r", "--name-only", "refs/exp/runs").split()
    assert f"2024/{named}.json" in kept, "the branch names a run that can be read"
    assert named in rocket.show(f"{BRANCH}:{path}")


@pytest.mark.parametrize("command", ["update-ref", "for-each-ref", "cat-file"])
def test_an_interrupt_ends_with_130_one_line_and_nothing_half_written(
    rocket: Repository, tmp_path: Path, command: str
):
    with Moment(tmp_path / "moment", command, 1, "interrupt") as moment:
        code, out, err = ended(rocket, moment, *CALL)

    assert (130, "") == (code, out), err
    assert ["interrupted; nothing half-written"] == err.split("\n")[-2:-1] and 2 >= err.count("\n"), err
    assert "Traceback" not in err
    sound(rocket)
    assert 0 == exp(rocket.path, *CALL).code
    assert 2 == len(proposed(rocket))


def test_an_interrupt_of_recall_ends_with_130(merged: Repository, tmp_path: Path):
    with Moment(tmp_path / "moment", "for-each-ref", 1, "interrupt") as moment:
        code, out, err = ended(merged, moment, "recall", "--file", VALVE)

    assert (130, "") == (code, out), err
    assert "Traceback" not in err


def test_four_processes_with_the_same_input_make_one_commit(rocket: Repository):
    running = [start(rocket.path, *CALL) for _ in range(4)]
    ended = [(*process.communicate(timeout=SECONDS), process.returncode) for process in running]

    for out, err, code in ended:
        assert 0 == code, err
        assert b"Traceback" not in out + err
    assert "1" == rocket.git("rev-list", "--count", f"main..{BRANCH}")
    assert 2 == len(proposed(rocket))
    sound(rocket)


@pytest.mark.parametrize("write", [1, 2])
def test_two_that_write_at_once_lose_nothing(rocket: Repository, tmp_path: Path, write: int):
    save(tmp_path / "talk" / "8.json", one_lesson())
    with Moment(tmp_path / "moment", "update-ref", write, "wait") as moment:
        slow = start(rocket.path, *CALL, env=moment.env)
        moment.wait_for(slow)
        quick = exp(rocket.path, "propose", "../talk/8.json")
        moment.go_on()
        out, err = slow.communicate(timeout=SECONDS)

    assert 0 == quick.code, quick.both
    assert any("close" in path for path in proposed(rocket)), "what the quick one proposed stands"
    assert b"Traceback" not in out + err
    if slow.returncode:
        assert (3, b"", 1) == (slow.returncode, out, err.count(b"\n")) and b"moved meanwhile" in err
    assert 0 == exp(rocket.path, *CALL).code
    assert 3 == len(proposed(rocket))
    assert 2 <= len(rocket.git("ls-tree", "-r", "--name-only", "refs/exp/runs").splitlines())
    sound(rocket)


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
    ],
)
def test_a_reader_that_goes_away_gets_no_traceback(merged: Repository, call: tuple[str, ...]):
    reading, writing = os.pipe()
    os.close(reading)
    process = start(merged.path, *call, stdin=subprocess.PIPE, stdout=writing)
    os.close(writing)
    _, err = process.communicate(
        json.dumps(one_lesson()).encode() if call == ("propose", "-") else b"", timeout=SECONDS
    )

    assert b"Traceback" not in err and b"Exception ignored" not in err and b"BrokenPipe" not in err, err
    assert 0 == process.returncode, err
    if call == ("propose", "-"):
        assert 1 == len(proposed(merged)), "what it did stands, whoever reads of it"


def test_an_interrupt_within_a_callback_of_python_itself_is_not_lost():
    # Python drops what is raised in a finaliser; here one raises as an interrupt there does.
    program = (
        "import gitexp.cli as cli\n"
        "class Callback:\n"
        "    def __del__(self):\n"
        "        raise KeyboardInterrupt\n"
        "def run(arguments):\n"
        "    Callback()\n"
        "    print('went on')\n"
        "    return 0\n"
        "cli.run = run\n"
        "cli.main()\n"
    )

    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)

    assert (130, "", "interrupted; nothing half-written\n") == (done.returncode, done.stdout, done.stderr)
