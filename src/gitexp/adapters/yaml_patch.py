"""Changes single values of a YAML text where they stand: what else is in it, comments and order too, stays as it is."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from gitexp.adapters.yaml_strict import dump

if TYPE_CHECKING:
    import yaml

WIDTH = 100


class _Edit(NamedTuple):
    """Characters of the text from `start` to `end`, and what takes their place."""

    start: int
    end: int
    text: str


class Unpatchable(Exception):
    """The text can't be changed in place: it is laid out in a way that this does not know."""


def patched(text: str, old: Mapping[str, object], new: Mapping[str, object]) -> str:
    """Return the text with the values that differ changed. Raises Unpatchable; the caller reads the result back."""
    import yaml

    try:
        root = yaml.compose(text, Loader=yaml.SafeLoader)
    except yaml.YAMLError as error:
        raise Unpatchable from error
    if not isinstance(root, yaml.MappingNode) or root.flow_style:
        raise Unpatchable
    edits: list[_Edit] = []
    _mapping(text, root, old, new, edits)
    for edit in sorted(edits, reverse=True):
        text = text[: edit.start] + edit.text + text[edit.end :]
    return text


def _mapping(
    text: str,
    node: yaml.MappingNode,
    old: Mapping[str, object],
    new: Mapping[str, object],
    edits: list[_Edit],
) -> None:
    entries = {str(key.value): (key, value) for key, value in node.value}
    if any(key not in new for key in old) or any(key in old and key not in entries for key in new):
        raise Unpatchable
    for key, value in new.items():
        if key not in old:
            edits.append(_added(text, node, entries, list(new), key, value))
        elif old[key] != value:
            try:
                inner: list[_Edit] = []
                _value(text, entries[key][1], old[key], value, inner)
            except Unpatchable:
                if node.flow_style:
                    raise
                inner = [_replaced(text, *entries[key], key, value)]
            edits += inner


def _value(text: str, node: yaml.Node, old: object, new: object, edits: list[_Edit]) -> None:
    import yaml

    if isinstance(node, yaml.MappingNode) and isinstance(old, Mapping) and isinstance(new, Mapping):
        _mapping(text, node, old, new, edits)
    elif isinstance(node, yaml.SequenceNode) and isinstance(old, list) and isinstance(new, list):
        _sequence(text, node, old, new, edits)
    elif isinstance(node, yaml.ScalarNode) and node.style not in ("|", ">"):
        start, end = node.start_mark.index, node.end_mark.index
        edits.append(_Edit(start, end, _inline(new)))
    else:
        raise Unpatchable


def _sequence(
    text: str,
    node: yaml.SequenceNode,
    old: Sequence[object],
    new: Sequence[object],
    edits: list[_Edit],
) -> None:
    if len(node.value) != len(old) or len(new) < len(old) or not old:
        raise Unpatchable
    for item, before, after in zip(node.value, old, new, strict=False):
        if before != after:
            _value(text, item, before, after, edits)
    more = new[len(old) :]
    if not more:
        return
    if node.flow_style:
        at = _end(text, node.value[-1])
        edits.append(_Edit(at, at, "".join(f", {_inline(one)}" for one in more)))
    else:
        edits.append(_lines_after(text, _end(text, node.value[-1]), dump(list(more)), node.start_mark.column))


def _added(
    text: str,
    node: yaml.MappingNode,
    entries: Mapping[str, tuple[yaml.Node, yaml.Node]],
    order: Sequence[str],
    key: str,
    value: object,
) -> _Edit:
    """Return a new entry, put after the last of those that stand before it in the usual order."""
    before = [entries[one] for one in order[: order.index(key)] if one in entries]
    if not before:
        raise Unpatchable
    at = max(_end(text, one[1]) for one in before)
    if node.flow_style:
        entry = f", {key}: {_inline(value)}"
        if node.end_mark.column + len(entry) > WIDTH:
            raise Unpatchable
        return _Edit(at, at, entry)
    return _lines_after(text, at, dump({key: value}, block=("evidence",)), node.start_mark.column)


def _replaced(text: str, key_node: yaml.Node, node: yaml.Node, key: str, value: object) -> _Edit:
    """Return a whole entry in place of another; a comment on its first line stays."""
    start, end = key_node.start_mark.index, _end(text, node)
    if "#" in text[start:end]:
        raise Unpatchable  # it may be a comment, and that would be lost
    lines = _indented(
        dump({key: value}, block=("evidence",)), key_node.start_mark.column, _break(text, start)
    )
    return _Edit(start, end, lines.lstrip(" ").rstrip("\r\n"))


def _lines_after(text: str, at: int, lines: str, column: int) -> _Edit:
    """Return lines to stand below the line of a place."""
    line_end = text.find("\n", at)
    ending = _break(text, at)
    if line_end < 0:
        return _Edit(len(text), len(text), ending + _indented(lines, column, ending))
    return _Edit(line_end + 1, line_end + 1, _indented(lines, column, ending))


def _indented(lines: str, column: int, ending: str) -> str:
    return "".join(f"{' ' * column if line else ''}{line}{ending}" for line in lines.splitlines())


def _break(text: str, at: int) -> str:
    """Return how the line at a place ends."""
    line_end = text.find("\n", at)
    return "\r\n" if line_end > 0 and text[line_end - 1] == "\r" else "\n"


def _end(text: str, node: yaml.Node) -> int:
    """Return where a value ends: not where the parser saw what follows it, which is below comments and blank lines."""
    import yaml

    if isinstance(node, yaml.CollectionNode) and not node.flow_style and node.value:
        last = node.value[-1]
        return _end(text, last[1] if isinstance(last, tuple) else last)
    if isinstance(node, yaml.ScalarNode) and node.style in ("|", ">"):
        return len(text[: node.end_mark.index].rstrip())
    return node.end_mark.index


def _inline(value: object) -> str:
    """Return a value as it may stand on a line, in brackets too."""
    if not isinstance(value, str):
        line = dump({"k": [value]} if not isinstance(value, list | Mapping) else {"k": value})
        if line.count("\n") != 1 or len(line) > WIDTH:
            raise Unpatchable
        return line[len("k: [") : -2] if not isinstance(value, list | Mapping) else line[len("k: ") : -1]
    line = dump({"k": [value]})
    return line[len("k: [") : -2] if line.startswith("k: [") else json.dumps(value, ensure_ascii=False)
