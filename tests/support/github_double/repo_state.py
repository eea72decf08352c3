"""One repository of the double: its settings, who may do what in it, and what stands in it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import pygit2

from support.github_double import pulls
from support.github_double.git_side import BareGit
from support.github_double.state import (
    Account,
    Issue,
    IssueComment,
    Level,
    LineComment,
    Pull,
    Pushed,
    Review,
    Said,
    WorkflowRun,
)

if TYPE_CHECKING:
    from support.github_double.hub import GithubDouble


class RepoState:
    """What a repository is at this moment; what was pushed since the last look comes in by `refresh`."""

    def __init__(self, hub: GithubDouble, folder: Path, full_name: str, number: int) -> None:
        self.hub = hub
        self.full_name = full_name
        self.owner, self.name = full_name.split("/")
        self.id = number
        self.default_branch = "main"
        self.private = False
        """Of a private repository a token reads only what its permissions name."""
        self.can_create_pull_requests = True
        """The setting `Allow GitHub Actions to create and approve pull requests`."""
        self.collaborators_visible: bool | None = None
        """Whether collaborators may be asked for; None: by those who may push."""
        self.pusher = "github-actions[bot]"
        """Who is said to have pushed what git pushed: git tells no login."""
        self.levels: dict[str, Level] = {}
        self.associations: dict[str, str] = {}
        self.issues: dict[int, Issue] = {}
        self.comments: dict[int, IssueComment] = {}
        self.reviews: dict[int, Review] = {}
        self.line_comments: dict[int, LineComment] = {}
        self.runs: list[WorkflowRun] = []
        self._pushes: list[Pushed] = []
        self.trials: dict[tuple[str, str], str | None] = {}
        self.heard: set[str] = set()
        """The commits whose messages were read for links."""
        self.created = hub.clock.now
        self.bare = BareGit(folder / f"{full_name}.git", self.default_branch)

    @property
    def git(self) -> BareGit:
        """Return the repository's git side. `remote` is where a client fetches and pushes."""
        return self.bare

    @property
    def remote(self) -> str:
        """Return the path of the bare repository."""
        return str(self.bare.path)

    @property
    def http_remote(self) -> str:
        """Return its address over HTTP, where whoever pushes needs a token."""
        return f"{self.hub.url}/{self.full_name}.git"

    def refresh(self, by: str | None = None) -> None:
        """Let what was pushed since the last look have its effects."""
        for ref, old, new in self.git.moves():
            push = Pushed(self.full_name, ref, old, new)
            self._pushes.append(push)
            self.hub.clock.tick()
            pulls.pushed(self, push, by or self.pusher)

    def trial(self, pull: Pull) -> str | None:
        """Return the commit that a merge would make, None where it would conflict or nothing is to be merged."""
        base = self.git.branch(pull.base_ref)
        if pull.state != "open" or base is None:
            return None
        key = (base, pull.head)
        if key not in self.trials:
            message, who = f"Merge {pull.head} into {base}", ("GitHub", "noreply@github.com")
            self.trials[key] = self.git.merged(base, pull.head, key, message, who, pull.created)
        return self.trials[key]

    @property
    def pushes(self) -> list[Pushed]:
        """Return what git moved here from outside, each step of the way."""
        with self.hub.lock:
            self.refresh()
            return list(self._pushes)

    # Who there is.

    def user(
        self,
        login: str,
        permission: Level = "none",
        type: Literal["User", "Bot"] = "User",
        *,
        association: str | None = None,
        name: str | None = None,
    ) -> Account:
        """Let someone be known, with that permission here; `association` is what GitHub says of them, rightly or not."""
        account = self.hub.account(login, type, name)
        self.levels[login.casefold()] = permission
        if association:
            self.associations[login.casefold()] = association
        return account

    def level(self, login: str) -> Level:
        """Return someone's permission; anyone may read what is public."""
        if login.casefold() == self.owner.casefold():
            return "admin"
        return self.levels.get(login.casefold(), "none" if self.private else "read")

    def association(self, login: str) -> str:
        """Return what someone is to the repository."""
        told = self.associations.get(login.casefold())
        if told or login.casefold() == self.owner.casefold():
            return told or "OWNER"
        if self.levels.get(login.casefold(), "none") not in ("none", "read"):
            return "COLLABORATOR"
        merged = any(pull.merged and pull.by == login for pull in self.pulls())
        return "CONTRIBUTOR" if merged else "NONE"

    def commits(self, pull: Pull) -> list[pygit2.Commit]:
        """Return the commits of a pull request, oldest first."""
        base = pull.base
        if pull.state == "open":
            base = self.git.branch(pull.base_ref) or base
        return self.git.between(base, pull.head)

    def next_number(self) -> int:
        """Return the number of the next issue or pull request."""
        return max(self.issues, default=0) + 1

    def pulls(self) -> list[Pull]:
        """Return the pull requests, oldest first."""
        return [one for one in self.issues.values() if isinstance(one, Pull)]

    def the_pull(self, number: int) -> Pull:
        """Return a pull request that is there, after a look at what was pushed."""
        with self.hub.lock:
            self.refresh()
            pull = self.issues[number]
            assert isinstance(pull, Pull), f"#{number} is an issue"
            return pull

    def said(self, key: int) -> Said:
        """Return what was said under an id: a comment, a review or a comment on a line."""
        places: Iterator[Said | None] = (
            kept.get(key) for kept in (self.comments, self.reviews, self.line_comments)
        )
        return next(one for one in places if one is not None)
