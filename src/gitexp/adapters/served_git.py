"""Asks git, by one `rev-parse`, where the repository lies and whether anything that recall serves may have changed."""

from __future__ import annotations

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
    "HEAD:experiences",
)
ASK = ("rev-parse", "--path-format=absolute", *_PLACES, *_REFS)


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
    return Served(layout, " ".join(lines[len(_PLACES) :]), lines[-2], lines[-1])
