"""Applicability: applicable, blocked or unknown, with reasons. Three values, never a guess."""

from __future__ import annotations

from typing import Literal, NamedTuple

from gitexp.records.precondition import Condition, Preconditions

Truth = bool | None
"""True, False, or None where it can't be told."""


class Answer(NamedTuple):
    """What the facts say about one condition, in words; `question` settles it where it can't be told."""

    truth: Truth
    reason: str
    question: str = ""


class Missing(NamedTuple):
    """A condition that nobody answered, and the question that would settle it."""

    condition: str
    question: str


class Applicability(NamedTuple):
    """Whether an experience holds here. `typical` counts the typical conditions met: it ranks, never decides."""

    value: Literal["applicable", "blocked", "unknown"]
    because: tuple[str, ...] = ()
    blocked_by: tuple[str, ...] = ()
    missing: tuple[Missing, ...] = ()
    not_if: tuple[str, ...] = ()
    typical: int = 0


def applicability(preconditions: Preconditions[str], answers: dict[Condition[str], Answer]) -> Applicability:
    """Return whether the preconditions hold, given the answer to each condition (DESIGN.md section 6).

    `blocked` if a must is false or a must_not is true. Else `unknown` if a must is unknown, or a must_not
    with a check is. Else `applicable`. A must_not that is text alone decides nothing; typical_env ranks.
    """
    because: list[str] = []
    blocked_by: list[str] = []
    missing: list[Missing] = []
    not_if: list[str] = []
    for condition in preconditions.must:
        answer = answers[condition]
        if answer.truth is True:
            because.append(answer.reason)
        elif answer.truth is False:
            blocked_by.append(f"must: {condition.text} ({answer.reason})")
        else:
            missing.append(Missing(condition.text, answer.question))
    for condition in preconditions.must_not:
        answer = answers[condition]
        if answer.truth is True:
            blocked_by.append(f"must not: {condition.text} ({answer.reason})")
        elif answer.truth is None and condition.check is None:
            not_if.append(condition.text)
        elif answer.truth is None:
            missing.append(Missing(condition.text, answer.question))
    missing += [
        Missing(f"preconditions.{key}", f"this version of exp does not know `{key}`: what does it ask for?")
        for key in preconditions.unread
    ]
    typical = sum(answers[condition].truth is True for condition in preconditions.typical_env)
    if blocked_by:
        return Applicability("blocked", tuple(because), tuple(blocked_by), (), tuple(not_if), typical)
    if missing:
        return Applicability("unknown", tuple(because), (), tuple(missing), tuple(not_if), typical)
    return Applicability("applicable", tuple(because), (), (), tuple(not_if), typical)
