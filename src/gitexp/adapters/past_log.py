"""Reads what `git log --raw` tells of one path: a record for each commit, and for each side of a merge."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass, field

from gitexp.adapters.git import Git
from gitexp.records.claim import pull_number
from gitexp.records.past import MAX_BODY, Merge, Touch

FIELDS = ("%H", "%P", "%aI", "%ct", "%aN", "%aE", "%B")
FORMAT = "--format=%x01" + "%x00".join(FIELDS) + "%x00"
"""A commit's line begins with a sign that no raw line begins with."""
MAX_MERGE_BODY = 1000
"""Characters kept of a merge's message: there are more merges than changes."""
_MARK = b"\x01"
_NULL = b"0" * 40
_NUMBER = re.compile(r"\s*\((?:#|gh-|GH-)(\d{1,9})\)\s*$")
_MERGE_REQUEST = re.compile(r"^See merge request (?:[\w./-]+)?!(\d{1,9})\s*$", re.M)
_PULL_URL = re.compile(
    r"^(?:Pull Request resolved|PR-URL|Closes|Pull-Request): https?://\S+/pull/(\d{1,9})\b", re.M
)


@dataclass
class Rows:
    """What one walk over a name gave, newest first."""

    touches: list[Touch] = field(default_factory=list)
    merges: list[Merge] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Head:
    """What a commit says of itself."""

    commit: str
    parents: tuple[str, ...]
    at: str
    seconds: int
    author: str
    email: str
    subject: str
    body: str

    def touch(self, path: str, old: str, new: str) -> Touch:
        """Return the commit as it touched a path."""
        title, number = title_of(self.subject, self.body)
        return Touch(
            self.commit,
            self.parents,
            self.at,
            self.seconds,
            self.author,
            self.email,
            self.subject,
            self.body,
            path,
            old,
            new,
            title=title,
            pull_request=number,
        )


def walked(git: Git, revs: Iterable[str], path: str) -> Rows:
    """Return all commits that touched a path, with side branches, newest first as git shows them.

    Merges are compared with each parent: what they took from which side tells reverted merges and dead branches.
    """
    rows = Rows()
    for head, changes in records(git, "--full-history", "-m", *revs, "--", path, path=path):
        _add(rows, head, path, changes)
    return rows


def heads(git: Git, *asked: str, stdin: bytes | None = None) -> Iterator[Head]:
    """Yield what each commit says of itself, without its changes."""
    for head, _ in records(git, "--no-patch", *asked, stdin=stdin, raw=False):
        yield head


def records(
    git: Git, *asked: str, stdin: bytes | None = None, raw: bool = True, path: str | None = None
) -> Iterator[tuple[Head, list[tuple[str, str]]]]:
    """Yield each commit with the (old, new) blobs of its raw lines; with -m git shows a merge once for each side.

    With `path` only the lines of that very path: git also tells of what once lay in a folder of the name.
    """
    only = None if path is None else path.encode("utf-8", "surrogateescape")
    shape = ("--raw", "--no-abbrev", "--no-renames") if raw else ()
    options = ("-z", *shape, "--no-notes", "--no-decorate", "--no-ext-diff")
    with closing(git.stream("log", *options, FORMAT, *asked, stdin=stdin)) as tokens:
        head: Head | None = None
        changes: list[tuple[str, str]] = []
        for token in tokens:
            # With -z git puts a line end between a commit's own line and its first change.
            word = token.lstrip(b"\n")
            if word.startswith(_MARK):
                if head is not None:
                    yield head, changes
                head, changes = _head(word[1:], tokens), []
            elif word.startswith(b":"):
                name = next(tokens, b"")
                if only is None or name == only:
                    changes.append(_blobs(word))
        if head is not None:
            yield head, changes


def title_of(subject: str, body: str) -> tuple[str, str | None]:
    """Return what a change is called and the number of its pull request, where the message tells it."""
    if number := pull_number(subject):
        return body.partition("\n")[0].strip() or subject, number
    if match := _NUMBER.search(subject):
        return subject[: match.start()], match[1]
    other = _MERGE_REQUEST.search(body) or _PULL_URL.search(body)
    return subject, other[1] if other else None


def _add(rows: Rows, head: Head, path: str, changes: list[tuple[str, str]]) -> None:
    """Note one record; a merge comes once for each of its sides."""
    if len(head.parents) < 2:
        for old, new in changes[:1]:
            rows.touches.append(head.touch(path, old, new))
        return
    last = rows.merges[-1] if rows.merges else None
    again = last is not None and last.commit == head.commit
    sides = tuple((len(last.sides) if last and again else 0, old) for old, _ in changes[:1])
    if last is not None and again:
        rows.merges[-1] = Merge(
            last.commit,
            last.parents,
            last.seconds,
            last.subject,
            last.body,
            last.new,
            (*last.sides, *sides),
            path,
        )
    elif changes:
        body = head.body[:MAX_MERGE_BODY]
        rows.merges.append(
            Merge(head.commit, head.parents, head.seconds, head.subject, body, changes[0][1], sides, path)
        )


def _head(first: bytes, tokens: Iterator[bytes]) -> Head:
    parents, at, seconds, author, email, message = (next(tokens, b"") for _ in FIELDS[1:])
    text = message.decode("utf-8", "replace").replace("\r\n", "\n").strip("\n")
    subject, _, body = text.partition("\n\n")
    return Head(
        _id(first),
        tuple(_id(parent) for parent in parents.split()),
        at.decode("ascii", "replace"),
        int(seconds) if seconds.strip().lstrip(b"-").isdigit() else 0,
        author.decode("utf-8", "replace"),
        email.decode("utf-8", "replace"),
        " ".join(subject.split()),
        body.strip("\n")[:MAX_BODY],
    )


def _blobs(word: bytes) -> tuple[str, str]:
    """Return the blobs of a raw line, "" for one that is not there."""
    _, _, old, new, *_ = word.split(b" ")
    return "" if old.startswith(_NULL) else _id(old), "" if new.startswith(_NULL) else _id(new)


def _id(name: bytes) -> str:
    """Return an id. The same one comes again and again, on each merge's sides: it is kept once."""
    return sys.intern(name.decode("ascii", "replace"))
