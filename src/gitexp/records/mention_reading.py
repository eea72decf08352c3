"""Reads a piece of prose or code from one kind of mention to the next; what one kind has taken is none of another's."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace

from gitexp.records.mention import Mention
from gitexp.records.mention_around import commit_ids, speaks_of_commit
from gitexp.records.mention_patterns import (
    ENVIRONMENT_CALL,
    ENVIRONMENT_MEMBER,
    GEM,
    NOTHING,
    QUOTED,
    QUOTED_DEPENDENCY,
    Patterns,
)
from gitexp.records.mention_products import is_product
from gitexp.records.mention_symbols import Found, Symbols
from gitexp.records.mention_words import (
    NOT_PACKAGES,
    is_file,
    is_no_path,
    is_path,
    is_shaped,
    is_type,
)

_TWO_LETTERS = re.compile(r"[^\W\d_]{2}")
_GLOB = re.compile(
    r"(?:^|[/.\w-])\*\*?(?:$|[/.\w-])|\{[^},]{0,200}+,|[\w.)-]\?[\w.]|\[[!^]?(?:\w-\w|\w{1,3}\])"
)
_ENDING = re.compile(r"\.[a-z]{2,30}$")
_NUMBERED = re.compile(r"\.\d")
_STARS_BEHIND = re.compile(r"\.\w{1,80}\*{1,3}$")
_CODE_SIGNS = re.compile(r"[(){}\[\]=;<>]")


@dataclass(frozen=True)
class Spot:
    """Where a mention stands: `text[start:end]`; `left` and `right` take in its backticks.

    `gone` says that the text tells of it as of something that is not there. `after` is the later one of two spots
    that words join into this one.
    """

    mention: Mention
    start: int
    end: int
    left: int
    right: int
    code: bool = False
    gone: bool = False
    after: Spot | None = field(default=None, compare=False)

    def moved(self, by: int, left: int, right: int) -> Spot:
        """Return it as a spot of the text around."""
        return replace(self, start=self.start + by, end=self.end + by, left=left, right=right)


class Reader:
    """Reads one piece of text with the patterns for its letters."""

    def __init__(self, patterns: Patterns, *, code: bool = False) -> None:
        self._patterns = patterns
        self._code = code
        self._expression = False

    def spots(self, text: str) -> list[Spot]:
        """Return what the text names, sorted by place."""
        self._expression = self._code and _CODE_SIGNS.search(text) is not None
        found: Found = []
        for pattern, read in self._passes():
            text = _taken(pattern, read, text, found)
        if self._expression:
            text = QUOTED.sub(lambda match: "\0" * len(match[0]), text)
        symbols = Symbols(code=self._code, expression=self._expression)
        _taken(self._patterns.symbol, symbols.read, text, found)
        return [
            Spot(one, start, end, start, end, self._code)
            for start, end, one in sorted(found, key=lambda row: row[:2])
        ]

    def _passes(self) -> Iterator[tuple[re.Pattern[str], Callable[[re.Match[str]], Found | None]]]:
        """Yield each pattern but the symbols', in the order in which they claim text, with what reads a match."""
        its = self._patterns
        yield its.module, _dependency
        yield its.web, lambda match: []
        yield NOTHING, lambda match: []
        for pattern in (GEM, QUOTED_DEPENDENCY):
            yield pattern, _dependency
        for pattern in (its.maven, its.at_version):
            yield pattern, _dependency
        yield its.bounded, _bounded
        yield its.three_numbers, _three_numbers
        yield its.flag, _flag
        for pattern in (ENVIRONMENT_CALL, ENVIRONMENT_MEMBER, its.variable, its.assignment):
            yield pattern, _variable
        yield its.table, lambda match: [(*match.span("name"), Mention(match["name"], "key"))]
        yield its.quoted_key, _quoted_key
        yield its.path, self._path
        yield its.file, _file
        yield its.commit, _commit

    def _path(self, match: re.Match[str]) -> Found | None:
        name, start = _without_emphasis(match[0].rstrip(".,:;?!"), match.start())
        if (
            is_no_path(name)
            or name.startswith("~")
            or (name.startswith("/") and not is_path(name, code=self._code))
        ):
            return []  # a place of a machine, or a route of a server
        if not is_glob(name) and not is_path(name, code=self._code):
            return None
        if is_glob(name) and not _TWO_LETTERS.search(name):
            return None
        return [(start, start + len(name), Mention(name, "glob" if is_glob(name) else "path"))]


def is_glob(path: str) -> bool:
    """Return whether a path stands for several."""
    return bool(_GLOB.search(path))


def _taken(
    pattern: re.Pattern[str], read: Callable[[re.Match[str]], Found | None], text: str, found: Found
) -> str:
    """Add what a pattern finds, and return the text without it. None leaves a match for the patterns to come."""

    def taken(match: re.Match[str]) -> str:
        named = read(match)
        if named is None:
            return match[0]
        found.extend(named)
        return "\0" * len(match[0])

    return pattern.sub(taken, text)


def _dependency(match: re.Match[str]) -> Found | None:
    name, version = match["name"], "".join((match["version"] or "").split()).rstrip(".,-+")
    if "." not in version and any(id == version for id in commit_ids(version)):
        return []  # a commit of a repository: `owner/name@0a1b2c3`
    if (
        _ENDING.search(version)
        or name.lower() in NOT_PACKAGES
        or name.lower().endswith("version")
        or is_product(name)
    ):
        return None
    return [(*match.span(), Mention(name, "dependency", version))]


def _bounded(match: re.Match[str]) -> Found | None:
    """Take `httpx>=0.24` and `httpx >= 0.24`; a comparison of numbers is none."""
    name, version = match["name"], match["version"]
    loose = bool(match["blank"]) or (version[:1] in "<>^" and version[1:2] != "=")
    if "." not in version and (match["blank"] or not version.startswith(("==", ">=", "~=", "~>"))):
        return None
    if loose and (is_shaped(name) or "." in name or version.startswith("^")):
        return None
    if match["blank"] and version[:1] in "<>!" and version[1:2] != "=":
        return None
    return None if len(name) < 2 else _dependency(match)


def _three_numbers(match: re.Match[str]) -> Found | None:
    address = match["version"].count(".") > 2
    return None if address or is_shaped(match["name"]) or is_file(match["name"]) else _dependency(match)


def _flag(match: re.Match[str]) -> Found | None:
    name = match["name"].rstrip("-_.")
    if name.startswith("-D") and not (match["sets"] or name[2:].isupper()):
        return None
    return [(match.start(), match.start() + len(name), Mention(name, "flag"))]


def _variable(match: re.Match[str]) -> Found | None:
    names = match.groupdict()
    name = next(value for value in names.values() if value)
    if not any(letter.isalpha() for letter in name):
        return None
    written = name if "name" in names else f"${name}"
    return [(*match.span(), Mention(written, "variable"))]


def _quoted_key(match: re.Match[str]) -> Found | None:
    name = match["name"]
    if is_file(name) or is_product(name) or is_type(name.rpartition(".")[2]) or _NUMBERED.search(name):
        return None
    # A type's name begins in capitals; a key's does not.
    return [(*match.span("name"), Mention(name, "symbol" if name[:1].isupper() else "key"))]


def _file(match: re.Match[str]) -> Found | None:
    name, start = _without_emphasis(match[0], match.start())
    if match.string[match.end() : match.end() + 1] == "(" or not is_file(name):
        return None
    return [(start, start + len(name), Mention(name, "glob" if "*" in name else "path"))]


def _commit(match: re.Match[str]) -> Found | None:
    if not speaks_of_commit(match.string, *match.span()) or not any(commit_ids(match[0])):
        return None
    return [(*match.span(), Mention(match[0], "commit"))]


def _without_emphasis(name: str, start: int) -> tuple[str, int]:
    """Return a path without Markdown's stars around it: `**a.py**`, but not `**/a.py` or `*.py`."""
    stars = len(name) - len(name.lstrip("*"))
    if not stars or name[stars : stars + 1] in ("/", ".", ""):
        return (name.rstrip("*"), start) if _STARS_BEHIND.search(name) else (name, start)
    return name.strip("*"), start + stars
