"""How what a work tree says is written into the index: stamps, and texts in which NUL stands between the words.

What is read back may be damaged: a text that can't have been written raises ValueError.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gitexp.adapters.facts_readings import Surroundings
from gitexp.adapters.manifests_known import Known
from gitexp.records.facts import Fact

if TYPE_CHECKING:
    import os
    from collections.abc import Iterator, Mapping, Sequence

    from gitexp.adapters.facts_gathering import Importing
    from gitexp.records.facts import Dependency

_LONG = 400


def stamp(states: Sequence[os.stat_result | None]) -> str:
    """Return what differs when a file or folder was changed, or another was put in its place."""
    return " ".join(
        f"{one.st_size}/{one.st_mtime_ns}/{one.st_ctime_ns}/{one.st_ino}" if one else "-" for one in states
    )


def of_places(folder: str, places: Sequence[Known]) -> str:
    """Return the manifests of a folder as one text; of all signs only NUL is in no name."""
    start = len(folder) + 1 if folder else 0
    return "\0".join(f"{one.path[start:]}\0{one.ecosystem}\0{_kind(one)}" for one in places)


def _kind(one: Known) -> str:
    return "lock" if one.lock else "manifest" if one.read else "unread"


def places(folder: str, text: str) -> Iterator[Known]:
    """Yield the manifests of a folder."""
    for name, ecosystem, kind in _threes(text.split("\0") if text else []):
        yield Known(
            f"{folder}/{name}" if folder else name, folder, ecosystem, kind == "lock", kind != "unread"
        )


def of_pairs(pairs: Mapping[str, str]) -> str:
    """Return names with a word to each as one text."""
    return "\0".join(part for pair in pairs.items() for part in pair)


def pairs(text: str) -> dict[str, str]:
    """Return the names and their words."""
    parts = text.split("\0") if text else []
    return dict(zip(parts[::2], parts[1::2], strict=True))


def of_surroundings(folders: Sequence[str], found: Surroundings) -> str:
    """Return what the top folders show as one text, after the folders that were looked into."""
    tellable = "\n".join(f"{key} {' '.join(sorted(values))}" for key, values in found.tellable.items())
    shown = (part for key, fact in found.shown.items() for part in (key, fact.value, fact.origin))
    return "\0".join(("\n".join(folders), tellable, *shown))


def looked_into(text: str) -> list[str]:
    """Return the folders that were looked into."""
    return text.partition("\0")[0].split("\n")


def surroundings(text: str) -> Surroundings:
    """Return what the top folders show."""
    _, tellable, *parts = text.split("\0")
    lines = (line.split() for line in tellable.split("\n"))
    return Surroundings(
        {key: Fact(value, origin) for key, value, origin in _threes(parts)},
        {key: frozenset(values) for key, *values in lines},
    )


def _threes(parts: Sequence[str]) -> Iterator[tuple[str, str, str]]:
    return zip(parts[::3], parts[1::3], parts[2::3], strict=True)


def of_importers(importing: Sequence[Importing]) -> str:
    """Return what tells these importers apart: their folders, and what their manifests ask for."""
    parts = (part for one in importing for part in (one.folder, *(said.digest for said in one.said), "/"))
    text = "\0".join(parts)
    return text if len(text) < _LONG else id_of(text.encode("utf-8", "surrogatepass"))


def digest_of(rows: Sequence[Dependency]) -> str:
    """Return what tells these dependencies apart."""
    parts = (part or "" for row in rows for part in (row.ecosystem, row.name, row.version, row.declared))
    return id_of("\0".join(parts).encode("utf-8", "surrogatepass"))[:32] if rows else "-"


def id_of(content: bytes) -> str:
    """Return git's id of a content, by SHA-256: nobody makes two contents of one id."""
    from hashlib import sha256  # late: most calls find nothing new

    return sha256(b"blob %d\0" % len(content) + content).hexdigest()


def kept(text: str) -> str | bytes:
    """Return a text as SQLite takes it: a file name or a manifest may hold what is no Unicode."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-8", "surrogatepass")
    return text


def told(value: object) -> str:
    """Return a text that was kept."""
    if isinstance(value, bytes):
        return value.decode("utf-8", "surrogatepass")
    if not isinstance(value, str):
        raise ValueError("no text")
    return value
