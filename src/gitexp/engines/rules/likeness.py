"""Compare two statements by their words: identical, one contains the other, opposed, or different."""

from __future__ import annotations

import re

from gitexp.records.candidate import Statement
from gitexp.records.judgement import Likeness, Relation
from gitexp.records.text import Redacted
from gitexp.records.words import content_words

_TOKEN = re.compile(
    r"[A-Za-z_$][\w$]*(?:(?:\.|::|->|#|/|-)[\w$]+)*(?:\(\))?(?:['’][a-z]+)?"  # words, names, paths
    r"|[-+]?\d+(?:[.,:]\d+)*\w*"  # figures with their sign
    r"|[<>=!~^]=?|=>|&&|\|\||[%*/+@-](?=\s|\d)"  # operators
    r"|[\u3040-\u30ff\u3400-\u9fff]"
)
_CODE = re.compile(r"[a-z][A-Z]|[_$.:/#()]|^[A-Z]{2,}|\d")
_ARTICLES = frozenset({"a", "an", "the", "please"})
_NEGATION = re.compile(
    r"\b(?:not|never|no|avoid|without|cannot|don['’]?t|doesn['’]?t|mustn['’]?t|shouldn['’]?t|can['’]?t|won['’]?t|forbidden)\b|不|禁止|ない|ません",
    re.I,
)
OPPOSED = 0.8


def likeness(one: Statement[Redacted], other: Statement[Redacted]) -> Likeness:
    """Return how two statements relate; only equal and near-equal words count as the same (DESIGN.md section 5).

    Near-equal is equal word for word but for articles, punctuation and the case of plain words: an operator, a
    sign, a figure, the order of two words or the spelling of a name makes another statement.
    """
    return Likeness(
        what=_relation(one.what, other.what),
        same_when=_tokens(one.when) == _tokens(other.when),
        same_conclusion=one.kind == other.kind and _denies(one.what) == _denies(other.what),
        opposed=_opposed(one, other),
    )


def _relation(one: str, other: str) -> Relation:
    first, second = _tokens(one), _tokens(other)
    if first == second:
        return "identical"
    if _within(second, first):
        return "contains"
    if _within(first, second):
        return "contained"
    return "different"


def _within(short: list[str], long: list[str]) -> bool:
    size = len(short)
    return 0 < size < len(long) and any(long[at : at + size] == short for at in range(len(long) - size + 1))


def _tokens(text: str) -> list[str]:
    """Return the words in order: plain words in lower case and without articles, code as it is spelled."""
    tokens = _TOKEN.findall(text.replace("`", " "))
    spelled = (token if _CODE.search(token) else token.lower() for token in tokens)
    return [token for token in spelled if token not in _ARTICLES]


def _opposed(one: Statement[Redacted], other: Statement[Redacted]) -> bool:
    """Return whether both speak of one matter with the same words, one denying what the other says."""
    if _tokens(one.when) != _tokens(other.when) or _denies(one.what) == _denies(other.what):
        return False
    words, others = content_words(one.what) - _DENIALS, content_words(other.what) - _DENIALS
    return bool(words and others) and len(words & others) / max(len(words), len(others)) >= OPPOSED


_DENIALS = content_words(
    "not never avoid without cannot don't doesn't mustn't shouldn't can't won't forbidden always must"
)


def _denies(text: str) -> bool:
    return len(_NEGATION.findall(text)) % 2 == 1
