"""The usage signs step: whether the lines of a commit look like an experience was adopted, or like it was ignored."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from gitexp.records.adoption import FileLines
from gitexp.records.experience import Experience
from gitexp.records.mention import Mention
from gitexp.records.mentions import mention, spots_in
from gitexp.records.usage import Outcome
from gitexp.steps.follows_clauses import ASIDE, SOME_NOT, clause, is_denied
from gitexp.steps.usage_followed import covers

SHORTEST = 3
"""Letters of a name that is looked for: a shorter one stands anywhere."""
MAX_LINE = 500
_REMARK = re.compile(
    r"\s*(?:#(?!\s*(?:include|define|if|ifdef|ifndef|pragma)\b)|//|/\*|\*(?:[\s/]|$)|--\s|<!--|;)"
)
"""A line that only says something; a `#` also begins what a compiler of C obeys."""
_MEMBER = r"(?:(?<=\.)|(?<=::)|(?<=->)|(?<=#)|(?<=\\))"


@dataclass(frozen=True)
class Sign:
    """A name that can be looked for in code. `key` is the same for all spellings of it."""

    key: str
    pattern: re.Pattern[str]


def sign_of(experience: Experience[str], files: Sequence[FileLines]) -> Outcome | None:
    """Return what the commit shows of an experience; None where it shows nothing, or both.

    Only what is new says something: names that the commit's removed lines hold too, or the lines beside the added
    ones, only moved or were there. And only files of the experience's scope are looked at, without their remarks.
    """
    good, bad = wanted(experience), unwanted(experience)
    removed = [line for file in files for line in file.removed]
    news: set[str] = set()
    for file in files:
        if covers(experience, file.path):
            added = [line[:MAX_LINE] for line in file.added if not _REMARK.match(line)]
            there = [line[:MAX_LINE] for line in (*removed, *file.beside)]
            news |= _held((*good, *bad), added) - _held((*good, *bad), there)
    adopted = any(sign.key in news for sign in good)
    ignored = any(sign.key in news for sign in bad)
    if adopted == ignored:
        return None
    return "adopted" if adopted else "ignored"


def wanted(experience: Experience[str]) -> tuple[Sign, ...]:
    """Return its symbols, and what its `what` names, without what that forbids, limits, or an anti-pattern names."""
    named = [(mention(name), True) for name in experience.scope.symbols]
    named += list(_named(experience.what))
    against = {_key(one) for text in experience.anti_patterns for one, wants in _named(text) if wants}
    against |= {_key(one) for one, wants in named if not wants}
    return tuple(_signs(one for one, wants in named if wants and _key(one) not in against))


def unwanted(experience: Experience[str]) -> tuple[Sign, ...]:
    """Return what its anti-patterns name, without what it asks for itself."""
    asked = {_key(one) for one, wants in _named(experience.what) if wants}
    asked |= {_key(mention(name)) for name in experience.scope.symbols}
    against = (one for text in experience.anti_patterns for one, wants in _named(text) if wants)
    return tuple(_signs(one for one in against if _key(one) not in asked))


def _named(text: str) -> Iterator[tuple[Mention, bool]]:
    """Yield what a text names in code, and whether it is asked for there: not denied, limited, or told by the way."""
    for spot in spots_in(text):
        if spot.mention.kind in ("path", "glob", "commit"):
            continue
        before, behind = clause(text, spot.left, spot.right)
        if ASIDE.search(before):
            continue
        yield spot.mention, not (is_denied(before, behind) or SOME_NOT.search(f"{before} {behind}"))


def _key(one: Mention) -> str:
    if one.kind == "symbol" and one.parts:
        return one.parts[-1]
    return one.name.rpartition(":")[2] if one.kind == "dependency" else one.name.lstrip("$")


def _signs(mentions: Iterable[Mention]) -> Iterator[Sign]:
    for one in dict.fromkeys(mentions):
        key = _key(one)
        if sum(letter.isalnum() for letter in key) < SHORTEST:
            continue
        name = re.escape(key)
        if one.kind == "symbol" and (len(one.parts) > 1 or (key.isalpha() and key.islower())):
            # Its container has another name in code that uses it: any receiver will do, or a call. So for a plain word.
            yield Sign(key, re.compile(rf"{_MEMBER}{name}(?![\w-])|(?<![\w-]){name}(?=\s?\()"))
        else:
            yield Sign(key, re.compile(rf"(?<![\w-]){name}(?![\w-])"))


def _held(signs: Sequence[Sign], lines: Sequence[str]) -> set[str]:
    return {sign.key for sign in signs if any(sign.pattern.search(line) for line in lines)}
