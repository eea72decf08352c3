"""Keeps who approved what is served, so that recall need not walk the history for it each time."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from gitexp.records.recollection import Approval

if TYPE_CHECKING:
    from gitexp.adapters.git import Git
    from gitexp.adapters.kept_answers import KeptAnswers

FORM = 2


class KeptApprovals:
    """Approvals by path and blob, each with the branch's commit at which it was found.

    At another commit it holds where its own is still part of the branch.

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
        tip = self._commit()
        keys = {path: f"approval {FORM} {blob} {path}" for path, blob in self._blobs(paths).items()}
        known = {path: one for path, key in keys.items() if (one := self._read(key))}
        found = {path: approval for path, (approval, at) in known.items() if at == tip}
        older = {path: approval for path, (approval, at) in known.items() if at != tip}
        holding = self._part_of(tip, {one.commit for one in older.values()})
        still = {path: approval for path, approval in older.items() if approval.commit in holding}
        lacking = [path for path in paths if path not in found and path not in still]
        asked = dict(self._ask(lacking)) if lacking else {}
        for path, approval in {**still, **asked}.items():
            if path in keys:
                self._kept.put(keys[path], json.dumps([*approval, tip]))
        return {**found, **still, **asked}

    def _part_of(self, tip: str, commits: set[str]) -> set[str]:
        if not commits:
            return set()
        from gitexp.adapters.git_branches import is_ancestor  # late: mostly the branch is where it was

        return {one for one in commits if is_ancestor(self._git, one, tip)}

    def _read(self, key: str) -> tuple[Approval, str] | None:
        text = self._kept.get(key)
        try:
            by, at, commit, tip = json.loads(text or "")
        except (ValueError, TypeError):
            return None
        return Approval(by, at, commit), tip
