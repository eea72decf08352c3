"""Reads the sessions of Claude Code: one JSONL file each, a line at a time, so that a large one costs no memory."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import BinaryIO

from gitexp.adapters.claude_code_records import Record, fitting_id, is_record, looks_cut_from_a_record
from gitexp.adapters.claude_code_turns import Conversation
from gitexp.adapters.json_lines import json_lines
from gitexp.adapters.json_values import Value, decoded, json_values, outer_keys
from gitexp.adapters.source_reader import Here
from gitexp.records.discussion import Discussion
from gitexp.records.skipped import Skipped


class ClaudeCodeFiles:
    """The reader of this format. The sessions are private: they belong to the one who spoke."""

    def __init__(self, here: Here | None = None) -> None:
        self.here = here or Here()

    def recognises(self, head: bytes) -> bool:
        """Return whether one of the first lines can only be a record of a session; the last one may be cut off."""
        lines = decoded(head).split("\n")
        whole = (value for line in lines for value in json_values(line))
        if any(isinstance(value, Value) and is_record(value.content) for value in whole):
            return True
        return looks_cut_from_a_record(outer_keys(lines[-1]))

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
        if conversation.spoken:
            yield self._discussion(conversation, name)
        else:
            yield Skipped(where, "is a session in which nobody says anything", bad=False)

    def _discussion(self, conversation: Conversation, name: str) -> Discussion[str]:
        local = self.here.holding(conversation.cwd) is not None
        return Discussion(
            id=f"session:{fitting_id(conversation.session or name)}",
            kind="session",
            repo=self.here.name if local else _folder(conversation.cwd),
            title=None,
            turns=conversation.turns(),
            local=local,
            private=True,
        )


def _folder(path: str) -> str:
    """Return the last folder of a path, as a repository may be called: the rest belongs to the machine."""
    return re.sub(r"[^A-Za-z0-9_.-]", "-", re.split(r"[\\/]", path.rstrip("\\/"))[-1])[:100]
