"""Says what lies at a path of a revision, and which paths of tree and history are nearest to one that never was."""

from __future__ import annotations

import time
from contextlib import closing

from gitexp.adapters.git import Git
from gitexp.errors import RepositoryError
from gitexp.records.past import Lies

SECONDS = 1.5
"""How long deleted names are looked for in the history."""
CLOSE = 0.6


def lies(git: Git, rev: str, path: str) -> Lies | None:
    """Return what lies at a path of a revision, None where nothing does."""
    asked = ("ls-tree", "-z", "--full-tree", rev, "--", path)
    out = git.try_run(*asked[:2], "-l", *asked[2:])
    # A clone without all blobs can't tell the size of one that it lacks.
    for line in (git.run(*asked) if out is None else out).split(b"\0"):
        head, _, name = line.partition(b"\t")
        words = head.split()
        if len(words) >= 3 and name.decode("utf-8", "surrogateescape") == path:
            mode, kind, id, size = (word.decode("ascii", "replace") for word in (*words, b"-")[:4])
            link = mode == "120000"
            return Lies("symlink" if link else kind, id, int(size) if size.isdigit() else 0)
    return None


def nearest(git: Git, rev: str, path: str, most: int) -> list[str]:
    """Return the names of tree and history that are nearest to a path; the history as far as the time allows."""
    import difflib

    names: dict[str, None] = {}
    with closing(git.stream("ls-tree", "-r", "-z", "--name-only", "--full-tree", rev)) as records:
        names.update((record.decode("utf-8", "surrogateescape"), None) for record in records)
    end = time.monotonic() + SECONDS
    asked = ("log", "-z", "--format=", "--name-only", "--diff-filter=D", "--no-renames", rev)
    try:
        with closing(git.stream(*asked)) as records:
            for record in records:
                names[record.lstrip(b"\n").decode("utf-8", "surrogateescape")] = None
                if time.monotonic() > end:
                    break
    except RepositoryError:
        pass  # A clone without all trees: what the tree has is offered.
    names.pop("", None)
    folder, _, last = path.lower().rpartition("/")
    same = [name for name in names if name.rpartition("/")[2].lower() == last]
    likely = [name for name in names if _shares(name.lower(), folder, last)]
    if same:
        return difflib.get_close_matches(path, same, most, 0)
    found = difflib.get_close_matches(path, likely, most, CLOSE)
    by_last = {name.rpartition("/")[2]: name for name in likely}
    found += [by_last[name] for name in difflib.get_close_matches(last, by_last, most, CLOSE)]
    return list(dict.fromkeys(found))[:most]


def _shares(name: str, folder: str, last: str) -> bool:
    """Return whether a name is worth comparing: a hundred thousand comparisons would take a minute."""
    beside, _, other = name.rpartition("/")
    alike = beside == folder or other[:1] == last[:1] or other[-6:] == last[-6:]
    return alike and abs(len(other) - len(last)) <= 6
