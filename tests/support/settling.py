"""Builds what the settle step goes by: discussions of one repository, each with one statement; and fakes of its ports."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from gitexp.records.candidate import Candidate, Settled
from gitexp.records.discussion import Anchor, Discussion, Role, Speaker, Turn, YesNo
from gitexp.records.evidence import Evidence
from gitexp.records.history import Commit, Reverted, Reverts
from gitexp.records.ownership import Ownership
from gitexp.records.text import Redacted
from gitexp.steps.redact import redacted
from support.talk import a_candidate

RULE = "`RetryPolicy` must not sleep, because `Transport` already waits between attempts."
OPEN = Settled("unknown", reason="nobody answered")
AGREED = Settled("yes", "adam", "review_comment:2", "the author took it over", entitled=True)


@dataclass(frozen=True)
class Case:
    """A discussion and what was learnt from it."""

    discussion: Discussion[Redacted]
    candidate: Candidate


def a_case(
    number: int = 7,
    what: str = RULE,
    by: str | None = "rita",
    *,
    settled: Settled = OPEN,
    turn: str = "review_comment:1",
    role: Role = "reviewer",
    can_write: YesNo = "unknown",
    at: str | None = None,
    text: str | None = None,
    suggestion: YesNo = "no",
    anchor: Anchor[Redacted] | None = None,
    replies: tuple[Turn[Redacted], ...] = (),
    **changes: object,
) -> Case:
    """Return a pull request of acme/shop over one statement; its date is in the month of its number."""
    said_at = at or f"2024-{number:02d}-01T10:00:00Z"
    words = redacted(what)
    carrier = Turn(
        id=turn,
        speaker=Speaker(by, role, None, can_write),
        text=redacted(text) if text else words,
        at=said_at,
        anchor=anchor or Anchor(redacted("src/net/retry.py"), 10),
        thread="review_comment:1",
        suggestion=suggestion,
    )
    made = Discussion(
        id=f"acme/shop#{number}",
        kind="pull_request",
        repo="acme/shop",
        title=redacted(f"Change number {number}"),
        turns=(carrier, *replies),
        author="adam",
        number=number,
        merged_at=f"2024-{number:02d}-20T10:00:00Z",
        local=True,
    )
    discussion = replace(made, **changes)  # type: ignore[arg-type]
    candidate = a_candidate(
        what,
        id=f"{discussion.id}/1/1",
        discussion=discussion.id,
        topic=f"{discussion.id}/1",
        repo=discussion.repo,
        evidence=(Evidence(turn, words, None, by or "unknown", said_at[:10]),),
        settled=settled,
        observed_at=said_at,
    )
    return Case(discussion, candidate)


def a_pull(
    number: int, title: str, body: str = "", *, merged: bool = True, repo: str = "acme/shop"
) -> Discussion[Redacted]:
    """Return a pull request of which only the title and the description matter."""
    at = f"2024-{number:02d}-02T10:00:00Z"
    turn = Turn("pull_request.body", Speaker("nora", "author"), redacted(body), at)
    return Discussion(
        id=f"{repo}#{number}",
        kind="pull_request",
        repo=repo,
        title=redacted(title),
        turns=(turn,) if body else (),
        author="nora",
        number=number,
        merged_at=f"2024-{number:02d}-03T10:00:00Z" if merged else None,
        local=True,
    )


def a_revert(
    subject: str, original: str | None, *, at: str = "2024-09-01T10:00:00Z", **more: str
) -> Reverted:
    """Return a commit that takes another back."""
    commit = Commit("b" * 40, "Nora", at, subject, more.get("body", ""))
    before = Commit("a" * 40, "Adam", "2024-07-20T10:00:00Z", original, "") if original else None
    return Reverted(commit, before, "", more.get("relanded_by"))


class FakeHistory:
    """Knows the reverts it was given."""

    def __init__(self, *found: Reverted) -> None:
        self.found = found

    def reverts(self, *, seconds: float | None = None) -> Reverts:
        return Reverts(self.found, 10)


class FakeOwners:
    """Knows how much of a path each login wrote; remembers what it was asked."""

    def __init__(self, known: Mapping[tuple[str, str], Ownership]) -> None:
        self.known = known
        self.asked: list[tuple[str, str, int | None, str | None]] = []

    def part_of(self, login: str, path: str, line: int | None, before: str | None) -> Ownership | None:
        self.asked.append((login, path, line, before))
        return self.known.get((login, path))


class FakeFiles:
    """Holds the texts it was given."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        self.texts = texts

    def text(self, path: str) -> str | None:
        return self.texts.get(path)
