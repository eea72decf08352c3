"""Finds the name a file had before the commit that seems to have made it, and the name it got when it went."""

from __future__ import annotations

import contextlib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath

from gitexp.adapters.git import Git
from gitexp.adapters.past_lacking import lacks
from gitexp.errors import RepositoryError
from gitexp.records.past import Request

MOST_COMMITS = 50
"""Births of one name that are looked into."""
MOST_NAMES = 600
"""Names that git compares with one file: the likeliest, by their last parts; more would take it minutes."""
SIMILAR = "50%"


@dataclass(frozen=True)
class Source:
    """Where a file came from (or went to): its other name and blob there, and how alike they are, per cent."""

    name: str
    blob: str
    similarity: int
    copied: bool = False


@dataclass(frozen=True)
class RawLine:
    """A raw line of a diff with its status, blobs and names; `other` is the new name of a renamed or copied file."""

    status: str
    old: str
    new: str
    path: str
    other: str = ""


def sources(
    git: Git, births: Sequence[Request], name: str, unknown: list[str] | None = None
) -> dict[Request, Source]:
    """Return what the file of this name was renamed from in each commit (against one parent), else copied from.

    In the order of the births, so that who asks knows the newest. A partial clone may lack what would have to be
    compared: then the name is put into `unknown`.
    """
    asked = list(dict.fromkeys(births))[:MOST_COMMITS]
    listed = _listed(git, asked)
    found: dict[Request, Source] = {}
    wanted: dict[Request, list[str]] = {}
    for request in asked:
        lines = listed.get(request, [])
        blob = next((line.new for line in lines if line.path == name and line.status == "A"), None)
        gone = [line for line in lines if line.status == "D"]
        same = [line for line in gone if line.old == blob]
        if blob is None:
            continue
        if same:
            best = min(same, key=lambda line: _unlike(line.path, name))
            found[request] = Source(best.path, best.old, 100)
        elif gone:
            wanted[request] = sorted((line.path for line in gone), key=lambda path: _unlike(path, name))
    lacking = unknown if unknown is not None else []
    found.update(_compared(git, wanted, name, "-M", lacking))
    rest = {
        request: sorted(
            (line.path for line in listed.get(request, []) if line.status == "M"),
            key=lambda path: _unlike(path, name),
        )
        for request in asked
        if request not in found
    }
    found.update(
        _compared(git, {request: paths for request, paths in rest.items() if paths}, name, "-C", lacking)
    )
    return {request: found[request] for request in asked if request in found}


def name_before(git: Git, newer: str, older: str, name: str, paths: Sequence[str]) -> str | None:
    """Return which of some paths of an older commit is the file that has this name at a newer one."""
    request = (newer, older)
    likely = sorted(paths, key=lambda path: _unlike(path, name))
    found = _compared(git, {request: likely}, name, "-M", []) if likely else {}
    return found[request].name if request in found else None


def gone_to(git: Git, death: Request, name: str) -> Source | None:
    """Return the name that a file got in the commit that seems to have deleted it."""
    lines = _listed(git, [death]).get(death, [])
    blob = next((line.old for line in lines if line.path == name and line.status == "D"), None)
    added = [line for line in lines if line.status == "A"]
    same = [line for line in added if line.new == blob]
    if same:
        best = min(same, key=lambda line: _unlike(line.path, name))
        return Source(best.path, best.new, 100)
    likely = sorted((line.path for line in added), key=lambda path: _unlike(path, name))[:MOST_NAMES]
    try:
        compared = _asked(git, [death], "-M", [name, *likely]).get(death, []) if likely else []
    except RepositoryError as error:
        if not lacks(git, error.what):
            raise
        return None
    for line in compared:
        if line.status.startswith("R") and line.path == name:
            return Source(line.other, line.new, _percent(line.status))
    return None


def _compared(
    git: Git, wanted: Mapping[Request, Sequence[str]], name: str, how: str, lacking: list[str]
) -> dict[Request, Source]:
    """Let git compare the file with the likeliest of the names, for all the commits in one go."""
    if not wanted:
        return {}
    room = max(20, MOST_NAMES // len(wanted))
    names = dict.fromkeys(path for paths in wanted.values() for path in paths[:room])
    found: dict[Request, Source] = {}
    try:
        compared = _asked(git, list(wanted), how, [name, *names])
    except RepositoryError as error:
        if not lacks(git, error.what):
            raise
        lacking.append(name)
        return found
    for request, lines in compared.items():
        for line in lines:
            if line.status[0] in "RC" and line.other == name:
                copied = line.status[0] == "C"
                found[request] = Source(line.path, line.old, _percent(line.status), copied)
    return found


def _asked(
    git: Git, requests: Sequence[Request], how: str, names: Iterable[str]
) -> dict[Request, list[RawLine]]:
    return _listed(git, requests, f"{how}{SIMILAR}", "-l0", names=names)


def _listed(
    git: Git, requests: Sequence[Request], *options: str, names: Iterable[str] = ()
) -> dict[Request, list[RawLine]]:
    """Return the raw lines of each commit against the parent asked for; one process for all."""
    if not requests:
        return {}
    command = ("diff-tree", "--stdin", "-r", "--root", "--always", "-z", "--raw", "--no-abbrev")
    how = options or ("--no-renames",)
    stdin = "".join(f"{commit} {parent}".rstrip() + "\n" for commit, parent in requests).encode()
    found: dict[Request, list[RawLine]] = defaultdict(list)
    stream = git.stream(*command, *how, "--format=%H", "--", *names, stdin=stdin)
    with contextlib.closing(stream) as tokens:
        for request, line in raw_lines(tokens, requests):
            found[request].append(line)
    return dict(found)


def raw_lines(tokens: Iterator[bytes], requests: Iterable[Request]) -> Iterator[tuple[Request, RawLine]]:
    """Yield what `git diff-tree --stdin --raw -z --always --format=%H` prints: each line, and for which request."""
    waiting = iter(requests)
    request: Request | None = None
    for token in tokens:
        word = token.lstrip(b"\n")
        if not word.startswith(b":"):
            request = next(waiting, None)
            continue
        _, _, old, new, status = word.decode("ascii", "replace").split(" ")
        path = next(tokens, b"").decode("utf-8", "surrogateescape")
        other = next(tokens, b"").decode("utf-8", "surrogateescape") if status[0] in "RC" else ""
        if request is not None:
            yield request, RawLine(status, old, new, path, other)


def _percent(status: str) -> int:
    return int(status[1:]) if status[1:].isdigit() else 0


def _unlike(path: str, name: str) -> tuple[bool, bool, int, str]:
    """Order names by how likely one was the other: the same last part, the same ending, the same folders."""
    one, other = PurePosixPath(path), PurePosixPath(name)
    common = sum(1 for a, b in zip(one.parts, other.parts, strict=False) if a == b)
    return one.name != other.name, one.suffix != other.suffix, -common, path
