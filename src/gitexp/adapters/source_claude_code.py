"""Reads the sessions of Claude Code: one JSONL file each, a line at a time, so that a large one costs no memory."""

from __future__ import annotations

from collections.abc import Iterator
from typing import BinaryIO

from gitexp.adapters.claude_code_records import is_record, looks_cut_from_a_record
from gitexp.adapters.claude_code_turns import Conversation
from gitexp.adapters.json_values import outer_keys
from gitexp.adapters.session_place import SILENT, session
from gitexp.adapters.session_records import begins_with_a_record, records
from gitexp.adapters.source_reader import Here
from gitexp.records.discussion import Discussion
from gitexp.records.skipped import Skipped


class ClaudeCodeFiles:
    """The reader of this format. The sessions are private: they belong to the one who spoke."""

    def __init__(self, here: Here | None = None) -> None:
        self.here = here or Here()

    def recognises(self, head: bytes) -> bool:
        """Return whether a file that begins so is a session."""
        return begins_with_a_record(head, is_record, lambda line: looks_cut_from_a_record(outer_keys(line)))

    def read(self, stream: BinaryIO, where: str, name: str) -> Iterator[Discussion[str] | Skipped]:
        """Yield the session, and what of the file can't be read; `name` is the id of one that does not tell its own."""
        conversation = Conversation(self.here)
        for one in records(stream, where):
            if isinstance(one, Skipped):
                yield one
            else:
                conversation.add(one)
        if conversation.spoken:
            yield session(self.here, conversation.session or name, conversation.cwd, conversation.turns())
        else:
            yield Skipped(where, SILENT, bad=False)
