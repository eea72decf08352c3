"""The part of the wiring that carries a proposal: its branch, the runs, what was refused, the push."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from gitexp.cli.wiring_core import CoreWiring
from gitexp.errors import UsageError

if TYPE_CHECKING:
    from gitexp.adapters.git_branches import Base
    from gitexp.adapters.ledger_git import GitLedger
    from gitexp.ports import Ledger, Publisher
    from gitexp.records.change_record import StandingChange
    from gitexp.records.run import Run
    from gitexp.steps.propose_changes import Changes


class ProposalWiring(CoreWiring):
    """Carries a proposal: its branch, the runs, what was refused, the push."""

    def branch(self, name: str | None, usual: str = "exp/proposals") -> str:
        """Return the proposal branch's name. Raises UsageError for one that git does not allow."""
        chosen = self.config.branch if name is None else name
        fits = chosen not in ("@", "HEAD") and not chosen.startswith("-")
        if not fits or self.git.try_run("check-ref-format", f"refs/heads/{chosen}") is None:
            raise UsageError(chosen, "is no name for a branch", f"{usual} is the usual one")
        return chosen

    def publisher(self, base: Base | None, *, afresh: bool = False) -> Publisher:
        from gitexp.adapters.publisher_git import GitPublisher

        return GitPublisher(self.git, self.layout, base=base, afresh=afresh)

    def ledger(self) -> Ledger:
        return self._ledger()

    def _ledger(self) -> GitLedger:
        from gitexp.adapters.ledger_git import GitLedger
        from gitexp.cli.json_text import dumps

        return GitLedger(self.git, self.layout, as_json=lambda run: dumps(run_document(run)))

    def changes(self, base: Base | None) -> Changes:
        """Return what proposing change records needs, for proposals that stand on a base."""
        from gitexp.adapters.change_records_git import GitChanges
        from gitexp.engines.rules.alternatives import AlternativesEngine
        from gitexp.steps.propose_changes import Changes

        return Changes(GitChanges(self.git, base), AlternativesEngine())

    def records_about(self, commit: str) -> list[str]:
        """Return where a commit is recorded: in the store, at HEAD, or in the work tree."""
        from gitexp.adapters.change_records_git import recorded_in

        return recorded_in(self.git, self.base, self.layout.root, commit)

    def refuse_changes(self, refused: Sequence[StandingChange[str]]) -> None:
        """Remember the change records of a proposal whose pull request was closed."""
        self._ledger().refuse_changes(refused)

    def push(self, branch: str) -> None:
        """Push the proposal branch to origin. What others put there is never overwritten."""
        from gitexp.adapters.push_git import push

        push(self.git, branch, self.base.commit if self.base else None)

    def remote_address(self) -> str:
        """Return what the remote is called and where it is, without what lets one in."""
        address = (self.git.try_run("remote", "get-url", "--push", "origin") or b"").decode(
            "utf-8", "replace"
        )
        plain = re.sub(r"(?<=//)[^/]*@", "", address.strip())
        return f"origin ({plain})" if plain else "origin"


def run_document(run: Run) -> dict[str, object]:
    """Return a run as JSON."""
    from gitexp.adapters import run_json

    return run_json.run_document(run)
