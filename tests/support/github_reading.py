"""Reads values in GitHub's shape as they would stand in a file, for tests to look at what became of them."""

from __future__ import annotations

import json

from gitexp.adapters.source_github_files import GithubFiles
from gitexp.records.discussion import Discussion, Turn
from gitexp.records.skipped import Skipped


def read(*values: object, this_repo: str | None = None) -> tuple[list[Discussion[str]], list[Skipped]]:
    """Read JSON values that stand in one file."""
    return read_text("\n".join(json.dumps(value) for value in values), this_repo)


def read_text(text: str, this_repo: str | None = None) -> tuple[list[Discussion[str]], list[Skipped]]:
    found = list(GithubFiles(this_repo).read(text.encode(), "saved.json", "saved"))
    discussions = [one for one in found if isinstance(one, Discussion)]
    return discussions, [one for one in found if isinstance(one, Skipped)]


def only(*values: object, this_repo: str | None = None) -> Discussion[str]:
    """Read the one discussion of a file that holds nothing else."""
    discussions, skipped = read(*values, this_repo=this_repo)
    assert skipped == []
    [discussion] = discussions
    return discussion


def turn(discussion: Discussion[str], name: str) -> Turn[str]:
    found = discussion.turn(name)
    assert found is not None
    return found
