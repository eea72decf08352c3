"""Finds the named things of a text: symbols, paths, flags, variables, keys, dependencies, commits. Plain words are none."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from gitexp.records.mention import Mention
from gitexp.records.mention_absence import said_absent
from gitexp.records.mention_around import commit_ids
from gitexp.records.mention_joins import joined
from gitexp.records.mention_patterns import FENCE, IN_CODE, IN_PROSE
from gitexp.records.mention_reading import Reader, Spot
from gitexp.records.mention_single import alone, in_backticks

MOST = 200
"""Mentions of one text; what names more is a listing."""
MOST_IN_BACKTICKS = 200
"""Characters."""

_PLAIN = {0xFF01 + place: 0x21 + place for place in range(94)} | {
    ord(one): ord(other)
    for one, other in {"“": '"', "”": '"', "„": '"', "‘": "'", "’": "'", "\u00a0": " ", "\u3000": " "}.items()
}
_PLAIN |= {ord(one): ord(" ") for one in "\0！？"}
"""Full-width signs as what they are in code, letter for letter, so that places stay."""


def mentions_in(text: str) -> tuple[Mention, ...]:
    """Return the named things of a text in the order of appearance, without doubles, at most `MOST`."""
    return unique(spot.mention for spot in spots_in(text))


def spots_in(text: str) -> tuple[Spot, ...]:
    """Return where a text names things, in order: each mention with its place and whether the text says it is gone.

    A member and its container that plain words join ("`reset()` of `Parser`") are followed by `Parser.reset`.
    """
    plain = text.translate(_PLAIN)
    in_code, prose = _backticks(plain)
    found = sorted([*in_code, *Reader(IN_PROSE).spots(prose)], key=lambda spot: (spot.start, spot.end))
    told = [*found, *joined(plain, found)]
    told.sort(key=lambda spot: (spot.end, spot.start, -len(spot.mention.name)))
    order = {id(spot): number for number, spot in enumerate(found)}
    told.sort(key=lambda spot: order.get(id(spot), order.get(id(spot.after), 0) + 0.5))
    return tuple(replace(spot, gone=said_absent(plain, spot)) for spot in told)


def commits_in(text: str) -> tuple[Mention, ...]:
    """Return all that can be the id of a commit, for a text that is known to name some."""
    return unique(Mention(id, "commit") for id in commit_ids(text))


def mention(name: str) -> Mention:
    """Return what a name is that stands alone: on the command line, in a scope, in a check."""
    return alone(name.translate(_PLAIN).strip()) or Mention(name.strip(), "symbol")


def unique(mentions: Iterable[Mention]) -> tuple[Mention, ...]:
    """Return mentions without doubles: `A::b`, `A.b` and `A.b()` are the same thing."""
    kept: dict[tuple[str, ...], Mention] = {}
    for one in mentions:
        kept.setdefault(_identity(one), one)
        if len(kept) == MOST:
            break
    return tuple(kept.values())


def _identity(one: Mention) -> tuple[str, ...]:
    if one.kind == "symbol":
        return (one.kind, *one.parts)
    return (one.kind, one.name.lstrip("$") if one.kind == "variable" else one.name, one.version)


def _backticks(text: str) -> tuple[list[Spot], str]:
    """Return what backticks name, and the text without what they hold.

    A run of them ends at the next one, if that has the same length; three and more that are not closed in their line
    are fences around a block, whose lines are read as prose.
    """
    spots: list[Spot] = []
    pieces: list[str] = []
    done = 0
    opening = None
    for run in FENCE.finditer(text):
        if (
            opening is None
            or len(opening[0]) != len(run[0])
            or not _is_code(text[opening.end() : run.start()], fence=len(run[0]) > 2)
        ):
            opening = run
            continue
        inside = text[opening.end() : run.start()]
        named = in_backticks(
            inside, text[run.end() : run.end() + 60], text[max(0, opening.start() - 60) : opening.start()]
        )
        if named is None:
            named = Reader(IN_CODE, code=True).spots(inside)
        spots += [one.moved(opening.end(), opening.start(), run.end()) for one in named]
        pieces += [text[done : opening.start()], "\0" * (run.end() - opening.start())]
        done, opening = run.end(), None
    return spots, "".join([*pieces, text[done:]])


def _is_code(inside: str, *, fence: bool) -> bool:
    end = "\n" if fence else "\n\n"
    return 0 < len(inside) <= MOST_IN_BACKTICKS and end not in inside
