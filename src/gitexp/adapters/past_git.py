"""Implements `Past` by the `git` program: a fixed number of processes for each name that the file ever had."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from threading import Lock

from gitexp.adapters.blame_git import MAX_FILE, blame, ignored_commits
from gitexp.adapters.git import Git, Layout, Outcome
from gitexp.adapters.git_objects import ObjectReader
from gitexp.adapters.past_chain import followed
from gitexp.adapters.past_diffs import changed_files, patches
from gitexp.adapters.past_edits import edits
from gitexp.adapters.past_lacking import MEND, lacks, telling
from gitexp.adapters.past_lines import runs
from gitexp.adapters.past_log import heads
from gitexp.adapters.past_place import lies, nearest
from gitexp.adapters.past_range import followed_lines
from gitexp.errors import RepositoryError, UsageError
from gitexp.records.archaeology import Living
from gitexp.records.past import Chain, Edit, FileChange, Lies, Patch, Place, Request, Touch

_BINARY = "the file is binary: its versions are compared as a whole, not by lines"


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
        self._texts: dict[str, str | None] = {}
        self._reading = Lock()

    def lies(self, path: str) -> Lies | None:
        """Return what lies at a path, None where nothing does."""
        if path not in self._lies:
            with telling(self._git, "this clone lacks the folders of its own commit"):
                self._lies[path] = lies(self._git, self.rev, path)
        return self._lies[path]

    def nearest(self, path: str) -> Sequence[str]:
        """Return a few names of tree and history that are near to one that never was."""
        with telling(self._git, "this clone lacks the folders of its own commit"):
            return nearest(self._git, self.rev, path, 3)

    def last_with(self, path: str, word: str) -> str | None:
        """Return the newest commit that changed how often a word stands in a file, None where none did."""
        asked = ("log", "-1", "--format=%H", f"-S{word}", "--no-textconv", "--end-of-options", self.rev)
        found = self._git.try_run(*asked, "--", path)
        return found.decode("ascii", "replace").strip() or None if found else None

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
        there = self.lies(place.path)
        if there is None or there.kind == "commit" or there.size > MAX_FILE:
            return (), ""  # The chain says so.
        ignored = ignored_commits(self._git, self.rev)
        # Moved lines are looked for where few are asked about: over a whole file that doubles the time.
        options = ("-w",) if place.whole else ("-w", "-M", f"-L{place.first},{place.last}")
        outcome = blame(self._git, self.rev, place.path, ignored, *options)
        if outcome.status:
            return (), f"who wrote the lines is not known: {self._why(outcome)}"
        if self.text(place.path) is None:
            return (), ""
        return runs(outcome.out, self._borders), ""

    def text(self, path: str) -> str | None:
        """Return the file's text at the revision, None where it has none."""
        with self._reading:
            if path not in self._texts:
                self._texts[path] = self._text(self.lies(path))
            return self._texts[path]

    def _text(self, there: Lies | None) -> str | None:
        if there is None or there.kind not in ("blob", "symlink") or there.size > MAX_FILE:
            return None
        with ObjectReader(self._git) as reader:
            found = reader.read(there.id, MAX_FILE)
        if found is None or found.data is None or b"\0" in found.data[:8000]:
            return None
        return found.data.decode("utf-8", "replace")

    def _chain(self, place: Place) -> Chain:
        there = self.lies(place.path)
        unread = "" if place.whole else self._unread(place.path, there)
        if place.whole:
            with telling(
                self._git, "this clone lacks the folders of older commits, so no path can be followed"
            ):
                chain = followed(self._git, self.rev, place.path, self._borders)
            unread = self._unread(place.path, there)
        elif unread == _BINARY:
            raise UsageError(place.shown, "the file is binary and has no lines", "ask about the path alone")
        else:
            with telling(
                self._git, "this clone lacks older versions of the file, so lines can't be followed"
            ):
                chain = followed_lines(self._git, self.rev, place, self._borders, self.files)
        limits = (*chain.limits, *([unread] if unread else []))
        return replace(chain, blob=there.id if there else "", limits=limits)

    def _unread(self, path: str, there: Lies | None) -> str:
        """Return what is not looked at in what lies at a path, "" where all is."""
        if there is None or there.kind == "symlink":
            return ""
        if there.kind != "blob":
            return "a submodule: which commits it pointed at is compared, not what they hold"
        if there.size > MAX_FILE:
            return f"the file is larger than {MAX_FILE >> 20} MiB: its lines were not looked at"
        return _BINARY if self.text(path) is None and not self._lacks_text(there) else ""

    def _lacks_text(self, there: Lies) -> bool:
        """Return whether a partial clone lacks the file as it is at the revision."""
        return self._git.call("cat-file", "-e", there.id).status != 0

    def files(self, requests: Sequence[Request]) -> Mapping[Request, Sequence[FileChange]]:
        """Return the files that each commit changed against the parent asked for; asked again they are known."""
        new = [one for one in requests if one not in self._files and one[0] not in self._borders]
        self._files.update(changed_files(self._git, new))
        return {one: self._files[one] for one in requests if one in self._files}

    def patches(
        self, requests: Sequence[Request], paths: Sequence[str] = ()
    ) -> tuple[Mapping[Request, Patch], str]:
        """Return the lines of each diff, of these files alone where any are named; and why some are missing."""
        found, missing = patches(self._git, requests, paths=paths)
        return found, self._lacking(missing)

    def compared(
        self, mine: Sequence[Request], theirs: Sequence[Request]
    ) -> tuple[Mapping[Request, Patch], Mapping[Request, Patch], str]:
        """Return the lines of some diffs, those of the diffs that would take others back, and why some are missing."""
        with ThreadPoolExecutor(max_workers=1) as beside:
            turned = beside.submit(patches, self._git, theirs, reverse=True)
            found, missing = patches(self._git, mine)
            others, also = turned.result()
        return found, others, self._lacking(missing or also)

    def _lacking(self, missing: str) -> str:
        """Return in words of our own what a partial clone lacks, else git's."""
        if missing and lacks(self._git, missing):
            return (
                f"this clone lacks older versions of files: what they would prove counts as claimed; {MEND}"
            )
        return missing

    def present(self, paths: Sequence[str]) -> frozenset[str]:
        """Return those of the paths that the tree of the revision has."""
        asked = dict.fromkeys(paths)
        # The names of a tree are there also where a partial clone lacks the files.
        names = self._git.stream("ls-tree", "-r", "-z", "--name-only", "--full-tree", self.rev)
        with closing(names):
            return frozenset(
                path for name in names if (path := name.decode("utf-8", "surrogateescape")) in asked
            )

    def edits(self, compared: Sequence[str]) -> Sequence[Edit]:
        """Return the files of a change; `compared` is what `git diff` is told to compare."""
        with telling(self._git, "this clone lacks versions of the files that changed"):
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
        if lacks(self._git, outcome.words):
            return f"this clone lacks older versions of the file; {MEND}"
        return outcome.words or f"git blame ends with status {outcome.status}"

    @cached_property
    def _borders(self) -> frozenset[str]:
        """Return the commits at which a shallow history ends."""
        if not self._layout.shallow:
            return frozenset()
        try:
            return frozenset((Path(self._layout.common_dir) / "shallow").read_text("ascii").split())
        except (OSError, UnicodeDecodeError) as error:
            raise RepositoryError("shallow", "the list of this clone's ends can't be read") from error
