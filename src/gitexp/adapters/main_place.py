"""Finds the one place that a change is about, among the files that it touched."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Sequence

LEAST_DEPTH = 3
"""A folder nearer to the top holds too much to be the place of anything."""

_BESIDE = re.compile(
    r"(?:^|/)(?:tests?|testing|specs?|__tests__|__snapshots__|tap-snapshots|fixtures|docs?|documentation|news|"
    r"newsfragments|changelogs?|changes|\.changeset|examples?|benchmarks?|vendor|third_party|node_modules|locales?)/"
    r"|(?:^|/)(?:test_[^/]*|[^/]*[._-](?:tests?|spec)\.\w+|change(?:s|log)[^/]*|history\.\w+|news\.\w+|readme[^/]*|"
    r"pyproject\.toml|setup\.(?:py|cfg)|package\.json|gemfile|cargo\.toml|go\.mod|[^/]*requirements[^/]*|\.gitignore|"
    r"[^/]*\.lock|package-lock\.json|pnpm-lock\.yaml|go\.sum|[^/]*\.(?:md|rst|adoc|txt|snap|po|pot))$",
    re.I,
)
"""What goes along with a change: tests, documents, the changelog, what the project needs, what tools write."""


def main_place(files: Sequence[str]) -> str | None:
    """Return the one file, else the deepest folder around all of them (with a slash behind), None where it says nothing.

    What goes along with a change does not count, unless the change is nothing else.
    """
    own = [path for path in files if not _BESIDE.search(path)] or files
    if len(own) < 2:
        return own[0] if own else None
    folder = posixpath.commonpath([posixpath.dirname(path) for path in own])
    return f"{folder}/" if folder and folder.count("/") + 1 >= LEAST_DEPTH else None
