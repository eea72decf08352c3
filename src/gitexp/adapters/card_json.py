"""A card as one JSON array, and back: read many times and written once, so it is short and has no names in it."""

from __future__ import annotations

import json
from typing import Any

from gitexp.records.card import Card, Cited
from gitexp.records.precondition import (
    Check,
    Condition,
    DependencyCheck,
    KeyCheck,
    LanguageCheck,
    PathCheck,
    PlatformCheck,
    Preconditions,
    SymbolCheck,
)

FORM = 1


def encoded(card: Card) -> str:
    """Return a card as text; its number, place and tokens are columns of their own."""
    parts = [
        [card.id, card.title, card.when, card.what, card.why],
        _conditions(card.preconditions),
        [card.paths, card.symbols, card.anti_patterns, card.unknown_keys],
        [[one.turn, one.quote, one.url, one.by, one.at] for one in card.evidence],
        [card.lens, card.kind, card.status, card.severity, card.quality, card.pattern, card.observed_at],
        [card.expires, card.review_after, card.most_a_day, card.canary],
    ]
    return json.dumps(parts, ensure_ascii=False, separators=(",", ":"))


def decoded(
    number: int, text: str, path: str = "", blob: str = "", words: str = "", *, approved: bool = True
) -> Card:
    """Return the card. Raises ValueError, TypeError, KeyError or IndexError for a text that holds none."""
    texts, conditions, several, evidence, about, life = json.loads(text)
    paths, symbols, anti_patterns, unknown_keys = map(tuple, several)
    parts: list[Any] = [*texts, _preconditions(conditions), paths, symbols, anti_patterns]
    parts += [
        tuple([Cited(*one) for one in evidence]),
        *about,
        *life,
        path,
        blob,
        approved,
        unknown_keys,
        words,
    ]
    return Card(number, *parts)


def _conditions(all_of_them: Preconditions[str]) -> list[object]:
    kinds = (all_of_them.must, all_of_them.must_not, all_of_them.typical_env)
    return [*([[one.text, *_check(one.check)] for one in some] for some in kinds), all_of_them.unread]


def _check(check: Check | None) -> list[object]:
    match check:
        case DependencyCheck():
            return ["d", check.name, check.ecosystem, check.version]
        case LanguageCheck():
            return ["l", check.language]
        case PathCheck():
            return ["p", check.glob]
        case SymbolCheck():
            return ["s", check.symbol]
        case PlatformCheck():
            return ["o", check.platform]
        case KeyCheck():
            return ["k", check.key, check.values]
        case None:
            return []


def _preconditions(rows: list[Any]) -> Preconditions[str]:
    if not any(rows):
        return Preconditions()
    must, must_not, typical = (tuple([_condition(*one) for one in some]) for some in rows[:3])
    return Preconditions(must, must_not, typical, tuple(rows[3]))


def _condition(text: str, kind: str = "", *parts: Any) -> Condition[str]:
    if not kind:
        return Condition(text)
    if kind == "k":
        return Condition(text, KeyCheck(parts[0], tuple(parts[1])))
    return Condition(text, _KINDS[kind](*parts))


_KINDS: dict[str, type[Any]] = {
    "d": DependencyCheck,
    "l": LanguageCheck,
    "p": PathCheck,
    "s": SymbolCheck,
    "o": PlatformCheck,
}
