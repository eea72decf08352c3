"""What the memory holds after a run: all that may still be proposed, with its quotes alone, and nothing private."""

from __future__ import annotations

from dataclasses import replace

from gitexp.records.bot import BotState, key_of
from gitexp.records.candidate import Candidate
from gitexp.records.judgement import Clique, Decision
from gitexp.records.proposal import Mend, ProposedFile
from gitexp.records.run import Run
from gitexp.steps.becoming import experience_of
from gitexp.steps.bot_after import mend_key, remembered, rows_of
from gitexp.steps.redact import redacted
from support.bot_memory import RUN, a_carried, a_proposal
from support.talk import a_candidate, a_discussion, a_turn

NOW = "2024-05-10T00:00:00Z"
WORDS = "Retry only GET, because POST is not idempotent."
TURN = a_turn(f"Long before.\n\n{WORDS}\n\nLong after.", hunk="@@ secret lines")
ONE = a_candidate(WORDS)


def a_run(one: Candidate = ONE, *, waits: str = "", action: str = "create", private: bool = False) -> Run:
    """Return a run that decided about one candidate, or left it waiting."""
    one = replace(one, trail=replace(one.trail, waits=waits))
    made = experience_of(one, judge=RUN.judge, run=RUN.id)
    decided = Decision(one, action, "", experience=made if action == "create" else None)  # type: ignore[arg-type]
    return replace(
        RUN,
        discussions=(replace(a_discussion(TURN), private=private),),
        cliques=(Clique((one,)),),
        decisions=() if waits else (decided,),
        near=(one,) if waits else (),
    )


def test_what_is_proposed_or_waits_is_kept_with_no_more_than_its_quotes():
    for run in (a_run(), a_run(waits="room")):
        [kept] = remembered(BotState(), run, NOW, lays=True).waiting

        [turn] = kept.source.turns
        assert (key_of(ONE), WORDS, NOW, RUN.id) == (kept.key, turn.text, kept.first_seen, kept.run)
        assert turn.anchor and turn.anchor.hunk is None and "" == kept.candidate.trail.waits


def test_what_was_skipped_is_forgotten_and_nothing_private_is_ever_kept():
    assert () == remembered(BotState(), a_run(action="skip"), NOW, lays=True).waiting
    assert () == remembered(BotState(), a_run(waits="room", private=True), NOW, lays=True).waiting


def test_what_is_on_a_proposal_that_stays_is_kept_whatever_the_run_read():
    state = BotState(waiting=(a_carried(),), proposal=a_proposal())

    assert state.waiting == remembered(state, replace(RUN, cliques=()), NOW, lays=False).waiting
    assert () == remembered(state, replace(RUN, cliques=()), NOW, lays=True).waiting


def test_what_waited_eight_weeks_alone_is_left_to_the_run_and_said():
    first = remembered(BotState(), a_run(waits="room"), NOW, lays=False)
    state = BotState(waiting=first.waiting)

    later = remembered(state, a_run(waits="room"), "2024-07-10T00:00:00Z", lays=False)

    assert () == later.waiting and "left to the run" in later.left[0].what


def test_rows_are_numbered_and_know_the_file_that_they_change():
    run = a_run()
    path = rows_of(run, {})[0].path

    [row] = rows_of(run, {path: "d" * 40})

    assert (1, "experience", key_of(ONE), "d" * 40) == (row.number, row.kind, row.key, row.before)


def with_questions(many: int) -> Run:
    """Return a run that asks about what stands, each question from a turn of its own."""
    turns = [a_turn(WORDS, number=number) for number in range(1, many + 1)]
    target = experience_of(ONE, judge=RUN.judge, run="before")
    some = [replace(ONE, id=turn.id, evidence=(replace(ONE.evidence[0], turn=turn.id),)) for turn in turns]
    return replace(
        RUN,
        discussions=(a_discussion(*turns),),
        cliques=tuple(Clique((one,)) for one in some),
        decisions=tuple(
            Decision(one, "contradict", "", target=target, target_path="experiences/src/x.yaml")
            for one in some
        ),
    )


def test_five_questions_are_asked_at_a_time_and_the_others_wait():
    run = with_questions(7)

    asked, waiting = rows_of(run, {}), remembered(BotState(), run, NOW, lays=True).waiting

    assert [key_of(one.candidate) for one in run.decisions[:5]] == [row.key for row in asked]
    assert {key_of(one.candidate) for one in run.decisions} == {one.key for one in waiting}


def test_a_mend_has_the_key_of_its_change_and_the_id_of_what_stands():
    path = "experiences/src/retry-0123456789.yaml"
    first, second = (
        Mend(ProposedFile(path, redacted(text)), "retry-0123456789", ()) for text in ("when: a", "when: b")
    )

    [row] = rows_of(replace(RUN, mends=(first,)), {path: "d" * 40})

    assert (mend_key(first), "retry-0123456789", "d" * 40) == (row.key, row.id, row.before)
    assert mend_key(first) != mend_key(second) and 10 == len(mend_key(first))
