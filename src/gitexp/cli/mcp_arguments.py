"""Reads the arguments of a tool, of which the schema was looked at: each as what it is, or as nothing."""

from __future__ import annotations

from collections.abc import Mapping

from gitexp.cli.mcp_frames import clean, seen
from gitexp.errors import UsageError

Arguments = Mapping[str, object]


def text(arguments: Arguments, name: str) -> str:
    """Return a text without anything unseen, "" where there is none."""
    found = arguments.get(name, "")
    return str(seen(found)) if isinstance(found, str) else ""


def texts(arguments: Arguments, name: str) -> tuple[str, ...]:
    """Return a list of texts."""
    found = arguments.get(name, ())
    return tuple(str(seen(one)) for one in found) if isinstance(found, list) else ()


def path(found: object) -> str:
    """Return a path as it came. Raises UsageError for what can be the name of no file."""
    name = str(found)
    if "\0" in name or any("\ud800" <= sign <= "\udfff" for sign in name):
        raise UsageError(clean(name)[:60], "holds a sign that no path has", "write it as `git ls-files` does")
    return name


def paths(arguments: Arguments, name: str) -> tuple[str, ...]:
    """Return a list of paths. Raises UsageError as `path` does."""
    found = arguments.get(name, ())
    return tuple(map(path, found)) if isinstance(found, list) else ()


def number(arguments: Arguments, name: str) -> int | None:
    """Return a whole number, None where there is none."""
    found = arguments.get(name)
    return int(found) if isinstance(found, int | float) else None


def pairs(arguments: Arguments, name: str) -> tuple[str, ...]:
    """Return an object of texts as NAME=VALUE."""
    found = arguments.get(name, {})
    if not isinstance(found, dict):
        return ()
    return tuple(f"{seen(key)}={seen(value)}" for key, value in found.items())
