"""Reads YAML strictly: text, lists and mappings, each with its line; what could surprise or harm is refused.

Every scalar is text. One that stood unquoted is a `Plain`, so that a field which wants a number may take it
as one, while `NO`, `1.10`, `010` and dates stay what someone typed. Works on the parser's events, not on
PyYAML's constructors: nothing is ever built from a tag, and depth costs no stack.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeAlias

from gitexp.adapters.yaml_writer import Plain, dump
from gitexp.errors import RecordError

if TYPE_CHECKING:
    import yaml

__all__ = ["Document", "Plain", "Place", "Value", "dump", "load", "resolved", "shown"]

MAX_BYTES = 1 << 20
MAX_DEPTH = 50

Value: TypeAlias = "str | list[Value] | dict[str, Value]"
Place: TypeAlias = tuple[str | int, ...]
"""Where in the document: keys and positions from the root, such as ("preconditions", "must", 0)."""

_FORBIDDEN = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff\ud800-\udfff]|\r(?!\n)"
)
_SURROGATE = re.compile("[\ud800-\udfff]")
_INTEGER = re.compile(r"-?(0|[1-9][0-9]{0,17})")
_FLOAT = re.compile(
    r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?|[-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN)"
)
_NULLS = frozenset({"", "~", "null", "Null", "NULL"})
_BOOLEANS = {"true": True, "True": True, "TRUE": True, "false": False, "False": False, "FALSE": False}

_MENDS = (
    ("nesting depth", "make it flatter"),
    (
        "mapping values are not allowed",
        "line the keys up, or put the text in quotes: it holds a colon and a blank",
    ),
    ("cannot start any token", "put the text in quotes, and indent with blanks, never with tabs"),
    ("could not find expected ':'", "write `key: value`, with a blank after the colon"),
    ("quoted scalar", "close the quote, and write a backslash as `\\\\`"),
    ("escape", "write a backslash as `\\\\`, or use single quotes"),
    ("flow sequence", "close the list with `]`, with a comma between items"),
    ("flow mapping", "close the mapping with `}`, with a comma between entries"),
    ("block", "line the keys of one level up, and let nothing follow a closing quote or bracket"),
)


@dataclass(frozen=True)
class Document:
    """A document that was read: its data, the line (1-based) of each key and item, and the file's name."""

    data: Value
    lines: Mapping[Place, int]
    where: str

    def at(self, place: Place = ()) -> str:
        """Return `file:line` of a place; of what contains it where the place itself is not in the file."""
        while place and place not in self.lines:
            place = place[:-1]
        return f"{self.where}:{self.lines.get(place, 1)}"


def load(text: bytes | str, where: str) -> Document:
    """Return the one document of a YAML text; an empty one is an empty mapping. Raises RecordError only."""
    import yaml

    return _document(
        _clean(text, where), where, yaml.CSafeLoader if yaml.__with_libyaml__ else yaml.SafeLoader
    )


def resolved(value: Value) -> object:
    """Return the value with plain null, booleans and decimal integers as what YAML 1.2's core says they are."""
    if isinstance(value, dict):
        return {key: resolved(item) for key, item in value.items()}
    if isinstance(value, list):
        return [resolved(item) for item in value]
    if not isinstance(value, Plain):
        return value
    if is_null(value):
        return None
    if value in _BOOLEANS:
        return _BOOLEANS[value]
    number = as_integer(value)
    return value if number is None else number


def is_null(value: Value) -> bool:
    """Return whether nothing was written, or an unquoted null."""
    return isinstance(value, Plain) and value in _NULLS


def as_integer(value: Value) -> int | None:
    """Return the decimal integer that stood unquoted, or None. `010` and `0x1F` are text."""
    return int(value) if isinstance(value, Plain) and _INTEGER.fullmatch(value) else None


def shown(text: str, limit: int = 60) -> str:
    """Return outside text as one short line that can stand in a message."""
    line = "".join(char if char.isprintable() else "\ufffd" for char in " ".join(text[: 4 * limit].split()))
    return line if len(line) <= limit else f"{line[: limit - 1]}…"


def _clean(text: bytes | str, where: str) -> str:
    """Return the text with LF line ends, once it is small enough and holds nothing that must not be there."""
    if len(text) > MAX_BYTES or (isinstance(text, str) and len(text.encode("utf-8", "replace")) > MAX_BYTES):
        raise RecordError(where, f"larger than {MAX_BYTES} bytes", "keep one small record a file")
    if isinstance(text, bytes):
        text = _decoded(text, where)
    if bad := _FORBIDDEN.search(text):
        line = text.count("\n", 0, bad.start()) + 1
        raise RecordError(f"{where}:{line}", *_about_character(bad.group(), bad.start()))
    return text.replace("\r\n", "\n")


def _decoded(text: bytes, where: str) -> str:
    try:
        return text.decode("utf-8")
    except UnicodeDecodeError as error:
        line = text.count(b"\n", 0, error.start) + 1
        byte = f"byte 0x{text[error.start]:02x} at offset {error.start} is not UTF-8"
        raise RecordError(f"{where}:{line}", byte, "save the file as UTF-8") from None


def _about_character(char: str, position: int) -> tuple[str, str]:
    """Return what is wrong with a character, and how to mend it."""
    if char == "\ufeff" and position == 0:
        return "begins with a byte order mark", "save the file as UTF-8 without a byte order mark"
    if char == "\r":
        return "a carriage return without a line feed", "use LF or CRLF line ends"
    escape = f"\\x{ord(char):02x}" if ord(char) < 256 else f"\\u{ord(char):04x}"
    name = "NUL" if char == "\0" else f"U+{ord(char):04X}"
    return f"control character {name}", f'take it out, or write it as {escape} within "…"'


def _document(text: str, where: str, loader: type[Any]) -> Document:
    """Return the document that the parser's events describe; `where` names it in errors."""
    import yaml

    tree = _Tree(where)
    try:
        for event in yaml.parse(text, Loader=loader):
            _take(tree, event)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line = min(mark.line + 1 if mark else 1, len(text.splitlines()) or 1)
        problem = shown(" ".join(filter(None, (error.context, error.problem))), 120)
        raise RecordError(f"{where}:{line}", f"no YAML: {problem}", _mend(problem)) from None
    except (yaml.YAMLError, ValueError, OverflowError) as error:
        raise RecordError(where, f"no YAML: {shown(str(error), 120)}", "mend the text there") from None
    return Document({} if tree.root is None else tree.root, tree.lines, where)


def _mend(problem: str) -> str:
    return next((mend for sign, mend in _MENDS if sign in problem), "mend the text there")


def _take(tree: _Tree, event: yaml.Event) -> None:
    """Put one event into the tree, or refuse it."""
    import yaml

    line = event.start_mark.line + 1 if event.start_mark else 1
    if isinstance(event, yaml.AliasEvent):
        raise tree.refusal(
            line, f"alias `*{shown(event.anchor or '')}`", "write the text out, or put it in quotes"
        )
    if isinstance(event, yaml.DocumentStartEvent):
        tree.begin(line, bool(event.tags))
    elif isinstance(event, yaml.ScalarEvent | yaml.CollectionStartEvent):
        for sign, name in (("anchor `&", event.anchor), ("tag `", event.tag)):
            if name is not None:
                raise tree.refusal(line, f"{sign}{shown(name)}`", "take it out, or put the text in quotes")
        if isinstance(event, yaml.CollectionStartEvent):
            tree.open([] if isinstance(event, yaml.SequenceStartEvent) else {}, line)
            return
        if _SURROGATE.search(event.value):
            raise tree.refusal(line, "half of a surrogate pair", "write the character itself")
        tree.add(event.value if event.style else Plain(event.value), line)
    elif isinstance(event, yaml.CollectionEndEvent):
        tree.frames.pop()


@dataclass
class _Frame:
    """A list or mapping that is still open, and the key that waits for its value."""

    container: list[Value] | dict[str, Value]
    place: Place
    key: str | None = None


@dataclass
class _Tree:
    """The data under construction."""

    where: str
    root: Value | None = None
    lines: dict[Place, int] = field(default_factory=dict)
    frames: list[_Frame] = field(default_factory=list)
    documents: int = 0

    def refusal(self, line: int, what: str, mend: str) -> RecordError:
        return RecordError(f"{self.where}:{line}", what, mend)

    def begin(self, line: int, tags: bool) -> None:
        """Begin a document: there may be one, and without tags of its own."""
        self.documents += 1
        if self.documents > 1:
            raise self.refusal(
                line, "a second document begins", "keep one document a file: take out this `---`"
            )
        if tags:
            raise self.refusal(line, "a %TAG directive", "take it out")

    def open(self, container: list[Value] | dict[str, Value], line: int) -> None:
        """Add a list or mapping, and let what follows go into it."""
        if len(self.frames) >= MAX_DEPTH:
            raise self.refusal(line, f"more than {MAX_DEPTH} levels deep", "make it flatter")
        self.frames.append(_Frame(container, self.add(container, line)))

    def add(self, value: Value, line: int) -> Place:
        """Put a value where it belongs, and return its place."""
        if not self.frames:
            self.root = value
            self.lines[()] = line
            return ()
        frame = self.frames[-1]
        if isinstance(frame.container, list):
            place: Place = (*frame.place, len(frame.container))
            frame.container.append(value)
            self.lines[place] = line
            return place
        if frame.key is None:
            frame.key = self.key(value, frame, line)
            return frame.place
        place = (*frame.place, frame.key)
        frame.container[frame.key] = value
        frame.key = None
        return place

    def key(self, value: Value, frame: _Frame, line: int) -> str:
        """Return the value as a new key of the frame's mapping."""
        if not isinstance(value, str):
            raise self.refusal(line, "a list or mapping as a key", "put the key in quotes")
        name = shown(value)
        if isinstance(value, Plain) and value == "<<":
            raise self.refusal(line, "merge key `<<`", "write the keys out")
        if isinstance(value, Plain) and (resolved(value) is not value or _FLOAT.fullmatch(value)):
            raise self.refusal(line, f"key `{name}` is no text", "put the key in quotes")
        if value in frame.container:
            first = self.lines[(*frame.place, value)]
            raise self.refusal(line, f"duplicate key `{name}` (first on line {first})", "keep one of them")
        self.lines[(*frame.place, value)] = line
        return str(value)
