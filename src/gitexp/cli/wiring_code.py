"""The part of the wiring that looks into the code: symbols, what the history took out, and the revisions that audit asks."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from gitexp.cli.wiring_core import CoreWiring
from gitexp.records.skipped import Skipped

if TYPE_CHECKING:
    from gitexp.adapters.git_branches import Base
    from gitexp.adapters.symbols_git import GitSymbols
    from gitexp.audit import Revision
    from gitexp.ports import Commits, Publisher, Removals, Store, Symbols, Verified
    from gitexp.records.audit import Audit
    from gitexp.records.indexed import Indexed
    from gitexp.records.text import Redacted
    from gitexp.steps.fix import Fix

HISTORY_SECONDS = 2.0
"""How long review may ask the history; audit takes longer, since nobody waits for it at a prompt."""
AUDIT_SECONDS = 20.0


@dataclass(frozen=True)
class Proposed:
    """The proposal of fixes: its branch, its commit (None where there is nothing to mend), and the files in it."""

    branch: str
    commit: str | None
    paths: tuple[str, ...]
    skipped: tuple[Skipped, ...] = ()


class CodeWiring(CoreWiring):
    """What of the workshop looks into the code of a revision."""

    def store_at(self, base: Base | None) -> Store:
        """Return the store for proposals that stand on a base."""
        raise NotImplementedError

    def publisher(self, base: Base | None, *, afresh: bool = False) -> Publisher:
        """Return who moves proposal branches."""
        raise NotImplementedError

    def symbols_at(self, commit: str | None, *, keep: bool = True) -> GitSymbols:
        """Return what the tree of a commit holds, of None nothing; without `keep` the index is not written."""
        from gitexp.adapters.symbols_git import GitSymbols

        return GitSymbols(self.git, self.layout, commit, keep=keep)

    def removals(self, commit: str, seconds: float = HISTORY_SECONDS) -> Removals:
        """Return who knows what the history took out of the tree of a commit."""
        from gitexp.adapters.removals_git import GitRemovals

        return GitRemovals(self.git, commit, seconds=seconds)

    def audited(self, commit: str, *, worktree: bool = False) -> Revision:
        """Return what audit asks of one revision; with `worktree` the store is that of the work tree."""
        from gitexp.adapters.facts_revision import RevisionFacts
        from gitexp.adapters.store_files_git import GitStoreFiles
        from gitexp.audit import Revision

        root = self.layout.root if worktree else None
        return Revision(
            commit=commit,
            store=GitStoreFiles(
                self.git, None if root else commit, root, object_format=self.layout.object_format
            ),
            symbols=self.symbols_at(commit),
            removals=self.removals(commit, AUDIT_SECONDS),
            facts=RevisionFacts(self.git, commit),
            before=self._before,
            commits=self.commits(),
        )

    def commits(self) -> Commits:
        """Return who knows which commits this clone holds."""
        from gitexp.adapters.commits_git import GitCommitNames

        return GitCommitNames(self.git)

    def verified(self, commit: str) -> Verified:
        """Return what was last found at a commit of the names in the store's files."""
        from gitexp.adapters.verified_json import VerifiedFile

        return VerifiedFile(self.layout.common_dir, commit)

    def index(self, commit: str, tell: Callable[[str], object]) -> Indexed:
        """Outline the whole tree of a commit, as far as it is not known."""
        return self.symbols_at(commit).index(tell)

    def propose_fixes(self, done: Audit, *, branch: str, today: str) -> Proposed:
        """Put on a branch what of an audit can be mended surely; work tree, index and HEAD stay as they are."""
        from gitexp.steps.fix import fitted, fix_proposal, fixes

        standing, _ = self.store_at(self.base).held()
        found = fixes(standing, (*done.faults, *done.due), done.moved, today)
        blobs = {one.path: one.blob for one in standing}
        mended = fitted(found, lambda fix: self.mended(fix, blobs[fix.path]))
        if not mended.files:
            return Proposed(branch, None, (), mended.skipped)
        told = self.git.run("log", "-1", "--format=%cI", self.base.commit if self.base else "HEAD", "--")
        proposal = fix_proposal(mended, at=told.decode().strip(), branch=branch)
        published = self.publisher(self.base).publish(proposal, lambda: None)
        return Proposed(branch, published.commit, tuple(file.path for file in mended.files), mended.skipped)

    def mended(self, fix: Fix, blob: str) -> Redacted:
        from gitexp.adapters.edit_yaml import edited

        text = self.git.run("cat-file", "blob", blob).decode("utf-8", "replace")
        return edited(text, fix.path, fix.after).text

    def _before(self, commit: str) -> Symbols:
        found = self.git.try_run("rev-parse", "--quiet", "--verify", "--end-of-options", f"{commit}^1")
        return self.symbols_at(found.decode().strip() if found else None)
