"""Archaeology's right answers for what can become of a file: renamed, added, deleted, binary, with other line ends."""

from __future__ import annotations

from pathlib import Path

import pytest

from support.histories import Fate, History, git_says, lines

FILE, MOVED, OTHER = "src/retry.py", "src/net/retry.py", "src/pump.py"
BASE, TRIED = lines(), lines((10, "attempts = 2"), (11, ""))


@pytest.fixture
def history(tmp_path: Path) -> History:
    return History(tmp_path / "project")


def out(*by: str) -> Fate:
    return Fate(reverted_by=by, state="out")


def test_a_revert_across_a_rename_is_exact_by_its_blobs(history):
    history.commit("Lay the pump", {FILE: BASE})
    first = history.commit("Retry twice", {FILE: TRIED})
    move = history.commit("Move it", {FILE: None, MOVED: TRIED})
    back = history.commit(git_says("Retry twice", first), {MOVED: BASE})

    fates = history.fates(MOVED)

    assert Fate("move") == fates[move]
    assert out(back) == fates[first]
    assert Fate("revert", "exact", "blob", (first,)) == fates[back]


def test_a_revert_across_a_rename_that_changed_lines_is_exact_by_its_lines(history):
    history.commit("Lay the pump", {FILE: BASE})
    first = history.commit("Retry twice", {FILE: TRIED})
    rename = history.commit("Move it", {FILE: None, MOVED: "# Acme\n" + TRIED})
    back = history.commit(git_says("Retry twice", first), {MOVED: "# Acme\n" + BASE})

    fates = history.fates(MOVED)

    assert Fate("rename") == fates[rename]
    assert out(back) == fates[first]
    assert Fate("revert", "exact", "lines", (first,)) == fates[back]


def test_a_silent_revert_across_a_rename_is_known_by_its_blobs(history):
    history.commit("Lay the pump", {FILE: BASE})
    first = history.commit("Retry twice", {FILE: TRIED})
    history.commit("Move it", {FILE: None, MOVED: TRIED})
    back = history.commit("Be kind to the pump", {MOVED: BASE})

    fates = history.fates(MOVED)

    assert ("revert", "exact") == fates[back][:2]
    assert (first,) == fates[back].reverts
    assert out(back) == fates[first]


def test_a_rename_taken_back_is_a_revert(history):
    history.commit("Lay the pump", {FILE: BASE})
    move = history.commit("Move it", {FILE: None, MOVED: BASE})
    back = history.revert(move)

    fates = history.fates(FILE)

    assert ("exact", "blob", (move,)) == fates[back][1:4]
    assert ("revert", "out") == (fates[back].kind, fates[move].state)


def test_a_new_file_taken_back_is_out_and_has_its_history(history):
    history.commit("Lay the pump", {OTHER: "pump\n"})
    first = history.commit("Retry twice", {FILE: TRIED})
    back = history.revert(first)

    fates = history.fates(FILE)

    assert {first: out(back), back: Fate("revert", "exact", "blob", (first,))} == fates
    assert history.asked(FILE)["exists"] is False


def test_a_deletion_taken_back_brings_the_file_back(history):
    history.commit("Lay the pump", {FILE: BASE, OTHER: "pump\n"})
    history.commit("Retry twice", {FILE: TRIED})
    gone = history.commit("Retry no more", {FILE: None})
    back = history.revert(gone)

    fates = history.fates(FILE)

    assert (out(back), Fate("revert", "exact", "blob", (gone,))) == (fates[gone], fates[back])


def test_a_binary_file_taken_back_is_exact(history):
    picture = b"\x89PNG\0\1\2" * 40
    history.commit("Draw the pump", {"pump.png": picture})
    first = history.commit("Draw it larger", {"pump.png": picture + b"\0larger"})
    back = history.revert(first)

    fates = history.fates("pump.png")

    assert (out(back), Fate("revert", "exact", "blob", (first,))) == (fates[first], fates[back])


def test_a_binary_file_beside_moved_lines_is_compared_by_its_blobs(history):
    picture = b"\x89PNG\0\1\2" * 40
    history.commit("Lay the pump", {FILE: BASE, "pump.png": picture})
    first = history.commit("Retry twice", {FILE: TRIED, "pump.png": picture + b"\0"})
    history.commit("Say whose it is", {FILE: "# Acme\n" + TRIED})
    back = history.commit(git_says("Retry twice", first), {FILE: "# Acme\n" + BASE, "pump.png": picture})

    fates = history.fates(FILE)

    assert (out(back), Fate("revert", "exact", "patch-id", (first,))) == (fates[first], fates[back])


def test_other_line_ends_make_no_difference(history):
    history.commit("Lay the pump", {FILE: BASE})
    first = history.commit("Retry twice", {FILE: TRIED})
    history.commit("Write it for Windows", {FILE: TRIED.replace("\n", "\r\n")})
    back = history.commit(git_says("Retry twice", first), {FILE: BASE.replace("\n", "\r\n")})

    fates = history.fates(FILE)

    assert (out(back), Fate("revert", "exact", "patch-id", (first,))) == (fates[first], fates[back])


def test_line_ends_changed_and_changed_back_are_taken_back(history):
    history.commit("Lay the pump", {FILE: BASE})
    first = history.commit("Write it for Windows", {FILE: BASE.replace("\n", "\r\n")})
    back = history.revert(first)

    fates = history.fates(FILE)

    assert (out(back), Fate("revert", "exact", "blob", (first,))) == (fates[first], fates[back])


def test_an_empty_file_may_come_and_go(history):
    history.commit("Lay the pump", {OTHER: "pump\n"})
    first = history.commit("Make it a package", {"src/__init__.py": ""})
    back = history.revert(first)

    fates = history.fates("src/__init__.py")

    assert {first: out(back), back: Fate("revert", "exact", "blob", (first,))} == fates


def test_a_mode_changed_and_changed_back_is_no_matter_of_lines(history):
    history.commit("Lay the pump", {FILE: BASE, OTHER: "pump\n"})
    first = history.commit("Make it run", {FILE: BASE}, modes={FILE: "100755"})
    back = history.commit(git_says("Make it run", first), {FILE: BASE}, modes={FILE: "100644"})

    fates = history.fates(FILE)

    assert (out(back), Fate("revert", "exact", "blob", (first,))) == (fates[first], fates[back])


def test_two_files_taken_back_in_two_commits_are_two_parts(history):
    history.commit("Lay the pump", {FILE: BASE, OTHER: lines(word="pump")})
    first = history.commit("Retry twice", {FILE: TRIED, OTHER: lines((2, "retry"), word="pump")})
    one = history.commit('Revert part of "Retry twice"', {FILE: BASE})
    other = history.commit('Revert the rest of "Retry twice"', {OTHER: lines(word="pump")})

    fates = history.fates(FILE)

    assert ("partial_revert", "part", "blob", (first,)) == fates[one][:4]
    assert other not in fates
    assert "in" == fates[first].state
