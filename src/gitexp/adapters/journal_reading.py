"""Reads the journals of all clones from their refs; who may push may write anything there, so all of it is bounded."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from typing import NamedTuple

from gitexp.adapters.clone_refs import clone_refs
from gitexp.adapters.episode_json import read
from gitexp.adapters.git import Git, shown
from gitexp.adapters.git_objects import ObjectReader
from gitexp.errors import RecordError
from gitexp.records.episode import Episode
from gitexp.records.skipped import Skipped

JOURNAL = "refs/exp/journal/"
MOST_CLONES = 2000
MOST_OF_A_CLONE = 5000
"""Notes of one clone that are read, the newest months first."""
MOST = 20_000
"""Notes of all clones."""
MAX_EPISODE = 64 << 10
MOST_SKIPPED = 100
_AT_ONCE = 500
_DAY = 86_400
"""Seconds: clocks differ, and so do the zones in which a day begins."""
_YEAR = re.compile(rb"[0-9]{4}")
_MONTH = re.compile(rb"0[1-9]|1[0-2]")
_FILE = re.compile(rb"[a-z0-9]+(?:-[a-z0-9]+)*-[0-9a-f]{10}\.json")


class Place(NamedTuple):
    """Where an episode's file lies in a journal's tree, and its blob."""

    path: str
    blob: str


def all_episodes(git: Git, own: str, now: float) -> tuple[Sequence[Episode[str]], Sequence[Skipped]]:
    """Return the episodes of all clones that are known here, oldest first, each once, and what is unreadable.

    `own` is this clone, which is read first; each of the others has its share of the room, so that none crowds others
    out. What is dated after `now` (seconds) was not noted then.
    """
    found: dict[str, Episode[str]] = {}
    skipped: list[Skipped] = []
    seen: set[str] = set()
    clones = clone_refs(git, "journal")
    room = MOST
    with ObjectReader(git) as reader:
        latest = datetime.fromtimestamp(now + _DAY, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
        ordered = sorted(clones, key=lambda clone: (clone != own, clone))[:MOST_CLONES]
        for number, clone in enumerate(ordered):
            refs = clones[clone]
            fair = room if clone == own else room // (len(ordered) - number)
            left = min(fair, MOST_OF_A_CLONE)
            for ref, commit in refs:
                wanted = [one for one in places(reader, commit) if one.blob not in seen]
                if len(wanted) > left:
                    skipped.append(
                        Skipped(ref, f"{len(wanted) - left} more notes, those of the oldest months: not read")
                    )
                seen.update(one.blob for one in wanted[:left])
                for one in episodes_at(reader, ref, wanted[:left]):
                    if isinstance(one, Skipped):
                        skipped.append(one)
                    elif one.at > latest:
                        skipped.append(Skipped(f"{ref}:{path_of(one)}", "is dated after today"))
                    elif one.id not in found or one.at < found[one.id].at:
                        found[one.id] = one
                left, room = left - len(wanted[:left]), room - len(wanted[:left])
    if len(clones) > MOST_CLONES:
        skipped.append(Skipped(JOURNAL, f"{len(clones) - MOST_CLONES} more clones: not read"))
    if len(skipped) > MOST_SKIPPED:
        skipped[MOST_SKIPPED:] = [
            Skipped(JOURNAL, f"{len(skipped) - MOST_SKIPPED} more things can't be read")
        ]
    return sorted(found.values(), key=lambda one: (one.at, one.id)), skipped


def places(reader: ObjectReader, commit: str) -> list[Place]:
    """Return where the episodes of a journal lie, those of the newest months first; what else lies there is not ours."""
    found: list[Place] = []
    for year in sorted(reader.tree(f"{commit}^{{tree}}") or (), key=lambda entry: entry.name, reverse=True):
        if not (year.is_folder and _YEAR.fullmatch(year.name)):
            continue
        for month in sorted(reader.tree(year.id) or (), key=lambda entry: entry.name, reverse=True):
            if not (month.is_folder and _MONTH.fullmatch(month.name)):
                continue
            folder = f"{year.name.decode()}/{month.name.decode()}"
            files = [one for one in reader.tree(month.id) or () if one.is_file and _FILE.fullmatch(one.name)]
            found += (Place(f"{folder}/{one.name.decode()}", one.id) for one in files)
    return found


def episodes_at(reader: ObjectReader, ref: str, wanted: Sequence[Place]) -> Iterator[Episode[str] | Skipped]:
    """Yield the episode at each place, or why there is none."""
    for start in range(0, len(wanted), _AT_ONCE):
        some = wanted[start : start + _AT_ONCE]
        for one, blob in zip(some, reader.read_all([each.blob for each in some], MAX_EPISODE), strict=True):
            where = f"{ref}:{shown(one.path)}"
            if blob is None or blob.kind != "blob":
                yield Skipped(where, "is not in this clone", bad=False)
            elif blob.data is None:
                yield Skipped(where, f"has more than {MAX_EPISODE >> 10} kB, and no note has")
            else:
                yield _episode(blob.data, one.path, where)


def path_of(episode: Episode[str]) -> str:
    """Return where an episode's file lies: `YYYY/MM/ID.json`."""
    return f"{episode.at[:4]}/{episode.at[5:7]}/{episode.id}.json"


def _episode(data: bytes, path: str, where: str) -> Episode[str] | Skipped:
    try:
        episode = read(data, where)
    except RecordError as error:
        return Skipped(where, error.what)
    return (
        episode if path_of(episode) == path else Skipped(where, "lies where no note of its id and date does")
    )
