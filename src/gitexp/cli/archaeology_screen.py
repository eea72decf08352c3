"""What `exp archaeology` prints of a place: for a person the verdict first and one screen (MOCKUPS 3), else for an agent."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gitexp.cli import archaeology_rows as rows
from gitexp.cli import screen
from gitexp.cli.columns import WIDTH, apart, short, width, wrapped
from gitexp.records.archaeology import Account
from gitexp.records.words import counted
from gitexp.steps import tell_past as tell
from gitexp.steps.retell_past import BUDGET, retell_past

HEIGHT = 24
_STICKS = "\u2423"
"""Stands for a blank at which no line is broken."""
FEW = 2
"""Ideas that are shown unasked where nothing speaks of the intent: words may have missed them."""
Rows = list[list[str]]
"""Items of one or more lines."""


@dataclass(frozen=True)
class Room:
    """How many items of each kind are shown, and how many lines one may take; `loose` sets sections apart."""

    ideas: int
    holding: int
    out: int
    lost: int
    latest: int
    lines: int
    loose: bool = True


ROOMS = (
    Room(9, 6, 5, 3, 6, 2),
    Room(8, 5, 4, 2, 5, 2),
    Room(7, 4, 3, 2, 4, 2),
    Room(6, 4, 2, 1, 3, 2),
    Room(6, 3, 2, 1, 3, 2),
    Room(6, 4, 3, 2, 4, 1),
    Room(5, 3, 3, 1, 3, 1),
    Room(4, 3, 2, 1, 2, 1),
    Room(4, 3, 3, 1, 3, 1, loose=False),
    Room(4, 3, 2, 1, 2, 1, loose=False),
    Room(4, 2, 2, 0, 2, 1, loose=False),
    Room(3, 1, 1, 0, 1, 1, loose=False),
)
"""From roomy to narrow; the first with which all fits on one screen is taken."""
ALL = Room(10**6, 10**6, 10**6, 10**6, 10**6, 20)


def show(account: Account, *, full: bool, budget: int | None, seconds: float, today: str) -> None:
    """Print the account for whoever reads: a person at a terminal, or an agent behind a pipe."""
    for skip in account.skipped:
        screen.note(f"not read: {skip.where}: {skip.what}")
    if screen.on_terminal():
        for line in screenful(account, full=full, seconds=seconds, today=today):
            screen.say(line)
        return
    for limit in account.limits:
        screen.note(limit)
    screen.say(retell_past(account, budget or (None if full else BUDGET), full=full))


def screenful(account: Account, *, full: bool, seconds: float, today: str) -> list[str]:
    """Return the lines for a terminal; without `full` they fit on one screen."""
    rooms = (ALL,) if full else ROOMS
    lines: list[str] = []
    for room in rooms:
        sections = _sections(account, room, today, full=full)
        lines = _laid(_head(account, room), sections, _foot(account, room, seconds, today), loose=room.loose)
        if len(lines) <= HEIGHT:
            break
    return lines


def _laid(head: list[str], sections: list[list[str]], foot: list[str], *, loose: bool) -> list[str]:
    lines = list(head)
    for section in [*sections, foot]:
        if section:
            lines += ["", *section] if loose else section
    return lines


def _head(account: Account, room: Room) -> list[str]:
    """Return the verdict, the chain of its idea, and how it stands today."""
    verdict, said = account.verdict, tell.headline(account)
    if said.endswith("."):
        lines = wrapped(said, WIDTH, 3)
    else:
        how = ", ".join(part for part in (tell.sureness(account), tell.about(account.place)) if part)
        side = short(how, WIDTH - width(said) - 2)
        line = apart(said.upper(), side)
        bold = screen.style(line[: len(said)], rows.colour(verdict))
        lines = [bold + screen.style(line[len(said) :], "dim")]
    lines += rows.deleted(account)
    ideas = tell.shown_ideas(account)
    if len(ideas) > room.ideas:
        lines.append(f"  … {len(ideas) - room.ideas} before these: --full")
    lines += [line for idea in ideas[-room.ideas :] for line in rows.change(idea, room.lines)]
    if ideas and not said.endswith("."):
        colour = {"in": "green", "out": "red"}.get(verdict.state, "yellow")
        lines.append(f"{rows.INDENT}{screen.style(tell.stands(verdict), colour)}")
    return lines


def _sections(account: Account, room: Room, today: str, *, full: bool) -> list[list[str]]:
    """Return the sections between the verdict and whom to ask."""
    told = {change.commit for change in tell.shown_ideas(account)}
    held = [rows.warning(one, room.lines) for one in tell.others(account)]
    held += [rows.constraint(one, account, room.lines, today) for one in tell.holding(account)]
    heading = "BEFORE YOU ADD IT" if account.verdict.intent else "MUST HOLD HERE"
    sections = [_section(heading, held, room.holding)]
    out = [rows.taken_back(one, room.lines) for one in tell.taken_back(account) if not told & {*one.attempts}]
    out += [rows.also_taken_back(one, room.lines) for one in tell.also_taken_back(account)]
    out.sort(key=lambda item: item[0], reverse=True)  # each begins with its day
    if not full and account.verdict.answer in ("nothing", "constrained"):
        sections += [_section("TAKEN BACK HERE", out, min(FEW, room.out))] if account.verdict.intent else []
    if full or not account.verdict.intent:
        lost = [rows.given_up(one, room.lines) for one in tell.given_up(account)]
        sections += [
            _section("TAKEN BACK HERE", out, room.out),
            _section("ABANDONED", lost, room.lost),
            _chain(account, room) if full else _latest(account, room),
        ]
    return sections


def _section(heading: str, items: Rows, most: int) -> list[str]:
    """Return the heading and the first items; it says how many there are where not all are shown."""
    if not items:
        return []
    shown = items[:most]
    many = f"  {len(shown)} of {len(items)}" if shown else f"  {len(items)}"
    more = many if len(shown) < len(items) else ""
    return [
        f"{screen.style(heading, 'bold')}{screen.style(more, 'dim')}",
        *(line for item in shown for line in item),
    ]


def _latest(account: Account, room: Room) -> list[str]:
    """Return the last changes; what machines did and what only formats is folded into a number."""
    plain = [change for change in account.changes if not tell.is_folded(change)]
    shown = plain[: room.latest]
    folded = tell.quiet(account)
    rest = len(plain) - len(shown)
    beside = [f"{rest} older: --full"] if rest else []
    beside += [folded] if folded else []
    if not account.changes:
        return []
    heading = screen.style("LAST CHANGES", "bold")
    side = screen.style("  " + "; ".join(beside), "dim") if beside else ""
    lines = [f"{heading}{side}"]
    return lines + [line for change in shown for line in rows.change(change, 1, reason=False)]


def _chain(account: Account, room: Room) -> list[str]:
    """Return the whole chain, newest first, machines and all."""
    lines = [screen.style("CHAIN", "bold")]
    for change in account.changes:
        lines += rows.change(change, room.lines, marked=True)
    return lines if account.changes else []


def _foot(account: Account, room: Room, seconds: float, today: str) -> list[str]:
    """Return what goes along, whom to ask, and what was looked at."""
    most = 20 if room is ALL else 1
    lines: list[str] = []
    if account.neighbours:
        along = [
            f"{one.path} {one.together} of {one.of}{'' if number else ' changes'}"
            for number, one in enumerate(account.neighbours)
        ]
        lines += _row("GOES ALONG", along, most)
    if account.followed and (room is ALL or not account.verdict.intent):
        lines += _followed(account, most)
    if account.owners:
        lines += _row("ASK", [rows.person(one, today) for one in account.owners], most)
    return lines + _looked_at(account, room, seconds)


def _followed(account: Account, most: int) -> list[str]:
    names = {change.commit: tell.title(change.touch) for change in account.changes}
    lines = []
    for commit, how in list(tell.follow_ups(account))[:most]:
        name = short(f'"{names.get(commit, "")}"', WIDTH - 13 - 9 - len(how) - 2) if commit in names else ""
        lines.append(f"{commit[:7]}  {f'{name}, ' if name else ''}{how}")
    return _labelled("FIXED AFTER", lines)


def _row(name: str, items: Sequence[str], most: int) -> list[str]:
    """Return items on at most so many lines, as many whole ones as have room."""
    lines, line = list[str](), ""
    for item in items:
        item = short(item, WIDTH - 13)
        longer = f"{line} · {item}" if line else item
        if width(longer) > WIDTH - 13:
            lines.append(line)
            longer = item
        line = longer
    lines = [*lines, line][:most]
    return _labelled(name, lines)


def _labelled(name: str, lines: Sequence[str]) -> list[str]:
    head = screen.style(f"{name:<13}", "bold")
    return [f"{' ' * 13 if number else head}{line}" for number, line in enumerate(lines)]


def _looked_at(account: Account, room: Room, seconds: float) -> list[str]:
    pointers = screen.style(f"{'' if room is ALL else 'Chain: --full   '}Programs: --json", "dim")
    seen = wrapped(
        f"{tell.looked_at(account)}, {seconds:.1f}{_STICKS}s.", WIDTH - 13, 20 if room is ALL else 2
    )
    lines = [line.replace(_STICKS, " ") for line in seen]
    if width(lines[-1]) + 2 + width(screen.clean(pointers)) <= WIDTH - 13:
        lines[-1] += f"  {pointers}"
    else:
        lines.append(pointers)
    end = tell.end_of(account.limits)
    limits = [one for one in account.limits if not end or end not in one or "ends at" not in one]
    shown = limits if room is ALL else limits[:2]
    notes = [line for limit in shown for line in wrapped(limit, WIDTH - 13, 20 if room is ALL else 2)]
    if len(limits) > len(shown):
        notes.append(f"and {counted(len(limits) - len(shown), 'more limit')}: --full")
    return _labelled("LOOKED AT", lines) + [f"{' ' * 13}{screen.style(note, 'yellow')}" for note in notes]
