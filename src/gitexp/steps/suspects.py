"""Pairs commits that may undo one another: by what messages name, and by blobs that go back to what they were."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from gitexp.records.claim import brings_back, pull_number, without_number
from gitexp.records.past import Chain, Merge, Touch
from gitexp.steps.said_undone import Said, own_diff, plain_title

NEAREST = 3
"""Older commits with the same blobs that are looked at; one that was undone long ago is seldom meant."""
BACK = 4
"""Commits in a row that one commit may take back together."""
MOST_PAIRS = 1200
MOST_BROUGHT = 60
"""Touches that are gone back to find what a merge brought."""
_TAGS = re.compile(r"^(?:\[[^\]]{1,40}\]\s*)+")


@dataclass(frozen=True)
class Suspect:
    """One commit may undo another: as its message says, or as the blobs of the file suggest."""

    commit: str
    target: str
    said: bool
    """Whether the message names it."""


@dataclass
class _Known:
    """The commits of a chain by what may name them; each list newest first, as the chain is."""

    place: dict[str, int] = field(default_factory=dict)
    titles: defaultdict[str, list[int]] = field(default_factory=lambda: defaultdict(list))
    undoing: defaultdict[str, list[int]] = field(default_factory=lambda: defaultdict(list))
    """Commits whose subject says that they take back what has this title."""
    pulls: defaultdict[str, list[int]] = field(default_factory=lambda: defaultdict(list))
    diffs: defaultdict[str, list[int]] = field(default_factory=lambda: defaultdict(list))
    pairs: defaultdict[tuple[str, str], list[int]] = field(default_factory=lambda: defaultdict(list))
    made: defaultdict[str, list[int]] = field(default_factory=lambda: defaultdict(list))


def suspects(
    chain: Chain, messages: Mapping[str, Said], ids: Mapping[str, str]
) -> tuple[tuple[Suspect, ...], tuple[str, ...]]:
    """Return the pairs worth a look, and what was not looked at.

    `messages` is what each touch says, `ids` the whole ids of the beginnings that messages name.
    """
    known = _known(chain, messages)
    merges = {merge.commit: merge for merge in chain.merges}
    numbers = {number: merge for merge in chain.merges if (number := pull_number(merge.subject))}
    sides: defaultdict[tuple[str, str], list[Merge]] = defaultdict(list)
    for merge in chain.merges:
        for _, blob in merge.sides:
            sides[(blob, merge.new)].append(merge)
    found: dict[tuple[str, str], Suspect] = {}
    for place, touch in enumerate(chain.touches):
        message = messages[touch.commit]
        named = [ids[name] for name in message.ids if name in ids]
        if message.again:
            named = _undoers(named, place, messages, chain.touches, known)
        if message.subject or message.again:
            named += _named(touch, place, message, chain.touches, known, numbers)
        # Who takes a merge back takes back what it brought.
        for merge in [merges[one] for one in named if one in merges]:
            named += [one for one in _brought(merge, chain.touches, known) if one not in named]
        alike = [chain.touches[one].commit for one in _alike(touch, place, known)]
        alike.sort(key=lambda commit: commit not in touch.parents)
        alike += [
            merge.commit
            for merge in [one for one in sides[(touch.new, touch.old)] if one.seconds <= touch.seconds][:2]
        ]
        if message.subject and not named:
            alike += _range(touch, place, chain.touches, known)
        for target, by_name in [*((one, True) for one in named), *((one, False) for one in alike)]:
            if (target != touch.commit and touch.old != touch.new) or by_name:
                found.setdefault((touch.commit, target), Suspect(touch.commit, target, by_name))
    pairs = tuple(found.values())
    limits = (f"only {MOST_PAIRS} of {len(pairs)} pairs that may undo one another were compared",)
    return pairs[:MOST_PAIRS], limits if len(pairs) > MOST_PAIRS else ()


def _known(chain: Chain, messages: Mapping[str, Said]) -> _Known:
    known = _Known()
    for place, touch in enumerate(chain.touches):
        known.place[touch.commit] = place
        for title in {_key(touch.subject), _key(touch.title)}:
            known.titles[title].append(place)
        message = messages[touch.commit]
        if message.subject and message.title and not message.again:
            known.undoing[_key(message.title)].append(place)
        if touch.pull_request:
            known.pulls[touch.pull_request].append(place)
        if number := own_diff(touch):
            known.diffs[number].append(place)
        if touch.old != touch.new:
            known.pairs[(touch.old, touch.new)].append(place)
        known.made[touch.new].append(place)
    return known


def _named(
    touch: Touch,
    place: int,
    message: Said,
    touches: Sequence[Touch],
    known: _Known,
    numbers: Mapping[str, Merge],
) -> list[str]:
    """Return the commits that a subject speaks of by title, by pull request, or by another tool's number."""
    places: list[int] = []
    key = _key(message.title)
    if message.again:
        # What brings X in again undoes the commit that took X back.
        places += _older(known.undoing[key], place)[:1]
    elif key:
        places += _older(known.titles[key], place)[:2]
        if not places and brings_back(f'Revert "{message.title}"'):
            places += _older(known.undoing[_key(plain_title(message.title))], place)[:1]
    for number in message.diffs:
        places += _older(known.diffs[number], place)[:1]
    found = [touches[one].commit for one in places]
    if message.pull:
        found += [touches[one].commit for one in _older(known.pulls[message.pull], place)]
        merge = numbers.get(message.pull)
        if merge is not None and merge.seconds <= touch.seconds:
            found.append(merge.commit)
    return list(dict.fromkeys(found))


def _undoers(
    named: Sequence[str],
    place: int,
    messages: Mapping[str, Said],
    touches: Sequence[Touch],
    known: _Known,
) -> list[str]:
    """Return for what is brought in again the commits that took it back, where it is named itself."""
    found: list[str] = []
    for commit in named:
        at = known.place.get(commit)
        if at is None or messages[commit].subject:
            found.append(commit)
            continue
        undoing = [
            one
            for one in _older(range(at), place)
            if messages[touches[one].commit].subject
            and (
                any(commit.startswith(id) for id in messages[touches[one].commit].ids)
                or _key(messages[touches[one].commit].title) == _key(touches[at].subject)
            )
        ]
        found += [touches[one].commit for one in undoing[:1]]
    return found


def _brought(merge: Merge, touches: Sequence[Touch], known: _Known) -> list[str]:
    """Return the touches that a merge brought from one side or the other, as its blobs tell, the newest first.

    Which side was there before only the content of what takes it back can tell.
    """
    tips = [parent for parent in merge.parents[1:] if parent in known.place]
    at = next((place for place, touch in enumerate(touches) if touch.seconds <= merge.seconds), 0) - 1
    ends = [blob for _, blob in merge.sides]
    ends += [merge.new] if len(ends) < len(merge.parents) else []
    walks = [_back_from(blob, at, touches, known) for blob in dict.fromkeys(ends)]
    places = {place for walk in walks for place in walk}
    brought = sorted(place for place in places if not all(place in walk for walk in walks))
    return list(dict.fromkeys((*tips, *(touches[place].commit for place in brought))))


def _back_from(blob: str, place: int, touches: Sequence[Touch], known: _Known) -> list[int]:
    """Return the touches that led to a blob, the newest first."""
    found: list[int] = []
    while blob and len(found) < MOST_BROUGHT:
        older = _older(known.made[blob], place)
        if not older:
            break
        place = older[0]
        found.append(place)
        blob = touches[place].old
    return found


def _alike(touch: Touch, place: int, known: _Known) -> list[int]:
    """Return the nearest older touches whose blobs this one turns round."""
    if touch.old == touch.new:
        return []
    return _older(known.pairs[(touch.new, touch.old)], place)[:NEAREST]


def _range(touch: Touch, place: int, touches: Sequence[Touch], known: _Known) -> list[str]:
    """Return the touches in a row, at most a few, which led from the blob it goes back to."""
    found: list[str] = []
    blob, at = touch.old, place
    for _ in range(BACK):
        older = _older(known.made[blob], at)
        if not older:
            return []
        at = older[0]
        found.append(touches[at].commit)
        blob = touches[at].old
        if blob == touch.new:
            return found
    return []


def _older(places: Sequence[int], than: int) -> list[int]:
    return [place for place in places if place > than]


def _key(title: str) -> str:
    """Return a title as it is compared: tools cut, wrap and number titles."""
    bare = without_number(_TAGS.sub("", " ".join(title.split())))
    return bare.lower().rstrip(" .…")[:200]
