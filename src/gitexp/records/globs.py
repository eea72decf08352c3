"""Path globs by gitignore's rules, asked of a file: a pattern that matches a folder matches all below it."""

from __future__ import annotations

import re
from functools import lru_cache

_CLASSES = {
    "alnum": "a-zA-Z0-9",
    "alpha": "a-zA-Z",
    "blank": r" \t",
    "cntrl": r"\x00-\x1f\x7f",
    "digit": "0-9",
    "graph": r"\x21-\x7e",
    "lower": "a-z",
    "print": r"\x20-\x7e",
    "punct": r"\x21-\x2f\x3a-\x40\x5b-\x60\x7b-\x7e",
    "space": r" \t\n\r\f\v",
    "upper": "A-Z",
    "xdigit": "0-9a-fA-F",
}
_SPECIAL = re.compile(r"[*?\[\\]")
_FOLDERS = "(?:[^/]+/)*?"


class _Nothing(ValueError):
    """The pattern is a comment, a `!`, empty, or one that git holds for broken: it matches nothing."""


def matches(glob: str, path: str) -> bool:
    """Return whether a repository-relative POSIX path of a file is matched.

    As in a `.gitignore`, `#…` is a comment and matches nothing, and so does a broken pattern. A leading `!`
    would take something back there; alone it selects nothing, so it never matches here either.
    `?` and `[…]` stand for one character, where git counts bytes; a slash ends a segment even in brackets.
    """
    if _is_elsewhere(glob, path):
        return False
    pattern = _compiled(glob)
    return pattern is not None and pattern.fullmatch(path) is not None


def _is_elsewhere(glob: str, path: str) -> bool:
    """Return whether the folder that the glob begins with is not the path's: most globs need no regex then."""
    head = _SPECIAL.split(glob.rstrip(" ").removesuffix("/"), maxsplit=1)[0]
    folder = head[: head.rfind("/") + 1].removeprefix("/")
    return bool(folder) and not path.startswith(folder)


def selects(glob: str) -> bool:
    """Return whether the glob can match anything at all."""
    return _compiled(glob) is not None


@lru_cache(maxsize=4096)
def _compiled(glob: str) -> re.Pattern[str] | None:
    try:
        return re.compile(_regex(glob), re.DOTALL)
    except _Nothing:
        return None


def _regex(glob: str) -> str:
    pattern = _without_trailing_blanks(glob)
    if pattern.startswith(("!", "#")):
        raise _Nothing
    folder_only = pattern.endswith("/")
    body = pattern.removesuffix("/")
    anchored = "/" in body
    segments = body.removeprefix("/").split("/")
    if not all(segments):
        raise _Nothing
    # More than two stars alone in a segment are two to git, and any number in a pattern without a slash is one.
    segments = ["**" if len(segment) > 1 and not segment.strip("*") else segment for segment in segments]
    if not anchored:
        segments = ["**", "*" if segments == ["**"] else segments[0]]
    return _path(segments) + ("/.+" if folder_only else "" if segments[-1] == "**" else "(?:/.*)?")


def _path(segments: list[str]) -> str:
    """Return the regex of the segments; `**` is any number of folders, or all that is inside at the end.

    What follows a `**` is taken as far left as it stands and never given back (`(?>…)`): further left is
    always as good, and a hostile glob can't make the matching slow. The same holds for `*` in a segment.
    """
    runs: list[list[str]] = [[]]
    for before, segment in zip(["", *segments], segments, strict=False):
        if segment != "**":
            runs[-1].append(_segment(segment))
        elif before != "**":
            runs.append([])
    first, *others = ["/".join(run) for run in runs]
    if not others:
        return first
    *middle, last = others
    start = f"{first}/" if first else ""
    return start + "".join(f"(?>{_FOLDERS}{run}/)" for run in middle) + (_FOLDERS + last if last else ".+")


def _segment(text: str) -> str:
    parts = _between_stars(text)
    if len(parts) == 1:
        return parts[0]
    first, *middle, last = parts
    return first + "".join(f"(?>[^/]*?{part})" for part in middle) + "[^/]*" + last


def _between_stars(text: str) -> list[str]:
    """Return the regexes of what stands before, between and behind the stars of one segment."""
    parts = [""]
    at = 0
    while at < len(text):
        char = text[at]
        at += 1
        if char == "*":
            parts.append("")
        elif char == "?":
            parts[-1] += "[^/]"
        elif char == "[":
            bracket, at = _bracket(text, at)
            parts[-1] += bracket
        elif char == "\\":
            parts[-1] += re.escape(_char(text, at))
            at += 1
        else:
            parts[-1] += re.escape(char)
    return parts


def _bracket(text: str, at: int) -> tuple[str, int]:
    """Return the regex of the bracket whose first character is at `at`, and where it ends."""
    negated = text[at : at + 1] in ("!", "^")
    at += negated
    members = ""
    previous = ""
    start = at
    while at == start or _char(text, at) != "]":
        named = re.compile(r"\[:([^]]*):\]").match(text, at)
        if named:
            members += _named(named[1])
            previous, at = "", named.end()
            continue
        if _char(text, at) == "-" and previous and _char(text, at + 1) != "]":
            last, at = _literal(text, at + 1)
            members += f"{re.escape(previous)}-{re.escape(last)}" if previous <= last else ""
            previous = ""
            continue
        previous, at = _literal(text, at)
        members += re.escape(previous)
    if not members:
        return ("[^/]" if negated else "(?!)"), at + 1
    return (f"[^/{members}]" if negated else f"(?!/)[{members}]"), at + 1


def _named(name: str) -> str:
    if name not in _CLASSES:
        raise _Nothing
    return _CLASSES[name]


def _literal(text: str, at: int) -> tuple[str, int]:
    """Return the character meant at `at`, escaped or not, and where the next one stands."""
    char = _char(text, at)
    return (_char(text, at + 1), at + 2) if char == "\\" else (char, at + 1)


def _char(text: str, at: int) -> str:
    if at >= len(text):
        raise _Nothing
    return text[at]


def _without_trailing_blanks(glob: str) -> str:
    stripped = glob.rstrip(" ")
    escapes = len(stripped) - len(stripped.rstrip("\\"))
    return stripped + " " if escapes % 2 and len(stripped) < len(glob) else stripped
