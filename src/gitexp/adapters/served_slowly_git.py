"""What is served where one `rev-parse` can't tell: a bare repository, no commit yet, no store at HEAD."""

from __future__ import annotations

from gitexp.adapters.git import Git, discover
from gitexp.adapters.git_branches import default_branch, head
from gitexp.adapters.served_git import Served


def served_slowly(git: Git) -> Served:
    """Return where the repository lies and what decides what is served. Raises RepositoryError where there is none."""
    layout = discover(git.cwd)
    inside = layout.git()
    commit = head(inside) or ""
    branch = default_branch(inside, "")
    return Served(layout, f"slowly {commit} {f'{branch.ref} {branch.commit}' if branch else ''}", commit, "")
