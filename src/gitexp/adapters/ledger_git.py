"""Keeps runs as JSON files in the tree of a ref of their own, one commit a run."""

from __future__ import annotations

import re
from collections.abc import Callable

from gitexp.adapters.git import Git, Layout, shown
from gitexp.adapters.git_commits import Moved, Objects, make_commit, move_ref, put, read_commit, seconds_of
from gitexp.adapters.git_objects import ObjectReader
from gitexp.adapters.objects_pygit2 import objects_for
from gitexp.errors import RecordError
from gitexp.records.run import Run

REF = "refs/exp/runs"
_TRIES = 3
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,99}")
_YEAR = re.compile(r"[0-9]{4}(?=-|$)")


class GitLedger:
    """Implements `Ledger`. `as_json` gives a run's text, the same for the same run."""

    def __init__(
        self,
        git: Git,
        layout: Layout,
        *,
        as_json: Callable[[Run], str],
        objects: Callable[[Git, Layout], Objects] = objects_for,
    ) -> None:
        self._git = git
        self._layout = layout
        self._as_json = as_json
        self._objects = objects

    def record(self, run: Run) -> str:
        """Keep a run and return where, as git names it. Another process that keeps one meanwhile is no matter."""
        if not _NAME.fullmatch(run.id):
            raise RecordError(shown(run.id), "is no id of a run")
        year = _YEAR.match(run.at or "")
        path = f"{year.group() if year else 'undated'}/{run.id}.json"
        # A lone surrogate is written as JSON's own escape of it.
        text = self._as_json(run).encode("utf-8", "backslashreplace")
        for attempt in range(_TRIES):
            try:
                self._keep(path, text, run)
            except Moved:
                if attempt == _TRIES - 1:
                    raise
            else:
                break
        return f"{REF}:{path}"

    def _keep(self, path: str, text: bytes, run: Run) -> None:
        """Add one commit, unless the file stands already."""
        objects = self._objects(self._git, self._layout)
        with ObjectReader(self._git) as reader:
            last = read_commit(reader, REF)
            [blob] = objects.write("blob", [text])
            tree = put(reader, objects, last.tree if last else None, {path: blob})
        if last and tree == last.tree:
            return
        seconds = max(seconds_of(run.at), last.seconds if last else 0)
        commit = make_commit(objects, tree, [last.id] if last else [], seconds, f"run {run.id}")
        move_ref(self._git, REF, commit, last.id if last else None, f"exp: run {run.id}")
