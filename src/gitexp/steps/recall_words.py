"""The words of a question: what each weighs, what words of the team bring in, how far an experience is about them."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping
from collections.abc import Set as AbstractSet
from typing import TYPE_CHECKING, NamedTuple

from gitexp.records.search_tokens import is_dense, search_tokens, spelled_tokens, weight_of
from gitexp.records.terms import asks_for_meaning, is_plain, terms_in

if TYPE_CHECKING:
    from gitexp.ports import Index
    from gitexp.records.card import Card
    from gitexp.records.question import Question

MOST = 30
"""Tokens that are searched."""
_EXPANDED = 12
_UNSEEN = 50
_OF_A_NAME = 0.5
"""What a part of a symbol counts as a word: `ReportRenderer` is not asked for as a report."""
_CERTAIN = 4.5
"""Shared words, each as rare as can be, from which on it is certain that two texts are about one matter."""
_MOST_OF_IT = 0.6
_TERM_ITSELF, _PLAIN_TERM = 1.8, 0.5
"""What a word of the team counts that is used as it is spelled, in words as rare as can be; and one that all use."""
_TWICE, _BODY = 1.5, 0.8
"""What a word counts that stands in title or when and elsewhere too; and one that stands in what and why alone."""
_TERM = 0.5
"""What all that a word of the team brings in counts, against the words that were asked."""
FOR_PLACE = frozenset("locat liv plac fold entranc 在哪 哪里 位置 场所 場所 どこに 置き".split())
"""Search tokens of questions that ask where a thing is."""


class Words(NamedTuple):
    """The question's tokens as they are spelled, and what each weighs.

    `own` are those of its words, and not of symbols alone. `brought` is what the words of the team bring in, `terms` which
    of these each experience explains, `rarest` the weight of a word as rare as can be, `meaning` whether one is asked for.
    """

    spelled: Mapping[str, str]
    own: AbstractSet[str]
    weights: Mapping[str, float]
    brought: Mapping[str, float]
    terms: Mapping[int, str]
    rarest: float
    meaning: bool


class Matter(NamedTuple):
    """How far an experience is about the words, 0 to 1, and those they share, the rarest first.

    `mass` is what the shared words alone give; where it is less than `matter`, it is that they are most of the question.
    """

    matter: float
    mass: float
    shared: tuple[str, ...]


def words_of(question: Question, index: Index) -> Words:
    """Return the words of a question, weighed by how many experiences hold each."""
    own = spelled_tokens(question.words)
    spelled = {
        **own,
        **{
            token: word
            for token, word in spelled_tokens("\n".join(question.symbols)).items()
            if token not in own
        },
    }
    terms = index.by_terms(terms_in(question.words)) if question.words.strip() else {}
    held = index.holding(spelled)
    many = index.served()
    seams = _seams(list(own), held)
    weights = {
        token: weight_of(token) * rarity_of(held.get(token, 0), many) * (1.0 if token in own else _OF_A_NAME)
        for token in spelled
        if token not in seams
    }
    brought = _brought(index, terms, spelled, many)
    return Words(
        spelled,
        own.keys() - seams,
        weights,
        brought,
        terms,
        rarity_of(0, many),
        asks_for_meaning(question.words),
    )


def searched(weights: Mapping[str, float]) -> list[str]:
    """Return the tokens to search: the rarest, for a word that half the store holds finds half the store."""
    return sorted(weights, key=lambda token: (-weights[token], token))[:MOST]


def matter_of(card: Card, words: Words) -> Matter:
    """Return how far an experience is about the words.

    What counts is how much they share, in words as rare as can be: one common word is a chance, two rare ones are
    none. A long question says much that no experience says; so the share of it counts only where that is most of it.
    """
    if not words.weights:
        return Matter(0.0, 0.0, ())
    heading, strong, body = _parts(card)
    weights = words.weights
    shared = [token for token in weights if token in heading or token in strong or token in body]
    mass = sum(weights[token] * _factor(token, heading, strong, body) for token in shared)
    term = words.terms.get(card.number)
    if term is not None:
        mass += (_PLAIN_TERM if is_plain(term) else _TERM_ITSELF) * words.rarest
    whole = sum(weights[token] for token in words.own)
    told = heading | strong
    share = (
        sum(weights[token] for token in shared if token in words.own and token in told) / whole
        if whole
        else 0.0
    )
    if words.brought and term is None:  # it would be found by its own words
        everywhere = told | body
        found = sum(weight for token, weight in words.brought.items() if token in everywhere)
        share += _TERM * found / sum(words.brought.values())
    if term is not None and words.meaning:
        share = max(share, _MOST_OF_IT)  # this is what is asked for
    mass = min(1.0, mass / words.rarest / _CERTAIN)
    ordered = sorted(shared, key=lambda token: (-weights[token], token))
    matter = max(mass, min(1.0, share)) if share >= _MOST_OF_IT else mass
    return Matter(matter, mass, tuple(words.spelled[token] for token in ordered))


def _factor(token: str, heading: AbstractSet[str], strong: AbstractSet[str], body: AbstractSet[str]) -> float:
    if token in heading:
        return _TWICE if token in strong or token in body else 1.0
    return 1.0 if token in strong else _BODY


def _parts(card: Card) -> tuple[frozenset[str], frozenset[str], frozenset[str]]:
    """Return the tokens of title and when, of search words and names, and of what and why."""
    heading, body, search, names, *_ = (*card.words.split("\x1f"), "", "", "", "")
    return frozenset(heading.split()), frozenset(f"{search} {names}".split()), frozenset(body.split())


def _brought(index: Index, terms: Mapping[int, str], spelled: Collection[str], many: int) -> dict[str, float]:
    """Return the rarest tokens by which the experiences explain the words of the team that were used."""
    explained = [
        token for card in index.cards(terms) for token in search_tokens(card.what) if token not in spelled
    ]
    held = index.holding(explained) if explained else {}
    weights = {token: weight_of(token) * rarity_of(held.get(token, 0), many) for token in explained}
    return {
        token: weights[token] for token in sorted(weights, key=lambda one: (-weights[one], one))[:_EXPANDED]
    }


def rarity_of(held: int, many: int) -> float:
    """Return the weight of a token (inverse document frequency): what few experiences hold tells more.

    A store of three is weighed as if it had fifty more: else no word of it would be rare.
    """
    return math.log(1 + (many + _UNSEEN) / (held + 1))


def _seams(tokens: list[str], held: Mapping[str, int]) -> frozenset[str]:
    """Return the pairs of signs that stand between two words: nothing holds them, and both their neighbours are held."""
    return frozenset(
        middle
        for before, middle, after in zip(tokens, tokens[1:], tokens[2:], strict=False)
        if middle not in held
        and before in held
        and after in held
        and is_dense(middle)
        and before[-1] == middle[0]
        and middle[-1] == after[0]
    )
