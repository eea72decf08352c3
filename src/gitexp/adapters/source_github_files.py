"""Reads files in GitHub's REST shape: stored discussions, and what `gh api` prints, in one JSON value or several."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from gitexp.adapters.github_item import Item
from gitexp.adapters.github_links import pull_of, repository
from gitexp.adapters.github_recognition import (
    ISSUE_COMMENTS,
    LISTS,
    REVIEWS,
    Shape,
    full_pull,
    has_a_title,
    is_github,
    loose_shape,
    shape_of,
)
from gitexp.adapters.github_shape import Parts, discussion
from gitexp.adapters.json_values import Flaw, decoded, json_values
from gitexp.records.discussion import Discussion
from gitexp.records.skipped import Skipped

MAX_NESTING = 3
"""Lists within lists that are looked into: `--slurp` prints the pages as lists in a list."""


class GithubFiles:
    """The reader of this format; `this_repo` is the `owner/name` of the repository at hand."""

    def __init__(self, this_repo: str | None = None) -> None:
        self.this_repo = this_repo

    def recognises(self, head: bytes) -> bool:
        """Return whether a file that begins so is of this format."""
        return is_github(decoded(head))

    def read(self, content: bytes, where: str, name: str) -> Iterator[Discussion[str] | Skipped]:
        """Yield the file's discussions and what does not fit; `name` is the id of one that does not tell its own."""
        found = _Found(where, name)
        skipped = list(found.values(decoded(content)))
        if not found.parts and not found.failed:
            skipped = [Skipped(where, "holds no discussion of a pull request", bad=False)]
        yield from skipped
        for parts in found.parts:
            one, misfits = discussion(parts, self.this_repo)
            yield from misfits
            yield one


@dataclass
class _Found:
    """What one file holds so far: whole documents apart, loose objects put together by the pull request they name."""

    where: str
    name: str
    parts: list[Parts] = field(default_factory=list)
    loose: dict[tuple[str, int] | None, Parts] = field(default_factory=dict)
    failed: bool = False

    def values(self, text: str) -> Iterator[Skipped]:
        """Sort the file's JSON values in; yield what does not fit."""
        for value in json_values(text):
            if isinstance(value, Flaw):
                self.failed = True
                yield Skipped(f"{self.where}:{value.line}:{value.column}", value.what)
                continue
            place = self.where if value.line == 1 else f"{self.where}:{value.line}"
            yield from self.add(value.content, place, f"{place}: ", 0)

    def add(self, content: object, place: str, before: str, depth: int) -> Iterator[Skipped]:
        """Sort one value in. A list is looked into; `before` is what its members' places begin with."""
        if isinstance(content, list) and depth < MAX_NESTING:
            for index, member in enumerate(content):
                yield from self.add(member, f"{before}[{index}]", f"{before}[{index}].", depth + 1)
            return
        shape = shape_of(content) if isinstance(content, dict) else None
        if not isinstance(content, dict) or shape is None:
            odd = not isinstance(content, dict)
            yield Skipped(place, "is nothing of a pull request's discussion", bad=odd)
        elif shape == "failure":
            self.failed = True
            yield Skipped(place, f"is GitHub's answer {str(content['message'])[:80]!r}, not a discussion")
        elif shape == "document":
            yield from self._document(content, place, before)
        else:
            self._loose(Item(place, content), shape)

    def _document(self, content: dict[str, object], place: str, before: str) -> Iterator[Skipped]:
        parts = self._new(repository(content.get("repo") or content.get("repository")))
        pull, full = content.get("pull_request"), full_pull(content)
        if full is not None:
            parts.pull_request = Item(f"{before}pull_request", full)
        elif has_a_title(content):
            parts.pull_request = Item(place, content)
        elif isinstance(pull, dict):
            parts.pull_request = Item(f"{before}pull_request", pull)
        elif pull is not None:
            yield Skipped(f"{before}pull_request", "is not an object; fetch it from GitHub again")
        for key in LISTS:
            yield from _listed(parts, key, content.get(key), f"{before}{key}")
        _identify(parts, content)

    def _loose(self, item: Item, shape: Shape) -> None:
        """Put an object that stands alone with the others of its pull request."""
        link = pull_of(item.fields)
        if link is None and shape == "pull_request":
            parts = self._new()  # nothing else can be told to belong to it
            _put(parts, item, shape)
            _identify(parts, {})
            return
        # Comments without a link belong together: they came in one file.
        key = (link[0].casefold(), link[1]) if link else None
        if key not in self.loose:
            self.loose[key] = self._new(*(link or ()))
        _put(self.loose[key], item, shape)

    def _new(self, repo: str | None = None, number: int | None = None) -> Parts:
        name = self.name if not self.parts else f"{self.name}-{len(self.parts) + 1}"
        self.parts.append(Parts(name, repo, number))
        return self.parts[-1]


def _listed(parts: Parts, key: str, content: object, place: str) -> Iterator[Skipped]:
    """Sort the objects of a document's list in; what its key calls a comment is one, unless it shows another shape."""
    if content is None or type(content) is int:
        return  # the API has the number of comments under the same key
    if not isinstance(content, list):
        yield Skipped(place, "is not a list; fetch it from GitHub again")
        return
    usual: Shape = (
        "review" if key in REVIEWS else "issue_comment" if key in ISSUE_COMMENTS else "review_comment"
    )
    flat = [one for member in content for one in (member if isinstance(member, list) else [member])]
    for index, member in enumerate(flat):
        if isinstance(member, dict):
            shown = loose_shape(member) if key == "comments" else None
            shape = shown if shown in ("review", "review_comment", "issue_comment") else usual
            _put(parts, Item(f"{place}[{index}]", member), shape)
        elif member is not None:
            yield Skipped(f"{place}[{index}]", "is not an object; fetch it from GitHub again")


def _put(parts: Parts, item: Item, shape: Shape) -> None:
    if shape == "pull_request":
        parts.pull_request = parts.pull_request or item
    elif shape == "review":
        parts.reviews.append(item)
    elif shape == "review_comment":
        parts.review_comments.append(item)
    else:
        parts.issue_comments.append(item)


def _identify(parts: Parts, content: Mapping[str, object]) -> None:
    """Fill in repository and number: the document's own word first, then the links of what it holds."""
    pull = parts.pull_request.fields if parts.pull_request else {}
    base = pull.get("base")
    if isinstance(base, dict):
        parts.repo = parts.repo or repository(base.get("repo"))
    for number in (pull.get("number"), content.get("number")):
        if parts.number is None and type(number) is int and number > 0:
            parts.number = number
    for link in filter(None, (pull_of(item.fields) for item in parts.items)):
        # A number without its repository, or the other way round, is completed only by a link that agrees.
        if parts.repo is None and parts.number in (None, link[1]):
            parts.repo = link[0]
        if parts.number is None and (parts.repo or "").casefold() == link[0].casefold():
            parts.number = link[1]
