"""Tells when the sessions in a tree took place, as far as that is needed to know which are the newest."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from gitexp.adapters.git import Git
from gitexp.adapters.git_bounded import BoundedGit, CannotTell
from gitexp.adapters.session_checkpoints import Kept

SECONDS = 10.0
_NAMED = re.compile(r"(\d{4}-\d{2}-\d{2})[T_](\d{2})-(\d{2})(?:-(\d{2}))?")


def dated(git: Git, commit: str, found: Sequence[Kept]) -> list[Kept]:
    """Return the sessions with their times: by name, as SpecStory and Codex name files, else by the last commit.

    What can't be dated in time is as old as can be.
    """
    named = [replace(one, at=one.at or _by_name(one.path)) for one in found]
    rest = {one.path for one in named if not one.at and one.path}
    changed = _changed(git, commit, rest) if rest else {}
    return [replace(one, at=one.at or changed.get(one.path, "")) for one in named]


def _by_name(path: str) -> str:
    found = _NAMED.search(path.rpartition("/")[2])
    return f"{found[1]}T{found[2]}:{found[3]}:{found[4] or '00'}Z" if found else ""


def _changed(git: Git, commit: str, paths: set[str]) -> dict[str, str]:
    """Return when each path was changed last."""
    folders = sorted({path.rpartition("/")[0] or path for path in paths})
    args = ("log", "--format=%x00%cI", "--name-only", "--no-renames", "-z", commit, "--", *folders)
    changed: dict[str, str] = {}
    at = ""
    records = BoundedGit(git, SECONDS).records(*args)
    try:
        for record in records:
            text = record.decode("utf-8", "surrogateescape").strip("\n")
            if re.fullmatch(r"\d{4}-\d{2}-\d{2}T[\d:]{8}(?:Z|[+-]\d{2}:\d{2})", text):
                at = text
            elif text in paths:
                changed.setdefault(text, at)
            if len(changed) == len(paths):
                break
    except CannotTell:
        pass
    finally:
        records.close()
    return changed
