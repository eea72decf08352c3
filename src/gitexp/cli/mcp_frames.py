"""Reads MCP frames (JSON-RPC 2.0) and writes the answers; whatever stands in a frame, it is read as something."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from gitexp.cli.mcp_streams import MOST, Frame
from gitexp.records.text import UNSEEN

PARSE, INVALID, NO_METHOD, BAD_PARAMS, INTERNAL = -32700, -32600, -32601, -32602, -32603
UNSUPPORTED = -32022
"""Of the revision 2026-07-28: a revision that is not spoken here."""
CANCELLED = -32800
"""JSON-RPC leaves the code free; the language server protocol has this one for the same thing."""
NOBODY = "null"
MOST_TOGETHER = 100
"""Messages of one batch."""
LONGEST = 1000
"""Digits of a whole number that is kept as one."""
_LAST_ID = re.compile(
    rb'"id"\s*:\s*(-?\d{1,40}|"(?:[^"\\\x00-\x1f]|\\.){0,400}")\s*(?:,\s*"jsonrpc"\s*:\s*"2\.0"\s*)?\}\s*$'
)
"""An id that stands last in a frame: one closing brace behind it is that of the frame itself."""


class Call(NamedTuple):
    """A request. `id` is its id as JSON, for the answer; `params` are an object, or what was sent in its place."""

    id: str
    method: str
    params: object


class Told(NamedTuple):
    """A notification: it is never answered."""

    method: str
    params: object


class Fault(NamedTuple):
    """What is no request, with the answer that it gets."""

    id: str
    code: int
    message: str


Message = Call | Told | Fault | None
"""None is an answer to a question that was never asked: it is passed over."""


class Batch(NamedTuple):
    """Messages that came together, and are answered together where the revision has that."""

    messages: tuple[Message, ...]


def read(frame: Frame) -> Message | Batch:
    """Return what a frame says."""
    if frame.tail is not None:
        said = f"the message is larger than {MOST >> 20} MB"
        return Fault(_readable_id(frame.data, frame.tail), INVALID, said)
    try:
        found = _DECODER.decode(frame.data.removeprefix(b"\xef\xbb\xbf").decode("utf-8").strip())
    except RecursionError:
        return Fault(_readable_id(frame.data, frame.data[-400:]), INVALID, "the message is nested too deep")
    except UnicodeDecodeError as error:
        return Fault(NOBODY, PARSE, f"the message is not UTF-8 (byte {error.start})")
    except ValueError as error:
        return Fault(NOBODY, PARSE, f"the message is not JSON: {clean(str(error))[:200]}")
    if not isinstance(found, list):
        return _message(found)
    if not found:
        return Fault(NOBODY, INVALID, "the batch is empty")
    if len(found) > MOST_TOGETHER:
        # One for all: an answer to each would be many times what was sent.
        return Fault(NOBODY, INVALID, f"a batch has at most {MOST_TOGETHER} messages")
    return Batch(tuple(_message(one) for one in found))


def _message(found: object) -> Message:
    if not isinstance(found, dict):
        return Fault(NOBODY, INVALID, "a message is an object")
    method = found.get("method")
    if "method" not in found and ("result" in found or "error" in found):
        return None
    asks = "id" in found
    id = _id(found["id"]) if asks else NOBODY
    if found.get("jsonrpc") != "2.0":
        return Fault(id or NOBODY, INVALID, 'a message has "jsonrpc": "2.0"')
    if not isinstance(method, str):
        return Fault(id or NOBODY, INVALID, "a message names its method")
    if id is None or (asks and id == NOBODY):
        return Fault(NOBODY, INVALID, "an id is a text or a number")
    return Call(id, method, found.get("params")) if asks else Told(method, found.get("params"))


def _id(found: object) -> str | None:
    """Return an id as JSON, None for what can be none."""
    if isinstance(found, bool) or not (found is None or isinstance(found, str | int | float)):
        return None
    try:
        return json.dumps(found, allow_nan=False)
    except ValueError:  # beyond all numbers
        return None


def id_of(found: object) -> str:
    """Return an id that a notification names, as JSON."""
    return _id(found) or NOBODY


def _readable_id(head: bytes, tail: bytes) -> str:
    """Return the id of a frame that is not read as a whole: from its first members, or from its end."""
    if match := _LAST_ID.search(tail):
        try:
            return id_of(_DECODER.decode(match[1].decode("utf-8", "replace")))
        except ValueError:
            return NOBODY
    text = head.decode("utf-8", "replace").lstrip()
    at = 1 if text.startswith("{") else len(text)
    try:
        while at < len(text):
            key, at = _DECODER.raw_decode(text, _behind(text, at, ","))
            value, at = _DECODER.raw_decode(text, _behind(text, at, ":"))
            if key == "id":
                return id_of(value)
    except (ValueError, RecursionError):
        pass
    return NOBODY


def _behind(text: str, at: int, sign: str) -> int:
    """Return where the next value begins, behind blanks and the sign before it."""
    while at < len(text) and text[at] in f" \t\r\n{sign}":
        at += 1
    return at


def answer(id: str, result: Mapping[str, object]) -> str:
    """Return the frame that answers a request."""
    return f'{{"jsonrpc":"2.0","id":{id},"result":{_dumps(result)}}}'


def refusal(id: str, code: int, message: str, data: Mapping[str, object] | None = None) -> str:
    """Return the frame that says why a request has no result."""
    error = {"code": code, "message": clean(message), **({"data": data} if data else {})}
    return f'{{"jsonrpc":"2.0","id":{id},"error":{_dumps(error)}}}'


def together(answers: Sequence[str]) -> str:
    """Return the frame that answers a batch."""
    return f"[{','.join(answers)}]"


def clean(text: str) -> str:
    """Return text on one line without anything unseen."""
    return " ".join(UNSEEN.sub(_nothing, text).split())


def seen(found: object) -> object:
    """Return a document without anything unseen in its texts."""
    if isinstance(found, str):
        return UNSEEN.sub(_nothing, found)
    if isinstance(found, Mapping):
        return {seen(key): seen(value) for key, value in found.items()}
    if isinstance(found, list | tuple):
        return [seen(one) for one in found]
    return found


def _nothing(match: re.Match[str]) -> str:
    return "\ufffd" if "\ud800" <= match[0] <= "\udfff" else ""


def _dumps(found: object) -> str:
    """Return JSON on one line, of plain ASCII: no line end of any script can cut it."""
    return json.dumps(found, allow_nan=False, separators=(",", ":"))


def _whole(digits: str) -> int | float:
    return int(digits) if len(digits) <= LONGEST else float(digits)


def _no_json(name: str) -> object:
    raise ValueError(f"{name} is no JSON")


_DECODER = json.JSONDecoder(parse_int=_whole, parse_constant=_no_json)
