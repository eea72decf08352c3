"""Builds the past of a file for tests: touches and changes by hand, and the chain of a real repository by plain git log."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from gitexp.records.past import Chain, Change, Merge, Touch
from support.repository import START, Repository

PATH = "src/retry.py"
_NULL = "0" * 40


def a_touch(number: int, subject: str = "Change it", **more: Any) -> Touch:
    """Return a touch whose commit's id is made of its number, a day later than the one before."""
    at: datetime = more.pop("when", START + timedelta(days=number))
    given: dict[str, Any] = {
        "commit": a_commit(number),
        "parents": (a_commit(number - 1),) if number else (),
        "at": at.isoformat(),
        "seconds": int(at.timestamp()),
        "author": "Ada Author",
        "email": "ada@example.org",
        "subject": subject,
        "body": "",
        "path": PATH,
        "old": f"blob{number - 1}" if number else "",
        "new": f"blob{number}",
        "title": subject,
        **more,
    }
    return Touch(**given)


def a_change(number: int, subject: str = "Change it", **more: Any) -> Change:
    """Return a change; what is no field of `Change` goes to its touch."""
    own = {name: more.pop(name) for name in list(more) if name in Change.__dataclass_fields__}
    return Change(a_touch(number, subject, **more), **own)


def a_commit(number: int) -> str:
    """Return an id that no other number has the beginning of."""
    return f"{number:08x}" * 5


def chain_of(
    repository: Repository, path: str, *older: str, rev: str = "HEAD", ends: tuple[str, ...] = ()
) -> Chain:
    """Return what touched a file, newest first, as `git log --full-history -m --raw` tells it, without renames."""
    log = ["log", "--full-history", "-m", "--raw", "--no-abbrev", "--no-renames", "-z"]
    told = repository.git(
        *log, "--format=%x01%H%x00%P%x00%aI%x00%ct%x00%aN%x00%aE%x00%B%x00", rev, "--", path
    )
    touches: list[Touch] = []
    merges: dict[str, Merge] = {}
    for record in told.split("\x01")[1:]:
        commit, parents, at, seconds, author, email, message, *raw = record.split("\x00")
        subject, _, body = message.strip("\n").partition("\n\n")
        changed = next(word.strip("\n") for word in raw if word.strip("\n").startswith(":"))
        _, _, old, new, _ = changed.split(" ")
        old, new = old.replace(_NULL, ""), new.replace(_NULL, "")
        of, when = tuple(parents.split()), int(seconds)
        if len(of) < 2:
            touches.append(
                Touch(commit, of, at, when, author, email, subject, body, path, old, new, title=subject)
            )
            continue
        # git shows a merge once for each parent that it differs from; which one that is the blobs tell.
        before = merges[commit].sides if commit in merges else ()
        side = (len(before), old)
        merges[commit] = Merge(commit, of, when, subject, body, new, (*before, side))
    found = (
        repository.git("rev-parse", "--verify", "--quiet", f"{rev}:{path}")
        if path in _files(repository, rev)
        else ""
    )
    return Chain(tuple(touches), tuple(merges.values()), (path, *older), found, ends)


def _files(repository: Repository, rev: str) -> list[str]:
    return repository.git("ls-tree", "-r", "--name-only", rev).split("\n")
