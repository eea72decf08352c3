"""What every part of the wiring stands on: the repository, its settings, the default branch."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import Self

from gitexp.adapters.git import Git, Layout, discover
from gitexp.adapters.git_branches import Base, ask_ahead, base
from gitexp.adapters.settings_git import GitSettings
from gitexp.config import Config, config_from
from gitexp.errors import RepositoryError, UsageError


class CoreWiring:
    """One repository, as all parts of the wiring see it."""

    def __init__(self, cwd: str | None = None) -> None:
        self.layout: Layout = discover(cwd)
        self.git: Git = self.layout.git()

    def begin(self) -> Self:
        """Start what every answer needs, to be there when the imports are done."""
        self.settings.ask_ahead()
        ask_ahead(self.git)
        return self

    @cached_property
    def settings(self) -> GitSettings:
        return GitSettings(self.git)

    @cached_property
    def config(self) -> Config:
        return config_from(self.read_settings)

    @cached_property
    def read_settings(self) -> dict[str, str]:
        return self.settings.read()

    @cached_property
    def base(self) -> Base | None:
        return base(self.git, self.read_settings.get("exp.defaultbranch", ""))

    @property
    def root(self) -> Path:
        """Return the top of the work tree. Raises RepositoryError in a bare repository."""
        if self.layout.root is None:
            raise RepositoryError("", "this repository has no work tree", "run it in a clone or a worktree")
        return Path(self.layout.root)

    def base_at(self, revision: str | None) -> Base | None:
        """Return the commit that proposals stand on: the one named, else the default branch."""
        if revision is None:
            return self.base
        found = self.git.try_run(
            "rev-parse", "--quiet", "--verify", "--end-of-options", f"{revision}^{{commit}}"
        )
        if found is None:
            raise UsageError(f"--base {revision}", "names no commit", "git log --oneline shows them")
        return Base(revision, revision, found.decode().strip())
