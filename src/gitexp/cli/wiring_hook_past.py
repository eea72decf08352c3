"""Builds what a hook asks of the past: it knows what was learnt, and has the rest learnt by a process of its own."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from gitexp.adapters.past_kept import KeptPast
from gitexp.cli import beside

if TYPE_CHECKING:
    from gitexp.adapters.git import Layout
    from gitexp.adapters.past_learning import Learning
    from gitexp.ports import TakenBack
    from gitexp.records.tried import Tried

SECONDS = 60
"""After so long learning ends, whatever it is at."""


def taken_back(layout: Layout, head: str) -> TakenBack:
    """Return the approaches taken back, as far as they are known at a commit ("" where there is none)."""
    return KeptPast(
        layout.git(), layout.common_dir, head, lambda paths: begin(layout.root or layout.git_dir, paths)
    )


def begin(folder: str, paths: Sequence[str]) -> int | None:
    """Begin to learn beside; return the process, None where it could not be: then it is not known the next time either."""
    return beside.begin(folder, SECONDS, "hook", "--learn", "--", *paths)


def learning(cwd: str | None = None) -> tuple[Learning, Callable[[str], Sequence[Tried]]]:
    """Return what keeps the past that is learnt at HEAD, and what finds it out of one file.

    Raises RepositoryError where there is no repository, or no commit.
    """
    from gitexp.adapters.blame_git import ignored_commits
    from gitexp.adapters.past_git import GitPast
    from gitexp.adapters.past_learning import Learning
    from gitexp.adapters.tried_lines import changed_lines
    from gitexp.cli.wiring import Workshop
    from gitexp.steps.tried import tried

    workshop = Workshop(cwd)
    git, layout, head = workshop.git, workshop.layout, workshop.revision(None)
    ignored = [commit.decode() for commit in ignored_commits(git, head)]

    def find(path: str) -> Sequence[Tried]:
        past = GitPast(git, layout, head)
        return tried(path, past, lambda asked, paths: changed_lines(git, asked, paths), ignored)

    return Learning(git, layout.common_dir, head), find
