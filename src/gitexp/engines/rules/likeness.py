"""Compare two statements by their words: identical, one contains the other, opposed, or different."""

from __future__ import annotations

import re

from gitexp.records.candidate import Statement
from gitexp.records.judgement import Likeness, Relation
from gitexp.records.text import Redacted
from gitexp.records.words import content_words

_WORDS = re.compile(r"[\w./:$-]+|[\u3040-\u30ff\u3400-\u9fff]")
_NEGATION = re.compile(
    r"\b(?:not|never|no|avoid|without|cannot|don['’]?t|doesn['’]?t|mustn['’]?t|shouldn['’]?t|can['’]?t|won['’]?t|forbidden)\b|不|禁止|ない|ません",
    re.I,
)
SAME = 0.92
"""Share of common content words from which two sentences are near-equal: the wording differs, the words do not."""
OPPOSED = 0.8


def likeness(one: Statement[Redacted], other: Statement[Redacted]) -> Likeness:
    """Return how two statements relate; only equal and near-equal words count as the same (DESIGN.md section 5)."""
    return Likeness(
        what=_relation(one.what, other.what),
        same_when=_plain(one.when) == _plain(other.when),
        same_conclusion=one.kind == other.kind and _denies(one.what) == _denies(other.what),
        opposed=_opposed(one, other),
    )


def _relation(one: str, other: str) -> Relation:
    first, second = _plain(one), _plain(other)
    if first == second:
        return "identical"
    if f" {second} " in f" {first} ":
        return "contains"
    if f" {first} " in f" {second} ":
        return "contained"
    words, others = content_words(one), content_words(other)
    if words and others and _denies(one) == _denies(other) and _figures(one) == _figures(other):
        shared = len(words & others) / max(len(words), len(others))
        if shared >= SAME and min(len(words), len(others)) >= 6:
            return "identical"
    return "different"


def _opposed(one: Statement[Redacted], other: Statement[Redacted]) -> bool:
    """Return whether both speak of one matter with the same words, one denying what the other says."""
    if _plain(one.when) != _plain(other.when) or _denies(one.what) == _denies(other.what):
        return False
    words, others = content_words(one.what) - _DENIALS, content_words(other.what) - _DENIALS
    return bool(words and others) and len(words & others) / max(len(words), len(others)) >= OPPOSED


_DENIALS = content_words(
    "not never avoid without cannot don't doesn't mustn't shouldn't can't won't forbidden always must"
)


def _plain(text: str) -> str:
    words = (word.strip("./:-") for word in _WORDS.findall(text.lower()))
    return " ".join(word for word in words if word)


def _denies(text: str) -> bool:
    return len(_NEGATION.findall(text)) % 2 == 1


def _figures(text: str) -> frozenset[str]:
    """Return the numbers of a text: two sentences that differ in a figure are two statements."""
    return frozenset(re.findall(r"\d+(?:\.\d+)*", text))
