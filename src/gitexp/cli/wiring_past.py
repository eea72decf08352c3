"""The part of the wiring that asks the history: what was taken back, who wrote what, what a place was."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from gitexp.cli.wiring_core import CoreWiring
from gitexp.errors import RepositoryError, UsageError

if TYPE_CHECKING:
    from gitexp.adapters.change_records_git import ServedChanges
    from gitexp.ports import CommandingComments, History, Past
    from gitexp.records.outline import Outline
    from gitexp.steps.settle import AtHand


class PastWiring(CoreWiring):
    """Asks the history: what was taken back, who wrote what, what a place was."""

    def history(self) -> History:
        from gitexp.adapters.history_git import GitHistory

        return GitHistory(self.git)

    def at_hand(self, revision: str | None) -> AtHand:
        """Return what the settle step may ask of this repository, as it is at a revision."""
        from gitexp.adapters.files_git import GitFiles
        from gitexp.adapters.history_git import GitHistory
        from gitexp.adapters.owners_git_blame import GitBlameOwners
        from gitexp.steps.settle import AtHand

        if revision is None:
            return AtHand()
        return AtHand(
            GitHistory(self.git, revision), GitBlameOwners(self.git, revision), GitFiles(self.git, revision)
        )

    def revision(self, name: str | None, option: str = "--at") -> str:
        """Return the whole id of a commit. Raises UsageError where it names none."""
        asked = (
            "rev-parse",
            "--quiet",
            "--verify",
            "--end-of-options",
            f"{'HEAD' if name is None else name}^{{commit}}",
        )
        found = self.git.try_run(*asked)
        if found is not None:
            return found.decode().strip()
        if name is None:
            raise RepositoryError("", "there are no commits yet", "commit something first")
        raise UsageError(f"{option} {name}", "names no commit of this clone", "git log --oneline shows them")

    def fork(self, one: str, other: str, option: str = "--diff") -> str:
        """Return the commit from which two parted. Raises UsageError where they have none in common."""
        from gitexp.adapters.git_branches import merge_base

        found = merge_base(self.git, one, other)
        if found is None:
            raise UsageError(
                option, "the two have no commit in common", "write A..B" if option == "--diff" else ""
            )
        return found

    def past(self, rev: str) -> Past:
        from gitexp.adapters.past_git import GitPast

        return GitPast(self.git, self.layout, rev)

    def change_records(self) -> ServedChanges:
        return self._change_records

    @cached_property
    def _change_records(self) -> ServedChanges:
        from gitexp.adapters.change_records_git import ServedChanges

        return ServedChanges(self.git, self.base)

    def outline(self, text: str, path: str) -> Outline | None:
        """Return the symbols of a file's text, None where there is no grammar for it."""
        from gitexp.adapters.symbols_tree_sitter import outline

        return outline(text.encode("utf-8", "surrogateescape"), path)

    def ignored_commits(self, rev: str) -> list[str]:
        """Return the commits that the repository tells blame to pass over."""
        from gitexp.adapters.blame_git import ignored_commits

        return [commit.decode() for commit in ignored_commits(self.git, rev)]

    def has_commit_graph(self) -> bool:
        """Return whether git has a commit-graph here. exp never writes one."""
        info = Path(self.layout.common_dir) / "objects" / "info"
        return (info / "commit-graph").exists() or (info / "commit-graphs").exists()

    def comments(self) -> CommandingComments:
        from gitexp.adapters.comments_git_grep import GitGrepComments

        return GitGrepComments(self.git, self.base.commit if self.base else None)
