"""Stats: what recall did to the work, over all clones whose events are here; what diffs show is kept on the way."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from gitexp.ports import Usage
from gitexp.ports.adoption import Adoption
from gitexp.records.experience import Experience
from gitexp.records.usage_figures import UsageFigures
from gitexp.steps.usage_figures import usage_figures
from gitexp.steps.usage_gather import Happened, what_happened


def stats(
    usage: Usage,
    adoption: Adoption | None,
    experiences: Sequence[Experience[str]],
    *,
    since: str = "",
    today: str,
) -> UsageFigures:
    """Return the figures from `since` on (YYYY-MM-DD; "" for all that is known) to `today`.

    What this clone's diffs show is logged once: a history that is rewritten later changes no figure, and who fetches
    this clone's events has it too.
    """
    happened = keep_seen(usage, adoption, experiences)
    figures = usage_figures(happened.events, experiences, since=since, today=today)
    return replace(figures, skipped=happened.skipped, limits=happened.limits)


def keep_seen(usage: Usage, adoption: Adoption | None, experiences: Sequence[Experience[str]]) -> Happened:
    """Return what happened; what this clone's diffs show, and was not known yet, is logged."""
    happened = what_happened(usage, adoption, experiences)
    for event in happened.new:
        usage.log(event)
    return happened
