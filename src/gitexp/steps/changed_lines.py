"""The lines of a change themselves: what it puts into a file and takes out of it, each with its number."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from gitexp.records.past import Edit, Hunk

Numbered = tuple[int, str]
"""The number of a line, and its text."""
LETTERS = 12
"""Letters and digits that a line has at least if it is to be known again: less is chance."""
_WORD = re.compile(r"\w*[^\W\d_]\w*")
_BRINGS_IN = re.compile(
    r"\s*(?:import\b|from\s+\S+\s+import\b|use\s+[\w\\:]|using\s+\w|#\s*include\b|require(?:_relative)?\b|package\s"
    r"|export\s+\{|(?:const|let|var)\s.*\brequire\()"
)
"""A line that only names what a file uses: whoever does the same another way writes it too."""
_TAG = re.compile(r"\s*(?:\*|//|#)?\s*[@:](?:param|return|returns|throws|var|see|internal|test|type|rtype)\b")


@dataclass(frozen=True)
class Changed:
    """One file of a change. `before` and `after` hold every line of the file without the blanks around it."""

    path: str
    old_path: str
    added: tuple[Numbered, ...]
    """With their numbers in the new file."""
    removed: tuple[Numbered, ...]
    """With their numbers in the old file."""
    before: frozenset[str]
    after: frozenset[str]
    hunks: tuple[Hunk, ...] = ()

    @property
    def new(self) -> tuple[Numbered, ...]:
        """Return the lines that were nowhere in the file before: what only moved is not among them."""
        return tuple(one for one in self.added if one[1].strip() not in self.before)

    @property
    def gone(self) -> tuple[Numbered, ...]:
        """Return the lines that are nowhere in the file any more."""
        return tuple(one for one in self.removed if one[1].strip() not in self.after)


def changed_lines(edit: Edit, before: str | None, after: str | None) -> Changed:
    """Return the lines of an edit, cut out of the file as it was and as it is; None where it has no text."""
    old, new = _lines(before), _lines(after)
    return Changed(
        edit.path,
        edit.old_path,
        tuple(_at(new, ((hunk.new_first, hunk.new_count) for hunk in edit.hunks))),
        tuple(_at(old, ((hunk.old_first, hunk.old_count) for hunk in edit.hunks))),
        frozenset(line.strip() for line in old),
        frozenset(line.strip() for line in new),
        edit.hunks,
    )


def is_telling(line: str) -> bool:
    """Return whether a line can be known again: it is no frame, no import, no tag of a document, and not too short."""
    letters = sum(letter.isalnum() for letter in line)
    if letters < LETTERS or _BRINGS_IN.match(line) or _TAG.match(line):
        return False
    return len(_WORD.findall(line)) >= 2


def _lines(text: str | None) -> list[str]:
    return (text or "").split("\n")


def _at(lines: list[str], ranges: Iterable[tuple[int, int]]) -> Iterator[Numbered]:
    for first, count in ranges:
        for number in range(max(1, first), min(first + count, len(lines) + 1)):
            yield number, lines[number - 1]
