"""Which commits may undo one another: named by id, title, pull request or diff, or by blobs that go back."""

from __future__ import annotations

from gitexp.records.past import Chain, Merge
from gitexp.steps.said_undone import said
from gitexp.steps.suspects import BACK, MOST_PAIRS, NEAREST, suspects
from support.chains import a_commit, a_touch

ID = a_commit(1)


def pairs(*touches, merges=(), ids=None):
    """Return who may undo whom, and whether the message names it, for touches given oldest first."""
    newest = tuple(reversed(touches))
    known = {a_commit(number): a_commit(number) for number in range(200)}
    found, _ = suspects(Chain(newest, tuple(merges)), {one.commit: said(one) for one in newest}, ids or known)
    return [(int(one.commit[:8], 16), int(one.target[:8], 16), one.said) for one in found]


def back(number: int, subject: str = "Change it", body: str = "", **more):
    """Return a touch that makes no blob of before, so that words alone point."""
    return a_touch(number, subject, body=body, **{"old": f"x{number}", "new": f"y{number}", **more})


def a_merge(number: int, *parents: int, sides=(), new="", subject="Merge branch 'x'", body=""):
    at = a_touch(number)
    told = tuple(map(a_commit, parents))
    return Merge(a_commit(number), told, at.seconds, subject, body, new, tuple(enumerate(sides)))


def test_an_id_after_a_word_of_undoing_points():
    assert [(5, 1, True)] == pairs(a_touch(0), a_touch(1), back(5, "Be calm", f"This reverts commit {ID}."))


def test_an_id_that_is_no_commit_here_points_to_nothing():
    assert [] == pairs(
        a_touch(0), back(5, "Be calm", "This reverts commit 0123456789abcdef."), ids={"x": "y"}
    )


def test_a_title_points_to_the_newest_two_of_that_title():
    tried = [a_touch(number, "Retry twice") for number in (1, 2, 3)]

    assert [(5, 3, True), (5, 2, True)] == pairs(a_touch(0), *tried, back(5, 'Revert "Retry twice"'))


def test_a_title_is_compared_without_tags_numbers_and_case():
    for title in ("[net] Retry twice", "Retry twice (#12)", "retry  twice."):
        assert [(5, 1, True)] == pairs(a_touch(0), a_touch(1, title), back(5, 'Revert "Retry twice"'))


def test_nothing_newer_is_pointed_to():
    assert [] == pairs(a_touch(0), back(5, 'Revert "Retry twice"'), a_touch(7, "Retry twice"))


def test_a_pull_request_points_to_its_squash_and_to_its_merge():
    squash = a_touch(1, "Retry twice (#12)", title="Retry twice", pull_request="12")
    reverting = back(5, 'Revert "Try harder" (#13)', "Reverts #12", pull_request="13")
    merge = a_merge(3, 2, 1, subject="Merge pull request #12 from ada/retry", body="Retry")

    assert [(5, 1, True)] == pairs(a_touch(0), squash, reverting)
    assert (5, 3, True) in pairs(a_touch(0), a_touch(1), reverting, merges=[merge])


def test_the_number_of_a_diff_points():
    tried = a_touch(1, "Retry twice", body="Differential Revision: D123456")

    assert [(5, 1, True)] == pairs(a_touch(0), tried, back(5, "Revert D123456: Other title"))


def test_a_reland_points_to_what_took_the_title_back_and_never_to_the_title():
    told = (a_touch(0), a_touch(1, "Retry twice"), back(2, 'Revert "Retry twice"'))

    for subject in ('Reland "Retry twice"', "Reland: Retry twice", "Retry twice (take 2)"):
        assert (5, 2, True) in pairs(*told, back(5, subject))
        assert (5, 1, True) not in pairs(*told, back(5, subject))


def test_a_reland_that_names_the_original_means_its_revert():
    told = (
        a_touch(0),
        a_touch(1, "Retry twice"),
        back(2, 'Revert "Retry twice"', f"This reverts commit {ID}."),
    )

    assert [(5, 2, True)] == [one for one in pairs(*told, back(5, f"Reapply {ID}")) if one[0] == 5]


def test_blobs_turned_round_point_without_a_word_to_the_nearest():
    trial = [a_touch(number, f"Try {number}", old="a", new="b") for number in range(1, 2 * NEAREST, 1)]

    found = pairs(a_touch(0, new="a"), *trial, a_touch(20, "Be calm", old="b", new="a"))

    last = len(trial)
    assert [(20, last - place, False) for place in range(NEAREST)] == found


def test_a_parent_goes_before_what_is_only_nearer():
    trial = [a_touch(number, f"Try {number}", old="a", new="b") for number in (1, 2)]
    calm = a_touch(20, "Be calm", old="b", new="a", parents=(a_commit(1),))

    assert [(20, 1, False), (20, 2, False)] == pairs(a_touch(0, new="a"), *trial, calm)


def test_commits_in_a_row_are_pointed_to_where_a_subject_says_revert_and_names_none():
    row = [a_touch(number) for number in range(1, BACK + 1)]
    calm = a_touch(20, 'Revert "the last changes"', old=f"blob{BACK}", new="blob0")

    assert [(20, number, False) for number in range(BACK, 0, -1)] == pairs(a_touch(0), *row, calm)
    longer = a_touch(20, 'Revert "the last changes"', old=f"blob{BACK + 1}", new="blob0")
    assert [] == pairs(a_touch(0), *row, a_touch(BACK + 1), longer)


def test_a_merge_whose_blobs_are_turned_round_is_pointed_to():
    merge = a_merge(3, 2, 1, sides=("a",), new="b")

    assert [(5, 3, False)] == pairs(
        a_touch(0, new="a"), a_touch(5, "Be calm", old="b", new="a"), merges=[merge]
    )


def test_who_takes_a_merge_back_takes_back_what_it_brought():
    base, one, two = a_touch(0, new="a"), a_touch(1, old="a", new="b"), a_touch(2, old="b", new="c")
    merge = a_merge(4, 3, 2, sides=("a",), new="c")
    calm = back(5, "Revert \"Merge branch 'x'\"", f"This reverts commit {a_commit(4)}.")

    assert [(5, 4, True), (5, 2, True), (5, 1, True)] == pairs(base, one, two, calm, merges=[merge])


def test_of_a_merge_of_two_changed_sides_each_side_is_a_suspect_and_what_both_had_is_none():
    base, main, side = a_touch(0, new="a"), a_touch(1, old="a", new="m"), a_touch(2, old="a", new="s")
    merge = a_merge(4, 1, 2, sides=("m", "s"), new="ms")
    calm = back(5, "Revert \"Merge branch 'x'\"", f"This reverts commit {a_commit(4)}.")

    found = pairs(base, main, side, calm, merges=[merge])

    assert (5, 4, True) == found[0]
    assert {(5, 1, True), (5, 2, True)} == set(found[1:])


def test_too_many_pairs_are_cut_and_said():
    many = [
        a_touch(number, old="a" if number % 2 else "b", new="b" if number % 2 else "a")
        for number in range(1000)
    ]
    newest = tuple(reversed(many))

    found, limits = suspects(Chain(newest), {one.commit: said(one) for one in newest}, {})

    assert MOST_PAIRS == len(found)
    [limit] = limits
    assert f"only {MOST_PAIRS} of" in limit


def test_the_number_of_a_merge_is_read_without_what_clings_to_it():
    merge = a_merge(3, 0, 2, sides=("b0", "b2"), new="b2", subject="Merge pull request #41) from x/y")
    named = pairs(a_touch(0), a_touch(2), back(5, "Revert #41"), merges=[merge])

    assert (5, 2, True) in named
