"""Gives pull requests as discussions, read from GitHub: one by its number, or all that merged in a stretch of time."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from gitexp.adapters.github_api import GithubApi
from gitexp.adapters.github_api_ahead import in_order
from gitexp.adapters.github_api_errors import GithubError, Invalid, Missing, TooLarge
from gitexp.adapters.github_api_limits import clock_time
from gitexp.adapters.github_api_listing import MergedPull, merged_since
from gitexp.adapters.github_api_pulls import CALLS, Fetched, PullRequests
from gitexp.adapters.source_github_api_names import Pulls
from gitexp.errors import RecordError
from gitexp.records.discussion import Discussion
from gitexp.records.skipped import Skipped
from gitexp.records.words import counted

PARALLEL = 4
AHEAD = 2 * PARALLEL
"""Pull requests that are read, or waited for, before their turn: what is in memory at once."""
MANY = 20
"""More than so many are announced with what they will cost."""
OWN = "is a proposal of exp itself: nothing is learnt from it"
Say = Callable[[str], object]


def _nothing(words: str) -> None:
    del words


class PullRequestSource:
    """The source `pr:N`: one pull request, by its number. Whether it is merged is no matter, and said."""

    def __init__(self, reader: PullRequests, number: int) -> None:
        self._reader = reader
        self._number = number

    def discussions(self) -> Iterator[Discussion[str] | Skipped]:
        """Yield the discussion, and what of it was not read. Raises an error where it can't be read at all."""
        yield from given(self._reader.fetch(self._number), named=True)


class PullRequestsSource:
    """The source `prs:`: what merged into the default branch, oldest first, read side by side and given in order.

    `tell` hears how far it is, and `note` what it will cost, where that is much.
    """

    def __init__(
        self, reader: PullRequests, asked: Pulls, *, tell: Say = _nothing, note: Say = _nothing
    ) -> None:
        self._reader = reader
        self._asked = asked
        self._tell = tell
        self._note = note

    def discussions(self) -> Iterator[Discussion[str] | Skipped]:
        """Yield each discussion, and what was not read.

        Raises OutsideError where GitHub can't be asked any more: what was read is kept for the next run.
        """
        api, asked = self._reader.api, self._asked
        found = merged_since(api, asked.since, asked.until, asked.limit)
        wanted = [one for one in found if not one.own]
        yield from (Skipped(f"{api.repo}#{one.number}", OWN, bad=False) for one in found if one.own)
        if len(wanted) > MANY:
            self._note(announced(api, len(wanted)))
        read = in_order(self._fetched, wanted, parallel=PARALLEL, ahead=AHEAD)
        for done, fetched in enumerate(read, 1):
            self._tell(f"read pull request {done} of {len(wanted)}")
            if isinstance(fetched, Skipped):
                yield fetched
            else:
                yield from given(fetched, named=False)

    def _fetched(self, one: MergedPull) -> Fetched | Skipped:
        """Return one pull request, or why it alone can't be read."""
        try:
            return self._reader.fetch(one.number, updated_at=one.updated_at)
        except (Missing, Invalid, TooLarge, RecordError) as error:
            return Skipped(error.where, f"{error.what}; {error.mend}" if error.mend else error.what)


def given(fetched: Fetched, *, named: bool) -> Iterator[Discussion[str] | Skipped]:
    """Yield a discussion that may teach, and what is to be said of it."""
    one = fetched.discussion
    if fetched.own:
        yield Skipped(one.id, OWN, bad=False)
        return
    if not fetched.merged:
        state = "a draft" if fetched.draft and fetched.state == "open" else fetched.state or "open"
        yield Skipped(one.id, f"is not merged yet: it is {state}", bad=False)
        if not named:
            return
    yield from fetched.skipped
    yield one


def announced(api: GithubApi, many: int) -> str:
    """Return what reading so many will cost, and what is left."""
    words = f"{counted(many, 'pull request')} of {api.repo}: about {many * CALLS} calls at most"
    try:
        budget = api.budget()
    except GithubError:
        budget = None
    if budget is None:
        return words
    return f"{words}; {budget.left} of {budget.limit} are left until {clock_time(budget.reset)}"
