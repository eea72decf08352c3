"""How the figures of usage look to a person: a page of all, or some experiences more closely."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gitexp.cli import columns, screen
from gitexp.records.door import CLI, MCP
from gitexp.records.usage_figures import (
    ENOUGH_OUTCOMES,
    ENOUGH_RECALLS,
    Canary,
    Counts,
    DoorFigures,
    ExperienceFigures,
    Halves,
    UsageFigures,
    Week,
)
from gitexp.records.words import counted

MOST_ROWS = 20
MOST_NOTES = 5
MOST_NEVER = 5
BAR = 40
"""Columns of the longest bar."""
HEAD = (
    f"{'recalled':>10}{'adopted':>9}{'ignored':>9}{'wrong':>7}{'failed':>8}{'by diffs':>10}{'over time':>14}"
)
DOORS = {CLI: "exp recall", MCP: "exp mcp", "hook": "hooks of agents, unasked"}
NOTHING = "No recall is logged here yet: each `exp recall` adds one. `exp sync` fetches what other clones have shared."


def show(figures: UsageFigures, seconds: float) -> None:
    """Print the page of all."""
    if not figures.requests and not figures.experiences:
        since = f" since {figures.since}" if figures.since else ""
        screen.say(f"No recall is logged{since}; without --since there may be more." if since else NOTHING)
        return
    since = f" since {figures.since}" if figures.since else ""
    of = f", of {counted(figures.clones, 'clone')}" if figures.clones > 1 else ""
    told = columns.apart(f"{counted(figures.requests, 'recall')}{since}{of}", f"{seconds:.1f} s")
    screen.say(screen.style(told, "bold"))
    if figures.requests:
        _of_all(figures)
    _of_doors(figures.doors)
    _of_weeks(figures.weeks)
    _of_each(figures.experiences)
    if figures.canary:
        screen.say()
        for line in _compared(figures.canary):
            screen.say(line)
    _of_never(figures)
    for limit in figures.limits:
        screen.note(f"limit: {limit}")


def show_each(rows: Sequence[ExperienceFigures], seconds: float) -> None:
    """Print some experiences, each with all that is known of its use."""
    for number, row in enumerate(rows):
        if number:
            screen.say()
        right = "" if number else f"{seconds:.1f} s"
        status = f"  ({row.status})" if row.status not in ("", "active") else ""
        screen.say(screen.style(columns.apart(f"{_name(row)}{status}", right), "bold"))
        if row.title:
            screen.say(f"  {columns.short(row.title, columns.WIDTH - 2)}")
        for line in _closely(row):
            screen.say(f"  {line}" if line else "")


def _of_all(figures: UsageFigures) -> None:
    nothing = figures.requests - figures.given
    rows = [
        ("something was given", f"{figures.given}", _percent(figures.success_rate)),
        ("nothing", f"{nothing}", _percent(figures.no_hit_rate)),
        ("poor matches", f"{figures.poor}", _percent(figures.poor / figures.requests)),
    ]
    more = [
        (
            "a recall gave",
            f"{figures.mean_injected or 0:.1f} experiences, {figures.mean_tokens or 0:.0f} tokens",
        ),
        ("and took", ""),
    ]
    if figures.latency:
        one = figures.latency
        more[1] = ("and took", f"p50 {one.p50} ms, p90 {one.p90} ms, p99 {one.p99} ms")
    for (name, many, share), (of, what) in zip(rows, [*more, ("", "")], strict=True):
        right = f"   {of:14} {what}" if what else ""
        screen.say(f"  {name:20} {many:>7} {share:>6}{right}")


def _of_doors(doors: Sequence[DoorFigures]) -> None:
    """Print what came by each door; where all came by the command line there is nothing to tell apart."""
    if {one.by for one in doors} <= {CLI}:
        return
    head = f"{'recalls':>10}{'gave':>9}{'share':>9}{'injected':>10}{'p50':>9}{'p99':>9}"
    screen.say(screen.style(f"\n{head}  door", "dim"))
    for one in doors:
        times = (f"{one.latency.p50} ms", f"{one.latency.p99} ms") if one.latency else ("-", "-")
        numbers = f"{one.requests:>10}{one.given:>9}{_percent(one.success_rate):>9}{one.injected:>10}"
        screen.say(f"{numbers}{times[0]:>9}{times[1]:>9}  {DOORS.get(one.by, one.by)}")


def _of_weeks(weeks: Sequence[Week]) -> None:
    if not weeks:
        return
    screen.say(screen.style("\nrecalls a day", "dim"))
    most = max(one.a_day for one in weeks) or 1.0
    for one in weeks:
        bar = "█" * round(BAR * one.a_day / most)
        screen.say(f"  week of {one.start} {one.a_day:8.1f}  {bar}".rstrip())


def _of_each(rows: Sequence[ExperienceFigures]) -> None:
    if not rows:
        return
    screen.say(screen.style(f"\n{HEAD}  experience", "dim"))
    for row in rows[:MOST_ROWS]:
        told = row.told
        numbers = f"{row.recalls:>10}{told.adopted:>9}{told.ignored:>9}{told.wrong:>7}{told.failed:>8}"
        name = columns.short(_name(row), 60)
        screen.say(f"{numbers}{_of(row.diff):>10}{_over_time(row.told_over_time):>14}  {name}")
    if len(rows) > MOST_ROWS:
        screen.say(f"{len(rows) - MOST_ROWS} more: `exp stats ID` shows one, --json all")


def _of_never(figures: UsageFigures) -> None:
    many = len(figures.never)
    if many:
        of = f"{many} of {counted(figures.in_force, 'experience')} in force"
        screen.say(f"\n{of} {'was' if many == 1 else 'were'} given to nobody in this time")
        for id in figures.never if many <= MOST_NEVER else ():
            screen.say(f"  {id}")


def _closely(row: ExperienceFigures) -> Iterator[str]:
    if row.recalls:
        trial = f", {row.trial} of them as a canary" if row.trial else ""
        times = "once" if row.recalls == 1 else f"{row.recalls} times"
        yield f"given {times}{trial}, last {row.last[:10]}"
    else:
        yield "given to nobody in this time"
    yield ""
    yield screen.style(f"{'':10}{'adopted':>9}{'ignored':>9}{'wrong':>7}{'failed':>8}", "dim")
    for name, one in (("said", row.said), ("in commits", row.trailer)):
        yield f"{name:10}{one.adopted:>9}{one.ignored:>9}{one.wrong:>7}{one.failed:>8}"
    yield f"{'by diffs':10}{row.diff.adopted:>9}{row.diff.ignored:>9}   a sign, no proof"
    for halves, how in ((row.told_over_time, "told"), (row.seen_over_time, "by diffs")):
        if halves:
            yield f"over time, {how}: adopted {_of(halves.older)} first, then {_of(halves.newer)}"
    if row.canary:
        yield from _compared(row.canary)
    if row.notes:
        yield ""
    for note in row.notes[:MOST_NOTES]:
        lines = columns.wrapped(note.note, columns.WIDTH - 22, 4)
        yield f"{note.at[:10]} {note.outcome:8} {lines[0]}"
        yield from (f"{'':19} {line}" for line in lines[1:])
    if len(row.notes) > MOST_NOTES:
        yield f"{len(row.notes) - MOST_NOTES} more notes: --json"


def _compared(canary: Canary) -> Iterator[str]:
    """Yield how the canary does against the rest; where there is too little of either, just that."""
    trial, rest = canary.trial, canary.rest
    yield f"as a canary given {_times(trial.recalls)}; the rest {_times(rest.recalls)}"
    shown = False
    for enough, how, one, other in (
        (canary.enough_told, "told", trial.told, rest.told),
        (canary.enough_seen, "by diffs", trial.seen, rest.seen),
    ):
        if enough:
            shown = True
            yield f"  adopted, {how}: {_share_of(one)} of the canary, {_share_of(other)} of the rest"
    if not shown:
        has = f"{trial.told.all} and {rest.told.all} outcomes told, {trial.seen.all} and {rest.seen.all} by diffs"
        need = f"each needs {ENOUGH_RECALLS} recalls and {ENOUGH_OUTCOMES} outcomes"
        yield f"  too little to compare: {has}; {need}"


def _name(row: ExperienceFigures) -> str:
    return row.id or f"{row.hex} (stands no more)"


def _of(one: Counts) -> str:
    return f"{one.adopted} of {one.all}" if one.all else "-"


def _share_of(one: Counts) -> str:
    return f"{_percent(one.share)} ({_of(one)})"


def _over_time(halves: Halves | None) -> str:
    return f"{_percent(halves.older.share)} → {_percent(halves.newer.share)}" if halves else "-"


def _percent(share: float | None) -> str:
    return "-" if share is None else f"{100 * share:.0f} %"


def _times(many: int) -> str:
    return "once" if many == 1 else f"{many} times"
