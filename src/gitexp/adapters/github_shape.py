"""Turns the objects of GitHub's REST interface into turns and discussions; what does not fit is refused item by item."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import TypeVar

from gitexp.errors import RecordError
from gitexp.records.discussion import Anchor, Discussion, Role, Skipped, Speaker, Turn, YesNo

DESCRIPTION = "pull_request.body"
VERDICTS = frozenset({"APPROVED", "CHANGES_REQUESTED", "DISMISSED"})
"""Review states that say something even without a body: acceptance decides what is settled."""

WRITERS = frozenset({"OWNER", "MEMBER", "COLLABORATOR"})
STRANGERS = frozenset({"NONE", "FIRST_TIMER", "FIRST_TIME_CONTRIBUTOR"})
"""CONTRIBUTOR is in neither: GitHub says it of members too (DESIGN.md section 7)."""

BOTS = frozenset(
    "bors bot claassistant codecov codecov-commenter codecov-io coderabbitai codspeed-hq copilot coveralls "
    "dependabot dependabot-preview devin-ai-integration drahtbot elasticmachine ellipsis-dev gemini-code-assist "
    "github-actions github-advanced-security googlebot graphite-app greenkeeper greptile-apps greptileai "
    "mergify netlify pre-commit-ci qodo-merge-pro renovate rustbot rust-highfive socket-security sonarcloud "
    "sonarqubecloud sourcery-ai vercel web-flow".split()
)
"""Well-known machine accounts that GitHub may report as users; an app's own login ends with `[bot]`."""

REPO = re.compile(r"(?:https?://[^/\s]+/)?((?!\.+/)[\w.-]+/(?!\.+$)[\w.-]+?)(?:\.git)?/?", re.ASCII)
PULL = re.compile(
    r"(https?://[^/\s]+/(?:api/v3/)?(?:repos/)?([\w.-]+/[\w.-]+)/(?:pull|pulls|issues)/(\d{1,18}))\b"
)
FRAGMENT = re.compile(r"#(?:discussion_r|issuecomment-|pullrequestreview-)(\d{1,18})$")
LINK = re.compile(r"https?://[^\s<>\"'()\[\]`\\]+")
LOGIN = re.compile(r"[\w.-]{1,100}(?:\[bot\])?", re.ASCII)
SUGGESTION = re.compile(r"^[ \t]*(?:`{3,}|~{3,})suggestion\b", re.MULTILINE)

COMMIT = re.compile(r"[0-9a-fA-F]{7,64}")

Made = TypeVar("Made")

EARLIEST = datetime.min.replace(tzinfo=UTC)


@dataclass(frozen=True)
class Item:
    """One object of a document and where it stands. Null is normal in any field; a value of another type is refused."""

    where: str
    fields: Mapping[str, object]

    def value(self, *names: str) -> object:
        """Return the first of these fields that is set; the names are spellings of the same thing."""
        return next((self.fields[name] for name in names if self.fields.get(name) is not None), None)

    def text(self, *names: str) -> str | None:
        """Return a text; half of a surrogate pair in it becomes U+FFFD, since UTF-8 can't hold it."""
        value = self.value(*names)
        if value is None or isinstance(value, str):
            return value and value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
        raise self._misfit(names, "a text")

    def token(self, shape: re.Pattern[str], *names: str) -> str | None:
        """Return a text of a fixed shape (a login, a link, a commit); anything else is as good as not given."""
        value = self.text(*names)
        return value if value and shape.fullmatch(value) else None

    def number(self, *names: str) -> int | None:
        value = self.value(*names)
        if value is None or (isinstance(value, int) and not isinstance(value, bool)):
            return value
        raise self._misfit(names, "a whole number")

    def flag(self, *names: str) -> YesNo:
        value = self.value(*names)
        if value is None or isinstance(value, bool):
            return "unknown" if value is None else "yes" if value else "no"
        raise self._misfit(names, "true or false")

    def part(self, *names: str) -> Item | None:
        value = self.value(*names)
        if value is None or isinstance(value, dict):
            return None if value is None else Item(f"{self.where}.{names[0]}", value)
        raise self._misfit(names, "an object")

    def key(self, name: str) -> str | None:
        """Return an id: a number, or the text that GraphQL has in its place."""
        if isinstance(self.value(name), str):
            return self.token(re.compile(r"[\w=-]{1,100}", re.ASCII), name)
        number = self.number(name)
        return None if number is None else str(number)

    def _misfit(self, names: tuple[str, ...], wanted: str) -> RecordError:
        return RecordError(self.where, f"`{names[0]}` is not {wanted}", "fetch it from GitHub again")


@dataclass
class Parts:
    """What was found of one pull request, before it becomes a discussion."""

    name: str
    """The discussion's id where repository and number are not told: the file's name without its ending."""
    repo: str | None = None
    number: int | None = None
    pull_request: Item | None = None
    reviews: list[Item] = field(default_factory=list)
    review_comments: list[Item] = field(default_factory=list)
    issue_comments: list[Item] = field(default_factory=list)

    @property
    def items(self) -> list[Item]:
        """Return every object, in the order of the document."""
        head = [self.pull_request] if self.pull_request else []
        return [*head, *self.reviews, *self.review_comments, *self.issue_comments]


def repository(value: object) -> str | None:
    """Return `owner/name` from a text, a link or GitHub's repository object; None where it is none of them."""
    if isinstance(value, dict):
        value = value.get("full_name") or value.get("nameWithOwner")
    match = REPO.fullmatch(value) if isinstance(value, str) else None
    return match[1] if match else None


def pull_of(fields: Mapping[str, object]) -> tuple[str, str, int] | None:
    """Return link, repository and number of the pull request that an object's own links name."""
    for key in ("pull_request_url", "html_url", "url", "issue_url"):
        link = fields.get(key)
        match = PULL.match(link) if isinstance(link, str) else None
        if match and (repo := repository(match[2])):
            return match[1], repo, int(match[3])
    return None


def discussion(parts: Parts, this_repo: str | None) -> tuple[Discussion[str], list[Skipped]]:
    """Return the parts as one discussion, and what of them does not fit."""
    skipped: list[Skipped] = []
    known = parts.repo is not None and parts.number is not None
    found: Discussion[str] = Discussion(
        id=f"{parts.repo}#{parts.number}" if known else parts.name,
        kind="pull_request",
        repo=parts.repo or "",
        title=None,
        turns=(),
        url=_url(parts),
        number=parts.number,
        local=this_repo is not None and (parts.repo or "").casefold() == this_repo.casefold(),
    )
    if parts.pull_request:
        found = _fitting(parts.pull_request, lambda item: _headed(found, item), skipped) or found
    return replace(found, turns=in_time((*found.turns, *_said(parts, found.author, skipped)))), skipped


def combined(one: Discussion[str], other: Discussion[str]) -> Discussion[str]:
    """Return two readings of one discussion as one: what `gh api` prints call by call belongs together."""
    author = one.author or other.author
    return replace(
        one,
        title=one.title or other.title,
        url=one.url or other.url,
        author=author,
        merged_at=one.merged_at or other.merged_at,
        turns=in_time(_recast(turn, author) for turn in (*one.turns, *other.turns)),
    )


def in_time(turns: Iterable[Turn[str]]) -> tuple[Turn[str], ...]:
    """Return the turns in the order they were said, each id once, the description first.

    A turn without a time stands with its GitHub thread, or else after the turn before it in the document.
    """
    first: dict[str, Turn[str]] = {}
    for turn in turns:
        first.setdefault(turn.id, turn)
    threads: dict[str, datetime] = {}
    latest = EARLIEST
    moments: dict[str, datetime] = {}
    for turn in first.values():
        latest = _moment(turn.at) or threads.get(turn.thread or "") or latest
        moments[turn.id] = latest
        threads.setdefault(turn.thread or turn.id, latest)
    return tuple(sorted(first.values(), key=lambda turn: (turn.id != DESCRIPTION, moments[turn.id])))


def _headed(found: Discussion[str], item: Item) -> Discussion[str]:
    """Return the discussion with what the pull request itself says: its title, its author, its description."""
    speaker = _speaker(item, None)
    speaker = speaker if speaker.role == "bot" else replace(speaker, role="author")
    body = item.text("body") or ""
    turn = Turn(DESCRIPTION, speaker, body, _at(item, "created_at", "createdAt"), _link(item))
    outer = item.part("pull_request")
    merged = (item, outer) if outer else (item,)
    return replace(
        found,
        title=item.text("title"),
        author=speaker.login,
        merged_at=next((at for at in (_at(one, "merged_at", "mergedAt") for one in merged) if at), None),
        turns=(turn,) if body.strip() else (),
    )


def _said(parts: Parts, author: str | None, skipped: list[Skipped]) -> list[Turn[str]]:
    """Return the turns of reviews and comments, in the order of the document."""
    roots = thread_roots(parts.review_comments)
    readings: list[tuple[list[Item], Callable[[Item], Turn[str] | None]]] = [
        (parts.reviews, lambda item: _review(item, author)),
        (parts.review_comments, lambda item: _review_comment(item, author, roots)),
        (parts.issue_comments, lambda item: _turn(item, "issue_comment", author)),
    ]
    found = [_fitting(item, read, skipped) for items, read in readings for item in items]
    return _resolved([turn for turn in found if turn])


def _turn(item: Item, kind: str, author: str | None, *, always: bool = False) -> Turn[str] | None:
    """Return what every utterance has; None where nothing was said."""
    body, speaker = item.text("body") or "", _speaker(item, author)
    at = _at(item, "created_at", "createdAt", "submitted_at", "submittedAt")
    if not body.strip() and not always:
        return None
    if (key := _key(item)) is None:
        raise RecordError(item.where, "has no `id`", "fetch it from GitHub again")
    suggestion: YesNo = "yes" if SUGGESTION.search(body) else "no"
    return Turn(f"{kind}:{key}", speaker, body, at, _link(item), suggestion=suggestion)


def _review(item: Item, author: str | None) -> Turn[str] | None:
    state = (item.token(re.compile(r"[A-Za-z_]{1,40}"), "state") or "").upper() or None
    turn = _turn(item, "review", author, always=state in VERDICTS)
    return turn and replace(turn, state=state)


def _review_comment(item: Item, author: str | None, roots: Mapping[str, str]) -> Turn[str] | None:
    turn = _turn(item, "review_comment", author)
    parent, anchor = item.key("in_reply_to_id"), _anchor(item)
    resolved = item.flag("resolved", "is_resolved", "isResolved")
    if turn is None:
        return None
    key = turn.id.removeprefix("review_comment:")
    return replace(
        turn,
        anchor=anchor,
        reply_to=f"review_comment:{parent}" if parent and parent != key else None,
        thread=f"review_comment:{roots.get(key, key)}",
        resolved=resolved,
    )


def _anchor(item: Item) -> Anchor[str]:
    line, original = item.number("line"), item.number("original_line", "originalLine")
    now, then = (item.token(COMMIT, name) for name in ("commit_id", "original_commit_id"))
    placed, position = line or original, item.number("position")
    outdated = item.flag("outdated", "is_outdated", "isOutdated")
    if outdated == "unknown" and (line is not None or position is not None):
        outdated = "no"
    elif outdated == "unknown" and original is not None:
        outdated = "yes"
    return Anchor(
        path=item.text("path"),
        line=placed if placed is not None and placed > 0 else None,
        # A line of the original diff is a line of the commit it was written on.
        commit=(then or now) if line is None and original is not None else (now or then),
        hunk=item.text("diff_hunk", "diffHunk"),
        outdated=outdated,
    )


def thread_roots(comments: Iterable[Item]) -> dict[str, str]:
    """Return each comment's thread: the comment that it goes back to, even where that one is not in the document.

    Replies that reply to each other in a circle count as a thread of the one that comes first.
    """
    parents = {key: parent for key, parent in (_link_up(comment) for comment in comments) if key}
    order = {key: place for place, key in enumerate(parents)}
    roots: dict[str, str] = {}
    for key in parents:
        path: dict[str, None] = {}
        here = key
        while here not in roots and here not in path and (parent := parents.get(here)):
            path[here] = None
            here = parent
        if here in path:
            circle = list(path)[list(path).index(here) :]
            here = min(circle, key=order.__getitem__)
        root = roots.get(here, here)
        roots.update(dict.fromkeys([*path, root, key], root))
    return roots


def _link_up(comment: Item) -> tuple[str | None, str | None]:
    try:
        return _key(comment), comment.key("in_reply_to_id")
    except RecordError:
        return None, None


def _resolved(turns: list[Turn[str]]) -> list[Turn[str]]:
    """Return the turns with what one comment of a GitHub thread tells of it said of the whole thread."""
    told = {turn.thread: turn.resolved for turn in reversed(turns) if turn.resolved != "unknown"}
    return [replace(turn, resolved=told[turn.thread]) if turn.thread in told else turn for turn in turns]


def _speaker(item: Item, author: str | None) -> Speaker:
    user = item.part("user", "author") or Item(item.where, {})
    named = user.text("login") or ""
    login = user.token(LOGIN, "login")
    association = (
        item.token(re.compile(r"[A-Za-z_]{1,40}"), "author_association", "authorAssociation") or ""
    ).upper()
    can_write: YesNo = "yes" if association in WRITERS else "no" if association in STRANGERS else "unknown"
    role: Role = "author" if _same(login, author) else "reviewer"
    if user.text("type", "__typename") == "Bot" or user.flag("is_bot") == "yes" or is_bot(named):
        role = "bot"
    return Speaker(login, role, association or None, can_write)


def is_bot(login: str) -> bool:
    """Return whether a login is a machine's."""
    name = login.casefold()
    return name in BOTS or name.endswith(("[bot]", "-bot", "_bot", "-robot"))


def _recast(turn: Turn[str], author: str | None) -> Turn[str]:
    speaker = turn.speaker
    known = speaker.role == "reviewer" and _same(speaker.login, author)
    return replace(turn, speaker=replace(speaker, role="author")) if known else turn


def _same(login: str | None, author: str | None) -> bool:
    return login is not None and author is not None and login.casefold() == author.casefold()


def _key(item: Item) -> str | None:
    match = FRAGMENT.search(_link(item) or "")
    return match[1] if match else item.key("id")


def _link(item: Item) -> str | None:
    return item.token(LINK, "html_url", "url")


def _url(parts: Parts) -> str | None:
    """Return the pull request's page, from its own link or from a comment's."""
    for item in parts.items:
        for name in ("html_url", "url"):
            link = item.fields.get(name)
            match = PULL.match(link) if isinstance(link, str) else None
            if match and "/pull/" in match[1]:
                return match[1]
    return None


def _at(item: Item, *names: str) -> str | None:
    value = item.text(*names)
    return value if _moment(value) else None


def _moment(text: str | None) -> datetime | None:
    """Return a time to sort by; None where the text is no time."""
    if text is None or not re.match(r"\d{4}-\d\d-\d\d", text, re.ASCII):
        return None
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        return None
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def _fitting(item: Item, read: Callable[[Item], Made], skipped: list[Skipped]) -> Made | None:
    try:
        return read(item)
    except RecordError as misfit:
        skipped.append(Skipped(misfit.where, f"{misfit.what}; {misfit.mend}"))
        return None
