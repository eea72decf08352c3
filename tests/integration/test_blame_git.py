"""Blame passes over what the tree's list says, and over what no configuration says."""

from __future__ import annotations

from pathlib import Path

import pytest

from gitexp.adapters.blame_git import blame, ignored_commits
from gitexp.adapters.git import Git, discover
from gitexp.adapters.past_lines import runs
from support.repository import Repository, isolate

LIST = ".git-blame-ignore-revs"
TEXT = "".join(f"line {number} = 1\n" for number in range(1, 11))


@pytest.fixture
def there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Repository:
    isolate(monkeypatch, tmp_path)
    return Repository.create(tmp_path / "there")


def git_of(repository: Repository) -> Git:
    return discover(str(repository.path)).git()


def lines_by(there: Repository, ignored: list[bytes], *options: str) -> dict[str, int]:
    outcome = blame(git_of(there), there.rev(), "a.py", ignored, *options)
    assert 0 == outcome.status, outcome.words
    found: dict[str, int] = {}
    for run in runs(outcome.out, ()):
        found[run.commit] = found.get(run.commit, 0) + run.count
    return found


def test_the_list_is_read_at_the_revision_with_its_comments(there: Repository):
    one, two, three = "1" * 40, "2" * 40, "3" * 64
    text = f"# a comment {'4' * 40}\n{one}\n  {two}  # why\n{three}\n\nnonsense\n{'5' * 41}\n{'6' * 39}\n"
    first = there.commit("Without", {"a.py": TEXT})
    second = there.commit("With", {LIST: text})
    there.write(LIST, "7" * 40)

    assert [] == ignored_commits(git_of(there), first)
    assert [one.encode(), two.encode(), three.encode()] == ignored_commits(git_of(there), second)


def test_ignored_commits_are_passed_over(there: Repository):
    laid = there.commit("Lay it", {"a.py": TEXT})
    loud = there.commit("Shout", {"a.py": TEXT.upper()})

    assert {loud: 10} == lines_by(there, [])
    assert {laid: 10} == lines_by(there, [loud.encode()])
    assert {loud: 10} == lines_by(there, [b"0" * 39 + b"1"]), "what names no commit is passed over itself"


def test_a_list_that_is_configured_and_missing_or_there_counts_for_nothing(there: Repository, tmp_path: Path):
    there.commit("Lay it", {"a.py": TEXT})
    loud = there.commit("Shout", {"a.py": TEXT.upper()})
    (tmp_path / "revs").write_text(f"{loud}\n")

    for name in ("/nowhere", str(tmp_path / "revs")):
        there.git("config", "--add", "blame.ignoreRevsFile", name)
        assert {loud: 10} == lines_by(there, [])
        assert {loud: 10} == lines_by(there, [b"1" * 40])


def test_some_lines_and_white_space_are_asked_for_by_options(there: Repository):
    laid = there.commit("Lay it", {"a.py": TEXT})
    spaced = there.commit("Space it", {"a.py": TEXT.replace(" = ", "  =  ")})

    assert {spaced: 10} == lines_by(there, [])
    assert {laid: 10} == lines_by(there, [], "-w")
    assert {laid: 3} == lines_by(there, [], "-w", "-L4,6")


def test_what_can_not_be_blamed_is_told_by_the_status(there: Repository):
    there.commit("Lay it", {"a.py": TEXT})

    outcome = blame(git_of(there), there.rev(), "nothing.py", [])

    assert (128, b"") == (outcome.status, outcome.out)
    assert "nothing.py" in outcome.words
