"""Archaeology of a change before it is made: what it brings back, what it touches that must hold, and silence else."""

from __future__ import annotations

from pathlib import Path

import pytest

from support.histories import History, lines
from support.process import exp

FILE, OTHER, MOVED = "src/net/retry.py", "src/net/pump.py", "src/net/again.py"
MUST = "# The lock must not be held while it sleeps."
RETRY = [(20, "if status >= 500:"), (21, "    again()"), (22, "    again()")]
BASE, TRIED = lines((5, MUST), upto=60), lines((5, MUST), *RETRY, upto=60)
HARMLESS = lines((5, MUST), (40, "harmless"), upto=60)


class Told:
    """A history in which a change was tried and taken back."""

    def __init__(self, path: Path) -> None:
        self.history = History(path)
        self.base = self.history.commit("Lay the pump", {FILE: BASE, OTHER: lines(word="pump")})
        self.first = self.history.commit("Retry on any 5xx answer", {FILE: TRIED})
        self.back = self.history.revert(self.first, why="A POST that is sent twice orders twice.")

    def of(self, files: dict[str, str | bytes | None]):
        """Stage an edit and return what is found."""
        repository = self.history.told()
        for path, text in files.items():
            if text is None:
                (repository.path / path).unlink()
            else:
                repository.write(path, text)
        repository.git("add", "--all")
        return self.found("--staged")

    def found(self, *words: str):
        done = exp(self.history.told().path, "archaeology", *words, "--json")
        assert (0, "") == (done.code, done.plain.stderr)
        return done.json


@pytest.fixture
def told(tmp_path: Path) -> Told:
    return Told(tmp_path / "project")


def brought(found) -> list[tuple[str, int | None, str, str]]:
    """Return the place, the certainty and the first evidence of each warning that something is brought back."""
    return [
        (one["path"], one["line"], one["certainty"], one["evidence"][0]["commit"])
        for one in found["warnings"]
        if one["kind"] == "brings_back"
    ]


def test_an_edit_that_brings_back_what_was_taken_out_names_the_revert_and_the_place(told):
    found = told.of({FILE: TRIED})

    assert [(FILE, 20, "exact", told.back)] == brought(found)
    [warning] = found["warnings"]
    assert "A POST that is sent twice orders twice." in warning["text"]
    assert ("staged changes", [FILE]) == (found["what"], found["files"])


def test_an_edit_that_brings_most_of_it_back_elsewhere_is_likely(told):
    found = told.of(
        {FILE: lines((5, MUST), (30, RETRY[0][1]), (31, RETRY[1][1]), (20, ""), (21, ""), upto=60)}
    )

    [(path, line, certainty, revert)] = brought(found)
    assert (FILE, "likely", told.back) == (path, certainty, revert)
    assert 28 == line, "two lines above it are gone"


def test_an_edit_that_does_other_things_too_still_brings_it_back(told):
    found = told.of({FILE: lines((2, "another"), (5, MUST), *RETRY, (50, "third"), upto=60)})

    [(path, line, certainty, revert)] = brought(found)
    assert (FILE, "exact", told.back) == (path, certainty, revert)
    assert 20 == line, "the line of what is brought back, not of the first edit"


def test_a_harmless_edit_gives_nothing(told):
    found = told.of({FILE: HARMLESS, OTHER: lines((3, "turn"), word="pump")})

    assert [] == found["warnings"]
    assert [OTHER, FILE] == sorted(found["files"])
    assert "" == exp(told.history.told().path, "archaeology", "--staged").stdout


def test_an_edit_under_a_comment_that_commands_is_told_it(told):
    found = told.of({FILE: BASE.replace("step 6", "sleep")})

    [one] = found["warnings"]
    assert ("must", FILE, 6) == (one["kind"], one["path"], one["line"])
    assert "must not be held" in one["text"]
    assert 5 == one["evidence"][0]["line"]


def test_taking_the_comment_itself_out_is_told_too(told):
    found = told.of({FILE: BASE.replace(f"{MUST}\n", "")})

    [one] = found["warnings"]
    assert ("must", FILE) == (one["kind"], one["path"])


def test_a_change_between_two_commits_is_looked_at_from_where_it_starts(told):
    again = told.history.commit("Try harder", {FILE: TRIED})

    found = told.found("--diff", f"{told.back}..{again}")

    assert [(FILE, 20, "exact", told.back)] == brought(found)
    assert f"{told.back}..{again}" == found["what"]


def test_three_dots_start_where_the_two_parted(told):
    aside = told.history.commit("Try harder", {FILE: TRIED})
    main = told.history.commit(
        "Turn", {FILE: HARMLESS, OTHER: lines((3, "turn"), word="pump")}, on=[told.back]
    )

    three = told.found("--diff", f"{main}...{aside}")
    two = told.found("--diff", f"{main}..{aside}")

    assert ([FILE], [(FILE, 20, "exact", told.back)]) == (three["files"], brought(three))
    assert [OTHER, FILE] == sorted(two["files"])


def test_before_the_revert_the_same_edit_brings_nothing_back(told):
    found = told.found("--diff", f"{told.base}..{told.first}")

    assert [] == found["warnings"]


def test_the_revert_itself_brings_nothing_back(told):
    found = told.found("--diff", f"{told.first}..{told.back}")

    assert [] == brought(found)


def test_a_file_that_is_renamed_with_the_edit_has_the_past_of_its_old_name(told):
    found = told.of({FILE: None, MOVED: TRIED})

    assert [(MOVED, 20, "exact", told.back)] == brought(found)


def test_a_plain_rename_a_deletion_a_new_file_and_a_binary_give_nothing(told):
    history = told.history
    history.commit("Draw the pump", {"pump.png": b"\x89PNG\0\1", "gone.py": lines(word="gone")})
    found = told.of(
        {FILE: None, MOVED: BASE, "gone.py": None, "new.py": "one\ntwo\n", "pump.png": b"\x89PNG\0\2\3"}
    )

    assert [] == found["warnings"]
    assert ["gone.py", "new.py", "pump.png", MOVED] == sorted(found["files"], key=lambda p: (p == MOVED, p))


def test_a_binary_that_is_brought_back_is_known_by_its_blob(told):
    old, new = b"\x89PNG\0\1", b"\x89PNG\0\2\3"
    told.history.commit("Draw the pump", {"pump.png": old})
    larger = told.history.commit("Draw it larger", {"pump.png": new})
    back = told.history.revert(larger)

    found = told.of({"pump.png": new})

    assert [("pump.png", None, "exact", back)] == brought(found)


def test_a_new_file_that_was_taken_out_before_is_brought_back(told):
    new = told.history.commit("Lay a valve", {"valve.py": lines(word="valve")})
    back = told.history.revert(new, why="It leaks.")

    found = told.of({"valve.py": lines(word="valve")})

    assert [("valve.py", 1, "exact", back)] == brought(found)


def test_deleting_a_file_again_that_was_deleted_and_brought_back_is_told(told):
    gone = told.history.commit("Pump no more", {OTHER: None})
    back = told.history.revert(gone, why="Others need it.")

    found = told.of({OTHER: None})

    assert [OTHER] == [path for path, *_ in brought(found)]
    assert back == brought(found)[0][3]


def test_a_path_with_odd_letters_is_no_trouble(told):
    path = 'src/пу мп\t"x".py'
    told.history.told()
    repository = told.history.repository
    repository.commit("Lay an odd one", {path: BASE})
    first = repository.commit("Retry there", {path: TRIED})
    repository.git("revert", "--no-edit", first)

    found = told.of({path: TRIED})

    assert [(path, 20, "exact", repository.rev())] == brought(found)


def test_nothing_staged_is_no_fault(told):
    found = told.of({})

    assert ([], []) == (found["files"], found["warnings"])
