"""Audits how the records of the store stand to each other: no relation leads nowhere, round in a circle, or one way only."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from gitexp.records.experience import SERVED
from gitexp.records.fault import Fault, Gravity
from gitexp.records.store_file import StoreFile, StoreFileKind
from gitexp.steps.audit_held import held
from gitexp.steps.audit_ids import identity

_RELATIONS = ("supersedes", "superseded_by", "conflicts_with", "merged_from")
_KINDS: tuple[StoreFileKind, ...] = ("experience", "change")


@dataclass(frozen=True)
class _Link:
    """One id that a file names in one of its relations."""

    relation: str
    id: str
    line: int


@dataclass(frozen=True)
class _Node:
    """A record with its relations; both kinds of record look the same here."""

    file: StoreFile
    status: str
    links: tuple[_Link, ...]

    @property
    def hex(self) -> str:
        return identity(self.file.id)

    @property
    def heir(self) -> _Link | None:
        """Return what replaces it."""
        return next((link for link in self.links if link.relation == "superseded_by"), None)

    def ids(self, relation: str) -> list[str]:
        """Return what it names in a relation."""
        return [link.id for link in self.links if link.relation == relation]


def audit_relations(files: Sequence[StoreFile]) -> Iterator[Fault]:
    """Yield what is wrong between files. An id that no file has may still be the name of one that can't be read."""
    for kind in _KINDS:
        some = sorted((file for file in files if file.kind == kind), key=lambda file: file.path)
        named = {identity(file.stem) for file in some} | {identity(file.id) for file in some}
        nodes: dict[str, _Node] = {}
        for node in map(_node, some):
            if node.hex:
                nodes.setdefault(node.hex, node)
        heirs = {identity(old): node.file.id for node in nodes.values() for old in node.ids("supersedes")}
        for node in map(_node, some):
            yield from _dangling(node, named)
            yield from _status(node, nodes, heirs)
            yield from _one_sided(node, nodes)
        yield from _circles(nodes)


def _node(file: StoreFile) -> _Node:
    """Return a file's relations from its values, so that a file with a fault elsewhere still has them."""
    links = tuple(
        _Link(str(place[1]), value, file.line(*place))
        for place, value in file.values.items()
        if place[:1] == ("relations",) and place[1:2] and place[1] in _RELATIONS and identity(value)
    )
    return _Node(file, file.values.get(("status",), ""), links)


def _dangling(node: _Node, named: set[str]) -> Iterator[Fault]:
    for link in node.links:
        said = f"`relations.{link.relation}` names"
        if identity(link.id) == node.hex:
            yield held(node.file, "relation", link.line, f"{said} the file itself", "take it out")
        elif identity(link.id) not in named:
            # What went into a merged one may have been deleted by a person since: nothing rests on it.
            severity: Gravity = "warning" if link.relation == "merged_from" else "error"
            message = f"{said} `{link.id}`, which no file has"
            yield held(node.file, "relation", link.line, message, "mend the id, or take it out", severity)


def _status(node: _Node, nodes: dict[str, _Node], heirs: dict[str, str]) -> Iterator[Fault]:
    """Yield where `status` and `superseded_by` differ; `heirs` is what others say that they replace."""
    file, heir = node.file, node.heir
    if node.status == "superseded" and heir is None:
        known = heirs.get(node.hex)
        mend = f"write `superseded_by: {known}`" if known else "write `superseded_by`, or `status: archived`"
        message = "is superseded, and does not say by what"
        yield held(file, "relation", file.line("status"), message, mend, "warning")
    if heir is None:
        return
    if node.status in SERVED:
        message = f"is replaced by `{heir.id}`, and still `{node.status}`"
        yield held(
            file, "relation", heir.line, message, "write `status: superseded`, or take out `superseded_by`"
        )
    other = nodes.get(identity(heir.id))
    if node.status == "superseded" and other is not None and other.status == "retracted":
        message = f"is replaced by `{heir.id}`, which was retracted: nothing is in force in its place"
        mend = "write what holds now: `status: active` again, `retracted`, or another `superseded_by`"
        yield held(file, "relation", heir.line, message, mend, "warning")


def _one_sided(node: _Node, nodes: dict[str, _Node]) -> Iterator[Fault]:
    """Yield what the other side of a relation does not know of."""
    for link in node.links:
        other = nodes.get(identity(link.id))
        if other is None or not node.hex or other.hex == node.hex:
            continue
        if link.relation == "conflicts_with" and node.hex not in map(identity, other.ids("conflicts_with")):
            message = f"conflicts with `{link.id}`, which does not name it"
            mend = f"write `conflicts_with: [{node.file.id}]` into {other.file.path}"
            yield held(node.file, "relation", link.line, message, mend, "warning")
        if link.relation == "supersedes" and other.status in SERVED and other.heir is None:
            message = f"replaces `{link.id}`, which is still `{other.status}`"
            mend = f"`exp supersede {other.file.id} --by {node.file.id}`"
            yield held(node.file, "relation", link.line, message, mend, "warning")


def _circles(nodes: dict[str, _Node]) -> Iterator[Fault]:
    """Yield each circle of replacements once, at its first file; a file that names itself is told already."""
    seen: set[str] = set()
    for start in nodes:
        way: dict[str, None] = {}
        at: str | None = start
        while at is not None and at in nodes and at not in seen:
            seen.add(at)
            way[at] = None
            heir = nodes[at].heir
            at = identity(heir.id) if heir else None
        if at is None or at not in way:
            continue
        steps = list(way)
        circle = steps[steps.index(at) :]
        if len(circle) > 1:
            yield _circle([nodes[hex] for hex in circle])


def _circle(nodes: Sequence[_Node]) -> Fault:
    at = min(range(len(nodes)), key=lambda at: nodes[at].file.path)
    turned = [*nodes[at:], *nodes[:at]]
    names = " -> ".join(f"`{node.file.id}`" for node in (*turned, turned[0]))
    first = turned[0]
    line = first.heir.line if first.heir else 0
    return held(
        first.file, "relation", line, f"is replaced in a circle: {names}", "take one `superseded_by` out"
    )
