"""What the modes of the bot share: the repository, GitHub, the remote, and what the run is asked for."""

from __future__ import annotations

import os
import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from gitexp.bot import Wish
from gitexp.cli import screen
from gitexp.cli.ci.surroundings import Surroundings
from gitexp.cli.llm_screen import announcing
from gitexp.config_llm import LlmOptions
from gitexp.errors import RepositoryError
from gitexp.records.trust import Trust

if TYPE_CHECKING:
    from gitexp.cli.wiring import Workshop
    from gitexp.cli.wiring_bot import Base, GithubApi, GitStore, NumberedSource
    from gitexp.cli.wiring_llm import Judges
    from gitexp.ports import Source
    from gitexp.ports.bot import Forge, Remote
    from gitexp.records.experience import Standing

ON_DEMAND = frozenset({"workflow_dispatch", "repository_dispatch"})
TRUST: Trust = "settled"
"""Whose word counts where nobody says: on GitHub anyone may write a comment."""


@dataclass(frozen=True)
class Office:
    """One run of the bot in one repository."""

    told: Surroundings
    workshop: Workshop

    @cached_property
    def default(self) -> str:
        """Return the name of the default branch: as the event says, as GitHub does, and never a guess.

        Raises RepositoryError where nobody tells it.
        """
        named = self.told.event.text("repository", "default_branch")
        if not named and self.told.event_name == "schedule":
            named = self.told.ref.removeprefix("refs/heads/")  # a schedule runs on no other branch
        named = named or self.workshop.default_branch_of(self.api)
        if not named:
            raise RepositoryError(
                "", "it is not known what the default branch is", "set git config exp.defaultBranch"
            )
        return named

    @cached_property
    def base(self) -> Base:
        """Return the newest commit of the default branch that this clone has. What HEAD is does not count."""
        found = self.workshop.default_base(self.default)
        if found is None:
            raise RepositoryError(
                self.default or "HEAD",
                "there is no commit of the default branch here",
                "check it out with fetch-depth: 0",
            )
        return found

    @cached_property
    def store(self) -> GitStore:
        return self.workshop.store_at(self.base)

    @cached_property
    def standing(self) -> Sequence[Standing[str]]:
        return self.store.held()[0]

    @cached_property
    def api(self) -> GithubApi:
        self.told.needs("repository")
        return self.workshop.github(self.told.repository, tell=screen.note)

    @property
    def calls(self) -> int:
        """Return how many calls were made so far."""
        return self.api.calls if "api" in self.__dict__ else 0

    @cached_property
    def forge(self) -> Forge:
        return self.workshop.forge(self.api)

    @cached_property
    def remote(self) -> Remote:
        return self.workshop.remote(self.told.server_url, self.told.token, self.base)

    @cached_property
    def now(self) -> str:
        """Return the time of the run; EXP_NOW sets another one, for tests and to look at an old run again."""
        return os.environ.get("EXP_NOW") or time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())

    @property
    def closes_a_portion(self) -> bool:
        """Return whether the event is that the proposal's pull request was merged: the next portion may come then.

        One that was closed without a merge is no call for more.
        """
        head = self.told.event.at("pull_request", "head")
        return (
            self.told.event_name == "pull_request"
            and self.told.event.text("action") == "closed"
            and head.text("ref") == self.told.branch
            and self.told.event.flag("pull_request", "merged")
            and not self.told.from_fork
        )

    def wish(self) -> Wish:
        """Return what the run is asked for."""
        told = self.told
        return Wish(
            level=told.level,
            branch=self.workshop.branch(told.branch),
            default=self.default,
            base=self.base.commit,
            now=self.now,
            room=told.room,
            every_days=told.every_days,
            on_demand=told.event_name in ON_DEMAND,
            portion=self.closes_a_portion,
        )

    def judges(self) -> Judges:
        """Return what builds the engine that the action names; what is sent is said in the log before."""
        told = self.told
        options = LlmOptions(
            engine=told.engine or "rules",
            model=told.model,
            max_tokens=told.max_tokens,
            max_cost=told.max_cost,
            replies=told.replies,
        )
        tell = screen.progress()
        return self.workshop.judges(options, announcing(options, tell), screen.counting(tell, "asked"))

    def pulls(self, numbers: Sequence[int], updated: dict[int, str], *, for_evidence: bool) -> NumberedSource:
        """Return a source over pull requests."""
        return self.workshop.numbered(
            self.api,
            self.told.repository,
            numbers,
            updated,
            for_evidence=for_evidence,
            tell=screen.progress(),
        )

    def sessions(self) -> list[Source]:
        """Return the sessions that lie in the repository, where they were asked for."""
        return (
            self.workshop.sources(["sessions:committed"], self.told.repository, base=self.base.commit)
            if self.told.sessions
            else []
        )


def office(told: Surroundings) -> Office:
    """Return the office of a run in the repository at hand. Raises RepositoryError where what it needs is not set."""
    from gitexp.cli.wiring import Workshop

    told.needs("repository")
    return Office(told, Workshop())
