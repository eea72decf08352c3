"""Puts the lines of a Codex rollout together to turns: of people, of the agent, of its tools."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from gitexp.adapters.claude_code_records import Record
from gitexp.adapters.codex_calls import answers_of, outcome_of, use_of
from gitexp.adapters.codex_records import ITEMS, by_a_sub_agent, folder_in, is_head, texts, words_of
from gitexp.adapters.session_drafts import Draft, Use, said
from gitexp.adapters.session_place import path_at
from gitexp.adapters.source_reader import Here
from gitexp.records.discussion import Role

Channel = Literal["event", "item", "only"]
"""What people and agents say stands in a rollout twice: in an event, and in an item."""


@dataclass(frozen=True)
class _Spoken:
    """A turn, and what told it."""

    draft: Draft
    channel: Channel

    def said_by(self, role: Role, channel: Channel) -> bool:
        return (self.draft.role, self.channel) == (role, channel)


class Conversation:
    """The turns of one session, as its lines come in."""

    def __init__(self, here: Here) -> None:
        self._here = here
        self.session = ""
        self.cwd = ""
        self.sub_agent = False
        self._day: str | None = None
        """The day on which it began: without envelopes a line has no time of its own."""
        self._spoken: list[_Spoken] = []
        self._calls: dict[str, tuple[Use, frozenset[str]]] = {}
        """The calls whose results are still to come, and the answers that they offer."""

    def add(self, line: Record) -> None:
        """Take one line in; of a kind that is not known nothing is taken."""
        payload = line.part("payload")
        match line.kind:
            case "session_meta":
                self._begin(payload, line)
            case "turn_context":
                self.cwd = self.cwd or payload.text("cwd")
            case "event_msg":
                self._event(payload, line)
            case "response_item":
                self._item(payload, line)
            case kind if kind in ITEMS:
                self._item(line, line)
            case _ if is_head(dict(line.fields)):
                self._begin(line, line)

    def drafts(self) -> list[Draft]:
        """Return the turns. Of people what an event tells counts, since items also hold what the program puts in."""
        doubled: set[tuple[Role, Channel]] = set()
        if any(one.said_by("user", "event") for one in self._spoken):
            doubled.add(("user", "item"))
        if any(one.said_by("agent", "item") for one in self._spoken):
            doubled.add(("agent", "event"))
        return [one.draft for one in self._spoken if (one.draft.role, one.channel) not in doubled]

    def _begin(self, meta: Record, line: Record) -> None:
        if self.session:
            return  # of a fork, the one that it was made from
        self.session = meta.text("id")
        self.cwd = self.cwd or meta.text("cwd")
        self.sub_agent = by_a_sub_agent(meta)
        self._day = line.time[:10] if line.time else None

    def _event(self, event: Record, line: Record) -> None:
        match event.kind:
            case "user_message":
                self._say("user", words_of(event.text("message")), line, "event")
            case "agent_message":
                self._say("agent", event.text("message").strip(), line, "event")
            case "item_completed":
                self._completed(event.part("item"), line)
            case "thread_rolled_back":
                self._roll_back(event.fields.get("num_turns"))

    def _completed(self, item: Record, line: Record) -> None:
        """Take in what versions since August 2026 tell so, some of them in the older form as well."""
        text = "\n\n".join(filter(None, (part.text("text") for part in item.parts("content"))))
        match item.kind:
            case "UserMessage":
                self._say("user", words_of(text), line, "event")
            case "AgentMessage":
                self._say("agent", text.strip(), line, "event")

    def _item(self, item: Record, line: Record) -> None:
        match item.kind:
            case "message" if item.text("role") == "user":
                parts = list(texts(item))
                self.cwd = self.cwd or next(filter(None, map(folder_in, parts)), "")
                self._say("user", "\n\n".join(filter(None, map(words_of, parts))), line, "item")
            case "message" if item.text("role") == "assistant":
                self._say("agent", "\n\n".join(texts(item)).strip(), line, "item")
            case "function_call" | "custom_tool_call" | "local_shell_call":
                self._calls[item.text("call_id")] = use_of(item)
            case "function_call_output" | "custom_tool_call_output":
                self._result(item, line)

    def _say(self, role: Role, words: str, line: Record, channel: Channel) -> None:
        if not words:
            return
        draft = said(f"line:{line.line}", role, words, self._time(line))
        if not self._just_told(draft, channel):
            self._spoken.append(_Spoken(draft, channel))

    def _just_told(self, draft: Draft, channel: Channel) -> bool:
        """Return whether an event told the same a moment ago, in another form."""
        for one in reversed(self._spoken):
            if one.draft.role != draft.role:
                return False
            if one.channel == channel == "event":
                return one.draft.text == draft.text
        return False

    def _result(self, item: Record, line: Record) -> None:
        called, offered = self._calls.pop(item.text("call_id"), (Use("tool"), frozenset[str]()))
        output, state = outcome_of(item)
        path = path_at(self._here, self.cwd, called.path or "")
        name = f"line:{line.line}"
        made = replace(called, path=path, asked=called.asked or _base(called.path))
        self._spoken.append(_Spoken(made.came_to(name, output, self._time(line), state), "only"))
        for words in answers_of(item, offered):
            answer = said(name, "user", words, self._time(line))
            self._spoken.append(_Spoken(answer, "only"))

    def _roll_back(self, count: object) -> None:
        """Leave out what a person took back: so many of their last turns, and what followed from them."""
        told: Channel = "event" if any(one.said_by("user", "event") for one in self._spoken) else "item"
        places = [place for place, one in enumerate(self._spoken) if one.said_by("user", told)]
        if isinstance(count, bool) or not isinstance(count, int) or count < 1 or not places:
            return
        begun = places[-count] if count <= len(places) else 0
        # The item with the same words stands before the event.
        while begun and told == "event" and self._spoken[begun - 1].said_by("user", "item"):
            begun -= 1
        del self._spoken[begun:]

    def _time(self, line: Record) -> str | None:
        return line.time or self._day


def _base(file: str | None) -> str:
    """Return the name of a file that lies outside, without its folders."""
    return (file or "").replace("\\", "/").rstrip("/").rpartition("/")[2]
