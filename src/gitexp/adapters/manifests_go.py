"""Reads go.mod line by line. What it requires is exact: go builds with no other version of a direct dependency."""

from __future__ import annotations

import re
from collections.abc import Iterator

from gitexp.adapters.manifests_reading import Reading, Unreadable, unique
from gitexp.adapters.manifests_text import written
from gitexp.records.facts import Dependency

_WORD = re.compile(r'"[^"]*"|`[^`]*`|[^\s"`()]+|[()]')
_VERBS = frozenset({"module", "go", "toolchain", "require", "replace", "exclude", "retract"})
_OTHER_VERBS = frozenset({"tool", "godebug", "ignore"})
_RELEASE = re.compile(r"(?:go)?(\d+(?:\.\d+)*(?:(?:rc|beta)\d+)?)")
_VERSION = re.compile(r"v\d+\.\d+\.\d+\S*")

_Rows = dict[str, list[list[str]]]


def go_mod(path: str, text: str) -> Reading:
    """Read a go.mod. `go` and `toolchain` are dependencies too, as they are to go itself: at least these.

    An empty go.mod shuts its folder off from the module above and lists nothing.
    """
    unread: list[str] = []
    rows = _rows(text, unread)
    if unread and not any(rows.values()):
        raise Unreadable("it is no go.mod")
    found = [Dependency("go", words[0], path) for words in rows["module"]]
    for verb in ("go", "toolchain"):
        found += [_at_least(verb, words[0], path) for words in rows[verb]]
    found += [Dependency("go", "go", path)] if rows["module"] and not rows["go"] else []
    excluded = {tuple(words[:2]) for words in rows["exclude"]}
    replaced = dict(_replacements(rows["replace"]))
    for words in rows["require"]:
        name, version = words[0], words[1] if len(words) > 1 else ""
        # In place of a version that is excluded go takes a later one, which nothing here names.
        found += _built(name, "" if (name, version) in excluded else version, replaced, path)
    return Reading(unique(found), "part" if unread or not rows["module"] else "whole", tuple(unread))


def _rows(text: str, unread: list[str]) -> _Rows:
    """Return the words of each entry by its verb, whether it stands alone or in a block."""
    rows: _Rows = {verb: [] for verb in _VERBS | _OTHER_VERBS}
    block = ""
    for number, words in _lines(text):
        if block and words == [")"]:
            block = ""
        elif len(words) == 2 and words[1] == "(" and words[0] in rows:
            block = words[0]
        elif block or (words[0] in rows and len(words) > 1):
            rows[block or words[0]].append(words if block else words[1:])
        else:
            unread.append(f"line {number} is none of go.mod's")
    return rows


def _lines(text: str) -> Iterator[tuple[int, list[str]]]:
    for number, line in enumerate(written(text).splitlines(), start=1):
        if words := [word.strip('"`') for word in _WORD.findall(line.partition("//")[0])]:
            yield number, words


def _at_least(name: str, value: str, path: str) -> Dependency:
    found = _RELEASE.match(value)
    return Dependency("go", name, path, declared=f">={found[1]}" if found else None)


def _replacements(rows: list[list[str]]) -> Iterator[tuple[tuple[str, str], list[str]]]:
    """Yield what stands in for a module, by its name and the one version that is meant (`` for every one)."""
    for words in rows:
        if "=>" in words[1:3] and words[-1] != "=>":
            at = words.index("=>", 1)
            yield (words[0], words[1] if at == 2 else ""), words[at + 1 :]


def _built(
    name: str, version: str, replaced: dict[tuple[str, str], list[str]], path: str
) -> Iterator[Dependency]:
    """Yield a requirement. What is replaced has the version of what stands in for it only by the same name."""
    instead = replaced.get((name, version)) or replaced.get((name, ""))
    if instead is None:
        yield Dependency("go", name, path, version=_exact(version))
        return
    other, built = instead[0], _exact(instead[1]) if len(instead) > 1 else None
    yield Dependency("go", name, path, version=built if other == name else None)
    if other != name and built:
        yield Dependency("go", other, path, version=built)


def _exact(version: str) -> str | None:
    """Return a version; a branch's name stands in a go.mod only until go tidies it."""
    return version if _VERSION.fullmatch(version) else None
