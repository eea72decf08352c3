"""Tells what must hold at a place: experiences that cover it, comments that command, trailers, and what was fixed here."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from gitexp.records.archaeology import Constraint, Living, Witness
from gitexp.records.experience import Experience, Scope, Standing
from gitexp.records.globs import matches
from gitexp.records.outline import parts_of
from gitexp.records.past import Change, Place
from gitexp.records.precondition import Preconditions
from gitexp.steps.commanding import Command
from gitexp.steps.trailers import said_in

ABOVE = 3
"""Lines between a comment and what it speaks of."""
MAX_TEXT = 600
"""Characters of one text: what is longer no person wants to read before a change."""
_SEVERITIES = ("block", "warn", "advice")
_WILD = re.compile(r"[*?\[]")
_DAY = re.compile(r"\d{4}-\d{2}-\d{2}")
_Nearness = tuple[int, ...]


def constraints(
    place: Place,
    commands: Sequence[Command],
    living: Sequence[Living],
    changes: Sequence[Change],
    standing: Sequence[Standing[str]],
    today: str,
) -> tuple[Constraint, ...]:
    """Return what must hold here: experiences (the nearest first), comments by line, trailers and fixes (newest first).

    `changes` are newest first; `living` may be empty where nobody asked for blame.
    """
    return (
        *_of_experiences(place, standing, today),
        *_of_comments(place, commands, living),
        *_of_trailers(changes, today),
        *_of_fixes(changes),
    )


def commands_at(constraints: Sequence[Constraint], first: int, last: int) -> tuple[Constraint, ...]:
    """Return the comments that stand among some lines or directly above them."""
    return tuple(
        one
        for one in constraints
        if one.kind == "comment" and one.where.line is not None and first - ABOVE <= one.where.line <= last
    )


def _of_experiences(place: Place, standing: Sequence[Standing[str]], today: str) -> list[Constraint]:
    covering: list[tuple[_Nearness, int, str, Experience[str]]] = []
    for experience in (one.experience for one in standing if one.experience.in_force(today)):
        near = _nearness(experience.scope, place)
        if near is not None:
            weight = _SEVERITIES.index(experience.severity or "advice")
            covering.append((near, weight, experience.id, experience))
    return [_of_experience(one[-1]) for one in sorted(covering, key=lambda one: one[:3])]


def _nearness(scope: Scope[str], place: Place) -> _Nearness | None:
    """Return how near a scope is to the place, the least the nearest; None where it does not cover it.

    A symbol that the place asks for goes before all. One of a scope whose paths lie elsewhere must be
    qualified to count: `send` alone may be anybody's.
    """
    globs = [glob for glob in scope.paths if matches(glob, place.path)]
    asked = parts_of(place.symbol) if place.symbol else ()
    named = [parts for parts in map(parts_of, scope.symbols) if parts and _same(parts, asked)]
    if named and (globs or not scope.paths or any(min(len(parts), len(asked)) > 1 for parts in named)):
        return (0,)
    return min(map(_width, globs), default=None)


def _same(one: tuple[str, ...], other: tuple[str, ...]) -> bool:
    """Return whether one name is the other, or its end."""
    length = min(len(one), len(other))
    return length > 0 and one[-length:] == other[-length:]


def _width(glob: str) -> _Nearness:
    """Return how wide a glob is: a file, then globs by how many folders and names they spell out."""
    if "/" in glob.removesuffix("/") and not _WILD.search(glob) and not glob.endswith("/"):
        return (1,)
    spelled = [part for part in glob.strip("/").split("/") if not _WILD.search(part)]
    return (2, -len(spelled), glob.count("**"), -len(glob))


def _of_experience(experience: Experience[str]) -> Constraint:
    first = experience.evidence[0] if experience.evidence else None
    where = Witness(id=experience.id)
    if first is not None:
        where = Witness(
            id=experience.id,
            quote=_cut(first.quote),
            by=first.by or "",
            at=first.at or experience.observed_at or "",
        )
    return Constraint(
        "experience",
        _cut(experience.what),
        where,
        _cut(experience.why or ""),
        experience.severity or "advice",
        _conditions(experience.preconditions),
    )


def _conditions(preconditions: Preconditions[str]) -> str:
    words = [f"must: {_cut(one.text)}" for one in preconditions.must]
    words += [f"not if: {_cut(one.text)}" for one in preconditions.must_not]
    # A key that this version can't read may be a condition: it is said, so that nobody takes it for met.
    words += [f"not read: {key}" for key in preconditions.unread]
    return "; ".join(words)


def _of_comments(place: Place, commands: Sequence[Command], living: Sequence[Living]) -> Iterator[Constraint]:
    for command in sorted(commands, key=lambda one: one.line):
        if not _is_at(place, command):
            continue
        written = next((run for run in living if run.first <= command.line < run.first + run.count), None)
        where = Witness(quote=command.text, path=place.path, line=command.line)
        # At the end of a shallow history blame names whoever stands there, not who wrote the line.
        if written is not None and not written.boundary:
            where = Witness(
                written.commit, command.text, written.author, written.at, path=place.path, line=command.line
            )
        yield Constraint("comment", command.text, where)


def _is_at(place: Place, command: Command) -> bool:
    if place.first is None:
        return True
    last = place.first if place.last is None else place.last
    return command.line <= last and command.last_line >= place.first - ABOVE


def _of_trailers(changes: Sequence[Change], today: str) -> list[Constraint]:
    """Return what changes that are in say must hold; said twice, the newest counts."""
    found: dict[str, Constraint] = {}
    for change in changes:
        if change.state != "in":
            continue
        touch = change.touch
        for trailer in said_in(touch):
            over = bool(_DAY.fullmatch(trailer.until)) and bool(today) and trailer.until < today
            if trailer.name not in ("Constraint", "Directive") or over or not trailer.said:
                continue
            where = Witness(touch.commit, _cut(trailer.value), touch.author, touch.at, path=touch.path)
            text, why = _cut(trailer.said), _cut(trailer.reason)
            found.setdefault(trailer.said.casefold(), Constraint("trailer", text, where, why))
    return list(found.values())


def _of_fixes(changes: Sequence[Change]) -> Iterator[Constraint]:
    """Yield the changes whose `Fixes:` names another change of the chain, with the name of what they fix."""
    for change in changes:
        if change.state == "out":
            continue
        touch = change.touch
        ids = dict.fromkeys(one.commit for one in said_in(touch) if one.name == "Fixes" and one.commit)
        for id in ids:
            fixed = next((one for one in changes if one.commit.startswith(id) and one is not change), None)
            if fixed is not None:
                title = fixed.touch.title or fixed.touch.subject
                where = Witness(touch.commit, _cut(touch.subject), touch.author, touch.at, path=touch.path)
                text = _cut(touch.title or touch.subject)
                yield Constraint("fixes", text, where, f"fixes {fixed.commit[:7]} {_cut(title)}")


def _cut(text: str) -> str:
    if len(text) <= MAX_TEXT:
        return text
    return text[: max(text.rfind(" ", 0, MAX_TEXT), MAX_TEXT // 2)].rstrip() + " …"
