"""Finds the refs that hold what each clone keeps of one kind (its journal, its usage): its own, and those fetched."""

from __future__ import annotations

import re

from gitexp.adapters.git import Git

REMOTES = "refs/exp/remotes/"


def clone_refs(git: Git, kind: str) -> dict[str, list[tuple[str, str]]]:
    """Return for each clone its refs of a kind, with their commits; what is no commit holds nothing."""
    named = re.compile(rf"refs/exp/(?:remotes/.+/)?{re.escape(kind)}/([0-9a-f]{{16}})")
    asked = ("for-each-ref", "--format=%(refname) %(objecttype) %(objectname)", f"refs/exp/{kind}/", REMOTES)
    found: dict[str, list[tuple[str, str]]] = {}
    for line in git.run(*asked).decode("utf-8", "replace").splitlines():
        ref, object_type, commit = line.rsplit(" ", 2)
        name = named.fullmatch(ref)
        if name and object_type == "commit":
            found.setdefault(name[1], []).append((ref, commit))
    return dict(sorted(found.items()))
