"""Reads the messages with which pull requests were merged, and decision trailers, in one pass over git's log."""

from __future__ import annotations

import math
import re
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace

from gitexp.adapters.commit_prose import (
    MAX_BODY,
    decisions,
    is_bot,
    is_routine,
    prose,
    teaches,
    unfolded,
)
from gitexp.adapters.git import Git
from gitexp.adapters.merge_forms import Request, may_be_request, request_of
from gitexp.errors import RepositoryError
from gitexp.records.history import Commit, Texts
from gitexp.records.trailers import KEYS
from gitexp.records.words import counted

MOST = 1500
"""Messages that are kept: the newest. What is older was learnt by those who still work there, or is gone."""
STRIDE = 256
"""Commits between two looks at the clock."""
_TRAILERS = ",".join(f"key={key}" for key in KEYS)
FORMAT = f"--format=%H %P%n%aI%n%aN%n%(trailers:{_TRAILERS},unfold=true,only=true)%x01%n%B"
_TAKES_BACK = re.compile(
    r"(?:\[[^\]]{0,40}\]\s*|[\w()/. -]{1,30}!?:\s+){0,3}(?:revert|re-?apply|re-?land)", re.I
)


@dataclass(frozen=True)
class Merge:
    """A git merge: the last commit that it brought, "" where several, and whether its text is the request's own."""

    tip: str
    described: bool


@dataclass
class _Search:
    """What was gathered from the commits so far."""

    found: list[Commit] = field(default_factory=list)
    merges: dict[str, Merge] = field(default_factory=dict)
    seen: set[tuple[str, str]] = field(default_factory=set)
    looked_at: int = 0
    cut: int = 0


def texts(
    git: Git, revision: str, *, seconds: float | None = None, clock: Callable[[], float] = time.monotonic
) -> Texts:
    """Return the newest commits that argue; stop after `seconds`, or when there are enough, and say so."""
    deadline = math.inf if seconds is None else clock() + seconds
    search = _Search()
    limits = _read(git, revision, search, lambda: clock() > deadline)
    if search.cut:
        limits.append(f"of {counted(search.cut, 'message')} only the first {MAX_BODY} characters were read")
    return Texts(tuple(_named(git, search)), search.looked_at, tuple(limits))


def first_parents(git: Git, commits: Sequence[Commit]) -> dict[str, str]:
    """Return the first parent of each commit, "" where it has none: a merge is held against it."""
    if not commits:
        return {}
    asked = "".join(f"{one.id}\n" for one in commits).encode()
    out = git.call("rev-list", "--no-walk=unsorted", "--parents", "--stdin", stdin=asked).out.decode()
    return {
        key: (parents[0] if parents else "") for key, *parents in (line.split() for line in out.splitlines())
    }


def _read(git: Git, revision: str, search: _Search, late: Callable[[], bool]) -> list[str]:
    """Go through the messages until it is late or there are enough; return what was not read."""
    options = ("-z", "--no-notes", "--no-decorate", FORMAT, "--end-of-options", revision, "--")
    try:
        with closing(git.stream("log", *options)) as records:
            for record in records:
                if not search.looked_at % STRIDE and late():
                    return [f"the texts of the newest {search.looked_at} commits were read"]
                search.looked_at += 1
                _add(search, record)
                if len(search.found) == MOST:
                    return [f"the newest {MOST} texts were read, of {search.looked_at} commits"]
    except RepositoryError as error:
        if not search.looked_at:
            raise
        return [f"the texts of the newest {search.looked_at} commits were read: {error}"]
    return []


def _add(search: _Search, record: bytes) -> None:
    """Keep a commit with its prose and decision trailers, where its message has either."""
    head, at, name, rest = (*record.split(b"\n", 3), b"", b"", b"")[:4]
    trailers, _, message = rest.partition(b"\x01\n")
    first, _, below = message.lstrip(b"\r\n").partition(b"\n")
    if not trailers and not may_be_request(first, merge=head.count(b" ") > 1):
        return
    key, *parents = head.decode().split()
    subject, author = _text(first).strip(), _text(name)
    own = unfolded(_text(trailers))
    own = own if teaches(own) else []
    body = _text(below[: 4 * MAX_BODY])
    request = request_of(subject, body, len(parents))
    title = request.title if request else subject
    others = request is not None and request.by_another
    if (
        not (own or request)
        or is_routine(title)
        or _TAKES_BACK.match(title)
        or (is_bot(author) and not others)
    ):
        return
    said = prose(request.text, title) if request else ""
    # The same commit may stand in a history twice, where a branch was rebased.
    words = "\n\n".join((*([said] if said else ()), *_blocks(request, own)))
    if words and (title, words) not in search.seen:
        search.seen.add((title, words))
        search.cut += len(body) > MAX_BODY
        search.found.append(Commit(key, author, at.decode(), title, words))
        if request and request.by_another:
            search.merges[key] = Merge(parents[1] if len(parents) == 2 else "", described=request.described)


def _blocks(request: Request | None, own: list[str]) -> list[str]:
    """Return the decision trailers, those of each commit together: git's last block, and what a squash holds above it."""
    found = decisions(request.text) if request else []
    last = "\n".join(own)
    return found if not own or last in found else [*found, last]


def _named(git: Git, search: _Search) -> Iterator[Commit]:
    """Yield what people wrote, under the name of who wrote it, "" where that can't be told."""
    asked = sorted({merge.tip for merge in search.merges.values() if merge.tip})
    names = _authors(git, asked) if asked else {}
    for commit in search.found:
        merge = search.merges.get(commit.id)
        tips = names.get(merge.tip, "") if merge else ""
        if is_bot(tips):
            continue
        if merge and not merge.described and tips != commit.author:
            tips = ""
        yield replace(commit, author=tips) if merge else commit


def _authors(git: Git, ids: Sequence[str]) -> dict[str, str]:
    """Return the author of each commit, "" where it is a merge: who brought a branch up to date did not write it."""
    outcome = git.call(
        "log",
        "--no-walk=unsorted",
        "--stdin",
        "--format=%H %P%n%aN",
        stdin="".join(f"{id}\n" for id in ids).encode(),
    )
    lines = _text(outcome.out).split("\n")
    heads = (line.split() for line in lines[::2] if line)
    return {
        tip: name if len(parents) < 2 else ""
        for (tip, *parents), name in zip(heads, lines[1::2], strict=False)
    }


def _text(raw: bytes) -> str:
    return raw.decode("utf-8", "replace").replace("\r\n", "\n")
