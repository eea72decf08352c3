"""Words of scripts without blanks: which an edit and an experience share, each once, as it stands in the edit.

Search tokens of these scripts are pairs of signs, which overlap: pairs side by side are one word.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import NamedTuple
from unicodedata import normalize

from gitexp.records.code_signs import USUAL_SIGNS
from gitexp.records.search_tokens import search_tokens

_RUN = re.compile(r"(?:\w|[\u0300-\u036f\u3099\u309a])+")
_SIGNS = re.compile(
    r"((?:(?=\w)[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\u0e00-\u0e7f\U00020000-\U0003ffff])+)"
)
"""A word as it is written, with marks of its own; and signs of scripts without blanks side by side."""
_PIECE = re.compile(
    r"(?P<sounds>[\u30a0-\u30ff]+|[\uac00-\ud7af]+|[\u0e00-\u0e7f]+)|[\u3400-\u9fff\U00020000-\U0003ffff]+"
)
"""What is spelled by its sound, or has a meaning in each sign. Hiragana is mostly endings, and no word by itself."""
_MEANING, _SOUND, _USUAL = 1 / 3, 0.3, 0.2
"""What a sign counts, of sounds up to one word; and what of that where any code or prose has the word."""
_MOST = 8
"""Places of one pair that are looked at."""


class Stretch(NamedTuple):
    """Signs that stand side by side in an edit, and the run as it is written there where that is another form of them."""

    signs: str
    written: str = ""


class Shared(NamedTuple):
    """A word that both have: as it is written, its pairs, how much it counts, and what of that tells something."""

    written: str
    pairs: tuple[str, ...]
    weight: float
    telling: float


def spelled_apart(text: str) -> dict[str, str]:
    """Return the tokens of words that are not ASCII, each with the word as it stands there, of several scripts its own."""
    found: dict[str, str] = {}
    for run in _RUN.findall(text):
        for part in () if run.isascii() else _SIGNS.split(run):
            for token in search_tokens(part):
                found.setdefault(token, part.strip("_"))
    return found


def stretches_of(text: str) -> list[Stretch]:
    """Return the signs of a text that stand side by side."""
    found = []
    for written in _RUN.findall(text):
        run = written if written.isascii() else normalize("NFKC", written)
        found += [Stretch(signs, "" if signs in written else written) for signs in _SIGNS.findall(run)]
    return found


def by_pair(stretches: Iterable[Stretch]) -> Mapping[str, tuple[Stretch, ...]]:
    """Return for each pair of signs the first places where it stands."""
    found: dict[str, list[Stretch]] = {}
    for stretch in dict.fromkeys(stretches):
        for pair in dict.fromkeys(_pairs(stretch.signs)):
            places = found.setdefault(pair, [])
            if len(places) < _MOST:
                places.append(stretch)
    return {pair: tuple(places) for pair, places in found.items()}


def shared_words(pairs: Collection[str], places: Mapping[str, tuple[Stretch, ...]]) -> list[Shared]:
    """Return the words that shared pairs make where they stand side by side; of those that overlap the heaviest."""
    near = dict.fromkeys(stretch for pair in pairs for stretch in places.get(pair, ()))
    found = [word for stretch in near for word in _words(stretch, pairs)]
    used: set[str] = set()
    kept = []
    for word in sorted(found, key=lambda one: (-one.weight, one.written)):
        if not used.issuperset(word.pairs):
            kept.append(word)
            used.update(word.pairs)
    return kept


def _words(stretch: Stretch, shared: Collection[str]) -> Iterator[Shared]:
    """Yield the words of a stretch: signs side by side of one script that shared pairs hold."""
    pairs = _pairs(stretch.signs)
    for piece in _PIECE.finditer(stretch.signs):
        start, end = piece.span()
        of_sounds = bool(piece["sounds"])
        # A pair that reaches out of the piece holds half a word of sounds, and a whole one of a sign with a meaning.
        inside = _held(pairs, range(start, end - 1))
        held = inside if of_sounds or end - start > 1 else _held(pairs, range(max(0, start - 1), end))
        known = {at: pair for at, pair in held.items() if pair in shared}
        common = {at for at, pair in inside.items() if pair in USUAL_SIGNS}
        if of_sounds and len(inside) > 1:  # one pair may be of any word: `タイ` of `タイム`, not of `タイプ`
            common = {at for at in common if at - 1 in common or at + 1 in common}
        usual = {sign for at in common for sign in (at, at + 1)}
        each = min(1.0, _SOUND * (end - start)) / (end - start) if of_sounds else _MEANING
        for first, last in _side_by_side(known, start, end):
            new = sum(sign not in usual for sign in range(first, last))
            weight = each * (new + _USUAL * (last - first - new))
            own = tuple(pair for at, pair in known.items() if first - 1 <= at < last)
            yield Shared(_written(stretch, first, last, shared), own, weight, each * new)


def _held(pairs: list[str], where: range) -> dict[int, str]:
    return {at: pairs[at] for at in where if at < len(pairs)}


def _side_by_side(known: Mapping[int, str], start: int, end: int) -> Iterator[tuple[int, int]]:
    """Yield the beginning and end of each run of signs that pairs hold."""
    signs = [any(at in known for at in (sign - 1, sign)) for sign in range(start, end)]
    first = start
    for sign in range(start, end + 1):
        if sign == end or not signs[sign - start]:
            if sign > first:
                yield first, sign
            first = sign + 1


def _written(stretch: Stretch, first: int, last: int, shared: Collection[str]) -> str:
    """Return a word as it stands in the edit, a single sign with the ending that both have."""
    if stretch.written:
        return stretch.written
    signs = stretch.signs
    while last - first < 4 and last < len(signs) and "\u3040" <= signs[last] <= "\u309f":
        if signs[last - 1 : last + 1] not in shared:
            break
        last += 1
    return signs[first:last]


def _pairs(signs: str) -> list[str]:
    return [signs[at : at + 2] for at in range(max(1, len(signs) - 1))]
