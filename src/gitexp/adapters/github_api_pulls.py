"""Reads one pull request whole in few calls: what was said, by whom, which threads are resolved, what became of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from gitexp.adapters.github_api import GithubApi
from gitexp.adapters.github_api_content import item_of
from gitexp.adapters.github_api_document import (
    Document,
    as_discussion,
    is_own,
    is_proposal,
    speakers,
    trimmed,
    with_threads,
)
from gitexp.adapters.github_api_graph import asked_people, rest_permissions, threads_and_writers
from gitexp.adapters.github_api_timeline import taken_back
from gitexp.adapters.github_item import Item
from gitexp.adapters.github_links import repository
from gitexp.adapters.source_github_api_kept import KeptPulls
from gitexp.errors import UsageError
from gitexp.records.discussion import Discussion
from gitexp.records.skipped import Skipped

CALLS = 7
"""Calls for a pull request of which nothing has more than one page."""
MAX_PAGES = 10
MORE = "has more {} than are read: the rest was left out"


@dataclass(frozen=True)
class Fetched:
    """A pull request as a discussion, and what of it could not be read; `own` where exp itself opened it."""

    discussion: Discussion[str]
    skipped: tuple[Skipped, ...] = ()
    merged: bool = True
    draft: bool = False
    state: str = "closed"
    own: bool = False


class PullRequests:
    """Reads pull requests of one repository.

    `this_repo` is what the repository at hand is called. `kept` holds merged ones that were read before; without it
    everything is asked anew. `rest_permissions` asks for each speaker by a call of its own, where GraphQL can't tell.
    """

    def __init__(
        self,
        api: GithubApi,
        this_repo: str | None = None,
        *,
        rest_permissions: bool = False,
        kept: KeptPulls | None = None,
        most_pages: int = MAX_PAGES,
    ) -> None:
        self.api = api
        self.this_repo = this_repo
        self._rest = rest_permissions
        self._kept = kept
        self._most = most_pages

    def fetch(self, number: int, *, for_evidence: bool = False, updated_at: str | None = None) -> Fetched:
        """Return one pull request; `for_evidence` leaves out its files.

        `updated_at` is when it changed last, where a list told it: one that was kept since then costs no call.
        """
        document = self.document(number, for_evidence=for_evidence, updated_at=updated_at)
        found, skipped = as_discussion(document, self.api.repo, self.this_repo)
        state = document.pull.get("state")
        return Fetched(
            found,
            tuple(skipped),
            document.merged,
            document.pull.get("draft") is True,
            state if isinstance(state, str) else "",
            is_own(document),
        )

    def document(self, number: int, *, for_evidence: bool = False, updated_at: str | None = None) -> Document:
        """Return what the API tells of one pull request."""
        if number <= 0:
            raise UsageError(f"pr:{number}", "is no number of a pull request", "as in pr:12")
        known = self._known(number, updated_at)
        if known is not None:
            return known
        pull = item_of(self.api.get(f"pulls/{number}"), f"{self.api.repo}#{number}")
        known = self._known(number, pull.text("updated_at"))
        if known is not None:
            return known
        if is_proposal(pull.fields):
            return Document(trimmed(pull.fields, pull=True))
        # What is kept as a whole need not be kept in pieces.
        whole = self._kept is not None and not for_evidence and pull.value("merged_at") is not None
        document = self._asked(pull, number, files=not for_evidence, keep=not whole)
        if self._kept and whole and document.told:
            self._kept.put(self.api, number, document)
        return document

    def _known(self, number: int, updated_at: str | None) -> Document | None:
        """Return what was kept, where it tells as much as would be asked for."""
        found = self._kept.get(self.api, number, updated_at) if self._kept and updated_at else None
        if found is None or not self._rest:
            return found
        asked = asked_people(
            speakers([found.pull, *found.reviews, *found.review_comments, *found.issue_comments])
        )
        return found if all(login.casefold() in found.writers for login in asked) else None

    def _asked(self, pull: Item, number: int, *, files: bool, keep: bool) -> Document:
        lists = _Lists(self.api, self._most, keep, pull)
        reviews = lists.of("reviews", f"pulls/{number}/reviews")
        line_comments = lists.of("comments on lines", f"pulls/{number}/comments", "review_comments")
        comments = lists.of("comments", f"issues/{number}/comments", "comments")
        timeline = lists.of("events", f"issues/{number}/timeline")
        changed = lists.of("files", f"pulls/{number}/files", "changed_files") if files else []
        said = [[trimmed(one.fields) for one in some] for some in (reviews, line_comments, comments)]
        # A review that waits to be submitted is seen by nobody but the one who writes it.
        said[0] = [one for one in said[0] if one.get("state") != "PENDING"]
        head = trimmed(pull.fields, pull=True)
        people = asked_people(speakers([head, *said[0], *said[1], *said[2]]))
        threads, writers = threads_and_writers(self.api, number, people)
        if self._rest:
            writers |= rest_permissions(self.api, [login for login in people if login not in writers])
        if threads.cut:
            lists.cut.append(MORE.format("review threads"))
        if threads.untold:
            lists.cut.append(f"its threads, and who may write, are not known: GraphQL {threads.untold}")
        return Document(
            head,
            said[0],
            with_threads(said[1], threads.resolved, threads.outdated),
            said[2],
            edited=threads.edited,
            writers={login.casefold(): answer for login, answer in writers.items()},
            files=_paths(changed),
            taken_back=taken_back(timeline, self._repo(pull), number, pull.text("title") or ""),
            cut=lists.cut,
            told=not threads.untold,
        )

    def _repo(self, pull: Item) -> str:
        base = pull.value("base")
        return (repository(base.get("repo")) if isinstance(base, dict) else None) or self.api.repo


@dataclass
class _Lists:
    """The lists that belong to a pull request; `cut` names those of which there was more than is read."""

    api: GithubApi
    most: int
    keep: bool
    pull: Item
    cut: list[str] = field(default_factory=list)

    def of(self, what: str, path: str, count: str = "") -> Sequence[Item]:
        """Return the objects of a list; it is not asked for where the pull request says that it has none."""
        many = self.pull.value(count)
        if type(many) is int and many == 0:
            return []
        listed = self.api.listed(path, most=self.most, keep=self.keep)
        if listed.cut:
            self.cut.append(MORE.format(what))
        return listed.items


def _paths(files: Sequence[Item]) -> list[str]:
    """Return the paths of changed files; of a renamed one both."""
    found: dict[str, None] = {}
    for item in files:
        for name in ("filename", "previous_filename"):
            if isinstance(path := item.value(name), str) and path:
                found[path] = None
    return list(found)
