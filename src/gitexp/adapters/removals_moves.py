"""Finds where a path went in the commit that took it out: renamed, moved with its folder, or nowhere."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass

from gitexp.adapters.git_bounded import BoundedGit, CannotTell
from gitexp.adapters.past_renames import raw_lines
from gitexp.adapters.removals_walk import MOST_BYTES, Gone
from gitexp.records.past import Request

MOST_FILES = 100
"""Files of a folder that are looked at one by one: where most of them went is where the folder went."""
MOST_NEAR = 200
"""Names that git compares with a file, each of those that came and those that went: the likeliest."""
MOST_SAME = 50
"""Files with one content that are compared by their names."""
MOST_PAIRS = 50_000
"""Pairs of names that are compared; where a commit touches more, only files that kept their last part are."""
SIMILAR = "50%"
_EMPTY = (
    "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391",
    "473a0f4c3be8a93681a267e3b1e9a7dcda1185436fe141f7749120a303721813",
)
"""A file without a byte is the same as every other one: only its name can tell where it went."""


@dataclass(frozen=True)
class _Change:
    """What a commit did to one file; `other` is the new name of a renamed one."""

    status: str
    blob: str
    path: str
    other: str = ""


def moved(git: BoundedGit, gone: Mapping[str, Gone]) -> dict[str, str | None]:
    """Return the new name of each path, None where its commit gave it none; what can't be told is left out."""
    requests = {(by.commit, parent): None for by in gone.values() for parent in by.parents}
    try:
        listed = _listed(git, list(requests), "--no-renames")
    except CannotTell:
        return {}
    lost: dict[str, tuple[Request, list[_Change]]] = {}
    for path, by in gone.items():
        for parent in by.parents:
            files = [one for one in listed[by.commit, parent] if one.status == "D" and _is(one.path, path)]
            if files:
                lost[path] = ((by.commit, parent), sorted(files, key=lambda one: one.path)[:MOST_FILES])
                break
    went, unknown = _went(git, listed, lost.values())
    return {
        path: new
        for path, (request, files) in lost.items()
        if (new := _together(path, files, went[request], unknown)) != ""
    }


def _is(file: str, path: str) -> bool:
    return file == path or file.startswith(f"{path}/")


def _together(
    path: str, files: Sequence[_Change], went: Mapping[str, str], unknown: frozenset[str]
) -> str | None:
    """Return where most of a path's files went together, None where they did not, "" where that can't be told."""
    votes: Counter[str] = Counter()
    for file in files:
        rest = file.path.removeprefix(path)
        if (new := went.get(file.path)) and new.endswith(rest):
            votes[new.removesuffix(rest)] += 1
    place, many = votes.most_common(1)[0] if votes else (None, 0)
    if 2 * many > len(files):
        return place
    return "" if any(file.path in unknown for file in files) else None


def _went(
    git: BoundedGit,
    listed: Mapping[Request, Sequence[_Change]],
    lost: Iterable[tuple[Request, Sequence[_Change]]],
) -> tuple[dict[Request, dict[str, str]], frozenset[str]]:
    """Return the new names of lost files in each commit, and the files of which that can't be told."""
    went: dict[Request, dict[str, str]] = defaultdict(dict)
    open_files: dict[Request, list[str]] = defaultdict(list)
    for request, files in lost:
        went[request] |= _same(listed[request])
        open_files[request] += [
            one.path for one in files if one.path not in went[request] and not _empty(one)
        ]
    # Where nothing came, nothing was renamed.
    asked = {
        request: files
        for request, files in open_files.items()
        if files and any(one.status == "A" for one in listed[request])
    }
    names = {name: None for request, files in asked.items() for name in _near(listed[request], files)}
    if not names:
        return went, frozenset()
    try:
        if sum(len(name) * 4 for name in names) > 4 * MOST_BYTES:
            raise CannotTell
        renamed = _listed(git, list(asked), f"-M{SIMILAR}", "-l0", names=list(names))
    except CannotTell:
        return went, frozenset(name for files in asked.values() for name in files)
    for request, changes in renamed.items():
        for one in changes:
            if one.status.startswith("R"):
                went[request].setdefault(one.path, one.other)
    return went, frozenset()


def _empty(one: _Change) -> bool:
    return one.blob in _EMPTY


def _same(changes: Sequence[_Change]) -> dict[str, str]:
    """Return which lost file came again under another name with the same content, the likeliest pairs first."""
    came: dict[str, list[str]] = defaultdict(list)
    for one in changes:
        if one.status == "A":
            came[_content(one)].append(one.path)
    pairs = [
        (_unlike(one.path, new), one.path, new)
        for one in changes
        if one.status == "D"
        for new in came.get(_content(one), ())[:MOST_SAME]
    ]
    went: dict[str, str] = {}
    taken: set[str] = set()
    for _, old, new in sorted(pairs):
        if old not in went and new not in taken:
            went[old] = new
            taken.add(new)
    return went


def _content(one: _Change) -> str:
    """Return what tells a file from others: its content, and of an empty one the end of its name."""
    return "/".join(one.path.split("/")[-2:]) if _empty(one) else one.blob


def _near(changes: Sequence[_Change], files: Sequence[str]) -> list[str]:
    """Return the files, what each may have become, and what else may have become that."""
    room = max(20, MOST_NEAR // len(files))
    found = list(files)
    for status in ("A", "D"):
        names = [one.path for one in changes if one.status == status]
        if len(names) * len(files) > MOST_PAIRS:
            last = {file.rpartition("/")[2] for file in files}
            names = [name for name in names if name.rpartition("/")[2] in last][: MOST_PAIRS // len(files)]
        found += [
            name for file in files for name in sorted(names, key=lambda name: _unlike(file, name))[:room]
        ]
    return found


def _unlike(old: str, new: str) -> tuple[bool, bool, int, str]:
    """Order pairs of names by how likely one became the other: the same last part, ending, folders on either end."""
    one, other = old.split("/"), new.split("/")
    common = sum(a == b for a, b in zip(one, other, strict=False))
    common += sum(a == b for a, b in zip(one[::-1], other[::-1], strict=False))
    endings = (one[-1].rpartition(".")[2], other[-1].rpartition(".")[2])
    return one[-1] != other[-1], endings[0] != endings[1], -common, new


def _listed(
    git: BoundedGit, requests: Sequence[Request], *how: str, names: Iterable[str] = ()
) -> dict[Request, list[_Change]]:
    """Return what each commit changed against the parent asked for; one process for all."""
    found: dict[Request, list[_Change]] = {request: [] for request in requests}
    if not requests:
        return found
    command = ("diff-tree", "--stdin", "-r", "--always", "-z", "--raw", "--no-abbrev", "--format=%H")
    stdin = "".join(f"{commit} {parent}\n" for commit, parent in requests).encode()
    with closing(git.records(*command, *how, "--", *names, stdin=stdin)) as tokens:
        for request, line in raw_lines(tokens, requests):
            blob = line.new if line.status == "A" else line.old
            found[request].append(_Change(line.status, blob, line.path, line.other))
    return found
