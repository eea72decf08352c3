"""What GitHub's answers hold, checked as far as every one of them can be: JSON, an object, a list of objects."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

from gitexp.adapters.github_api_errors import GithubError
from gitexp.adapters.github_item import Item
from gitexp.errors import OutsideError


@dataclass(frozen=True)
class Listed:
    """The objects of a list, page by page, and whether more were there than were asked for."""

    items: Sequence[Item]
    cut: bool = False


@dataclass(frozen=True)
class Graph:
    """What a GraphQL query gave, and what it could not give: the type and the words of each fault."""

    data: Item
    faults: Sequence[tuple[str, str]] = ()


@dataclass(frozen=True)
class Budget:
    """How many calls are left until when (seconds since 1970), of how many."""

    left: int
    limit: int
    reset: float


def item_of(content: object, where: str) -> Item:
    """Return an answer that should be one object. Raises OutsideError for another."""
    if not isinstance(content, dict):
        raise OutsideError(where, "does not answer with an object", "see GITHUB_API_URL")
    return Item(where, content)


def items_of(content: object, where: str) -> list[Item]:
    """Return an answer that should be a list of objects; a member that is none is left out. Raises OutsideError."""
    if not isinstance(content, list):
        raise OutsideError(where, "does not answer with a list", "see GITHUB_API_URL")
    return [Item(f"{where}[{index}]", one) for index, one in enumerate(content) if isinstance(one, dict)]


def parsed(text: str, where: str) -> object:
    """Return an answer read as JSON. Raises GithubError for one that is none."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        raise GithubError(where, "does not answer with JSON", "see GITHUB_API_URL, and the proxy") from None


def fault_of(error: object) -> tuple[str, str]:
    """Return type and words of one of the `errors` of a GraphQL answer."""
    if not isinstance(error, dict):
        return "", ""
    kind, words = error.get("type"), error.get("message")
    return (kind if isinstance(kind, str) else "", words if isinstance(words, str) else "")


def list_of(content: object) -> list[object]:
    """Return a list; an empty one in place of anything else."""
    return content if isinstance(content, list) else []


def budget_of(content: object, where: str) -> Budget | None:
    """Return what `rate_limit` says of REST calls; None where it says nothing."""
    found = item_of(content, where).part("resources")
    core = found.part("core") if found else None
    left, most, reset = ((core.number(name) if core else None) for name in ("remaining", "limit", "reset"))
    return None if left is None or most is None else Budget(left, most, float(reset or 0))
