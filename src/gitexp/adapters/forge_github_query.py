"""The one GraphQL query for the pull requests of the proposal branch, and what its answer says."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from gitexp.adapters.forge_github_shape import OPEN_MOST, account, act, pull, sorted_acts
from gitexp.adapters.github_api_content import Graph
from gitexp.adapters.github_item import Item
from gitexp.errors import RecordError
from gitexp.records.pull import Pull

_BY = "author { login __typename }"
_CLOSED = "timelineItems(last: 1, itemTypes: [CLOSED_EVENT]) { nodes { ... on ClosedEvent { actor { login __typename } } } }"
_HEAD = (
    f"number url title body state isCrossRepository headRefOid createdAt closedAt {_BY} "
    f"editor {{ login __typename }} lastEditedAt {_CLOSED}"
)
_SAID = f"fullDatabaseId {_BY} body"
_ACTS = (
    f"comments(last: 100) {{ nodes {{ {_SAID} createdAt }} }} "
    f"reviews(last: 100) {{ nodes {{ {_SAID} state submittedAt }} }} "
    f"reviewThreads(last: 50) {{ nodes {{ comments(last: 20) {{ nodes {{ {_SAID} createdAt }} }} }} }}"
)


def _pulls(name: str, states: str, most: int, fields: str) -> str:
    newest = "orderBy: {field: CREATED_AT, direction: DESC}"
    asked = f"headRefName: $branch, states: [{states}], first: {most}, {newest}"
    return f"{name}: pullRequests({asked}) {{ nodes {{ {fields} }} }}"


CLOSED_MOST = 10
QUERY = (
    "query($owner: String!, $name: String!, $branch: String!) { repository(owner: $owner, name: $name) { "
    + _pulls("open", "OPEN", OPEN_MOST, f"{_HEAD} {_ACTS}")
    + " "
    + _pulls("newest", "CLOSED, MERGED", 1, f"{_HEAD} {_ACTS}")
    + " "
    + _pulls("closed", "CLOSED, MERGED", CLOSED_MOST, _HEAD)
    + " } }"
)
"""A branch of the same name in a fork is found too, and passed over. Acts are asked of those that may come first."""


class Crowded(Exception):
    """Pull requests of forks, from a branch of the same name, take up the room of the answer."""


def pulls_told(answer: Graph) -> list[Pull]:
    """Return what the answer tells: open ones first, then the newest closed; the first one with its acts.

    Raises RecordError where the answer has a fault, a gap or another shape: what GitHub could not tell must not be
    taken for what nobody has said. Raises Crowded where the own ones may lie behind others.
    """
    if answer.faults:
        raise RecordError("repository", f"is not told whole ({answer.faults[0][1]})")
    repository = answer.data.part("repository")
    if repository is None:
        raise RecordError("repository", "is not in the answer")
    opened = [_with_acts(node) for node in _nodes(repository, "open") if _own(node)]
    newest = {
        one.number: one for one in (_with_acts(node) for node in _nodes(repository, "newest") if _own(node))
    }
    asked = list(_nodes(repository, "closed"))
    closed = [_pull(node) for node in asked if _own(node)]
    if not opened and len(list(_nodes(repository, "open"))) >= OPEN_MOST:
        raise Crowded
    if closed and not opened and closed[0].number not in newest:
        raise Crowded
    if not closed and len(asked) >= CLOSED_MOST:
        raise Crowded
    return [*opened, *(newest.get(one.number, one) for one in closed)]


def _own(node: Item) -> bool:
    return node.flag("isCrossRepository") == "no"


def _pull(node: Item) -> Pull:
    state = (node.text("state") or "").lower()
    found = pull(node, state, node.text("headRefOid"))
    events = [] if state == "open" else list(_nodes(node, "timelineItems"))
    actor = events[-1].part("actor") if events else None
    by, machine = account(actor) if actor else (None, False)
    return replace(found, closed_by=by, closed_by_machine=machine)


def _with_acts(node: Item) -> Pull:
    acts = [act("comment", one) for one in _nodes(node, "comments")]
    acts += [act("review", one) for one in _nodes(node, "reviews") if one.text("state") != "PENDING"]
    for thread in _nodes(node, "reviewThreads"):
        acts += [act("review_comment", one) for one in _nodes(thread, "comments")]
    return replace(_pull(node), acts=sorted_acts(acts))


def _nodes(item: Item, name: str) -> Iterator[Item]:
    """Yield the items of a list. Raises RecordError where the list or one of them is not there."""
    part = item.part(name)
    nodes = part.value("nodes") if part else None
    if not isinstance(nodes, list):
        raise RecordError(f"{item.where}.{name}", "is not in the answer")
    for number, node in enumerate(nodes):
        where = f"{item.where}.{name}[{number}]"
        if not isinstance(node, dict):
            raise RecordError(where, "is not in the answer")
        yield Item(where, node)
