"""Pieces together what the files of a session held at its beginning, from what was read and changed on the way."""

from __future__ import annotations

import re
from typing import NamedTuple

from bench.hook_patches import Part

_PRINTED = re.compile(r"(?:cat|sed -n '?(\d+),(\d+)p'?) ['\"]?([^\s'\"|;&<>]+)['\"]?")


class Shown(NamedTuple):
    """What a command of the shell printed of a file, from which line on."""

    path: str
    text: str
    line: int


def shown(command: str, output: str) -> Shown | None:
    """Return what was printed of one file, None of all other commands."""
    found = _PRINTED.fullmatch(command.strip())
    return Shown(found[3], output, int(found[1] or 1)) if found and output else None


class Texts:
    """The files as they were at the beginning (`first`), and as they are after the last change."""

    def __init__(self) -> None:
        self.first: dict[str, str] = {}
        self._now: dict[str, str] = {}

    def read(self, path: str, text: str, line: int = 1) -> None:
        """Take what was read of a file; what nobody saw of it stays empty."""
        if path in self._now and path not in self.first:
            return  # made in the session
        if path not in self._now or self._now[path] == self.first[path]:
            self.first[path] = self._now[path] = _laid(self.first.get(path, ""), text, line)

    def change(self, part: Part, before: str | None) -> None:
        """Take a change; the text that it takes out stood there."""
        if part.path not in self._now:
            stood = before if before is not None else part.old
            if stood:
                self.first[part.path] = stood
            self._now[part.path] = stood
        elif part.old not in self._now[part.path] and part.path in self.first:
            self.first[part.path] += f"\n{part.old}"
            self._now[part.path] += f"\n{part.old}"
        self._now[part.path] = changed(self._now[part.path], part)


def changed(text: str, part: Part) -> str:
    """Return a text after a change; where what goes is not found, what comes stands at the end."""
    if part.whole:
        return part.new
    return text.replace(part.old, part.new, 1) if part.old in text else f"{text}\n{part.new}"


def _laid(over: str, text: str, line: int) -> str:
    """Return a text with another one laid over it from a line on."""
    lines, shown = over.split("\n"), text.split("\n")
    lines += [""] * (line - 1 - len(lines))
    return "\n".join([*lines[: line - 1], *shown, *lines[line - 1 + len(shown) :]])
