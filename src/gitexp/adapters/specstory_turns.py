"""Puts the lines of a SpecStory file together to turns: of people, of the agent, of its tools."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Literal

from gitexp.adapters.claude_code_records import typed
from gitexp.adapters.session_drafts import Draft, said
from gitexp.adapters.session_lines import Block, Fence
from gitexp.adapters.session_place import time_in
from gitexp.adapters.specstory_tools import is_told_use, used

_MARK = re.compile(
    r"_\*\*(?P<who>User|Agent|Assistant)(?P<aside> - sidechain)?(?: \((?P<told>[^()]*(?:\([^()]*\))?[^()]*)\))?\*\*_\s*"
)
_TIME = re.compile(r"(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}(?::\d{2})?)\s?(Z|[+-]\d{2}:?\d{2})?\Z")
_USE = re.compile(r"<tool-use[ >]")
_RULE = "---"

Within = Literal["", "tool-use", "think"]


class Conversation:
    """The turns of one session, as its lines come in. `place` names a file as the repository does."""

    def __init__(self, place: Callable[[str], str | None]) -> None:
        self._place = place
        self._drafts: list[Draft] = []
        self.begun = False
        """Whether anybody spoke yet."""
        self._timed = False
        """Whether people's turns tell their time: then what tells none is no turn of theirs."""
        self._who = ""
        self._at: str | None = None
        self._mark = 0
        self._block = Block()
        self._fence = Fence()
        self._within: Within = ""
        self._opened = 0
        self._unheard = 0
        self._before = ""
        """The last line that was not blank."""
        self._blank = True
        """Whether the line before was blank."""

    def add(self, number: int, line: str) -> None:
        """Take a line in."""
        mark = _MARK.fullmatch(line) if line.startswith("_**") and self._blank else None
        if mark is not None and self._is_turn(mark):
            self._end_text()
            self._begin(number, mark)
        elif self.begun:
            self._put(number, line)
        self._blank = not line.strip()
        self._before = self._before if self._blank else line.strip()

    def drafts(self) -> list[Draft]:
        """Return the turns; the file is over."""
        if self._within == "tool-use":
            self._end_use()
        self._end_text()
        return self._drafts

    @property
    def lost(self) -> int:
        """Return the line of a tool's output that has no end, if turns seemed to stand in it; else 0."""
        return self._opened if self._within and self._unheard else 0

    def _is_turn(self, mark: re.Match[str]) -> bool:
        """Return whether a turn begins here, or only looks so: in a tool's output, or in an example of one."""
        if self._within:
            self._unheard += 1
            return False
        if mark["who"] == "User" and self._timed and not _time(mark):
            return False
        return not self._fence.within or self._before == _RULE

    def _begin(self, number: int, mark: re.Match[str]) -> None:
        self.begun = True
        self._who = "aside" if mark["aside"] else "user" if mark["who"] == "User" else "agent"
        self._at = _time(mark)
        self._timed = self._timed or (self._who == "user" and self._at is not None)
        self._mark = number
        self._block, self._fence = Block(), Fence()

    def _put(self, number: int, line: str) -> None:
        if self._within:
            self._block.add(number, line)
            if line.rstrip().endswith(f"</{self._within}>"):
                self._end_use() if self._within == "tool-use" else self._forget()
                self._within = ""
        elif self._fence.passes(line) or self._who == "user":
            self._block.add(number, line)
        elif _USE.match(line) or line.startswith("<think>"):
            self._end_text()
            self._within = "think" if line.startswith("<think>") else "tool-use"
            self._opened, self._unheard = number, 0
            self._put(number, line)
        else:
            self._block.add(number, line)

    def _end_text(self) -> None:
        """Keep what was said: what people typed, and what the agent wrote; of sub-agents nothing."""
        block, self._block = self._block, Block()
        text = block.text
        text = text.removesuffix(_RULE).rstrip() if text.endswith(f"\n{_RULE}") or text == _RULE else text
        if not text or self._who == "aside" or self._within == "think":
            return
        if self._who == "user":
            words = typed(text)
            if words:
                self._keep(said(self._name, "user", words, self._at))
        elif is_told_use(text):
            self._keep(used(text, self._name, self._at, self._place))
        else:
            self._keep(said(self._name, "agent", text, self._at))

    def _end_use(self) -> None:
        text, self._block = self._block.text, Block()
        if self._who != "aside":
            self._keep(used(text, f"line:{self._opened}", self._at, self._place))

    def _forget(self) -> None:
        self._block = Block()

    def _keep(self, draft: Draft) -> None:
        self._drafts.append(draft)

    @property
    def _name(self) -> str:
        return f"line:{self._mark}"


def _time(mark: re.Match[str]) -> str | None:
    """Return the time that a mark tells, behind the agent's name or alone."""
    found = _TIME.search(mark["told"] or "")
    return time_in(f"{found[1]}T{found[2]}{found[3] or 'Z'}") if found else None
