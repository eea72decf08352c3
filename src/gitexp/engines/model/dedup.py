"""Dedup: ask how two statements relate."""

from __future__ import annotations

from gitexp.engines.model.content import fields, one_of
from gitexp.engines.model.fences import asked as asked_text
from gitexp.engines.model.fences import statement_text
from gitexp.engines.model.schemas import DEDUP
from gitexp.records.candidate import Statement
from gitexp.records.failed import Failed
from gitexp.records.judgement import Likeness, Relation
from gitexp.records.llm import Question, Reply
from gitexp.records.text import Redacted

_RELATIONS: tuple[Relation, ...] = ("identical", "contains", "contained")


def question(
    one: Statement[Redacted], other: Statement[Redacted], system: Redacted, *, private: bool
) -> Question:
    """Return the question about a pair."""
    user = f"{statement_text('statement A', one)}\n\n{statement_text('statement B', other)}"
    about = f"{one.what[:40]} / {other.what[:40]}"
    return Question("dedup", about, system, asked_text(user), DEDUP, private)


def likeness(reply: Reply | Failed) -> Likeness | Failed:
    """Return what the reply says; that two overlap is no reason to join them."""
    if isinstance(reply, Failed):
        return reply
    row = fields(reply.content)
    alike = row.get("kind_of_a") == row.get("kind_of_b")
    return Likeness(
        what=one_of(row.get("what"), _RELATIONS, "different"),
        same_when=row.get("when") == "identical",
        same_conclusion=alike and row.get("level") == "same" and row.get("purpose") == "same",
        opposed=row.get("opposed") is True,
    )
