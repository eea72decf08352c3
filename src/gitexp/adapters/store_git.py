"""The store as git holds it: serves what HEAD and the default branch agree on, and says what it leaves out."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import PurePosixPath
from typing import Protocol

from gitexp.adapters.git import Git, Layout
from gitexp.adapters.git_branches import Base, merge_base, refs
from gitexp.adapters.git_objects import ObjectReader, StoredObject
from gitexp.adapters.store_git_history import approvals, deleted
from gitexp.adapters.store_git_reading import (
    MAX_FILE,
    TOO_LARGE,
    Read,
    ReadExperience,
    data_of,
    named,
    not_served,
    standing_of,
    unreadable,
)
from gitexp.adapters.store_git_tree import FACTS, LEDGER, REFUSED, Listing, is_experience_path, listing
from gitexp.adapters.store_git_worktree import worktree_files
from gitexp.errors import RecordError
from gitexp.records.experience import Experience, Standing
from gitexp.records.recollection import Approval
from gitexp.records.skipped import Skipped
from gitexp.records.text import Redacted

MAX_KNOWN = 1 << 20
MAX_DELETED = 1000
MAX_OLD_TIPS = 100
KNOWN_NAMES = frozenset({"agents.md", "claude.md", "contributing.md", "gemini.md"})
"""Besides README in any form and .github/copilot-instructions.md: what every reader and agent is given anyway."""


class Cache(Protocol):
    """Remembers what was read from a blob."""

    def get(self, blob: str) -> ReadExperience | None:
        """Return what was read from a blob, None where that is not known."""
        ...

    def put(self, blob: str, experience: Experience[str], unknown_keys: tuple[str, ...]) -> None:
        """Remember what was read."""
        ...


Write = Callable[[Experience[Redacted]], Redacted]


class GitStore:
    """Implements `Store`. `base` is what proposals stand on."""

    def __init__(
        self,
        git: Git,
        layout: Layout,
        *,
        base: Base | None,
        read: Read,
        write: Write,
        cache: Cache | None = None,
    ) -> None:
        self._git = git
        self._layout = layout
        self._base = base
        self._read = read
        self._write = write
        self._cache = cache
        self._seen: tuple[Listing, Listing, StoredObject | None] | None = None

    def standing(self, *, worktree: bool = False) -> tuple[Sequence[Standing[str]], Sequence[Skipped]]:
        """Return what is served, by path, and what could not be read or is not served."""
        with ObjectReader(self._git) as reader:
            here, there = self._listings(reader)
            agreed = {
                path: blob for path, blob in here.experiences.items() if there.experiences.get(path) == blob
            }
            found = self._parsed(reader, agreed, approved=True)
        left_out = {path: self._left_out(path, there) for path in here.experiences if path not in agreed}
        if worktree and self._layout.root:
            added = list(self._from_worktree(self._layout.root, agreed))
            for one in added:
                left_out.pop(one.path if isinstance(one, Standing) else "", None)
            found += added
        served, skipped = _without_twins(found)
        told = {*here.skipped, *skipped, *left_out.values()}
        return served, sorted(told, key=lambda skip: (skip.where, skip.what))

    def unapproved(self) -> list[Standing[str] | Skipped]:
        """Return what lies in the work tree and is not served."""
        if not self._layout.root:
            return []
        with ObjectReader(self._git) as reader:
            here, there = self._listings(reader)
        agreed = {
            path: blob for path, blob in here.experiences.items() if there.experiences.get(path) == blob
        }
        return list(self._from_worktree(self._layout.root, agreed))

    def facts_yaml(self) -> tuple[bytes | None, str]:
        """Return the declared facts as served, and why they are not ("" where there are none)."""
        if self._seen is None:
            with ObjectReader(self._git) as reader:
                self._listings(reader)
        here, there, found = self._seen or (None, None, None)
        if here is None or there is None or here.facts is None:
            return None, ""
        if here.facts != there.facts:
            return None, self._left_out(FACTS, there).what
        return data_of(found), "" if data_of(found) is not None else unreadable(found)

    def pending(self, branch: str) -> Sequence[Standing[str]]:
        """Return the experiences that a proposal branch adds or changes and that do not stand in the base."""
        names = (f"refs/heads/{branch}", f"refs/remotes/origin/{branch}")
        known = refs(self._git, *names)
        tip = next((known[name] for name in names if name in known), None)
        if tip is None or self._base is None:
            return []
        parting = merge_base(self._git, self._base.commit, tip.commit)
        with ObjectReader(self._git) as reader:
            before = [listing(reader, commit).experiences for commit in (parting, self._base.commit)]
            carried = {
                path: blob
                for path, blob in listing(reader, tip.commit).experiences.items()
                if blob not in (old.get(path) for old in before)
            }
            return _standing(self._parsed(reader, carried, approved=False))

    def held(self) -> tuple[Sequence[Standing[str]], Sequence[Skipped]]:
        """Return what stands in the base, wherever HEAD is, and what of it could not be read."""
        if self._base is None:
            return [], []
        with ObjectReader(self._git) as reader:
            there = listing(reader, self._base.commit)
            found = self._parsed(reader, dict(there.experiences), approved=True)
        standing, skipped = _without_twins(found)
        return standing, sorted({*there.skipped, *skipped}, key=lambda skip: (skip.where, skip.what))

    def refused(self, branch: str) -> Sequence[Standing[str]]:
        """Return the experiences that a person deleted from the store or from a proposal, newest first.

        A file that stands today, also under another path, is not refused. Old tips of the proposal branch
        count, as far as git's reflog still names them: a squash merge leaves nothing else of a refusal.
        """
        names = (f"refs/heads/{branch}", f"refs/remotes/origin/{branch}")
        tips = [ref.commit for ref in refs(self._git, *names).values()]
        now = [*tips, *([self._base.commit] if self._base else []), "HEAD"]
        old = self._git.try_run("reflog", "show", "--format=%H", f"-n{MAX_OLD_TIPS}", names[0], "--") or b""
        gone = deleted(self._git, [*now[:-1], *old.decode().split()], MAX_DELETED)
        with ObjectReader(self._git) as reader:
            standing = {_hex(path) for commit in now for path in listing(reader, commit).experiences}
            lost = {
                one.path: one.blob
                for one in gone
                if is_experience_path(one.path) and _hex(one.path) not in standing
            }
            for entry in reader.folder(LEDGER, REFUSED):
                name = f"{REFUSED}/{entry.name.decode('utf-8', 'surrogateescape')}"
                if entry.is_file and _hex(name) not in standing:
                    lost.setdefault(name, entry.id)
            return _standing(self._parsed(reader, lost, approved=False))

    def known_text(self) -> str:
        """Return what the project tells every reader at the base, up to 1 MB."""
        if self._base is None:
            return ""
        with ObjectReader(self._git) as reader:
            root = reader.tree(f"{self._base.commit}^{{tree}}") or ()
            github = reader.folder(self._base.commit, ".github")
            ids = [entry.id for entry in root if entry.is_file and _is_known(entry.name)]
            ids += [
                entry.id for entry in github if entry.is_file and entry.name == b"copilot-instructions.md"
            ]
            texts = [data_of(found) or b"" for found in reader.read_all(ids, MAX_KNOWN)]
        return b"\n\n".join(texts)[:MAX_KNOWN].decode("utf-8", "replace")

    def rewritable(self, one: Standing[Redacted]) -> bool:
        """Return whether the one writer would write the file as it stands, so that rewriting it loses no one's words."""
        with ObjectReader(self._git) as reader:
            data = data_of(reader.read(one.blob, MAX_FILE))
        try:
            return data is not None and self._write(one.experience).encode() == data
        except RecordError:
            return False

    def text_of(self, experience: Experience[Redacted]) -> Redacted:
        """Return the experience as the one writer writes it. Raises RecordError where it does not fit its schema."""
        return self._write(experience)

    def approvals(self, paths: Sequence[str]) -> dict[str, Approval]:
        """Return who brought each path's present content onto the default branch, where that can be told."""
        return approvals(self._git, self._layout, self._base.commit, paths) if self._base else {}

    def _listings(self, reader: ObjectReader) -> tuple[Listing, Listing]:
        """Return the store at HEAD and at the base; both are looked up once, with the facts that they agree on."""
        if self._seen is None:
            here = listing(reader, "HEAD")
            other = self._base is not None and self._base.ref != "HEAD"
            there = listing(reader, self._base.commit) if self._base and other else here
            facts = reader.read(here.facts, MAX_FILE) if here.facts and here.facts == there.facts else None
            self._seen = (here, there, facts)
        return self._seen[0], self._seen[1]

    def _left_out(self, path: str, there: Listing) -> Skipped:
        """Return why an entry of HEAD is not served."""
        differs = path in there.experiences or (path == FACTS and bool(there.facts))
        return Skipped(path, not_served(self._base.shown if self._base else "HEAD", differs=differs), False)

    def _parsed(
        self, reader: ObjectReader, blobs: dict[str, str], *, approved: bool
    ) -> list[Standing[str] | Skipped]:
        """Read and parse the blobs, in the order of their paths; what the cache knows is not read at all."""
        known = {blob: self._cache.get(blob) for blob in set(blobs.values())} if self._cache else {}
        wanted = [blob for blob in blobs.values() if known.get(blob) is None]
        found = dict(zip(wanted, reader.read_all(wanted, MAX_FILE), strict=True)) if wanted else {}
        parsed: list[Standing[str] | Skipped] = []
        for path, blob in blobs.items():
            cached, stored = known.get(blob), found.get(blob)
            if cached is not None:
                parsed.append(named(path, blob, cached, approved=approved))
            elif stored is not None and stored.data is not None:
                parsed.append(self._one(path, blob, stored.data, approved=approved))
            else:
                parsed.append(Skipped(path, unreadable(stored)))
        return parsed

    def _one(self, path: str, blob: str, data: bytes, *, approved: bool) -> Standing[str] | Skipped:
        """Parse one file."""
        return standing_of(data, path, blob, self._remembering(blob), approved=approved)

    def _remembering(self, blob: str) -> Read:
        """Return the reader that keeps what it read of a blob."""

        def read(data: bytes, path: str) -> ReadExperience:
            found = self._read(data, path)
            if self._cache:
                self._cache.put(blob, found.experience, found.unknown_keys)
            return found

        return read

    def _from_worktree(self, root: str, agreed: dict[str, str]) -> Iterator[Standing[str] | Skipped]:
        """Yield what lies in the work tree and is not served, unapproved."""
        for file in worktree_files(root, MAX_FILE):
            if isinstance(file, Skipped):
                yield file
            elif file.data is None:
                yield Skipped(file.path, TOO_LARGE)
            elif agreed.get(file.path) not in self._blob_ids(file.data):
                yield self._one(file.path, self._blob_ids(file.data)[0], file.data, approved=False)

    def _blob_ids(self, data: bytes) -> tuple[str, str]:
        """Return the blob's id as the file lies there, and as it would be without a checkout's CRLF."""
        import hashlib  # Late: only authors ask for the work tree.

        forms = (data, data.replace(b"\r\n", b"\n"))
        one, other = (
            hashlib.new(
                self._layout.object_format, b"blob %d\0" % len(form) + form, usedforsecurity=False
            ).hexdigest()
            for form in forms
        )
        return one, other


def _is_known(name: bytes) -> bool:
    small = name.decode("utf-8", "replace").lower()
    return small in KNOWN_NAMES or small.split(".")[0] == "readme"


def _hex(path: str) -> str:
    """Return the identity of the experience at a path: it stays when the file is moved or renamed."""
    return PurePosixPath(path).stem[-10:]


def _standing(found: Sequence[Standing[str] | Skipped]) -> list[Standing[str]]:
    return [one for one in found if isinstance(one, Standing)]


def _without_twins(found: Sequence[Standing[str] | Skipped]) -> tuple[list[Standing[str]], list[Skipped]]:
    """Return what stands by path, and what was skipped; of two files with one identity the served, then the first counts."""
    first: dict[str, str] = {}
    served: list[Standing[str]] = []
    skipped = [one for one in found if isinstance(one, Skipped)]
    for one in sorted(_standing(found), key=lambda one: (not one.approved, one.path)):
        path = first.setdefault(one.experience.hex, one.path)
        if path == one.path:
            served.append(one)
        else:
            skipped.append(
                Skipped(one.path, f"the same identity `{one.experience.hex}` as {path}; keep one of them")
            )
    return sorted(served, key=lambda one: (one.path, not one.approved)), skipped
