"""Keeps the bot's memory in the tree of refs/exp/ledger, beside what was refused."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from gitexp.adapters.bot_state_fields import MAX_FILE
from gitexp.adapters.bot_state_json import (
    CURSOR,
    ENDED,
    PROPOSAL,
    REFUSED,
    WAITING,
    ToChange,
    refusal_file,
    refusal_from,
    state_files,
    state_from,
)
from gitexp.adapters.candidate_json_values import To
from gitexp.adapters.git import shown
from gitexp.adapters.git_commits import Objects, put
from gitexp.adapters.git_objects import Entry, ObjectReader, tree_bytes
from gitexp.errors import RecordError, RepositoryError
from gitexp.records.bot import BotState, Refusal
from gitexp.records.experience import Standing

MAX_FILES = 20_000
"""Files of the memory that are read."""
MAX_BYTES = 1 << 26
_OURS = frozenset(name.encode() for name in (CURSOR, ENDED, PROPOSAL, WAITING))
_FOLDERS = frozenset(f"{above}{below}" for above in (WAITING, ENDED) for below in ("", "/changes"))


def read_state(
    reader: ObjectReader, commit: str | None, text: To, change: ToChange
) -> tuple[BotState, tuple[str, ...]]:
    """Return the memory of a commit, empty where there is none, and in words what of it could not be read."""
    unread: list[str] = []
    listed = _listed(reader, commit, unread) if commit else {}
    files: dict[str, bytes] = {}
    size = 0
    for path, found in zip(listed, reader.read_all(list(listed.values()), MAX_FILE), strict=True):
        if found is None:
            raise RepositoryError(
                f"refs/exp/ledger:{path}", "is not in this clone", "git fetch --refetch --no-filter"
            )
        size += found.size
        if found.data is None or size > MAX_BYTES:
            unread.append(f"{path}: is too large, alone or with the others")
        else:
            files[path] = found.data
    state, odd = state_from(files, text, change)
    return state, (*unread, *odd)


def read_refusals(reader: ObjectReader, commit: str, text: To) -> tuple[Refusal, ...]:
    """Return why things were refused, by key; a file that does not say it is passed over."""
    listed = {
        f"{REFUSED}/{_name(entry)}": entry.id
        for entry in reader.folder(commit, REFUSED)
        if entry.is_file and entry.name.endswith(b".json")
    }
    refusals: list[Refusal] = []
    for path, found in zip(listed, reader.read_all(list(listed.values()), MAX_FILE), strict=True):
        try:
            refusals.append(refusal_from((found.data if found else None) or b"", path, text))
        except RecordError:
            continue
    return tuple(refusals)


def state_tree(
    reader: ObjectReader,
    objects: Objects,
    tree: str | None,
    state: BotState,
    refusals: Sequence[Refusal] = (),
    refused: Sequence[Standing[str]] = (),
) -> str:
    """Store the tree that holds this memory in place of the one in `tree`, and more refusals; return its id.

    What is on the open proposal is not refused: where people opened a closed one again, they took that back. Of what
    stands only the one change was refused, so it is not kept as a refused experience.
    """
    files = {**state_files(state), **dict(refusal_file(one) for one in refusals)}
    blobs: dict[str, str | None] = dict(zip(files, objects.write("blob", list(files.values())), strict=True))
    stands = {row.id for row in (state.proposal.rows if state.proposal else ()) if row.before}
    blobs |= {
        f"{REFUSED}/{one.experience.id}.yaml": one.blob for one in refused if one.experience.id not in stands
    }
    blobs |= {path: None for path in _proposed(state) if path not in blobs}
    others = [entry for entry in (reader.tree(tree) if tree else None) or () if entry.name not in _OURS]
    return put(reader, objects, objects.write("tree", [tree_bytes(others)])[0], blobs)


def _proposed(state: BotState) -> Iterator[str]:
    """Yield where a refusal of what is on the open proposal would lie."""
    for row in state.proposal.rows if state.proposal else ():
        if row.state != "dropped":
            yield f"{REFUSED}/{row.key}.json"
            if row.kind == "experience":
                yield f"{REFUSED}/{row.id}.yaml"


def _listed(reader: ObjectReader, commit: str, unread: list[str]) -> dict[str, str]:
    """Return the files of the memory by path, and say what else lies among them."""
    root = reader.tree(f"{commit}^{{tree}}")
    if root is None:
        raise RepositoryError("refs/exp/ledger", "is not in this clone", "git fetch --refetch --no-filter")
    found: dict[str, str] = {}
    left = [("", entry) for entry in root if entry.name in _OURS]
    while left:
        above, entry = left.pop()
        path = f"{above}{_name(entry)}"
        if entry.is_file:
            found[path] = entry.id
        elif entry.is_folder and path in _FOLDERS:
            left += [(f"{path}/", inner) for inner in reader.tree(entry.id) or ()]
        else:
            unread.append(f"{shown(path)[:200]}: is {entry.kind}")
    if len(found) > MAX_FILES:
        unread.append(f"{WAITING}: holds {len(found)} files, of which {MAX_FILES} are read")
    return dict(islice(sorted(found.items()), MAX_FILES))


def _name(entry: Entry) -> str:
    return entry.name.decode("utf-8", "replace")
