"""Reads the sessions of Codex: one JSONL rollout each, a line at a time, with or without envelopes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import BinaryIO

from gitexp.adapters.codex_records import is_record, looks_cut_from_a_record
from gitexp.adapters.codex_turns import Conversation
from gitexp.adapters.json_values import outer_keys
from gitexp.adapters.session_drafts import turns
from gitexp.adapters.session_place import SILENT, SUB_AGENT, session
from gitexp.adapters.session_records import begins_with_a_record, records
from gitexp.adapters.source_reader import Here
from gitexp.records.discussion import Discussion
from gitexp.records.skipped import Skipped


class CodexFiles:
    """The reader of this format."""

    def __init__(self, here: Here | None = None) -> None:
        self.here = here or Here()

    def recognises(self, head: bytes) -> bool:
        """Return whether a file that begins so is a rollout."""
        return begins_with_a_record(
            head, is_record, lambda line: looks_cut_from_a_record(outer_keys(line), line)
        )

    def read(self, stream: BinaryIO, where: str, name: str) -> Iterator[Discussion[str] | Skipped]:
        """Yield the session, and what of the file can't be read; `name` is the id of one that does not tell its own."""
        conversation = Conversation(self.here)
        for one in records(stream, where):
            if isinstance(one, Skipped):
                yield one
            else:
                conversation.add(one)
        found = turns(conversation.drafts())
        if conversation.sub_agent:
            yield Skipped(where, SUB_AGENT, bad=False)
        elif any(turn.speaker.role != "tool" for turn in found):
            yield session(self.here, conversation.session or name, conversation.cwd, found)
        else:
            yield Skipped(where, SILENT, bad=False)
