"""Reads one line of a Codex rollout: whether it is a record of one, and what of it a person typed."""

from __future__ import annotations

import re
from collections.abc import Iterator

from gitexp.adapters.claude_code_records import Record, typed

ENVELOPES = frozenset(
    "session_meta response_item event_msg turn_context compacted world_state"
    " inter_agent_communication inter_agent_communication_metadata".split()
)
ITEMS = frozenset(
    "message reasoning function_call function_call_output custom_tool_call custom_tool_call_output"
    " local_shell_call web_search_call".split()
)
"""What the records of before September 2025 are, which came without an envelope."""
TEXTS = ("input_text", "output_text", "text")

_REQUEST = re.compile(r"^## My request for Codex:[ \t]*$", re.MULTILINE)
"""Behind this line stands what was typed; before it, what the editor adds."""
_INJECTED = re.compile(
    r"# AGENTS\.md\b|# Context from my IDE setup:|# Files mentioned by the user:"
    r"|Another language model started to solve this problem"
)
_CWD = re.compile(r"<cwd>([^<\n]{1,4096})</cwd>")


def is_record(content: object) -> bool:
    """Return whether an object can only be a line of a rollout."""
    if not isinstance(content, dict):
        return False
    kind = content.get("type")
    if kind in ENVELOPES:
        return isinstance(content.get("payload"), dict)
    if kind == "message":
        parts = content.get("content")
        first = parts[0] if isinstance(parts, list) and parts else None
        return "role" in content and isinstance(first, dict) and first.get("type") in TEXTS[:2]
    if kind in ("function_call", "function_call_output"):
        return "call_id" in content
    return content.get("record_type") == "state" or is_head(content)


def is_head(content: dict[str, object]) -> bool:
    """Return whether this is the first line of a rollout without envelopes."""
    return "type" not in content and content.keys() >= {"id", "timestamp", "instructions"}


def looks_cut_from_a_record(keys: set[str], text: str) -> bool:
    """Return whether a line, of which the end was not seen, is one: by its outermost keys."""
    if keys >= {"id", "timestamp", "instructions"} and "type" not in keys:
        return True
    found = re.search(r'"type"\s*:\s*"(\w+)"', text[:300])
    return keys >= {"timestamp", "type", "payload"} and bool(found and found[1] in ENVELOPES)


def texts(message: Record) -> Iterator[str]:
    """Yield the texts of a message."""
    if message.text("content"):
        yield message.text("content")
    for part in message.parts("content"):
        if part.kind in TEXTS:
            yield part.text("text")


def words_of(text: str) -> str:
    """Return what a person typed of a text that stands where a person's words stand; "" where that is nothing."""
    request = _REQUEST.search(text) if text.startswith("# ") else None
    own = text[request.end() :] if request else text
    return "" if _INJECTED.match(own.lstrip()) else typed(own)


def folder_in(text: str) -> str:
    """Return the folder that the session's surroundings name; "" where they name none."""
    found = _CWD.search(text[:10_000]) if text.lstrip().startswith("<environment_context>") else None
    return found[1].strip() if found else ""


def by_a_sub_agent(meta: Record) -> bool:
    """Return whether the session was begun by an agent, not by a person."""
    source = meta.fields.get("source")
    return meta.text("thread_source") == "subagent" or (isinstance(source, dict) and "subagent" in source)
