"""Which commits touched some lines, and who wrote the lines that live: read off real git."""

from __future__ import annotations

from pathlib import Path

import pytest

from gitexp.adapters.blame_git import blame
from gitexp.adapters.git import Git, discover
from gitexp.adapters.past_lines import runs, touching
from gitexp.errors import UsageError
from gitexp.records.archaeology import Living
from gitexp.records.past import Place
from support.repository import Repository, isolate

TEXT = "".join(f"line {number}\n" for number in range(1, 11))
ZOE = ("Zoe \u00d6zil", "zoe@example.org")


@pytest.fixture
def there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Repository:
    isolate(monkeypatch, tmp_path)
    return Repository.create(tmp_path / "there")


def git_of(repository: Repository) -> Git:
    return discover(str(repository.path)).git()


def touched(there: Repository, path: str, first: int, last: int) -> list[str]:
    return [head.commit for head in touching(git_of(there), there.rev(), Place(path, first, last))]


def test_only_what_touched_the_lines_is_told_newest_first(there: Repository):
    laid = there.commit("Lay it", {"a.py": TEXT})
    third = there.commit("Third", {"a.py": TEXT.replace("line 3\n", "line three\n")})
    there.commit("Ninth", {"a.py": TEXT.replace("line 3\n", "line three\n").replace("line 9\n", "nine\n")})

    assert [third, laid] == touched(there, "a.py", 2, 4)
    assert [laid] == touched(there, "a.py", 5, 7)


def test_lines_are_followed_through_renames_with_and_without_changes(there: Repository):
    laid = there.commit("Lay it", {"a.py": TEXT})
    there.git("mv", "a.py", "b.py")
    there.commit("Rename it")
    there.git("mv", "b.py", "c.py")
    both = there.commit("Rename and change", {"c.py": TEXT.replace("line 3\n", "line three\n")})

    assert [both, laid] == touched(there, "c.py", 3, 3)


@pytest.mark.parametrize("name", [":x", "-x", "*", "a:b", "a,b", 'q"', "ü.py"])
def test_odd_names_are_names(there: Repository, name: str):
    laid = there.commit("Lay it", {name: TEXT, "other": TEXT})

    assert [laid] == touched(there, name, 3, 3)


def test_a_line_past_the_end_is_said_with_how_many_there_are(there: Repository):
    there.commit("Lay it", {"a.py": TEXT})

    with pytest.raises(UsageError, match=r"a\.py:11: the file has only 10 lines at this revision"):
        touched(there, "a.py", 11, 11)


def test_the_living_lines_are_runs_in_the_order_of_the_file(there: Repository):
    laid = there.commit("Lay it", {"a.py": TEXT})
    third = there.commit("Third", {"a.py": TEXT.replace("line 3\n", "line three\n")}, author=ZOE)
    out = blame(git_of(there), there.rev(), "a.py", [], "-w").out

    ada, zoe = "2024-01-01T12:00:00+00:00", "2024-01-02T12:00:00+00:00"
    assert [
        Living(1, 2, laid, "Ada Author", ada, True),
        Living(3, 1, third, "Zoe \u00d6zil", zoe),
        Living(4, 7, laid, "Ada Author", ada, True),
    ] == runs(out, {laid})


def test_what_no_calendar_has_is_no_day(there: Repository):
    commit = "a" * 40
    out = f"{commit} 1 1 2\nauthor Eve\nauthor-time 99999999999999999\nsummary {'b' * 40} 1 2 3\nfilename a.py\n"

    assert [Living(1, 2, commit, "Eve", "")] == runs(out.encode(), ())


def test_a_subject_that_looks_like_a_run_of_lines_is_a_subject(there: Repository):
    subject = f"{'a' * 40} 1 1 9"
    laid = there.commit(subject, {"a.py": TEXT}, author=("author-time 5", "eve@example.org"))
    out = blame(git_of(there), there.rev(), "a.py", []).out

    [run] = runs(out, ())

    assert (1, 10, laid, "author-time 5") == (run.first, run.count, run.commit, run.author)


def test_nothing_told_is_no_line(there: Repository):
    assert [] == runs(b"", ())
    assert [] == runs(b"nonsense\n\xff\xfe\n", ())
