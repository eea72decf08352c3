"""Builds what a hook asks of the past: it knows what was learnt, and has the rest learnt by a process of its own."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from gitexp.adapters.past_kept import KeptPast

if TYPE_CHECKING:
    from gitexp.adapters.git import Layout
    from gitexp.adapters.past_learning import Learning
    from gitexp.ports import TakenBack
    from gitexp.records.tried import Tried


def taken_back(layout: Layout, head: str) -> TakenBack:
    """Return the approaches taken back, as far as they are known at a commit ("" where there is none)."""
    return KeptPast(
        layout.git(), layout.common_dir, head, lambda paths: begin(layout.root or layout.git_dir, paths)
    )


def begin(folder: str, paths: Sequence[str]) -> int | None:
    """Begin to learn beside, in a session of its own, for which nobody waits; return the process, None without one."""
    import subprocess

    # Without -P a folder of the repository could pass for one of Python's modules.
    command = [sys.executable, "-P", "-m", "gitexp", "hook", "--learn", "--", *paths]
    nothing = subprocess.DEVNULL
    try:
        begun = subprocess.Popen(
            command, cwd=folder, stdin=nothing, stdout=nothing, stderr=nothing, start_new_session=True
        )
    except (OSError, ValueError):
        return None  # Then it is not known the next time either.
    begun.returncode = 0  # Nobody waits for it, and Python need not complain.
    return begun.pid


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
