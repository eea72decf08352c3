"""Reads the sessions of Codex: one JSONL rollout each, a line at a time, with or without envelopes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import BinaryIO

from gitexp.adapters.claude_code_records import Record
from gitexp.adapters.codex_records import is_record, looks_cut_from_a_record
from gitexp.adapters.codex_turns import Conversation
from gitexp.adapters.json_lines import json_lines
from gitexp.adapters.json_values import Value, decoded, json_values, outer_keys
from gitexp.adapters.session_drafts import turns
from gitexp.adapters.session_place import SILENT, SUB_AGENT, session
from gitexp.adapters.source_reader import Here
from gitexp.records.discussion import Discussion
from gitexp.records.skipped import Skipped


class CodexFiles:
    """The reader of this format."""

    def __init__(self, here: Here | None = None) -> None:
        self.here = here or Here()

    def recognises(self, head: bytes) -> bool:
        """Return whether one of the first lines can only be a record of a rollout; the last one may be cut off."""
        lines = decoded(head).split("\n")
        whole = (value for line in lines for value in json_values(line))
        if any(isinstance(value, Value) and is_record(value.content) for value in whole):
            return True
        return looks_cut_from_a_record(outer_keys(lines[-1]), lines[-1])

    def read(self, stream: BinaryIO, where: str, name: str) -> Iterator[Discussion[str] | Skipped]:
        """Yield the session, and what of the file can't be read; `name` is the id of one that does not tell its own."""
        conversation = Conversation(self.here)
        for one in json_lines(stream, where):
            if isinstance(one, Skipped):
                yield one
            elif isinstance(one.content, dict):
                conversation.add(Record(one.line, one.content))
            else:
                yield Skipped(f"{where}:{one.line}", "is no object, as each line of a session is")
        found = turns(conversation.drafts())
        if conversation.sub_agent:
            yield Skipped(where, SUB_AGENT, bad=False)
        elif any(turn.speaker.role != "tool" for turn in found):
            yield session(self.here, conversation.session or name, conversation.cwd, found)
        else:
            yield Skipped(where, SILENT, bad=False)
