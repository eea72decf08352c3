"""Retells what the past says of a diff: a line for each warning, fit for a hook, CI, and an agent that reads them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from gitexp.records.archaeology import Checked, Constraint, Warning, Witness
from gitexp.records.words import counted
from gitexp.steps.retell import quoted
from gitexp.steps.retell_past import BUDGET, LONGEST, OPENING, QUOTED, Piece, attribute, block
from gitexp.steps.tell_past import end_of, reference


@dataclass(frozen=True)
class Line:
    """One thing to know about a place of the diff; `warning` speaks against it, `note` says what must hold there."""

    kind: Literal["warning", "note"]
    path: str
    line: int | None
    text: str
    source: str

    @property
    def place(self) -> str:
        """Return the place as compilers write it."""
        where = ":".join(part for part in (self.path, str(self.line or "")) if part)
        return f"{where}: " if where else ""

    @property
    def written(self) -> str:
        """Return the whole line as data: what it says, people's words in it and all, in quotes."""
        said = '"{}"'.format(self.text.replace('"', "'"))
        return f"{self.place}{self.kind}: {said}{f' [{self.source}]' if self.source else ''}"


def lines_of(checked: Checked) -> list[Line]:
    """Return the warnings in their order, then each constraint that no warning tells."""
    told = {where for warning in checked.warnings for where in warning.evidence}
    warnings = [_of_warning(one) for one in checked.warnings]
    notes = [_of_constraint(one) for one in checked.constraints if one.where not in told]
    return list(dict.fromkeys((*warnings, *notes)))


def retell_checked(checked: Checked, budget: int | None = BUDGET) -> str:
    """Return the lines in the marker block, as many as the budget has room for; "" where there are none."""
    lines = lines_of(checked)
    if not lines:
        return ""
    pieces = [Piece(line.kind, "", int(line.kind == "note"), line.written) for line in lines]
    of = {kind: sum(line.kind == kind for line in lines) for kind in ("warning", "note")}
    head = [f'{OPENING} diff="{attribute(checked.what)}">', QUOTED]
    return block(head, pieces, summary(checked), of, budget)


def summary(checked: Checked) -> str:
    """Return in one line how much there is to know, or that nothing that was looked at speaks against it."""
    lines, files = lines_of(checked), counted(len(checked.files), "file")
    seen = ""
    if not checked.looked_at.whole:
        end = end_of(checked.limits)
        seen = (
            f"; history ends at {end}, older commits were not seen"
            if end
            else "; not the whole history was seen"
        )
    seen += "".join(f"; {limit}" for limit in checked.limits if limit.startswith("only the first "))
    if not checked.files:
        return (
            f"nothing changed: {quoted(checked.what)}"
            if checked.what != "staged changes"
            else "nothing is staged"
        )
    if not lines:
        return f"nothing speaks against {files}{seen}"
    many = [(sum(line.kind == kind for line in lines), kind) for kind in ("warning", "note")]
    said = " and ".join(counted(number, kind) for number, kind in many if number)
    return f"{said} for {files} ({quoted(checked.what)}){seen}"


def _of_warning(one: Warning) -> Line:
    first = one.evidence[0] if one.evidence else Witness()
    return Line("warning", quoted(one.path), one.line, _cut(one.text), _source(first, one.date or first.at))


def _of_constraint(one: Constraint) -> Line:
    text = f"{one.text} ({one.why})" if one.why else one.text
    text = f"{text}; holds where {one.holds}" if one.holds else text
    return Line("note", quoted(one.where.path), one.where.line, _cut(text), _source(one.where, one.where.at))


def _source(where: Witness, date: str) -> str:
    return ", ".join(part for part in (quoted(reference(where)), date[:10]) if part)


def _cut(words: str) -> str:
    """Return words on one line, with their own quotes."""
    flat = quoted(words).replace('\\"', '"')
    if len(flat) <= LONGEST:
        return flat
    return flat[: max(flat.rfind(" ", 0, LONGEST), LONGEST // 2)].rstrip() + " …"
