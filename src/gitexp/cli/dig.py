"""Takes the words of `exp archaeology` for places, and asks the use case about them."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from gitexp.cli.dig_paths import differs
from gitexp.cli.dig_places import Places
from gitexp.errors import RepositoryError, UsageError
from gitexp.records.archaeology import Account, Checked
from gitexp.records.past import Place

if TYPE_CHECKING:
    from gitexp.archaeology import Known, Tell
    from gitexp.cli.wiring import Workshop
    from gitexp.records.outline import Symbol


@dataclass(frozen=True)
class Opened:
    """A place about which git is at work already."""

    place: Place
    symbol: Symbol | None
    since: str
    blame: bool
    dig: Dig

    def account(self, *, intent: str = "", tell: Tell = lambda step: None) -> Account:
        """Return the account of the place."""
        return self.dig.account(self, intent, tell)


class Dig:
    """The past of one repository at one revision."""

    def __init__(self, workshop: Workshop, at: str | None) -> None:
        self._workshop = workshop
        self.rev = workshop.revision(at)
        self._past = workshop.past(self.rev)
        self._today = at is None
        self._places = Places(workshop, self._past, today=self._today)

    def open(self, text: str, *, since: str = "", blame: bool = True) -> Opened:
        """Return the place that a person writes: FILE, FILE:LINE, FILE:LINE-LINE or FILE::SYMBOL; git begins to walk.

        Raises UsageError for a line past the end, and for a symbol that is none or that several have.
        """
        day = _day(since)
        place, symbol = self._places.read(text)
        there = self._past.lies(place.path)
        blame = blame and there is not None and there.kind == "blob"
        self._past.begin(place, blame=blame)
        return Opened(place, symbol, day, blame, self)

    def account(self, opened: Opened, intent: str, tell: Tell) -> Account:
        """Return the account of a place. Raises UsageError where no such file ever was."""
        from gitexp.archaeology import Question, archaeology

        place = opened.place
        question = Question(place, intent, opened.since, opened.blame)
        account = archaeology(question, self._past, self._known(place), tell)
        tell("")
        if not account.looked_at.commits and not account.exists:
            raise self._places.never(place.path)
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
            records, unread = workshop.change_records().standing()
            return Known(
                standing,
                [one.record for one in records],
                (*skipped, *unread),
                workshop.ignored_commits(self.rev),
                workshop.has_commit_graph(),
                time.strftime("%Y-%m-%d", time.gmtime()),
            )

        return known

    def diff(self, *, staged: bool = False, revs: str = "", tell: Tell = lambda step: None) -> Checked:
        """Return what the past says of what is staged, or of the change from A to B in `A..B` (or `A...B`)."""
        if staged:
            if self._workshop.layout.root is None:
                raise RepositoryError("--staged", "a bare repository has nothing staged", "give --diff A..B")
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
