"""Reads files in GitHub's REST shape: stored discussions, and what `gh api` prints, in one JSON value or several."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal

from gitexp.adapters.github_shape import Item, Parts, discussion, pull_of, repository
from gitexp.records.discussion import Discussion, Skipped

PULL = ("pull_request", "pull", "pr")
REVIEW_COMMENTS = ("review_comments", "comments", "reviewComments", "pull_request_comments")
ISSUE_COMMENTS = ("issue_comments", "issueComments")
REVIEWS = ("reviews",)
OWN = ("pull_request", "review_comments", "issue_comments", "reviewComments", "issueComments")
"""The keys that say by themselves what a document is; the other spellings need an object in GitHub's shape beneath."""
MARKS = frozenset(
    {
        *OWN,
        *("pull_request_url", "pull_request_review_id", "diff_hunk", "issue_url", "merge_commit_sha"),
        *("author_association", "authorAssociation", "mergedAt", "documentation_url"),
    }
)
SPELLINGS = frozenset({*PULL, *REVIEW_COMMENTS, *REVIEWS})

MAX_FLAWS = 100
"""After so many broken values a file is no list of JSON values."""
MAX_NESTING = 3
"""Lists within lists that are looked into: `--slurp` prints the pages as lists in a list."""

TOKEN = re.compile(r'"([^"\\]*(?:\\.[^"\\]*)*)("\s*:|"|\\?\Z)|[{}\[\]]', re.DOTALL)

Shape = Literal["document", "pull_request", "review", "review_comment", "issue_comment", "failure"]


class GithubFiles:
    """The reader of this format; `this_repo` is the `owner/name` of the repository at hand."""

    def __init__(self, this_repo: str | None = None) -> None:
        self.this_repo = this_repo

    def recognises(self, head: bytes) -> bool:
        """Return whether the outermost objects at the beginning of a file have GitHub's keys."""
        keys = outer_keys(decoded(head))
        return bool(keys & MARKS) or len(keys & SPELLINGS) > 1 or bool(keys & SPELLINGS and "number" in keys)

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
    loose: dict[tuple[str, int] | int | None, Parts] = field(default_factory=dict)
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
        parts = Parts(self._name(), repository(content.get("repo") or content.get("repository")))
        self.parts.append(parts)
        pull, full = content.get("pull_request"), _full_pull(content)
        if full is not None:
            parts.pull_request = Item(f"{before}pull_request", full)
        elif "number" in content and "title" in content:
            parts.pull_request = Item(place, content)
        elif isinstance(pull, dict):
            parts.pull_request = Item(f"{before}pull_request", pull)
        elif pull is not None:
            yield Skipped(f"{before}pull_request", "is not an object; fetch it from GitHub again")
        for key in (*REVIEWS, *REVIEW_COMMENTS, *ISSUE_COMMENTS):
            yield from _listed(parts, key, content.get(key), f"{before}{key}")
        _identify(parts, content)

    def _loose(self, item: Item, shape: Shape) -> None:
        """Put an object that stands alone with the others of its pull request."""
        link = pull_of(item.fields)
        # A comment without a link belongs to the file's other ones; a pull request without one stands alone.
        lone = shape == "pull_request" and link is None
        key = (link[1].casefold(), link[2]) if link else len(self.parts) if lone else None
        if key not in self.loose:
            self.loose[key] = Parts(self._name(), *(link[1:] if link else ()))
            self.parts.append(self.loose[key])
        _put(self.loose[key], item, shape)
        if lone:
            _identify(self.loose[key], {})

    def _name(self) -> str:
        return self.name if not self.parts else f"{self.name}-{len(self.parts) + 1}"


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
    for item in parts.items:
        if link := pull_of(item.fields):
            # A number without its repository, or the other way round, is completed only by a link that agrees.
            if parts.repo is None and parts.number in (None, link[2]):
                parts.repo = link[1]
            if parts.number is None and (parts.repo or "").casefold() == link[1].casefold():
                parts.number = link[2]


def shape_of(content: Mapping[str, object]) -> Shape | None:
    """Return what an object is by its own keys and links; None rather than a guess."""
    return loose_shape(content) or ("document" if _is_document(content) else None)


def loose_shape(content: Mapping[str, object]) -> Shape | None:
    """Return which object of GitHub's it is, if it is one that can stand alone."""
    link = next((value for key in ("html_url", "url") if isinstance(value := content.get(key), str)), "")
    body = "body" in content
    if body and any(key in content for key in ("diff_hunk", "diffHunk", "pull_request_review_id")):
        return "review_comment"
    if "#discussion_r" in link or (body and "path" in content and ("user" in content or "author" in content)):
        return "review_comment"
    if "#pullrequestreview-" in link or ("submitted_at" in content and "state" in content):
        return "review"
    if "#issuecomment-" in link or (body and "issue_url" in content and "number" not in content):
        return None if "/issues/" in link.partition("#")[0] else "issue_comment"
    if "message" in content and "documentation_url" in content:
        return "failure"
    return "pull_request" if _is_pull_request(content, link) else None


def _is_pull_request(content: Mapping[str, object], link: str) -> bool:
    """Return whether it is a pull request, also as the issues' interface gives it: with a few links below that key."""
    if not ("number" in content and "title" in content) or _full_pull(content):
        return False
    if any(isinstance(content.get(key), list) for key in (*REVIEW_COMMENTS, *ISSUE_COMMENTS, *REVIEWS)):
        return False
    known = ("merge_commit_sha", "diff_url", "mergedAt")
    return "/pull/" in link or any(key in content for key in known) or isinstance(content.get(PULL[0]), dict)


def _is_document(content: Mapping[str, object]) -> bool:
    """Return whether it holds a pull request or its comments: by GitHub's own keys, else by what lies below them."""
    if any(isinstance(content.get(key), dict | list) for key in OWN):
        return True
    if any(key in content for key in OWN) and sum(key in content for key in (*OWN, *REVIEWS, "repo")) > 1:
        return True
    lists = (content.get(key) for key in (*REVIEW_COMMENTS, *REVIEWS))
    members = [member for found in lists if isinstance(found, list) for member in found]
    below = [member for member in members if isinstance(member, dict) and loose_shape(member)]
    pull = _full_pull(content)
    return bool(below) or (pull is not None and pull_of(pull) is not None)


def _full_pull(content: Mapping[str, object]) -> dict[str, object] | None:
    """Return the pull request that a document holds under one of its keys."""
    pulls = (content.get(key) for key in PULL)
    full = ("number", "title", "body", "user")
    return next((pull for pull in pulls if isinstance(pull, dict) and any(key in pull for key in full)), None)


def outer_keys(head: str) -> set[str]:
    """Return the keys of the outermost objects in the beginning of a JSON text, looking through lists."""
    if not head.lstrip().startswith(("{", "[")):
        return set()
    keys: set[str] = set()
    objects = 0
    for token in TOKEN.finditer(head):
        mark = token[0]
        if mark == "{" or (mark == "[" and objects):
            objects += 1
        elif mark in "}]" and objects:
            objects -= 1
        elif objects == 1 and mark.endswith(":"):
            keys.add(token[1])
    return keys


def decoded(content: bytes) -> str:
    """Return the text of a file: UTF-8 with or without a mark, or UTF-16 with one, as shells on Windows write it."""
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        return content.decode("utf-16", "replace")
    return content.decode("utf-8-sig", "replace")


@dataclass(frozen=True)
class Value:
    """One JSON value of a text, and the line it begins on."""

    line: int
    content: object


@dataclass(frozen=True)
class Flaw:
    """Where a text is no JSON, and why."""

    line: int
    column: int
    what: str


def json_values(text: str) -> Iterator[Value | Flaw]:
    """Yield the JSON values that stand one after the other, or one a line; after a broken one go on at the next."""
    decoder = json.JSONDecoder(parse_int=_integer)
    blank = re.compile(r"[\s\ufeff]*")
    position = counted = flaws = 0
    line = 1
    while (position := _after(blank, text, position)) < len(text) and flaws < MAX_FLAWS:
        line, counted = line + text.count("\n", counted, position), position
        try:
            content, position = decoder.raw_decode(text, position)
        except json.JSONDecodeError as error:
            yield Flaw(error.lineno, error.colno, f"is no JSON: {error.msg[:1].lower()}{error.msg[1:]}")
            position, flaws = _next_value(text, position, several_lines=error.lineno > line), flaws + 1
        except RecursionError:
            yield Flaw(line, 1, "is nested too deeply to be read")
            position, flaws = _next_value(text, position, several_lines=False), flaws + 1
        else:
            yield Value(line, content)
    if flaws == MAX_FLAWS and position < len(text):
        yield Flaw(line, 1, "and what follows was not read: too much of it is no JSON")


def _after(pattern: re.Pattern[str], text: str, position: int) -> int:
    match = pattern.match(text, position)
    return match.end() if match else position


def _next_value(text: str, position: int, *, several_lines: bool) -> int:
    """Return where the next value can begin: at the left margin, since what belongs to a broken one is indented."""
    beginning = re.compile(r"\n(?=[{\[])" if several_lines else r"\n(?=[^\s}\],])")
    match = beginning.search(text, position)
    return match.end() if match else len(text)


def _integer(digits: str) -> int | float:
    """Return a number; one that is longer than any id is as good as infinite (and Python refuses to read it)."""
    return int(digits) if len(digits) < 1000 else float("inf")
