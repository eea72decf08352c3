"""Finds the sessions on Entire's checkpoint branch: the newest transcript of each holds the whole session."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from gitexp.adapters.git import Git
from gitexp.adapters.git_objects import ObjectReader
from gitexp.adapters.session_drafts import parsed

BRANCH = "entire/checkpoints/v1"
REFS = (f"refs/heads/{BRANCH}", f"refs/remotes/origin/{BRANCH}")
"""The clone's own, which may be ahead, and the one that all share."""
MAX_TOLD = 1 << 18
"""Bytes of what is told of one transcript."""

_FILE = re.compile(
    r"(?P<place>[0-9a-f]{2}/[0-9a-f]{4,62}(?:/[0-9]{1,6})?)/(?P<name>metadata\.json|full\.jsonl)(?P<part>\.[0-9]{3})?"
)


@dataclass(frozen=True)
class Kept:
    """A session that is kept in the repository: where, and the blobs of its transcript, each with its further pieces.

    Several are several states of the session, the newest first. `at` is when it was kept, "" where that is not known.
    """

    where: str
    blobs: tuple[tuple[str, ...], ...]
    at: str = ""
    path: str = ""

    @property
    def name(self) -> str:
        """Return what the session is called if it does not tell its id."""
        return self.path.rpartition("/")[2].rpartition(".")[0] if self.path else self.where.rpartition(":")[2]


@dataclass
class _Checkpoint:
    """One transcript on the branch, and what is told of it."""

    place: str
    told: str = ""
    pieces: tuple[tuple[str, str], ...] = ()
    session: str = ""
    at: str = ""


def checkpoints(git: Git, objects: ObjectReader, ref: str) -> Iterator[Kept]:
    """Yield the sessions of a branch; none where there is no such branch."""
    if git.try_run("rev-parse", "--quiet", "--verify", f"{ref}^{{commit}}") is None:
        return
    listed: dict[str, _Checkpoint] = {}
    for line in git.stream("ls-tree", "-r", "-z", ref):
        told, _, path = line.partition(b"\t")
        file = _FILE.fullmatch(path.decode("utf-8", "replace"))
        if file is None or b" blob " not in told:
            continue
        one = listed.setdefault(file["place"], _Checkpoint(file["place"]))
        blob = told.split()[2].decode("ascii")
        if file["name"] == "full.jsonl":
            one.pieces = (*one.pieces, (file["part"] or "", blob))
        elif not file["part"]:
            one.told = blob
    found = [one for one in listed.values() if one.pieces]
    _tell(objects, found)
    yield from _sessions(found)


def _tell(objects: ObjectReader, found: list[_Checkpoint]) -> None:
    """Fill in which session each transcript is of, and when it was kept."""
    told = [one for one in found if one.told]
    for one, stored in zip(told, objects.read_all([one.told for one in told], MAX_TOLD), strict=True):
        fields = parsed((stored.data or b"").decode("utf-8", "replace")) if stored else {}
        session, at = fields.get("session_id"), fields.get("created_at")
        one.session = session if isinstance(session, str) else ""
        one.at = at if isinstance(at, str) else ""


def _sessions(found: list[_Checkpoint]) -> Iterator[Kept]:
    """Yield one of each session. A transcript that tells no session is one of its own."""
    by_session: dict[str, list[_Checkpoint]] = {}
    for one in found:
        by_session.setdefault(one.session or f"/{one.place}", []).append(one)
    for states in by_session.values():
        states.sort(key=lambda one: (one.at, one.place), reverse=True)
        yield Kept(
            f"{BRANCH}:{states[0].place}/full.jsonl",
            tuple(tuple(blob for _, blob in sorted(one.pieces)) for one in states),
            states[0].at,
        )
