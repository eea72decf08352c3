"""Finds what may be near a question and ranks it: by place, names, words, words of the team, and nearness in meaning."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from gitexp.steps.recall_place import Place, folders_of, place_of
from gitexp.steps.recall_words import FOR_PLACE, Matter, Words, matter_of, searched, words_of

if TYPE_CHECKING:
    from gitexp.ports import Index, Meaning
    from gitexp.records.card import Card
    from gitexp.records.question import Question

MOST, MOST_ALL = 30, 1000
"""Candidates from each of the ways, and where all is asked for."""
_BM25 = 0.2
"""What the first by BM25 gains, and each further one the less: it knows how long a text is, and what it repeats."""
_AGREES = 0.5
"""What nearness in meaning adds to shared words: two that agree say more than either."""
_NAMED, _USED = 0.7, 0.5
CROWD = 3
"""From so many on, others in an area make a glob over all of it a poor reason; and as many that share a bare word."""


class Near(NamedTuple):
    """How near an experience is to the question, 0 to 1 each: in all, by place, by matter; and why.

    `mass` is what of the matter is no mere share of a short question. `covered` says whether its scope holds a file asked
    about, `elsewhere` whether it has places, and none of these; `named` whether a symbol of it was asked about or is used
    in a file; `defines` whether it says what a word means that was used. `crowded`: the glob takes in an area that other
    experiences are about too.
    """

    card: Card
    score: float
    place: float = 0.0
    matter: float = 0.0
    mass: float = 0.0
    covered: bool = False
    elsewhere: bool = False
    named: bool = False
    defines: bool = False
    crowded: bool = False
    because: tuple[str, ...] = ()


class _Ways(NamedTuple):
    """By which ways the index led to experiences, by their numbers."""

    hits: Sequence[int]
    places: Mapping[int, Sequence[tuple[str, str]]]
    named: Mapping[int, Sequence[str]]
    used: Mapping[int, Sequence[str]]
    close: Mapping[int, float]
    beside: Sequence[int]

    def numbers(self, words: Words) -> list[int]:
        """Return each experience once."""
        ways = (self.places, self.hits, self.named, self.used, words.terms, self.close, self.beside)
        return list(dict.fromkeys(number for way in ways for number in way))


def near(question: Question, index: Index, meaning: Meaning | None = None) -> tuple[list[Near], str]:
    """Return what may be near, the nearest first, and why nearness in meaning was not asked ("" where it was)."""
    if question.open:
        cards = index.cards(index.everything(MOST_ALL if question.all else 4 * MOST))
        return [Near(card, 0.5 + _standing(card, "")) for card in cards], ""
    words = words_of(question, index)
    ways, why_not = _ways(question, index, words, meaning)
    cards = index.cards(ways.numbers(words))
    newest = max((_date(card) for card in cards), default="")
    best = {number: _BM25 / (1 + place) for place, number in reversed(list(enumerate(ways.hits)))}
    found: list[Near] = []
    areas: list[str] = []
    for card in cards:
        place = place_of(card, question, ways.places.get(card.number, ()))
        one = _near(card, place, words, ways, 1 + _standing(card, newest) + best.get(card.number, 0.0))
        found.append(one)
        areas.append(place.area if question.words and one.matter < FAR_OFF and not one.named else "")
    many = index.inside(set(filter(None, areas)), CROWD + 1)
    crowded = [
        one._replace(crowded=many.get(area, 0) > CROWD) for one, area in zip(found, areas, strict=True)
    ]
    return sorted(crowded, key=lambda one: (-one.score, one.card.id)), why_not


FAR_OFF = 0.15
"""Below this matter an experience has nothing to do with the words."""


def _ways(question: Question, index: Index, words: Words, meaning: Meaning | None) -> tuple[_Ways, str]:
    most = MOST_ALL if question.all else MOST
    alike, why_not = meaning.near(question.words, MOST) if meaning and question.words.strip() else ({}, "")
    close = {number: alike[blob] for blob, number in index.by_blobs(alike).items()} if alike else {}
    hits = [
        *index.by_words(searched(words.weights), most),
        *index.by_words(searched(words.brought), most // 2),
    ]
    named = index.by_symbols(question.symbols, most)
    used = index.by_symbols(question.uses, most, without_place=True) if question.uses else {}
    among = {*hits, *named, *used, *words.terms, *close}
    places = dict(index.by_place(question.files, most))
    if among and question.files:
        places |= index.by_place(question.files, most, among)
    beside = index.beside(folders_of(question), most) if question.all else ()
    return _Ways(hits, places, named, used, close, beside), why_not


def _near(card: Card, place: Place, words: Words, ways: _Ways, bonus: float) -> Near:
    about = matter_of(card, words)
    named, used = ways.named.get(card.number, ()), ways.used.get(card.number, ())
    close = ways.close.get(card.number, 0.0)
    matter = max(close, 1 - (1 - about.matter) * (1 - _AGREES * close)) if close else about.matter
    by_name = _NAMED if named else _USED if used else 0.0
    score = 1 - (1 - place.near) * (1 - by_name) * (1 - 0.85 * matter) * (1 - 0.1 * place.beside)
    score = min(0.999, score * (bonus + _lens(card, words)))
    because = [*place.because]
    if named or used:
        because.append(f"names {', '.join(named)}" if named else f"the file uses {', '.join(used[:3])}")
    because += _why(card, words, about, close)
    mass = max(about.mass, close)
    covered, elsewhere = place.covered, place.elsewhere
    defines = card.number in words.terms
    return Near(
        card,
        score,
        place.near,
        matter,
        mass,
        covered,
        elsewhere,
        bool(named or used),
        defines,
        False,
        tuple(because),
    )


def _why(card: Card, words: Words, about: Matter, close: float) -> list[str]:
    because: list[str] = []
    term = words.terms.get(card.number)
    if term is not None:
        because.append(f"says what `{term}` means")
    if close:
        because.append(f"near in meaning ({close:.2f})")
    if about.shared and about.matter >= FAR_OFF:
        because.append(f"shares {', '.join(dict.fromkeys(about.shared[:4]))}")
    return because


def _standing(card: Card, newest: str) -> float:
    """Return what evidence, sightings, quality and freshness add, at most a tenth: they order what is equally near."""
    strength = min(3, len(card.evidence)) / 3 + min(3, card.sightings - 1) / 3
    quality = ((card.quality or 3) - 3) / 2
    severity = {"block": 1.0, "warn": 0.5}.get(card.severity or "", 0.0)
    fresh = 1.0 if newest and _date(card)[:4] >= newest[:4] else 0.0
    return 0.02 * strength + 0.02 * quality + 0.02 * severity + 0.01 * fresh


def _lens(card: Card, words: Words) -> float:
    """Return what it adds that the question asks for a meaning or for a place, and the experience tells one."""
    if card.lens == "terminology" and words.meaning:
        return 0.1
    return 0.1 if card.lens == "location" and (words.spelled.keys() & FOR_PLACE) else 0.0


def _date(card: Card) -> str:
    return card.observed_at or max((one.at for one in card.evidence if one.at), default="")
