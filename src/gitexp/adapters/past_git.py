"""Implements `Past` by the `git` program: a fixed number of processes for each name that the file ever had."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace
from functools import cached_property
from pathlib import Path

from gitexp.adapters.blame_git import MAX_FILE, blame, ignored_commits
from gitexp.adapters.git import Git, Layout, Outcome
from gitexp.adapters.git_objects import ObjectReader
from gitexp.adapters.past_chain import followed
from gitexp.adapters.past_diffs import changed_files, patches
from gitexp.adapters.past_edits import edits
from gitexp.adapters.past_lines import runs
from gitexp.adapters.past_log import heads
from gitexp.adapters.past_place import lies, nearest
from gitexp.adapters.past_range import followed_lines
from gitexp.errors import RepositoryError
from gitexp.records.archaeology import Living
from gitexp.records.past import Chain, Edit, FileChange, Lies, Patch, Place, Request, Touch


class GitPast:
    """The past at one revision, given by its whole id."""

    def __init__(self, git: Git, layout: Layout, rev: str) -> None:
        self._git = git
        self._layout = layout
        self.rev = rev
        self._workers = ThreadPoolExecutor(max_workers=2)
        self._chains: dict[Place, Future[Chain]] = {}
        self._livings: dict[Place, Future[tuple[Sequence[Living], str]]] = {}
        self._files: dict[Request, tuple[FileChange, ...]] = {}
        self._lies: dict[str, Lies | None] = {}

    def lies(self, path: str) -> Lies | None:
        """Return what lies at a path, None where nothing does."""
        if path not in self._lies:
            self._lies[path] = lies(self._git, self.rev, path)
        return self._lies[path]

    def nearest(self, path: str) -> Sequence[str]:
        """Return a few names of tree and history that are near to one that never was."""
        return nearest(self._git, self.rev, path, 3)

    def begin(self, place: Place, *, blame: bool) -> None:
        """Let git walk and blame now: it works while the rest is imported."""
        self._chains[place] = self._workers.submit(self._chain, place)
        if blame:
            self._livings[place] = self._workers.submit(self._living, place)

    def chain(self, place: Place) -> Chain:
        """Return all that touched a place, newest first, under whatever name the file had."""
        begun = self._chains.get(place)
        return begun.result() if begun else self._chain(place)

    def living(self, place: Place) -> tuple[Sequence[Living], str]:
        """Return who wrote the lines that live at a place, and why that can't be told."""
        begun = self._livings.get(place)
        return begun.result() if begun else self._living(place)

    def _living(self, place: Place) -> tuple[Sequence[Living], str]:
        ignored = ignored_commits(self._git, self.rev)
        # Moved lines are looked for where few are asked about: over a whole file that doubles the time.
        options = ("-w",) if place.whole else ("-w", "-M", f"-L{place.first},{place.last}")
        outcome = blame(self._git, self.rev, place.path, ignored, *options)
        if outcome.status:
            return (), f"who wrote the lines is not known: {self._why(outcome)}"
        return runs(outcome.out, self._borders), ""

    def text(self, path: str) -> str | None:
        """Return the file's text at the revision, None where it has none."""
        with ObjectReader(self._git) as reader:
            found = reader.read(f"{self.rev}:{path}", MAX_FILE) if "\n" not in path else None
        if found is None or found.kind != "blob" or found.data is None or b"\0" in found.data[:8000]:
            return None
        return found.data.decode("utf-8", "replace")

    def _chain(self, place: Place) -> Chain:
        if not place.whole:
            return followed_lines(self._git, self.rev, place, self._borders, self.files)
        there = self.lies(place.path)
        return replace(
            followed(self._git, self.rev, place.path, self._borders), blob=there.id if there else ""
        )

    def files(self, requests: Sequence[Request]) -> Mapping[Request, Sequence[FileChange]]:
        """Return the files that each commit changed against the parent asked for; asked again they are known."""
        new = [one for one in requests if one not in self._files and one[0] not in self._borders]
        self._files.update(changed_files(self._git, new))
        return {one: self._files[one] for one in requests if one in self._files}

    def patches(
        self, requests: Sequence[Request], *, reverse: bool, paths: Sequence[str] = ()
    ) -> tuple[Mapping[Request, Patch], str]:
        """Return the lines of each diff, and why some are not there."""
        return patches(self._git, requests, reverse=reverse, paths=paths)

    def present(self, paths: Sequence[str]) -> frozenset[str]:
        """Return those of the paths that the tree of the revision has."""
        asked = [path for path in dict.fromkeys(paths) if "\n" not in path]
        stdin = "".join(f"{self.rev}:{path}\n" for path in asked).encode("utf-8", "surrogateescape")
        told = self._git.run("cat-file", "--batch-check=%(objecttype)", stdin=stdin, check=False).split(b"\n")
        return frozenset(path for path, kind in zip(asked, told, strict=False) if kind == b"blob")

    def edits(self, compared: Sequence[str]) -> Sequence[Edit]:
        """Return the files of a change; `compared` is what `git diff` is told to compare."""
        return edits(self._git, compared)

    def commits(self, names: Sequence[str]) -> Mapping[str, Touch]:
        """Return the commits that beginnings of ids name; what names no commit of this clone is left out."""
        if not names:
            return {}
        asked = "".join(f"{name}^{{commit}}\n" for name in names).encode()
        told = self._git.run("cat-file", "--batch-check", stdin=asked, check=False).split(b"\n")
        ids = [line.split()[0].decode() for line in told if line.endswith(b" commit") or b" commit " in line]
        if not ids:
            return {}
        stdin = "".join(f"{id}\n" for id in dict.fromkeys(ids)).encode()
        found = heads(self._git, "--no-walk", "--stdin", stdin=stdin)
        return {head.commit: head.touch("", "", "") for head in found}

    def _why(self, outcome: Outcome) -> str:
        lacking = any(
            word in outcome.words for word in ("unable to read", "cannot read", "promisor", "missing")
        )
        if lacking or (outcome.status and not outcome.words):
            return "this clone lacks older versions of the file; git fetch --refetch brings them"
        return outcome.words

    @cached_property
    def _borders(self) -> frozenset[str]:
        """Return the commits at which a shallow history ends."""
        if not self._layout.shallow:
            return frozenset()
        try:
            return frozenset((Path(self._layout.common_dir) / "shallow").read_text("ascii").split())
        except (OSError, UnicodeDecodeError) as error:
            raise RepositoryError("shallow", "the list of this clone's ends can't be read") from error
