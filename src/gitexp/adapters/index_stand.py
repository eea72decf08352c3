"""Tells what is served: of which trees, by which branch; out of one `rev-parse` where that is enough, else by asking git."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from gitexp.adapters.git import Git

DIFF = ("diff-tree", "-r", "-z", "--raw", "--no-renames", "--no-abbrev")
"""Tells what differs between two trees that follow."""
_HEAD = "--exp-head"
_LOCAL = ("main", "master")
_STORE = "experiences"


class Stand(NamedTuple):
    """The store's trees at HEAD and at the default branch ("" where there is none), and that branch's name."""

    head: str
    base: str
    name: str


class Known(NamedTuple):
    """Of what the index is: the text that decides what is served, the trees, and the commit that counts."""

    commits: str = ""
    stand: Stand | None = None
    commit: str = ""


class _Told(NamedTuple):
    besides: str
    refs: Mapping[str, str]
    head: str
    tree: str


def known(db: sqlite3.Connection) -> Known:
    """Return of what an index is."""
    asked = "SELECT key, value FROM state WHERE key IN ('commits', 'head', 'base', 'name', 'commit')"
    state = dict(db.execute(asked))
    there = len({"head", "base", "name"} & state.keys()) == 3
    stand = Stand(state["head"], state["base"], state["name"]) if there else None
    return Known(state.get("commits", ""), stand, state.get("commit", ""))


def told(commits: str, before: Known) -> tuple[Stand, str] | None:
    """Return what is served and the commit that counts, as far as `served_git.Served.commits` tells; else None.

    Most commits move HEAD alone, or HEAD with the only branch that counts: git need not be asked for that.
    """
    now, then, stand = _parted(commits), _parted(before.commits), before.stand
    if now is None:
        return None
    if not now.refs:
        return Stand(now.tree, now.tree, "HEAD"), now.head
    local = {name: now.refs[f"--exp-{name}"] for name in _LOCAL if f"--exp-{name}" in now.refs}
    if len(local) == len(now.refs):  # no remote: main counts before master
        name, commit = next(iter(local.items()))
        if commit == now.head:
            return Stand(now.tree, now.tree, name), commit
        same = stand and (stand.name, before.commit) == (name, commit)
        return (Stand(now.tree, stand.base, name), commit) if stand and same else None
    if stand is None or stand.name == "HEAD":
        return None
    if then is None or then.besides != now.besides:
        return None
    if then.refs == now.refs:
        return Stand(now.tree, stand.base, stand.name), before.commit
    if stand.name in local and set(now.refs.values()) == {now.head}:
        return Stand(now.tree, now.tree, stand.name), now.head
    return None


def stand(git: Git, configured: str) -> tuple[Stand, str]:
    """Return what is served now, and the commit that counts ("" where there is none)."""
    from gitexp.adapters.git_branches import base

    there = base(git, configured)
    here = _tree(git, "HEAD")
    if there is None or there.ref == "HEAD":
        return Stand(here, here, "HEAD"), there.commit if there else ""
    return Stand(here, _tree(git, there.commit), there.shown), there.commit


def _tree(git: Git, commit: str) -> str:
    """Return the store's tree at a commit, "" where there is none; where it is not here a name that can't be read."""
    from gitexp.adapters.git_branches import head

    found = git.try_run("ls-tree", "-z", "--full-tree", commit, "--", _STORE)
    if found is None:
        return f"{commit}:{_STORE}" if head(git) or commit != "HEAD" else ""
    mode, _, rest = found.decode("utf-8", "replace").partition(" ")
    return rest.partition("\t")[0].removeprefix("tree ") if mode == "040000" else ""


def _parted(commits: str) -> _Told | None:
    """Return what else decides, the refs by git's question, HEAD and the store's tree; None for a text of another kind."""
    refs: dict[str, str] = {}
    question, values = "", list[str]()
    besides, _, rest = commits.partition(" --exp-")
    for word in f"--exp-{rest}".split(" "):
        if word.startswith("--exp-"):
            question, values = word, []
            continue
        values.append(word)
        refs[question] = word
    if question != _HEAD or len(values) != 2:
        return None
    del refs[_HEAD]
    return _Told(besides, refs, *values)
