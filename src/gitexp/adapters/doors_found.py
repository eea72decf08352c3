"""Judges whether a command that settings name would be found from here."""

from __future__ import annotations

import os

OPEN = "$%`*"
"""Signs of a word that its reader fills in: what it becomes there can't be told."""


def lacking(program: str, root: str, path: str | None = None) -> str:
    """Return why a program can't be started, as what follows its name; "" where it can, or nobody can tell.

    `path` is where it is looked for (None: the PATH of this process). A runner (`uvx`) counts where it is found itself.
    """
    import shutil

    if not program or any(sign in program for sign in OPEN):
        return ""
    try:
        if "/" not in program and "\\" not in program:
            return "" if shutil.which(program, path=path) else "is not found on the PATH of this shell"
        whole = os.path.expanduser(program)  # noqa: PTH111
        if not os.path.isabs(whole):  # noqa: PTH117
            whole = os.path.join(root, whole) if root else ""  # noqa: PTH118
        return "" if not whole or shutil.which(whole) else "can't be started"
    except (OSError, ValueError):  # a name that no file can have
        return "can't be started"
