"""The usage gather step: what recall did, and what became of it: said, in commits, and by the diffs that followed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from gitexp.ports import Usage
from gitexp.ports.adoption import Adoption
from gitexp.records.adoption import SeenCommit
from gitexp.records.experience import Experience
from gitexp.records.skipped import Skipped
from gitexp.records.usage import OutcomeEvent, RecallEvent, UsageEvent
from gitexp.steps.usage_followed import MOST, first_after, may_follow, told_by
from gitexp.steps.usage_signs import sign_of
from gitexp.steps.usage_trailers import said_in_commits


@dataclass(frozen=True)
class Happened:
    """All events, oldest first; `new` are those among them that diffs show and that nobody has kept yet."""

    events: tuple[UsageEvent, ...]
    new: tuple[OutcomeEvent, ...] = ()
    skipped: tuple[Skipped, ...] = ()
    limits: tuple[str, ...] = ()


def what_happened(
    usage: Usage, adoption: Adoption | None, experiences: Sequence[Experience[str]]
) -> Happened:
    """Return what was logged here and fetched of others, with what the history tells besides."""
    events, unread = usage.events()
    if adoption is None:
        return Happened(tuple(events), (), tuple(unread))
    commits, limits = adoption.commits()
    told, odd = said_in_commits(commits, experiences)
    new, more = seen_in_diffs(events, usage.clone, commits, adoption, {one.hex: one for one in experiences})
    every = sorted((*events, *told, *new), key=lambda event: event.at)
    return Happened(tuple(every), tuple(new), (*unread, *odd), (*limits, *more))


def seen_in_diffs(
    events: Sequence[UsageEvent],
    clone: str,
    commits: Sequence[SeenCommit],
    adoption: Adoption,
    experiences: Mapping[str, Experience[str]],
) -> tuple[list[OutcomeEvent], Sequence[str]]:
    """Return what diffs show of the recalls of this clone, beyond what was kept of that, and what was not read."""
    own = [one for one in events if one.clone == clone]
    kept = [one for one in own if isinstance(one, OutcomeEvent) and one.origin == "diff"]
    told = told_by((one for one in own if isinstance(one, RecallEvent)), experiences)
    if not told:
        return [], []
    followers, whole = may_follow(told, commits, adoption.made_here())
    lines, limits = adoption.lines([one.id for one in commits if one.id in followers])
    if not whole:
        limits = (*limits, f"of the commits that followed a recall the newest {MOST} were looked at")

    def found() -> Iterator[OutcomeEvent]:
        for commit, experience in first_after(followers, commits, lines, experiences, kept):
            outcome = sign_of(experience, lines[commit.id])
            if outcome is not None:
                yield OutcomeEvent(commit.at, experience.hex, outcome, "diff", commit=commit.id, clone=clone)

    return list(found()), limits
