"""Learns beside what was tried in files and taken back, for the hooks that come: `exp hook --learn PATH…`."""

from __future__ import annotations

from collections.abc import Sequence


def learn_past(paths: Sequence[str]) -> None:
    """Learn the past of some files. Raises ExpError where there is no repository, or no commit."""
    learn(paths)


def learn(paths: Sequence[str], cwd: str | None = None) -> int:
    """Learn the past of some files, and return of how many; of none where another process is at it. Raises ExpError."""
    from gitexp.cli.wiring_hook_past import learning

    keeping, find = learning(cwd)
    return keeping.learn(paths, find)
