"""Shows what a sync moved, what stays here, and what of usage is shared."""

from __future__ import annotations

from collections.abc import Sequence

from gitexp.cli import screen
from gitexp.errors import OutsideError
from gitexp.records.skipped import Skipped
from gitexp.records.sync import RefMove, Synced, UsageShare
from gitexp.records.words import counted


def document(done: Synced) -> dict[str, object]:
    """Return a sync as JSON."""
    return {
        "remote": done.remote or None,
        "fetched": [_move(one) for one in done.fetched],
        "pushed": [_move(one) for one in done.pushed],
        "left": [{"ref": one.ref, "why": one.why, "refused": one.refused} for one in done.left],
        "usage": usage_document(done.usage) if done.usage else None,
        "skipped": skipped_rows(done.skipped),
    }


def usage_document(usage: UsageShare) -> dict[str, object]:
    """Return what of usage is shared as JSON."""
    return {
        "ref": usage.ref,
        "commit": usage.commit,
        "recalls": usage.recalls,
        "outcomes": usage.outcomes,
        "added": usage.added,
        "left_out": usage.over,
        "bytes": usage.size,
        "first": usage.first or None,
        "last": usage.last or None,
    }


def skipped_rows(skipped: Sequence[Skipped]) -> list[dict[str, object]]:
    """Return what could not be read as JSON."""
    return [{"where": skip.where, "what": skip.what} for skip in skipped]


def show(done: Synced, address: str) -> None:
    """Print what moved, a line each."""
    screen.say(f"{done.remote} ({address})")
    rows = [("fetched", f"{_short(one.ref)}{_how(one)}") for one in done.fetched]
    rows += [("pushed", f"{_short(one.ref)}{_of(one, done.usage)}") for one in done.pushed]
    rows += [("refused" if one.refused else "stays", f"{_short(one.ref)}: {one.why}") for one in done.left]
    for verb, what in rows:
        screen.say(f"  {verb:8} {what}")
    if not rows:
        screen.say("  nothing to fetch, nothing to push")


def say_skipped(done: Synced) -> None:
    """Say beside the answer what could not be read, and what had no room."""
    for skip in done.skipped:
        screen.note(f"not read: {skip.where}: {skip.what}")
    if done.usage and done.usage.over:
        screen.note(f"not shared: {counted(done.usage.over, 'event')}, for which a month has no room")


def failure(done: Synced) -> OutsideError | None:
    """Return the error for what the remote did not take."""
    refused = [one for one in done.left if one.refused]
    if not refused:
        return None
    mend = "check that you may push refs under refs/exp/ there"
    return OutsideError(f"{done.remote} {refused[0].ref}", f"was refused: {refused[0].why}", mend)


def new_of(usage: UsageShare) -> str:
    """Return in words how many events are not shared yet, or were not before this."""
    return f"{counted(usage.events, 'event')}, {usage.added or 'none'} of them new"


def told(usage: UsageShare) -> str:
    """Return in words how much there is."""
    days = (
        usage.first[:10]
        if usage.first[:10] == usage.last[:10]
        else f"{usage.first[:10]} to {usage.last[:10]}"
    )
    parts = [counted(usage.recalls, "recall"), counted(usage.outcomes, "outcome")]
    return f"{' and '.join(parts)}, {days}, {_size(usage.size)}"


def _move(one: RefMove) -> dict[str, object]:
    return {"ref": one.ref, "old": one.old, "new": one.new}


def _short(ref: str) -> str:
    return ref.removeprefix("refs/exp/")


def _how(one: RefMove) -> str:
    return " (gone there)" if one.new is None else "" if one.old else " (new)"


def _of(one: RefMove, usage: UsageShare | None) -> str:
    if usage is None or one.ref != usage.ref:
        return ""
    return f": {new_of(usage)}" if usage.added else ""


def _size(size: int) -> str:
    return (
        f"{size} bytes"
        if size < 1000
        else f"{size / 1000:.0f} kB"
        if size < 10**6
        else f"{size / 10**6:.1f} MB"
    )
