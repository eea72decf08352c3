"""Questions: a decision that contradicts tells where its target stands, since when, and what the code follows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from gitexp.records.experience import Standing
from gitexp.records.judgement import Decision
from gitexp.records.recollection import Approval
from gitexp.steps.questions import questions
from gitexp.steps.redact import redacted_experience
from support.experiences import an_experience
from support.fakes import FakeSymbols
from support.talk import a_candidate

PATH = "experiences/net/client.yaml"
OLD = redacted_experience(an_experience())
STANDING = Standing(OLD, PATH, "b")
CONTRARY = Decision(a_candidate(), "contradict", "opposed", None, OLD, PATH)


class Asked:
    """Approvals that remember what they were asked."""

    def __init__(self) -> None:
        self.paths: list[list[str]] = []

    def __call__(self, paths: Sequence[str]) -> Mapping[str, Approval]:
        self.paths.append(list(paths))
        return {path: Approval("Mara", "2024-05-01T10:00:00+00:00", "a" * 40) for path in paths}


def test_a_target_in_force_tells_since_when():
    approvals = Asked()

    [one] = questions([CONTRARY], FakeSymbols({}), [STANDING], approvals)

    assert ("in_force", "2024-05-01", "a" * 40) == (
        one.question.stands,
        one.question.since,
        one.question.commit,
    )
    assert "unknown" == one.question.followed.answer
    assert [[PATH]] == approvals.paths


def test_a_target_that_waits_or_is_proposed_by_this_run_is_in_force_nowhere():
    created = Decision(a_candidate(), "create", "new", OLD)

    [waits] = questions([CONTRARY], FakeSymbols({}), [], Asked())
    [_, proposed] = questions([created, CONTRARY], FakeSymbols({}), [], Asked())

    assert ("waiting", None) == (waits.question.stands, waits.question.since)
    assert "proposed" == proposed.question.stands


def test_without_a_contradiction_nothing_is_asked_and_nothing_changes():
    approvals, symbols = Asked(), FakeSymbols({})
    made = (Decision(a_candidate(), "create", "new", OLD),)

    assert made == questions(made, symbols, [STANDING], approvals)
    assert ([], []) == (approvals.paths, symbols.asked)


def test_a_commit_that_git_does_not_tell_leaves_the_day_open():
    [one] = questions([CONTRARY], FakeSymbols({}), [STANDING], lambda paths: {})

    assert ("in_force", None, None) == (one.question.stands, one.question.since, one.question.commit)
