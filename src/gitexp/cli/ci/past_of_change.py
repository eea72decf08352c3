"""Asks the history and the store about the lines of one change: what they bring back, and which rules they meet."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from gitexp.steps.brought_back import BroughtBack, brought_back
from gitexp.steps.changed_lines import Changed, changed_lines
from gitexp.steps.constraints_met import Met, Outlines, constraints_met, lies, rules_of

if TYPE_CHECKING:
    from gitexp.archaeology import Tell
    from gitexp.cli.ci.change import Change
    from gitexp.cli.wiring import Workshop
    from gitexp.ports import Past
    from gitexp.records.archaeology import Checked, Warning
    from gitexp.records.outline import Outline
    from gitexp.records.past import Edit, Patch, Touch


@dataclass(frozen=True)
class Told:
    """What the past says of the lines of a change."""

    brought: tuple[BroughtBack, ...]
    met: tuple[Met, ...]
    files: int
    limits: tuple[str, ...] = ()

    @property
    def silent(self) -> bool:
        """Return whether nothing is to be said."""
        return not self.brought and not self.met


def past_of_change(
    workshop: Workshop,
    change: Change,
    messages: Sequence[Touch],
    *,
    today: str = "",
    tell: Tell = lambda step: None,
) -> Told:
    """Return what the past says of the lines of a change. `today` is YYYY-MM-DD."""
    checked = workshop.dig(None).diff(revs=f"{change.base}..{change.head}", tell=tell)
    past, new = workshop.past(change.base), workshop.past(change.head)
    edits = {edit.path: edit for edit in past.edits([change.base, change.head])}
    changed = {path: _changed(edits[path], past, new) for path in checked.files if path in edits}
    warnings = [one for one in checked.warnings if one.kind == "brings_back" and one.path in edits]
    touches = past.commits(
        sorted({where.commit for one in warnings for where in one.evidence if where.commit})
    )
    brought = brought_back(warnings, changed, _patches(warnings, edits, past, touches), touches, messages)
    day = today or time.strftime("%Y-%m-%d", time.gmtime())
    return Told(brought, _met(workshop, changed, past, new, day), len(checked.files), _limits(checked))


def _limits(checked: Checked) -> tuple[str, ...]:
    return (*checked.limits, *(f"not read: {skip.where}: {skip.what}" for skip in checked.skipped))


def _changed(edit: Edit, past: Past, new: Past) -> Changed:
    return changed_lines(
        edit, past.text(edit.old_path) if edit.old_path else None, new.text(edit.path) if edit.new else None
    )


def _patches(
    warnings: Sequence[Warning], edits: Mapping[str, Edit], past: Past, touches: Mapping[str, Touch]
) -> dict[str, Mapping[str, Patch]]:
    """Return for each file of the warnings what their commits changed in it, under whatever name it had."""
    from gitexp.records.past import Place

    found: dict[str, Mapping[str, Patch]] = {}
    for path in dict.fromkeys(one.path for one in warnings):
        named = {where.commit for one in warnings if one.path == path for where in one.evidence}
        asked = [
            (commit, touches[commit].parents[0] if touches[commit].parents else "")
            for commit in sorted(named)
            if commit in touches
        ]
        names = past.chain(Place(edits[path].old_path or path)).names
        patches, _ = past.patches(asked, names)
        found[path] = {commit: patch for (commit, _), patch in patches.items()}
    return found


def _met(
    workshop: Workshop, changed: Mapping[str, Changed], past: Past, new: Past, day: str
) -> tuple[Met, ...]:
    standing, _ = workshop.store.standing()
    records, _ = workshop.change_records().standing()
    rules = rules_of(standing, [one.record for one in records], day)
    if not rules:
        return ()
    near = [file for file in changed.values() if any(lies(rule, file) for rule in rules)]
    outlines = {
        file.path: Outlines(_outline(workshop, past, file.old_path), _outline(workshop, new, file.path))
        for file in near
    }
    blocked = _not_here(workshop, met := constraints_met(rules, near, outlines))
    return tuple(one for one in met if one.rule.id not in blocked)


def _outline(workshop: Workshop, past: Past, path: str) -> Outline | None:
    text = past.text(path) if path else None
    return workshop.outline(text, path) if text is not None else None


def _not_here(workshop: Workshop, met: Sequence[Met]) -> frozenset[str]:
    """Return the experiences of which it is not sure that they apply here: recall would not give them either."""
    if not met:
        return frozenset()
    from gitexp.steps.applicability import judge

    standing, _ = workshop.store.standing()
    conditions = {one.experience.id: one.experience.preconditions for one in standing}
    source, versions = workshop.facts(), workshop.versions()
    away: set[str] = set()
    for one in met:
        if one.rule.id in conditions:
            facts, _ = source.gather([one.path], ())
            if judge(conditions[one.rule.id], facts, versions).value != "applicable":
                away.add(one.rule.id)
    return frozenset(away)
