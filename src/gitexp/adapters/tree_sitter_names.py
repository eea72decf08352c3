"""The name that a captured node gives: text taken apart, or dug out of a declarator of C and C++."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from gitexp.records.outline import parts_of

if TYPE_CHECKING:
    from tree_sitter import Node

EVERY = "*"
"""The name that stands for every type: what a blanket `impl` or an extension of `object` adds to."""

# Ruby's operators hold signs that `parts_of` splits at.
_PLAIN = frozenset(
    {
        "identifier",
        "simple_identifier",
        "type_identifier",
        "property_identifier",
        "private_property_identifier",
        "operator",
        "setter",
    }
)
_HOLDERS = frozenset({"module", "exports", "this", "prototype"})
"""What stands before a name in JavaScript's `module.exports.f = …` and is no part of it."""
_POINTERS = frozenset(
    {"pointer_declarator", "array_declarator", "reference_declarator", "block_pointer_declarator"}
)
_WRAPPERS = frozenset({"parenthesized_declarator", "attributed_declarator", "init_declarator"}) | _POINTERS


def name_of(node: Node) -> tuple[str, ...]:
    """Return the parts of the name that a node spells."""
    text = _text(node)
    if node.type == "member_expression":
        return tuple(part for part in parts_of(text) if part not in _HOLDERS)
    if node.type in _PLAIN:
        text = text.strip("`")  # Kotlin and Swift quote a name that is no plain word
        return (text,) if text else ()
    if node.type in ("simple_symbol", "atom", "keyword"):
        return (text.strip().strip(":"),)
    if node.type in ("method_declaration", "method_definition"):
        return (_selector(node),)
    if node.type == "method_index_expression":  # Lua's `function M:send()`
        return parts_of(text.replace(":", "."))
    return parts_of(text.lstrip("*&@"))


def declared(node: Node) -> tuple[tuple[str, ...], Literal["function", "variable"]]:
    """Return the name inside a declarator, and whether it is that of a function.

    The innermost wrapper decides: `*f(void)` is a function, `(*f)(void)` a variable that points to one.
    """
    kind: Literal["function", "variable"] = "variable"
    while node.type in _WRAPPERS or node.type == "function_declarator":
        if node.type == "function_declarator":
            kind = "function"
        elif node.type in _POINTERS:
            kind = "variable"
        inner = node.child_by_field_name("declarator") or _first(node)
        if inner is None:
            return (), kind
        node = inner
    if node.type == "operator_cast" or _text(node).partition("(")[0].endswith("operator"):
        kind = "function"
    return name_of(node), kind


def _selector(node: Node) -> str:
    """Return the name of an Objective-C method: `reset`, `initWithFrame:style:`."""
    words = (child for child in node.named_children if child.type in ("identifier", "method_parameter"))
    return "".join(_text(word) if word.type == "identifier" else ":" for word in words)


def _first(node: Node) -> Node | None:
    """Return the declarator that a wrapper holds without naming it."""
    return next((child for child in node.named_children if not child.is_extra), None)


def _text(node: Node) -> str:
    return (node.text or b"").decode("utf-8", "replace")
