"""Ideas: changes that belong together, what they are called, and whether the idea is in today."""

from __future__ import annotations

from gitexp.steps.ideas import Idea, ideas
from support.chains import a_change, a_commit


def change(number: int, subject: str = "Retry twice", kind="change", *, reverts=(), by=(), again=(), **more):
    told = {"reverts": reverts, "reverted_by": by, "relanded_by": again}
    return a_change(
        number, subject, kind=kind, **{name: tuple(map(a_commit, one)) for name, one in told.items()}, **more
    )


def of(*changes, **titles: str) -> list[Idea]:
    named = {a_commit(int(name.removeprefix("c"))): title for name, title in titles.items()}
    return ideas(sorted(changes, key=lambda one: -one.touch.seconds), named)


def numbers(idea: Idea) -> list[int]:
    return [int(one.commit[:8], 16) for one in idea.changes]


TRIED = change(1, by=[2], again=[3], state="in")
BACK = change(2, 'Revert "Retry twice"', "revert", reverts=[1], by=[3], state="out", reason="It leaks.")
AGAIN = change(3, 'Reland "Retry twice"', "reland", reverts=[2])


def test_a_change_its_revert_and_its_reland_are_one_idea():
    [one] = of(TRIED, BACK, AGAIN)

    assert ([1, 2, 3], "Retry twice", "in") == (numbers(one), one.title, one.state)
    assert (2, 3, 2) == tuple(int(c.commit[:8], 16) for c in (one.taken_back[0], one.last, one.reason))


def test_changes_that_have_nothing_to_do_with_one_another_are_ideas_each():
    assert [[2], [1]] == [numbers(one) for one in of(change(1), change(2, "Wait"))]


def test_a_partial_revert_does_not_join_what_it_takes_from():
    part = change(4, "Retry, gently", "partial_revert", reverts=[1])

    assert [[4], [1]] == [numbers(one) for one in of(change(1), part)]


def test_the_title_has_no_number_and_the_state_is_the_first_attempts():
    tried = change(1, "Retry twice (#12)", by=[2], state="out")

    [one] = of(tried, change(2, 'Revert "Retry twice (#12)"', "revert", reverts=[1]))

    assert ("Retry twice", "out") == (one.title, one.state)


def test_a_revert_of_a_merge_has_the_title_of_the_merge_and_the_idea_is_out():
    back = change(5, "Revert \"Merge branch 'x'\"", "revert", reverts=[4], exactness="exact")

    [one] = of(back, c4="Try harder")

    assert ("Try harder", "out", ("Try harder",)) == (one.title, one.state, one.others)


def test_a_revert_of_what_is_not_known_is_unknown_and_two_of_one_title_are_one_idea():
    back, again = (change(number, 'Revert "Retry twice"', "revert", exactness="claimed") for number in (5, 7))

    [one] = of(back, again)

    assert ([5, 7], "retry twice", "unknown") == (numbers(one), one.title, one.state)


def test_names_of_commits_that_nothing_speaks_of_are_left_out():
    [one] = of(change(1), c9="Elsewhere")

    assert () == one.others


def test_a_long_chain_of_reverts_is_one_idea():
    chain = [change(1)]
    chain += [
        change(number, "Turn", "revert" if number % 2 == 0 else "reland", reverts=[number - 1])
        for number in range(2, 1500)
    ]

    [one] = of(*chain)

    assert list(range(1, 1500)) == numbers(one)


def test_the_newest_reason_counts():
    later = change(4, 'Revert "Retry twice"', "revert", reverts=[3], reason="It leaks still.")
    silent = change(6, 'Revert "Retry twice"', "revert", reverts=[5])

    [one] = of(TRIED, BACK, AGAIN, later, change(5, "Retry", "reland", reverts=[4]), silent)

    assert "It leaks still." == one.reason.reason
