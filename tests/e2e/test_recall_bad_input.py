"""Recall answers whatever it is asked, and whatever became of what it stands on: what is good is served."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from e2e.story import CODE, PANEL_FILE, PANEL_PATH
from support.process import SECONDS, Finished, command, environment, exp
from support.read_only import read_only, run_bound
from support.repository import Repository

CALL = ("recall", "--file", "cabin/panel.js", "--env", "rendering=canvas")
LESSON = "Draw the whole panel again after a resize, never a part of it."
OTHER = PANEL_FILE.replace("panel-redraw-whole-5b1f0c9ad2", "panel-other-00000000aa").replace(
    LESSON, "Do the other thing."
)
OTHER_PATH = "experiences/cabin/panel-other-00000000aa.yaml"


@pytest.fixture(scope="module")
def _laid(tmp_path_factory: pytest.TempPathFactory) -> Path:
    repository = Repository.create(tmp_path_factory.mktemp("laid") / "rocket")
    repository.commit("Build the rocket", {**CODE, PANEL_PATH: PANEL_FILE})
    served(exp(repository.path, *CALL))
    return repository.path


@pytest.fixture
def rocket(_laid: Path, tmp_path: Path) -> Repository:
    """A repository with one experience, in which recall was asked before."""
    repository = Repository(Path(shutil.copytree(_laid, tmp_path / "rocket", symlinks=True)))
    repository.commits = 10
    shutil.rmtree(repository.path / ".git" / "exp" / "usage")
    return repository


@pytest.fixture(scope="module")
def shared(_laid: Path) -> Repository:
    """The same, for tests that change nothing."""
    return Repository(_laid)


def served(done: Finished, *told: str) -> None:
    """Hold that the one experience is the answer, and that stderr says these things and no more."""
    assert 0 == done.plain.code, done.both
    assert LESSON in done.stdout, done.both
    lines = done.stderr.splitlines()
    assert len(told) == len(lines), done.stderr
    for word, line in zip(told, lines, strict=True):
        assert word in line


def silent(done: Finished) -> None:
    """Hold that there is no answer, and one line that says so."""
    assert (0, "") == (done.plain.code, done.stdout), done.both
    assert done.complaint.startswith("nothing applies")


# The index


def index_of(repository: Repository) -> Path:
    return repository.path / ".git" / "exp" / "index.db"


def cut(path: Path) -> None:
    os.truncate(path, path.stat().st_size // 2)


def garbage_within(path: Path) -> None:
    with path.open("r+b") as file:
        file.seek(4096)
        file.write(b"\xa5" * (path.stat().st_size - 4096))


def garbage(path: Path) -> None:
    path.write_bytes(b"\xff" * 5000)


def a_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


def gone(path: Path) -> None:
    shutil.rmtree(path.parent)


@pytest.mark.parametrize("harm", [cut, garbage_within, garbage, a_folder, gone])
def test_a_corrupt_index_is_made_anew_without_a_word(rocket: Repository, harm: Callable[[Path], None]):
    harm(index_of(rocket))

    served(exp(rocket.path, *CALL))
    served(exp(rocket.path, *CALL))
    assert index_of(rocket).read_bytes().startswith(b"SQLite format 3\0")


def bound(cwd: Path, *args: str) -> Finished:
    done = run_bound(command(*args), cwd, environment())
    return Finished(done.returncode, done.stdout.decode(), done.stderr.decode())


@pytest.mark.parametrize("index", ["of now", "of before", "damaged", "none"])
def test_a_git_folder_that_can_only_be_read_serves_what_is_served_now(rocket: Repository, index: str):
    if index == "of before":
        rocket.commit("Learn", {OTHER_PATH: OTHER})
    elif index == "damaged":
        garbage(index_of(rocket))
    elif index == "none":
        gone(index_of(rocket))

    with read_only(rocket.path / ".git"):
        done = bound(rocket.path, *CALL)

    served(done)
    assert (index == "of before") == ("Do the other thing." in done.stdout)


FULL = (
    "import os, resource, sys; resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv.pop(1)),) * 2);"
    "from gitexp.cli import main; main()"
)


def with_room_for(size: int, cwd: Path, *args: str) -> Finished:
    """Run `exp` where no file can grow beyond a size, as on a disk that is full."""
    python = str(command()[0])
    done = subprocess.run(
        [python, "-c", FULL, str(size), *args],
        cwd=cwd,
        env=environment(),
        capture_output=True,
        timeout=SECONDS,
        check=False,
    )
    return Finished(done.returncode, done.stdout.decode(), done.stderr.decode())


@pytest.mark.parametrize("size", [0, 20_000])
@pytest.mark.parametrize("index", ["of now", "of before", "none"])
def test_a_full_disk_costs_no_answer(rocket: Repository, size: int, index: str):
    if index == "of before":
        rocket.commit("Learn", {OTHER_PATH: OTHER})
    elif index == "none":
        gone(index_of(rocket))

    done = with_room_for(size, rocket.path, *CALL)

    served(done)
    assert (index == "of before") == ("Do the other thing." in done.stdout)
    served(exp(rocket.path, *CALL))


# The question

_KIB = 1024
HUGE: dict[str, list[str]] = {
    "a hundred thousand words": [f"w{number:x}" for number in range(100_000)],
    "one megabyte in pieces": [f"{number} " * (120 * _KIB // 6) for number in range(10_000, 10_009)],
    "pages of Chinese": [
        "".join(chr(0x4E00 + (7 * at + part) % 20_000) for at in range(40 * _KIB)) for part in range(8)
    ],
}
ODD = {
    "signs alone": "!?# * \" ' ( ) NEAR AND OR NOT : ^ { } - + \\ % _ ;--",
    "emoji": "🙂👩‍💻🏳️‍🌈",
    "right to left": "\u202eשלום مرحبا\u202c",
    "invisible": "\u200b\u2060\ufeff\u00ad",
    "control characters": "\x1b[31m\x07\x08\r\n\t",
    "half of a surrogate pair": "a \udcff b \udc80",
    "blank": "   ",
}


@pytest.mark.parametrize("kind", HUGE)
def test_a_huge_question_is_read_as_far_as_anybody_would(shared: Repository, kind: str):
    done = exp(shared.path, *CALL, "--", *HUGE[kind])

    assert 0 == done.plain.code
    assert LESSON in done.stdout
    assert "(of the question the first 10,000 characters were searched)" in done.stdout


def test_of_a_huge_question_that_finds_nothing_the_same_is_told(shared: Repository):
    done = exp(shared.path, "recall", *HUGE["a hundred thousand words"])

    assert (0, "") == (done.plain.code, done.stdout)
    assert [True, True] == [
        line.startswith(("nothing applies", "of the question the first 10,000"))
        for line in done.stderr.splitlines()
    ]


LONGER = """
import sys
from gitexp.cli import run
words = ("a" * 1_000_000, "aB" * 500_000, "_" * 1_000_000, chr(0) * 1_000_000, chr(0xFDFA) * 300_000, chr(0x7968) * 300_000)
codes = [run([*sys.argv[1:], each]) for each in words]
files = (f"cabin/{'a' * 1_000_000}", "a/" * 500_000)
codes += [run(["recall", "--file", each]) for each in files]
codes.append(run(["recall", "--limit", "9" * 100_000]))
print(*codes)
"""


def test_more_than_a_command_line_takes_is_no_fault_either(shared: Repository):
    done = subprocess.run(
        [command()[0], "-c", LONGER, *CALL],
        cwd=shared.path,
        env=environment(),
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=True,
    )

    assert "0 0 0 0 0 0 2 2 2" == done.stdout.splitlines()[-1]
    assert 6 == done.stdout.count(LESSON)
    assert 2 == done.stderr.count("is longer than a path can be")
    assert 3 == len(done.stderr.splitlines())


@pytest.mark.parametrize("kind", ODD)
def test_odd_words_are_words(shared: Repository, kind: str):
    words = ODD[kind].encode("utf-8", "surrogateescape")

    served(exp(shared.path, *CALL, "--", words))
    done = exp(shared.path, *CALL, "--json", "--", words)
    assert [PANEL_PATH] == [item["path"] for item in done.plain.json["applicable"]]


@pytest.mark.parametrize("option", ["--file", "--symbol", "--env"])
def test_names_that_are_no_utf_8_are_names(shared: Repository, option: str):
    value = {"--file": b"cabin/v\xfflve.js", "--symbol": b"v\xfflve", "--env": b"k\xff=v\xff"}[option]

    served(exp(shared.path, *CALL, option, value))
    done = exp(shared.path, *CALL, option, value, "--json")
    assert [PANEL_PATH] == [item["path"] for item in done.plain.json["applicable"]]


def test_a_file_that_is_no_utf_8_is_covered_by_its_folder(shared: Repository):
    served(exp(shared.path, "recall", "--file", b"cabin/v\xff.js", "--env", "rendering=canvas"))


def test_a_file_deeper_than_one_question_to_the_index_takes_is_found(rocket: Repository):
    globs = "[deep.js, '*.odd']"
    lesson = OTHER.replace('["cabin/**"]', globs)
    rocket.commit("Learn", {OTHER_PATH: lesson})

    for name in ("deep.js", "x.odd"):
        done = exp(rocket.path, "recall", "--file", "a/" * 700 + name, "--env", "rendering=canvas")
        assert (0, "") == (done.plain.code, done.stderr)
        assert "Do the other thing." in done.stdout


def test_thousands_of_facts_files_and_symbols_are_taken(shared: Repository):
    given = [word for number in range(5_000) for word in ("--env", f"key{number}={number}")]
    served(exp(shared.path, *CALL, *given))

    names = [
        word
        for number in range(5_000)
        for word in ("--file", f"cabin/{number}.js", "--symbol", f"A.b{number}")
    ]
    done = exp(shared.path, *CALL, *names)
    served(done)
    assert len(done.stdout) < 4_000, "an answer keeps to its size, however many files are asked about"


# The store


@pytest.mark.parametrize(
    "files",
    [{}, {"experiences/CHARTER.md": ""}, {"experiences/facts.yaml": "rendering: canvas\n"}],
    ids=["none", "charter", "facts"],
)
def test_an_empty_store_is_silent(tmp_path: Path, files: dict[str, str]):
    repository = Repository.create(tmp_path / "rocket")
    silent(exp(repository.path, *CALL))

    repository.commit("Begin", {**CODE, **files})
    silent(exp(repository.path, *CALL))
    done = exp(repository.path, *CALL, "--json")
    assert ([], "none") == (done.json["applicable"], done.json["match"])


def test_without_a_repository_one_line_says_so(tmp_path: Path):
    done = exp(tmp_path, *CALL)

    assert (3, "") == (done.code, done.stdout)
    assert "not a git repository" in done.complaint


# Facts


def test_facts_that_are_no_utf_8_are_told_and_the_rest_counts(rocket: Repository, tmp_path: Path):
    given = tmp_path / "facts.env"
    given.write_bytes(b"rendering=canv\xffas\n")
    served(exp(rocket.path, *CALL, "--env", str(given)), f"not read: {given}")

    rocket.commit("Declare", {"experiences/facts.yaml": b"rendering: canv\xffas\n"})
    served(exp(rocket.path, *CALL), "not read: experiences/facts.yaml")

    with (rocket.path / ".git" / "config").open("ab") as config:
        config.write(b'[exp-fact "k\xff"]\n\tvalue = v\xff\n')
    assert LESSON in exp(rocket.path, *CALL).plain.stdout


MANIFESTS: dict[str, dict[str, str | bytes]] = {
    "requirements that name each other": {
        "requirements.txt": "-r more.txt\n",
        "more.txt": "-r requirements.txt\nhydro==1\n",
    },
    "requirements that name themselves": {"requirements.txt": "-r ./requirements.txt\n-c requirements.txt\n"},
    "a broken pyproject": {"pyproject.toml": "[project\n", "uv.lock": "\0"},
    "a broken package.json": {"package.json": '{"dependencies": ', "package-lock.json": "[]"},
    "another encoding": {"package.json": b'{"name": "\xff\xfe"}', "pyproject.toml": b"\xff\xfe"},
    "no object": {"package.json": "5", "composer.json": "null", "Cargo.toml": "package = 5\n"},
    "workspaces of itself": {
        "package.json": '{"workspaces": ["."]}',
        "Cargo.toml": '[workspace]\nmembers = ["."]\n',
    },
    "a parent of itself": {
        "pom.xml": "<project><parent><groupId>a</groupId><artifactId>a</artifactId><version>1</version>"
        "<relativePath>pom.xml</relativePath></parent><artifactId>a</artifactId></project>",
        "settings.gradle": "include ':'\napply from: 'settings.gradle'\n",
    },
    "entities without end": {
        "pom.xml": '<!DOCTYPE p [<!ENTITY a "xxxxxxxxxx"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;">]>'
        "<project><artifactId>&c;</artifactId></project>",
    },
    "nested without end": {
        "package.json": "[" * 100_000,
        "pnpm-lock.yaml": "[" * 10_000,
        "composer.lock": "{" * 100_000,
    },
    "an alias of itself": {"pnpm-lock.yaml": "a: &a [*a]\n", "pubspec.yaml": "a: &a {b: *a}\n"},
}


@pytest.mark.parametrize("kind", MANIFESTS)
def test_cyclic_and_broken_manifests_cost_themselves_alone(rocket: Repository, kind: str):
    condition = "must_not: [{text: no hydro 9, check: {dependency: hydro, version: '>=9'}}]"
    asking = PANEL_FILE.replace("preconditions:\n", f"preconditions:\n  {condition}\n")
    rocket.commit(
        "Depend",
        {**MANIFESTS[kind], PANEL_PATH: asking, "cabin/package.json": '{"dependencies": {"hydro": "1.0.0"}}'},
    )

    for _ in range(2):
        done = exp(rocket.path, *CALL, "--env", "hydro=1.0", "--all")
        assert 0 == done.plain.code, done.both
        assert LESSON in done.stdout, done.both
        assert all(line.startswith("not read: ") for line in done.stderr.splitlines()), done.stderr


def test_manifests_that_are_links_to_themselves_or_folders_are_no_fault(rocket: Repository):
    (rocket.path / "package.json").symlink_to("package.json")
    (rocket.path / "pyproject.toml").symlink_to("cabin")
    (rocket.path / "go.mod").mkdir()
    os.mkfifo(rocket.path / "Cargo.toml")

    for _ in range(2):
        done = exp(rocket.path, *CALL)
        assert 0 == done.plain.code
        assert LESSON in done.stdout


# The clock


def test_a_clock_that_goes_backwards_changes_no_answer(rocket: Repository):
    """What was done before lies in the time to come now: files, events, and the index itself."""
    lesson = PANEL_FILE.replace("status: active", "status: active\nlifecycle: {max_recalls_per_day: 2}")
    rocket.commit("Limit", {PANEL_PATH: lesson, "package.json": '{"dependencies": {"hydro": "1.0.0"}}'})
    served(exp(rocket.path, *CALL))
    days = rocket.path / ".git" / "exp" / "usage"
    [today] = days.glob("*.jsonl")
    later = (datetime.now(UTC) + timedelta(days=400)).strftime("%Y-%m-%d")
    (days / f"{later}.jsonl").write_text(today.read_text().replace(today.stem, later) * 5)
    for file in (*rocket.path.rglob("*.json"), index_of(rocket), rocket.path / "cabin" / "panel.js"):
        os.utime(file, (4_000_000_000, 4_000_000_000))

    served(exp(rocket.path, *CALL))
    done = exp(rocket.path, *CALL)
    assert "" == done.stdout and "as often today as it may" in done.stderr, (
        "the days to come do not count, today does"
    )
    assert 0 == exp(rocket.path, "stats").plain.code

    for version in ("2.0.0", "3.0.0"):
        package = rocket.write("package.json", f'{{"dependencies": {{"hydro": "{version}"}}}}')
        os.utime(package, (4_000_000_000, 4_000_000_000))
        assert version == exp(rocket.path, "facts", "--json").json["facts"]["npm:hydro"]["value"]


# The place


def test_a_clone_that_was_moved_goes_on_where_it_was(rocket: Repository, tmp_path: Path):
    exp(rocket.path, "facts", "set", "rendering=canvas")
    number = (rocket.path / ".git" / "exp" / "clone").read_text()
    before = index_of(rocket).stat().st_ino
    (tmp_path / "other").mkdir()
    moved = Repository(rocket.path.rename(tmp_path / "other" / "rocket"))

    served(exp(moved.path, "recall", "--file", "cabin/panel.js"))
    served(exp(moved.path / "cabin", "recall", "--file", "panel.js"))
    assert number == (moved.path / ".git" / "exp" / "clone").read_text()
    assert before == index_of(moved).stat().st_ino
    moved.commits = 20
    moved.commit("Learn", {OTHER_PATH: OTHER})
    assert "Do the other thing." in exp(moved.path, *CALL).stdout


def test_a_linked_work_tree_that_was_moved_goes_on_where_it_was(rocket: Repository, tmp_path: Path):
    rocket.git("worktree", "add", "-q", "-b", "work", str(tmp_path / "linked"))
    linked = Repository(tmp_path / "linked")
    linked.commits = 20
    linked.commit("Change it", {PANEL_PATH: None})
    silent(exp(linked.path, *CALL))

    linked.path.rename(tmp_path / "moved")
    silent(exp(tmp_path / "moved", *CALL))
    rocket.path.rename(tmp_path / "main")
    rocket = Repository(tmp_path / "main")
    rocket.git("worktree", "repair", str(tmp_path / "moved"))
    silent(exp(tmp_path / "moved", *CALL))
    served(exp(rocket.path, *CALL))


def test_what_was_asked_is_logged_once_however_odd_it_was(rocket: Repository):
    rocket.git("config", "exp.usageWords", "true")
    exp(
        rocket.path,
        *CALL,
        "--",
        ODD["half of a surrogate pair"].encode("utf-8", "surrogateescape"),
        ODD["control characters"],
    )

    [day] = (rocket.path / ".git" / "exp" / "usage").glob("*.jsonl")
    events = [json.loads(line) for line in day.read_text("utf-8").splitlines()]
    assert 1 == len(events)
    assert ["5b1f0c9ad2"] == events[-1]["given"]
