"""Keeps runs, and what was refused, as files in the trees of refs of their own, one commit each time."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterator, Sequence

from gitexp.adapters.git import Git, Layout, shown
from gitexp.adapters.git_commits import Moved, Objects, make_commit, move_ref, put, read_commit, seconds_of
from gitexp.adapters.git_objects import ObjectReader
from gitexp.adapters.objects_pygit2 import objects_for
from gitexp.adapters.store_git_tree import LEDGER, REFUSED
from gitexp.errors import RecordError
from gitexp.records.change_record import StandingChange
from gitexp.records.experience import Standing
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
        path, text = run_file(run, self._as_json)
        when = seconds_of(run.at)
        self._commit(REF, lambda objects: {path: objects.write("blob", [text])[0]}, when, f"run {run.id}")
        return f"{REF}:{path}"

    def refuse(self, refused: Sequence[Standing[str]]) -> None:
        """Remember what people refused by closing its pull request, so that it is not proposed again."""
        files = {f"{REFUSED}/{one.experience.id}.yaml": one.blob for one in refused}
        if files:
            self._commit(LEDGER, lambda objects: files, 0, f"refused: {len(files)} of a closed proposal")

    def refuse_changes(self, refused: Sequence[StandingChange[str]]) -> None:
        """Remember the change records that people refused by closing their proposal's pull request."""
        files = {f"{REFUSED}/changes/{one.record.id}.yaml": one.blob for one in refused}
        if files:
            self._commit(LEDGER, lambda objects: files, 0, f"refused: {len(files)} of a closed proposal")

    def private(self) -> frozenset[str]:
        """Return the hex of each experience and change record that a kept run proposed from a private discussion."""
        found = (
            self._git.try_run("grep", "--no-color", "-l", "-z", "-E", '"private": *true', REF, "--") or b""
        )
        runs = [
            self._git.try_run("cat-file", "blob", os.fsdecode(name)) for name in found.split(b"\0") if name
        ]
        return frozenset(one for run in runs if run is not None for one in _private_in(run))

    def _commit(
        self, ref: str, files: Callable[[Objects], dict[str, str]], seconds: int, message: str
    ) -> None:
        """Add one commit with the files, unless they stand already; one that moves the ref meanwhile is no matter."""
        objects = self._objects(self._git, self._layout)
        blobs = files(objects)
        for attempt in range(_TRIES):
            with ObjectReader(self._git) as reader:
                last = read_commit(reader, ref)
                tree = put(reader, objects, last.tree if last else None, blobs)
            if last and tree == last.tree:
                return
            when = max(seconds, last.seconds if last else 0)
            commit = make_commit(objects, tree, [last.id] if last else [], when, message)
            try:
                move_ref(self._git, ref, commit, last.id if last else None, f"exp: {message}")
            except Moved:
                if attempt == _TRIES - 1:
                    raise
            else:
                return


def run_file(run: Run, as_json: Callable[[Run], str]) -> tuple[str, bytes]:
    """Return where a run is kept, and its file. Raises RecordError where its id is no plain name."""
    if not _NAME.fullmatch(run.id):
        raise RecordError(shown(run.id), "is no id of a run")
    year = _YEAR.match(run.at or "")
    # A lone surrogate is written as JSON's own escape of it.
    text = as_json(run).encode("utf-8", "backslashreplace")
    return f"{year.group() if year else 'undated'}/{run.id}.json", text


def _private_in(run: bytes) -> Iterator[str]:
    """Yield the hex of each experience and change record that this run proposed from a private discussion."""
    try:
        document = json.loads(run)
    except (ValueError, RecursionError):
        return
    decisions = document.get("decisions") if isinstance(document, dict) else None
    for decision in decisions if isinstance(decisions, list) else ():
        experience = decision.get("experience") if isinstance(decision, dict) else None
        if isinstance(experience, dict) and decision.get("private") is True:
            yield str(experience.get("id"))[-10:]
    changes = document.get("changes") if isinstance(document, dict) else None
    for change in changes if isinstance(changes, list) else ():
        if isinstance(change, dict) and change.get("private") is True:
            yield str(change.get("id"))[-10:]
