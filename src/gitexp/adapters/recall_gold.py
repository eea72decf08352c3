"""Makes experiences of gold rows, so that questions can be asked about what people expect of discussions."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from gitexp.adapters.cases_rows import rows
from gitexp.adapters.gold_rows import read_gold
from gitexp.adapters.json_values import Value
from gitexp.adapters.preconditions_yaml import path_fault
from gitexp.adapters.source_files import printable
from gitexp.records.evidence import Evidence
from gitexp.records.experience import Experience, ExperienceKind, Lens, Scope
from gitexp.records.gold import GoldRow
from gitexp.records.ids import experience_id
from gitexp.records.skipped import Skipped
from gitexp.records.words import shortened

KINDS: Mapping[Lens, ExperienceKind] = {"terminology": "term", "location": "location", "logic": "constraint"}
LONGEST_TITLE = 80


def gold_experiences(path: Path) -> tuple[dict[str, Experience[str]], list[Skipped]]:
    """Return an experience for each gold row, by the row's id, and the rows that do not fit.

    It holds without conditions, where the row's paths and symbols say. A gold row has no quote: the evidence is a
    placeholder with the turn.
    """
    lines = list(rows(path))
    labels = read_gold(lines, printable(path))
    content = {_key(line.content): line.content for line in lines if isinstance(line, Value)}
    found: dict[str, Experience[str]] = {}
    skipped = list(labels.skipped)
    for name, some in labels.rows.items():
        for row in some:
            if row.id in found:
                place = labels.lines[name, row.id]
                skipped.append(Skipped(place, f"`{row.id}` is a row of another discussion too, which counts"))
                continue
            found[row.id] = _experience(row, content[name, row.id])
    return found, skipped


def _key(content: object) -> tuple[str, str]:
    if not isinstance(content, Mapping):
        return "", ""
    return str(content.get("discussion")), str(content.get("id"))


def _experience(row: GoldRow, content: object) -> Experience[str]:
    listed = content if isinstance(content, Mapping) else {}
    symbols = tuple(name for name in row.names if name in (listed.get("symbols") or ()))
    paths = tuple(name for name in row.names if name in (listed.get("paths") or ()) and not path_fault(name))
    return Experience(
        id=experience_id(f"gold {row.id}", "gold", row.case, row.turns),
        title=shortened(row.when, LONGEST_TITLE),
        when=row.when,
        what=row.what,
        why=row.why or None,
        evidence=(Evidence(f"review_comment:{row.turns[0].rpartition(':')[2]}", "(a row of gold)"),),
        lens=row.lens,
        kind=KINDS[row.lens],
        status="active",
        scope=Scope(tuple(dict.fromkeys(paths)), tuple(dict.fromkeys(symbols))),
    )
