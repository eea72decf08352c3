"""Tells which files of the store differ between two trees of it, by one `git diff-tree`."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from typing import NamedTuple

from gitexp.adapters.git import Git
from gitexp.adapters.git_objects import ObjectReader
from gitexp.adapters.index_stand import DIFF
from gitexp.adapters.store_git_tree import STORE, is_area, is_experience_path, listing_of, refusal


class Change(NamedTuple):
    """A path of the repository below the store and the blob it has now, "" where it is gone or is no file.

    `experience` says whether an experience may lie there; `modes` are git's, before and after.
    """

    path: str
    blob: str
    experience: bool
    modes: tuple[str, str] = ("", "")


def changes(git: Git, old: str, new: str) -> list[Change] | None:
    """Return what differs between two trees of the store, None where git can't tell: then all must be looked at."""
    if old == new:
        return []
    if not old or not new:
        return None
    out = git.try_run(*DIFF, old, new)
    if out is None:
        return None
    fields = out.split(b"\0")[:-1]
    return [_change(fields[at], fields[at + 1]) for at in range(0, len(fields) - 1, 2)]


def whole(db: sqlite3.Connection, reader: ObjectReader, tree: str, side: str) -> Iterator[Change]:
    """Yield what one side of the index lacks or holds otherwise, by looking at the whole tree."""
    there = listing_of(reader, tree).experiences if tree else {}
    known = dict(db.execute(f"SELECT path, {side} FROM files WHERE {side} IS NOT NULL"))
    for path in sorted({*there, *known}):
        if there.get(path) != known.get(path):
            yield Change(path, there.get(path, ""), True)


def is_odd(one: Change) -> bool:
    """Return whether a change may bring or take something that lies in the store and is no experience."""
    files = all(mode.startswith("100") or mode == "000000" for mode in one.modes)
    if one.experience:
        return not files
    area, _, name = one.path.removeprefix(f"{STORE}/").partition("/")
    if not is_area(area):
        return False
    if not name:
        return not files or (area.endswith((".yaml", ".yml")) and area != "facts.yaml")
    return "/" in name or not files or refusal(area, name) != ""


def _change(raw: bytes, name: bytes) -> Change:
    """Return one line of git's raw diff (`:100644 100644 ID ID M`) and the path behind it."""
    old_mode, mode, _, blob, _ = raw.decode().removeprefix(":").split(" ")
    path = f"{STORE}/{name.decode('utf-8', 'surrogateescape')}"
    file = mode.startswith("100")
    return Change(path, blob if file else "", is_experience_path(path), (old_mode, mode))
