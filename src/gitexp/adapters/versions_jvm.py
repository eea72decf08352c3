"""Orders the versions of Maven and of Gradle. A text without a number raises ValueError.

No library does: univers and the like order as Maven 3.0 did, for which 5.3.0.RELEASE is above 5.3.0 and
1.0.RC2 above 1.0-RC3, and fail with a long version; Gradle's order none has.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from gitexp.adapters.versions_cuts import Key, Place

_SNAPSHOT = re.compile(r"-[0-9]{8}\.[0-9]{6}-[0-9]+\Z")
"""What a repository makes of -SNAPSHOT: both tools compare it as that."""
_PART = re.compile(r"[0-9]+|[^0-9.\-_+]+|[.\-_+]")
_MAVEN_PART = re.compile(r"[0-9]+|[^0-9.\-]+|[.\-]")
_MAVEN_WORDS = {"alpha": -5, "beta": -4, "milestone": -3, "rc": -2, "cr": -2, "snapshot": -1, "sp": 1}
_MAVEN_RELEASES = frozenset(("", "ga", "final", "release"))
_MAVEN_SHORT = {"a": "alpha", "b": "beta", "m": "milestone"}
_GRADLE_WORDS = {"dev": 0, "rc": 2, "snapshot": 3, "final": 4, "ga": 5, "release": 6, "sp": 7}

_Token = tuple[int, int, str]
_HYPHENED, _DOTTED = 3, 4
_END: _Token = (0, 0, "")
_GRADLE_END: _Token = (8, 0, "")


class MavenLine:
    """The "version order specification" of Maven's POM reference."""

    least = ""

    def place(self, text: str) -> Place:
        """Return where a version stands; its release is what stands before its first alpha … snapshot."""
        tokens = _trimmed(_tokens(_checked(text).lower()))
        early = next((at for at, token in enumerate(tokens) if token[0] < 0), len(tokens))
        return Place((*_trimmed(tokens[:early]), _END), (*tokens, _END))

    def following(self, release: Key | None) -> None:
        """There is always a version between two."""


class GradleLine:
    """The "version ordering" of Gradle's user guide: any word stands below no word, and 1.0 below 1.0.0."""

    least = ""

    def place(self, text: str) -> Place:
        """Return where a version stands; its release is what stands before its first word."""
        tokens = tuple(
            (9, int(part), "") if part[0] in "0123456789" else _gradle_word(part)
            for part in _PART.findall(_checked(text))
            if part not in ".-_+"
        )
        early = next((at for at, token in enumerate(tokens) if token < _GRADLE_END), len(tokens))
        return Place((*tokens[:early], _GRADLE_END), (*tokens, _GRADLE_END))

    def following(self, release: Key | None) -> None:
        """There is always a version between two."""


def _gradle_word(word: str) -> _Token:
    rank = _GRADLE_WORDS.get(word.lower())
    return (1, 0, word) if rank is None else (rank, 0, "")


def _checked(text: str) -> str:
    text = text.strip().removeprefix("v")
    if not re.match(r"[0-9]\S*\Z", text):
        raise ValueError(text)
    return _SNAPSHOT.sub("-SNAPSHOT", text)


def _tokens(text: str) -> list[_Token]:
    """Split at dots, hyphens and where letters and digits meet, which is like a hyphen; nothing between is 0."""
    parts = _MAVEN_PART.findall(text)
    tokens: list[_Token] = []
    hyphened = empty = False
    for part, following in zip(parts, [*parts[1:], ""], strict=True):
        if part in ".-":
            if empty:
                tokens.append(_number(0, hyphened))
            hyphened, empty = part == "-", True
            continue
        if not empty and tokens:
            hyphened = True
        empty = False
        if part[0] in "0123456789":
            tokens.append(_number(int(part), hyphened))
        else:
            tokens.append(_word(_MAVEN_SHORT.get(part, part) if following[:1].isdigit() else part))
    return tokens


def _number(number: int, hyphened: bool) -> _Token:
    return (_HYPHENED if hyphened else _DOTTED, number, "")


def _word(word: str) -> _Token:
    return (
        _END
        if word in _MAVEN_RELEASES
        else (_MAVEN_WORDS.get(word, 2), 0, "" if word in _MAVEN_WORDS else word)
    )


def _trimmed(tokens: Iterable[_Token]) -> tuple[_Token, ...]:
    """Drop what says nothing (0, final, ga, release) at the end, and before each hyphen and word."""
    kept: list[_Token] = []
    for token in tokens:
        if token[0] != _DOTTED:
            _drop_nothing(kept)
        kept.append(token)
    _drop_nothing(kept)
    return tuple(kept)


def _drop_nothing(tokens: list[_Token]) -> None:
    while len(tokens) > 1 and tokens[-1][1] == 0 and (tokens[-1][0] >= _HYPHENED or tokens[-1] == _END):
        tokens.pop()
