"""Tells where a session took place, and makes a discussion of it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path, PurePosixPath

from gitexp.adapters.claude_code_calls import path_under
from gitexp.adapters.claude_code_records import fitting_id
from gitexp.adapters.github_item import moment
from gitexp.adapters.source_neutral import TIME
from gitexp.adapters.source_reader import Here
from gitexp.records.discussion import Discussion, Turn

HISTORY = (".specstory", "history")
"""Where SpecStory keeps its files in the folder that a session took place in."""
SUB_AGENT = "is the session of a sub-agent: nobody but agents speaks in it"
SILENT = "is a session in which nobody says anything"


def session(here: Here, name: str, cwd: str, found: Sequence[Turn[str]]) -> Discussion[str]:
    """Return the discussion of a session; it is private: it belongs to the one who spoke.

    It is about the repository at hand where its folder lies in it; "" where the session does not tell its folder.
    """
    local = bool(cwd) and here.holding(cwd) is not None
    return Discussion(
        id=f"session:{fitting_id(name)}",
        kind="session",
        repo=here.name if local else folder_name(cwd),
        title=None,
        turns=tuple(found),
        local=local,
        private=True,
    )


def folder_name(path: str) -> str:
    """Return the last folder of a path, as a repository may be called: the rest belongs to the machine."""
    return re.sub(r"[^A-Za-z0-9_.-]", "-", re.split(r"[\\/]", path.rstrip("\\/"))[-1])[:100]


def kept_in(where: str) -> str:
    """Return the folder whose sessions a file that is kept beside the code tells of; "" where `where` is no file."""
    path = Path(where)
    try:
        if not path.is_file():
            return ""
        folder = path.resolve().parent
    except (OSError, RuntimeError, ValueError):
        return ""
    return str(folder.parents[1] if folder.parts[-2:] == HISTORY and len(folder.parents) > 1 else folder)


def path_at(here: Here, cwd: str, file: str) -> str | None:
    """Return a file as the repository names it, or else the folder that the session began in."""
    if not file or not cwd:
        return relative(file)
    absolute = "/" in file[:1] or "\\" in file[:2] or ":" in file[1:2]
    return path_under(file if absolute else f"{cwd}/{file}", here.holding(cwd) or cwd)


def relative(file: str) -> str | None:
    """Return a path that is told from the folder of the session; None where it lies outside, or is absolute."""
    place = (
        PurePosixPath(file.replace("\\", "/")) if "\\" in file and "/" not in file else PurePosixPath(file)
    )
    if not file or place.is_absolute() or ".." in place.parts or re.match(r"[A-Za-z]:|~", file):
        return None
    found = place.as_posix()
    return None if found == "." or "\0" in found else found


def time_in(text: str) -> str | None:
    """Return a time that a text tells; None where it is none."""
    return text if TIME.pattern.fullmatch(text) and moment(text) else None


def instant(milliseconds: object) -> str | None:
    """Return the time that a number of milliseconds since 1970 means; None where it means none."""
    if isinstance(milliseconds, bool) or not isinstance(milliseconds, int | float):
        return None
    try:
        found = datetime.fromtimestamp(milliseconds / 1000, UTC)
    except (OverflowError, OSError, ValueError):
        return None
    return found.strftime("%Y-%m-%dT%H:%M:%SZ") if found.year > 1970 else None
