"""The words of the commit that carries out commands: who commanded what, able neither to ping nor to close anything."""

from __future__ import annotations

from gitexp.records.words import shortened
from gitexp.steps.commands_answer import Done
from gitexp.steps.commands_read import heard
from gitexp.steps.quoting import plain
from gitexp.steps.redact import redacted


def message(done: Done) -> str:
    """Return the message of the commit."""
    answers = [(entry.by, one) for entry in done.entries for one in entry.answers]
    carried = [(by, one.line) for by, one in answers if one.done and _changes(one.line)]
    people = list(dict.fromkeys(by for by, _ in carried))
    told = ", ".join(people[:3]) + (f" and {len(people) - 3} more" if len(people) > 3 else "")
    lines = [f"- {plain(redacted(shortened(line, 100)))}, by {plain(redacted(by))}" for by, line in carried]
    return "\n".join([f"exp: as commanded by {plain(redacted(told))}", "", *lines])


def _changes(line: str) -> bool:
    """Return whether a line commands a change, and does not only ask."""
    return any(told.command and told.command.verb not in ("why", "help") for told in heard(line).told)
