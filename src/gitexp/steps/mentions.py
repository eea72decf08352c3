"""Mentions: the named things of an experience or a candidate, each with the field that it stands in."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from gitexp.records.candidate import Candidate
from gitexp.records.experience import Experience
from gitexp.records.mention import Mention
from gitexp.records.mentions import commits_in, mention, spots_in, unique
from gitexp.records.precondition import Check, Condition, DependencyCheck, PathCheck, SymbolCheck

_TURN = re.compile(r"commit:([0-9a-f]{7,64})")
_WILD = re.compile(r"[*?\[]")


@dataclass(frozen=True)
class Named:
    """A named thing and its field (`what`, `scope.symbols[0]`, `preconditions.must[0].check`).

    `wanted` is False where the experience does not claim that it is there: it names what should not be, or says that
    it is gone. Nobody calls that missing.
    """

    mention: Mention
    field: str
    wanted: bool = True


def mentions_of(experience: Experience[str]) -> tuple[Named, ...]:
    """Return all that an experience names, in the order of the file; each thing once a field.

    Of the evidence only commits count: a quote names what was there when somebody spoke.
    """
    return tuple(dict.fromkeys(_named(experience)))


def names_of_candidate(candidate: Candidate) -> tuple[Mention, ...]:
    """Return what a candidate claims to be in the code, without doubles; what it says to be gone is left out."""
    texts = (candidate.title, candidate.when, candidate.what, candidate.why, candidate.example)
    spots = [spot for text in texts if text for spot in spots_in(text)]
    gone = {_same(spot.mention) for spot in spots if spot.gone}
    told = [spot.mention for spot in spots if not spot.gone]
    # What is cut from the same words as something gone is gone too, however it is spelled there.
    listed = [mention(name) for name in candidate.symbols]
    listed += [one for one in map(mention, candidate.paths) if one.kind in ("path", "glob")]
    listed += [_place(place) for place in candidate.places]
    checks = [one for check in _wanted_checks(candidate) for one in _of_check(check)]
    return unique(one for one in (*told, *listed, *checks) if _same(one) not in gone)


def _same(one: Mention) -> tuple[str, ...]:
    """Return what two spellings of one thing have in common."""
    return one.parts if one.kind == "symbol" else (one.name,)


def _named(experience: Experience[str]) -> Iterator[Named]:
    yield from _of_text(experience.title, "title")
    yield from _of_text(experience.when, "when")
    yield from _of_text(experience.what, "what")
    yield from _of_text(experience.why, "why")
    conditions = experience.preconditions
    yield from _of_conditions(conditions.must, "preconditions.must")
    yield from _of_conditions(conditions.must_not, "preconditions.must_not", wanted=False)
    yield from _of_conditions(conditions.typical_env, "preconditions.typical_env")
    for key, texts in (
        ("failure_modes", experience.failure_modes),
        ("anti_patterns", experience.anti_patterns),
    ):
        for number, text in enumerate(texts):
            yield from _of_text(text, f"{key}[{number}]", wanted=False)
    for number, path in enumerate(experience.scope.paths):
        yield Named(_place(path), f"scope.paths[{number}]")
    for number, symbol in enumerate(experience.scope.symbols):
        yield Named(mention(symbol), f"scope.symbols[{number}]")
    for number, one in enumerate(experience.evidence):
        if turn := _TURN.match(one.turn):
            yield Named(Mention(turn[1], "commit"), f"evidence[{number}].turn")
    yield from _of_text(experience.example, "example")
    for commit in commits_in(experience.example or ""):
        yield Named(commit, "example")
    incident = experience.incident
    yield from _of_text(incident.trigger, "incident.trigger")
    yield from _of_text(incident.diagnosis, "incident.diagnosis")
    yield from _of_text(incident.fix, "incident.fix")
    yield from _of_text(incident.outcome, "incident.outcome")


def _of_text(text: str | None, field: str, *, wanted: bool = True) -> Iterator[Named]:
    for spot in spots_in(text) if text else ():
        yield Named(spot.mention, field, wanted and not spot.gone)


def _of_conditions(
    conditions: tuple[Condition[str], ...], field: str, *, wanted: bool = True
) -> Iterator[Named]:
    for number, condition in enumerate(conditions):
        yield from _of_text(condition.text, f"{field}[{number}]", wanted=wanted)
        for one in _of_check(condition.check):
            yield Named(one, f"{field}[{number}].check", wanted)


def _wanted_checks(candidate: Candidate) -> Iterator[Check | None]:
    conditions = candidate.preconditions
    return (condition.check for condition in (*conditions.must, *conditions.typical_env))


def _of_check(check: Check | None) -> tuple[Mention, ...]:
    match check:
        case SymbolCheck(symbol):
            return (mention(symbol),)
        case PathCheck(glob):
            return (_place(glob),)
        case DependencyCheck():
            return (Mention(check.key, "dependency", check.version or ""),)
        case _:
            return ()


def _place(path: str) -> Mention:
    """Return a path that is known to be one, whatever it looks like: `Makefile`, `src`."""
    return Mention(str(path), "glob" if _WILD.search(path) else "path")
