"""What a proposal leaves out: how much was read, what was near and why it is not proposed, what review dropped."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from gitexp.records.candidate import Candidate
from gitexp.records.run import Run
from gitexp.records.text import Redacted
from gitexp.records.words import counted
from gitexp.steps.proposal_words import is_private
from gitexp.steps.quoting import inline

SHOWN_NEAR = 12


def left_out(run: Run) -> Iterator[str]:
    funnel = run.funnel
    yield (
        f"<details><summary>What was read and left out: {counted(funnel.discussions, 'discussion')} → "
        f"{counted(funnel.topics, 'topic')} → {counted(funnel.candidates, 'candidate')}{_and_carried(run)} → "
        f"{funnel.create + funnel.update} proposed{_and_records(run)}</summary>"
    )
    yield ""
    counts = Counter(lacking(run, candidate) for candidate in run.near)
    if counts:
        yield "| left out because | how many |"
        yield "|---|---|"
        for lack, many in sorted(counts.items(), key=lambda pair: (-pair[1], pair[0])):
            yield f"| {inline(Redacted.rendered(lack))} | {many} |"
        yield ""
        # Of a private session nobody agreed to show these words.
        told = [candidate for candidate in run.near if not is_private(run, candidate)]
        for candidate in told[:SHOWN_NEAR]:
            yield f"- {inline(candidate.title)} ({inline(Redacted.rendered(candidate.trail.words))})"
        if len(run.near) > len(told[:SHOWN_NEAR]):
            yield f"- and {len(run.near) - len(told[:SHOWN_NEAR])} more: `exp propose … --json`, `near`"
    else:
        yield "Nothing was near."
    yield from dropped(run)
    unread = sum(skip.bad for skip in run.skipped)
    if unread:
        yield f"\n{counted(unread, 'input')} could not be read."
    yield "</details>"


def lacking(run: Run, candidate: Candidate) -> str:
    """Return what a candidate lacks first, without its details; of a private one only the kind."""
    if is_private(run, candidate) and not candidate.trail.waits:
        return candidate.trail.lacks[0].kind.replace("_", " ") if candidate.trail.lacks else ""
    return candidate.trail.words.split(";")[0].split(":")[0]


def dropped(run: Run) -> Iterator[str]:
    """Yield what review left out as false, with what does exist. Of a private session nobody agreed to show words."""
    told = [one for one in run.dropped if not is_private(run, one.candidate)]
    if run.dropped:
        yield f"\nDropped by review: {len(run.dropped)}"
        yield ""
    for verdict in told[:SHOWN_NEAR]:
        yield f"- {inline(verdict.candidate.title)} ({inline(Redacted.rendered(verdict.words))})"


def _and_carried(run: Run) -> str:
    return f" and {run.funnel.carried} of earlier runs" if run.funnel.carried else ""


def _and_records(run: Run) -> str:
    return f", {counted(len(run.changes), 'change record')}" if run.changes else ""
