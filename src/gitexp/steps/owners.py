"""Finds whom to ask: who wrote the living lines, who changes the place, who was here last."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from datetime import UTC, datetime

from gitexp.records.archaeology import Living, Owner
from gitexp.records.past import Change
from gitexp.steps.quiet import is_agent, is_bot

LINES, CHANGES = 2.0, 1.0
"""What the part of the living lines counts, and the part of the changes."""
FADED = 0.25
"""What is left of it, however long ago."""
YEAR = 365.25 * 24 * 3600
IDLE = ("bot_churn", "reformat")
"""Kinds of changes that leave nobody with knowledge of the place."""
NOBODY = frozenset(("Not Committed Yet", "External file (--contents)"))
"""How blame calls the author of what is in no commit."""
EARLY = datetime.min.replace(tzinfo=UTC)


def owners(living: Sequence[Living], changes: Sequence[Change], most: int = 4) -> tuple[Owner, ...]:
    """Return whom to ask, the best first; who was here last is always among them.

    The order is by what each did: twice the part of the living lines and the part of the changes; the longer before
    the newest change, the less it counts, down to a quarter. Lines at which a shallow history ends speak for nobody.
    Without blame the changes decide alone.
    """
    if most < 1:
        return ()
    found = _people(living, [change for change in changes if _counts(change)])
    if not found:
        return ()
    newest = max(moment(one.last) for one in found)
    lines, made = sum(one.lines for one in found), sum(one.changes for one in found)

    def score(one: Owner) -> float:
        years = (newest - moment(one.last)).total_seconds() / YEAR
        did = LINES * one.lines / max(1, lines) + CHANGES * one.changes / max(1, made)
        return did * (FADED + (1 - FADED) / (1 + years))

    ranked = sorted(found, key=lambda one: (-score(one), one.name))
    last = next(one for one in ranked if moment(one.last) == newest)
    shown = ranked[:most]
    return tuple(shown if last in shown else [*shown[:-1], last])


def _counts(change: Change) -> bool:
    touch = change.touch
    machine = change.bot or is_bot(touch.author, touch.email) or is_agent(touch.author)
    return bool(touch.author) and not machine and change.kind not in IDLE


def _people(living: Sequence[Living], changes: Sequence[Change]) -> list[Owner]:
    lines: Counter[str] = Counter()
    last: dict[str, str] = defaultdict(str)
    for run in living:
        if not run.boundary and run.author and not _is_nobody(run.author):
            lines[run.author] += run.count
            last[run.author] = max(last[run.author], run.at, key=moment)
    made = Counter(change.touch.author for change in changes)
    for change in changes:
        name = change.touch.author
        last[name] = max(last[name], change.touch.at, key=moment)
    return [Owner(name, lines[name], made[name], at) for name, at in sorted(last.items())]


def _is_nobody(author: str) -> bool:
    return author in NOBODY or is_bot(author) or is_agent(author)


def moment(at: str) -> datetime:
    """Return when it was; what can't be read was long ago."""
    try:
        moment = datetime.fromisoformat(at)
    except ValueError:
        return EARLY
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)
