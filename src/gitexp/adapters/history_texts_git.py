"""Reads the messages with which pull requests were merged, and decision trailers, in one pass over git's log."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from contextlib import closing

from gitexp.adapters.commit_prose import KEYS, is_merged_request, is_routine, prose
from gitexp.adapters.git import Git
from gitexp.adapters.revert_message import commit_of
from gitexp.errors import RepositoryError
from gitexp.records.history import Commit, Texts

MOST = 1500
"""Messages that are kept: the newest. What is older was learnt by those who still work there, or is gone."""
STRIDE = 256
"""Commits between two looks at the clock."""
_TRAILERS = ",".join(f"key={key}" for key in KEYS)
FORMAT = f"--format=%H %P%n%aI%n%aN%n%(trailers:{_TRAILERS},unfold=true,only=true)%x01%n%B"


def texts(
    git: Git, revision: str, *, seconds: float | None = None, clock: Callable[[], float] = time.monotonic
) -> Texts:
    """Return the newest commits that argue; stop after `seconds`, or when there are enough, and say so."""
    deadline = math.inf if seconds is None else clock() + seconds
    found: list[Commit] = []
    looked_at = 0
    options = ("-z", "--no-notes", "--no-decorate", FORMAT, "--end-of-options", revision, "--")
    try:
        with closing(git.stream("log", *options)) as records:
            for record in records:
                if not looked_at % STRIDE and clock() > deadline:
                    return Texts(
                        tuple(found), looked_at, (f"the texts of the newest {looked_at} commits were read",)
                    )
                looked_at += 1
                commit = _argues(record)
                if commit is not None:
                    found.append(commit)
                if len(found) == MOST:
                    return Texts(
                        tuple(found),
                        looked_at,
                        (f"the newest {MOST} texts were read, of {looked_at} commits",),
                    )
    except RepositoryError as error:
        if not looked_at:
            raise
        return Texts(
            tuple(found), looked_at, (f"the texts of the newest {looked_at} commits were read: {error}",)
        )
    return Texts(tuple(found), looked_at)


def first_parents(git: Git, commits: Sequence[Commit]) -> dict[str, str]:
    """Return the first parent of each commit, "" where it has none: a merge is held against it."""
    if not commits:
        return {}
    asked = "".join(f"{one.id}\n" for one in commits).encode()
    out = git.call("rev-list", "--no-walk=unsorted", "--parents", "--stdin", stdin=asked).out.decode()
    return {
        key: (parents[0] if parents else "") for key, *parents in (line.split() for line in out.splitlines())
    }


def _argues(record: bytes) -> Commit | None:
    """Return the commit with its prose and decision trailers, None where its message has neither."""
    head, at, name, rest = (*record.split(b"\n", 3), b"", b"", b"")[:4]
    trailers, _, message = rest.partition(b"\x01\n")
    key, *parents = head.split()
    first = message.lstrip(b"\n").partition(b"\n")[0]
    decided = trailers.strip().decode("utf-8", "replace")
    subject = first.decode("utf-8", "replace").strip()
    if not decided and not is_merged_request(subject, len(parents)):
        return None
    commit = commit_of(key, at, name, message)
    if is_routine(commit.subject, commit.author) or commit.subject.startswith("Revert "):
        return None
    body = "\n\n".join(part for part in (prose(commit.body), decided) if part)
    return Commit(commit.id, commit.author, commit.at, commit.subject, body) if body else None
