"""Takes the words of `exp archaeology` for places, and asks the use case about them."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from gitexp.cli.dig_paths import differs, lies_in_tree, other_forms, path_of
from gitexp.errors import UsageError
from gitexp.records.archaeology import Account, Checked
from gitexp.records.past import Lies, Place
from gitexp.records.words import counted

if TYPE_CHECKING:
    from gitexp.archaeology import Known, Tell
    from gitexp.cli.wiring import Workshop
    from gitexp.records.outline import Symbol

_LINES = re.compile(r"(?P<path>.+):(?P<first>\d{1,18})(?:-(?P<last>\d{1,18}))?", re.S)
_SYMBOL = re.compile(r"(?<=.)::(?=.)", re.S)
SHOWN = 8
"""Symbols of one name that are listed."""


@dataclass(frozen=True)
class Opened:
    """A place about which git is at work already."""

    place: Place
    symbol: Symbol | None
    blame: bool
    dig: Dig

    def account(self, *, intent: str = "", since: str = "", tell: Tell = lambda step: None) -> Account:
        """Return the account of the place."""
        return self.dig.account(self, intent, since, tell)


class Dig:
    """The past of one repository at one revision."""

    def __init__(self, workshop: Workshop, at: str | None) -> None:
        self._workshop = workshop
        self.rev = workshop.revision(at)
        self._past = workshop.past(self.rev)
        self._today = at is None

    def open(self, text: str, *, blame: bool = True) -> Opened:
        """Return the place that a person writes: FILE, FILE:LINE, FILE:LINE-LINE or FILE::SYMBOL; git begins to walk.

        Raises UsageError for a line past the end, and for a symbol that is none or that several have.
        """
        place, symbol = self._read(text)
        there = self._past.lies(place.path)
        blame = blame and there is not None and there.kind == "blob"
        self._past.begin(place, blame=blame)
        return Opened(place, symbol, blame, self)

    def account(self, opened: Opened, intent: str, since: str, tell: Tell) -> Account:
        """Return the account of a place. Raises UsageError where no such file ever was."""
        from gitexp.archaeology import Question, archaeology

        place = opened.place
        question = Question(place, intent, _day(since), opened.blame)
        account = archaeology(question, self._past, self._known(place), tell)
        tell("")
        if not account.changes and not account.exists and not since:
            raise self._never(place.path)
        limits = (*account.limits, *self._uncommitted(place))
        return replace(account, rev=self.rev, symbol=opened.symbol, limits=limits)

    def _uncommitted(self, place: Place) -> list[str]:
        """Return that the work tree has other lines than the commit, whose numbers count."""
        text = self._past.text(place.path) if self._today else None
        if text is None or not differs(self._workshop.layout.root, place.path, text):
            return []
        return [f"{place.path} differs in the work tree: line numbers are those of {self.rev[:12]}"]

    def _known(self, place: Place) -> Callable[[], Known]:
        from gitexp.archaeology import Known

        workshop = self._workshop

        def known() -> Known:
            standing, skipped = workshop.store.standing()
            records, unread = workshop.change_records().covering([place.path])
            return Known(
                standing,
                records,
                (*skipped, *unread),
                workshop.ignored_commits(self.rev),
                workshop.has_commit_graph(),
                time.strftime("%Y-%m-%d", time.gmtime()),
            )

        return known

    def _read(self, text: str) -> tuple[Place, Symbol | None]:
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
            return Place(path, symbol.start, symbol.end, symbol.name), symbol
        if found:
            listed = ", ".join(f"{outline.written(one)} (line {one.start})" for one in found[:SHOWN])
            raise UsageError(f"{path}::{asked}", f"means {len(found)} symbols: {listed}", "name one of them")
        near = ", ".join(outline.nearest(asked))
        faulty = "" if outline.complete else " (the file does not parse without a fault)"
        raise UsageError(
            f"{path}::{asked}",
            f"no such symbol{faulty}",
            f"near: {near}" if near else "ask about lines: FILE:LINE",
        )

    def _gone(self, path: str) -> UsageError:
        """Return the error for lines of a file that is not there at the revision."""
        if self._past.chain(Place(path)).touches:
            return UsageError(
                path, "is deleted at this revision", "ask about the file as a whole, or use --at"
            )
        return self._never(path)

    def _never(self, path: str) -> UsageError:
        """Return the error for a file that no commit knows."""
        if self._today and lies_in_tree(self._workshop.layout.root, path):
            return UsageError(path, "is not committed yet", "it has no past; ask about the file it came from")
        folders = [path[:at] for at, letter in enumerate(path) if letter == "/"]
        for folder in folders:
            if (there := self._past.lies(folder)) is not None and there.kind == "commit":
                return UsageError(path, f"lies in the submodule {folder}", "ask inside it")
        near = [f"`{name}`" for name in self._past.nearest(path)]
        where = " or ".join(near)
        return UsageError(
            path,
            "no such file here, nor in the history",
            f"did you mean {where}?" if near else "see `git ls-files`",
        )

    def diff(self, *, staged: bool = False, revs: str = "", tell: Tell = lambda step: None) -> Checked:
        """Return what the past says of what is staged, or of the change from A to B in `A..B` (or `A...B`)."""
        if staged:
            compared, past, what = ["--cached", self.rev], self._past, "staged changes"
        else:
            first, second = self._ends(revs)
            compared, past, what = [first, second], self._workshop.past(first), revs
        from gitexp.archaeology import check

        checked = check(past.edits(compared), past, lambda path: self._known(Place(path))(), what, tell)
        tell("")
        return checked

    def _ends(self, revs: str) -> tuple[str, str]:
        """Return the two commits of `A..B`; `A...B` begins where the two parted, an end that is left out is HEAD."""
        first, dots, second = revs.partition("..")
        if not dots:
            raise UsageError(f"--diff {revs}", "is no A..B", "write it as main..HEAD")
        from_fork, second = second.startswith("."), second.removeprefix(".")
        one, other = (self._workshop.revision(name or "HEAD", "--diff") for name in (first, second))
        if from_fork:
            one = self._workshop.fork(one, other)
        return one, other


def _day(since: str) -> str:
    """Return a date as YYYY-MM-DD. Raises UsageError for what is none."""
    import datetime

    if not since:
        return ""
    try:
        return datetime.date.fromisoformat(since[:10]).isoformat()
    except ValueError as error:
        raise UsageError(f"--since {since}", "is no date", "write it as 2024-03-31") from error


def _named(lies: Lies) -> str:
    return {"commit": "a submodule", "symlink": "a symlink", "tree": "a folder"}.get(lies.kind, "a file")
