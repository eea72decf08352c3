"""Merge: ask to which one of the standing experiences a candidate belongs, and what it does to it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import get_args

from gitexp.engines.model.content import Fields, fields, number, one_of, text
from gitexp.engines.model.fences import asked as asked_text
from gitexp.engines.model.fences import statement_text
from gitexp.engines.model.schemas import MERGE
from gitexp.engines.model.words import Safe
from gitexp.records.candidate import Candidate, Statement
from gitexp.records.experience import Standing
from gitexp.records.failed import Failed
from gitexp.records.judgement import Action, Placement
from gitexp.records.llm import Question, Reply
from gitexp.records.text import Redacted

ACTIONS: tuple[Action, ...] = get_args(Action)


def question(
    candidate: Candidate, standing: Sequence[Standing[Redacted]], system: Redacted, *, private: bool
) -> Question:
    """Return the question about a candidate beside what stands."""
    told = [statement_text("new statement", candidate.statement)]
    told += [statement_text(f"standing {at}", _statement(one)) for at, one in enumerate(standing, 1)]
    return Question(
        "merge", candidate.id, system, asked_text("\n\n".join(told)), MERGE, private, _checking(len(standing))
    )


def placement(many: int, reply: Reply | Failed, safe: Safe) -> Placement | Failed:
    """Return what the reply says. An action without the target that it needs is no answer."""
    if isinstance(reply, Failed):
        return reply
    row = fields(reply.content)
    action, target = _action(row), number(row.get("target"))
    words = str(safe(row.get("words")))
    if action == "create":
        return Placement("create", None, words)
    if target is None or not 1 <= target <= many:
        return Failed(f"the reply says `{action}` and names no standing experience")
    what, why = (safe(row.get(name)) or None for name in ("what", "why"))
    return (
        Placement(action, target - 1, words, what, why)
        if text(action) == "update"
        else Placement(action, target - 1, words)
    )


def _checking(many: int) -> Callable[[object], str]:
    """Return what holds a reply to what stands: an action on a target needs one that was shown."""

    def check(content: object) -> str:
        row = fields(content)
        target = number(row.get("target"))
        if _action(row) != "create" and (target is None or not 1 <= target <= many):
            return f"`{_action(row)}` needs a target from 1 to {many}"
        return ""

    return check


def _action(row: Fields) -> Action:
    """Return the action. Where the reply's two answers differ, the one that changes less counts."""
    action, relation = one_of(row.get("action"), ACTIONS, "create"), row.get("relation")
    if relation == "opposed":
        return "contradict"
    return "create" if relation in ("other", "none") else action


def _statement(one: Standing[Redacted]) -> Statement[Redacted]:
    held = one.experience
    scope = held.scope
    return Statement(held.when, held.what, held.why, held.lens, held.kind, scope.symbols, scope.paths)
