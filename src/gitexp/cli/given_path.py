"""A path as a person gave it, as the repository names it."""

from __future__ import annotations

import os

from gitexp.errors import UsageError

LONGEST = 4096
"""Characters of a path: no file system takes a longer one, and each folder of it would be asked for."""


def given_path(root: str | None, prefix: str, given: str) -> str:
    """Return a path as the repository names it (POSIX, from the top); it need not exist.

    It is read from the folder where exp was called (`prefix`), and from the top where it lies there alone: git and grep
    print paths from the top. Raises UsageError for one outside the repository.
    """
    if len(given) > LONGEST:
        raise UsageError(f"{given[:60]}…", f"is longer than a path can be ({LONGEST:,} characters)")
    if root is None:
        return given.replace(os.sep, "/").strip("/")
    top = os.path.realpath(root)
    if (
        prefix
        and not _leads_somewhere(os.path.join(top, prefix, given))
        and _leads_somewhere(os.path.join(top, given))
    ):
        prefix = ""
    plain = os.path.normpath(os.path.join(top, prefix, given))
    full = os.path.join(os.path.realpath(os.path.dirname(plain)), os.path.basename(plain))
    if os.path.isdir(full) and not os.path.islink(full):
        raise UsageError(given or "--file ''", "is a folder", "give a file in it; it need not exist yet")
    inside = full.removeprefix(top.rstrip(os.sep) + os.sep)
    if inside == full:
        raise UsageError(given, "lies outside this repository", "give a path inside it")
    return inside.replace(os.sep, "/")


def is_file(root: str | None, prefix: str, word: str) -> bool:
    """Return whether a word of a question is a file of the work tree, and no plain word that one happens to be called by."""
    if root is None or not ("/" in word or "." in word) or len(word) > LONGEST or "\0" in word:
        return False
    return any(os.path.isfile(os.path.join(root, folder, word)) for folder in (prefix, ""))


def _leads_somewhere(path: str) -> bool:
    """Return whether a path or the folder that it would lie in is there."""
    return os.path.lexists(path) or os.path.isdir(os.path.dirname(path))
