"""What became of each change: its kind, by what it was taken back or brought in again, and whether it is in today."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from gitexp.records.past import Change, Undoing
from gitexp.steps.fates import Relanded, fates
from gitexp.steps.said_undone import said
from support.chains import a_commit, a_touch


def undoes(number: int, undone: int, exactness="exact", ground="blob", share=1.0, pure=1.0) -> Undoing:
    return Undoing(a_commit(number), a_commit(undone), exactness, ground, share, pure)


def of(subjects: Sequence[str], *undoings: Undoing, relanded=(), bots=(), **more) -> list[Change]:
    """Return the changes of touches with these subjects, oldest first."""
    touches = [a_touch(number, subject) for number, subject in enumerate(subjects)][::-1]
    messages = {one.commit: said(one) for one in touches}
    back = [Relanded(*map(a_commit, one)) for one in relanded]
    found = fates(touches, undoings, back, messages, bots=[a_commit(one) for one in bots], **more)
    assert [one.commit for one in touches] == [one.commit for one in found]
    return list(reversed(found))


def kinds(changes: Sequence[Change]) -> list[str]:
    return [change.kind for change in changes]


def states(changes: Sequence[Change]) -> list[str]:
    return [change.state for change in changes]


def ids(*numbers: int) -> tuple[str, ...]:
    return tuple(map(a_commit, numbers))


def test_what_nothing_undoes_is_a_change_and_in():
    [one] = of(["Lay it"])

    assert ("change", None, None, (), (), (), "in", "") == (
        one.kind,
        one.exactness,
        one.ground,
        one.reverts,
        one.reverted_by,
        one.relanded_by,
        one.state,
        one.reason,
    )


def test_a_revert_puts_its_change_out():
    lay, tried, back = of(["Lay it", "Retry", "Calm"], undoes(2, 1))

    assert ("in", "out", "in") == (lay.state, tried.state, back.state)
    assert ("revert", "exact", "blob", ids(1)) == (back.kind, back.exactness, back.ground, back.reverts)
    assert (ids(2), ()) == (tried.reverted_by, tried.relanded_by)


@pytest.mark.parametrize("many", range(1, 6))
def test_each_further_revert_turns_the_state_round(many):
    found = of(
        ["Lay it", "Retry", *["Calm"] * many], *(undoes(number + 2, number + 1) for number in range(many))
    )

    assert ["in", *("out" if (many - number) % 2 else "in" for number in range(many)), "in"] == states(found)
    assert ["change", "change", *("reland" if number % 2 else "revert" for number in range(many))] == kinds(
        found
    )


def test_a_reland_is_told_at_the_change_and_at_its_revert():
    _, tried, back, again = of(["Lay it", "Retry", "Calm", "Press on"], undoes(2, 1), undoes(3, 2))

    assert (ids(3), ids(3), ids(2)) == (tried.relanded_by, back.relanded_by, again.reverts)


def test_a_part_leaves_the_change_in():
    _, tried, back = of(["Lay it", "Retry", "Calm"], undoes(2, 1, "part", "lines", 0.4, 1.0))

    assert ("in", "partial_revert", "part", ids(2)) == (
        tried.state,
        back.kind,
        back.exactness,
        tried.reverted_by,
    )


def test_all_and_more_puts_it_out_and_is_more_where_much_else_is_done():
    _, tried, back = of(["Lay it", "Retry", "Calm"], undoes(2, 1, "all_and_more", "lines", 1.0, 0.3))
    _, _, nearly = of(["Lay it", "Retry", "Calm"], undoes(2, 1, "all_and_more", "lines", 0.95, 0.95))

    assert ("out", "revert_plus", "revert") == (tried.state, back.kind, nearly.kind)


def test_who_takes_several_back_and_nothing_else_does_no_more():
    halves = [undoes(3, number, "all_and_more", "lines", 1.0, 0.5) for number in (2, 1)]

    assert (["change", "change", "change", "revert"], ["in", "out", "out", "in"]) == (
        kinds(of(["Lay it", "Retry", "Wait", "Calm"], *halves)),
        states(of(["Lay it", "Retry", "Wait", "Calm"], *halves)),
    )


def test_a_part_of_a_revert_brought_in_again_leaves_the_revert_in():
    part = undoes(3, 2, "part", "lines", 0.4, 1.0)
    _, tried, back, again = of(["Lay it", "Retry", "Calm", 'Reland "Retry"'], undoes(2, 1), part)

    assert ("out", "in", "reland") == (tried.state, back.state, again.kind)


def test_a_claim_makes_the_state_unknown():
    _, tried, back = of(["Lay it", "Retry", 'Revert "Retry"'], undoes(2, 1, "claimed", "message", 0.1, 0.1))

    assert ("unknown", "revert", "claimed") == (tried.state, back.kind, back.exactness)


def test_a_claim_beside_a_sure_revert_does_not_make_it_unknown():
    claim = undoes(3, 1, "claimed", "message", 0.1, 0.1)

    assert "out" == of(["Lay it", "Retry", "Calm", 'Revert "Retry"'], undoes(2, 1), claim)[1].state


def test_a_subject_whose_commit_is_not_known_is_a_claim_of_its_kind():
    _, back, again = of(["Lay it", 'Revert "Retry"', 'Reland "Turn"'])

    assert ("revert", "claimed", ()) == (back.kind, back.exactness, back.reverts)
    assert ("reland", "claimed") == (again.kind, again.exactness)


@pytest.mark.parametrize(
    "subject",
    [
        "Pin hydro to 1.2",
        "Skip the flaky test",
        "Disable retries for now",
        "Work around the leak",
        "临时绕过泄漏",
        "一時的に止める",
    ],
)
def test_what_ends_something_that_was_for_now_lifts_a_workaround(subject):
    assert "workaround_lifted" == of(["Lay it", subject, "Use hydro as it comes"], undoes(2, 1))[2].kind
    assert "revert" == of(["Lay it", subject, f'Revert "{subject}"'], undoes(2, 1))[2].kind


def test_what_ended_a_workaround_is_none_itself():
    assert "revert" == of(["Lay it", "Remove the skip of the flaky test", "Calm"], undoes(2, 1))[2].kind


def test_machines_that_go_back_and_forth_leave_all_in():
    found = of(["Lay it", "Bump", "Bump"], undoes(2, 1), bots=[1, 2])

    assert (["change", "change", "bot_churn"], ["in", "in", "in"]) == (kinds(found), states(found))
    assert [False, True, True] == [one.bot for one in found]
    assert "revert" == of(["Lay it", "Bump", "Calm"], undoes(2, 1), bots=[1])[2].kind


def test_what_was_made_anew_after_its_revert_is_in():
    found = of(["Lay it", "Retry", "Calm", "Retry"], undoes(2, 1), relanded=[(3, 1, 2)])

    assert ["in", "in", "in", "in"] == states(found)
    assert (ids(3), ids(3)) == (found[1].relanded_by, found[2].relanded_by)


def test_what_was_made_anew_before_the_last_revert_is_out():
    found = of(["Lay it", "Retry", "Calm", "Retry", "Calm"], undoes(2, 1), undoes(4, 1), relanded=[(3, 1, 2)])

    assert "out" == found[1].state


def test_made_anew_and_undone_again_is_out():
    found = of(["Lay it", "Retry", "Calm", "Retry", "Calm"], undoes(2, 1), undoes(4, 3), relanded=[(3, 1, 2)])

    assert ("out", "out") == (found[1].state, found[3].state)


def test_formatting_and_renames_have_their_kinds():
    touches = [
        a_touch(3, renamed_from="old.py", similarity=100),
        a_touch(2, renamed_from="old.py", similarity=80),
        a_touch(1, "Format"),
    ]
    found = fates(touches, [], [], {one.commit: said(one) for one in touches}, reformats=[a_commit(1)])

    assert ["move", "rename", "reformat"] == kinds(found)


def test_the_reason_is_what_the_author_wrote_beyond_gits_words():
    tried = a_touch(1, "Retry", body="It is needed.")
    back = a_touch(
        2,
        'Revert "Retry"',
        body=f"This reverts commit {a_commit(1)}.\n\nPOST is not idempotent.\n\nIt is needed.",
    )
    found = fates([back, tried], [undoes(2, 1)], [], {one.commit: said(one) for one in (back, tried)})

    assert ("POST is not idempotent.", "") == (found[0].reason, found[1].reason)


def test_a_commit_beside_the_chain_gives_its_message_to_the_reason():
    beside = a_touch(1, "Merge branch 'x'", body="It is needed.")
    back = a_touch(2, "Revert \"Merge branch 'x'\"", body="It is needed.\n\nIt leaks.")
    [found] = fates([back], [undoes(2, 1)], [], {back.commit: said(back)}, others={beside.commit: beside})

    assert (ids(1), "It leaks.") == (found.reverts, found.reason)
