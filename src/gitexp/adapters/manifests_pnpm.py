"""Reads pnpm-lock.yaml line by line: the few keys that name versions, in the forms of versions 5 to 9."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from gitexp.adapters.manifests_reading import Importer, Reading, Unreadable, settled
from gitexp.records.facts import Dependency

_LINE = re.compile(
    r"(?P<indent> *)(?:'(?P<single>(?:[^']|'')*)'|\"(?P<double>[^\"]*)\"|(?P<plain>[^\s'\"#:-](?:[^:]|:(?=\S))*))"
    r":(?: +(?P<value>\S.*))?"
)
_TABLES = ("dependencies", "devDependencies", "optionalDependencies")
_EXACT = r"\d+\.\d+\.\d+[0-9A-Za-z.+-]*"
_KEY = re.compile(rf"/?(?P<name>(?:@[^/@]+/)?[^/@]+)[@/](?P<version>{_EXACT})(?:[_(/].*)?")
"""`/name/1.2.3_peer@1`, `/name@1.2.3(peer@1)`, `name@1.2.3`."""
_VERSION = re.compile(rf"(?P<version>{_EXACT})(?:[_(].*)?")


def pnpm_lock(path: str, text: str, importers: Sequence[Importer]) -> Reading | None:
    """Read a pnpm-lock.yaml; what a project asks for itself stands under its folder in `importers`."""
    locked: dict[str, list[Dependency]] = {}
    direct: dict[str, list[Dependency]] = {}
    ours: set[str] = set()
    asked = {importer.folder for importer in importers}
    seen: set[str] = set()
    for keys, value in _keys(text):
        seen.add(keys[0])
        if keys[0] in ("packages", "snapshots") and len(keys) == 2 and (found := _KEY.fullmatch(keys[1])):
            row = Dependency("npm", found["name"], path, version=found["version"])
            locked.setdefault(row.name, []).append(row)
        folder, name = _direct(keys)
        ours |= {folder} if folder else set()
        if name and value and (not asked or folder in asked):
            row = _row(name, value, path)
            direct.setdefault(row.name, []).append(row)
    if "lockfileVersion" not in seen:
        raise Unreadable("it is no pnpm-lock.yaml")
    if asked and not asked & (ours or {"."}):
        return None
    return Reading(settled(locked, direct))


def _direct(keys: tuple[str, ...]) -> tuple[str | None, str | None]:
    """Return the project's folder that these keys speak of, and the dependency that the value resolves.

    A lock of one project has its tables at the top; a name holds the version itself (version 5) or in `version`.
    """
    folder: str | None = "."
    rest = keys
    if keys[0] == "importers":
        folder, rest = (keys[1] if len(keys) > 1 else None), keys[2:]
    elif keys[0] not in _TABLES:
        return None, None
    if len(rest) in (2, 3) and rest[0] in _TABLES and rest[2:] in ((), ("version",)):
        return folder, rest[1]
    return folder, None


def _row(name: str, value: str, path: str) -> Dependency:
    """Return what a project gets: a version, another package by an alias, or a folder or URL without one."""
    if found := _VERSION.fullmatch(value):
        return Dependency("npm", name, path, version=found["version"])
    if alias := _KEY.fullmatch(value):
        return Dependency("npm", alias["name"], path, version=alias["version"])
    return Dependency("npm", name, path)


def _keys(text: str) -> Iterator[tuple[tuple[str, ...], str]]:
    """Yield each `key: value` with the keys above it, by indentation. Other lines are lists and continued texts."""
    stack: list[tuple[int, str]] = []
    for number, line in enumerate(text.splitlines(), start=1):
        if line.startswith(("<<<<<<<", "=======", ">>>>>>>")):
            raise Unreadable(f"line {number} is left from a git merge")
        found = _LINE.fullmatch(line)
        if not found:
            continue
        indent = len(found["indent"])
        while stack and stack[-1][0] >= indent:
            stack.pop()
        key = found["single"] or found["double"] or found["plain"] or ""
        stack.append((indent, key))
        yield tuple(name for _, name in stack), (found["value"] or "").strip("'\"")
