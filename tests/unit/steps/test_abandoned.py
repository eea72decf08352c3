"""Approaches that did not stay, and why."""

from __future__ import annotations

from dataclasses import dataclass

from gitexp.records.archaeology import Abandoned, Witness
from gitexp.records.past import Merge
from gitexp.steps.abandoned import abandoned
from support.chains import PATH, a_change, a_commit, a_touch

ADA = "Ada Author"
TITLE, BACK = "Retry on any 500 answer", 'Revert "Retry on any 500 answer"'


@dataclass(frozen=True)
class Rejected:
    what: str
    why: str
    id: str
    at: str


def tried(number, *reverted_by, state="out", title=TITLE, **more):
    return a_change(number, title, state=state, reverted_by=tuple(map(a_commit, reverted_by)), **more)


def revert(number, *undone, kind="revert", title=BACK, **more):
    return a_change(number, title, kind=kind, reverts=tuple(map(a_commit, undone)), **more)


def found(*changes, dead=(), records=(), **more):
    return abandoned(sorted(changes, key=lambda one: -one.touch.seconds), dead, records, **more)


def test_what_was_reverted_for_good_is_told_with_the_words_of_the_revert():
    back = revert(9, 5, reason="POST is not idempotent.")
    where = Witness(a_commit(9), "POST is not idempotent.", ADA, "2024-01-10T12:00:00+00:00", path=PATH)

    assert (
        Abandoned("reverted", TITLE, "POST is not idempotent.", where, (a_commit(5),), (a_commit(9),)),
    ) == found(tried(5, 9), back)


def test_an_idea_that_was_tried_twice_is_one_item():
    again = tried(12, 14, kind="reland", reverts=(a_commit(9),))
    first = tried(5, 9, relanded_by=(a_commit(12),))
    [one] = found(first, revert(9, 5, reason="It is slow."), again, revert(14, 12))

    assert ((a_commit(5), a_commit(12)), (a_commit(9), a_commit(14))) == (one.attempts, one.ended_by)
    assert ("It is slow.", a_commit(9)) == (one.reason, one.where.commit)


def test_a_second_attempt_is_known_by_its_title():
    [one] = found(tried(5, 9), revert(9, 5), tried(12, 14, title=f"{TITLE}, take 2 (#77)"), revert(14, 12))

    assert (TITLE, 2) == (one.title, len(one.attempts))


def test_two_ideas_that_one_revert_took_back_are_two_items():
    other = tried(6, 9, title="Wait longer and longer")
    both = revert(9, 5, 6)

    assert ["Wait longer and longer", TITLE] == sorted(
        (one.title for one in found(tried(5, 9), other, both)), reverse=True
    )


def test_what_was_brought_in_again_stayed():
    first = tried(5, 9, state="in", relanded_by=(a_commit(12),))
    again = a_change(12, f'Reland "{TITLE}"', kind="reland", reverts=(a_commit(9),))

    assert () == found(first, revert(9, 5, state="out", reverted_by=(a_commit(12),)), again)


def test_what_came_in_again_under_its_title_stayed_though_nobody_said_so():
    assert () == found(tried(5, 9), revert(9, 5), tried(12, state="in"))


def test_a_revert_that_was_taken_back_is_no_approach():
    back = revert(9, 5, state="out", reverted_by=(a_commit(12),))

    assert () == found(tried(5, 9, state="in"), back, revert(12, 9, kind="reland"))


def test_a_workaround_that_had_its_time_is_no_approach():
    assert () == found(tried(5, 9, title="Pin the parser below 3"), revert(9, 5, kind="workaround_lifted"))


def test_machines_formatting_and_changelogs_are_no_approaches():
    ups_and_downs = (tried(5, 9, path="CHANGELOG.md"), revert(9, 5, title="Again", path="CHANGELOG.md"))

    assert () == found(tried(5, 9, bot=True), revert(9, 5))
    assert () == found(tried(5, 9, kind="reformat"), revert(9, 5))
    assert () == found(tried(5, 9), revert(9, 5, kind="bot_churn"))
    assert () == found(tried(5, 9), revert(9, 5, bot=True, title="Updating modules"))
    assert () == found(tried(5, 9, title="Fix a typo in the words"), revert(9, 5))
    assert () == found(*ups_and_downs)
    assert 1 == len(found(tried(5, 9, path="CHANGELOG.md"), revert(9, 5, path="CHANGELOG.md")))


def test_a_state_that_is_not_known_is_no_claim():
    assert () == found(tried(5, 9, state="unknown"), revert(9, 5))
    assert () == found(tried(5))


def test_a_revert_outside_of_the_chain_still_ends_it():
    [one] = found(tried(5, 9))

    assert (("", (a_commit(9),)), a_commit(5)) == ((one.reason, one.ended_by), one.where.commit)


def test_alternatives_that_a_trailer_rejects_are_told_with_the_reason():
    body = "Because.\n\nRejected: a global lock | it stops the readers\nSigned-off-by: Ada <ada@example.org>"
    where = Witness(
        a_commit(4), "a global lock | it stops the readers", ADA, "2024-01-05T12:00:00+00:00", path=PATH
    )
    expected = Abandoned("rejected", "a global lock", "it stops the readers", where)

    assert (expected,) == found(a_change(4, body=body), a_change(2, body=body))


def test_the_trailers_of_a_change_that_is_out_do_not_count():
    body = "Because.\n\nRejected: a global lock | it stops the readers"

    assert ["reverted"] == [one.kind for one in found(tried(5, 9, body=body), revert(9, 5))]


def test_alternatives_of_change_records_are_told_with_their_id():
    record = Rejected("Use a queue", "It loses the order.", "retry-0123456789", "2024-02-01")
    where = Witness(quote="Use a queue", at="2024-02-01", id="retry-0123456789")

    assert (Abandoned("rejected", "Use a queue", "It loses the order.", where),) == found(records=[record])


def test_a_side_branch_is_one_item_with_the_merge_that_ended_it():
    dead = [a_touch(3, "Make threads faster"), a_touch(2, "Retry by threads")]
    merge = Merge(
        a_commit(7),
        (a_commit(6), a_commit(3)),
        dead[0].seconds + 9,
        "Stop using threads",
        "",
        "blob6",
        ((1, "blob3"),),
    )
    [one] = found(dead=dead, merges=[merge])

    assert ("side_branch", "Retry by threads", "Stop using threads") == (one.kind, one.title, one.reason)
    assert ((a_commit(2), a_commit(3)), (a_commit(7),), a_commit(3)) == (
        one.attempts,
        one.ended_by,
        one.where.commit,
    )


def test_a_plain_merge_gives_no_reason():
    dead = [a_touch(3, "Retry by threads")]
    merge = Merge(
        a_commit(7),
        (a_commit(6), a_commit(3)),
        9,
        "Merge branch 'remove-threads'",
        "",
        "blob6",
        ((1, "blob3"),),
    )

    assert "" == found(dead=dead, merges=[merge])[0].reason


def test_noise_on_side_branches_is_left_out():
    noise = [
        a_touch(2, "Bump version to 1.2"),
        a_touch(4, "Run black"),
        a_touch(6, "Retry", author="renovate[bot]"),
        a_touch(8, BACK),
        a_touch(10, "Tell of it", path="CHANGES.md"),
    ]

    assert () == found(dead=noise)


def test_the_newest_stands_first():
    record = Rejected("Use a queue", "", "a", "2024-01-08")
    kinds = [
        one.kind
        for one in found(tried(1, 3), revert(3, 1), dead=[a_touch(20, "Retry by threads")], records=[record])
    ]

    assert ["side_branch", "rejected", "reverted"] == kinds


def test_a_title_of_endless_reverts_is_cut():
    title = 'Revert "' * 20_000 + TITLE
    [one] = found(tried(5, 9, title=title), revert(9, 5, reason="It is slow."))

    assert len(one.title) <= 1000
    assert "It is slow." == one.reason
