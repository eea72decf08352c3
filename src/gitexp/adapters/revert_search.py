"""Pairs reverts with what they take back, in one pass over a history's commits, newest first."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from gitexp.records.claim import (
    MAX_LINE,
    PULL_MERGE,
    Claim,
    claim_of,
    commit_of,
    may_claim,
    without_number,
)
from gitexp.records.history import Commit

FORMAT = "--format=%H %P%n%aI%n%aN%n%B"
"""What `git log` has to print of each commit."""
BY_ID, BY_TITLE, BY_PULL, UNKNOWN = range(4)
"""How the commit that is taken back was found, the surest first."""

_NUMBER = re.compile(rb"\s*\(#(\d{1,9})\)\s*$")
_PULL_MERGE = re.compile(PULL_MERGE.encode() + rb"(\d{1,9}) ")


@dataclass
class Event:
    """A commit that claims to take another back, or to bring it in again, and what was found of it."""

    commit: Commit
    claim: Claim
    target: Commit | None = None
    by: int = UNKNOWN
    """How the target was found."""
    same_title: str | None = None
    """The oldest later commit with the reverted title: often a reland that does not say so."""

    @property
    def sure(self) -> bool:
        """Return whether it names what it takes back; `Rollback on error` only sounds like a revert."""
        claim = self.claim
        return claim.quoted or bool(claim.commit_id or claim.pull or self.target)

    def meet(self, commit: Commit, by: int) -> None:
        """Take an older commit for the one spoken of if it is, and no surer sign was met before."""
        if self._agrees(commit, by):
            self.target, self.by = commit, by

    def _agrees(self, commit: Commit, by: int) -> bool:
        if by == BY_ID:
            return self.claim.commit_id is not None and commit.id.startswith(self.claim.commit_id)
        # A number may be another repository's: a title that is not cut short has to agree.
        cut = not self.claim.quoted or self.claim.title.endswith(("…", "..."))
        same = without_number(self.claim.title) in f"{commit.subject}\n{commit.body}"
        return self.by > by and (by == BY_TITLE or cut or same)


@dataclass
class Search:
    """What was gathered from the commits so far."""

    looked_at: int = 0
    events: list[Event] = field(default_factory=list)
    parents: dict[str, str] = field(default_factory=dict)
    """The first parent of each commit that plays a part, "" where it has none."""
    ends: list[str] = field(default_factory=list)
    """The commits without a parent."""
    wanted: dict[tuple[int, bytes], list[Event]] = field(default_factory=dict)
    """What events look for among the older commits: seven digits of an id, a title, a pull request's number."""
    titles: dict[bytes, bytes] = field(default_factory=dict)
    """The oldest commit with each title so far, and its parents."""

    def add(self, record: bytes) -> None:
        """Look at the next commit, as `git log` prints it."""
        head, at, name, message = (*record.split(b"\n", 3), b"", b"", b"")[:4]
        key, *parents = head.split()
        title = message.lstrip(b"\n").partition(b"\n")[0].strip()
        self.looked_at += 1
        if not parents:
            self.ends.append(key.decode())
        numbered = _NUMBER.search(title) if title.endswith(b")") and len(title) <= MAX_LINE else None
        bare = title[: numbered.start()] if numbered else title
        met = self._met(key, title, bare, numbered or _PULL_MERGE.match(title))
        hinted = may_claim(title, message)
        if met or hinted:
            commit = commit_of(key, at, name, message)
            for event, by in met:
                event.meet(commit, by)
            claim = claim_of(commit) if hinted else None
            if met or claim:
                self.parents[commit.id] = parents[0].decode() if parents else ""
            if claim:
                self._expect(Event(commit, claim))
        self.titles[bare] = head

    def _met(
        self, key: bytes, title: bytes, bare: bytes, number: re.Match[bytes] | None
    ) -> list[tuple[Event, int]]:
        """Return the events that look for this commit; a title or a number is looked for once, the newest wins."""
        found = [(event, BY_ID) for event in self.wanted.get((BY_ID, key[:7]), ())]
        signs = [(BY_TITLE, title)] if bare is title else [(BY_TITLE, title), (BY_TITLE, bare)]
        if number:
            signs.append((BY_PULL, number[1]))
        for sign in signs:
            if sign in self.wanted:
                found += [(event, sign[0]) for event in self.wanted.pop(sign)]
        return found

    def _expect(self, event: Event) -> None:
        """Look out for what the event speaks of."""
        self.events.append(event)
        claim = event.claim
        title = f'Revert "{claim.title}"' if claim.again else claim.title
        for by, sign in ((BY_ID, (claim.commit_id or "")[:7]), (BY_TITLE, title), (BY_PULL, claim.pull)):
            if sign:
                self.wanted.setdefault((by, sign.encode()), []).append(event)
        later = self.titles.get(without_number(claim.title).encode())
        if later and claim.quoted and not claim.again:
            event.same_title, *parents = later.decode().split()
            self.parents[event.same_title] = parents[0] if parents else ""
