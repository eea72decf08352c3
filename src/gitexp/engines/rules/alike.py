"""Near-equal: one statement word for word in another, but for articles, punctuation and the case of plain words."""

from __future__ import annotations

import re
from functools import lru_cache

from gitexp.records.clauses import flat, parts
from gitexp.records.judgement import Relation
from gitexp.records.stems import Token, tokens

_ARTICLES = frozenset({"a", "an", "the", "please"})
_LIGHT = _ARTICLES | frozenset({"when", "whenever", "while", "if", "of", "in", "on", "at", "for"})
"""Words that make no other situation."""
_NARROWS = re.compile(
    r"\b(?:only|unless|except|until|if|when|where|but|instead|not|no|never|without|rather|while)\b", re.I
)
_EXCEPTS = re.compile(
    r"\b(?:unless|except|but|instead|rather than|only|no longer|not needed)\b|除非|除了|ただし|以外", re.I
)
_PIECES = re.compile(r"[;!?。；！？\n]+|[:,](?=\s)|[，、]|[.](?=\s|$)|\s[-–—]\s|,?\s+\band\b\s+")
_TEXTS_KEPT = 4096
_Sequence = tuple[tuple[str, str], ...]


def relation(one: str, other: str) -> Relation:
    """Return how two statements relate by their words, in order; names, figures and signs as they are spelled."""
    first, second = sequence(one), sequence(other)
    if first == second:
        return "identical"
    if _holds(one, other):
        return "contains"
    if _holds(other, one):
        return "contained"
    return "different"


def same_situation(one: str, other: str) -> bool:
    """Return whether two `when` are one but for inflections and small words; order, names and figures count."""
    first, second = ([token for token in _spoken(text) if token.said not in _LIGHT] for text in (one, other))
    return [(token.kind, token.text) for token in first] == [(token.kind, token.text) for token in second]


@lru_cache(_TEXTS_KEPT)
def sequence(text: str) -> _Sequence:
    """Return the words in order: plain words in lower case and without articles, code as it is spelled."""
    return tuple(
        (token.kind, token.said if token.kind == "word" else token.text)
        for token in _spoken(text)
        if token.said not in _ARTICLES
    )


def _spoken(text: str) -> list[Token]:
    """Return the tokens but punctuation; `A` at a beginning is the article."""
    found = tokens(text)
    return [
        token
        for at, token in enumerate(found)
        if token.kind != "stop" and not (token.said == "A" and (at == 0 or found[at - 1].text in ".;:"))
    ]


def _holds(long: str, short: str) -> bool:
    """Return whether all that the short one says stands in the long one, and what is added takes nothing from it."""
    whole, rest = sequence(long), sequence(short)
    if not rest or len(rest) >= len(whole):
        return False
    pieces, wanted = _pieces(long), _pieces(short)
    homes = [
        next((piece for piece in pieces if _within(sequence(part), sequence(piece))), "") for part in wanted
    ]
    if not all(homes) or any(map(_narrows, homes, wanted)):
        return False
    added = [piece for piece in pieces if piece not in homes]
    return not any(_EXCEPTS.search(piece) for piece in added) and _signs_stay(long, short)


def _narrows(home: str, part: str) -> bool:
    """Return whether what stands around a piece takes something from it: "retry" in "retry only GET"."""
    return len(_NARROWS.findall(home)) > len(_NARROWS.findall(part))


def _pieces(text: str) -> list[str]:
    return [piece for piece in _PIECES.split(flat(text)) if sequence(piece)]


def _within(short: _Sequence, long: _Sequence) -> bool:
    size = len(short)
    return any(long[at : at + size] == short for at in range(len(long) - size + 1))


def _signs_stay(long: str, short: str) -> bool:
    """Return whether each thing that the short one says or denies is said or denied so in the long one."""
    held = parts(long)
    return all(
        any(part.denied == other.denied and all(map(other.holds, part.words)) for other in held)
        for part in parts(short)
    )
