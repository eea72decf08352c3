"""The chain of a file across its names, held against git's own answers: --follow, and which paths each commit touched."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from gitexp.adapters.git import discover
from gitexp.adapters.past_git import GitPast
from gitexp.records.past import Chain, Place
from support.histories import History, lines
from support.repository import Repository, isolate

ONE, TWO, THREE = "one.py", "src/two.py", "src/net/three.py"


@pytest.fixture(autouse=True)
def alone(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    isolate(monkeypatch, tmp_path)


@pytest.fixture
def history(tmp_path: Path) -> History:
    return History(tmp_path / "project")


def chain(history: History, path: str) -> Chain:
    layout = discover(str(history.told().path))
    git = layout.git()
    return GitPast(git, layout, history.repository.rev()).chain(Place(path))


def follow(repository: Repository, path: str) -> set[str]:
    """Return the commits that git's own --follow lists; it shows no merges."""
    return set(repository.git("log", "--follow", "--no-merges", "--format=%H", "--", path).split())


def touched(repository: Repository, commit: str) -> set[str]:
    """Return the paths that a commit touched, by git's plumbing, without renames."""
    how = ("diff-tree", "-r", "--root", "--no-commit-id", "--name-only", "--no-renames", "-z")
    return set(repository.git(*how, commit).rstrip("\0").split("\0"))


def holds(found: Chain, repository: Repository, path: str) -> None:
    """Every commit of the chain touched the path under the name it then had; all of git's --follow are there."""
    for touch in found.touches:
        assert touch.path in touched(repository, touch.commit), touch
        assert touch.path in found.names
    assert follow(repository, path) <= {touch.commit for touch in found.touches}
    assert len(found.touches) == len({touch.commit for touch in found.touches})


def test_two_renames_in_a_row_are_followed(history):
    lay = history.commit("Lay it", {ONE: lines()})
    change = history.commit("Change it", {ONE: lines((3, "changed"))})
    first = history.commit("Rename it", {ONE: None, TWO: lines((3, "changed"), (4, "too"))})
    again = history.commit("Change it again", {TWO: lines((3, "changed"), (9, "again"))})
    second = history.commit("Move it", {TWO: None, THREE: lines((3, "changed"), (9, "again"))})

    found = chain(history, THREE)

    assert [second, again, first, change, lay] == [touch.commit for touch in found.touches]
    assert [THREE, TWO, TWO, ONE, ONE] == [touch.path for touch in found.touches]
    assert (THREE, TWO, ONE) == found.names
    from_names = {touch.commit: (touch.renamed_from, touch.similarity) for touch in found.touches}
    assert (TWO, 100) == from_names[second]
    assert ONE == from_names[first][0] and 50 <= (from_names[first][1] or 0) < 100
    holds(found, history.repository, THREE)


def test_a_rename_there_and_back_keeps_one_chain(history):
    lay = history.commit("Lay it", {ONE: lines()})
    away = history.commit("Move it away", {ONE: None, TWO: lines()})
    change = history.commit("Change it", {TWO: lines((3, "changed"))})
    back = history.commit("Move it back", {TWO: None, ONE: lines((3, "changed"))})

    found = chain(history, ONE)

    assert [back, change, away, lay] == [touch.commit for touch in found.touches]
    assert [TWO, None, ONE, None] == [touch.renamed_from for touch in found.touches]
    holds(found, history.repository, ONE)


def test_a_name_that_another_file_got_later_is_not_followed(history):
    lay = history.commit("Lay it", {ONE: lines()})
    move = history.commit("Move it", {ONE: None, TWO: lines()})
    other = history.commit("Lay another under the old name", {ONE: lines(word="other")})
    touches_other = history.commit("Change the other", {ONE: lines((2, "changed"), word="other")})
    change = history.commit("Change it", {TWO: lines((3, "changed"))})

    found = chain(history, TWO)

    assert [change, move, lay] == [touch.commit for touch in found.touches]
    assert [touches_other, other] == [touch.commit for touch in chain(history, ONE).touches][:2]
    holds(found, history.repository, TWO)


def test_a_file_that_took_a_given_up_name_has_not_the_past_of_the_one_before(history):
    lay = history.commit("Lay it", {ONE: lines()})
    history.commit("Move it", {ONE: None, TWO: lines()})
    other = history.commit("Lay another under the old name", {ONE: lines(word="other")})

    found = chain(history, ONE)

    commits = [touch.commit for touch in found.touches]
    assert other == commits[0]
    assert lay in commits, "what touched the path is told, whatever lay there"
    holds(found, history.repository, ONE)


def test_a_branch_that_still_used_the_old_name_is_in_the_chain(history):
    lay = history.commit("Lay it", {ONE: lines()})
    aside = history.commit("Change it on a branch", {ONE: lines((25, "aside"))}, on=[lay])
    move = history.commit("Move it", {ONE: None, TWO: lines()}, on=[lay])
    merge = history.commit("Merge", {TWO: lines((25, "aside"))}, on=[move, aside])
    last = history.commit("Change it", {TWO: lines((25, "aside"), (3, "changed"))})

    found = chain(history, TWO)

    assert {last, move, aside, lay} == {touch.commit for touch in found.touches}
    assert ONE == next(touch.path for touch in found.touches if touch.commit == aside)
    assert [merge] == list(dict.fromkeys(one.commit for one in found.merges))
    holds(found, history.repository, TWO)


def test_a_branch_that_used_the_old_name_after_the_rename_is_in_the_chain(history):
    lay = history.commit("Lay it", {ONE: lines()})
    move = history.commit("Move it", {ONE: None, TWO: lines()}, on=[lay])
    late = history.commit("Change it, late", {ONE: lines((25, "late"))}, on=[lay])
    history.commit("Merge", {TWO: lines((25, "late"))}, on=[move, late])

    found = chain(history, TWO)

    assert {move, late, lay} == {touch.commit for touch in found.touches}
    holds(found, history.repository, TWO)


def test_a_rename_made_in_a_merge_is_followed(history):
    lay = history.commit("Lay it", {ONE: lines(), "b": "b\n"})
    aside = history.commit("Change it on a branch", {ONE: lines((25, "aside"))}, on=[lay])
    main = history.commit("Change b", {"b": "c\n"}, on=[lay])
    history.commit("Merge, and move it", {ONE: None, TWO: lines((25, "aside"))}, on=[main, aside])
    last = history.commit("Change it", {TWO: lines((25, "aside"), (3, "changed"))})

    found = chain(history, TWO)

    assert {last, aside, lay} == {touch.commit for touch in found.touches}
    assert (TWO, ONE) == found.names
    holds(found, history.repository, TWO)


def test_two_branches_that_renamed_it_differently_are_both_followed(history):
    lay = history.commit("Lay it", {ONE: lines()})
    left = history.commit("Call it two", {ONE: None, TWO: lines((5, "left"))}, on=[lay])
    right = history.commit("Call it three", {ONE: None, THREE: lines((25, "right"))}, on=[lay])
    both = lines((5, "left"), (25, "right"))
    history.commit("Merge: it is two", {TWO: both}, on=[left, right])
    last = history.commit("Change it", {TWO: both.replace("step 9", "changed")})

    found = chain(history, TWO)

    assert {last, left, lay} <= {touch.commit for touch in found.touches}
    holds(found, history.repository, TWO)


def test_a_side_branch_that_never_survived_is_in_the_chain(history):
    lay = history.commit("Lay it", {ONE: lines()})
    tried = history.commit("Try", {ONE: lines((25, "tried"))}, on=[lay])
    main = history.commit("Change it", {ONE: lines((3, "changed"))}, on=[lay])
    merge = history.commit("Merge, ours", on=[main, tried])

    found = chain(history, ONE)

    assert {lay, tried, main} == {touch.commit for touch in found.touches}
    assert [merge] == [one.commit for one in found.merges]
    holds(found, history.repository, ONE)


def test_a_deleted_file_has_its_history_up_to_the_deletion_and_its_new_name(history):
    lay = history.commit("Lay it", {ONE: lines()})
    move = history.commit("Move it", {ONE: None, TWO: lines()})
    history.commit("Change it", {TWO: lines((3, "changed"))})

    found = chain(history, ONE)

    assert [move, lay] == [touch.commit for touch in found.touches]
    assert ((TWO,), "") == (found.moved_to, found.blob)


def test_a_file_copied_from_one_that_lives_on_has_its_past_up_to_the_copy(history):
    lay = history.commit("Lay it", {ONE: lines()})
    copy = history.commit("Copy it", {ONE: lines((2, "left")), TWO: lines()})
    original = history.commit("Change the original", {ONE: lines((3, "original"))})
    last = history.commit("Change the copy", {TWO: lines((9, "copy"))})

    found = chain(history, TWO)

    assert [last, copy, lay] == [touch.commit for touch in found.touches]
    assert original not in {touch.commit for touch in found.touches}


@pytest.mark.parametrize("seed", range(6))
def test_random_histories_hold_all_that_follow_lists_and_touch_the_path(history, seed):
    dice = random.Random(seed)
    names = [ONE, TWO, THREE]
    at, text = ONE, lines(upto=60)
    last = history.commit("Lay it", {at: text, "b": "0\n"})
    for number in range(30):
        what = dice.choice(["change", "change", "rename", "both", "other", "branch"])
        new = dice.choice([name for name in names if name != at])
        changed = text.replace(f"step {dice.randint(1, 60)}\n", f"changed {number}\n")
        if what == "change" and changed != text:
            last, text = history.commit("Change it", {at: changed}), changed
        elif what == "rename":
            last, at = history.commit("Move it", {at: None, new: text}), new
        elif what == "both":
            last, at, text = history.commit("Rename it", {at: None, new: changed}), new, changed
        elif what == "other":
            last = history.commit("Another", {"b": f"{number}\n"})
        elif what == "branch":
            aside = history.commit("Aside", {"b": f"aside {number}\n"}, on=[last])
            main = history.commit("Main", {at: changed + f"{number}\n"}, on=[last])
            text = changed + f"{number}\n"
            last = history.commit("Merge", {"b": f"aside {number}\n"}, on=[main, aside])

    found = chain(history, at)

    holds(found, history.repository, at)
