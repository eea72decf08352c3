"""A path as a person gave it, as the repository names it."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from gitexp.errors import UsageError

if TYPE_CHECKING:
    from gitexp.adapters.git import Layout


def given_path(layout: Layout, given: str) -> str:
    """Return a path as the repository names it (POSIX, from the top); it need not exist.

    Raises UsageError for one outside the repository.
    """
    if layout.root is None:
        return given.replace(os.sep, "/").strip("/")
    top = os.path.realpath(layout.root)
    plain = os.path.normpath(os.path.join(top, layout.prefix, given))
    full = os.path.join(os.path.realpath(os.path.dirname(plain)), os.path.basename(plain))
    if os.path.isdir(full) and not os.path.islink(full):
        raise UsageError(given or "--file ''", "is a folder", "give a file in it; it need not exist yet")
    inside = full.removeprefix(top.rstrip(os.sep) + os.sep)
    if inside == full:
        raise UsageError(given, "lies outside this repository", "give a path inside it")
    return inside.replace(os.sep, "/")
