"""The part of the wiring that writes into the work tree: the house, a new file, a changed one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gitexp.cli.wiring_core import CoreWiring
from gitexp.errors import UsageError

if TYPE_CHECKING:
    from gitexp.adapters.house import Plan as Plan
    from gitexp.adapters.house import Undone as Undone
    from gitexp.adapters.house_github import Asked as Asked
    from gitexp.adapters.house_github import GithubHouse as GithubHouse
    from gitexp.adapters.house_laid import Theirs as Theirs
    from gitexp.adapters.store_edit import StoreEdits
    from gitexp.cli.wiring_agents import AgentsHouse
    from gitexp.records.text import Redacted


def asked_house(
    *,
    action: str | None,
    level: str | None,
    engine: str | None,
    model: str | None,
    comment: bool | None,
    owners: tuple[str, ...],
    environment: str | None,
    app: bool | None,
    max_tokens: str | None,
    max_cost: str | None,
) -> Asked:
    """Return what a call asks to be laid for GitHub."""
    from gitexp.adapters.house_github import Asked

    return Asked(action, level, engine, model, comment, owners, environment, app, max_tokens, max_cost)


class HouseWiring(CoreWiring):
    """Writes into the work tree: the house, a new file, a changed one."""

    def github_house(self, asked: Asked) -> GithubHouse:
        """Return what to lay for GitHub: as asked, as it was laid, or as git's settings say."""
        from gitexp.adapters.house_github import chosen

        return chosen(self.root, asked, self.read_settings, self._default_branch())

    def plan_house(self, github: GithubHouse | None = None) -> Plan:
        """Return what `exp init` would lay."""
        from gitexp.adapters.house import plan

        return plan(self.root, github)

    def lay_house(self, planned: Plan) -> None:
        """Lay what was planned."""
        from gitexp.adapters.house import lay

        lay(planned)

    def undo_house(self, *, dry: bool, github: bool = False) -> Undone:
        """Take out what `exp init` laid, or of it what is for GitHub; `dry` only tells what it would be."""
        from gitexp.adapters.house import undo

        return undo(self.root, dry=dry, github=github)

    def agents_house(self) -> AgentsHouse:
        """Return what lays and takes out what is for agents."""
        from gitexp.cli.wiring_agents import AgentsHouse

        return AgentsHouse(self)

    def _default_branch(self) -> str | None:
        """Return what the default branch is called on the remote, else the branch that is checked out."""
        if self.base and self.base.ref != "HEAD":
            return self.base.name.removeprefix("origin/")
        found = self.git.try_run("symbolic-ref", "--quiet", "--short", "HEAD")
        return found.decode("utf-8", "replace").strip() if found else None

    def lay_new(self, path: str, text: Redacted) -> None:
        """Write a new file into the work tree in one move. Raises UsageError where one lies there."""
        from gitexp.adapters import safe_files

        target = safe_files.destination(self.root, path)
        if safe_files.content(target, path) is not None:
            raise UsageError(path, "lies there already", "edit it, or say it in other words")
        safe_files.write(target, text.encode("utf-8"), path)

    def store_edits(self) -> StoreEdits:
        """Return what changes files of the store in the work tree."""
        from gitexp.adapters.store_edit import StoreEdits

        return StoreEdits(self.root)
