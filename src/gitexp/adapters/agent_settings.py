"""Looks into the settings files of agents for what exp laid there; one that is no JSON or TOML is searched as a text."""

from __future__ import annotations

import json
import os
import re
import stat
from collections.abc import Mapping
from fnmatch import fnmatchcase
from typing import NamedTuple

MAX_FILE = 4 << 20
"""Bytes of a file that is looked at: an agent may keep much beside its settings."""
MOST_FILES = 100
"""Files of one folder that are looked at."""
_ID = re.compile(r"\[([\w-]+-[0-9a-f]{10})(?![\w-])", re.ASCII)
"""An experience's id, as recalled text names it."""
_TEXT = r'"[^"\\\n]*(?:\\.[^"\\\n]*)*"?'
_JSON_REMARK = re.compile(rf"({_TEXT})|//[^\n]*|/\*.*?(?:\*/|\Z)", re.S)
_JSON_COMMA = re.compile(rf"({_TEXT})|,(?=\s*[\]}}])", re.S)
_TOML_REMARK = re.compile(rf"({_TEXT}|'[^'\n]*')|#[^\n]*")


class Looked(NamedTuple):
    """A file's text without its remarks, and what it holds where that can be read."""

    text: str
    content: Mapping[str, object] | None = None


def looked_at(path: str) -> Looked:
    """Return what stands in a file, nothing where it is none or can't be read."""
    text = _text(path)
    try:
        if path.endswith(".toml"):
            import tomllib

            return Looked(text, tomllib.loads(text))
        return Looked(text, _object(text))
    except (ValueError, RecursionError):
        pass
    if path.endswith(".toml"):
        return Looked(_TOML_REMARK.sub(_kept, text))
    text = _JSON_REMARK.sub(_kept, text)
    try:
        return Looked(text, _object(_JSON_COMMA.sub(_kept, text)))  # some agents take commas at the end
    except (ValueError, RecursionError):
        return Looked(text)


def own_of(looked: Looked, root: str) -> Mapping[str, object]:
    """Return what Claude Code's own file, which holds the settings of all folders, has for one."""
    projects = looked.content.get("projects") if looked.content else None
    own = projects.get(root) if isinstance(projects, dict) else None
    return own if isinstance(own, dict) else {}


def listed(found: Mapping[str, object] | None, *keys: str) -> frozenset[str]:
    """Return the texts of a list that stands under keys within keys."""
    part: object = found
    for key in keys:
        part = part.get(key) if isinstance(part, Mapping) else None
    return frozenset(one for one in part if isinstance(one, str)) if isinstance(part, list) else frozenset()


def runs(words: str, command: str) -> bool:
    """Return whether a text calls `exp` with a command."""
    return call_in(words, command) is not None


def call_in(words: str, command: str = "") -> re.Match[str] | None:
    """Return where a text calls `exp` with a command, or with one that agents call."""
    wanted = r"\s+".join(map(re.escape, command.split())) or r"(?:hook|mcp)"
    return re.search(rf"(?<![\w-])(?:git-?)?exp(?:\.exe)?[\"']?\s+{wanted}(?![\w-])", words)


def is_off(looked: Looked) -> bool:
    """Return whether a file switches all hooks of its agent off."""
    return looked.content is not None and looked.content.get("disableAllHooks") is True


def ids_in(path: str) -> list[str]:
    """Return the ids of experiences that a file of recalled text names."""
    return _ID.findall(_text(path))


def matching(folder: str, pattern: str) -> list[str]:
    """Return the files of a folder that a path means, whose name may hold a star, by name."""
    if "*" not in pattern:
        return [pattern] if os.path.isfile(f"{folder}/{pattern}") else []  # noqa: PTH113
    place, _, name = pattern.rpartition("/")
    try:
        names = sorted(os.listdir(f"{folder}/{place}"))  # noqa: PTH208
    except OSError:
        return []
    return [f"{place}/{one}" for one in names if fnmatchcase(one, name)][:MOST_FILES]


def _object(text: str) -> Mapping[str, object]:
    content = json.loads(text)
    return content if isinstance(content, dict) else {}


def _kept(match: re.Match[str]) -> str:
    """Return a text of the file as it is, and a blank for a remark."""
    return match[1] or " "


def _text(path: str) -> str:
    """Return a regular file's text, "" where it is none, can't be read or is too large."""
    try:
        file = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0))
        with open(file, "rb") as stream:  # noqa: PTH123
            state = os.fstat(file)
            if not stat.S_ISREG(state.st_mode) or state.st_size > MAX_FILE:
                return ""
            return stream.read(MAX_FILE).decode("utf-8-sig", "replace")
    except (OSError, ValueError):
        return ""
