"""Finds the sessions of Codex and Gemini CLI about a repository in the folders where these keep them."""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Iterable, Iterator
from pathlib import Path

from gitexp.adapters.claude_code_records import Record
from gitexp.adapters.codex_records import by_a_sub_agent, folder_in, texts
from gitexp.adapters.json_lines import json_lines
from gitexp.adapters.json_values import Value
from gitexp.adapters.sessions_folders import LOOKED_AT, SessionFile
from gitexp.adapters.source_gemini import project_hash
from gitexp.adapters.source_reader import Here

CODEX = "Codex"
GEMINI = "Gemini CLI"

_PROJECT = re.compile(rb'"projectHash"\s*:\s*"([0-9a-f]{64})"')
_HEAD = 1 << 16
"""Bytes of a session of Gemini CLI within which it says of which project it is."""


def codex_sessions(here: Here, home: Path) -> list[SessionFile]:
    """Return this repository's own sessions of Codex, the newest first: each says itself where it took place."""
    found = (
        file
        for file in _files(home / "sessions", ("rollout-",), (".jsonl",), CODEX)
        if here.roots and _took_place(file.path, here)
    )
    return newest_first(found)


def gemini_sessions(here: Here, home: Path) -> list[SessionFile]:
    """Return this repository's own sessions of Gemini CLI: each names its project by the hash of the folder's path."""
    own = {project_hash(root) for root in here.roots}
    found: list[SessionFile] = []
    for project in _folders(home / "tmp") if own else ():
        within = own | _told(project, here)
        for file in _files(project / "chats", ("session-",), (".json", ".jsonl"), GEMINI, deep=False):
            if _project(file.path) in within:
                found.append(file)
    return newest_first(found)


def newest_first(found: Iterable[SessionFile]) -> list[SessionFile]:
    """Return sessions in the order in which they are listed."""
    return sorted(found, key=lambda file: (-file.at, file.path))


def _took_place(path: Path, here: Here) -> bool:
    """Return whether a rollout says in its first lines that a person held it in this repository."""
    try:
        with path.open("rb") as stream:
            for number, one in enumerate(json_lines(stream, "")):
                if number == LOOKED_AT:
                    break
                if isinstance(one, Value) and isinstance(one.content, dict):
                    folder, sub_agent = _folder(Record(one.line, one.content))
                    if sub_agent:
                        return False
                    if folder:
                        return here.holding(folder) is not None
    except OSError:
        return False
    return False


def _folder(line: Record) -> tuple[str, bool]:
    """Return the folder that a line names, and whether it says that no person speaks here."""
    payload = line.part("payload")
    if line.kind in ("session_meta", "turn_context"):
        return payload.text("cwd"), line.kind == "session_meta" and by_a_sub_agent(payload)
    message = payload if line.kind == "response_item" else line
    named = (folder_in(text) for text in texts(message)) if message.text("role") == "user" else ()
    return next(filter(None, named), ""), False


def _project(path: Path) -> str:
    try:
        with path.open("rb") as stream:
            found = _PROJECT.search(stream.read(_HEAD))
    except OSError:
        return ""
    return found[1].decode() if found else ""


def _told(project: Path, here: Here) -> set[str]:
    """Return the hash of the folder that the project's own mark names, if it lies in this repository."""
    try:
        with (project / ".project_root").open("rb") as stream:
            folder = os.fsdecode(stream.read(1 << 12)).strip()
    except OSError:
        return set()
    return {project_hash(folder)} if folder and "\0" not in folder and here.holding(folder) else set()


def _folders(home: Path) -> Iterator[Path]:
    try:
        inside = sorted(home.resolve().iterdir())
    except (OSError, RuntimeError):
        return
    yield from (folder for folder in inside if folder.is_dir() and not folder.is_symlink())


def _files(
    home: Path, beginnings: tuple[str, ...], endings: tuple[str, ...], agent: str, *, deep: bool = True
) -> Iterator[SessionFile]:
    """Yield the regular files of a folder, and of those in it, that are called as sessions are."""
    for place, folders, names in os.walk(home):
        folders[:] = sorted(folders) if deep else []
        for name in sorted(names):
            path = Path(place, name)
            try:
                seen = path.lstat()
            except OSError:
                continue
            if stat.S_ISREG(seen.st_mode) and name.startswith(beginnings) and name.endswith(endings):
                yield SessionFile(path, seen.st_mtime, seen.st_size, agent)
