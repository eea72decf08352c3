"""Reads the paths that `exp archaeology` is given: of files here, once here, in submodules, in a bare repository."""

from __future__ import annotations

import os
import posixpath
import unicodedata
from collections.abc import Iterator
from pathlib import Path

from gitexp.cli.given_path import LONGEST
from gitexp.errors import UsageError

LARGEST = 16 << 20
"""Bytes of a file of the work tree that is compared with the commit's."""


def path_of(root: str | None, prefix: str, given: str) -> str:
    """Return a path as the repository names it, whatever lies there today: a file may have been where a folder is.

    Raises UsageError for one outside the repository, and for its top.
    """
    if len(given) > LONGEST:
        raise UsageError(f"{given[:60]}…", f"is longer than a path can be ({LONGEST:,} characters)")
    path = _in_bare(given) if root is None else _in_tree(Path(root), prefix, given)
    if path is None:
        raise UsageError(given, "lies outside this repository", "give a path inside it")
    if path in ("", "."):
        raise UsageError(given or "''", "is a folder", "give a file in it")
    return path


def _in_bare(given: str) -> str | None:
    plain = posixpath.normpath(given.replace(os.sep, "/")) if given else ""
    return None if plain.startswith(("/", "../")) or plain == ".." else plain


def _in_tree(root: Path, prefix: str, given: str) -> str | None:
    try:
        top = root.resolve()
        plain = Path(os.path.normpath(top / prefix / given))
        # Folders may be links, the last part stays what it is: a link is a file for git.
        full = top if plain == top else plain.parent.resolve() / plain.name
    except (OSError, RuntimeError, ValueError):  # a link that leads to itself; a name that no file can have
        return None
    return full.relative_to(top).as_posix() if full.is_relative_to(top) else None


def other_forms(path: str) -> Iterator[str]:
    """Yield the same name with its accents written another way: systems differ in how they store it."""
    if not path.isascii():
        for form in ("NFC", "NFD"):
            other = unicodedata.normalize(form, path)
            if other != path:
                yield other


def lies_in_tree(root: str | None, path: str) -> bool:
    """Return whether the work tree has a file at a path."""
    # Of a name that no file can have `Path` raises; this says that it is that of none.
    return root is not None and os.path.isfile(f"{root}/{path}")  # noqa: PTH113


def differs(root: str | None, path: str, text: str) -> bool:
    """Return whether the work tree has another text at a path; line ends that git may have turned count for nothing."""
    file = Path(root or "") / path
    try:
        if root is None or file.is_symlink() or not file.is_file() or file.stat().st_size > LARGEST:
            return False
        own = file.read_bytes().decode("utf-8", "replace")
    except (OSError, ValueError):
        return False
    return own.replace("\r\n", "\n") != text.replace("\r\n", "\n")
