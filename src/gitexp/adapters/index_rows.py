"""What an experience gives to the index: its card, and by what it is found."""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator
from dataclasses import dataclass

from gitexp.records.card import Card, Cited
from gitexp.records.experience import SERVED, Experience, Standing
from gitexp.records.search_tokens import search_tokens
from gitexp.records.terms import kept_as

_QUOTED = re.compile(r"[`\"“”'‘’「」『』《》]([^`\"“”'‘’「」『』《》]{1,40})[`\"“”'‘’「」『』《》]")
_MEANS = re.compile(
    r"^(?:the |an? )?(?P<term>[^,.;:，。：；]{1,40}?)\s*(?:\bmeans?\b|\bis\b|\bare\b|\brefers? to\b|\bstands? for\b"
    r"|是指|指的是|指|是|とは|は|=)",
    re.I,
)


APART = "\x1f"
"""Between the parts of an experience's tokens: its heading, body, search words and names, and the terms it explains."""
_TERMS_APART = "\x1e"


@dataclass(frozen=True)
class Row:
    """An experience as it is written into the index; `tokens` has five parts."""

    card: Card
    force: bool
    rank: int
    tokens: str


@dataclass(frozen=True)
class Ways:
    """What leads to an experience: the four texts that are searched, its terms, and the folders of its scope."""

    texts: tuple[str, str, str, str]
    phrases: tuple[str, ...]

    @property
    def tokens(self) -> frozenset[str]:
        """Return every token once."""
        return frozenset(" ".join(self.texts).split())


def ways(tokens: str) -> Ways:
    """Return what leads to an experience from its tokens as they are written."""
    heading, body, search, names, terms = tokens.split(APART)
    return Ways((heading, body, search, names), tuple(filter(None, terms.split(_TERMS_APART))))


def row(one: Standing[str]) -> Row:
    """Return what is written of an experience."""
    experience = one.experience
    card = card_of(one)
    paths = " ".join(re.sub(r"[*?\[\]{}!]", " ", glob) for glob in card.paths)
    own = " ".join(word for words in experience.search.values() for word in words)
    parts = (
        _joined(experience.title, experience.when, experience.pattern),
        _joined(experience.what, experience.why, *experience.anti_patterns, *experience.failure_modes),
        _joined(own),
        _joined(paths, *card.symbols),
        _TERMS_APART.join(dict.fromkeys(_phrases(experience))),
    )
    return Row(card, experience.status in SERVED, _rank(card), APART.join(parts))


def card_of(one: Standing[str]) -> Card:
    """Return the card of an experience, its number still open."""
    experience = one.experience
    life = experience.lifecycle
    return Card(
        0,
        experience.id,
        experience.title,
        experience.when,
        experience.what,
        experience.why,
        experience.preconditions,
        experience.scope.paths,
        experience.scope.symbols,
        experience.anti_patterns,
        tuple(Cited(cite.turn, cite.quote, cite.url, cite.by, cite.at) for cite in experience.evidence),
        experience.lens,
        experience.kind,
        experience.status,
        experience.severity,
        experience.quality,
        experience.pattern,
        experience.observed_at,
        life.expires,
        life.review_after,
        life.max_recalls_per_day,
        share(life.canary) if experience.status == "canary" or life.canary else 100,
        one.path,
        one.blob,
        one.approved,
        one.unknown_keys,
    )


def share(text: str | None) -> int:
    """Return a share such as `20%` as a number; a canary that names none is tried by everyone."""
    digits = (text or "").strip().removesuffix("%").strip()
    return min(100, int(digits)) if digits.isdecimal() else 100


def _joined(*texts: str | None) -> str:
    return " ".join(search_tokens("\n".join(text for text in texts if text)))


def _rank(card: Card) -> int:
    """Return the standing among equals, the smallest first: by severity, quality and sightings."""
    weight = {"block": 4, "warn": 2}.get(card.severity or "", 0)
    standing = 100 - (10 * weight + 5 * (card.quality or 3) + 3 * min(5, card.sightings))
    # Among equals the id decides, and not which of them an index happened to be given first.
    return standing << 32 | zlib.crc32(card.id.encode())


def _phrases(experience: Experience[str]) -> Iterator[str]:
    """Yield the words of the team that an experience explains, as they are kept."""
    if experience.lens != "terminology" and experience.kind != "term":
        return
    said = [*_QUOTED.findall(f"{experience.title}\n{experience.when}"), experience.title]
    said += [found["term"] for text in (experience.title, experience.what) if (found := _MEANS.match(text))]
    for text in said:
        yield from kept_as(text)
