"""Reads the sessions of Gemini CLI: one JSON, or JSONL in which a later line can change or take back earlier ones."""

from __future__ import annotations

import hashlib
import io
from collections.abc import Iterator
from functools import cached_property
from pathlib import PurePath, PurePosixPath, PureWindowsPath
from typing import BinaryIO, cast

from gitexp.adapters.claude_code_records import Record
from gitexp.adapters.gemini_records import drafts_of
from gitexp.adapters.json_lines import MAX_LINE, json_lines
from gitexp.adapters.json_values import Flaw, Value, decoded, json_values, outer_keys
from gitexp.adapters.session_drafts import Draft, turns
from gitexp.adapters.session_place import SILENT, SUB_AGENT, path_at, session
from gitexp.adapters.source_reader import TOO_LARGE, Here, Replayed, contents
from gitexp.records.discussion import Discussion
from gitexp.records.skipped import Skipped

HEAD = {"sessionId", "projectHash"}
"""What a session tells of itself, in either form."""


class GeminiFiles:
    """The reader of this format."""

    def __init__(self, here: Here | None = None) -> None:
        self.here = here or Here()

    def recognises(self, head: bytes) -> bool:
        """Return whether a file that begins so tells which session of which project it is."""
        text = decoded(head)
        first = text.lstrip().split("\n", 1)[0]
        return outer_keys(text) >= HEAD or outer_keys(first) >= HEAD

    def read(self, stream: BinaryIO, where: str, name: str) -> Iterator[Discussion[str] | Skipped]:
        """Yield the session, and what of the file can't be read; `name` is the id of one that does not tell its own."""
        conversation = _Conversation(self.here)
        for one in _values(stream, where):
            if isinstance(one, Skipped):
                yield one
            elif isinstance(one.content, dict):
                conversation.add(Record(one.line, one.content))
            else:
                yield Skipped(f"{where}:{one.line}", "is no object, as each record of a session is")
        found = turns(conversation.drafts())
        if conversation.kind == "subagent":
            yield Skipped(where, SUB_AGENT, bad=False)
        elif any(turn.speaker.role != "tool" for turn in found):
            base = conversation.base
            yield session(self.here, conversation.session or name, base, found)
        else:
            yield Skipped(where, SILENT, bad=False)


def project_hash(folder: str) -> str:
    """Return what Gemini CLI calls the project in a folder."""
    return hashlib.sha256(folder.encode("utf-8", "surrogateescape")).hexdigest()


def _values(stream: BinaryIO, where: str) -> Iterator[Value | Skipped]:
    """Yield the records of a file: a line each, or the whole file where its first line ends within a record."""
    first = stream.readline(MAX_LINE)
    again = cast(BinaryIO, io.BufferedReader(Replayed(first, stream)))
    values = list(json_values(decoded(first).strip("\0\r\n\t ")))
    if first.endswith(b"\n") and values and any(isinstance(value, Flaw) for value in values):
        yield from _whole(again, where)
    else:
        yield from json_lines(again, where)


def _whole(stream: BinaryIO, where: str) -> Iterator[Value | Skipped]:
    content = contents(stream)
    if content is None:
        yield Skipped(where, TOO_LARGE)
        return
    for value in json_values(decoded(content)):
        yield (
            Skipped(f"{where}:{value.line}:{value.column}", value.what) if isinstance(value, Flaw) else value
        )


class _Conversation:
    """The turns of one session, by message, as its records come in."""

    def __init__(self, here: Here) -> None:
        self._here = here
        self.session = ""
        self.kind = ""
        self._project = ""
        self._derived: str | None = None
        self._messages: dict[str, list[Draft]] = {}

    def add(self, record: Record) -> None:
        """Take one record in: it tells of the session, brings or changes a message, or takes some back."""
        if record.text("$rewindTo"):
            self._rewind(record.text("$rewindTo"))
        elif isinstance(record.fields.get("$set"), dict):
            self._tell(record.part("$set"))
        elif record.text("id"):
            self._put(record)
        else:
            self._tell(record)

    def drafts(self) -> Iterator[Draft]:
        """Yield the turns that stand at the end."""
        for drafts in self._messages.values():
            yield from drafts

    @property
    def base(self) -> str:
        """Return the folder of the project; "" where nothing tells it."""
        return self._own or self._derived or ""

    @cached_property
    def _own(self) -> str | None:
        return next((root for root in self._here.roots if project_hash(root) == self._project), None)

    def _tell(self, record: Record) -> None:
        self.session = self.session or record.text("sessionId")
        self._project = self._project or record.text("projectHash")
        self.kind = self.kind or record.text("kind")
        if isinstance(record.fields.get("messages"), list):
            self._messages = {}
            for message in record.parts("messages"):
                self._put(message)

    def _put(self, message: Record) -> None:
        name = message.text("id") or f"#{len(self._messages)}"
        self._messages[name] = drafts_of(message, self._place)

    def _rewind(self, name: str) -> None:
        """Leave out a message and all after it; of one that is not known, all, as the program does."""
        names = list(self._messages)
        for gone in names[names.index(name) if name in names else 0 :]:
            del self._messages[gone]

    def _place(self, file: str) -> str | None:
        """Return a file as the project names it: its folder is told by the hash of its path alone."""
        if self._own is None and self._derived is None and file:
            self._derived = next((one for one in _around(file) if project_hash(one) == self._project), None)
        return path_at(self._here, self.base, file)


def _around(file: str) -> Iterator[str]:
    """Yield a path without its last part, and so on."""
    kind: type[PurePath] = PureWindowsPath if "\\" in file else PurePosixPath
    place = kind(file)
    yield from (str(one) for one in (place, *place.parents) if one.is_absolute())
