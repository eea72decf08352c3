"""Gives the agent sessions that lie in the repository itself: in its tree, and on Entire's checkpoint branch."""

from __future__ import annotations

import io
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import BinaryIO, cast

from gitexp.adapters.git import Git
from gitexp.adapters.git_objects import ObjectReader
from gitexp.adapters.session_checkpoints import REFS, Kept, checkpoints
from gitexp.adapters.session_formats import SESSION_READERS, recognising
from gitexp.adapters.session_same import fuller
from gitexp.adapters.session_times import dated
from gitexp.adapters.source_files import HEAD, printable_name
from gitexp.adapters.source_reader import MAX_BYTES, Here, Reader
from gitexp.errors import RepositoryError
from gitexp.records.discussion import Discussion, Turn
from gitexp.records.skipped import Skipped
from gitexp.records.words import counted

NAME = "sessions:committed"
MAX_SESSIONS = 200
"""So many are read, the newest; a pass over all of a long history would cost hours of a language model."""

_OURS = re.compile(
    rb"""(?:\A|/)(?:
        \.specstory/history/[^/]+\.md | \.aider\.chat\.history\.md
        | (?: \.sessions | \.claude/projects | \.codex/sessions | \.gemini/tmp | \.gemini/(?:.+/)?chats
            | \.opencode ) /.+\.jsonl?
    )\Z""",
    re.VERBOSE | re.DOTALL,
)
_INSTALLED = re.compile(rb"(?:\A|/)node_modules/")
_MIXED = re.compile(r"(?:\A|/)(?:\.opencode|\.gemini/tmp)/", re.DOTALL)
"""Folders in which agents keep much else: of what is no session there nobody needs to hear."""
_HISTORY = ".specstory/history/"
_HOME = re.compile(r"(?:/Users|/home|[A-Za-z]:[\\/]Users)[\\/][^\\/]+")


class There(Here):
    """The repository as sessions of other machines know it: they tell the folder, and only its name is the same."""

    def holding(self, folder: str) -> str | None:
        """Return the part of a path up to the folder that is called as the repository is, else the path itself."""
        name = re.escape(self.name.rpartition("/")[2])
        home = _HOME.match(folder)
        top = re.compile(rf"[\\/]{name}(?=[\\/]|\Z)", re.IGNORECASE).search(folder, home.end() if home else 0)
        # Work trees lie in hidden folders of the repository, and each is a top of its own.
        inside = top and name and folder[top.end() + 1 : top.end() + 2] != "."
        return (folder[: top.end()] if top and inside else folder) or None


class CommittedSessions:
    """A source over the sessions at one commit.

    They are not private: who can read the repository has them already. So they are read only when they are asked for
    by this name, and what is proposed of them needs no second yes.
    """

    def __init__(self, git: Git, commit: str, repo: str, limit: int = MAX_SESSIONS) -> None:
        self._git = git
        self._commit = commit
        self._here = There(repo or None)
        self._limit = limit

    def discussions(self) -> Iterator[Discussion[str] | Skipped]:
        """Yield what can't be read and what was left out, then each session once: of several accounts the fullest."""
        met: dict[str, Discussion[str]] = {}
        with ObjectReader(self._git) as objects:
            for one in self._read(objects):
                if isinstance(one, Skipped):
                    yield one
                elif one.id.casefold() in met:
                    known = met[one.id.casefold()]
                    met[one.id.casefold()] = fuller(known, one)
                    yield Skipped(
                        one.id, "lies in the repository more than once: the fullest is read", bad=False
                    )
                else:
                    met[one.id.casefold()] = one
        yield from met.values()

    def _read(self, objects: ObjectReader) -> Iterator[Discussion[str] | Skipped]:
        readers = [make(self._here) for make in SESSION_READERS]
        found: list[Kept] = []
        for place, listed in (
            (self._commit[:12], self._in_tree()),
            *((ref, checkpoints(self._git, objects, ref)) for ref in REFS),
        ):
            try:
                found += listed
            except RepositoryError as error:  # a partial clone may lack a tree
                yield Skipped(place, f"cannot be looked through: {error.what}")
        found = list({one.blobs: one for one in found}.values())
        if len(found) > self._limit:
            found = dated(self._git, self._commit, found)
            found.sort(key=lambda one: (one.at, one.where), reverse=True)
        read = 0
        for number, kept in enumerate(found):
            if read >= self._limit:
                left = counted(len(found) - number, "older file")
                yield Skipped(NAME, f"{left} left out: the newest {self._limit} sessions are read", bad=False)
                return
            for one in self._one(objects, kept, readers):
                read += isinstance(one, Discussion)
                yield one

    def _in_tree(self) -> Iterator[Kept]:
        """Yield the files of the tree that agents, or tools beside them, keep sessions in."""
        for line in self._git.stream("ls-tree", "-r", "-z", self._commit):
            told, _, path = line.partition(b"\t")
            mode, kind, blob = told.decode("ascii").split()
            if kind == "blob" and mode.startswith("100") and _is_ours(path):
                name = path.decode("utf-8", "surrogateescape")
                yield Kept(f"{self._commit[:12]}:{printable_name(name)}", ((blob,),), path=name)

    def _one(
        self, objects: ObjectReader, kept: Kept, readers: Sequence[Reader]
    ) -> Iterator[Discussion[str] | Skipped]:
        content = _content(objects, kept)
        if isinstance(content, Skipped):
            yield content
            return
        reader = recognising(readers, content[:HEAD])
        if reader is None:
            if not _MIXED.search(kept.path):
                yield Skipped(kept.where, "is in no format of a session that exp reads", bad=False)
            return
        read = list(reader.read(cast(BinaryIO, io.BytesIO(content)), kept.where, kept.name))
        runs = [self._ours(one, kept) for one in read if isinstance(one, Discussion)]
        yield from (one for one in read if isinstance(one, Skipped))
        if len(runs) > self._limit:
            older = counted(len(runs) - self._limit, "older run")
            yield Skipped(kept.where, f"{older} left out: {self._limit} are read", bad=False)
        yield from runs[-self._limit :]

    def _ours(self, one: Discussion[str], kept: Kept) -> Discussion[str]:
        """Return a session as one of this repository; paths are told from the folder that it lies in."""
        before, history, _ = kept.path.partition(_HISTORY)
        turns = tuple(_under(before, turn) for turn in one.turns) if history and before else one.turns
        return replace(one, repo=self._here.name, local=True, private=False, turns=turns)


def _is_ours(path: bytes) -> bool:
    """Return whether agents, or tools beside them, keep sessions under such a name; the content decides."""
    return bool(_OURS.search(path)) and not _INSTALLED.search(path)


def _under(before: str, turn: Turn[str]) -> Turn[str]:
    path = turn.anchor.path if turn.anchor else None
    if turn.anchor is None or not path or path.startswith(before):
        return turn
    return replace(turn, anchor=replace(turn.anchor, path=before + path))


def _content(objects: ObjectReader, kept: Kept) -> bytes | Skipped:
    """Return the newest of what is kept of a session that can be read; it may be kept in pieces."""
    why = ""
    for blobs in kept.blobs:
        found = objects.read_all(blobs, MAX_BYTES)
        pieces = [one.data for one in found if one is not None and one.data is not None]
        if len(pieces) == len(blobs) and sum(map(len, pieces)) <= MAX_BYTES:
            return _joined(pieces)
        missing = any(one is None for one in found)
        why = why or ("is not in this clone" if missing else f"is larger than {MAX_BYTES // 1000000} MB")
    return Skipped(kept.where, why, bad=False)


def _joined(pieces: Iterable[bytes]) -> bytes:
    whole = b""
    for piece in pieces:
        whole += (b"\n" if whole and not whole.endswith(b"\n") else b"") + piece
    return whole
