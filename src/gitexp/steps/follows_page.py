"""A file as it is searched for what a statement says: without comments, and with what encloses each line."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from gitexp.records.languages import language_of
from gitexp.records.outline import Outline
from gitexp.steps.comments import comments_of
from gitexp.steps.follows_words import words_of

MAX_UP = 400
"""Lines that are looked at for what encloses one."""
MAX_LINE = 2000
"""Characters of a line that are read; a longer one no person wrote."""
_DECLARES = (
    r"\b(?:def|class|function|func|fn|fun|sub|struct|interface|trait|enum|union|module|namespace|type|typedef|macro_rules!|proc"
    r"|undef|ifdef|ifndef)\s+(?:\([^)]*\)\s*)?(?:[\w.:]+(?:\.|::))?"
)
_PROTOTYPE = re.compile(
    r"^\s*(?!(?:return|else|new|await|yield|throw|delete|case|goto|not|and|or|in|if|while|assert|raise|defer|go)\b)"
    r"(?:[A-Za-z_][\w<>:,\[\]]*[\s*&]+)+[*&]*(?:[\w~]+::)*[\w~]+\s*\([^()]*\)\s*(?:const|noexcept|override|=\s*0)?\s*[;{]?\s*$"
)
_SECTION = re.compile(r"^\s*\[+[^\]=]+\]+\s*$")
_HEADING = re.compile(r"^#{1,6} ")
_LETTER = re.compile(r"\w")
_OWN_COMMENT = re.compile(r"^\s*(?:#|//|;|--|/\*|\*|<!--|%|rem\b)", re.I)


class Page:
    """A file as it is searched: its lines, and the same without comments."""

    def __init__(self, path: str, text: str, outline: Outline | None = None) -> None:
        self.path = path
        self.lines = [line[:MAX_LINE] for line in text.split("\n")]
        self.code = _without_comments(self.lines, text, path)
        self.outline = outline
        self.stem = words_of(" ".join(path.split("/")[-2:]))
        self.sections = language_of(path) == "toml" or path.endswith((".ini", ".cfg", ".conf", ".properties"))
        self.headings = language_of(path) == "markdown"

    def above(self, at: int) -> Iterator[int]:
        """Yield the lines that enclose one, the nearest first: what is less set in, a section, a heading."""
        if self.sections or self.headings:
            opens = _SECTION if self.sections else _HEADING
            nearest = next((up for up in range(at - 1, -1, -1) if opens.match(self.lines[up])), None)
            yield from () if nearest is None else (nearest,)
            return
        column = _column(self.lines[at])
        for up in range(at - 1, max(-1, at - MAX_UP), -1):
            line = self.code[up]
            if column == 0:
                return
            if _LETTER.search(line) and _column(line) < column:
                column = _column(line)
                yield up

    def declares(self, at: int, name: str) -> bool:
        """Return whether a line only declares a name: that is no use of it."""
        line = self.code[at]
        if re.search(rf"{_DECLARES}{re.escape(name)}(?![\w$])", line) or _PROTOTYPE.match(line):
            return True
        return self.outline is not None and any(
            symbol.parts[-1] == name
            and symbol.kind in _ROUTINES
            and self._head(symbol.start, symbol.end, name) == at
            for symbol in self.outline.symbols
        )

    def _head(self, start: int, end: int, name: str) -> int:
        """Return the first code line of a symbol that holds its name; comments and decorators stand before it."""
        word = re.compile(rf"(?<![\w$]){re.escape(name)}(?![\w$])")
        rows = range(start - 1, min(end, len(self.code)))
        return next((row for row in rows if word.search(self.code[row])), -1)


_ROUTINES = frozenset(
    {"function", "method", "class", "struct", "interface", "trait", "enum", "module", "type", "macro"}
)


def _column(line: str) -> int:
    return len(line) - len(line.lstrip(" \t"))


def _without_comments(lines: Sequence[str], text: str, path: str) -> list[str]:
    """Return the lines with what is written to people blanked; of an unknown language what looks like it."""
    code = list(lines)
    if language_of(path) is None:
        code = ["" if _OWN_COMMENT.match(line) else line for line in code]
    for comment in comments_of(text, path):
        for number, said in enumerate(comment.lines):
            row = comment.first - 1 + number
            if row >= len(code):
                break
            at = code[row].rfind(said.strip()) if said.strip() and not comment.alone else -1
            code[row] = (
                re.sub(r"\W+$", "", code[row][:at])
                if at > 0
                else ("" if comment.alone or number else code[row])
            )
    return code
