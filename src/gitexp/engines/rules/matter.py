"""What a statement is about, field by field: its words by their stems, and the names it names."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from gitexp.records.stems import parts_of, same_name, tokens
from gitexp.records.words import STOP

_EMPTY = (STOP - {"even"}) | frozenset(
    "make makes made get gets take takes keep keeps call calls set sets change changes changed add "
    "adds adding need needs use uses go "
    "goes run runs thing things way case code file files work works always never without cannot "
    "still yet else through per "
    "both within whether until unless except instead rather before after first last e g".split()
)
"""Words that two statements share without being about the same."""
_ORDERS = frozenset(("before", "after", "first", "last", "then"))
_TEXTS_KEPT = 4096


@dataclass(frozen=True)
class Matter:
    """What a text holds. `words` are stems, also of what its names are made of."""

    words: frozenset[str]
    heard: frozenset[str]
    """The stems of all its plain words, but those that tell an order."""
    names: frozenset[str]
    figures: tuple[str, ...]
    dense: bool
    """It holds Chinese or Japanese; its words are then 2-grams."""


@lru_cache(_TEXTS_KEPT)
def matter(text: str) -> Matter:
    """Return what a text is about."""
    found = tokens(text)
    names = frozenset(token.text for token in found if token.kind == "name")
    plain = [token for token in found if token.kind == "word" and len(token.text) > 1]
    heard = frozenset(token.text for token in plain if token.said not in _ORDERS)
    words = {token.text for token in plain if token.said not in _EMPTY}
    for name in names:
        words |= parts_of(name)
    dense = [token for token in found if token.kind == "dense"]
    for token in dense:
        words |= {token.text[at : at + 2] for at in range(max(1, len(token.text) - 1))}
    figures = tuple(sorted(token.text for token in found if token.kind == "figure"))
    return Matter(frozenset(words), heard, names, figures, bool(dense))


def shared_names(some: frozenset[str], others: frozenset[str]) -> frozenset[str]:
    """Return those of the names that the others hold too, under one spelling or a longer one."""
    return frozenset(name for name in some if any(same_name(name, other) for other in others))
