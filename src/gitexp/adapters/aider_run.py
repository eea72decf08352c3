"""Puts the lines of one run of Aider together to turns: of the person, of the agent, of the program."""

from __future__ import annotations

import re

from gitexp.adapters.claude_code_calls import MAX_RESULT
from gitexp.adapters.claude_code_records import shortened
from gitexp.adapters.session_drafts import Draft, said, use
from gitexp.adapters.session_lines import Block, Fence
from gitexp.adapters.session_place import relative

ANSWERS = 20
"""What the agent said last, among which a plan is looked for that is handed on."""
CERTAIN = 3
"""Lines of an answer by which it is known again, if it is longer where it comes once more."""

_TYPED = re.compile(r"####(?: |$)")
_NOTICE = re.compile(r"> ")
_END = "  "
"""Aider ends each line of a person and of its own so; the agent's headings and quotes seldom end so."""
_TOKENS = "> Tokens: "
_EDITED = "> Applied edit to "
_COMMAND = re.compile(r"[/!]")
_TALKS = re.compile(r"/(?:ask|code|architect|context|help)\s+(.*)", re.DOTALL)
"""Commands that talk to the agent: what stands behind them comes once more, as a message of its own."""
_INJECTED = re.compile(
    r"<blank>\Z|I've written your instructions in comments in the code and marked them with"
)


class Run:
    """The turns of one run, as its lines come in. `begun` is the number of its first line in the file."""

    def __init__(self, name: str, day: str | None, begun: int) -> None:
        self.name = name
        self._day = day
        self._begun = begun
        self._drafts: list[Draft] = []
        self._marked: bool | None = None
        """Whether lines still end as Aider ends them: a hook that tidies files takes that away."""
        self._typed = Block()
        self._told = Block()
        """What the agent says, since the program spoke."""
        self._notices = Block()
        self._fence = Fence()
        self._answers: list[list[str]] = []
        """All that the agent said since the person spoke."""
        self._asked = ""
        """What a command said that talks to the agent, until it comes once more."""

    def add(self, number: int, line: str) -> None:
        """Take a line in."""
        at = number - self._begun + 1
        if self._marked is None and _NOTICE.match(line):
            self._marked = line.endswith(_END)
        if self._is_notice(line):
            self._end_typed()
            self._end_told()
            self._notice(at, line)
        elif self._told and self._fence.passes(line):
            self._told.add(at, line)
        elif self._is_typed(line):
            self._end_notices()
            self._end_told()
            self._typed.add(at, line[5:])
        elif line.strip() or self._told:
            self._end_typed()
            self._end_notices()
            if not self._told:
                self._fence = Fence()
                self._fence.passes(line)
            self._told.add(at, line)
        else:
            self._end_typed()

    def drafts(self) -> list[Draft]:
        """Return the turns; the run is over."""
        self._end_typed()
        self._end_told()
        self._end_notices()
        return self._drafts

    @property
    def spoken(self) -> bool:
        """Return whether a person said anything so far."""
        self._end_typed()
        return any(draft.role == "user" for draft in self._drafts)

    def _is_notice(self, line: str) -> bool:
        """Return whether the program says this: in the agent's code only what it says behind each answer is certain."""
        if line.startswith(_TOKENS):
            return True
        return bool(_NOTICE.match(line)) and (line.endswith(_END) or not self._marked)

    def _is_typed(self, line: str) -> bool:
        """Return whether a person typed this; where ends are gone, what stands in an answer is a heading of the agent's."""
        return bool(_TYPED.match(line)) and (line.endswith(_END) if self._marked else not self._told)

    def _notice(self, at: int, line: str) -> None:
        if not line.startswith(_EDITED):
            self._notices.add(at, line[2:])
            return
        self._end_notices()
        file = line.removeprefix(_EDITED).strip()
        made = use("Applied edit to", relative(file), file, "", edits=True)
        self._drafts.append(made.came_to(f"line:{at}", "", self._day))

    def _end_notices(self) -> None:
        if self._notices:
            text = shortened(self._notices.text, MAX_RESULT)
            self._drafts.append(Draft(f"line:{self._notices.begun}", "tool", text, self._day))
        self._notices = Block()

    def _end_told(self) -> None:
        if self._told:
            self._drafts.append(said(f"line:{self._told.begun}", "agent", self._told.text, self._day))
            self._answers.append([line.rstrip() for line in self._told.text.split("\n")])
            del self._answers[:-ANSWERS]
            self._asked = ""
        self._told = Block()

    def _end_typed(self) -> None:
        """Keep what stands at `####`, if a person typed it.

        The plan of an architect is handed to the editor in the same form; it is what the agent said just before.
        """
        block, self._typed = self._typed, Block()
        words = block.text
        if not words or self._handed_on(words):
            return
        asked, self._asked = self._asked, ""
        if _COMMAND.match(words):
            talk = _TALKS.fullmatch(words)
            self._asked = words = talk[1].strip() if talk else ""
        if words and words != asked and not _INJECTED.match(words):
            self._answers = []
            self._drafts.append(said(f"line:{block.begun}", "user", words, self._day))

    def _handed_on(self, words: str) -> bool:
        own = [line.rstrip() for line in words.split("\n")]
        # A quote in the middle of an answer looks as if the program spoke there.
        return any(
            own == answer or (len(answer) >= CERTAIN and own[: len(answer)] == answer)
            for answer in self._answers
        )
