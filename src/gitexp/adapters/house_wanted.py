"""What `exp init --github` is asked for, and the house of workflows that comes of it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from gitexp.records.bot import Level

EngineName = Literal["rules", "model"]
_PINNED = re.compile(r"\./.*|.*@[0-9a-f]{40}(?:[0-9a-f]{24})?")


@dataclass(frozen=True)
class Asked:
    """What a call of `exp init --github` named; None: as it was laid, else as it is by default."""

    action: str | None = None
    level: str | None = None
    engine: str | None = None
    model: str | None = None
    comment: bool | None = None
    owners: tuple[str, ...] = ()
    environment: str | None = None
    app: bool | None = None
    max_tokens: str | None = None
    max_cost: str | None = None

    @property
    def named(self) -> tuple[str, ...]:
        """Return the options that were named."""
        given = {
            "action": self.action,
            "level": self.level,
            "engine": self.engine,
            "model": self.model,
            "comment": self.comment,
            "codeowners": self.owners or None,
            "environment": self.environment,
            "app": self.app,
            "max-tokens": self.max_tokens,
            "max-cost": self.max_cost,
        }
        return tuple(name for name, value in given.items() if value is not None)


@dataclass(frozen=True)
class GithubHouse:
    """Which workflows are laid, and what stands in them."""

    action: str
    """What the workflows use: OWNER/NAME@COMMIT, or `./` in the repository that the action is part of."""
    level: Level = "report"
    engine: EngineName = "rules"
    model: str = ""
    comment: bool = False
    """Whether archaeology may comment on pull requests."""
    branch: str = "main"
    """The default branch."""
    owners: tuple[str, ...] = ()
    """Who is asked to review experiences; nobody: CODEOWNERS stays as it is."""
    environment: str = ""
    """GitHub's environment that holds the model's key; empty: the repository's own secrets."""
    app: bool = False
    """Whether jobs that write take the token of a GitHub App."""
    max_tokens: str = ""
    """Tokens that one run may use; empty: as the template says."""
    max_cost: str = ""
    """What one run may cost; empty: no limit."""

    @property
    def pinned(self) -> bool:
        """Return whether nobody can put another action in the place of this one."""
        return _PINNED.fullmatch(self.action) is not None
