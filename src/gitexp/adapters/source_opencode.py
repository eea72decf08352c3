"""Reads the sessions of OpenCode as `opencode export` prints them: one JSON object of `info` and `messages`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from gitexp.adapters.claude_code_records import Record
from gitexp.adapters.json_values import Flaw, decoded, json_values, outer_keys
from gitexp.adapters.opencode_parts import drafts_of
from gitexp.adapters.session_drafts import Draft, turns
from gitexp.adapters.session_place import SILENT, SUB_AGENT, path_at, session
from gitexp.adapters.source_reader import Here
from gitexp.records.discussion import Discussion
from gitexp.records.skipped import Skipped

_OWN = re.compile(r'"(?:projectID|sessionID|messageID)"\s*:\s*"')
_ID = re.compile(r'"id"\s*:\s*"ses_')


class OpenCodeFiles:
    """The reader of this format. An export is one JSON value, so that it is read all at once."""

    def __init__(self, here: Here | None = None) -> None:
        self.here = here or Here()

    def recognises(self, head: bytes) -> bool:
        """Return whether a file that begins so is an export: `info` of a session stands first."""
        text = decoded(head)
        keys = outer_keys(text) if text.lstrip().startswith("{") else set()
        own = _OWN.search(text) or _ID.search(text)
        return bool("info" in keys and keys <= {"info", "messages"} and own)

    def read(self, content: bytes, where: str, name: str) -> Iterator[Discussion[str] | Skipped]:
        """Yield the sessions, and what of the file can't be read; `name` is the id of one that does not tell its own."""
        for value in json_values(decoded(content)):
            place = where if value.line == 1 else f"{where}:{value.line}"
            if isinstance(value, Flaw):
                yield Skipped(f"{where}:{value.line}:{value.column}", value.what)
            elif isinstance(value.content, dict) and isinstance(value.content.get("info"), dict):
                yield self._one(Record(value.line, value.content), place, name)
            else:
                yield Skipped(place, "is no session, as `opencode export` prints one")

    def _one(self, export: Record, where: str, name: str) -> Discussion[str] | Skipped:
        told = export.part("info")
        if told.text("parentID"):
            return Skipped(where, SUB_AGENT, bad=False)
        cwd = told.text("directory")
        found = turns(self._drafts(export, cwd))
        if all(turn.speaker.role == "tool" for turn in found):
            return Skipped(where, SILENT, bad=False)
        return session(self.here, told.text("id") or name, cwd, found)

    def _drafts(self, export: Record, cwd: str) -> Iterator[Draft]:
        """Yield the turns, up to where a person went back to."""

        def place(file: str) -> str | None:
            return path_at(self.here, cwd, file)

        back = export.part("info").part("revert")
        for message in export.parts("messages"):
            parts = list(message.parts("parts"))
            ends = bool(back.text("messageID")) and message.part("info").text("id") == back.text("messageID")
            names = [part.text("id") for part in parts]
            if ends:
                part = back.text("partID")
                parts = parts[: names.index(part)] if part and part in names else []
            yield from drafts_of(message, parts, place)
            if ends:
                return
