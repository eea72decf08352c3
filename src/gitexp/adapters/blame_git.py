"""Runs `git blame` so that it passes over what the repository says to pass over, and over nothing else."""

from __future__ import annotations

import os
import re
import tempfile
from collections.abc import Sequence

from gitexp.adapters.git import Git, Outcome

IGNORED = ".git-blame-ignore-revs"
MAX_FILE = 4 << 20
"""Bytes of a file beyond which blame takes too long."""

_COMMIT = re.compile(rb"^\s*([0-9a-f]{40}|[0-9a-f]{64})\b", re.M)


def ignored_commits(git: Git, rev: str) -> list[bytes]:
    """Return the commits that the tree says blame should pass over: reformatting, renaming."""
    return _COMMIT.findall(git.try_run("cat-file", "blob", f"{rev}:{IGNORED}") or b"")


def blame(git: Git, rev: str, path: str, ignored: Sequence[bytes], *options: str) -> Outcome:
    """Return what `git blame --incremental` tells of a file.

    The list comes from the tree alone, so that another clone answers the same: a list that the user's or the
    clone's configuration names is not taken, and one that is not there would make blame fail.
    """
    user = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull}
    words = ("blame", "--incremental", "--no-textconv", *options, "--no-ignore-revs-file")
    if not ignored:
        return git.call(*words, rev, "--", path, env=user)
    with tempfile.NamedTemporaryFile() as listed:
        listed.write(b"".join(commit + b"\n" for commit in ignored))
        listed.flush()
        return git.call(*words, f"--ignore-revs-file={listed.name}", rev, "--", path, env=user)
