"""Makes commits in exp's own name and moves refs by compare-and-swap; no work tree takes part."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Literal, Protocol

from gitexp.adapters.git import Git, shown
from gitexp.adapters.git_objects import Entry, ObjectReader, tree_bytes
from gitexp.errors import Raced, RecordError, RepositoryError

NAME = "git-exp"
EMAIL = "git-exp@noreply.invalid"
"""No mail can reach it (RFC 2606), and no person has it."""
MAX_COMMIT = 1 << 20

Kind = Literal["blob", "tree", "commit"]


class Objects(Protocol):
    """Stores objects. The same bytes get the same id, whoever stores them."""

    def write(self, kind: Kind, contents: Sequence[bytes]) -> list[str]:
        """Store each content and return the ids in the same order."""
        ...


@dataclass(frozen=True)
class Commit:
    """What a commit object says; `message` with its trailers."""

    id: str
    tree: str
    parents: tuple[str, ...]
    committer_email: str
    seconds: int
    message: str


@dataclass(frozen=True)
class _Folder:
    """A folder on the way to a new tree: what it holds already, and the folders in it that change."""

    entries: dict[bytes, Entry]
    changing: dict[bytes, _Folder] = field(default_factory=dict)


def read_commit(reader: ObjectReader, name: str) -> Commit | None:
    """Return a commit, None where this clone does not have it."""
    found = reader.read(f"{name}^{{commit}}", MAX_COMMIT)
    if found is None or found.data is None:
        return None
    head, _, message = found.data.decode("utf-8", "replace").partition("\n\n")
    lines = [line.partition(" ")[::2] for line in head.split("\n")]
    tree, committer = (
        next((value for key, value in lines if key == wanted), "") for wanted in ("tree", "committer")
    )
    parents = tuple(value for key, value in lines if key == "parent")
    who, _, when = committer.rpartition("> ")
    seconds = when.split(" ")[0]
    return Commit(
        found.id, tree, parents, who.rpartition("<")[2], int(seconds) if seconds.isdecimal() else 0, message
    )


def make_commit(objects: Objects, tree: str, parents: Sequence[str], seconds: int, message: str) -> str:
    """Store a commit by exp and return its id; nothing of the user's configuration goes into it."""
    signature = f"{NAME} <{EMAIL}> {seconds} +0000"
    lines = [f"tree {tree}", *(f"parent {parent}" for parent in parents)]
    lines += [f"author {signature}", f"committer {signature}", "", message.rstrip("\n") + "\n"]
    [commit] = objects.write("commit", ["\n".join(lines).encode("utf-8", "replace").replace(b"\0", b"")])
    return commit


def put(reader: ObjectReader, objects: Objects, tree: str | None, blobs: Mapping[str, str | None]) -> str:
    """Return the tree that holds these blobs at their paths (None: nothing), and else what `tree` holds.

    A folder that is left empty vanishes. Raises RepositoryError where a path leads through something that is no
    folder, or ends at what is no file.
    """
    root = _folder(reader, tree)
    for path, blob in blobs.items():
        _lay(reader, root, path, blob)
    return _stored(objects, [root])[0]


def blobs_of(texts: Mapping[str, str], objects: Objects) -> dict[str, str]:
    """Store texts and return their blob ids by path: UTF-8, line ends as they stand."""
    for path, text in texts.items():
        if any(0xD800 <= ord(letter) <= 0xDFFF for letter in text):
            raise RecordError(shown(path), "the text holds half of a surrogate pair and can't be UTF-8")
    return dict(zip(texts, objects.write("blob", [text.encode() for text in texts.values()]), strict=True))


def move_ref(git: Git, ref: str, new: str, old: str | None, why: str) -> None:
    """Point a ref to `new` if it still is at `old` (None: is not there yet). Raises RepositoryError otherwise.

    Whoever else points it to the same commit meanwhile has done our work.
    """
    expected = old or "0" * len(new)
    order = f"update {ref}\0{new}\0{expected}\0".encode()
    who = {"GIT_COMMITTER_NAME": NAME, "GIT_COMMITTER_EMAIL": EMAIL}
    outcome = git.call("update-ref", "--no-deref", "-m", why, "--stdin", "-z", stdin=order, env=who)
    if not outcome.status:
        return
    now = (git.try_run("rev-parse", "--quiet", "--verify", ref) or b"").decode().strip() or None
    if now == new:
        return
    if now != old:
        raise Moved(ref, "was moved meanwhile", "run again")
    if "File exists" in outcome.words:
        raise RepositoryError(ref, "is locked by another git process", f"wait for it, or remove {ref}.lock")
    raise RepositoryError(ref, outcome.words, "nothing was changed")


class Moved(Raced):
    """Someone else moved the ref between reading and writing; nothing was written."""


def seconds_of(date: str | None) -> int:
    """Return a date (ISO 8601) as git counts it; 0 where there is none or it can't be read."""
    try:
        moment = datetime.fromisoformat(date or "")
    except ValueError:
        return 0
    return max(0, int((moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp()))


def _folder(reader: ObjectReader, tree: str | None) -> _Folder:
    if tree is None:
        return _Folder({})
    entries = reader.tree(tree)
    if entries is None:
        raise RepositoryError(
            tree, "this tree is not in this clone", "fetch it: git fetch --refetch --no-filter"
        )
    return _Folder({entry.name: entry for entry in entries})


def _lay(reader: ObjectReader, root: _Folder, path: str, blob: str | None) -> None:
    """Note one blob at its path, or that nothing is to be there."""
    *folders, name = [part.encode("utf-8", "surrogateescape") for part in path.split("/")]
    at = root
    for part in folders:
        standing = at.entries.get(part)
        if standing is not None and not standing.is_folder:
            if blob is None:
                return
            raise _in_the_way(path, part, standing)
        if part not in at.changing:
            at.changing[part] = _folder(reader, standing.id if standing else None)
        at = at.changing[part]
    standing = at.entries.get(name)
    if standing is not None and not standing.is_file:
        raise _in_the_way(path, name, standing)
    if blob is None:
        at.entries.pop(name, None)
    else:
        at.entries[name] = Entry(standing.mode if standing else "100644", name, blob)


def _in_the_way(path: str, part: bytes, standing: Entry) -> RepositoryError:
    return RepositoryError(
        path, f"`{shown(part.decode('utf-8', 'replace'))}` is {standing.kind} here", "move it away"
    )


def _stored(objects: Objects, folders: Sequence[_Folder]) -> list[str]:
    """Store folders, the inner ones first, each level in one go; an empty one is not in the one above it."""
    inner = [(folder, name, child) for folder in folders for name, child in folder.changing.items()]
    ids = _stored(objects, [child for _, _, child in inner]) if inner else []
    for (folder, name, child), tree in zip(inner, ids, strict=True):
        folder.entries.pop(name, None)
        if child.entries:
            folder.entries[name] = Entry("40000", name, tree)
    return objects.write("tree", [tree_bytes(list(folder.entries.values())) for folder in folders])
