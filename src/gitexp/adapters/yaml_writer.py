"""The one YAML writer: stable order, readable block scalars, and every text read back exactly, by any parser.

PyYAML's emitter falls back to one long quoted line for emoji and for a blank at a line's end; this one does
not. What a YAML 1.1 or 1.2 parser could take for a number, a date, a boolean or syntax is quoted.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Mapping, Sequence

from gitexp.errors import RecordError

WIDTH = 100
FLOW_DEPTH = 3
MAX_KEY = 1000
MAX_DEPTH = 50

_ESCAPED = re.compile(
    "[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff"
    "\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\U000e0000-\U000e007f]"
)
"""What must not, or had better not, stand raw in a file: controls, and what a reviewer could not see. Tabs are
escaped within quotes only."""
_SURROGATE = re.compile("[\ud800-\udfff]")
_NUMBER_LIKE = re.compile(r"[0-9][0-9a-fA-FxXoObBeE_.,:+\-TtZz ]*")
_PLAIN_VALUE = re.compile(r"[-+.]?[0-9A-Za-z][0-9A-Za-z._+-]*")
_WORDS = frozenset({"y", "n", "yes", "no", "on", "off", "true", "false", "null"})
_FLOW_SIGNS = re.compile(r"[,\[\]{}:?*&!|>'\"%@`#]")
_FIRST = re.compile(r"[A-Za-z0-9_/($]|[^\x00-\x7f\s]")
_BREAK = re.compile(r"(?<=[^ \t]) (?=[^ \t])")
_NAMES = {"\n": "\\n", "\t": "\\t", "\r": "\\r", '"': '\\"', "\\": "\\\\"}


class Plain(str):
    """Text that stands unquoted in a file: YAML's own rules say whether it is text, a number or nothing."""

    __slots__ = ()


def dump(data: object, *, block: Collection[str] = ()) -> str:
    """Return the data as YAML, in the order given.

    Small collections stand in one line; those of the keys in `block`, and their items, never do.
    """
    if isinstance(data, Mapping | list | tuple) and data:
        return "\n".join(_collection(data, 0, 0, block)) + "\n"
    return _atom(data) + "\n"


def _collection(
    data: Mapping[str, object] | Sequence[object], indent: int, blocked: int, block: Collection[str] = ()
) -> list[str]:
    """Return the lines of a list or mapping in block style; for `blocked` more levels nothing is in flow style."""
    if indent > 2 * MAX_DEPTH:
        raise RecordError("", f"more than {MAX_DEPTH} levels deep", "make it flatter")
    lines: list[str] = []
    pad = " " * indent
    if isinstance(data, Mapping):
        for key, value in data.items():
            lines += _entry(f"{pad}{_key(key)}:", value, indent, 2 if key in block else blocked)
    else:
        for value in data:
            lines += _entry(f"{pad}-", value, indent, blocked)
    return lines


def _entry(head: str, value: object, indent: int, blocked: int) -> list[str]:
    """Return the lines of one key or item: what stands before, and its value."""
    if isinstance(value, str) and not _stays_plain(value):
        return _text(head, _whole(value), indent)
    if not isinstance(value, Mapping | list | tuple) or not value:
        return [f"{head} {_atom(value)}"]
    flow = None if blocked else _flow(value, FLOW_DEPTH)
    if flow is not None and _width(head) + 1 + _width(flow) <= WIDTH:
        return [f"{head} {flow}"]
    lines = _collection(value, indent + 2, max(blocked - 1, 0))
    if head.endswith("-"):
        return [f"{head} {lines[0][indent + 2 :]}", *lines[1:]]
    return [head, *lines]


def _text(head: str, text: str, indent: int) -> list[str]:
    """Return a text after its key or dash: on the line, or as a block scalar below it."""
    if "\n" in text:
        return _literal(head, text, indent) or [f"{head} {_quoted(text)}"]
    line = text if _is_plain(text) else _quoted(text)
    if _width(head) + 1 + _width(line) <= WIDTH or _ESCAPED.search(text) or text != text.strip(" "):
        return [f"{head} {line}"]
    folded = _fold(text, WIDTH - indent - 2)
    if len(folded) == 1:
        return [f"{head} {line}"]
    return [f"{head} >-", *(f"{' ' * (indent + 2)}{part}" for part in folded)]


def _literal(head: str, text: str, indent: int) -> list[str]:
    """Return a text of several lines as `|`, every character as it is; nothing where only quotes can hold it."""
    if _ESCAPED.search(text.replace("\t", "")) or not text.strip(" \t\n"):
        return []
    body, chomping = text, "-"
    if text.endswith("\n"):
        body, chomping = text[:-1], "+" if text.endswith("\n\n") else ""
    lines = body.split("\n")
    first = next(number for number, line in enumerate(lines) if line.strip(" \t"))
    # The reader takes the depth from the first line with words: it must be told where that begins with blanks.
    depth = "2" if any(line.startswith((" ", "\t")) for line in lines[: first + 1]) else ""
    pad = " " * (indent + 2)
    return [f"{head} |{depth}{chomping}", *(f"{pad}{line}" if line else "" for line in lines)]


def _fold(text: str, room: int) -> list[str]:
    """Return the text in lines, broken only where a reader puts exactly one blank back."""
    lines: list[str] = []
    width = 0
    for part in _BREAK.split(text):
        wide = _width(part)
        if lines and width + 1 + wide <= max(room, 40):
            lines[-1] += f" {part}"
            width += 1 + wide
        else:
            lines.append(part)
            width = wide
    return lines


def _flow(value: object, depth: int) -> str | None:
    """Return the value for one line, or None where that would be no help to a reader."""
    if isinstance(value, Mapping) and value:
        parts = {_key(key): _flow(item, depth - 1) for key, item in value.items()}
        fits = depth > 0 and None not in parts.values()
        return "{" + ", ".join(f"{key}: {part}" for key, part in parts.items()) + "}" if fits else None
    if isinstance(value, list | tuple) and value:
        items = [_flow(item, depth - 1) for item in value] if depth > 0 else [None]
        if None in items or sum(isinstance(item, Mapping) for item in value) > 1:
            return None
        return "[" + ", ".join(item for item in items if item is not None) + "]"
    if isinstance(value, str) and not _stays_plain(value):
        text = _whole(value)
        if "\n" in text:
            return None
        return text if _is_plain(text) and not _FLOW_SIGNS.search(text) else _quoted(text)
    return _atom(value)


def _atom(value: object) -> str:
    """Return a scalar, or an empty collection."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, str):
        return str(value) if _stays_plain(value) or _is_plain(value) else _quoted(_whole(value))
    if isinstance(value, Mapping | list | tuple):
        return "{}" if isinstance(value, Mapping) else "[]"
    raise TypeError(f"{type(value).__name__} can't be written as YAML")


def _key(key: object) -> str:
    """Return a key, quoted where it could be taken for something else."""
    if not isinstance(key, str):
        raise TypeError(f"a key must be text, not {type(key).__name__}")
    text = _whole(key)
    written = text if _is_plain(text) and not _FLOW_SIGNS.search(text) else _quoted(text)
    if len(written) > MAX_KEY:
        raise RecordError("", f"a key of more than {MAX_KEY} characters", "make it a value")
    return written


def _stays_plain(value: str) -> bool:
    """Return whether the value stood unquoted and is so simple that it may again, whatever it means there."""
    return isinstance(value, Plain) and _PLAIN_VALUE.fullmatch(value) is not None


def _is_plain(text: str) -> bool:
    """Return whether any YAML parser takes the unquoted text for this text and nothing else (in block style)."""
    if not text or not _FIRST.match(text) or text[-1] in " :" or ": " in text or " #" in text:
        return False
    if "\n" in text or _ESCAPED.search(text) or text.lower() in _WORDS:
        return False
    return not _NUMBER_LIKE.fullmatch(text)


def _quoted(text: str) -> str:
    """Return the text in quotes: double ones, or single ones where that spares escapes."""
    if not _ESCAPED.search(text) and "\n" not in text and ('"' in text or "\\" in text):
        return "'" + text.replace("'", "''") + "'"
    escaped = re.sub(r'[\n"\\]', lambda found: _NAMES[found.group()], text)
    return '"' + _ESCAPED.sub(lambda found: _escape(found.group()), escaped) + '"'


def _escape(char: str) -> str:
    number = ord(char)
    if number > 0xFFFF:
        return f"\\U{number:08x}"
    return _NAMES.get(char) or (f"\\x{number:02x}" if number < 0x100 else f"\\u{number:04x}")


def _whole(text: str) -> str:
    """Return the text with each half of a surrogate pair, which no file can hold, replaced."""
    return _SURROGATE.sub("\ufffd", text)


def _width(text: str) -> int:
    """Return how many columns the text takes; wide letters take two."""
    if text.isascii():
        return len(text)
    return len(text) + sum(unicodedata.east_asian_width(char) in "WF" for char in text)
