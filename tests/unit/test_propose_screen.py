"""What a run says on the terminal of questions without an answer, of what stands, and of the other side."""

from __future__ import annotations

import pytest

from gitexp.cli.propose_screen import show
from gitexp.records.contradiction import Contradiction, Followed
from gitexp.records.failed import ENGINE_FAILED
from gitexp.records.judgement import Decision, Judge
from gitexp.records.proposal import Proposal
from gitexp.records.run import Funnel, Run
from gitexp.records.skipped import Skipped
from gitexp.records.text import Redacted
from gitexp.steps.redact import redacted_experience
from support.experiences import an_experience
from support.talk import a_candidate, a_discussion, a_turn

OLD = redacted_experience(an_experience(id="retry-get-0a1b2c3d4e", what="Retry every request."))
NO_ROOM = "the budget of 9 tokens has no room for it"


def a_run(*decisions: Decision, skipped: tuple[Skipped, ...] = ()) -> Run:
    create, update, skip, asked = (
        sum(one.action == action for one in decisions)
        for action in ("create", "update", "skip", "contradict")
    )
    return Run(
        id="2f6c1b0a9d3e",
        judge=Judge("model", "some-llm"),
        trust="any",
        base="4be1d0c",
        at=None,
        discussions=(a_discussion(a_turn("Retry only GET.")),),
        topics=(),
        candidates=(),
        verdicts=(),
        cliques=(),
        decisions=decisions,
        funnel=Funnel(1, 1, 1, 1, 1, 1, create, update, skip, asked),
        skipped=skipped,
    )


def shown(run: Run, capsys: pytest.CaptureFixture[str]) -> tuple[str, list[str]]:
    """Return what a dry run says, and what it says beside it, line by line."""
    nothing = Redacted.rendered("")
    show(
        run,
        Proposal("exp/proposals", (), run.decisions, nothing, nothing, nothing, None, run.id),
        None,
        "again",
    )
    out, err = capsys.readouterr()
    return out, err.splitlines()


def failed(where: str, reason: str) -> Skipped:
    return Skipped(where, f"{ENGINE_FAILED}: {reason}")


def test_a_reason_for_which_no_answer_came_is_told_once_with_how_many_more(capsys):
    skipped = (
        failed("acme/shop#7/1", NO_ROOM),
        failed("acme/shop#8/1", "it was cut"),
        failed("acme/shop#9/1", NO_ROOM),
        failed("acme/shop#9/2", NO_ROOM),
    )

    out, told = shown(a_run(skipped=skipped), capsys)

    assert [f"no answer: acme/shop#7/1 and 2 more: {NO_ROOM}", "no answer: acme/shop#8/1: it was cut"] == told
    assert (
        "\nNothing proposed, and 4 questions got no answer: the same command asks them again, and nothing else.\n"
        in out
    )
    assert "normal result" not in out


def test_what_could_not_be_read_is_no_question_without_an_answer(capsys):
    out, told = shown(a_run(skipped=(Skipped("talk/7.json:1", "is no JSON"),)), capsys)

    assert ["not read: talk/7.json:1: is no JSON"] == told
    assert "\nNothing worth keeping was found; that is the normal result.\n" in out


def test_a_proposal_beside_questions_without_an_answer_is_not_nothing(capsys):
    made = Decision(a_candidate(), "create", "new", OLD)

    out, told = shown(a_run(made, skipped=(failed("acme/shop#8/1", "it was cut"),)), capsys)

    assert ["no answer: acme/shop#8/1: it was cut"] == told
    assert "Nothing proposed" not in out


@pytest.mark.parametrize(
    ("stands", "told", "name"),
    [
        ("in_force", "stays in force", "in force"),
        ("waiting", "waits on the proposal branch", "waiting"),
        ("proposed", "is proposed here too", "proposed"),
    ],
)
def test_of_a_contradiction_it_is_said_where_the_other_side_stands(stands, told, name, capsys):
    question = Contradiction(Followed("old", "", ()), stands)
    asked = Decision(
        a_candidate(), "contradict", "opposed", None, OLD, "experiences/a.yaml", question=question
    )

    out, _ = shown(a_run(asked), capsys)

    assert (
        f"?  says the contrary of retry-get-0a1b2c3d4e, which {told}:\n"
        '   new: "Retry only GET, because POST is not idempotent."\n'
        f'   {name}: "Retry every request."\n'
        "   the code at HEAD follows the old one\n"
    ) in out


def test_a_skip_names_the_discussion_it_was_said_in_and_what_it_would_add(capsys):
    adds = Redacted.rendered("Log each retry.")
    known = Decision(a_candidate(), "skip", "adds to what stands", None, OLD, "experiences/a.yaml", adds)

    _, told = shown(a_run(known), capsys)

    assert [
        "skipped: retry-get-0a1b2c3d4e (acme/shop#7): adds to what stands",
        '   "Log each retry."',
    ] == told
