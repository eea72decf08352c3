"""Says what an agent is told unasked: what is about this very place and shares matter with what is done there.

It is stricter than what is asked: words alone lead to nothing, nor does a place alone, but to read a file that an
experience is about.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from gitexp.steps.edit_words import EditWords, Met, is_telling, met, needed
from gitexp.steps.recall_near import MOST, Near
from gitexp.steps.recall_place import THE_FILE, Place, place_of
from gitexp.steps.recall_words import rarity_of, searched

if TYPE_CHECKING:
    from gitexp.ports import Index
    from gitexp.records.card import Card
    from gitexp.records.question import Question

_FEW, _HITS = 60, 200
"""How many may hold a word that is searched; and how many are found by words, of which those count that hold the place."""
AT_ONCE = 2
"""Experiences that are told at once."""
_NEED = {"file": 0.75, "folder": 1.3, "symbol": 1.6, "top": 1.7, "area": 2.2, "": 2.2}
"""Rare words that must be shared, by what covers the place: the scope names the file, a folder, a symbol of the edit, a
folder at the top, or anything else (an ending, all)."""
_GROWTH = {"file": 0.15, "folder": 0.3, "symbol": 0.3, "top": 0.4, "area": 0.4, "": 0.4}
"""How much more is needed each time that an edit is twice as long."""
_CHANGED = 0.3
"""What of that must stand in the changed lines."""
_NAMED_HERE = 0.9
"""How much of it is enough for a folder where the file has a symbol of the scope."""


class Told(NamedTuple):
    """One that passed: how near it is, what it shares with the edit, and for which file."""

    near: Near
    met: Met
    file: str


class Weighed(NamedTuple):
    """One that was looked at: by what it covers the place ("" where it does not), what it shares, and what it would need."""

    card: Card
    place: Place
    by: str
    met: Met
    need: float

    @property
    def passes(self) -> bool:
        """Return whether it is told."""
        if not self.by or self.need == 0:
            return bool(self.by)
        enough = self.met.mass >= self.need and self.met.changed >= _CHANGED
        return enough and (self.by != "area" or self.met.many > 1)


def weigh(
    question: Question, edit: EditWords, index: Index, uses: Collection[str] = (), *, reading: bool = False
) -> list[Weighed]:
    """Return what may be about the one file of the question, and how far it is about the words of an edit.

    `uses` are names in the file. `reading`: the words are a prompt's, and where the scope names the file none are needed.
    """
    file = question.files[0]
    held = index.holding(edit.words)
    many = index.served()

    def rarity(token: str) -> float:
        return rarity_of(held.get(token, 1) - 1, many) / rarity_of(0, many)

    # What no experience holds finds nothing; what many hold finds many, and tells nothing of any.
    rare = {
        token: rarity(token) for token in held if is_telling(token) and held[token] <= max(_FEW, many // 100)
    }
    hits = index.by_words(searched(rare), _HITS)
    named = index.by_symbols(edit.names, MOST) if edit.names else {}
    used = index.by_symbols(uses, MOST, without_place=True) if uses else {}
    places: Mapping[int, Sequence[tuple[str, str]]] = dict(index.by_place((file,), MOST))
    if among := {*hits, *named, *used}:
        places = {**places, **index.by_place((file,), _HITS, among)}
    cards = index.cards(list(dict.fromkeys((*places, *named, *used))))
    of_place = _words_of_place(file)
    in_file = frozenset(map(_last, uses))
    found = []
    for card in cards:
        place = place_of(card, question, places.get(card.number, ()))
        by = _covers(place, card.number in named, card.number in used)
        shared = met(card, edit, rarity, of_place, by)
        need = 0.0 if reading and by == "file" else needed(_NEED[by], edit, _GROWTH[by])
        if by == "folder" and card.symbols and in_file.intersection(map(_last, card.symbols)):
            need *= _NAMED_HERE
        found.append(Weighed(card, place, by, shared, need))
    return found


def _last(symbol: str) -> str:
    return symbol.rpartition(".")[2]


def _covers(place: Place, named: bool, used: bool) -> str:
    """Return by what an experience is about the place, "" where it is not."""
    if place.near >= THE_FILE:
        return "file"
    if place.covered and "/" in place.area:
        return "folder"
    if named:
        return "symbol"
    if place.covered:
        return "top" if place.area else "area"
    return "symbol" if used else ""


def told(weighed: Sequence[tuple[str, Weighed]]) -> list[Told]:
    """Return those that pass, each with its file; what forbids comes first, then what shares most."""
    passing = [Told(_near(one), one.met, file) for file, one in weighed if one.passes]
    return sorted(passing, key=_standing)


def _near(one: Weighed) -> Near:
    because = one.place.because if one.place.covered else (f"names {', '.join(one.card.symbols[:2])}",)
    score = min(1.0, 0.5 * one.place.near + 0.1 * one.met.mass)
    return Near(one.card, score, one.place.near, one.met.mass, covered=True, because=because)


def _standing(one: Told) -> tuple[bool, float, float, str]:
    """Order what forbids first, then by how much is shared, then by nearness."""
    return one.near.card.severity != "block", -one.met.mass, -one.near.place, one.near.card.id


def _words_of_place(file: str) -> frozenset[str]:
    """Return the tokens of the path: whoever writes there uses these words, whatever is about."""
    from gitexp.records.search_tokens import search_tokens

    return frozenset(search_tokens(file.replace("/", "\n")))
