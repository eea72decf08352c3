"""Reads one line of a Claude Code session: whether it is a record of one, its fields, and what of it a person typed."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from gitexp.adapters.github_item import moment
from gitexp.adapters.source_neutral import TIME, TURN_ID

MAX_SAID = 100_000
"""Characters of what a person or the agent said; who says more has pasted a file."""
CUT = "\n[…]\n"

_HARNESS = re.compile(
    r"<(?P<tag>system-reminder|ide_[a-z_]+|new-diagnostics)\b[^>]*>.*?(?:</(?P=tag)>|\Z)", re.DOTALL
)
"""What the harness puts beside a person's words."""
_WRAPPER = re.compile(r"<(?P<tag>[A-Za-z][\w.-]*)[^>]*>(?=.*</(?P=tag)>)", re.DOTALL)
_OWN_BLOCK = "team-notes"
"""What exp gave an agent stays: the extract step knows it, and says that it was there."""
_INJECTED = re.compile(
    r"\[Request interrupted by user|\[Image: |Caveat: The messages below were generated"
    r"|This session is being continued from a previous conversation"
    r"|Base directory for this skill: |Another Claude session sent a message:"
    r"|\S+(?::\S+)? hook (?:feedback|success|error|failed|additional context|blocking error|stopped|returned)\b"
    r"|(?:PreToolUse|PostToolUse|SessionStart|UserPromptSubmit|Stop|SubagentStop|Notification):\S* ?hook"
)
"""How a text begins that stands where a person's words stand, and that nobody typed."""


@dataclass(frozen=True)
class Record:
    """One line of a session. A field of another type than it should have is as good as missing."""

    line: int
    fields: Mapping[str, object]

    def text(self, key: str) -> str:
        """Return a text, "" where there is none."""
        return text_of(self.fields.get(key))

    def part(self, key: str) -> Record:
        """Return an object, an empty one where there is none."""
        value = self.fields.get(key)
        return Record(self.line, value if isinstance(value, dict) else {})

    def parts(self, key: str) -> Iterator[Record]:
        """Yield the objects of a list."""
        value = self.fields.get(key)
        if isinstance(value, list):
            yield from (Record(self.line, one) for one in value if isinstance(one, dict))

    def flag(self, *keys: str) -> bool:
        """Return whether one of them is true."""
        return any(self.fields.get(key) is True for key in keys)

    @property
    def kind(self) -> str:
        """Return the type of the record, or of a block."""
        return self.text("type")

    @property
    def time(self) -> str | None:
        """Return when it was written, where that is a time."""
        found = self.text("timestamp")
        return found if TIME.pattern.fullmatch(found) and moment(found) else None

    @property
    def id(self) -> str:
        """Return the id of the line; one without an id is called after its number."""
        return fitting_id(self.text("uuid")) or f"line:{self.line}"

    @property
    def blocks(self) -> Iterator[Record]:
        """Yield what the message holds; a bare text is one block."""
        message = self.part("message")
        if isinstance(message.fields.get("content"), str):
            yield Record(self.line, {"type": "text", "text": message.fields["content"]})
        yield from message.parts("content")


def is_record(content: object) -> bool:
    """Return whether an object can only be a line of a session."""
    if not isinstance(content, dict):
        return False
    match content.get("type"):
        case "user" | "assistant":
            message = content.get("message")
            own = {"sessionId", "session_id", "parentUuid", "isSidechain", "uuid"}
            return isinstance(message, dict) and "content" in message and bool(own & content.keys())
        case "system" | "progress" | "attachment":
            return content.keys() >= {"sessionId", "parentUuid"}
        case "summary":
            return "leafUuid" in content
        case "file-history-snapshot":
            return content.keys() >= {"snapshot", "messageId"}
        case "queue-operation":
            return content.keys() >= {"operation", "sessionId"}
    return False


def looks_cut_from_a_record(keys: set[str]) -> bool:
    """Return whether the outermost keys of a line, of which the end was not seen, are those of a record."""
    own = {"sessionId", "parentUuid", "isSidechain", "userType", "uuid"}
    return (
        len(keys & own) > 1
        or keys >= {"snapshot", "messageId"}
        or ("message" in keys and bool(keys & own))
        or keys >= {"operation", "sessionId"}
    )


def typed(text: str) -> str:
    """Return what a person typed of a text that stands where a person's words stand; "" where that is nothing."""
    own = _HARNESS.sub("", text).strip()
    wrapper = _WRAPPER.match(own)
    if _INJECTED.match(own) or (wrapper and wrapper["tag"] != _OWN_BLOCK):
        return ""
    return shortened(own, MAX_SAID)


def by_a_person(record: Record) -> bool:
    """Return whether a `user` line may hold what a person typed at all."""
    origin = record.part("origin").text("kind")
    if record.flag("isMeta", "isCompactSummary", "isVisibleInTranscriptOnly", "isSidechain"):
        return False
    # A plan that was accepted comes back as a message, and so does what a tool brings along.
    if record.text("planContent") or record.text("sourceToolUseID"):
        return False
    return origin in ("", "human")


def shortened(text: str, limit: int) -> str:
    """Return a text of at most about `limit` characters: its head and its tail, and a line of its own between them."""
    if len(text) <= limit:
        return text
    tail = limit // 3
    return f"{text[: limit - tail].rstrip()}{CUT}{text[-tail:].lstrip()}"


def text_of(value: object) -> str:
    """Return a text; half of a surrogate pair in it becomes U+FFFD, since UTF-8 can't hold it."""
    if not isinstance(value, str):
        return ""
    return value if value.isascii() else value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def fitting_id(raw: str) -> str:
    """Return an id as it can be printed and stored; what does not fit in it is escaped."""
    if not raw or TURN_ID.pattern.fullmatch(raw):
        return raw
    return re.sub(r"[^A-Za-z0-9_.:#+=-]", lambda found: f"~{ord(found[0]):x}", raw)[:200]
