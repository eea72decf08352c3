"""A change that is about to be made: its files, hunks, counted lines and words, whatever is in it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from gitexp.adapters.git import discover
from gitexp.adapters.past_edits import MOST_WORDS, edits
from gitexp.records.past import Edit, Hunk
from support.repository import Repository, isolate

TEXT = "".join(f"line {number}\n" for number in range(1, 31))


@pytest.fixture
def there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Repository:
    isolate(monkeypatch, tmp_path)
    made = Repository.create(tmp_path / "there")
    made.commit("Lay them", {"a.py": TEXT, "b.py": TEXT.upper(), "c.bin": b"\0\1" * 20, "d.py": "alone\n"})
    return made


def staged(there: Repository) -> dict[str, Edit]:
    there.git("add", "--all", "--force")
    found = edits(discover(str(there.path)).git(), ["--cached", there.rev()])
    assert len(found) == len({edit.path for edit in found})
    return {edit.path: edit for edit in found}


def test_hunks_and_lines_are_those_of_each_file(there: Repository):
    there.write("a.py", TEXT.replace("line 3\n", "line three\nline 3b\n").replace("line 20\n", ""))
    there.write("b.py", "FIRST\n" + TEXT.upper())

    found = staged(there)

    assert ["a.py", "b.py"] == list(found)
    assert (Hunk(3, 1, 3, 2), Hunk(20, 1, 20, 0)) == found["a.py"].hunks
    assert (Hunk(0, 0, 1, 1),) == found["b.py"].hunks
    assert {hash(b"line 3"): 1, hash(b"line 20"): 1} == found["a.py"].patch.removed
    assert {hash(b"line three"): 1, hash(b"line 3b"): 1} == found["a.py"].patch.added
    assert "line three\nline 3b" == found["a.py"].words


def test_births_deaths_renames_and_binaries_are_told_apart(there: Repository):
    there.git("mv", "a.py", "moved.py")
    there.write("moved.py", TEXT.replace("line 9\n", "line nine\n"))
    (there.path / "d.py").unlink()
    there.write("new.py", "one\ntwo\n")
    there.write("c.bin", b"\0\2" * 20)

    found = staged(there)

    assert {"moved.py": "a.py", "d.py": "d.py", "new.py": "", "c.bin": "c.bin"} == {
        path: edit.old_path for path, edit in found.items()
    }
    assert "" == found["new.py"].old and "" == found["d.py"].new
    assert (Hunk(9, 1, 9, 1),) == found["moved.py"].hunks
    assert (Hunk(0, 0, 1, 2),) == found["new.py"].hunks
    assert ((), "") == (found["c.bin"].hunks, found["c.bin"].words)


def test_lines_that_look_like_a_diff_are_lines(there: Repository):
    there.write("a.py", TEXT + "diff --git a/x b/x\n@@ -1 +1 @@\n--- a\n+++ b\n")
    there.write("b.py", TEXT.upper().replace("LINE 5\n", "-- minus\n"))

    found = staged(there)

    assert (Hunk(30, 0, 31, 4),) == found["a.py"].hunks
    assert "diff --git a/x b/x\n@@ -1 +1 @@\n--- a\n+++ b" == found["a.py"].words
    assert {hash(b"-- minus"): 1} == found["b.py"].patch.added


def test_a_change_of_type_and_of_mode_shifts_nothing(there: Repository):
    (there.path / "a.py").unlink()
    (there.path / "a.py").symlink_to("d.py")
    (there.path / "b.py").chmod(0o755)
    there.write("d.py", "changed\n")
    there.git("update-index", "--add", "--cacheinfo", f"160000,{there.rev()},bb")

    found = edits_of_index(there, "a.py", "b.py", "d.py")

    assert {"a.py", "b.py", "bb", "d.py"} == set(found)
    assert () == found["b.py"].hunks
    assert {hash(b"changed"): 1} == found["d.py"].patch.added
    assert {hash(b"d.py"): 1} == found["a.py"].patch.added


def test_files_in_conflict_shift_nothing(there: Repository):
    blob = there.git("rev-parse", "HEAD:a.py")
    stages = "".join(f"100644 {blob} {stage}\ta.py\n" for stage in (1, 2, 3))
    there.git("update-index", "--index-info", stdin=f"0 {'0' * 40}\ta.py\n{stages}".encode())
    there.write("b.py", TEXT.upper() + "LAST\n")

    found = edits_of_index(there, "b.py")

    assert ["b.py"] == list(found), "what is not settled is no change yet"
    assert {hash(b"LAST"): 1} == found["b.py"].patch.added
    assert (Hunk(30, 0, 31, 1),) == found["b.py"].hunks


def test_odd_names_and_no_line_end_at_the_end(there: Repository):
    names = ["new\nline.py", 'q"uote', "-x", "\u00fc.py", os.fsdecode(b"\xff.py"), "a b"]
    for number, name in enumerate(names):
        (there.path / name).write_text(f"number {number}")

    found = staged(there)

    assert {name: f"number {number}" for number, name in enumerate(names)} == {
        path: edit.words for path, edit in found.items()
    }


def test_line_ends_count_for_nothing_in_the_lines(there: Repository):
    there.write("d.py", "alone\r\n")

    edit = staged(there)["d.py"]

    assert edit.patch.removed == edit.patch.added == {hash(b"alone"): 1}


def test_of_a_huge_addition_only_the_first_words_are_kept(there: Repository):
    there.write("huge.py", "".join(f"word {number}\n" for number in range(50_000)))

    edit = staged(there)["huge.py"]

    assert (MOST_WORDS, 50_000) == (len(edit.words), edit.patch.size)


def test_between_two_commits_the_same_is_told(there: Repository):
    first = there.rev()
    second = there.commit("Change it", {"a.py": TEXT + "more\n", "d.py": None})
    git = discover(str(there.path)).git()

    forth, back = edits(git, [first, second]), edits(git, [second, first])

    assert ["a.py", "d.py"] == [edit.path for edit in forth] == [edit.path for edit in back]
    assert [edit.patch.added for edit in forth] == [edit.patch.removed for edit in back]
    assert [] == edits(git, [first, first])


def edits_of_index(there: Repository, *paths: str) -> dict[str, Edit]:
    there.git("add", "--", *paths)
    return {edit.path: edit for edit in edits(discover(str(there.path)).git(), ["--cached", there.rev()])}
