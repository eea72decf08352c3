"""Orders the versions of Composer: up to four numbers, then dev, alpha, beta, RC, nothing, patch. No library does."""

from __future__ import annotations

import re

from gitexp.adapters.versions_cuts import Key, Place

_MODIFIER = (
    r"(?:[._-]?(?P<word>stable|beta|b|rc|alpha|a|patch|pl|p)(?P<count>(?:[.-]?[0-9]+)*+))?(?P<dev>[.-]?dev)?"
)
_VERSION = re.compile(rf"v?(?P<numbers>[0-9]{{1,5}}(?:\.[0-9]++){{0,3}}){_MODIFIER}", re.IGNORECASE)
_DATE = re.compile(
    rf"v?(?P<numbers>[0-9]{{4}}(?:[.:-]?[0-9]{{2}}){{1,6}}(?:[.:-]?[0-9]{{1,3}}){{0,2}}){_MODIFIER}",
    re.IGNORECASE,
)
_BRANCH = re.compile(r"v?(?P<numbers>[0-9]+(?:\.[0-9]+){0,2})(?:\.[xX*])+[.-]?dev", re.IGNORECASE)
_FAR = 9999999
"""What Composer puts for the x of a branch `1.2.x-dev`."""
_WORDS = {
    "a": -3,
    "alpha": -3,
    "b": -2,
    "beta": -2,
    "rc": -1,
    "stable": 0,
    "": 0,
    "p": 1,
    "pl": 1,
    "patch": 1,
}
_DEV, _STABLE = -4, (0, (), 1)


class ComposerLine:
    """A branch (`dev-main`) has no place: ValueError."""

    least = ""

    def place(self, text: str) -> Place:
        """Return where a version stands."""
        plain = text.strip().partition("+")[0].partition("#")[0]
        if branch := _BRANCH.fullmatch(plain):
            numbers = tuple(map(int, branch["numbers"].split(".")))
            return _placed((*numbers, _FAR, _FAR, _FAR)[:4], (_DEV, (), 0))
        found = _VERSION.fullmatch(plain) or _DATE.fullmatch(plain)
        if not found:
            raise ValueError(text)
        numbers = tuple(map(int, re.findall("[0-9]+", found["numbers"])))
        word, count = (
            (found["word"] or "").lower(),
            tuple(map(int, re.findall("[0-9]+", found["count"] or ""))),
        )
        if found["dev"] and not word:
            return _placed(numbers, (_DEV, (), 0))
        if _WORDS[word] == 0:
            return _placed(numbers, (0, (), 0 if found["dev"] else 1))
        return _placed(numbers, (_WORDS[word], count, 0 if found["dev"] else 1))

    def following(self, release: Key | None) -> None:
        """There is always a version between two."""


def _placed(numbers: tuple[int, ...], stability: tuple[int, tuple[int, ...], int]) -> Place:
    full = (*numbers, 0, 0, 0)[: max(4, len(numbers))]
    version = (full, stability)
    return Place(version if stability > _STABLE else (full, _STABLE), version)
