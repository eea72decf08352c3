"""Walks the history for the commits that took paths out of the tree, newest first: one process for all the paths."""

from __future__ import annotations

from collections.abc import Collection, Generator, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass

from gitexp.adapters.git import shown
from gitexp.adapters.git_bounded import BoundedGit, CannotTell

_FORMAT = "--format=%x01%H%x00%P%x00%as%x00%s"
_MARK = b"\1"
_EVERYTHING = "--full-history"
MOST_BYTES = 100_000
"""Of paths that one process is given: what a command line holds on any machine, with room to spare."""

OLDEST = 1 << 16
"""How far back on the main line a tree is looked at."""


@dataclass(frozen=True)
class Gone:
    """The commit that took something out."""

    commit: str
    parents: tuple[str, ...]
    date: str
    subject: str


@dataclass(frozen=True)
class _Event:
    """What one commit did to one path; `parents` counts those that it differs from in this way."""

    by: Gone
    path: str
    parents: int

    @property
    def whole(self) -> bool:
        """Return whether the commit itself took it out, and did not only take over what another side did."""
        return self.parents >= len(self.by.parents)


def removed(git: BoundedGit, rev: str, paths: Collection[str]) -> Mapping[str, Gone | None]:
    """Return what took each path, file or folder, out; None where no commit that the revision stands on held it.

    The paths are not in the revision's tree. What can't be told in time is left out.
    """
    found: dict[str, Gone | None] = {}
    for some in portions(paths):
        found |= _removed(git, rev, some)
    return found


def portions(paths: Collection[str]) -> Iterator[list[str]]:
    """Yield the paths in as few lists as command lines hold."""
    some: list[str] = []
    size = 0
    for path in paths:
        if some and size + len(path) * 4 > MOST_BYTES:
            yield some
            some, size = [], 0
        some.append(path)
        size += len(path) * 4
    if some:
        yield some


def _removed(git: BoundedGit, rev: str, paths: Collection[str]) -> dict[str, Gone | None]:
    """Tell what an older tree held by the commits since then, and the rest by all commits, both at the same time.

    Only the walk of everything may say "never": git's simplified one leaves out sides of merges that changed
    nothing in the end.
    """
    since = _held_before(git, rev, paths)
    rest = [path for path in paths if path not in since]
    with ThreadPoolExecutor(max_workers=1) as beside:
        everything = beside.submit(_first, git, rev, rest, _EVERYTHING)
        found: dict[str, Gone | None] = {}
        open_paths: list[str] = []
        for commit in dict.fromkeys(since.values()):
            some = [path for path in paths if since.get(path) == commit]
            told, last = _first(git, f"{commit}..{rev}", some)
            found |= {path: event.by for path, event in last.items()}
            open_paths += [path for path in some if path not in last] if told else []
        ended, ever = everything.result()
    # A merge that took one side's tree and dropped the other's is seen by the walk of everything alone.
    _, dropped = _first(git, rev, open_paths, _EVERYTHING)
    found |= {path: event.by for path, event in {**ever, **dropped}.items()}
    return {**dict.fromkeys((path for path in rest if ended and path not in ever), None), **found}


def _held_before(git: BoundedGit, rev: str, paths: Collection[str]) -> dict[str, str]:
    """Return for each path that some older tree of the main line holds the newest such tree looked at."""
    found: dict[str, str] = {}
    fit = [path for path in paths if "\n" not in path]
    try:
        asked = [(commit, path) for commit in _older(git, rev) for path in fit]
        stdin = b"".join(f"{commit}:{path}\n".encode("utf-8", "surrogateescape") for commit, path in asked)
        told = git.records("cat-file", "--batch-check=%(objecttype)", stdin=stdin, separator=b"\n")
        for (commit, path), answer in zip(asked, told, strict=True):
            # What can't be found is told with its name and "missing"; a submodule's commit is not in this clone.
            if answer in (b"blob", b"tree"):
                found.setdefault(path, commit)
    except CannotTell:
        return {}
    return found


def _older(git: BoundedGit, rev: str) -> list[str]:
    """Return ever older commits of the main line, each as far back again as the one before."""
    asked = ("rev-list", "--first-parent", f"--max-count={OLDEST + 1}", "--end-of-options", rev)
    commits = git.lines(*asked)
    steps = [1 << power for power in range(len(commits).bit_length())]
    return [commits[step] for step in steps if step < len(commits)]


def _first(
    git: BoundedGit, commits: str, paths: Collection[str], *options: str
) -> tuple[bool, dict[str, _Event]]:
    """Return the newest removal of each path, and whether the walk came to an end (or was ended: all were found).

    A merge that only took over what another side did counts where no commit did it: it then took one side's tree.
    """
    waiting = set(paths)
    found: dict[str, _Event] = {}
    merged: dict[str, _Event] = {}
    if not waiting:
        return True, found
    try:
        with closing(_events(git, commits, paths, *options)) as events:
            for event in events:
                for path in waiting.intersection(_at_and_above(event.path)):
                    if not event.whole:
                        merged.setdefault(path, event)
                        continue
                    found[path] = event
                    waiting.discard(path)
                if not waiting:
                    break
    except CannotTell:
        return False, found
    return True, {**merged, **found}


def _at_and_above(path: str) -> list[str]:
    parts = path.split("/")
    return ["/".join(parts[:length]) for length in range(1, len(parts) + 1)]


def _events(
    git: BoundedGit, commits: str, paths: Collection[str], *options: str
) -> Generator[_Event, None, None]:
    """Yield what each commit took out, newest first."""
    asked = ("log", "-m", *options, "--diff-filter=D", "--name-status", "--no-renames", "-z", _FORMAT)
    tokens = git.records(*asked, "--end-of-options", commits, "--", *paths)
    by: Gone | None = None
    counts: dict[str, int] = {}
    with closing(tokens):
        for token in tokens:
            if token.startswith(_MARK):
                commit = token[1:].decode("ascii", "replace")
                parents = next(tokens, b"").decode("ascii", "replace").split()
                date, subject = (next(tokens, b"").decode("utf-8", "replace") for _ in range(2))
                # A merge comes once for each parent that it differs from.
                if by is None or by.commit != commit:
                    yield from _told(by, counts)
                    by, counts = Gone(commit, tuple(parents), date, shown(subject)), {}
            elif token.strip(b"\n") == b"D":
                path = next(tokens, b"").decode("utf-8", "surrogateescape")
                counts[path] = counts.get(path, 0) + 1
    yield from _told(by, counts)


def _told(by: Gone | None, counts: Mapping[str, int]) -> Iterator[_Event]:
    if by is not None:
        for path, parents in counts.items():
            yield _Event(by, path, parents)
