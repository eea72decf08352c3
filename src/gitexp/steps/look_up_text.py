"""What the text around a declaration says of a name that no declaration gives: a quoted word, a use on self, a macro."""

from __future__ import annotations

import re
from collections.abc import Sequence

MAX_TEXT = 2_000_000
_MAKERS = re.compile(
    r"setattr|__dict__|__slots__|__all__|define_method|define_singleton_method|attr_|alias|delegate|class_eval|module_eval"
    r"|instance_variable|send\(|defineProperty|Object\.assign|register|add_method|add_property|def_|_def\b"
)
"""What makes members out of text, wherever it is called."""
_TAKES_IN = re.compile(r"\.\.\.|(?:^|[{,])[ \t]{0,80}\[[^\[\]\n]{1,200}\][ \t]{0,80}[:(]", re.MULTILINE)


def standing_as_text(text: str, name: str, language: str) -> int | None:
    """Return the line (from 0) where a name stands as a word of data: quoted, as a symbol, inside of a macro.

    That is how generators name what they make: `setattr(cls, "send", …)`, `define_method :send`, `FIELD(send)`.
    """
    word = re.escape(name)
    patterns = [rf"['\"]{word}['\"]"]
    if language in ("ruby", "elixir"):
        patterns.append(rf"(?<![:\w]):{word}(?![\w])")
    if language in ("c", "cpp", "objc"):
        patterns.append(rf"^[ \t]*[A-Z][A-Z0-9_]{{2,80}}\([^\n]{{0,300}}?(?<![\w]){word}(?![\w])")
        patterns.append(rf"##{word}(?![\w])|(?<![\w]){word}##")
    return _line(text, "|".join(patterns))


def generating(text: str, start: int, bodies: Sequence[tuple[int, int]]) -> str:
    """Return the lines of a type that may make members: its own, and those in functions that call a maker.

    `start` is the number of the first line, `bodies` are the lines of its functions; other lines come out empty.
    """
    kept = []
    for number, line in enumerate(text.split("\n"), start):
        inside = any(first < number <= last or first == last == number for first, last in bodies)
        kept.append(line if not inside or _MAKERS.search(line) else "")
    return "\n".join(kept)


def used_on_self(text: str, name: str) -> int | None:
    """Return the line (from 0) where a name is used on the object itself."""
    word = re.escape(name)
    return _line(
        text, rf"(?<![\w])(?:self|this|cls|super\(\)|static|@|@@)(?:\.|->|::|\?\.|\.\$)?{word}(?![\w])"
    )


def takes_more_in(literal: str) -> bool:
    """Return whether an object literal has keys that its text does not say: spread, or computed."""
    return _TAKES_IN.search(literal) is not None


def opened_by(text: str, name: str) -> list[str]:
    """Return the first sign of every value that a text gives to a name: `{` where it is an object literal."""
    value = re.compile(rf"(?<![\w.]){re.escape(name)}[ \t]*(?::[^=;\n]{{1,200}})?=(?![=>])\s*(\S)")
    return value.findall(text[:MAX_TEXT])


def lines_with(text: str, name: str) -> list[int]:
    """Return the lines (from 1) on which a name stands as a whole word."""
    word = re.compile(rf"(?<![\w]){re.escape(name)}(?![\w])")
    lines: list[int] = []
    line, at = 1, 0
    for found in word.finditer(text[:MAX_TEXT]):
        line += text.count("\n", at, found.start())
        at = found.start()
        lines.append(line)
    return list(dict.fromkeys(lines))


def holds_word(text: str, name: str) -> bool:
    """Return whether a text holds a name as a whole word."""
    return _line(text, rf"(?<![\w]){re.escape(name)}(?![\w])") is not None


def _line(text: str, pattern: str) -> int | None:
    found = re.compile(pattern, re.MULTILINE).search(text[:MAX_TEXT])
    return text.count("\n", 0, found.start()) if found else None
