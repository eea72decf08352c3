"""Reads which place of a repository the words of a person mean, and says what is nearest where there is none."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from gitexp.cli.dig_paths import lies_in_tree, other_forms, path_of
from gitexp.errors import UsageError
from gitexp.records.past import Lies, Place
from gitexp.records.words import counted

if TYPE_CHECKING:
    from gitexp.cli.wiring import Workshop
    from gitexp.ports import Past
    from gitexp.records.outline import Outline, Symbol

_LINES = re.compile(r"(?P<path>.+):(?P<first>\d{1,18})(?:-(?P<last>\d{1,18}))?", re.S)
_SYMBOL = re.compile(r"(?<=.)::(?=.)", re.S)
SHOWN = 8
"""Symbols of one name that are listed."""


class Places:
    """The places of one revision; `today` says whether it is HEAD, so that the work tree is of use."""

    def __init__(self, workshop: Workshop, past: Past, *, today: bool) -> None:
        self._workshop = workshop
        self._past = past
        self._today = today

    def read(self, text: str) -> tuple[Place, Symbol | None]:
        """Return the place that is meant. A file whose name holds a colon goes before a line of another."""
        if self._is_there(text):
            return Place(self._file(self._needed(text))), None
        match = _LINES.fullmatch(text)
        parted = [(text[: found.start()], text[found.end() :]) for found in _SYMBOL.finditer(text)]
        # Where a file's own name holds the signs, what lies there decides.
        if parted and not (match and self._is_there(match["path"])):
            name, symbol = next((one for one in parted if self._is_there(one[0])), parted[0])
            return self._symbol(self._needed(name), symbol)
        if match:
            first, last = int(match["first"]), int(match["last"] or match["first"])
            if first < 1 or last < first:
                raise UsageError(text, "is no range of lines", "lines count from 1: FILE:10-20")
            return self._range(self._needed(match["path"]), first, last), None
        return Place(self._file(self._needed(text))), None

    def _path(self, text: str) -> str | None:
        """Return a path as the repository names it, None where it lies outside."""
        try:
            return self._needed(text)
        except UsageError:
            return None

    def _is_there(self, text: str) -> bool:
        path = self._path(text)
        return path is not None and self._past.lies(path) is not None

    def _needed(self, text: str) -> str:
        """Return a path as the repository names it; accents count however they are written."""
        path = path_of(self._workshop.layout.root, self._workshop.layout.prefix, text)
        forms = [path, *other_forms(path)]
        return next((form for form in forms if self._past.lies(form) is not None), path)

    def _file(self, path: str) -> str:
        lies = self._past.lies(path)
        if lies is not None and lies.kind == "tree":
            raise UsageError(path, "is a folder", "give a file in it")
        return path

    def _range(self, path: str, first: int, last: int) -> Place:
        """Return some lines of a file, as many as it has. Raises UsageError for a line past its end."""
        text = self._past.text(self._lines(path))
        if text is None:
            return Place(path, first, last)
        many = text.count("\n") + (not text.endswith("\n") if text else 0)
        if first > many:
            has = f"only {counted(many, 'line')}" if many else "no lines"
            raise UsageError(f"{path}:{first}", f"the file has {has} at this revision")
        return Place(path, first, min(last, many))

    def _lines(self, path: str) -> str:
        """Return the path if lines of it can be asked about at the revision."""
        lies = self._past.lies(path)
        if lies is None:
            raise self._gone(path)
        if lies.kind != "blob":
            raise UsageError(path, f"is {_named(lies)} and has no lines", "ask about the path alone")
        return path

    def _symbol(self, path: str, asked: str) -> tuple[Place, Symbol]:
        """Return the lines of a symbol. Raises UsageError where there is none of the name, or several."""
        self._lines(path)
        text = self._past.text(path)
        if text is None:
            raise UsageError(path, "is binary, too large or not in this clone", "ask about the path alone")
        outline = self._workshop.outline(text, path)
        if outline is None:
            raise UsageError(path, "has no grammar here", "ask about lines: FILE:LINE-LINE")
        found = outline.named(asked)
        if len(found) == 1:
            [symbol] = found
            self._bounded(path, outline, symbol)
            return Place(path, symbol.start, symbol.end, symbol.name), symbol
        if found:
            listed = ", ".join(f"{outline.written(one)} (line {one.start})" for one in found[:SHOWN])
            raise UsageError(f"{path}::{asked}", f"means {len(found)} symbols: {listed}", "name one of them")
        near = ", ".join(outline.nearest(asked))
        faulty = "" if outline.complete else " (the file does not parse without a fault)"
        mend = self._once(path, asked) or (f"near: {near}" if near else "ask about lines: FILE:LINE")
        raise UsageError(f"{path}::{asked}", f"no such symbol{faulty}", mend)

    def _bounded(self, path: str, outline: Outline, symbol: Symbol) -> None:
        """Refuse a symbol of which the end can't be told: in C no function stands within a function."""
        functions = ("function", "method")
        inner = [
            one for one in outline.symbols if one is not symbol and symbol.start < one.start <= symbol.end
        ]
        if (
            outline.language in ("c", "cpp")
            and symbol.kind in functions
            and not outline.complete
            and any(one.kind in functions for one in inner)
        ):
            raise UsageError(
                f"{path}::{symbol.name}",
                "where it ends can't be told: the file does not parse there",
                f"ask about lines: {path}:{symbol.start}-LINE",
            )

    def _once(self, path: str, asked: str) -> str:
        """Return where a symbol was last, in the words to ask for it there; "" where the history has none."""
        from gitexp.records.outline import parts_of

        commit = self._past.last_with(path, parts_of(asked)[-1] if parts_of(asked) else asked)
        if commit is None:
            return ""
        parents = self._past.commits([commit])[commit].parents
        # At the root, and where a shallow history ends, there is nothing before it.
        if not parents or not self._past.commits([parents[0]]):
            return ""
        text = self._workshop.past(parents[0]).text(path)
        outline = self._workshop.outline(text, path) if text is not None else None
        if outline is None or not outline.named(asked):
            return ""
        short = commit[:12]
        return f"it was here until {short}: exp archaeology {path}::{asked} --at {short}^"

    def _gone(self, path: str) -> UsageError:
        """Return the error for lines of a file that is not there at the revision."""
        if self._past.chain(Place(path)).touches:
            return UsageError(
                path, "is deleted at this revision", "ask about the file as a whole, or use --at"
            )
        return self.never(path)

    def never(self, path: str) -> UsageError:
        """Return the error for a file that no commit knows."""
        if self._today and lies_in_tree(self._workshop.layout.root, path):
            return UsageError(path, "is not committed yet", "it has no past; ask about the file it came from")
        folders = [path[:at] for at, letter in enumerate(path) if letter == "/"]
        for folder in folders:
            if (there := self._past.lies(folder)) is not None and there.kind == "commit":
                return UsageError(path, f"lies in the submodule {folder}", "ask inside it")
        part = " that this clone has" if self._workshop.layout.shallow else ""
        here = "here" if self._today else "at this revision"
        near = [f"`{name}`" for name in self._past.nearest(path)]
        where = " or ".join(near)
        return UsageError(
            path,
            f"no such file {here}, nor in the history{part}{'' if self._today else ' before it'}",
            f"did you mean {where}?" if near else "see `git ls-files`",
        )


def _named(lies: Lies) -> str:
    return {"commit": "a submodule", "symlink": "a symlink", "tree": "a folder"}.get(lies.kind, "a file")
