"""Asks the history since when a file of the store stands on the default branch as it does now."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from datetime import UTC, datetime

from gitexp.adapters.git import Git, Layout
from gitexp.adapters.git_commits import EMAIL
from gitexp.adapters.store_git_tree import STORE

_MARK = b"\x01"
"""Begins a commit's line: no path of git and no raw line can begin so."""
_ASK = (
    "log",
    "--first-parent",
    "--diff-merges=first-parent",
    "--no-renames",
    "--no-ext-diff",
    "--no-textconv",
    "--no-abbrev",
    "--raw",
    "-z",
    f"--format={_MARK.decode()}%ct%x09%P%x09%ce",
)


def landed(git: Git, layout: Layout, commit: str, files: Mapping[str, str]) -> dict[str, str]:
    """Return for files (path and blob) when they came there as they are: UTC, ISO 8601.

    Nothing is told of a file that the commit holds otherwise, nor where the date is none of when people took it in:
    the border of a shallow clone seems to bring everything, and exp's own commit has its date from the input.
    """
    left = dict(files)
    found: dict[str, str] = {}
    at: str | None = None
    if not left:
        return found
    with contextlib.closing(git.stream(*_ASK, commit, "--", STORE)) as records:
        for record in records:
            # With -z git puts a line end between a commit's own line and its first change.
            word = record.lstrip(b"\n")
            if word.startswith(_MARK):
                at = _when(word[1:].decode("utf-8", "replace"), layout)
            elif word.startswith(b":"):
                path = next(records, b"").decode("utf-8", "surrogateescape")
                blob = left.pop(path, None)
                if at and blob is not None and word.split(b" ")[3].decode() == blob:
                    found[path] = at
            if not left:
                break
    return found


def _when(line: str, layout: Layout) -> str | None:
    seconds, _, rest = line.partition("\t")
    parents, _, mail = rest.partition("\t")
    if mail == EMAIL or (layout.shallow and not parents):
        return None
    try:
        return datetime.fromtimestamp(int(seconds), UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    except (ValueError, OverflowError, OSError):
        return None
