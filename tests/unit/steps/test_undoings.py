"""How far one commit undoes another: whole diffs by their blobs, then patches, then shares of lines; words last."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gitexp.records.past import FileChange, Patch, Undoing
from gitexp.steps.suspects import Suspect
from gitexp.steps.undoings import (
    believed,
    brought_back,
    by_blobs,
    by_lines,
    common,
    exact,
    made_again,
    part_of,
)

PAIR, SILENT = Suspect("back", "tried", True), Suspect("back", "tried", False)
COUNTS = st.dictionaries(st.integers(0, 6), st.integers(1, 3), max_size=5)
PATCHES = st.builds(Patch, COUNTS, COUNTS, st.sampled_from(["", "one", "two"]))
CHANGES = st.builds(
    FileChange, st.sampled_from("pq"), st.sampled_from(["", "1", "2"]), st.sampled_from(["", "1", "2"])
)


def a_patch(removed: str = "", added: str = "", identity: str = "") -> Patch:
    """Return a patch whose lines are letters."""
    gone, made = ({ord(one): text.count(one) for one in text} for text in (removed, added))
    return Patch(gone, made, identity)


def told(exactness, share=1.0, pure=1.0, *, commit="back", undone="tried", said=True, ground="lines"):
    return Undoing(commit, undone, exactness, ground, share, pure, said)


def blobs(mine, theirs, suspect=PAIR, **names):
    asked = {"back": [("back", "p")], "tried": [("tried", "q")]}
    return by_blobs([suspect], {("back", "p"): mine, ("tried", "q"): theirs}, asked, names)


def test_a_diff_turned_round_blob_by_blob_is_exact():
    tried = [FileChange("a", "1", "2"), FileChange("b", "", "3")]
    back = [FileChange("b", "3", ""), FileChange("a", "2", "1")]

    assert exact(back, tried)
    assert ([told("exact", ground="blob")], []) == blobs(back, tried)
    assert not exact(tried, tried)
    assert not exact([], [])


def test_a_mode_counts_only_where_it_changed():
    run, stop = FileChange("a", "1", "1", "644", "755"), FileChange("a", "1", "1", "755", "644")

    assert exact([stop], [run])
    assert not exact([run], [run])
    assert exact([FileChange("a", "2", "1", "755", "755")], [FileChange("a", "1", "2", "644", "644")])


def test_the_same_file_under_another_name_is_the_same_file():
    tried, back = [FileChange("old", "1", "2"), FileChange("x", "5", "6")], [FileChange("new", "2", "1")]

    assert [told("exact", ground="blob", said=False)] == blobs(
        back, tried[:1], SILENT, back="new", tried="old"
    )[0]
    assert [] == blobs(back, tried[:1], SILENT)[0]
    assert [told("part", 0.5, ground="blob", said=False)] == blobs(
        back, tried, SILENT, back="new", tried="old"
    )[0]


def test_of_one_that_nobody_names_whole_files_tell():
    tried = [FileChange("a", "1", "2"), FileChange("b", "1", "2")]
    half, more = [FileChange("a", "2", "1")], [FileChange(name, "2", "1") for name in "abcd"]

    assert ([told("part", 0.5, ground="blob", said=False)], []) == blobs(half, tried, SILENT)
    assert ([told("all_and_more", 1.0, 0.5, ground="blob", said=False)], []) == blobs(more, tried, SILENT)
    assert ([], []) == blobs([FileChange("a", "9", "1")], tried, SILENT)


def test_a_file_deleted_of_many_that_were_made_takes_nothing_back():
    made = [FileChange("a", "", "1"), FileChange("b", "", "2")]

    assert part_of([FileChange("a", "1", "")], made) == "part"
    assert ([], []) == blobs([FileChange("a", "1", "")], made, SILENT)


def test_of_one_that_is_named_lines_are_compared_where_blobs_leave_it_open():
    tried, back = [FileChange("a", "1", "2")], [FileChange("a", "7", "8")]

    assert ([], [(PAIR, ("back", "p"), ("tried", "q"))]) == blobs(back, tried)


def test_a_diff_of_very_many_files_is_not_compared_by_lines():
    many = [FileChange(f"f{number}", "1", "2") for number in range(401)]

    assert ([told("claimed", None, None, ground="message")], []) == blobs([FileChange("a", "7", "8")], many)


def test_an_empty_diff_undoes_nothing_and_a_message_is_a_claim():
    assert ([told("claimed", None, None, ground="message")], []) == blobs([], [FileChange("a", "1", "2")])
    assert ([], []) == blobs([], [FileChange("a", "1", "2")], SILENT)


def test_of_a_merge_the_parent_that_fits_counts():
    diffs = {
        ("back", "p"): [FileChange("a", "2", "1")],
        ("tried", "main"): [FileChange("b", "1", "2")],
        ("tried", "side"): [FileChange("a", "1", "2")],
    }
    asked = {"back": [("back", "p")], "tried": [("tried", "main"), ("tried", "side")]}

    assert ([told("exact", ground="blob")], []) == by_blobs([PAIR], diffs, asked, {})


@pytest.mark.parametrize(
    ("mine", "turned", "wanted"),
    [
        (a_patch("ab", "c", "id"), a_patch("xy", "z", "id"), ("exact", "patch-id", 1.0, 1.0)),
        (a_patch("ab", "c", "id"), a_patch("ab", "c", "other"), ("exact", "lines", 1.0, 1.0)),
        (a_patch("a" * 9), a_patch("a" * 10), ("all_and_more", "lines", 0.9, 1.0)),
        (a_patch("a" * 8), a_patch("a" * 10), ("part", "lines", 0.8, 1.0)),
        (a_patch("aa", "bb"), a_patch("aa"), ("all_and_more", "lines", 1.0, 0.5)),
        (a_patch("aaaa", "bbbb"), a_patch("aaaa", "cc"), ("part", "lines", 0.667, 0.5)),
        (a_patch("aa", "bbbbbb"), a_patch("aa", "cccccc"), ("claimed", "message", 0.25, 0.25)),
        (a_patch("a"), a_patch("", "a"), ("claimed", "message", 0.0, 0.0)),
        (a_patch(), a_patch(), ("claimed", "message", 0.0, 0.0)),
        (a_patch(identity="id"), a_patch(identity="id"), ("exact", "patch-id", 1.0, 1.0)),
    ],
)
def test_lines_tell_how_much_was_undone(mine, turned, wanted):
    found = by_lines(PAIR, mine, turned)

    assert wanted == (found.exactness, found.ground, found.share, found.pure)


def test_half_undone_by_who_does_not_say_so_is_chance():
    assert "claimed" == by_lines(SILENT, a_patch("aaaa", "bbbb"), a_patch("aaaa", "cc")).exactness


@given(PATCHES, PATCHES)
def test_the_two_shares_change_places_with_the_two_commits(mine, turned):
    there, back = by_lines(PAIR, mine, turned), by_lines(PAIR, turned, mine)

    assert (there.share, there.pure) == (back.pure, back.share)
    assert (there.exactness == "exact") == (back.exactness == "exact")


@given(PATCHES, PATCHES)
def test_exact_is_all_of_both_and_no_share_is_more_than_all(mine, turned):
    found = by_lines(PAIR, mine, turned)

    assert found.exactness != "exact" or (1.0, 1.0) == (found.share, found.pure)
    assert 0.0 <= (found.share or 0.0) <= 1.0 and 0.0 <= (found.pure or 0.0) <= 1.0
    assert common(mine.added, turned.added) == common(turned.added, mine.added) <= sum(mine.added.values())


@given(PATCHES)
def test_every_patch_that_has_lines_undoes_itself_turned_round(patch):
    if patch.size:
        assert "exact" == by_lines(PAIR, patch, patch).exactness
        assert 1.0 == brought_back(patch, patch)


@given(st.lists(CHANGES, max_size=4), st.lists(CHANGES, max_size=4))
def test_exact_is_symmetric_and_no_part(mine, theirs):
    assert exact(mine, theirs) == (bool(mine) and exact(theirs, mine))
    if exact(mine, theirs):
        assert part_of(mine, theirs) is None
    assert (part_of(mine, theirs) == "part") == (part_of(theirs, mine) == "all_and_more") or not (
        mine and theirs
    )


def test_what_makes_most_lines_again_undoes_the_revert():
    original, again = a_patch("a" * 5, "b" * 5), a_patch("a" * 5, "b" * 4 + "c")

    assert told("exact", undone="revert", commit="again", said=False) == made_again(
        "again", "revert", original, original
    )
    assert told("all_and_more", 0.9, 0.9, undone="revert", commit="again", said=False) == made_again(
        "again", "revert", again, original
    )
    assert "part" == made_again("again", "revert", a_patch("a" * 5, "b" * 3), original).exactness


def test_what_is_named_and_done_goes_before_what_is_only_done():
    named, alike = told("all_and_more", 0.95, 0.9), told("exact", undone="other", said=False, ground="blob")

    assert [named] == believed([alike, named], {"back"})
    assert [named] == believed([alike, named], ())


def test_what_is_only_done_goes_before_what_is_only_named():
    named, alike = told("claimed", 0.1, 0.1), told("exact", undone="other", said=False, ground="blob")

    assert [alike] == believed([named, alike], {"back"})


def test_a_claim_is_told_where_the_subject_makes_it_and_never_where_the_body_speaks_of_it():
    claim = told("claimed", 0.1, 0.1, ground="message")

    assert [claim] == believed([claim], {"back"})
    assert [] == believed([claim], ())


def test_a_part_that_only_a_body_names_must_be_half_of_it():
    small, half = told("part", 0.3, 1.0), told("part", 0.5, 1.0)

    assert ([], [half]) == (believed([small], ()), believed([half], ()))
    assert [small] == believed([small], {"back"})


def test_a_merge_undone_in_part_stays_beside_a_commit_of_it_that_is_undone_whole():
    merge, brought = told("part", 0.8, 0.9, undone="merge"), told("exact", ground="blob")

    assert [brought, merge] == believed([merge, brought], {"back"})


def test_of_silent_parts_the_largest_counts_and_small_ones_are_chance():
    small, large = (told("part", share, 1.0, undone=f"{share}", said=False) for share in (0.2, 0.6))

    assert [large] == believed([small, large], ())
    assert [] == believed([small], ())


def test_each_commit_is_judged_by_itself():
    one, other = told("exact", commit="one"), told("exact", commit="other")

    assert [one, other] == believed([one, other], ())
