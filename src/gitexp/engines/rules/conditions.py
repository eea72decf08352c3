"""The preconditions that a statement states itself: version ranges and platforms. Nothing is guessed."""

from __future__ import annotations

import re
from collections.abc import Iterator

from gitexp.records.platforms import canonical
from gitexp.records.precondition import Condition, DependencyCheck, PlatformCheck, Preconditions
from gitexp.records.text import Redacted

MOST = 3
"""Conditions of a kind: a sentence with more is a table of versions."""
_NAME = r"`?(?P<name>[A-Za-z][\w.-]{1,40})`?"
_NUMBER = r"`?v?(?P<version>\d+(?:\.\d+){0,3})`?(?![\w.]*\w)"
_VERSION = re.compile(rf"(?<![\w./-]){_NAME}[ ]?(?P<operator>>=|<=|<|>|==|≥|≤)[ ]?{_NUMBER}")
_SINCE = re.compile(
    rf"\b(?:since|from|as of|starting (?:with|from)|requires?|needs?) {_NAME} {_NUMBER}"
    r"|(?<![\w./-])`?(?P<named>[A-Za-z][\w.-]{1,40})`? "
    r"v?(?P<least>\d+(?:\.\d+){0,3})(?:\+| (?:and|or) (?:later|newer|above|up))",
    re.I,
)
_BEFORE = re.compile(rf"\b(?:before|older than|prior to|until) {_NAME} {_NUMBER}", re.I)
_OPERATOR = {"≥": ">=", "≤": "<="}
_FORBIDDEN = re.compile(
    r"(?:n['’]t|not|never|avoid|without)(?: (?!with\b|under\b|since\b|from\b|on\b|for\b)\w+){0,3} $", re.I
)
"""A version that is forbidden is not one that it depends on."""
_NEEDS = re.compile(r"\b(?:with|under|for|needs?|requires?|pins?|only|using) `?$", re.I)
_PLATFORM = re.compile(
    r"(?<!not )\b(?P<only>only |just )?(?:applies |happens |works |breaks |fails |needed |true )?(?P<not>not )?"
    r"on (?P<platform>windows|linux|macos|freebsd|android|ios)\b"
    r"(?P<after> only\b)?(?!,? (?:and|or|nor)\b|/|, (?:windows|linux|macos)\b)",
    re.I,
)
_NO_PACKAGE = frozenset(
    (
        "tls ssl http https postgres postgresql mysql sqlite redis kafka kubernetes docker kernel glibc musl openssl "
        "bash git "
        "python java go rust ruby php node node.js nodejs qt gcc clang windows ubuntu debian macos linux ios "
        "android release releases version versions line lines step steps section table chapter figure page "
        "level about at over under than january february march april may june july august september october "
        "november december monday tuesday wednesday thursday friday saturday sunday commit pr issue"
    ).split()
)


def preconditions_of(words: Redacted) -> Preconditions[Redacted]:
    """Return what the words say it depends on: `must` where they say "only", `must_not` where they say "not on"."""
    must = [*_versions(words), *(one for one, no in _platforms(words) if not no)]
    must_not = [one for one, no in _platforms(words) if no]
    return Preconditions(must=tuple(must[:MOST]), must_not=tuple(must_not[:MOST]))


def _versions(words: Redacted) -> Iterator[Condition[Redacted]]:
    """Yield a condition for each version range that stands there; of a package with several ranges none."""
    found: dict[str, dict[str, Redacted]] = {}
    for pattern, operator in ((_VERSION, None), (_SINCE, ">="), (_BEFORE, "<")):
        for match in pattern.finditer(words):
            groups = match.groupdict()
            name = (groups.get("name") or groups.get("named") or "").lower()
            version = groups.get("version") or groups.get("least") or ""
            sign = operator or _OPERATOR.get(match["operator"], match["operator"])
            if name not in _NO_PACKAGE and _is_version(words, match, version):
                found.setdefault(name, {}).setdefault(f"{sign}{version}", words.cut(*match.span()))
    for name, ranges in found.items():
        if len(ranges) == 1:
            wanted, text = next(iter(ranges.items()))
            yield Condition(text, DependencyCheck(name, None, wanted))


def _is_version(words: str, match: re.Match[str], version: str) -> bool:
    """Return whether a number is a version that is depended on: `status >= 500` compares a figure."""
    before = words[: match.start()]
    if _FORBIDDEN.search(before):
        return False
    return "." in version or bool(match.re is _VERSION and int(version) < 100 and _NEEDS.search(before))


def _platforms(words: Redacted) -> Iterator[tuple[Condition[Redacted], bool]]:
    """Yield a condition for each platform to which the words confine themselves, and whether they exclude it."""
    for match in _PLATFORM.finditer(words):
        if match["only"] or match["after"] or match["not"]:
            check = PlatformCheck(canonical(match["platform"]))
            yield Condition(words.cut(*match.span()).trimmed(), check), bool(match["not"])
