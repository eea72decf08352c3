"""Finds the files and tests that change together with this one."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Mapping, Sequence

from gitexp.records.archaeology import Neighbour
from gitexp.records.past import FileChange, Touch
from gitexp.steps.quiet import is_changelog, is_lock

SWEEPING = 30
"""A commit with more files binds none of them to another."""
SMALL = 6
"""Files of a commit that binds them already by itself, where only few commits are known."""
FEW = 3
LEAST, SHARE = 2, 0.15
"""So often, and in this part of the changes, two files change together before it is worth a word."""
TEST_SHARE = 0.05
"""The same for the one test that is shown at least."""

_TEST_FOLDERS = frozenset("test tests spec specs __tests__ testing e2e features unittest unittests".split())
_TEST_NAME = re.compile(
    r"(?:test|spec)s?[-_].+|(?:test|tests|conftest)\.\w+|.+[-_.](?:test|tests|spec|unittest|e2e|cy)(?:\.\w+)+"
    r"|t\d{4}-[\w-]+\.sh",
    re.I,
)
_TEST_CLASS = re.compile(
    r"(?:.*[a-z0-9])?Tests?(?:Case|Suite)?\.\w+|.*[a-z0-9](?:Spec|IT)\.\w+|Test[A-Z]\w*\.\w+"
)
_BESIDE_WORDS = re.compile(r"[^a-z0-9]+")


def neighbours(
    touches: Sequence[Touch],
    diffs: Mapping[str, Sequence[FileChange]],
    names: Sequence[str],
    most: int = 8,
    *,
    quiet: Collection[str] = (),
    present: Collection[str] | None = None,
) -> tuple[Neighbour, ...]:
    """Return what changes together with a file, the closest first; changelogs and lock files stand last.

    Counted are the touches whose diff is known (by the commit's id), without sweeping ones and those in `quiet`.
    `names` are all that the file had. `present` are all paths at the revision, None where they are not known: a
    file that went or was renamed is none to look at.
    """
    now = _Today(names, _gone(touches, diffs), present)
    counted = [
        frozenset(filter(None, map(now.name_of, paths))) for paths in _counted(touches, diffs, names, quiet)
    ]
    together = Counter(path for paths in counted for path in paths)
    found = [Neighbour(path, many, len(counted), is_test(path)) for path, many in together.items()]
    kept = [one for one in found if _is_close(one, counted, SHARE)]
    tests = [one for one in found if one.test and _is_close(one, counted, TEST_SHARE)]
    return _shown(kept, tests, names, most)


def is_test(path: str) -> bool:
    """Return whether a file is a test, by where it lies or what it is called."""
    *folders, name = path.split("/")
    return (
        any(folder.casefold() in _TEST_FOLDERS for folder in folders)
        or _TEST_NAME.fullmatch(name) is not None
        or _TEST_CLASS.fullmatch(name) is not None
    )


def _counted(
    touches: Sequence[Touch],
    diffs: Mapping[str, Sequence[FileChange]],
    names: Sequence[str],
    quiet: Collection[str],
) -> list[frozenset[str]]:
    """Return for each change that counts the other files that it changed."""
    own = {*names, *(touch.path for touch in touches)}
    known = {touch.commit: diffs[touch.commit] for touch in touches if touch.commit in diffs}
    return [
        frozenset(change.path for change in changes if change.path not in own)
        for commit, changes in known.items()
        if commit not in quiet and len({change.path for change in changes}) <= SWEEPING
    ]


def _gone(touches: Sequence[Touch], diffs: Mapping[str, Sequence[FileChange]]) -> frozenset[str]:
    """Return what the newest commit that is known to touch it deleted."""
    last: dict[str, FileChange] = {}
    for touch in touches:
        for change in diffs.get(touch.commit, ()):
            last.setdefault(change.path, change)
    return frozenset(path for path, change in last.items() if not change.new.strip("0"))


class _Today:
    """What files are called now that had other names once, as far as that is plain."""

    def __init__(self, names: Sequence[str], gone: Collection[str], present: Collection[str] | None) -> None:
        self._gone = gone
        self._present = None if present is None else frozenset(present)
        self._moves = [_move(older, names[0]) for older in names[1:]]
        self._known: dict[str, str | None] = {}
        self._by_name: dict[str, list[str]] = {}
        for path in self._present or ():
            self._by_name.setdefault(path.rpartition("/")[2], []).append(path)

    def name_of(self, path: str) -> str | None:
        """Return the file's present name, None where it went; one that moved along with this file is found again."""
        if self._present is None:
            return None if path in self._gone else path
        if path in self._present:
            return path
        if path not in self._known:
            self._known[path] = self._found_again(path)
        return self._known[path]

    def _found_again(self, path: str) -> str | None:
        for old, new in self._moves:
            if path.startswith(old) and new + path[len(old) :] in (self._present or ()):
                return new + path[len(old) :]
        same = self._by_name.get(path.rpartition("/")[2], [])
        return same[0] if len(same) == 1 else None


def _move(older: str, newer: str) -> tuple[str, str]:
    """Return the folders that a file was moved from and to, without what stayed the same below them."""
    old, new = older.split("/"), newer.split("/")
    while old and new and old[-1] == new[-1]:
        old, new = old[:-1], new[:-1]
    return "".join(f"{part}/" for part in old), "".join(f"{part}/" for part in new)


def _is_close(one: Neighbour, counted: Sequence[frozenset[str]], share: float) -> bool:
    if one.of <= FEW:
        small = any(one.path in paths and len(paths) < SMALL for paths in counted)
        return one.together >= LEAST or small
    return one.together >= LEAST and one.together >= share * one.of


def _shown(
    kept: Sequence[Neighbour], tests: Sequence[Neighbour], names: Sequence[str], most: int
) -> tuple[Neighbour, ...]:
    """Return the closest; the best test takes the last place where none is among them."""
    shown = sorted(kept, key=lambda one: _rank(one, names))[:most]
    if tests and most > 0 and not any(one.test for one in shown):
        best = min(tests, key=lambda one: _rank(one, names))
        shown = sorted([*shown[: most - 1], best], key=lambda one: _rank(one, names))
    return tuple(shown)


def _rank(one: Neighbour, names: Sequence[str]) -> tuple[bool, int, bool, str]:
    """Return the order: what only tells or is written by a tool last, then how often, then a like name."""
    return (
        is_changelog(one.path) or is_lock(one.path),
        -one.together,
        not _is_named_like(one, names),
        one.path,
    )


def _is_named_like(one: Neighbour, names: Sequence[str]) -> bool:
    return any(_stem(name) and _stem(name) in _stem(one.path) for name in names)


def _stem(path: str) -> str:
    return _BESIDE_WORDS.sub("", path.rpartition("/")[2].partition(".")[0].casefold())
