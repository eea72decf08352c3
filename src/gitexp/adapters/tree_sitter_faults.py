"""Where a file could not be read: the lines of the nodes that the grammar made no sense of."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

from gitexp.adapters.tree_sitter_grammars import loaded, searching

if TYPE_CHECKING:
    from tree_sitter import Node, Query, Tree

MAX_FAULTS = 200
"""Beyond this many stretches of lines one from the first to the last is told."""


def unread_nodes(key: str, tree: Tree) -> list[Node]:
    """Return the nodes that are errors or missing, in the order of the file."""
    if not tree.root_node.has_error:
        return []
    found = searching(_query(key)).captures(tree.root_node)
    # What lies too deep to be searched: the whole file may be meant.
    nodes = found.get("fault", [tree.root_node])
    return sorted(nodes, key=lambda node: (node.start_byte, -node.end_byte))


def weight(nodes: list[Node]) -> int:
    """Return how many bytes of the file, and how many missing signs, the nodes are."""
    return sum(node.end_byte - node.start_byte if node.is_error else 1 for node in nodes)


def fault_lines(nodes: list[Node]) -> tuple[tuple[int, int], ...]:
    """Return the lines (first, last) of the nodes, joined where they meet."""
    lines: list[tuple[int, int]] = []
    for node in nodes:
        first = node.start_point[0] + 1
        end_row, end_column = node.end_point
        last = max(first, end_row + (1 if end_column else 0))
        if lines and first <= lines[-1][1]:
            lines[-1] = (lines[-1][0], max(last, lines[-1][1]))
        else:
            lines.append((first, last))
    return tuple(lines) if len(lines) <= MAX_FAULTS else ((lines[0][0], lines[-1][1]),)


@functools.cache
def _query(key: str) -> Query:
    from tree_sitter import Query

    return Query(loaded(key)[0], "(ERROR) @fault (MISSING) @fault")
