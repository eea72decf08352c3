"""Audits the text of a file as it lies there: the markers of a git merge that was never settled, and what no one sees."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence

from gitexp.records.evidence import quotable
from gitexp.records.fault import Fault
from gitexp.records.store_file import StoreFile
from gitexp.records.text import UNSEEN
from gitexp.steps.audit_held import held
from gitexp.steps.redact_invisible import visible

_SIDES = re.compile(r"(?:<{7}|>{7}|\|{7})(?: |\Z)")
_BETWEEN = re.compile(r"={7}(?: |\Z)")
"""A row of equal signs also underlines a heading: it counts only beside the other markers."""
_NO_UTF8 = "\ufffd"
_MOST = 5
"""Lines or characters that a message names."""


def lines_of(text: str) -> list[str]:
    """Return the lines of a text as an editor counts them: LF and CRLF end one, and nothing else does."""
    return text.replace("\r\n", "\n").split("\n")


def conflict(file: StoreFile) -> Fault | None:
    """Return that a merge was committed with its conflict in it."""
    if "<<<<<<<" not in file.text and ">>>>>>>" not in file.text:
        return None
    lines = lines_of(file.text)
    marked = [number for number, line in enumerate(lines, 1) if _SIDES.match(line)]
    if not any(lines[number - 1][0] != "|" for number in marked):
        return None
    between = [number for number, line in enumerate(lines, 1) if _BETWEEN.match(line)]
    message = f"holds the markers of an unsettled merge ({_numbered(sorted(marked + between))})"
    mend = "keep what holds of the two sides, and delete the lines with the markers"
    return held(file, "conflict_marker", marked[0], message, mend)


def unseen_lines(file: StoreFile) -> dict[int, list[str]]:
    """Return the characters that a reader can't see, and an agent or a terminal may obey, by line."""
    found: dict[int, list[str]] = {}
    unread = any(error.kind == "unreadable" for error in file.errors)
    for number, line in enumerate(lines_of(file.text), 1):
        # Bytes that are no UTF-8 may look like any character: of them the reader has told.
        if unseen := [] if unread and _NO_UTF8 in line else _unseen(line):
            found[number] = unseen
    for place, value in file.values.items():
        # Written as an escape: the text of the file shows it, what is read out of the file does not.
        escaped = [char for char in _unseen(value) if char not in file.text]
        if escaped:
            found.setdefault(file.line(*place), []).extend(escaped)
    return found


def invisible(file: StoreFile, unseen: Mapping[int, Sequence[str]]) -> Fault:
    """Return which characters a reader of the file can't see."""
    names = list(dict.fromkeys(_name(char) for chars in unseen.values() for char in chars))
    more = f" and {len(names) - _MOST} more" if len(names) > _MOST else ""
    message = f"holds what a reader can't see: {', '.join(names[:_MOST])}{more} ({_numbered(sorted(unseen))})"
    mend = "take it out; an editor that shows such characters helps"
    return held(file, "invisible_text", min(unseen), message, mend)


def _unseen(line: str) -> list[str]:
    """Return the characters of a line that the redact step would take out; one for each run of a kind."""
    if line.isascii() and line.isprintable():
        return []
    plain, shown = quotable(line), visible(line)
    if plain == shown:
        return []
    known = list(dict.fromkeys(UNSEEN.findall(plain)))
    if known:
        return known
    at = next(
        (at for at, (one, other) in enumerate(zip(plain, shown, strict=False)) if one != other), len(shown)
    )
    return [plain[at]]


def _name(char: str) -> str:
    code = f"U+{ord(char):04X}"
    if "\U000e0000" <= char <= "\U000e007f":
        return "tag characters"
    if char == "\x1b":
        return "a terminal escape"
    name = unicodedata.name(char, "")
    kind = "private-use" if unicodedata.category(char) == "Co" else "control"
    return f"{name} {code}" if name else f"{kind} character {code}"


def _numbered(lines: Sequence[int]) -> str:
    """Return lines in words: `line 3`, `lines 3, 5 and 9`."""
    if len(lines) == 1:
        return f"line {lines[0]}"
    shown = [str(line) for line in lines[:_MOST]]
    if len(lines) > _MOST:
        return f"lines {', '.join(shown)} …"
    return f"lines {', '.join(shown[:-1])} and {shown[-1]}"
