"""The rows of archaeology's screen: a change, what must hold, what was taken back, a person."""

from __future__ import annotations

import datetime
import re

from gitexp.cli import screen
from gitexp.cli.columns import WIDTH, padded, short, width, wrapped
from gitexp.records.archaeology import Abandoned, Account, Constraint, Owner, Verdict, Warning
from gitexp.records.past import Change
from gitexp.records.words import counted
from gitexp.steps import tell_past as tell

INDENT = " " * 23
"""Up to where the words of a change begin."""
LABEL = 13
NAME = 18
_MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split()
_WARNINGS = {
    "taken_back": "taken back",
    "must": "must hold",
    "rejected": "rejected",
    "experience": "experience",
    "abandoned": "abandoned",
    "brings_back": "brings back",
}
_TITLE_AND_REASON = re.compile(r'(".*") was [^:"]*(?:: (.*))?', re.S)
_CONSTRAINTS = {"change_record": "record", "fixes": "fix"}


def colour(verdict: Verdict) -> str:
    """Return the style of the headline."""
    return "red" if verdict.answer == "taken_back" and verdict.state != "in" else "bold"


def change(one: Change, lines: int, *, reason: bool = True, marked: bool = False) -> list[str]:
    """Return the row of a change, and below it the reason where it took something back."""
    touch, mark = one.touch, tell.mark(one)
    brief = "" if marked else {"out": " · out"}.get(one.state, "")
    name = short(tell.title(touch), WIDTH - len(INDENT) - NAME - 2 - len(brief)) + brief
    row = f"{padded(name, WIDTH - len(INDENT) - NAME - 2)}  {short(touch.author, NAME)}"
    style = "dim" if tell.is_folded(one) else "yellow"
    told = [f"  {one.day}  {screen.style(one.commit[:7], style)}  {row.rstrip()}"]
    if marked and touch.renamed_from:
        told += [f"{INDENT}{screen.style(short(f'from {touch.renamed_from}', WIDTH - len(INDENT)), 'dim')}"]
    if marked and mark:
        told += [f"{INDENT}{screen.style(short(mark, WIDTH - len(INDENT)), 'dim')}"]
    if reason and one.reason:
        told += _quoted(one.reason, lines)
    return told


def taken_back(one: Abandoned, lines: int) -> list[str]:
    """Return when and by what an idea was taken back, what it was called, who tried it, and the reason."""
    tried = f"  {' '.join(id[:7] for id in one.attempts[-3:])}" if one.attempts else ""
    room = WIDTH - len(INDENT) - NAME - 2 - len(tried)
    name = padded(f'"{short(one.title, room - 2)}"', room)
    where = one.where
    ended = (where.commit or "".join(one.ended_by[-1:]))[:7]
    row = (
        f"  {where.at[:10]:<10}  {screen.style(f'{ended:<7}', 'yellow')}  {name}{screen.style(tried, 'dim')}"
    )
    told = [f"{row}  {short(where.by, NAME)}".rstrip()]
    return told + (_quoted(one.reason, lines) if one.reason else [])


def also_taken_back(one: Warning, lines: int) -> list[str]:
    """Return the same of a warning: its words tell what it was called, and why."""
    first = one.evidence[0] if one.evidence else None
    commit, by = (first.commit[:7], first.by) if first else ("", "")
    title, reason = match.groups() if (match := _TITLE_AND_REASON.match(one.text)) else (one.text, None)
    name = padded(title, WIDTH - len(INDENT) - NAME - 2)
    row = f"  {one.date[:10]:<10}  {screen.style(f'{commit:<7}', 'yellow')}  {name}  {short(by, NAME)}"
    return [row.rstrip(), *(_quoted(reason, lines) if reason else [])]


def given_up(one: Abandoned, lines: int) -> list[str]:
    """Return an approach that was rejected or left on a side branch, and the reason."""
    label = {"rejected": "rejected", "side_branch": "side branch"}.get(one.kind, "taken back")
    tail = _tail(tell.reference(one.where), one.where.at[:10], one.where.by)
    told = _entry(label, f'"{one.title}"', tail, 1)
    return told + (_below(f'"{one.reason}"', lines) if one.reason else [])


def warning(one: Warning, lines: int) -> list[str]:
    """Return a warning that nothing else on the screen tells."""
    first = one.evidence[0] if one.evidence else None
    tail = _tail(tell.reference(first) if first else "", one.date[:10], first.by if first else "")
    return _entry(_WARNINGS[one.kind], one.text, tail, lines)


def constraint(one: Constraint, account: Account, lines: int, today: str) -> list[str]:
    """Return what must hold, with where it stands; how old a comment is; and why, where there is room."""
    where = one.where
    if one.kind == "comment":
        path = where.path if where.path not in ("", account.place.path) else ""
        tail = _tail(path, where.commit[:7] if lines > 1 else "", old(where.at, today), where.by)
        return _entry(f"line {where.line}", f'"{one.text}"', tail, lines)
    severity = one.severity if one.severity != "advice" else ""
    if one.kind == "experience":
        id = where.id if lines > 1 else where.id.rpartition("-")[2]  # the hex alone names it too
        told = _entry(severity or "experience", one.text, id, lines)
    else:
        label = _CONSTRAINTS.get(one.kind, "trailer")
        told = _entry(label, one.text, _tail(tell.reference(where), where.at[:10], where.by), lines)
    if one.holds:
        told += _below(f"holds where: {one.holds}", 1)
    if one.why and lines > 1:
        told += _below(one.why if one.kind == "fixes" else f"because: {one.why}", lines)
    return told


def deleted(account: Account) -> list[str]:
    """Return a row that says when, by whom and with what the file was deleted."""
    gone = tell.deletion(account)
    if account.exists:
        return []
    if gone is None:
        return [screen.style("  deleted", "red")]
    by = f"  deleted {gone.day} by {gone.touch.author}, {gone.commit[:7]}: {tell.title(gone.touch)}"
    return [screen.style(short(by, WIDTH - 2).join(("  ", "")), "red")]


def person(one: Owner, today: str) -> str:
    """Return someone to ask, with when they were here last."""
    when = since(one.last, today)
    return f"{short(one.name, 30)} ({when})" if when else short(one.name, 30)


def old(at: str, today: str) -> str:
    """Return how old something is, "" where that is not known."""
    days = _days(at, today)
    if days is None:
        return ""
    for size, name in ((365, "year"), (30, "month"), (7, "week")):
        if days >= size:
            return f"{counted(days // size, name)} old"
    return "new"


def since(at: str, today: str) -> str:
    """Return when someone was here last: in words where it is not long ago, else the month."""
    days = _days(at, today)
    if days is None:
        return at[:10]
    if days < 60:
        ago = (
            "today"
            if days < 1
            else f"{counted(days // 7, 'week')} ago"
            if days >= 7
            else f"{counted(days, 'day')} ago"
        )
        return f"last here {ago}"
    return f"{_MONTHS[int(at[5:7]) - 1]} {at[:4]}"


def _days(at: str, today: str) -> int | None:
    try:
        return max(0, (datetime.date.fromisoformat(today) - datetime.date.fromisoformat(at[:10])).days)
    except ValueError:
        return None


def _tail(*parts: str) -> str:
    return ", ".join(part for part in parts if part)


def _quoted(words: str, lines: int) -> list[str]:
    room = WIDTH - len(INDENT)
    return [f"{INDENT}{line}" for line in wrapped(f'"{" ".join(words.split())}"', room, lines)]


def _below(words: str, lines: int) -> list[str]:
    blank = " " * (LABEL + 2)
    return [f"{blank}{screen.style(line, 'dim')}" for line in wrapped(words, WIDTH - len(blank), lines)]


def _entry(label: str, words: str, tail: str, lines: int) -> list[str]:
    """Return a labelled row; where it stands comes after the words, on a line of its own if need be."""
    room = WIDTH - LABEL - 2
    tail = short(tail, room // 2 if lines == 1 else room)
    beside = width(tail) + 2 if tail else 0
    told = wrapped(words, room - beside if lines == 1 else room, lines)
    head = [f"  {label:<{LABEL}}{told[0]}", *(f"{' ' * (LABEL + 2)}{line}" for line in told[1:])]
    if not tail:
        return head
    if width(told[-1]) + beside <= room:
        return [*head[:-1], f"{head[-1]}  {screen.style(tail, 'dim')}"]
    return [*head, f"{' ' * (LABEL + 2)}{screen.style(tail, 'dim')}"]
