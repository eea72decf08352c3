"""Puts the lines of a Claude Code session together to turns: of people, of the agent, of its tools."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from gitexp.adapters.claude_code_calls import Call, call_of, outcome_of, path_under, told
from gitexp.adapters.claude_code_records import (
    MAX_SAID,
    Record,
    by_a_person,
    fitting_id,
    shortened,
    text_of,
    typed,
)
from gitexp.adapters.source_reader import Here
from gitexp.records.discussion import Anchor, Role, Speaker, Turn


@dataclass
class _Draft:
    """A turn in the making."""

    id: str
    role: Role
    text: str
    at: str | None
    path: str | None = None
    state: str | None = None


class Conversation:
    """The turns of one session, as its lines come in."""

    def __init__(self, here: Here) -> None:
        self._here = here
        self.session = ""
        self.cwd = ""
        self._drafts: list[_Draft | None] = []
        self._ids: set[str] = set()
        self._said: dict[str, _Draft] = {}
        """What the agent said, by the id of its message: one message comes in several lines."""
        self._calls: dict[str, Call] = {}
        """The calls whose results are still to come."""
        self._forks: dict[str, int] = {}
        """What each message of a person answers to, and where it stands; the next answer to the same takes it back."""
        self._queued: dict[str, int] = {}
        """What people typed while the agent was at work, and where it stands."""
        self._edited: str | None = None
        """The file that the agent edited last, since a person last spoke."""

    def add(self, line: Record) -> None:
        """Take one line in; of a kind that is not known nothing is taken."""
        if line.flag("isSidechain"):
            return
        if line.kind in ("user", "assistant"):
            self.session = self.session or line.text("sessionId") or line.text("session_id")
            self.cwd = self.cwd or line.text("cwd")
        match line.kind:
            case "assistant":
                self._agent(line)
            case "user":
                self._user(line)
            case "queue-operation":
                self._queue(line)
            case "attachment":
                self._delivered(line)

    @property
    def spoken(self) -> bool:
        """Return whether a person or the agent said anything."""
        return any(draft and draft.role != "tool" for draft in self._drafts)

    def turns(self) -> tuple[Turn[str], ...]:
        """Return the turns in the order of the file."""
        return tuple(
            Turn(
                id=draft.id,
                speaker=Speaker(None, draft.role),
                text=draft.text,
                at=draft.at,
                anchor=Anchor(draft.path) if draft.path else None,
                state=draft.state,
            )
            for draft in self._drafts
            if draft is not None
        )

    def _agent(self, line: Record) -> None:
        message = line.part("message")
        if line.flag("isApiErrorMessage") or message.text("model") == "<synthetic>":
            return
        for block in line.blocks:
            if block.kind == "text" and block.text("text").strip():
                self._agent_said(line, fitting_id(message.text("id")) or line.id, block.text("text"))
            elif block.kind == "tool_use":
                call = call_of(block)
                self._calls[block.text("id")] = call
                if call.edits:
                    self._edited = self._path(call.file, line) or self._edited

    def _agent_said(self, line: Record, name: str, text: str) -> None:
        draft = self._said.get(name)
        if draft is not None:
            draft.text = shortened(f"{draft.text}\n\n{text}", MAX_SAID)
            return
        draft = _Draft(name, "agent", shortened(text, MAX_SAID), line.time)
        if self._add(draft):
            self._said[name] = draft

    def _user(self, line: Record) -> None:
        drafts = [
            draft
            for block in line.blocks
            if block.kind == "tool_result"
            for draft in self._result(block, line)
        ]
        person = by_a_person(line)
        texts = [typed(block.text("text")) for block in line.blocks if block.kind == "text"] if person else []
        words = "\n\n".join(text for text in texts if text)
        if words:
            self._rewound(line)
            self._no_longer_queued(words)
            drafts.append(_Draft("", "user", words, line.time, self._edited))
        # What a person typed gets the line's own id, what else stands in it a number behind that.
        for number, draft in enumerate(sorted(drafts, key=lambda one: one.role == "tool")):
            draft.id = f"{line.id}#{number + 1}" if number else line.id
        for draft in drafts:
            self._add(draft)
        if words:
            self._edited = None

    def _result(self, block: Record, line: Record) -> Iterator[_Draft]:
        """Yield what a tool gave back, and what a person typed in answer to it."""
        call = self._calls.pop(block.text("tool_use_id"), Call("tool"))
        outcome = outcome_of(block, line, call)
        path = self._path(call.file, line)
        yield _Draft("", "tool", told(call, path, outcome), line.time, path, outcome.state)
        for words in outcome.said:
            yield _Draft("", "user", words, line.time, path if call.edits else self._edited)
            self._edited = None

    def _queue(self, line: Record) -> None:
        """Take in what a person typed while the agent was at work; most of it comes once more when it is delivered."""
        if line.text("operation") == "popAll":  # taken back, to be written anew
            self._no_longer_queued(*self._queued)
        words = typed(line.text("content")) if line.text("operation") == "enqueue" else ""
        name = f"queue:{line.time or line.line}"
        if words and self._add(_Draft(name, "user", words, line.time, self._edited)):
            self._queued[words] = len(self._drafts) - 1
            self._edited = None

    def _delivered(self, line: Record) -> None:
        """Take in what was queued and reached the agent in the middle of its work."""
        attached = line.part("attachment")
        if attached.kind != "queued_command" or line.flag("isMeta") or attached.flag("isMeta"):
            return
        blocks = [block.text("text") for block in attached.parts("prompt") if block.kind == "text"]
        person = attached.text("commandMode") in ("", "prompt") and attached.part("origin").text("kind") in (
            "",
            "human",
        )
        words = typed(text_of(attached.fields.get("prompt")) or "\n\n".join(blocks)) if person else ""
        if words:
            self._no_longer_queued(words)
            self._add(_Draft(line.id, "user", words, line.time, self._edited))
            self._edited = None

    def _no_longer_queued(self, *said: str) -> None:
        for words in said:
            place = self._queued.pop(words, None)
            if place is not None:
                self._drafts[place] = None

    def _rewound(self, line: Record) -> None:
        """Leave out what a person took back: a message that answers to the same as an earlier one replaces it."""
        parent = line.text("parentUuid")
        if not parent:
            return
        begun = self._forks.setdefault(parent, len(self._drafts))
        for place in range(begun, len(self._drafts)):
            self._drafts[place] = None

    def _add(self, draft: _Draft) -> bool:
        """Keep a turn; one that came before, as in a session that was taken up again, is not kept twice."""
        if draft.id in self._ids:
            return False
        self._ids.add(draft.id)
        self._drafts.append(draft)
        return True

    def _path(self, file: str, line: Record) -> str | None:
        """Return a file as the repository names it, or else the folder that the session began in."""
        cwd = line.text("cwd") or self.cwd
        base = self._here.holding(cwd) or self.cwd or cwd
        return (
            path_under(file if "/" in file[:1] or "\\" in file or ":" in file[:2] else f"{cwd}/{file}", base)
            if file
            else None
        )
