"""Whom to ask about a place."""

from __future__ import annotations

from gitexp.records.archaeology import Living, Owner
from gitexp.steps.owners import moment, owners
from support.chains import a_change, a_commit


def lines(author, count, at="2024-01-05T12:00:00+00:00", **more):
    return Living(1, count, a_commit(1), author, at, **more)


def by(author, number, **more):
    return a_change(number, author=author, email=f"{author}@example.org", **more)


def names(found):
    return [one.name for one in found]


def test_who_wrote_the_living_lines_comes_first():
    found = owners([lines("ada", 90), lines("bob", 10)], [by("bob", 9), by("ada", 5)])

    assert ("ada", 90, 1) == (found[0].name, found[0].lines, found[0].changes)
    assert ["ada", "bob"] == names(found)


def test_runs_of_one_author_are_added_up_and_the_latest_date_counts():
    found = owners([lines("ada", 3), lines("ada", 4, "2024-03-01T00:00:00+00:00")], [by("ada", 5)])

    assert (Owner("ada", 7, 1, "2024-03-01T00:00:00+00:00"),) == found


def test_who_was_here_last_is_always_among_them():
    living = [lines(name, 100) for name in "abcde"]
    changes = [by("last", 500), *(by(name, number) for number, name in enumerate("abcde" * 4, 1))]

    assert ["e", "d", "c", "last"] == names(owners(living, changes))


def test_one_who_only_came_by_lately_does_not_stand_before_who_wrote_it():
    changes = [by("new", 900), *(by("ada", number) for number in range(20, 1, -1))]

    assert ["ada", "new"] == names(owners([lines("ada", 300), lines("new", 1)], changes))


def test_what_is_long_ago_counts_less():
    long_ago, lately = "2012-01-01T00:00:00+00:00", "2024-01-01T00:00:00+00:00"

    assert ["new", "old"] == names(owners([lines("old", 60, long_ago), lines("new", 40, lately)], []))


def test_without_blame_the_changes_decide():
    found = owners([], [by("bob", 9), by("ada", 8), by("ada", 7), by("ada", 6)])

    assert [("ada", 0, 3), ("bob", 0, 1)] == [(one.name, one.lines, one.changes) for one in found]


def test_machines_and_reformatting_are_nobody_to_ask():
    living = [
        lines("dependabot[bot]", 50),
        lines("Claude", 50),
        lines("ada", 1),
        lines("Not Committed Yet", 9),
    ]
    changes = [
        by("dependabot[bot]", 9),
        by("svc", 8, bot=True),
        by("carl", 7, kind="reformat"),
        by("Claude", 6),
        by("ada", 5),
    ]

    assert ["ada"] == names(owners(living, changes))


def test_lines_at_which_a_shallow_history_ends_speak_for_nobody():
    assert ["ada"] == names(owners([lines("bob", 99, boundary=True), lines("ada", 1)], []))


def test_nobody_known_gives_nobody():
    assert () == owners([], [])
    assert () == owners([lines("ada", 1)], [], 0)


def test_the_order_is_the_same_whatever_order_lines_come_in():
    living = [lines("ada", 5), lines("bob", 5), lines("eve", 5)]

    assert owners(living, []) == owners(living[::-1], [])


def test_a_date_that_can_not_be_read_was_long_ago():
    assert moment("no date") < moment("1970-01-01T00:00:00+00:00") < moment("2024-01-01")
    assert ["ada"] == names(owners([lines("ada", 1, "?")], []))
