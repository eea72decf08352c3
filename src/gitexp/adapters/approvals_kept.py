"""Keeps who approved what is served, so that recall need not walk the history for it each time."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from gitexp.records.recollection import Approval

if TYPE_CHECKING:
    from gitexp.adapters.git import Git
    from gitexp.adapters.kept_answers import KeptAnswers

FORM = 3
_MOST = 4
"""Older places of the branch that are asked about; what is kept for others is walked for once more."""


class KeptApprovals:
    """Approvals by path and blob, each with the branch's commit at which it was found.

    Where the branch has gone on from there it holds if none of the new commits touches the path: a content that was
    changed and brought back was brought by another. Where the branch is elsewhere nothing that was kept holds.

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
        still = self._still(tip, {path: one for path, one in known.items() if path not in found})
        lacking = [path for path in paths if path not in found and path not in still]
        asked = dict(self._ask(lacking)) if lacking else {}
        for path, approval in {**still, **asked}.items():
            if path in keys:
                self._kept.put(keys[path], json.dumps([*approval, tip]))
        return {**found, **still, **asked}

    def _still(self, tip: str, older: Mapping[str, tuple[Approval, str]]) -> dict[str, Approval]:
        """Return those that hold at a tip of the branch too."""
        by_tip: dict[str, dict[str, Approval]] = {}
        for path, (approval, at) in older.items():
            by_tip.setdefault(at, {})[path] = approval
        still: dict[str, Approval] = {}
        for at, some in sorted(by_tip.items(), key=lambda item: -len(item[1]))[:_MOST]:
            touched = self._touched(at, tip, sorted(some))
            if touched is not None:
                still |= {path: approval for path, approval in some.items() if path not in touched}
        return still

    def _touched(self, older: str, tip: str, paths: Sequence[str]) -> set[str] | None:
        """Return which paths the branch's own commits since then touch, None where it has not gone on from there."""
        asked = ("log", "--first-parent", "--format=%x01%P", "--end-of-options", f"{older}..{tip}", "--")
        parents = (self._git.try_run(*asked) or b"").decode().split("\x01")[-1].split()
        if parents[:1] != [older]:
            return None
        listed = self._git.try_run(
            *("log", "--first-parent", "--diff-merges=first-parent", "--format=", "--name-only", "-z"),
            *("--no-renames", "--no-ext-diff", "--no-textconv", "--end-of-options", f"{older}..{tip}", "--"),
            *paths,
        )
        if listed is None:
            return None
        return set(listed.decode("utf-8", "surrogateescape").split("\0"))

    def _read(self, key: str) -> tuple[Approval, str] | None:
        text = self._kept.get(key)
        try:
            by, at, commit, tip = json.loads(text or "")
        except (ValueError, TypeError):
            return None
        return Approval(by, at, commit), tip
