"""The pull requests of the proposal branch by REST: where GraphQL is not there, is forbidden, or tells too little."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from gitexp.adapters.forge_github_shape import MOST_ACTS, account, act, pull, sorted_acts
from gitexp.adapters.github_api_content import item_of, items_of
from gitexp.adapters.github_item import Item
from gitexp.records.pull import Act, ActKind, Pull

if TYPE_CHECKING:
    from gitexp.adapters.github_api import GithubApi

_KINDS: tuple[tuple[ActKind, str], ...] = (
    ("comment", "issues/{}/comments"),
    ("review", "pulls/{}/reviews"),
    ("review_comment", "pulls/{}/comments"),
)
_MOST = 20
_PAGES = 30
"""Pages of acts that are read: the newest are on the last one, and GitHub takes no more than 2,500 comments."""


def pulls_of(api: GithubApi, branch: str) -> list[Pull]:
    """Return them in the order of the port: one call for the list, and three for the acts of the first one.

    A fourth tells who closed it; who edited a text REST does not tell.
    """
    asked = {
        "head": f"{api.repo.partition('/')[0]}:{branch}",
        "state": "all",
        "sort": "created",
        "direction": "desc",
    }
    found = own(api.get("pulls", {**asked, "per_page": _MOST}), api.repo, branch)
    pulls = sorted(found, key=lambda one: one.state != "open")
    if not pulls:
        return []
    first = replace(pulls[0], acts=acts_of(api, pulls[0].number))
    return [first if first.state == "open" else _closed(api, first), *pulls[1:]]


def _closed(api: GithubApi, pull: Pull) -> Pull:
    """Return a pull request with who closed it."""
    by = item_of(api.get(f"issues/{pull.number}"), "issue").part("closed_by")
    login, machine = account(by) if by else (None, False)
    return replace(pull, closed_by=login, closed_by_machine=machine)


def own(answer: object, repo: str, branch: str) -> list[Pull]:
    """Return the pull requests of a list that come from that branch of this very repository."""
    return [rest_pull(item) for item in items_of(answer, "pulls") if _is_own(item, repo, branch)]


def rest_pull(item: Item) -> Pull:
    """Return one pull request as REST shows it."""
    head = item.part("head")
    merged = item.value("merged_at") is not None
    return pull(item, "merged" if merged else item.text("state") or "", head.text("sha") if head else None)


def acts_of(api: GithubApi, number: int) -> tuple[Act, ...]:
    """Return what was said on a pull request, the newest of each kind."""
    acts = [one for kind, path in _KINDS for one in acts_at(api, kind, path.format(number))[-MOST_ACTS:]]
    return sorted_acts(acts)


def acts_at(api: GithubApi, kind: ActKind, path: str) -> list[Act]:
    """Return the acts of a list; a review that nobody has sent yet is none."""
    return [act(kind, one) for one in api.listed(path, most=_PAGES).items if one.text("state") != "PENDING"]


def _is_own(item: Item, repo: str, branch: str) -> bool:
    head = item.part("head")
    place = head.part("repo") if head else None
    if head is None or place is None or head.text("ref") != branch:
        return False
    return (place.text("full_name") or "").casefold() == repo.casefold()
