"""Picks the rows of the figures that somebody asks for by id; one that nobody was handed yet has a row of zeros."""

from __future__ import annotations

import difflib
from collections.abc import Sequence

from gitexp.errors import UsageError
from gitexp.records.experience import Experience
from gitexp.records.usage_figures import ExperienceFigures, UsageFigures


def chosen_rows(
    names: Sequence[str], figures: UsageFigures, experiences: Sequence[Experience[str]]
) -> tuple[ExperienceFigures, ...]:
    """Return the rows that the names mean, in their order; all rows without a name.

    Also an experience that stands no more is found, by its digits. Raises UsageError where none or several are meant.
    """
    if not names:
        return figures.experiences
    rows = {row.hex: row for row in figures.experiences}
    for one in experiences:
        rows.setdefault(one.hex, ExperienceFigures(one.hex, one.id, str(one.title), one.status))
    return tuple(dict.fromkeys(_meant(name, list(rows.values())) for name in names))


def _meant(name: str, rows: Sequence[ExperienceFigures]) -> ExperienceFigures:
    wanted = name.strip().lower()
    if not wanted:
        raise UsageError("ID ''", "is empty", "`exp list` shows them")
    exact = [row for row in rows if wanted in (row.id, row.hex)]
    found = exact or [row for row in rows if row.id.startswith(wanted) or row.hex.startswith(wanted)]
    if len(found) == 1:
        return found[0]
    if found:
        ids = ", ".join(row.id or row.hex for row in found[:5])
        raise UsageError(name, f"means {len(found)} experiences", ids)
    ids_by_part = {part: row.id for row in rows if row.id for part in (row.id, row.hex, *row.id.split("-"))}
    near = difflib.get_close_matches(wanted, ids_by_part, n=1, cutoff=0.5)
    mend = f"did you mean `{ids_by_part[near[0]]}`?" if near else "`exp list` shows them"
    raise UsageError(name, "no such experience", mend)
