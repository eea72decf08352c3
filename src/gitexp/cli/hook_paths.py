"""Makes the paths that an agent gives the repository's own; what lies outside of it is left out."""

from __future__ import annotations

import os
from collections.abc import Iterator

LONGEST = 4096
"""Characters of a path: no file system takes a longer one."""
MAX_FOLDERS = 60
MAX_TEXT = 200_000
"""Bytes of a file that are looked at."""
MOST_NAMED = 5
"""Files of a prompt that are looked at."""
_WORDS = 400
_AROUND_A_PATH = "`'\"()[]{}<>,;:!?@*"


class HookPaths:
    """The paths of one event: `here` is the folder that they are read from, `theirs` what the agent calls it."""

    def __init__(self, root: str, common_dir: str, here: str, theirs: str) -> None:
        self.top = os.path.realpath(root) if root else ""
        self._common_dir = common_dir
        self._here = here
        self._theirs = theirs
        self._homes: dict[str, str] = {}

    def file(self, given: str) -> str:
        """Return a path as the repository names it, "" where it lies outside, or is a folder.

        A linked work tree of this clone is the repository too, wherever it lies; what is nested in it is not. A link to
        a file of the repository is that file: what is written through it is written there.
        """
        full = self._full(given)
        if not full or os.path.isdir(full):
            return ""
        if os.path.islink(full) and (target := self._inside(os.path.realpath(full))):
            return target
        return self._inside(full)

    def _inside(self, full: str) -> str:
        home = _home_of(full)
        if home and home != self.top and not self._is_linked(home):
            home = ""
        inside = full.removeprefix(home.rstrip(os.sep) + os.sep) if home else full
        if inside == full or inside.partition(os.sep)[0] == ".git":
            return ""
        file = inside.replace(os.sep, "/")
        self._homes[file] = home
        return file

    def home(self, file: str) -> str:
        """Return the work tree that a file of the event lies in."""
        return self._homes.get(file, self.top)

    def text(self, file: str) -> str:
        """Return a file of the event as it lies there, "" where it does not."""
        return _text(os.path.join(self.home(file), file), MAX_TEXT)

    def named_in(self, prompt: str) -> Iterator[str]:
        """Yield the files of the work tree that a prompt names."""
        found = 0
        for word in prompt.split()[:_WORDS]:
            plain = word.strip(_AROUND_A_PATH).removesuffix(".")
            before, _, line = plain.partition(":")
            plain = before if line[:1].isdigit() else plain  # `src/a.py:12`
            if ("/" in plain or "." in plain) and (file := self.file(plain)):
                if os.path.isfile(os.path.join(self.home(file), file)):
                    yield file
                    found += 1
                if found == MOST_NAMED:
                    return

    def _full(self, given: str) -> str:
        """Return where a path leads on this machine, "" where it can't be told."""
        if not given or len(given) > LONGEST or "\0" in given:
            return ""
        if _of_windows(given):
            theirs = self._theirs.rstrip("\\/")
            within = given[len(theirs) :][:1] in ("\\", "/")
            if not (_of_windows(theirs) and within and _even(given).startswith(_even(theirs))):
                return ""
            given = given[len(theirs) :].lstrip("\\/").replace("\\", "/")
        elif "\\" in given and "/" not in given and not os.path.lexists(os.path.join(self._here, given)):
            given = given.replace("\\", "/")
        elif given.startswith("~/"):
            given = os.path.expanduser(given)
        plain = os.path.normpath(os.path.join(self._here, given))
        return os.path.join(os.path.realpath(os.path.dirname(plain)), os.path.basename(plain))

    def _is_linked(self, home: str) -> bool:
        """Return whether a folder is a linked work tree of this clone."""
        text = _text(os.path.join(home, ".git"), LONGEST)
        there = os.path.realpath(os.path.join(home, text.removeprefix("gitdir:").strip()))
        worktrees = os.path.join(os.path.realpath(self._common_dir), "worktrees", "")
        return text.startswith("gitdir:") and there.startswith(worktrees)


def _home_of(full: str) -> str:
    """Return the nearest folder above a file in which a repository or a work tree begins."""
    folder = os.path.dirname(full)
    for _ in range(MAX_FOLDERS):
        if os.path.lexists(os.path.join(folder, ".git")):
            return folder
        above = os.path.dirname(folder)
        if above == folder:
            break
        folder = above
    return ""


def _even(path: str) -> str:
    """Return a path of Windows as it is compared there."""
    return path.lower().replace("/", "\\")


def _of_windows(path: str) -> bool:
    return len(path) > 2 and path[0].isalpha() and path[1] == ":" and path[2] in "\\/"


def _text(path: str, most: int) -> str:
    """Return how a plain file begins; "" for what is none, or can't be read."""
    try:
        opened = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0))
    except (OSError, ValueError):
        return ""
    try:
        return os.read(opened, most).decode("utf-8", "replace")
    except OSError:
        return ""
    finally:
        os.close(opened)
