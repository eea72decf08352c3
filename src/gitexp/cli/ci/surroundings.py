"""What a run in GitHub Actions is told by its environment: GitHub's own variables, and the inputs of the action."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal, TypeVar, get_args
from urllib.parse import urlsplit

from gitexp.cli.ci.event import Event, read_event
from gitexp.errors import RepositoryError, UsageError
from gitexp.records.trust import Trust

Level = Literal["report", "branch", "pull-request"]
"""What a run may do: say it, push the branch, or keep the pull request."""
EngineName = Literal["rules", "model"]

API, GRAPHQL, SERVER = "https://api.github.com", "https://api.github.com/graphql", "https://github.com"
_REPOSITORY = re.compile(r"[A-Za-z0-9_.-]{1,100}/[A-Za-z0-9_.-]{1,100}")
_SHA = re.compile(r"[0-9a-f]{40}(?:[0-9a-f]{24})?")
_WORKFLOW = re.compile(r"[^/]+/[^/]+/\.github/workflows/([^/@]+)@.*", re.DOTALL)
_DATE = re.compile(r"\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d)?(?:Z|[+-]\d\d:\d\d)?)?")
_LOOPBACK = frozenset({"127.0.0.1", "localhost", "::1"})
_MOST = 1_000_000
MOST_PORTION = 200
"""The writing job looks no more than these up again."""
_LEVELS: tuple[Level, ...] = get_args(Level)
_TRUSTS: tuple[Trust, ...] = get_args(Trust)
_ENGINES: tuple[EngineName, ...] = get_args(EngineName)
Word = TypeVar("Word", bound=str)


@dataclass(frozen=True)
class Surroundings:
    """One run's surroundings, checked. What is not set is empty, or as the action's inputs are by default."""

    api_url: str = API
    graphql_url: str = GRAPHQL
    server_url: str = SERVER
    repository: str = ""
    """OWNER/NAME; empty outside of GitHub."""
    event_name: str = ""
    event: Event = field(default_factory=Event, repr=False)
    sha: str = ""
    ref: str = ""
    run_id: int | None = None
    workflow: str = ""
    """The file name of the workflow, as the API takes it."""
    actor: str = ""
    token: str = field(default="", repr=False)
    in_actions: bool = False

    level: Level = "report"
    artifact: str = "exp-artifact.json"
    trust: Trust | None = None
    engine: EngineName | None = None
    model: str | None = None
    since: str = ""
    """A date or a time in ISO 8601."""
    sessions: bool = False
    strict: bool = False
    comment: bool = False
    backfill: bool = False
    portion: int = 50
    """Pull requests that one run of a backfill reads."""
    dry_run: bool = False
    branch: str = "exp/proposals"
    room: int = 5
    """Experiences that a proposal holds at most."""
    every_days: int = 7
    max_tokens: int | None = None
    max_cost: float | None = None
    replies: str | None = None
    """A folder of recorded replies, looked at first."""

    @property
    def owner(self) -> str:
        return self.repository.partition("/")[0]

    @property
    def number(self) -> int | None:
        """Return the number of the pull request that the event is about."""
        if self.event.has("pull_request"):
            return self.event.number("pull_request", "number")
        return self.event.number("issue", "number") if self.event.has("issue", "pull_request") else None

    @property
    def from_fork(self) -> bool:
        """Return whether the pull request comes from another repository, or from one that is gone."""
        if not self.event.has("pull_request"):
            return False
        head = self.event.text("pull_request", "head", "repo", "full_name")
        return head.casefold() != self.repository.casefold()

    def needs(self, *names: str) -> None:
        """Raise RepositoryError unless each of `repository`, `token`, `sha` … that is named is set."""
        for name in names:
            if not getattr(self, name):
                said = f"GITHUB_{name.upper()}"
                raise RepositoryError(said, "is not set", "run it in GitHub Actions, or set it")


def surroundings(environ: Mapping[str, str]) -> Surroundings:
    """Return the surroundings that an environment tells of.

    Raises UsageError for an input that has no such value, and RepositoryError for what GitHub would never set.
    """
    told = _Told(environ)
    return Surroundings(
        api_url=told.address("GITHUB_API_URL", API),
        graphql_url=told.address("GITHUB_GRAPHQL_URL", GRAPHQL),
        server_url=told.address("GITHUB_SERVER_URL", SERVER),
        repository=told.fitting("GITHUB_REPOSITORY", _REPOSITORY),
        event_name=told.text("GITHUB_EVENT_NAME"),
        event=read_event(told.text("GITHUB_EVENT_PATH")),
        sha=told.fitting("GITHUB_SHA", _SHA),
        ref=told.text("GITHUB_REF"),
        run_id=told.number("GITHUB_RUN_ID", least=1, most=10**18),
        workflow=_workflow(told.text("GITHUB_WORKFLOW_REF")),
        actor=told.text("GITHUB_ACTOR"),
        token=told.token(),
        in_actions=told.text("GITHUB_ACTIONS") == "true",
        level=told.one_of("EXP_LEVEL", _LEVELS) or "report",
        artifact=told.text("EXP_ARTIFACT") or Surroundings.artifact,
        trust=told.one_of("EXP_TRUST", _TRUSTS),
        engine=told.one_of("EXP_ENGINE", _ENGINES),
        model=told.text("EXP_MODEL") or None,
        since=told.time("EXP_SINCE"),
        sessions=told.flag("EXP_SESSIONS"),
        strict=told.flag("EXP_STRICT"),
        comment=told.flag("EXP_COMMENT"),
        backfill=told.flag("EXP_BACKFILL"),
        portion=told.number("EXP_PORTION", least=1, most=MOST_PORTION) or Surroundings.portion,
        dry_run=told.flag("EXP_DRY_RUN"),
        branch=told.text("EXP_BRANCH") or Surroundings.branch,
        room=told.number("EXP_ROOM", least=1) or Surroundings.room,
        max_tokens=told.number("EXP_MAX_TOKENS", least=1, most=10**12),
        max_cost=told.price("EXP_MAX_COST"),
        replies=told.text("EXP_REPLIES") or None,
        every_days=Surroundings.every_days if (days := told.number("EXP_EVERY_DAYS")) is None else days,
    )


class _Told:
    """Reads variables. An input that was left out reaches the action as an empty one."""

    def __init__(self, environ: Mapping[str, str]) -> None:
        self._environ = environ

    def text(self, name: str) -> str:
        return self._environ.get(name, "").strip()

    def fitting(self, name: str, form: re.Pattern[str]) -> str:
        """Return a variable of GitHub's. Raises RepositoryError where it can't be from there."""
        value = self.text(name)
        if value and not form.fullmatch(value):
            raise RepositoryError(name, f"`{_shown(value)}` is nothing that GitHub sets", "unset it")
        return value

    def address(self, name: str, usual: str) -> str:
        """Return an address without a slash at its end; the token is not sent over an open line."""
        value = self.text(name).rstrip("/") or usual
        try:
            parts = urlsplit(value)
            host = parts.hostname or ""
            fits = not (parts.username or parts.password or parts.query or parts.fragment)
        except ValueError:
            host, fits = "", False
        if not host or not fits or parts.scheme not in ("http", "https"):
            raise RepositoryError(name, "holds no address of http or https", "write https://HOST")
        if parts.scheme == "http" and host not in _LOOPBACK:
            raise RepositoryError(
                name, "is not encrypted: the token could be read on the way", "write https://"
            )
        return value

    def token(self) -> str:
        """Return the token; one that can't stand in a header is refused, and not shown."""
        value = self.text("GITHUB_TOKEN")
        if not value.isascii() or not value.isprintable() or " " in value:
            raise RepositoryError("GITHUB_TOKEN", "holds a character that no token has", "set it anew")
        return value

    def flag(self, name: str) -> bool:
        value = self.text(name).lower()
        if value not in ("", "true", "false"):
            raise _wrong(name, value, "is neither true nor false", "write true or false")
        return value == "true"

    def number(self, name: str, *, least: int = 0, most: int = _MOST) -> int | None:
        """Return a number, None where it is left out."""
        value = self.text(name)
        if not value:
            return None
        if not re.fullmatch(r"[0-9]{1,18}", value) or not least <= int(value) <= most:
            raise _wrong(name, value, "is no such number", f"write a whole number from {least} on")
        return int(value)

    def price(self, name: str) -> float | None:
        """Return an amount of money, None where it is left out."""
        value = self.text(name)
        if not value:
            return None
        if not re.fullmatch(r"[0-9]{1,9}(?:\.[0-9]{1,6})?", value):
            raise _wrong(name, value, "is no amount", "write it as 2.50")
        return float(value)

    def time(self, name: str) -> str:
        value = self.text(name)
        if not value:
            return ""
        try:
            if not _DATE.fullmatch(value):
                raise ValueError
            datetime.fromisoformat(value)
        except ValueError:
            raise _wrong(name, value, "is no date", "write it as 2026-01-31") from None
        return value

    def one_of(self, name: str, words: Sequence[Word]) -> Word | None:
        """Return the word that an input names, None where it is left out."""
        value = self.text(name)
        for word in words:
            if word == value:
                return word
        if value:
            told = f"give {', '.join(words[:-1])} or {words[-1]}"
            raise _wrong(name, value, "is no such word", told)
        return None


def _workflow(ref: str) -> str:
    match = _WORKFLOW.fullmatch(ref)
    return match[1] if match else ""


def _wrong(name: str, value: str, what: str, mend: str) -> UsageError:
    """Return what is raised for an input, named as it stands in the workflow and as the process is told it."""
    said = name.removeprefix("EXP_").lower().replace("_", "-")
    return UsageError(f"input {said} ({name})", f"`{_shown(value)}` {what}", mend)


def _shown(value: str) -> str:
    flat = " ".join(value.split())
    return flat if len(flat) <= 60 else f"{flat[:59]}…"
