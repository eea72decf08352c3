"""Reads requirements files, and the requirement lines (PEP 508) that other Python manifests hold."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable, Iterator

from gitexp.adapters.manifests_known import known
from gitexp.adapters.manifests_reading import Reading, unique, words
from gitexp.records.facts import Dependency
from gitexp.records.packages import normal

_NAME = r"[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9_])?"
_CLAUSE = r"(?:===|==|~=|!=|<=|>=|<|>)\s*[^\s,;()\[\]]+"
_REQUIREMENT = re.compile(
    rf"(?P<name>{_NAME})\s*(?:\[[^\]]*\])?\s*"
    rf"(?:@\s*\S.*|\(?\s*(?P<range>{_CLAUSE}(?:\s*,\s*{_CLAUSE})*)?\s*,?\s*\)?\s*(?:;.*)?)"
)
_EGG = re.compile(rf"[#&]egg=({_NAME})")
_PINNED = re.compile(r"===?\s*([^,*\s]+)")
_INCLUDE = re.compile(r"(?:-r|--requirement)[ =]?\s*(\S+)")
_NO_NAME = re.compile(r"-|\.|/|[A-Za-z][\w+.-]*:|.*\.(?:whl|zip|tar\.gz)$")
"""Options, paths, URLs and archives: they are right, and name nothing."""


def requirement(line: str, path: str) -> Dependency | None:
    """Return the dependency that a requirement names; None where it is none. A marker does not unname it."""
    # Single blanks: the pattern allows them in many places, and a long run of them would take it very long.
    found = _REQUIREMENT.fullmatch(" ".join(line.split()))
    if not found:
        return None
    declared = re.sub(r"\s+", "", found["range"] or "") or None
    return Dependency("pypi", normal(found["name"]), path, declared=declared)


def requirements(lines: Iterable[object], path: str, unread: list[str]) -> Iterator[Dependency]:
    """Yield what each line names, and note in `unread` what is no requirement."""
    for line in lines:
        if named := requirement(line, path) if isinstance(line, str) else None:
            yield named
        else:
            unread.append(f"`{words(line) or line}` is no requirement")


def requirements_file(path: str, text: str) -> Reading:
    """Read a requirements file: an exact pin is a version; what `-r` names elsewhere is not followed."""
    found: list[Dependency] = []
    unread: list[str] = []
    whole = True
    for number, line in _lines(text):
        if include := _INCLUDE.match(line):
            whole = whole and is_read(include[1], path)
        elif named := requirement(re.split(r"\s--?[A-Za-z]", line)[0], path):
            pin = _PINNED.fullmatch(named.declared or "")
            found.append(Dependency("pypi", named.name, path, version=pin[1]) if pin else named)
        elif egg := _EGG.search(line):
            found.append(Dependency("pypi", normal(egg[1]), path))
        elif not _NO_NAME.match(line):
            unread.append(f"line {number} is no requirement")
    return Reading(unique(found), "whole" if whole else "part", tuple(unread))


def _lines(text: str) -> Iterator[tuple[int, str]]:
    """Yield the logical lines, without comments, each with the number of its first physical line."""
    held, start = "", 0
    for number, raw in enumerate(text.splitlines(), start=1):
        line = re.split(r"(?:^|(?<=\s))#", raw, maxsplit=1)[0].rstrip()
        start = start if held else number
        if line.endswith("\\"):
            held += line[:-1] + " "
            continue
        if whole := (held + line).strip():
            yield start, whole
        held = ""
    if held.strip():
        yield start, held.strip()


def is_read(target: str, path: str) -> bool:
    """Return whether a requirements file that this one includes is one that is read in any case."""
    here = known(path)
    there = known(posixpath.normpath(posixpath.join(posixpath.dirname(path), target)))
    return here is not None and there is not None and there.folder == here.folder
