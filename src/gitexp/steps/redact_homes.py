"""Finds home folders, whose name is a person's login on a machine: `/home/jane`, `C:\\Users\\jane`, `/root`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from gitexp.steps.people_patterns import KEPT_HOMES
from gitexp.steps.redact_found import Found

_SLASH = r"(?:\\{1,4}|\\?/|%2[Ff]|%5[Cc])"
_LETTER = r"[A-Za-z0-9_\u00c0-\u024f]"
_LOGIN = rf"{_LETTER}(?:[A-Za-z0-9_.\u00c0-\u024f-]{{0,62}}{_LETTER})?"
_WITH_BLANKS = r"(?<=[Ss]\\)[^\\/:*?\"<>|\n{}%$\[\]]{1,64}(?=\\)"
_HOME = re.compile(
    rf"{_SLASH}(?:(?:home|Users|USERS|Documents and Settings|(?<=[A-Za-z]:\\)users){_SLASH}(?P<who>{_WITH_BLANKS}|{_LOGIN})"
    rf"|root(?={_SLASH}|[\s\"'`:,;)]|\Z))"
)
_HINTS = ("home", "Users", "USERS", "users", "root", "Settings")
_BEFORE_HOME = re.compile(
    r"(?:(?<![A-Za-z0-9])[A-Za-z](?::|%3[Aa])|/mnt/[a-z]|/cygdrive/[a-z]|(?<![\w/])/[a-z]"
    r"|(?:/(?:var|usr|export|private|data|mnt|net|nfs|storage|local|google|System|Volumes|Data)){1,4}|/+)\Z"
)
"""What belongs to the path of a home folder: a drive, a mount, or one more slash."""
_ONE_MORE_SLASH = re.compile(r"/+\Z")
_INSIDE_A_PATH = re.compile(r"[A-Za-z0-9_\u00c0-\u024f.@~)}\]*/\\$%?]\Z")
_STARTS_ANEW = re.compile(
    r"(?:\\[nrt]|%(?:3[A-Fa-f]|2[0-9A-Ca-c])|(?:\A|\s)-{1,2}[A-Za-z]|file:/{0,3}|\s@)\Z"
)
_SESSION = re.compile(
    r"(?:(?<![\w.-])-Users|(?<=[/\\\"])-home)-(?P<who>[A-Za-z0-9_.]{1,32})(?=[-/\\\"'\s`)]|\Z)"
)
"""How Claude Code names a session's folder: the project's path with hyphens."""


def found_homes(text: str) -> Iterator[Found]:
    """Yield each home folder, from where its path begins to the end of the login."""
    if any(hint in text for hint in _HINTS):
        for match in _HOME.finditer(text):
            start = _start(text, match) if match["who"] not in KEPT_HOMES else None
            if start is not None:
                yield Found(start, match.end(), "home")
    if "-Users-" in text or "-home-" in text:
        yield from (Found(match.start(), match.end(), "home") for match in _SESSION.finditer(text))


def _start(text: str, match: re.Match[str]) -> int | None:
    """Return where the path of a home folder begins, or None where it is the middle of another path."""
    before = text[max(0, match.start() - 40) : match.start()]
    root = (_BEFORE_HOME if match["who"] else _ONE_MORE_SLASH).search(before)
    start = match.start()
    if root is not None and not before.endswith(("file:/", "file://")):
        before, start = before[: root.start()], start - len(root[0])
        if root[0].strip("/") == "" and before.endswith(":"):
            return None  # the slashes after a scheme: what follows is a host
    if _INSIDE_A_PATH.search(before) and not _STARTS_ANEW.search(before):
        return None
    return start
