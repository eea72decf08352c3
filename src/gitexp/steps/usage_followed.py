"""The usage followed step: which commit of this clone came first, in place and time, after a recall handed something on."""

from __future__ import annotations

from bisect import bisect_left, bisect_right, insort
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from gitexp.records.adoption import FileLines, SeenCommit
from gitexp.records.experience import Experience
from gitexp.records.globs import matches
from gitexp.records.usage import OutcomeEvent, RecallEvent
from gitexp.steps.quiet import is_bot

WINDOW = timedelta(days=14)
"""Who was told something and changes the place later than that has long forgotten it."""
MOST = 300
"""Commits that are looked at, the newest ones."""
STORE = "experiences/"
"""The store's own files name what they are about, and follow nothing."""


@dataclass(frozen=True, slots=True, eq=False)
class Told:
    """A recall that gave something, and when. Each is itself: two that are alike are two."""

    at: datetime
    head: str
    given: tuple[str, ...]


def told_by(recalls: Iterable[RecallEvent], known: Collection[str]) -> list[Told]:
    """Return the recalls that gave some of the known experiences while a commit was checked out, by time."""
    found = []
    for recall in recalls:
        given = tuple(hex for hex in recall.given if hex in known)
        at = _time(recall.at) if given and recall.head else None
        if at is not None:
            found.append(Told(at, recall.head, given))
    return sorted(found, key=lambda one: one.at)


def may_follow(
    told: Sequence[Told], commits: Sequence[SeenCommit], here: Collection[str]
) -> tuple[dict[str, list[Told]], bool]:
    """Return the newest commits that came after recalls of this clone, each with those recalls; and whether that is all.

    They were made here, by no bot, are no merges, stand on the commit that was checked out at the recall, and their
    author wrote them within 14 days after it. `told` is in the order of time, the newest of the commits comes first.
    """
    times = [one.at for one in told]
    near: list[tuple[str, Sequence[Told]]] = []
    for commit in commits:
        written = _time(commit.at) if commit.id in here and len(commit.parents) < 2 else None
        if written is None or is_bot(commit.author, commit.email):
            continue
        before = told[bisect_left(times, written - WINDOW) : bisect_right(times, written)]
        if before:
            near.append((commit.id, before))
        if len(near) > MOST:
            break
    whole = len(near) <= MOST
    near = near[:MOST]
    heads = dict.fromkeys(one.head for _, before in near for one in before)
    bit = {head: 1 << number for number, head in enumerate(heads)}
    stood_on = _descent(commits, bit) if near else {}
    found: dict[str, list[Told]] = {}
    for id, before in near:
        below = {head for head in heads if stood_on[id] & bit[head]}
        if asked := [one for one in before if one.head in below]:
            found[id] = asked
    return found, whole


def first_after(
    followers: Mapping[str, Sequence[Told]],
    commits: Sequence[SeenCommit],
    lines: Mapping[str, Sequence[FileLines]],
    experiences: Mapping[str, Experience[str]],
    kept: Iterable[OutcomeEvent] = (),
) -> Iterator[tuple[SeenCommit, Experience[str]]]:
    """Yield for each recall, and each experience that it gave, the first commit that changes a file of its scope.

    Each pair comes once. `kept` are outcomes of this clone's diffs that were kept: the recalls that they answer are
    settled, whatever became of the commit since.
    """
    answers: dict[str, list[datetime]] = defaultdict(list)
    for one in kept:
        if (at := _time(one.at)) is not None:
            insort(answers[one.hex], at)
    settled: dict[str, set[Told]] = defaultdict(set)
    for commit in sorted(commits, key=lambda one: (one.at, one.id)):
        asked: dict[str, list[Told]] = defaultdict(list)
        for told in followers.get(commit.id, ()):
            for hex in told.given:
                asked[hex].append(told)
        for hex, some in asked.items():
            experience = experiences[hex]
            if not any(covers(experience, file.path) for file in lines.get(commit.id, ())):
                continue
            waiting = [one for one in some if one not in settled[hex] and not _is_answered(one, answers[hex])]
            settled[hex].update(some)
            if waiting:
                yield commit, experience


def covers(experience: Experience[str], path: str) -> bool:
    """Return whether a file is in the scope of an experience."""
    return not path.startswith(STORE) and any(matches(glob, path) for glob in experience.scope.paths)


def _is_answered(told: Told, answers: Sequence[datetime]) -> bool:
    first = bisect_left(answers, told.at)
    return first < len(answers) and answers[first] <= told.at + WINDOW


def _descent(commits: Sequence[SeenCommit], bit: Mapping[str, int]) -> dict[str, int]:
    """Return for each commit the bits of those that it stands on."""
    parents = {one.id: one.parents for one in commits}
    below: dict[str, int] = {}
    for start in parents:
        stack = [start]
        while stack:
            commit = stack[-1]
            waiting = [one for one in parents[commit] if one in parents and one not in below]
            if waiting and commit not in below:
                stack += waiting
                continue
            stack.pop()
            bits = 0
            for parent in parents[commit]:
                bits |= bit.get(parent, 0) | below.get(parent, 0)
            below[commit] = bits
    return below


def _time(at: str) -> datetime | None:
    try:
        moment = datetime.fromisoformat(at)
    except ValueError:
        return None
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)
