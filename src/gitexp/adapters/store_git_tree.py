"""Finds the files of the store in the tree of a commit, and says what lies there and is none."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from gitexp.adapters.git import shown
from gitexp.adapters.git_objects import Entry, ObjectReader
from gitexp.records.experience import RESERVED
from gitexp.records.skipped import Skipped

LEDGER = "refs/exp/ledger"
REFUSED = "refused"
"""The folder in the ledger's tree that holds what was refused, as files of experiences."""
STORE = "experiences"
FACTS = f"{STORE}/facts.yaml"
SUFFIX = ".yaml"


LOST = "can't be read here: git fsck says whether it is damaged, git fetch --refetch brings what a partial clone lacks"


@dataclass(frozen=True)
class Listing:
    """The files of the store at one commit: experiences and facts by path, and what could not be taken."""

    experiences: dict[str, str] = field(default_factory=dict)
    """Path to blob id."""
    facts: str | None = None
    skipped: tuple[Skipped, ...] = ()
    lost: bool = False
    """Whether a folder of it is not in this clone, or damaged."""


def listing(reader: ObjectReader, commit: str | None) -> Listing:
    """Return what the store holds at a commit."""
    if commit is None:
        return Listing()
    entries = reader.tree(f"{commit}:{STORE}")
    return Listing(skipped=tuple(_no_folder(reader, commit))) if entries is None else _listed(reader, entries)


def listing_of(reader: ObjectReader, tree: str) -> Listing:
    """Return what the store holds in a tree of it."""
    return _listed(reader, reader.tree(tree) or ())


def _listed(reader: ObjectReader, entries: Sequence[Entry]) -> Listing:
    experiences: dict[str, str] = {}
    skipped: list[Skipped] = []
    for entry in entries:
        for found in _area(reader, entry):
            if isinstance(found, Skipped):
                skipped.append(found)
            else:
                path, blob = found
                experiences[path] = blob
    files = {entry.name: entry.id for entry in entries if entry.is_file}
    lost = any(skip.what == LOST for skip in skipped)
    return Listing(experiences, files.get(b"facts.yaml"), tuple(skipped), lost)


def is_experience_path(path: str) -> bool:
    """Return whether an experience may lie at this path."""
    parts = path.split("/")
    return len(parts) == 3 and parts[0] == STORE and is_area(parts[1]) and refusal(parts[1], parts[2]) is None


def refusal(area: str, name: str) -> str | None:
    """Return why a file of an area can't be an experience, None where it can, "" where it does not try to be."""
    if name.startswith(".") or not name.endswith((SUFFIX, ".yml")):
        return ""
    if not (area + name).isprintable():
        return "the path is no UTF-8 or holds control characters: rename it"
    if name.endswith(".yml"):
        return f"the name ends in .yml: name it {name.removesuffix('.yml')}{SUFFIX}"
    return None


def is_area(name: str) -> bool:
    """Return whether a folder of the store holds experiences, by its name."""
    return not name.startswith(".") and name not in RESERVED


def _area(reader: ObjectReader, entry: Entry) -> Iterator[tuple[str, str] | Skipped]:
    """Yield the experiences of one area, and what lies there and is none."""
    area = entry.name.decode("utf-8", "surrogateescape")
    if not is_area(area):
        return
    if not entry.is_folder:
        if area.endswith((SUFFIX, ".yml")) and area != "facts.yaml":
            yield Skipped(_where(area), f"not served: move it to {STORE}/AREA/")
        elif not entry.is_file:
            yield Skipped(_where(area), f"is {entry.kind}: not followed")
        return
    entries = reader.tree(entry.id)
    if entries is None:
        yield Skipped(_where(area), LOST)
    for inner in entries or ():
        name = inner.name.decode("utf-8", "surrogateescape")
        reason = refusal(area, name)
        if inner.is_folder and not name.startswith("."):
            yield Skipped(_where(area, name), "is a folder: experiences lie one folder deep")
        elif reason == "":
            continue
        elif not inner.is_file:
            yield Skipped(_where(area, name), f"is {inner.kind}: not followed")
        elif reason:
            yield Skipped(_where(area, name), reason)
        else:
            yield f"{STORE}/{area}/{name}", inner.id


def _where(*parts: str) -> str:
    return shown("/".join((STORE, *parts)))


def _no_folder(reader: ObjectReader, commit: str) -> Iterator[Skipped]:
    """Yield what stands in the place of the store's folder."""
    for entry in reader.tree(f"{commit}^{{tree}}") or ():
        if entry.name == STORE.encode():
            yield Skipped(STORE, f"is {entry.kind}, not a folder: no experience is served")
