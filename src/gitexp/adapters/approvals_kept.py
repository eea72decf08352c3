"""Keeps who approved what is served, so that recall need not walk the history for it each time."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from gitexp.adapters.git_branches import is_ancestor
from gitexp.records.recollection import Approval

if TYPE_CHECKING:
    from gitexp.adapters.git import Git
    from gitexp.adapters.kept_answers import KeptAnswers

FORM = 1


class KeptApprovals:
    """Approvals by path and blob. One that was found holds as long as its commit is part of the branch that counts.

    `blobs` gives the blob of each path as it is served, `commit` the branch's commit, `ask` walks the history.
    """

    def __init__(
        self,
        git: Git,
        kept: KeptAnswers,
        blobs: Callable[[Sequence[str]], Mapping[str, str]],
        commit: Callable[[], str],
        ask: Callable[[Sequence[str]], Mapping[str, Approval]],
    ) -> None:
        self._git = git
        self._kept = kept
        self._blobs = blobs
        self._commit = commit
        self._ask = ask

    def of(self, paths: Sequence[str]) -> dict[str, Approval]:
        """Return who brought each path's present content onto the branch, where that can be told."""
        keys = {path: f"approval {FORM} {blob} {path}" for path, blob in self._blobs(paths).items()}
        known = {path: self._read(key) for path, key in keys.items()}
        holding = self._holding({one.commit for one in known.values() if one})
        found = {path: one for path, one in known.items() if one and one.commit in holding}
        lacking = [path for path in paths if path not in found]
        asked = self._ask(lacking) if lacking else {}
        for path, one in asked.items():
            if path in keys:
                self._kept.put(keys[path], json.dumps(one))
        return {**found, **asked}

    def _read(self, key: str) -> Approval | None:
        text = self._kept.get(key)
        try:
            return Approval(*json.loads(text)) if text else None
        except (ValueError, TypeError):
            return None

    def _holding(self, commits: set[str]) -> set[str]:
        tip = self._commit() if commits else ""
        return {one for one in commits if tip and is_ancestor(self._git, one, tip)}
