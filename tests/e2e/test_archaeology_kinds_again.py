"""Archaeology's right answers: what was brought in again, said or not, and how each change stands in the end."""

from __future__ import annotations

from pathlib import Path

import pytest

from support.histories import Fate, History, git_says, lines

FILE = "src/net/retry.py"
BASE = lines((10, "attempts = 1"))
TRIED = lines(*((number, f"attempt {number}") for number in range(10, 20)))
CHANGE_ID = "Change-Id: I" + "0a1b2c3d4e" * 4


@pytest.fixture
def history(tmp_path: Path) -> History:
    return History(tmp_path / "project")


def tried(history: History, message: str = "Retry twice") -> str:
    history.commit("Lay the pump", {FILE: BASE})
    return history.commit(message, {FILE: TRIED})


def test_the_revert_of_a_revert_brings_the_change_in_again(history):
    first = tried(history)
    back = history.revert(first)
    again = history.revert(back)

    fates = history.fates(FILE)

    assert Fate(reverted_by=(back,), relanded_by=(again,), state="in") == fates[first]
    assert Fate("revert", "exact", "blob", (first,), (again,), (again,), "out") == fates[back]
    assert Fate("reland", "exact", "blob", (back,)) == fates[again]


@pytest.mark.parametrize(
    "said",
    [
        'Reland "Retry twice"\n\nThe pump is mended.',
        'Reapply "Retry twice"\n\nThis reverts commit {back}.',
        'Revert^2 "Retry twice"\n\n{back}\n\nReason for revert: the pump is mended.',
        "Reland: Retry twice",
        "Re-apply {first}",
        '[net] Reland of "Retry twice"',
    ],
)
def test_a_reland_in_whatever_words_undoes_the_revert(history, said):
    first = tried(history)
    back = history.revert(first)
    history.commit("Say whose it is", {FILE: "# Acme\n" + BASE})
    again = history.commit(said.format(first=first, back=back), {FILE: "# Acme\n" + TRIED})

    fates = history.fates(FILE)

    assert Fate("reland", "exact", "patch-id", (back,)) == fates[again]
    assert ((again,), "in") == (fates[first].relanded_by, fates[first].state)
    assert ((again,), "out") == (fates[back].relanded_by, fates[back].state)


@pytest.mark.parametrize("title", ["Retry twice", "Retry twice (take 2)", "Try harder", "Retry twice (#31)"])
def test_the_inverse_of_a_revert_is_a_reland_although_nothing_says_so(history, title):
    first = tried(history)
    back = history.revert(first)
    history.commit("Lay a valve", {"valve.py": "valve\n"})
    again = history.commit(title, {FILE: TRIED})

    fates = history.fates(FILE)

    assert Fate("reland", "exact", "blob", (back,)) == fates[again]
    assert Fate(reverted_by=(back,), relanded_by=(again,), state="in") == fates[first]
    assert Fate("revert", "exact", "blob", (first,), (again,), (again,), "out") == fates[back]


@pytest.mark.parametrize(
    ("message", "second"),
    [
        ("Retry twice", "Retry twice"),
        ("Retry twice", "Retry twice (take 2)"),
        (f"Retry twice\n\n{CHANGE_ID}", f"Try harder, slowly\n\n{CHANGE_ID}"),
        ("Retry twice\n\nDifferential Revision: D123456", "Slowly\n\nDifferential Revision: D123456"),
    ],
)
def test_a_second_attempt_with_most_of_the_lines_brings_the_change_back(history, message, second):
    first = tried(history, message)
    back = history.revert(first)
    # Of the twenty lines that were taken out or put in, eighteen come back, and one is new.
    again = history.commit(second, {FILE: TRIED.replace("attempt 19", "slowly")})

    fates = history.fates(FILE)

    assert ((back,), (again,), "in") == fates[first][4:]
    assert (again,) == fates[back].relanded_by
    assert "in" == fates[again].state
    assert "reland" == fates[again].kind


def test_the_old_title_with_other_content_brings_nothing_back(history):
    first = tried(history)
    back = history.revert(first)
    other = history.commit("Retry twice", {FILE: BASE.replace("step 25", "turn = 3")})

    fates = history.fates(FILE)

    assert Fate(reverted_by=(back,), state="out") == fates[first]
    assert ((), "in") == (fates[back].relanded_by, fates[back].state)
    assert Fate() == fates[other]


def test_a_revert_of_a_revert_of_a_revert_leaves_the_change_out(history):
    first = tried(history)
    back = history.revert(first)
    again = history.revert(back)
    at_last = history.revert(again)

    fates = history.fates(FILE)

    assert ("out", "in", "out", "in") == tuple(fates[one].state for one in (first, back, again, at_last))
    assert ("change", "revert", "reland", "revert") == tuple(
        fates[one].kind for one in (first, back, again, at_last)
    )
    assert ((first,), (back,), (again,)) == tuple(fates[one].reverts for one in (back, again, at_last))
    assert (again,) == fates[first].relanded_by


def test_a_fourth_revert_leaves_the_change_in(history):
    first = tried(history)
    undone = [first]
    for _ in range(4):
        undone.append(history.revert(undone[-1]))

    fates = history.fates(FILE)

    assert ["in", "out", "in", "out", "in"] == [fates[one].state for one in undone]
    assert ["change", "revert", "reland", "revert", "reland"] == [fates[one].kind for one in undone]


def test_reverted_relanded_and_reverted_again_is_out_and_each_attempt_has_its_revert(history):
    first = tried(history)
    back = history.revert(first)
    again = history.commit("Retry twice (take 2)", {FILE: TRIED})
    at_last = history.revert(again, git_says("Retry twice (take 2)", again))

    fates = history.fates(FILE)

    assert ((first,), (back,), (again,)) == tuple(fates[one].reverts for one in (back, again, at_last))
    assert ("revert", "reland", "revert") == tuple(fates[one].kind for one in (back, again, at_last))
    assert ("out", "out", "in") == tuple(fates[one].state for one in (first, again, at_last))
    assert (at_last,) == fates[again].reverted_by


def test_reverted_twice_in_silence_names_the_nearest_of_two_attempts(history):
    first = tried(history)
    back = history.commit("Be kind to the pump", {FILE: BASE})
    again = history.commit("Press on", {FILE: TRIED})
    at_last = history.commit("Be kind, really", {FILE: BASE})

    fates = history.fates(FILE)

    assert ((first,), (back,), (again,)) == tuple(fates[one].reverts for one in (back, again, at_last))
    assert ("out", "in") == (fates[first].state, fates[at_last].state)


def test_a_partial_reland_says_that_it_is_a_part(history):
    first = tried(history)
    back = history.revert(first)
    half = lines((10, "attempts = 1"), *((number, f"attempt {number}") for number in range(11, 14)))
    again = history.commit(git_says(f'Revert "{"Retry twice"}"', back), {FILE: half})

    fates = history.fates(FILE)

    assert "part" == fates[again].exactness
    assert (back,) == fates[again].reverts
    assert "out" == fates[first].state
