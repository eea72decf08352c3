"""Joins what a remote holds into a ref of this clone: forward, or by a merge of the trees where they parted."""

from __future__ import annotations

import contextlib

from gitexp.adapters.git import Git
from gitexp.adapters.git_branches import is_ancestor, merge_base
from gitexp.adapters.git_commits import Moved, Objects, make_commit, move_ref, read_commit
from gitexp.adapters.git_objects import Entry, ObjectReader, tree_bytes
from gitexp.errors import RepositoryError


def join(git: Git, objects: Objects, ref: str, mine: str | None, theirs: str) -> None:
    """Let a ref of this clone hold what the remote's does too. Who moves it meanwhile is joined the next time."""
    if mine == theirs or (mine and is_ancestor(git, theirs, mine)):
        return
    new = theirs
    if mine and not is_ancestor(git, mine, theirs):
        with ObjectReader(git) as reader:
            new = _merged(git, reader, objects, mine, theirs)
    with contextlib.suppress(Moved):
        move_ref(git, ref, new, mine, "exp: fetched")


def _merged(git: Git, reader: ObjectReader, objects: Objects, mine: str, theirs: str) -> str:
    """Store the merge commit of two histories and return it."""
    here, there = read_commit(reader, mine), read_commit(reader, theirs)
    if here is None or there is None:
        raise RepositoryError(theirs, "this commit is not in this clone", "fetch it: git fetch")
    parting = merge_base(git, mine, theirs)
    before = read_commit(reader, parting) if parting else None
    tree = _stored(objects, _joined(reader, objects, before.tree if before else None, here.tree, there.tree))
    seconds = max(here.seconds, there.seconds)
    return make_commit(objects, tree, [mine, theirs], seconds, "joined with the remote's")


def _joined(
    reader: ObjectReader, objects: Objects, before: str | None, mine: str | None, theirs: str | None
) -> list[Entry]:
    """Return the entries that either changed; where both did, the remote's counts. An empty folder vanishes."""
    old, here, there = (_entries(reader, tree) for tree in (before, mine, theirs))
    kept: list[Entry] = []
    for name in sorted({*here, *there}):
        base, my, their = old.get(name), here.get(name), there.get(name)
        if my == base or their == base:
            chosen = their if my == base else my
        elif all(one is None or one.is_folder for one in (my, their)):
            under = base.id if base and base.is_folder else None
            inner = _joined(reader, objects, under, my.id if my else None, their.id if their else None)
            chosen = Entry("40000", name, _stored(objects, inner)) if inner else None
        else:
            chosen = their or my
        kept += [chosen] if chosen else []
    return kept


def _stored(objects: Objects, entries: list[Entry]) -> str:
    return objects.write("tree", [tree_bytes(entries)])[0]


def _entries(reader: ObjectReader, tree: str | None) -> dict[bytes, Entry]:
    if tree is None:
        return {}
    entries = reader.tree(tree)
    if entries is None:
        raise RepositoryError(tree, "this tree is not in this clone", "git fetch --refetch --no-filter")
    return {entry.name: entry for entry in entries}
