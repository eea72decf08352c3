"""Takes out the indexes of linked work trees that are gone: nobody asks them any more, and nobody else would."""

from __future__ import annotations

import os

from gitexp.adapters.small_files import unlink

_BEGIN = "index-"
_ENDS = (".db", ".db-wal", ".db-shm", ".db-journal", ".db.damaged", ".db.copy", ".beside")
MOST = 500
"""Files that are taken out at a time."""


def take_out_left(common_dir: str) -> None:
    """Take out what lies in a clone of work trees that git does not know any more. Never raises."""
    try:
        names = os.listdir(f"{common_dir}/exp")  # noqa: PTH208
    except OSError:
        return
    left = [name for name in sorted(names) if (tree := _tree(name)) and not _is_there(common_dir, tree)]
    for name in left[:MOST]:
        unlink(f"{common_dir}/exp/{name}")


def _tree(name: str) -> str:
    """Return by its name of which work tree a file is, "" where it is of none."""
    for end in _ENDS:
        if name.startswith(_BEGIN) and name.endswith(end):
            return name.removeprefix(_BEGIN).removesuffix(end)
    return ""


def _is_there(common_dir: str, tree: str) -> bool:
    """Return whether git knows a work tree; where that can't be told it may."""
    try:
        os.lstat(f"{common_dir}/worktrees/{tree}")
    except FileNotFoundError:
        return False
    except OSError:
        return True
    return True
