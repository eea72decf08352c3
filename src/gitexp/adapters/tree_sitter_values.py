"""What a value of JavaScript is made by, where it is no literal whose keys are all that it has."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tree_sitter import Node

_WRAPPERS = frozenset(
    {"parenthesized_expression", "as_expression", "satisfies_expression", "non_null_expression"}
)
_BEFORE = frozenset({"type_assertion", "assignment_expression"})
"""What stands before the value: `<T>{…}`, `exports = {…}`."""
_SEEN = frozenset(
    {
        "object",
        "number",
        "string",
        "template_string",
        "regex",
        "true",
        "false",
        "null",
        "undefined",
        "class",
        "arrow_function",
        "function_expression",
        "generator_function",
    }
)
"""Values that have no more than what stands there."""
_KEEPING = frozenset({b"Object.freeze", b"Object.seal", b"Object.preventExtensions", b"Object.create"})
"""Calls that give back what they are given."""


_LONGEST = 400
"""Bytes of a text that are looked at: of a longer one its beginning tells enough."""


def made_by(value: Node) -> bytes:
    """Return what makes a value in words (`axios.create`), empty where all that it has can be seen."""
    value = _unwrapped(value)
    if value.type == "call_expression":
        return _called(value)
    if value.type in _SEEN:
        return b""
    if value.type == "new_expression":
        value = value.child_by_field_name("constructor") or value
    return b"[" if value.type == "array" else _beginning(value)


def _unwrapped(value: Node) -> Node:
    """Return the value itself, out of brackets, types and what it is set to besides."""
    while value.type in _WRAPPERS or value.type in _BEFORE:
        inner = [child for child in value.named_children if not child.is_extra]
        if not inner:
            break
        value = inner[-1 if value.type in _BEFORE else 0]
    return value


def _called(call: Node) -> bytes:
    name = _beginning(call.child_by_field_name("function") or call)
    if name == b"require":  # is imported
        return b""
    given = call.child_by_field_name("arguments") if name in _KEEPING else None
    first = next((child for child in given.named_children if not child.is_extra), None) if given else None
    return b"" if first is not None and _unwrapped(first).type == "object" else name


def _beginning(node: Node) -> bytes:
    while node.end_byte - node.start_byte > _LONGEST and (first := node.child(0)) is not None:
        node = first
    return (node.text or b"")[:_LONGEST]
