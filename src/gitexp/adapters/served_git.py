"""Asks git, by one `rev-parse`, where the repository lies and whether anything that recall serves may have changed."""

from __future__ import annotations

import os
from typing import NamedTuple

from gitexp.adapters.git import Git, Layout

_PLACES = (
    "--is-bare-repository",
    "--is-shallow-repository",
    "--show-object-format",
    "--show-prefix",
    "--git-dir",
    "--git-common-dir",
    "--show-toplevel",
)
# A word that git does not know it gives back: it parts the answers. A pattern without a match is no error, a name is.
_REFS = (
    "--exp-remote",
    "--remotes=origin/HEA[D]",
    "--exp-remote-main",
    "--remotes=origin/mai[n]",
    "--exp-remote-master",
    "--remotes=origin/maste[r]",
    "--exp-main",
    "--branches=mai[n]",
    "--exp-master",
    "--branches=maste[r]",
    "--exp-other-main",
    "--glob=refs/remotes/mai[n]",
    "--exp-other-master",
    "--glob=refs/remotes/maste[r]",
    "--exp-head",
    "HEAD",
    "HEAD:experiences/",  # with the slash nothing but a folder
)
ASK = ("rev-parse", "--path-format=absolute", *_PLACES, *_REFS)
_USUAL = ("main", "master")
_ORIGIN = "refs/remotes/origin/"


class Served(NamedTuple):
    """Where the repository lies; the commits that decide what is served, as one text; HEAD and its store's tree."""

    layout: Layout
    commits: str
    head: str
    tree: str


def ask_ahead(git: Git) -> None:
    """Begin to ask, for a `served` that comes soon."""
    git.ahead(*ASK)


def served(git: Git) -> Served | None:
    """Return what git says, None where one question is not enough: no repository, no commit, no store, no work tree."""
    outcome = git.call(*ASK)
    lines = outcome.out.decode("utf-8", "surrogateescape").split("\n")[:-1]
    if outcome.status or len(lines) < len(_PLACES) + 2 or _REFS[0] not in lines[len(_PLACES) :]:
        return None
    bare, shallow, form, prefix, git_dir, common_dir, root = lines[: len(_PLACES)]
    if lines[len(_PLACES)] != _REFS[0] or "true" == bare:
        return None
    layout = Layout(root, git_dir, common_dir, prefix, False, shallow == "true", form)
    # What a shallow clone lacks may tell which of two branches is ahead.
    besides = [_border(common_dir) if shallow == "true" else shallow]
    if lines[len(_PLACES) + 1] != _REFS[2]:
        besides += _by_origin(git, common_dir)
    return Served(layout, " ".join((*besides, *lines[len(_PLACES) :])), lines[-2], lines[-1])


def _border(common_dir: str) -> str:
    """Return what changes when a shallow clone is deepened."""
    try:
        found = os.stat(f"{common_dir}/shallow")  # noqa: PTH116  pathlib costs recall 3 ms
    except OSError:
        return "true"
    return f"true {found.st_size} {found.st_mtime_ns}"


def tips(git: Git, branch: str) -> str:
    """Return the refs that a branch's name may mean, with their commits, as one text."""
    places = (f"refs/heads/{branch}", f"{_ORIGIN}{branch}", f"refs/remotes/{branch}")
    found = git.try_run("for-each-ref", "--format=%(refname) %(objectname)", *places) or b""
    return found.decode("utf-8", "surrogateescape").replace("\n", " ")


def _by_origin(git: Git, common_dir: str) -> list[str]:
    """Return which branch is origin's default, and where it stands unless that was asked for already."""
    try:
        with open(f"{common_dir}/{_ORIGIN}HEAD", "rb") as file:  # noqa: PTH123  pathlib costs recall 3 ms
            target = file.read(4096).decode("utf-8", "surrogateescape").removeprefix("ref:").strip()
    except OSError:  # refs may be kept otherwise than in files
        found = git.try_run("for-each-ref", "--format=%(symref)", f"{_ORIGIN}HEAD") or b""
        target = found.decode("utf-8", "surrogateescape").strip()
    name = target.removeprefix(_ORIGIN)
    return [target] if name in _USUAL or name == target else [target, tips(git, name)]
