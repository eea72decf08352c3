"""The table of GraphQL types: what each field is called, takes and gives, and how it is found."""

from __future__ import annotations

from base64 import b64decode, b64encode
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from support.github_double.hub import GithubDouble
    from support.github_double.rest import Request
    from support.github_double.shapes import Shapes

SCALARS = frozenset(
    {"String", "Int", "Boolean", "ID", "DateTime", "URI", "GitObjectID", "BigInt", "HTML", "Enum"}
)
MOST = 100


class GraphProblem(Exception):
    """A field that can't be given: it is null, and the answer says why."""

    def __init__(self, type: str | None, message: str) -> None:
        super().__init__(message)
        self.type = type


@dataclass(frozen=True)
class Asked:
    """Who asks what: the double, the call, and what writes REST shapes (for the addresses in them)."""

    hub: GithubDouble
    request: Request
    write: Shapes | None = None


Arguments = Mapping[str, Any]
Resolve = Callable[[Asked, Any, Arguments], Any]


@dataclass(frozen=True)
class Field:
    """One field of a type: the name of the type that it gives, what finds it, and the types of its arguments."""

    gives: str
    resolve: Resolve
    takes: Mapping[str, str] = field(default_factory=dict)


TYPES: dict[str, dict[str, Field]] = {}
ABSTRACT: dict[str, frozenset[str]] = {}
"""Interfaces and unions, with the types that an object of them can be."""
PAGED = {"first": "Int", "last": "Int", "after": "String", "before": "String"}


def typed(kind: str, /, **fields: Field) -> None:
    """Put fields of a type into the table."""
    TYPES.setdefault(kind, {}).update(fields)


def plain(gives: str, find: Callable[[Any], Any]) -> Field:
    """Return a field that needs no more than the object."""
    return Field(gives, lambda asked, thing, arguments: find(thing))


@dataclass(frozen=True)
class Page:
    """A piece of a list, as a connection gives it."""

    whole: Sequence[Any]
    start: int
    end: int


def _cursor(position: int) -> str:
    return b64encode(f"cursor:v2:{position}".encode()).decode()


def _position(cursor: str, name: str) -> int:
    try:
        return int(b64decode(cursor).decode().rpartition(":")[2])
    except ValueError:
        raise GraphProblem(None, f"`{cursor}` does not appear to be a valid cursor.") from None


def page(whole: Sequence[Any], arguments: Arguments) -> Page:
    """Cut a list to what `first`, `last`, `after` and `before` say."""
    start, end = 0, len(whole)
    if arguments.get("after"):
        start = _position(arguments["after"], "after")
    if arguments.get("before"):
        end = _position(arguments["before"], "before") - 1
    if arguments.get("first") is not None:
        end = min(end, start + arguments["first"])
    if arguments.get("last") is not None:
        start = max(start, end - arguments["last"])
    return Page(whole, start, max(start, end))


def connection(
    of: str,
    find: Callable[[Asked, Any, Arguments], Sequence[Any]],
    takes: Mapping[str, str] | None = None,
    *,
    name: str | None = None,
    node: Callable[[Any], Any] = lambda item: item,
    **edge: Field,
) -> Field:
    """Return a field that gives a connection; `edge` are fields of its edges, `node` takes the node out of an item."""
    kind = name or of
    typed(
        f"{kind}Edge",
        cursor=plain("String", lambda item: _cursor(item[0] + 1)),
        node=plain(of, lambda item: node(item[1])),
        **edge,
    )
    typed(
        f"{kind}Connection",
        totalCount=plain("Int", lambda cut: len(cut.whole)),
        pageInfo=plain("PageInfo", lambda cut: cut),
        nodes=plain(of, lambda cut: [node(item) for item in cut.whole[cut.start : cut.end]]),
        edges=plain(
            f"{kind}Edge", lambda cut: [(number, cut.whole[number]) for number in range(cut.start, cut.end)]
        ),
    )
    return Field(
        f"{kind}Connection",
        lambda asked, thing, arguments: page(find(asked, thing, arguments), arguments),
        {**PAGED, **(takes or {})},
    )


typed(
    "PageInfo",
    hasNextPage=plain("Boolean", lambda cut: cut.end < len(cut.whole)),
    hasPreviousPage=plain("Boolean", lambda cut: cut.start > 0),
    endCursor=plain("String", lambda cut: _cursor(cut.end) if cut.end > cut.start else None),
    startCursor=plain("String", lambda cut: _cursor(cut.start + 1) if cut.end > cut.start else None),
)
