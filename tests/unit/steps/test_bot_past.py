"""What became of the proposal: each end that people can give it, and what a cut-off run leaves."""

from __future__ import annotations

from dataclasses import replace

import pytest

from gitexp.records.bot import BotState
from gitexp.records.pull import Act, Pull
from gitexp.steps import bot_past
from gitexp.steps.bot_past import Became, became, marked
from support.bot_memory import a_carried, a_proposal

BASE, HEAD, OTHER = "a" * 40, "b" * 40, "c" * 40
NOW = "2024-05-10T00:00:00Z"
PROPOSAL = a_proposal()
[ROW] = PROPOSAL.rows
STATE = BotState(waiting=(a_carried(),), proposal=PROPOSAL)
MARK = f"<!-- exp:proposal v1 base={BASE} head={HEAD} run=r1 -->"


def a_pull(state: str = "open", **fields: object) -> Pull:
    made = Pull(
        41,
        "https://github.com/acme/shop/pull/41",
        PROPOSAL.title,
        MARK,
        "github-actions[bot]",
        "open",
        HEAD,
        NOW,
    )
    return replace(made, state=state, **fields)  # type: ignore[arg-type]


def an_act(text: str = "no", by: str = "rex", at: str = "2024-05-02T08:00:00Z", *, bot: bool = False) -> Act:
    return Act("comment", "1", by, at, text, bot)


def look(
    state: BotState = STATE,
    *pulls: Pull,
    tip: str | None = HEAD,
    own: bool = True,
    stands: str | None = None,
    opens: bool = True,
    now: str = NOW,
) -> Became:
    """Return what became of it; `stands` is the blob of its one experience on the default branch."""
    standing = {ROW.id[-10:]: stands} if stands else {}
    return became(state, pulls, tip, tip_is_own=own, standing=standing, now=now, opens=opens)


def test_an_open_one_that_nobody_touched_stays_and_gets_its_number():
    state = replace(STATE, proposal=replace(PROPOSAL, number=None))

    found = look(state, a_pull())

    assert (STATE, (), False, "") == (found.state, found.refusals, found.unfinished, found.why)


@pytest.mark.parametrize(
    ("act", "own", "frozen"),
    [
        (an_act(), True, "2024-05-02 08:00 UTC (first comment by a person)"),
        (an_act(bot=True), True, ""),
        (an_act("<!-- exp:status -->", by="github-actions[bot]"), True, ""),
        (an_act(bot=True), False, "a person's commit on the branch"),
    ],
)
def test_what_a_person_does_freezes_it_and_what_machines_do_does_not(act, own, frozen):
    found = look(STATE, a_pull(acts=(act,)), own=own)

    assert found.state.proposal and frozen == found.state.proposal.frozen


def test_closed_by_a_person_it_is_refused_with_their_last_words_before():
    said = (
        an_act("first"),
        an_act("it is in the manual @rex #1"),
        an_act("later", at="2024-05-09T00:00:00Z"),
    )

    found = look(STATE, a_pull("closed", acts=said, closed_at="2024-05-03T00:00:00Z"))

    [refusal] = found.refusals
    assert ("it is in the manual (at)rex no. 1", "rex", 41, ROW.key) == (
        refusal.reason,
        refusal.by,
        refusal.pull,
        refusal.key,
    )
    assert found.state.proposal is None and () == found.state.waiting and (41,) == found.state.closed


def test_what_was_dropped_by_command_is_not_refused_twice():
    state = replace(STATE, proposal=replace(PROPOSAL, rows=(replace(ROW, state="dropped"),)))

    assert () == look(state, a_pull("closed")).refusals


def test_merged_it_is_over_and_what_was_taken_out_before_is_refused():
    gone = replace(ROW, key="0" * 10, id="gone-" + "0" * 10)
    state = replace(STATE, proposal=replace(PROPOSAL, rows=(ROW, gone)))

    found = look(state, a_pull("merged"), stands="d" * 40)

    assert [gone.id] == [one.id for one in found.refusals] and found.state.proposal is None


def test_a_merge_that_this_clone_does_not_have_is_waited_for_and_one_that_was_taken_back_is_refused():
    pull = a_pull("merged", closed_at="2024-05-09T23:00:00Z")

    soon, later = look(STATE, pull), look(STATE, pull, now="2024-05-11T00:00:00Z")

    assert (STATE, bot_past.NOT_HERE, ()) == (soon.state, soon.why, soon.refusals)
    assert [bot_past.TAKEN_BACK] == [one.reason for one in later.refusals] and later.state.proposal is None


def test_where_no_pull_request_is_there_an_earlier_run_was_cut_off():
    assert look(STATE).unfinished and not look(STATE, opens=False).unfinished


def test_a_text_that_tells_of_another_commit_is_made_anew_and_one_without_a_marker_is_peoples():
    stale = a_pull(body=MARK.replace(HEAD, OTHER))

    assert look(STATE, stale).unfinished and not look(STATE, a_pull(body="ours")).unfinished


@pytest.mark.parametrize("opens", [True, False])
def test_a_persons_commit_without_a_pull_request_is_left_alone(opens):
    found = look(STATE, own=False, opens=opens)

    assert found.state.proposal and not found.unfinished
    assert (bot_past.BY_HAND, "") == (found.why, found.state.proposal.frozen) or not opens
    assert opens or bot_past.COMMIT == found.state.proposal.frozen


def test_a_branch_of_a_persons_that_the_memory_knows_nothing_of_is_left_alone():
    assert bot_past.THEIRS == look(BotState(), own=False).why
    assert "" == look(BotState()).why == look(BotState(), tip=None, own=False).why
    assert "" == look(BotState(), a_pull("closed"), own=False).why  # its pull request keeps the commits


def test_an_own_open_proposal_that_the_memory_lost_is_taken_up():
    laid, kept = look(BotState(waiting=(a_carried(),)), a_pull()), look(BotState(), a_pull())
    foreign = look(BotState(), a_pull(body=""))

    assert (
        laid.unfinished
        and laid.state.proposal
        and (BASE, HEAD)
        == (
            laid.state.proposal.base,
            laid.state.proposal.head,
        )
    )
    assert not kept.unfinished and kept.state.proposal and bot_past.LOST == kept.state.proposal.frozen
    assert foreign.state.proposal is None and "did not open" in foreign.why


def test_at_level_branch_it_is_over_where_it_stands_or_the_branch_is_gone():
    stands, gone = look(STATE, opens=False, stands="d" * 40), look(STATE, opens=False, tip=None)

    assert stands.state.proposal is None and () == stands.refusals
    assert [bot_past.GONE] == [one.reason for one in gone.refusals]


def test_the_last_marker_of_a_text_counts_and_only_on_a_line_of_its_own():
    false = MARK.replace(HEAD, OTHER)

    assert HEAD == marked(f"```text\n{false}\n```\r\n{MARK}\r\n")
    assert "" == marked(f"words {MARK}") == marked("")


def test_a_machine_that_closes_it_refuses_nothing_and_a_week_begins():
    at = "2024-05-03T00:00:00Z"

    found = look(STATE, a_pull("closed", closed_at=at, closed_by="stale[bot]", closed_by_machine=True))

    assert ((), STATE.waiting, None, at) == (
        found.refusals,
        found.state.waiting,
        found.state.proposal,
        found.state.laid,
    )


def test_what_was_dropped_before_a_machine_closed_it_does_not_wait_again():
    state = replace(STATE, proposal=replace(PROPOSAL, rows=(replace(ROW, state="dropped"),)))

    found = look(state, a_pull("closed", closed_at=NOW, closed_by_machine=True))

    assert () == found.state.waiting and "" == found.state.laid


def test_where_who_closed_it_said_nothing_the_reason_says_whose_words_it_has():
    acts = (an_act("not this", by="eve"), an_act("/exp help", by="rex"))

    [refusal] = look(STATE, a_pull("closed", acts=acts, closed_at=NOW, closed_by="rex")).refusals

    assert ("closed without a word by who did it; the last word there, by eve: not this", "rex") == (
        refusal.reason,
        refusal.by,
    )


def test_opened_again_it_is_as_it_was_and_nothing_is_laid_in_that_run():
    state = replace(STATE, answered=("12",), closed=(40,))
    closed = look(state, a_pull("closed", closed_at=NOW)).state

    found = look(closed, a_pull())

    assert (state, bot_past.REOPENED) == (found.state, found.why)
    assert closed.ended and (41,) == (closed.ended.proposal.number,)


def test_another_pull_request_from_the_branch_does_not_bring_a_closed_one_back():
    closed = look(STATE, a_pull("closed", closed_at=NOW)).state

    assert () == look(closed, a_pull(number=42)).state.waiting


@pytest.mark.parametrize("state", ["merged", "closed"])
def test_a_commit_on_the_branch_after_the_end_is_known_by_no_pull_request(state):
    found = look(STATE, a_pull(state, closed_at=NOW), tip=OTHER, own=False, stands="d" * 40)

    assert bot_past.THEIRS == found.why and found.state.proposal is None


def test_what_people_take_from_the_branch_without_a_pull_request_costs_the_other_rows_nothing():
    other = replace(ROW, number=2, key="0" * 10, id="other-" + "0" * 10)
    state = replace(STATE, proposal=replace(PROPOSAL, rows=(ROW, other), frozen="since then"))

    found = look(state, opens=False, stands="d" * 40)

    assert () == found.state.waiting and found.state.proposal
    assert ((other,), "since then") == (found.state.proposal.rows, found.state.proposal.frozen)


def test_a_merged_change_record_is_taken():
    row = replace(ROW, kind="change")
    state = replace(STATE, proposal=replace(PROPOSAL, rows=(row,)))

    assert () == look(state, a_pull("merged", closed_at=NOW), stands="stands").refusals


@pytest.mark.parametrize(
    ("fields", "frozen"),
    [
        ({"edited_by": "rex"}, bot_past.EDITED),
        ({"title": "exp: ours"}, bot_past.TITLED),
        ({"title": f" {PROPOSAL.title} "}, ""),
        ({"title": "exp: of the run before", "body": MARK.replace(HEAD, OTHER)}, ""),
    ],
)
def test_who_edits_title_or_text_freezes_it(fields, frozen):
    proposal = look(STATE, a_pull(**fields)).state.proposal

    assert proposal and frozen == proposal.frozen
