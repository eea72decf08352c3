"""Adds items to a JSON file of somebody's settings and takes them out again; every other byte stays as it is.

How an item stands there tells what was laid with it, so that taking it out gives back the very bytes that were there:
an object or array that is laid begins its first item on a line of its own; in an empty one that was there already the
first item follows the bracket at once.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple, NoReturn

MAX_FILE = 1 << 20
"""Bytes of a file that is changed: settings that people write are far smaller."""
Steps = Sequence["str | int"]
"""The keys and numbers that lead to a value."""
_BOM = "\ufeff"
_BLANKS = " \t\r\n"
_UNIT = "  "
_DIGITS = 18
_STRING = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"', re.DOTALL)
_SIGN = re.compile(rf"[{{}}\[\]]|{_STRING.pattern}", re.DOTALL)


class Unfit(Exception):
    """A file that can't be changed safely; the message says why, as what follows its name."""


class _Item(NamedTuple):
    """Where one item of an object or array stands: it begins with its key, if it has one, then comes its value."""

    start: int
    value: int
    end: int
    key: str = ""


def checked(content: bytes) -> str:
    """Return the text of settings that can be changed safely. Raises Unfit."""
    if len(content) > MAX_FILE:
        raise Unfit(f"is larger than {MAX_FILE >> 20} MB")
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError:
        raise Unfit("is no UTF-8 text") from None
    if not text.removeprefix(_BOM).strip():
        raise Unfit("is empty")
    content_of(text)
    return text


def content_of(text: str) -> Mapping[str, object]:
    """Return what the settings hold; a number that no program could count on stays a text. Raises Unfit."""
    try:
        read = json.loads(
            text.removeprefix(_BOM), object_pairs_hook=_once, parse_int=_whole, parse_constant=_no_number
        )
    except RecursionError:
        raise Unfit("is nested too deeply") from None
    except ValueError as error:
        bare = _STRING.sub('""', text)
        raise Unfit("holds comments" if "//" in bare or "/*" in bare else f"is no JSON ({error})") from None
    if not isinstance(read, dict):
        raise Unfit("holds no JSON object")
    return read


def fresh(document: Mapping[str, object]) -> str:
    """Return a file that holds nothing but what is laid."""
    return json.dumps(document, indent=_UNIT, ensure_ascii=False) + "\n"


def appended(text: str, steps: Steps, value: object, key: str = "") -> str:
    """Return the text with one more item at the end of an object (then it has a key) or of an array."""
    at = _place(text, steps)
    inside = _items(text, at)
    indent = _indent(text, inside[-1:], len(steps) + 1)
    item = (f"{json.dumps(key, ensure_ascii=False)}: " if key else "") + _laid(text, value, indent)
    if not inside:
        return f"{text[: at + 1]}{item}{text[at + 1 :]}"
    end = inside[-1].end
    return f"{text[:end]},{_newline(text)}{indent}{item}{text[end:]}"


def replaced(text: str, steps: Steps, value: object) -> str:
    """Return the text with another value in the place of one."""
    item = _find(_items(text, _place(text, steps[:-1])), steps[-1])
    indent = _indent(text, [item], len(steps))
    return text[: item.value] + _laid(text, value, indent) + text[item.end :]


def without(text: str, steps: Steps) -> str | None:
    """Return the text without an item, and without what was laid for it alone; None where nothing else was laid."""
    at = _place(text, steps[:-1])
    inside = _items(text, at)
    item = _find(inside, steps[-1])
    number = inside.index(item)
    if number:
        return text[: inside[number - 1].end] + text[item.end :]
    if len(inside) > 1:
        return text[: item.start] + text[inside[1].start :]
    if "\n" not in text[at : item.start]:
        return text[: item.start] + text[item.end :]
    return without(text, steps[:-1]) if len(steps) > 1 else None


def _once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    read: dict[str, object] = {}
    for key, value in pairs:
        if key in read:  # which of the two counts is not said anywhere
            shown = "".join(sign if sign.isprintable() else "?" for sign in key[:80])
            raise Unfit(f"has the key `{shown}` twice in one object")
        read[key] = value
    return read


def _whole(digits: str) -> object:
    return int(digits) if len(digits) < _DIGITS else digits


def _no_number(word: str) -> NoReturn:
    raise ValueError(f"{word} is no number")


def _laid(text: str, value: object, indent: str) -> str:
    """Return a value as the file writes its own, from its second line on indented."""
    lines = json.dumps(value, indent=_unit(text), ensure_ascii=False).split("\n")
    return f"{_newline(text)}{indent}".join(lines)


def _newline(text: str) -> str:
    return "\r\n" if "\r\n" in text else "\n"


def _unit(text: str) -> str:
    """Return by what the file indents: as its first item does."""
    inside = _items(text, _place(text, ()))
    return (_blanks_before(text, inside[0].start) if inside else "") or _UNIT


def _indent(text: str, items: Sequence[_Item], depth: int) -> str:
    """Return the blanks of the line that an item begins, those of its depth where none does."""
    before = next((_blanks_before(text, item.start) for item in items), None)
    return _unit(text) * depth if before is None else before


def _blanks_before(text: str, at: int) -> str | None:
    """Return the blanks before a place, None where it does not begin its line, or the file."""
    line = text.rfind("\n", 0, at) + 1
    before = text[line:at]
    return None if not line or before.strip(" \t") else before


def _place(text: str, steps: Steps) -> int:
    """Return where a value begins."""
    at = _after_blanks(text, len(_BOM) if text.startswith(_BOM) else 0)
    for step in steps:
        at = _find(_items(text, at), step).value
    return at


def _find(items: Sequence[_Item], step: str | int) -> _Item:
    return items[step] if isinstance(step, int) else next(item for item in items if item.key == step)


def _items(text: str, at: int) -> list[_Item]:
    """Return the items of the object or array that begins there. The text is known to be JSON."""
    found: list[_Item] = []
    keyed = text[at] == "{"
    at = _after_blanks(text, at + 1)
    while text[at] not in "]}":
        start, key = at, ""
        if keyed:
            after = _end_of(text, at)
            key = json.loads(text[at:after])
            at = _after_blanks(text, _after_blanks(text, after) + 1)
        end = _end_of(text, at)
        found.append(_Item(start, at, end, key))
        at = _after_blanks(text, end)
        if text[at] == ",":
            at = _after_blanks(text, at + 1)
    return found


def _end_of(text: str, at: int) -> int:
    """Return where the value that begins there ends."""
    if text[at] not in '{["':
        while text[at] not in f",]}}{_BLANKS}":
            at += 1
        return at
    depth = 0
    for sign in _SIGN.finditer(text, at):
        depth += (sign[0] in "{[") - (sign[0] in "}]")
        if not depth:
            return sign.end()
    return len(text)


def _after_blanks(text: str, at: int) -> int:
    while text[at] in _BLANKS:
        at += 1
    return at
