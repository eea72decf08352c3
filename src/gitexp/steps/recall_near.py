"""Finds what may be near a question and ranks it: by place, names, words, words of the team, and nearness in meaning."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from gitexp.records.glob_keys import folder_of
from gitexp.records.search_tokens import search_tokens, spelled_tokens, weight_of

if TYPE_CHECKING:
    from gitexp.ports import Index, Meaning
    from gitexp.records.card import Card
    from gitexp.records.question import Question

MOST = 30
"""Candidates from each of the ways, and how many of a question's tokens are searched."""
MOST_ALL = 1000
_EXPANDED = 12
_UNSEEN = 50
_OF_A_NAME = 0.5
"""What a part of a symbol counts as a word: `ReportRenderer` is not asked for as a report."""
_CERTAIN = 4.5
"""Shared words, each as rare as can be, from which on it is certain that two texts are about one matter."""
_MOST_OF_IT = 0.6
_LONGEST_TERM = 5
_BODY = 0.8
"""What a word counts that stands in what and why alone, and not in title, when, search words or names."""
_TERM = 0.5
"""What all that a word of the team brings in counts, against the words that were asked."""
_FOR_MEANING = frozenset("mean stand glossar term cal 是什 意思 指的 何の 意味 呼ば".split())
_FOR_PLACE = frozenset("locat liv plac fold entranc 在哪 哪里 位置 场所 場所 どこに 置き".split())
"""Search tokens of questions that ask what a word means, and where a thing is."""


class Near(NamedTuple):
    """How near an experience is to the question, 0 to 1 each: in all, by place, by matter; and why.

    `covered` says whether its scope holds a file asked about, `elsewhere` whether it has places, and none of these.
    """

    card: Card
    score: float
    place: float
    matter: float
    covered: bool
    elsewhere: bool
    named: bool
    because: tuple[str, ...]


class _Words(NamedTuple):
    """The question's tokens, and which of them are of its words and not of symbols alone; what the words of the team bring in."""

    spelled: Mapping[str, str]
    own: Collection[str]
    weights: Mapping[str, float]
    brought: Mapping[str, float]
    terms: Mapping[int, str]
    rarest: float


def near(question: Question, index: Index, meaning: Meaning | None = None) -> tuple[list[Near], str]:
    """Return what may be near, the nearest first, and why nearness in meaning was not asked ("" where it was)."""
    most = MOST_ALL if question.all else MOST
    if question.open:
        cards = index.cards(index.everything(MOST_ALL if question.all else 4 * MOST))
        return [
            Near(card, 0.5 + _standing(card, ""), 0.0, 0.0, False, False, False, ()) for card in cards
        ], ""
    words = _words(question, index)
    alike, why_not = meaning.near(question.words, MOST) if meaning and question.words.strip() else ({}, "")
    close = {number: alike[blob] for blob, number in index.by_blobs(alike).items()} if alike else {}
    hits = [
        *index.by_words(_searched(words.weights), most),
        *index.by_words(_searched(words.brought), most // 2),
    ]
    named = index.by_symbols(question.symbols, most)
    among = {*hits, *named, *words.terms, *close}
    places = dict(index.by_place(question.files, most))
    places |= index.by_place(question.files, most, among) if among and question.files else {}
    cards = index.cards(list(dict.fromkeys((*places, *hits, *named, *words.terms, *close))))
    newest = max((_date(card) for card in cards), default="")
    found = [
        _near(
            card,
            question,
            words,
            places.get(card.number, ()),
            named.get(card.number, ()),
            close.get(card.number, 0.0),
            newest,
        )
        for card in cards
    ]
    return sorted(found, key=lambda one: (-one.score, one.card.id)), why_not


def _words(question: Question, index: Index) -> _Words:
    own = spelled_tokens(question.words)
    spelled = {**spelled_tokens("\n".join(question.symbols)), **own}
    tokens = search_tokens(question.words)
    phrases = {
        " ".join(tokens[at : at + many]) for at in range(len(tokens)) for many in range(1, _LONGEST_TERM + 1)
    }
    terms = index.by_terms(phrases) if phrases else {}
    held = index.holding(spelled)
    many = index.served()
    weights = {
        token: weight_of(token) * _rarity(held.get(token, 0), many) * (1.0 if token in own else _OF_A_NAME)
        for token in spelled
    }
    brought = _brought(index, terms, spelled, many)
    return _Words(spelled, own.keys(), weights, brought, terms, _rarity(0, many))


def _brought(index: Index, terms: Mapping[int, str], spelled: Collection[str], many: int) -> dict[str, float]:
    """Return the rarest tokens by which the experiences explain the words of the team that were used."""
    explained = [
        token for card in index.cards(terms) for token in search_tokens(card.what) if token not in spelled
    ]
    held = index.holding(explained) if explained else {}
    weights = {token: weight_of(token) * _rarity(held.get(token, 0), many) for token in explained}
    return {
        token: weights[token] for token in sorted(weights, key=lambda one: (-weights[one], one))[:_EXPANDED]
    }


def _rarity(held: int, many: int) -> float:
    """Return the weight of a token (inverse document frequency): what few experiences hold tells more.

    A store of three is weighed as if it had fifty more: else no word of it would be rare.
    """
    return math.log(1 + (many + _UNSEEN) / (held + 1))


def _searched(weights: Mapping[str, float]) -> list[str]:
    """Return the tokens to search: the rarest, for a word that half the store holds finds half the store."""
    return sorted(weights, key=lambda token: (-weights[token], token))[:MOST]


def _near(
    card: Card,
    question: Question,
    words: _Words,
    places: Sequence[tuple[str, str]],
    named: Sequence[str],
    close: float,
    newest: str,
) -> Near:
    because: list[str] = []
    place = 0.0
    for glob, file in places:
        place = max(place, _place(glob, file))
        because.append(file if glob == file else f"{glob} covers {file}")
    elsewhere = bool(question.files and card.paths and not places)
    beside = _distance(card, question.files) if elsewhere else 0.0
    if named:
        because.append(f"names {', '.join(named)}")
    shared, matter = _matter(card, words)
    term = words.terms.get(card.number)
    if term is not None:
        because.append(f"says what `{' '.join(words.spelled.get(one, one) for one in term.split())}` means")
    if close > matter:
        because.append(f"near in meaning ({close:.2f})")
        matter = close
    if shared and matter >= 0.15:
        because.append(f"shares {', '.join(dict.fromkeys(shared[:4]))}")
    score = 1 - (1 - place) * (1 - (0.7 if named else 0.0)) * (1 - 0.85 * matter) * (1 - 0.1 * beside)
    score = min(0.999, score * (1 + _standing(card, newest) + _lens(card, words)))
    return Near(card, score, place, matter, bool(places), elsewhere, bool(named), tuple(because))


def _place(glob: str, file: str) -> float:
    """Return how much a glob tells of a file: the file itself most, a folder the more the nearer it is."""
    if glob.removeprefix("/") == file:
        return 0.75
    folder = folder_of(glob)
    depth = len(folder.split("/")) if folder else 0
    return 0.4 + 0.3 * depth / max(1, file.count("/") or 1) if depth <= file.count("/") else 0.7


def _distance(card: Card, files: Sequence[str]) -> float:
    """Return which share of the folders on the way the nearest place of the scope has in common with a file."""
    best = 0.0
    for glob in card.paths:
        own = folder_of(glob).split("/")
        for file in files:
            other = file.split("/")[:-1]
            same = 0
            while same < min(len(own), len(other)) and own[same] == other[same] and own[same]:
                same += 1
            best = max(best, same / max(1, len(own), len(other)))
    return best


def _matter(card: Card, words: _Words) -> tuple[list[str], float]:
    """Return the question's words that the experience shares, the rarest first, and how far it is about the matter.

    What counts is how much they share, in words as rare as can be: one common word is a chance, two rare ones are
    none. A long question says much that no experience says; so the share of it counts only where that is most of it.
    """
    if not words.weights:
        return [], 0.0
    strong, body = _parts(card)
    weights = words.weights
    shared = [token for token in weights if token in strong or token in body]
    mass = sum(weights[token] * (1.0 if token in strong else _BODY) for token in shared)
    term = words.terms.get(card.number, "").split()
    if len(term) > 1:  # one word alone may be meant as everyone means it
        mass += sum(weights.get(token, 0.0) for token in term)
    whole = sum(weights[token] for token in words.own)
    share = sum(weights[token] for token in shared if token in words.own) / whole if whole else 0.0
    if words.brought and not term:  # it would be found by its own words
        found = sum(weight for token, weight in words.brought.items() if token in strong or token in body)
        share += _TERM * found / sum(words.brought.values())
    matter = max(mass / words.rarest / _CERTAIN, share if share >= _MOST_OF_IT else 0.0)
    ordered = sorted(shared, key=lambda token: (-weights[token], token))
    return [words.spelled[token] for token in ordered], min(1.0, matter)


def _parts(card: Card) -> tuple[frozenset[str], frozenset[str]]:
    """Return the tokens of title, when, search words and names, and those of what and why."""
    heading, body, search, names, *_ = (*card.words.split("\x1f"), "", "", "", "")
    return frozenset(f"{heading} {search} {names}".split()), frozenset(body.split())


def _standing(card: Card, newest: str) -> float:
    """Return what evidence, sightings, quality and freshness add, at most a tenth: they order what is equally near."""
    strength = min(3, len(card.evidence)) / 3 + min(3, card.sightings - 1) / 3
    quality = ((card.quality or 3) - 3) / 2
    severity = {"block": 1.0, "warn": 0.5}.get(card.severity or "", 0.0)
    fresh = 1.0 if newest and _date(card)[:4] >= newest[:4] else 0.0
    return 0.02 * strength + 0.02 * quality + 0.02 * severity + 0.01 * fresh


def _lens(card: Card, words: _Words) -> float:
    """Return what it adds that the question asks for a meaning or for a place, and the experience tells one."""
    asked = words.spelled.keys()
    if card.lens == "terminology" and (asked & _FOR_MEANING):
        return 0.1
    return 0.1 if card.lens == "location" and (asked & _FOR_PLACE) else 0.0


def _date(card: Card) -> str:
    return card.observed_at or max((one.at for one in card.evidence if one.at), default="")
