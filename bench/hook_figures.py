"""Counts what the hook said at replayed events, and what became of what was planted; each figure with its bar."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from bench.hook_asking import Heard
from bench.hook_planter import KINDS, MUST_NOT, Planted
from bench.hook_sessions import Session, Step

MOST_FALSE, LEAST_RIGHT = 0.01, 0.80


class Line(NamedTuple):
    """A line of the answer, and whether it is within its bar; None where it has none."""

    text: str
    fine: bool | None = None


class Spoken(NamedTuple):
    """What the hook said at an event: in the session as it went, and (at edits) to a reader who has seen nothing.

    `covered` counts the experiences whose scope holds the file; `same` whether the process answered the same.
    """

    session: str
    step: Step
    covered: int
    heard: Heard
    alone: Heard
    same: bool | None = None

    @property
    def text(self) -> str:
        """Return what was said to the reader that the process is compared by."""
        return self.alone.text


class Fate(NamedTuple):
    """What became of something planted for an edit: whether it was told."""

    session: str
    step: Step
    planted: Planted
    told: bool
    heard: Heard
    same: bool | None = None

    @property
    def text(self) -> str:
        """Return what was said to the reader that the process is compared by."""
        return self.heard.text


def spoken_lines(found: Sequence[Session], spoken: Sequence[Spoken]) -> list[Line]:
    """Print and return what was said at the events of the sessions, all of it about other repositories."""
    edits = [one for one in spoken if one.step.kind == "edit"]
    covered = [one for one in edits if one.covered]
    kinds = Counter(one.step.kind for one in spoken)
    lines = [
        Line(
            f"{len(found)} sessions, {len(spoken)} events: " + ", ".join(f"{n} {k}" for k, n in kinds.items())
        ),
        Line(
            f"edits that a scope of another repository covers: {len(covered)} of {len(edits)},"
            f" by {sum(one.covered for one in covered) / max(1, len(covered)):.0f} experiences on average"
        ),
    ]
    for name, told in (
        ("in the session as it went", [one for one in edits if one.heard.given]),
        ("to readers who have seen nothing", [one for one in edits if one.alone.given]),
    ):
        lines.append(
            _barred(f"something is told at edits, {name}", len(told), len(edits), MOST_FALSE, most=True)
        )
    for kind in ("start", "forget", "prompt", "read"):
        told = [one for one in spoken if one.step.kind == kind and one.heard.text]
        lines.append(Line(f"something is told at: {kind:<8}{len(told):>4} of {kinds[kind]}"))
    for one in edits:
        heard = one.heard if one.heard.given else one.alone
        for given in heard.given:
            lines.append(Line(f"  told: {one.session} edit {one.step.edit}: {given}: {_why(heard, given)}"))
    return _said(lines)


def process_lines(some: Sequence[Spoken | Fate]) -> list[Line]:
    """Print and return of how many answers the process gave another one; without words few would say anything."""
    compared = [one for one in some if one.same is not None]
    differ = [one for one in compared if not one.same]
    words = sum(bool(one.text) for one in compared)
    text = f"exp hook as a process says otherwise ({words} say something)"
    bar = _barred(text, len(differ), len(compared), 0.0, most=True)
    return _said([bar, *(Line(f"  differs: {one.session} edit {one.step.edit}") for one in differ)])


def planted_lines(fates: Sequence[Fate], *, errors: bool) -> list[Line]:
    """Print and return of what was planted how much was told, by kind, and each that should have been or should not."""
    lines = [Line("\nplanted")]
    wanted = [one for one in fates if one.planted.kind == "matches"]
    for name, some in (
        ("matches, by templates", [one for one in wanted if not one.planted.by_hand]),
        ("matches, by hand", [one for one in wanted if one.planted.by_hand]),
    ):
        if some:
            lines.append(_barred(name, sum(one.told for one in some), len(some), LEAST_RIGHT, most=False))
    for kind in KINDS[1:]:
        some = [one for one in fates if one.planted.kind == kind]
        told = sum(one.told for one in some)
        if kind in MUST_NOT:
            lines.append(_barred(kind, told, len(some), 0.0, most=True))
        else:
            lines.append(Line(f"{f'same place, {kind}':<58}{_of(told, some)}"))
    lines += _groups(wanted)
    for one in fates if errors else ():
        lacking = one.planted.kind == "matches" and not one.told
        if lacking or (one.planted.kind != "matches" and one.told):
            text = f"  {'missed' if lacking else f'told ({one.planted.kind})'}: {one.session} edit {one.step.edit}"
            scope = ", ".join((*one.planted.one.paths, *one.planted.one.symbols))
            lines.append(
                Line(f'{text}: "{one.planted.one.what}" [{scope}] {_why(one.heard, one.planted.one.id)}')
            )
    return _said(lines)


def _groups(wanted: Sequence[Fate]) -> list[Line]:
    """Return how much of what matches was told, by what it speaks of and by its scope."""
    groups: dict[str, list[Fate]] = {}
    for one in wanted:
        scope = (
            "symbol" if not one.planted.one.paths else "folder" if "*" in one.planted.one.paths[0] else "file"
        )
        groups.setdefault(f"scope: {scope}", []).append(one)
        if one.planted.mentions:
            groups.setdefault(f"speaks of {len(one.planted.mentions)}", []).append(one)
        dense = any("\u3040" <= letter <= "\u9fff" for letter in one.planted.one.what)
        groups.setdefault("in Chinese or Japanese" if dense else "in English", []).append(one)
    return [
        Line(f"  {name:<56}{_of(sum(one.told for one in some), some)}")
        for name, some in sorted(groups.items())
    ]


def _of(many: int, some: Sequence[object]) -> str:
    return f"{many:>4} of {len(some):>4} {many / max(1, len(some)):>6.1%}"


def _barred(name: str, many: int, of: int, bar: float, *, most: bool) -> Line:
    share = many / max(1, of)
    fine = share <= bar if most else share >= bar
    sign = "<=" if most else ">="
    text = (
        f"{name:<58}{many:>4} of {of:>4} {share:>6.1%}   bar {sign} {bar:.0%}   {'ok' if fine else 'MISSED'}"
    )
    return Line(text, fine if of else None)


def _why(heard: Heard, name: str) -> str:
    """Return what the hook itself says of an experience."""
    return heard.why.get(name, "not looked at")


def _said(lines: list[Line]) -> list[Line]:
    for line in lines:
        print(line.text, flush=True)
    return lines
