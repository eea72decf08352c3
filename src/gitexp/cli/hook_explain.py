"""Says why a hook told what it told, and why not the rest: `exp hook AGENT --explain`, on stderr."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gitexp.hook import Outcome
    from gitexp.records.agent_event import AgentEvent

MOST = 20


def explained(event: AgentEvent, outcome: Outcome) -> Iterator[str]:
    """Yield a line for what was looked at, those that came nearest first."""
    about = [*event.files, *dict.fromkeys(edit.path for edit in event.edits)]
    yield f"about: {', '.join(about) or 'no file of this repository'}"
    given = {item.card.hex for item in outcome.given}
    nearest = sorted(outcome.weighed, key=lambda pair: (not pair[1].by, pair[1].need - pair[1].met.mass))
    for file, one in nearest[:MOST]:
        words = ", ".join((*one.met.added, *one.met.removed, *one.met.touched)) or "no word"
        state = (
            "told"
            if one.card.hex in given
            else "passes: seen, or it does not apply here"
            if one.passes
            else "not near"
        )
        by = f"covers by {one.by}" if one.by else "does not cover the place"
        yield f"{one.card.id}: {state}; {file}; {by}; shares {words} ({one.met.mass:.2f} of {one.need:.2f})"
    if len(outcome.weighed) > MOST:
        yield f"and {len(outcome.weighed) - MOST} more"
    if not outcome.weighed:
        yield "nothing in force is about it"
