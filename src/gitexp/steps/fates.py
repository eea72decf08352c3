"""Says what became of each change: its kind, what took it back or brought it in again, and whether it is in today."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from gitexp.records.history import Commit
from gitexp.records.past import Change, ChangeKind, State, Touch, Undoing
from gitexp.records.reason import reason
from gitexp.steps.said_undone import Said
from gitexp.steps.undoings import ENOUGH

_FOR_NOW = re.compile(
    r"\b(?:work[ -]?around|temporar(?:y|ily)|for now|for the time being|until|hack|stop-?gap|band-?aid|quick fix|"
    r"re-?disabl\w*|disabl\w*|"
    r"skip\w*|x-?fail\w*|un-?(?:bundle|pin)|pin(?:s|ned|ning)?|lock(?:s|ed|ing)?|bind to|cap(?:s|ped)?|hold(?:ing)? back|"
    r"avoid\w* (?:broken|buggy)|mute\w*|ignore\w*|blacklist\w*|exclude\w*|downgrade\w*|switch \w.*\bback to)\b"
    r"|暂时|临时|绕过|規避|回避|一時的|暫定",
    re.I,
)
"""Words of a change that was made to last only until something else is mended."""
_NO_LONGER = re.compile(
    r"\b(?:remov\w*|drop\w*|delet\w*|lift\w*|un-?(?:skip|lock|disabl|mut|ignor)\w*|re-?enabl\w*|no longer|get rid|clean)\b"
    r"|去掉|移除|削除",
    re.I,
)
"""Words of a change that ends such a one."""


@dataclass(frozen=True)
class Relanded:
    """A later commit that brings back most of the lines of one that was taken out."""

    commit: str
    original: str
    revert: str = ""
    """The newest commit that had taken it out."""


def fates(
    touches: Sequence[Touch],
    undoings: Sequence[Undoing],
    relanded: Sequence[Relanded],
    messages: Mapping[str, Said],
    *,
    bots: Collection[str] = (),
    reformats: Collection[str] = (),
    others: Mapping[str, Touch] | None = None,
    lost: Collection[str] = (),
) -> tuple[Change, ...]:
    """Return each touch with its fate, in the order given (newest first).

    `others` are commits that did not touch the file and are named by one that did; `lost` are commits whose work
    a merge threw away: what they took back is in.
    """
    of = _Fates(touches, undoings, relanded, messages, bots, lost)
    known = {**(others or {}), **{touch.commit: touch for touch in touches}}
    return tuple(of.change(touch, known, reformats) for touch in touches)


class _Fates:
    """The chains of what was done to each change, each commit looked up once."""

    def __init__(
        self,
        touches: Sequence[Touch],
        undoings: Sequence[Undoing],
        relanded: Sequence[Relanded],
        messages: Mapping[str, Said],
        bots: Collection[str],
        lost: Collection[str] = (),
    ) -> None:
        self.lost = lost
        self.messages = messages
        self.bots = bots
        self.place = {touch.commit: place for place, touch in enumerate(touches)}
        self.touches = {touch.commit: touch for touch in touches}
        self.undoes: defaultdict[str, list[Undoing]] = defaultdict(list)
        self.undone: defaultdict[str, list[Undoing]] = defaultdict(list)
        for one in undoings:
            self.undoes[one.commit].append(one)
            self.undone[one.undone].append(one)
        self.again: defaultdict[str, list[str]] = defaultdict(list)
        self.back = {(back.commit, back.revert) for back in relanded}
        for back in relanded:
            self.again[back.original].append(back.commit)
        self.states: dict[str, State] = {}
        self.kinds: dict[str, ChangeKind] = {}
        # From the oldest on, so that what a commit undoes has its kind; then from the newest on for the states.
        for touch in reversed(touches):
            self.kinds[touch.commit] = self._kind(touch)
        for touch in touches:
            self.states[touch.commit] = self._state(touch.commit)

    def change(self, touch: Touch, known: Mapping[str, Touch], reformats: Collection[str]) -> Change:
        """Return one touch with its fate."""
        undoes = self.undoes[touch.commit]
        kind = self.kinds[touch.commit]
        best = undoes[0] if undoes else None
        if kind == "change" and touch.commit in reformats:
            kind = "reformat"
        original = known.get(best.undone) if best else None
        return Change(
            touch,
            kind,
            best.exactness if best else "claimed" if kind in ("revert", "reland") else None,
            best.ground if best else None,
            tuple(one.undone for one in undoes),
            tuple(dict.fromkeys(one.commit for one in self._newest_first(self.undone[touch.commit]))),
            tuple(self._relanded_by(touch.commit)),
            self.states[touch.commit],
            _reason(touch, original)
            if (best or kind in ("revert", "reland")) and kind != "bot_churn"
            else "",
            touch.commit in self.bots,
        )

    def _kind(self, touch: Touch) -> ChangeKind:
        undoes = self.undoes[touch.commit]
        if not undoes:
            return _plain_kind(touch, self.messages[touch.commit])
        best = undoes[0]
        if touch.commit in self.bots and best.undone in self.bots:
            return "bot_churn"
        more = best.exactness == "all_and_more" and best.pure is not None and self._pure(undoes) < ENOUGH
        if self._takes_out(best.undone):
            # Who says *revert* and does more does not only bring back; who brings back seldom does it unchanged.
            message = self.messages[touch.commit]
            return "revert_plus" if more and message.subject and not message.again else "reland"
        if more:
            return "revert_plus"
        if _is_part(best):
            return "partial_revert"
        if not self.messages[touch.commit].subject and self._was_for_now(best.undone):
            return "workaround_lifted"
        return "revert"

    def _takes_out(self, commit: str) -> bool:
        """Return whether a commit took something out; what undoes such a commit brings something back."""
        if self.kinds.get(commit) not in ("revert", "revert_plus"):
            return False
        return not any(self.kinds.get(one.undone) == "revert" for one in self.undoes[commit])

    def _pure(self, undoes: Sequence[Undoing]) -> float:
        """Return which share of a commit's lines undo something: it may take back several commits, and nothing else.

        A merge and the commit that it brought are the same lines, and count once.
        """
        whole = [one for one in undoes if one.exactness in ("exact", "all_and_more")]
        several = sum(one.pure or 0.0 for one in whole if one.undone in self.touches)
        return max([several, *(one.pure or 0.0 for one in whole)])

    def _was_for_now(self, commit: str) -> bool:
        touch = self.touches.get(commit)
        if touch is None or _NO_LONGER.search(touch.title):
            return False
        return _FOR_NOW.search(touch.title) is not None

    def _state(self, commit: str) -> State:
        """Return whether a change is in: it is out while something that undid it whole is itself in."""
        if commit in self.lost and any(one.exactness != "claimed" for one in self.undoes[commit]):
            return "out"
        whole = [one for one in self.undone[commit] if self._is_whole(one) and one.commit not in self.lost]
        if any(one.exactness == "claimed" for one in whole) and not any(
            one.exactness != "claimed" and self.states.get(one.commit) == "in" for one in whole
        ):
            return "unknown"
        if any(self.states.get(one.commit, "in") == "in" for one in whole if one.exactness != "claimed"):
            if any(self.states.get(again, "in") == "in" for again in self._after(commit, whole)):
                return "in"
            return "out"
        return "in"

    def _after(self, commit: str, whole: Sequence[Undoing]) -> list[str]:
        """Return the commits that made it anew after the last undoing."""
        last = min((self.place.get(one.commit, 0) for one in whole), default=0)
        return [again for again in self.again[commit] if self.place.get(again, 0) < last]

    def _is_whole(self, one: Undoing) -> bool:
        if self.kinds.get(one.commit) in ("partial_revert", "bot_churn"):
            return False
        return not _is_part(one) or (one.commit, one.undone) in self.back

    def _relanded_by(self, commit: str) -> list[str]:
        """Return what brought back what this commit did, or what this commit had taken out; newest first."""
        found: list[str] = []
        for one in self.undone[commit]:
            if not self._is_whole(one):
                continue
            if self.kinds.get(one.commit) == "reland" or self._takes_out(commit):
                found.append(one.commit)
            found += [two.commit for two in self.undone[one.commit] if self._is_whole(two)]
        for one in self.undoes[commit]:
            if self._takes_out(commit):
                found += self.again[one.undone]
        found += self.again[commit]
        order = sorted(dict.fromkeys(found), key=lambda id: self.place.get(id, 0))
        return [id for id in order if id != commit]

    def _newest_first(self, some: Sequence[Undoing]) -> list[Undoing]:
        return sorted(some, key=lambda one: self.place.get(one.commit, 0))


def _is_part(one: Undoing) -> bool:
    return one.exactness == "part" and (one.share is None or one.share < ENOUGH)


def _plain_kind(touch: Touch, message: Said) -> ChangeKind:
    """Return the kind of a commit of which no undone commit is known."""
    if message.subject:
        return "reland" if message.again else "revert"
    if touch.renamed_from is None:
        return "change"
    return "move" if touch.similarity == 100 else "rename"


def _reason(touch: Touch, original: Touch | None) -> str:
    """Return why something was taken back, in its author's words."""
    before = None
    if original is not None:
        before = Commit(original.commit, original.author, original.at, original.subject, original.body)
    return reason("", touch.body, before)
