"""Tells which approaches did not stay, and why: reverted for good, rejected in words, lost with a side branch."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Protocol

from gitexp.records.archaeology import Abandoned, Witness
from gitexp.records.claim import MAX_LINE, innermost, without_number
from gitexp.records.past import Change, Merge, Touch
from gitexp.steps.owners import moment
from gitexp.steps.quiet import is_bot, is_changelog, is_routine
from gitexp.steps.quiet_formatting import is_formatting
from gitexp.steps.side_branches import thrown_away_by
from gitexp.steps.trailers import said_in

UNDOING = ("revert", "partial_revert", "revert_plus", "workaround_lifted")
NOISE = ("bot_churn", "reformat")
SHORT = 2
"""Words of a title that tells nothing by itself."""
_AGAIN = re.compile(
    r"^(?:re-?land|re-?apply|re-?do|retry|another attempt (?:at|to)|second attempt (?:at|to))\b:?\s*"
    r"|\W*(?:take|attempt|try|v)\W?\d+\W*$"
    r"|\W*(?:again|second (?:try|attempt))\W*$",
    re.I,
)
_TRIFLE = re.compile(r"\b(?:typos?|spelling|nodoc|grammar)\b", re.I)
_GIVES_UP = re.compile(
    r"(?!\W*(?:hg |bzr |git |trunk )?merg)(?:.*)\b(?:stop|drop|remov|revert|discard|abandon|undo|throw|giv(?:e|ing) up"
    r"|replac|supersed|obsolet|reject|do not|don't"
    r"|no longer|instead|strategy ours|-s ours)",
    re.I,
)
"""A git merge with such a subject was made to be rid of what it merges."""
_TAKES_BACK = re.compile(r"\brevert|\bback(?:ed|ing|s)?[ -]?out\b|\bundo", re.I)


class RejectedAlternative(Protocol):
    """An alternative that a change record rejects, with the reason."""

    @property
    def what(self) -> str: ...
    @property
    def why(self) -> str: ...
    @property
    def id(self) -> str: ...
    @property
    def at(self) -> str: ...


def abandoned(
    changes: Sequence[Change],
    dead: Sequence[Touch],
    records: Sequence[RejectedAlternative],
    merges: Sequence[Merge] = (),
) -> tuple[Abandoned, ...]:
    """Return the approaches that did not stay, the newest first; an idea is one item however often it was tried.

    `changes` are newest first. Machines, formatting and what a changelog went through are no approaches, and what
    was brought in again stayed. `merges` tell which of them threw a side branch away.
    """
    out = _reverted(changes)
    known = {id for one in out for id in one.attempts}
    found = [*out, *_in_trailers(changes), *_in_records(records), *_lost(dead, merges, known)]
    return tuple(sorted(found, key=lambda one: moment(one.where.at), reverse=True))


def _reverted(changes: Sequence[Change]) -> list[Abandoned]:
    by_id = {change.commit: change for change in changes}
    found = []
    for idea in _ideas(changes, by_id):
        attempts = [change for change in idea if change.state == "out"]
        ended = _ended_by(attempts, by_id)
        if attempts and ended and not _lives(idea, attempts[0]) and _is_told(attempts, ended, by_id):
            found.append(_taken_back(attempts, ended, by_id))
    return found


def _ideas(changes: Sequence[Change], by_id: Mapping[str, Change]) -> list[list[Change]]:
    """Return for each idea its attempts, oldest first: joined by what brought one in again, and by their title."""
    tried = [
        change
        for change in changes
        if not change.bot and change.kind not in NOISE and change.kind not in UNDOING
    ]
    leader: dict[str, str] = {}

    def first(name: str) -> str:
        while name in leader:
            name = leader[name]
        return name

    out = [change for change in tried if change.state == "out"]
    # Of the others only those whose words hold one of these titles are worth a closer look.
    like = re.compile("|".join(sorted(re.escape(_named(change)) for change in out)) or "(?!)")
    named = {
        one.commit: _named(one)
        for one in tried
        if one.state == "out" or like.search(" ".join(_title(one.touch).casefold().split()))
    }
    for change in tried:
        for other in (*_again(change, by_id), named.get(change.commit, change.commit)):
            if first(other) != first(change.commit):
                leader[first(other)] = first(change.commit)
    ideas: dict[str, list[Change]] = defaultdict(list)
    for change in reversed(tried):
        ideas[first(change.commit)].append(change)
    return list(ideas.values())


def _again(change: Change, by_id: Mapping[str, Change]) -> Iterator[str]:
    """Return what brought the same in again, and what it brings in again itself."""
    yield from change.relanded_by
    if change.kind == "reland":
        for undone in change.reverts:
            yield from by_id[undone].reverts if undone in by_id else ()


def _named(change: Change) -> str:
    """Return a key that changes of one title share; a short title is many a change's."""
    title = _AGAIN.sub("", innermost(_title(change.touch))).strip(" .:'\"")
    return " ".join(title.casefold().split()) if len(title.split()) > SHORT else change.commit


def _ended_by(attempts: Sequence[Change], by_id: Mapping[str, Change]) -> list[str]:
    """Return what took the attempts back, oldest first."""
    ended = dict.fromkeys(id for one in attempts for id in one.reverted_by)
    return sorted(ended, key=lambda id: by_id[id].touch.seconds if id in by_id else 0)


def _lives(idea: Sequence[Change], first: Change) -> bool:
    """Return whether a later attempt stayed."""
    return any(one.state != "out" and one.touch.seconds >= first.touch.seconds for one in idea)


def _is_told(attempts: Sequence[Change], ended: Sequence[str], by_id: Mapping[str, Change]) -> bool:
    """Return whether it is worth telling: no workaround that had its time, no churn, no changelog's ups and downs."""
    ends = [by_id[id] for id in ended if id in by_id]
    if _TRIFLE.search(_title(attempts[0].touch)):
        return False
    if ends and all(_ends_nothing(end) for end in ends):
        return False
    if is_changelog(attempts[-1].touch.path):
        return any(_TAKES_BACK.search(end.touch.subject) for end in ends)
    return True


def _ends_nothing(end: Change) -> bool:
    if end.kind == "workaround_lifted" or end.kind in NOISE:
        return True
    return end.bot and not _TAKES_BACK.search(end.touch.subject)


def _taken_back(attempts: Sequence[Change], ended: Sequence[str], by_id: Mapping[str, Change]) -> Abandoned:
    ends = [by_id[id] for id in ended if id in by_id]
    told = next((end for end in reversed(ends) if end.reason), ends[-1] if ends else attempts[-1])
    touch = told.touch
    where = Witness(touch.commit, told.reason or touch.subject, touch.author, touch.at, path=touch.path)
    title = innermost(_title(attempts[0].touch))
    reason = told.reason if ends else ""
    return Abandoned("reverted", title, reason, where, tuple(one.commit for one in attempts), tuple(ended))


def _in_trailers(changes: Sequence[Change]) -> list[Abandoned]:
    """Return the alternatives that changes which are in reject in a trailer; said twice, the newest counts."""
    found: dict[str, Abandoned] = {}
    for change in changes:
        touch = change.touch
        if change.state != "in" or change.bot or "ejected:" not in touch.body:
            continue
        for one in said_in(touch):
            if one.name == "Rejected" and one.said:
                where = Witness(touch.commit, one.value, touch.author, touch.at, path=touch.path)
                found.setdefault(one.said.casefold(), Abandoned("rejected", one.said, one.reason, where))
    return list(found.values())


def _in_records(records: Sequence[RejectedAlternative]) -> list[Abandoned]:
    return [
        Abandoned("rejected", one.what, one.why, Witness(quote=one.what, at=one.at, id=one.id))
        for one in records
    ]


def _lost(dead: Sequence[Touch], merges: Sequence[Merge], known: Collection[str]) -> list[Abandoned]:
    """Return an item for each side branch: what goes on from one blob to the next belongs together."""
    branches: list[list[Touch]] = []
    for touch in reversed([touch for touch in dead if touch.commit not in known and _is_approach(touch)]):
        branch = next((one for one in branches if any(before.new == touch.old for before in one)), None)
        if branch is None:
            branches.append([touch])
        else:
            branch.append(touch)
    return [_side_branch(branch, merges) for branch in branches]


def _is_approach(touch: Touch) -> bool:
    title = _title(touch)
    noise = is_bot(touch.author, touch.email) or is_changelog(touch.path)
    return not (noise or is_routine(title) or is_formatting(title) or _TAKES_BACK.search(title))


def _side_branch(branch: Sequence[Touch], merges: Sequence[Merge]) -> Abandoned:
    tip = branch[-1]
    ends = thrown_away_by(tip, merges)
    reason = next((merge.subject for merge in reversed(ends) if _GIVES_UP.match(merge.subject)), "")
    where = Witness(tip.commit, reason or tip.subject, tip.author, tip.at, path=tip.path)
    tried, ended = tuple(one.commit for one in branch), tuple(merge.commit for merge in ends)
    return Abandoned("side_branch", _title(branch[0]), reason, where, tried, ended)


def _title(touch: Touch) -> str:
    # A longer title no person wrote; reverts of reverts in it would be read into without end.
    return without_number((touch.title or touch.subject)[:MAX_LINE])
