"""Reads the reverts of a history, their reasons and their relands, out of one pass over git's commit messages."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Collection, Mapping
from contextlib import closing
from dataclasses import replace

from gitexp.adapters.git import Git
from gitexp.adapters.history_texts_git import first_parents, texts
from gitexp.adapters.revert_chain import Link, taken_out
from gitexp.adapters.revert_search import FORMAT, Search
from gitexp.errors import RepositoryError
from gitexp.records.history import Reverted, Reverts, Texts
from gitexp.records.reason import reason

MAX_WITH_FILES = 200
"""For how many of the newest reverts git is asked which files they changed."""
STRIDE = 256
"""Commits between two looks at the clock."""


class GitHistory:
    """The reverts of one repository's history, as `History` gives them."""

    def __init__(self, git: Git, revision: str = "HEAD", clock: Callable[[], float] = time.monotonic) -> None:
        self.git = git
        self.revision = revision
        self.clock = clock

    def reverts(self, *, seconds: float | None = None) -> Reverts:
        """Return the commits that take others back for whatever reason, newest first, and how far it was looked."""
        end = f"{self.revision}^{{commit}}"
        if self.git.try_run("rev-parse", "--verify", "--quiet", "--end-of-options", end) is None:
            return Reverts((), 0, ("there are no commits yet",))
        search = Search()
        limits = self._read(search, seconds)
        shallow = self._is_shallow()
        if shallow and search.ends:
            limits.append(f"history ends at {', '.join(end[:12] for end in search.ends[:3])} (shallow clone)")
        outs = taken_out([event for event in search.events if event.sure])
        newest = outs[:MAX_WITH_FILES]
        # Where a shallow history ends, a commit would seem to have made every file.
        asked = [id for link in newest for id in link.commits if search.parents.get(id) or not shallow]
        files = self._files(dict.fromkeys(asked), search.parents, limits)
        if len(outs) > len(newest):
            limits.append(f"changed files were read for the newest {MAX_WITH_FILES} reverts only")
        return Reverts(tuple(_reverted(link, files) for link in outs), search.looked_at, tuple(limits))

    def texts(self, *, seconds: float | None = None) -> Texts:
        """Return the newest commits that argue, with the files they changed, and how far it was looked."""
        end = f"{self.revision}^{{commit}}"
        if self.git.try_run("rev-parse", "--verify", "--quiet", "--end-of-options", end) is None:
            return Texts((), 0)
        seen = texts(self.git, self.revision, seconds=seconds, clock=self.clock)
        limits = list(seen.limits)
        files = self._files([one.id for one in seen.found], first_parents(self.git, seen.found), limits)
        found = tuple(replace(one, files=files.get(one.id, ())) for one in seen.found)
        return Texts(found, seen.looked_at, tuple(limits))

    def _read(self, search: Search, seconds: float | None) -> list[str]:
        """Go through the messages until the time is up; return what was not read."""
        deadline = math.inf if seconds is None else self.clock() + seconds
        # By date alone git may show a commit before its revert, where clocks went wrong. To keep them in
        # order it walks the whole history before it prints, which a deadline does not allow.
        order = ("--date-order",) if seconds is None else ()
        options = (
            "-z",
            *order,
            "--no-notes",
            "--no-decorate",
            FORMAT,
            "--end-of-options",
            self.revision,
            "--",
        )
        try:
            with closing(self.git.stream("log", *options)) as records:
                for record in records:
                    if not search.looked_at % STRIDE and self.clock() > deadline:
                        return [f"the messages of the newest {search.looked_at} commits were read"]
                    search.add(record)
        except RepositoryError as error:
            if not search.looked_at:
                raise
            return [f"the messages of the newest {search.looked_at} commits were read: {error}"]
        return []

    def _is_shallow(self) -> bool:
        if self.git.layout:
            return self.git.layout.shallow
        return self.git.run("rev-parse", "--is-shallow-repository").strip() == b"true"

    def _files(
        self, ids: Collection[str], parents: Mapping[str, str], limits: list[str]
    ) -> dict[str, tuple[str, ...]]:
        """Return which files each commit changed against its first parent."""
        if not ids:
            return {}
        asked = "".join(f"{id} {parents.get(id, '')}".rstrip() + "\n" for id in ids)
        outcome = self.git.call(
            "diff-tree", "--stdin", "-r", "--root", "--no-renames", "--name-only", "-z", stdin=asked.encode()
        )
        if outcome.status:
            limits.append(f"changed files could not be read: {outcome.words}")
        found: dict[str, list[str]] = {}
        files: list[str] = []
        for token in outcome.out.decode("utf-8", "surrogateescape").split("\0")[:-1]:
            if token in ids:
                files = found.setdefault(token, [])
            else:
                files.append(token)
        return {id: tuple(paths) for id, paths in found.items()}


def _reverted(link: Link, files: Mapping[str, tuple[str, ...]]) -> Reverted:
    """Return the record. A later commit with the same title counts as the reland if it touches the same files."""
    commit, relanded = link.event.commit, link.relanded_by
    here, there = files.get(commit.id), files.get(link.same_title or "")
    if relanded is None and (here is None or there is None or set(here) & set(there)):
        relanded = link.same_title
    original = link.root and replace(link.root, files=files.get(link.root.id, ()))
    why = reason(link.event.claim.aside, commit.body, original)
    return Reverted(replace(commit, files=here or ()), original, why, relanded)
