"""Turns the bot's memory into files and back: the same memory gives the same files, and one bad file costs itself."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from gitexp.adapters.bot_state_fields import COMMIT, HEX, MAX_FILE, VERSION, Members
from gitexp.adapters.bot_state_proposal import proposal_document, proposal_from
from gitexp.adapters.candidate_json import carried_document, carried_from
from gitexp.adapters.candidate_json_values import To
from gitexp.adapters.change_record_yaml import read as read_change
from gitexp.adapters.change_record_yaml import write as write_change
from gitexp.adapters.record_json import Document
from gitexp.errors import RecordError
from gitexp.records.bot import (
    Backfill,
    BotState,
    Carried,
    CarriedChange,
    Cursor,
    Ended,
    Refusal,
)
from gitexp.records.change_record import ChangeRecord
from gitexp.records.garbage import GARBAGE_KINDS
from gitexp.records.text import Redacted

CURSOR = "cursor.json"
PROPOSAL = "proposal.json"
WAITING = "waiting"
ENDED = "ended"
LAST = f"{ENDED}/proposal.json"
REFUSED = "refused"
_HELD = re.compile(rf"({WAITING}|{ENDED})/(changes/)?([0-9a-f]{{10}})\.json")

ToChange = Callable[[ChangeRecord[str]], ChangeRecord[Redacted]]
"""The redaction that a change record goes through."""


@dataclass
class _Found:
    """What was read so far, and what could not be."""

    state: BotState = field(default_factory=BotState)
    waiting: list[Carried] = field(default_factory=list)
    changes: list[CarriedChange] = field(default_factory=list)
    ended: Ended | None = None
    ended_waiting: list[Carried] = field(default_factory=list)
    ended_changes: list[CarriedChange] = field(default_factory=list)
    unread: list[str] = field(default_factory=list)


def state_files(state: BotState) -> dict[str, bytes]:
    """Return the files of the memory by path; what is empty has none."""
    files = _held_files(WAITING, state.waiting, state.changes)
    if state.ended:
        files |= _held_files(ENDED, state.ended.waiting, state.ended.changes)
        last: Document = {
            "proposal": proposal_document(state.ended.proposal),
            "answered": list(state.ended.answered),
        }
        files[LAST] = _json(last)
    cursor = _cursor_document(state)
    if cursor:
        files[CURSOR] = _json(cursor)
    if state.proposal:
        files[PROPOSAL] = _json(proposal_document(state.proposal))
    return dict(sorted(files.items()))


def state_from(files: Mapping[str, bytes], text: To, change: ToChange) -> tuple[BotState, tuple[str, ...]]:
    """Return the memory that the files hold, each text redacted again, and in words what could not be read."""
    found = _Found()
    for path, data in sorted(files.items()):
        try:
            _read(found, path, data, text, change)
        except RecordError as error:
            found.unread.append(str(error))
    ended = found.ended
    if ended:
        kept = tuple(found.ended_waiting), tuple(found.ended_changes)
        ended = replace(ended, waiting=kept[0], changes=kept[1])
    state = replace(found.state, waiting=tuple(found.waiting), changes=tuple(found.changes), ended=ended)
    return state, tuple(found.unread)


def _held_files(
    folder: str, waiting: Sequence[Carried], changes: Sequence[CarriedChange]
) -> dict[str, bytes]:
    files = {f"{folder}/{one.key}.json": _json({"carried": carried_document(one)}) for one in waiting}
    for change in changes:
        document: Document = {"first_seen": change.first_seen, "text": change.text}
        files[f"{folder}/changes/{change.record.hex}.json"] = _json(document)
    return files


def refusal_file(refusal: Refusal) -> tuple[str, bytes]:
    """Return where it is remembered why something was refused, and the file. Raises RecordError for an odd key."""
    if not HEX.fullmatch(refusal.key):
        raise RecordError(REFUSED, "a refusal needs the ten hex digits of what was refused")
    document: Document = {
        "key": refusal.key,
        "id": refusal.id,
        "kind": refusal.kind,
        "reason": refusal.reason,
        "by": refusal.by,
        "at": refusal.at,
        "pull": refusal.pull,
    }
    return f"{REFUSED}/{refusal.key}.json", _json(document)


def refusal_from(data: bytes, where: str, text: To) -> Refusal:
    """Return why something was refused. Raises RecordError where the file does not say it."""
    members = Members.of(data, where, text).known("v", "key", "id", "kind", "reason", "by", "at", "pull")
    return Refusal(
        key=members.name("key", HEX),
        id=members.id("id"),
        kind=members.maybe("kind", lambda name: members.one_of(name, GARBAGE_KINDS)),
        reason=members.words("reason"),
        by=members.maybe("by", lambda name: members.words(name, 100)),
        at=members.time("at"),
        pull=members.maybe("pull", members.number),
    )


def _read(found: _Found, path: str, data: bytes, text: To, change: ToChange) -> None:
    """Take one file into what was found. Raises RecordError where it is none of the memory's."""
    held = _HELD.fullmatch(path)
    if len(data) > MAX_FILE:
        raise RecordError(path, f"is larger than {MAX_FILE >> 10} KiB")
    members = Members.of(data, path, text)
    if path == CURSOR:
        found.state = _with_cursor(found.state, members)
    elif path == PROPOSAL:
        found.state = replace(found.state, proposal=proposal_from(members, path))
    elif path == LAST:
        members.known("v", "proposal", "answered")
        last = proposal_from(members.within("proposal"), path)
        found.ended = Ended(last, members.names("answered"))
    elif held is None:
        raise RecordError(path, "is no file of the memory")
    elif held[2]:
        changes = found.changes if held[1] == WAITING else found.ended_changes
        changes.append(_change(members, path, held[3], change))
    else:
        carried = carried_from(members.known("v", "carried").raw("carried"), text, path)
        if carried.key != held[3]:
            raise RecordError(path, f"holds the candidate {carried.key}")
        (found.waiting if held[1] == WAITING else found.ended_waiting).append(carried)


def _cursor_document(state: BotState) -> Document:
    cursor, back = state.cursor, state.backfill
    document: Document = {
        "until": cursor.until,
        "recent": list(cursor.recent),
        "missed": [list(pair) for pair in cursor.missed],
        "backfill": {"since": back.since, "until": back.until, "reached": back.reached} if back else None,
        "answered": list(state.answered),
        "closed": list(state.closed),
        "laid": state.laid,
        "checked": state.checked,
    }
    return {key: value for key, value in document.items() if value}


def _with_cursor(state: BotState, members: Members) -> BotState:
    members.known("v", "until", "recent", "missed", "backfill", "answered", "closed", "laid", "checked")
    cursor = Cursor(members.maybe("until", members.time), members.numbers("recent"), members.pairs("missed"))
    return replace(
        state,
        cursor=cursor,
        backfill=members.maybe("backfill", lambda name: _backfill(members.within(name))),
        answered=members.names("answered"),
        closed=members.numbers("closed"),
        laid=members.maybe("laid", members.time) or "",
        checked=members.maybe("checked", lambda name: members.name(name, COMMIT)) or "",
    )


def _backfill(members: Members) -> Backfill:
    members.known("since", "until", "reached")
    return Backfill(members.time("since"), members.time("until"), members.time("reached"))


def _change(members: Members, where: str, key: str, change: ToChange) -> CarriedChange:
    """Return a change record that waits; its file is written anew from what was read and redacted."""
    members.known("v", "first_seen", "text")
    text = members.raw("text")
    if not isinstance(text, str):
        raise RecordError(where, "`text` is no text")
    record = change(read_change(text, where).record)
    if record.hex != key:
        raise RecordError(where, f"holds the change record {record.id}")
    return CarriedChange(record, write_change(record), members.time("first_seen"))


def _json(document: Document) -> bytes:
    """Return the document as a file: sorted, LF, a final newline; half a surrogate pair as JSON's own escape."""
    text = json.dumps(
        {"v": VERSION, **document}, ensure_ascii=False, sort_keys=True, indent=1, allow_nan=False
    )
    return (text + "\n").encode("utf-8", "backslashreplace")
