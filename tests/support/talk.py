"""Builds discussions and candidates for tests, in as few words as a test needs."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

from gitexp.engines.rules.candidates import candidates
from gitexp.records.candidate import Candidate, Settled, Trail
from gitexp.records.discussion import Anchor, Discussion, Role, Speaker, Topic, Turn, YesNo
from gitexp.records.evidence import Evidence
from gitexp.records.text import Redacted
from gitexp.steps.redact import redacted


def a_turn(
    text: str,
    by: str | None = "rita",
    *,
    number: int = 1,
    role: Role = "reviewer",
    path: str | None = "src/net/retry.py",
    thread: str | None = "review_comment:1",
    can_write: YesNo = "unknown",
    state: str | None = None,
    hunk: str | None = None,
) -> Turn[Redacted]:
    """Return a review comment; with `thread=None` it is an issue comment."""
    anchor = Anchor(redacted(path), 10, None, redacted(hunk) if hunk else None) if path and thread else None
    return Turn(
        id=f"review_comment:{number}" if thread else f"issue_comment:{number}",
        speaker=Speaker(by, role, None, can_write),
        text=redacted(text),
        at=f"2024-03-{number:02d}T10:00:00Z",
        anchor=anchor,
        thread=thread,
        state=state,
    )


def a_thread(*said: tuple[str, str], author: str = "adam") -> tuple[Turn[Redacted], ...]:
    """Return one review thread from pairs of speaker and text; the speaker `author` wrote the pull request."""
    return tuple(
        a_turn(text, by, number=number, role="author" if by == author else "reviewer")
        for number, (by, text) in enumerate(said, 1)
    )


def a_discussion(
    *turns: Turn[Redacted], local: bool = True, title: str | None = None, merged: bool = True
) -> Discussion[Redacted]:
    """Return a pull request that holds the turns."""
    return Discussion(
        id="acme/shop#7",
        kind="pull_request",
        repo="acme/shop",
        title=redacted(title) if title else None,
        turns=turns,
        author="adam",
        number=7,
        merged_at="2024-03-30T10:00:00Z" if merged else None,
        local=local,
    )


def a_session(*said: tuple[str, str], local: bool = True) -> Discussion[Redacted]:
    """Return an agent session from pairs of role and text, as its source gives one.

    A tool's text begins with the tool and the file it worked on ("Edit src/a.py"), after "failed: " or "rejected: "
    where it did not work out. What a user says stands at the file that was edited last before it.
    """
    turns: list[Turn[Redacted]] = []
    edited: str | None = None
    for number, (role, text) in enumerate(said, 1):
        state = next((word for word in ("failed", "rejected") if text.startswith(f"{word}: ")), None)
        words = text.removeprefix(f"{state}: ")
        path = words.split()[1] if role == "tool" and "." in "".join(words.split()[1:2]) else None
        if role == "tool" and words.startswith(("Edit ", "Write ")):
            edited = path
        if role == "user":
            path, edited = edited, None
        anchor = Anchor(redacted(path)) if path else None
        at = f"2024-03-01T10:{number:02d}:00Z"
        speaker = Speaker(None, cast("Role", role))
        turns.append(Turn(f"message:{number}", speaker, redacted(words), at, anchor=anchor, state=state))
    return Discussion("session:1", "session", "acme/shop", None, tuple(turns), local=local, private=True)


def a_topic(*turns: Turn[Redacted], discussion: Discussion[Redacted] | None = None) -> Topic[Redacted]:
    """Return a topic of the turns."""
    home = discussion or a_discussion(*turns)
    return Topic(f"{home.id}/1", home, turns)


def learnt(*said: tuple[str, str]) -> list[Candidate]:
    """Return what the rules take from one review thread of the pairs of speaker and text."""
    return candidates(a_topic(*a_thread(*said)))


def learnt_alone(*said: tuple[str, str]) -> Candidate:
    """Return the one candidate that the rules take from the thread."""
    [candidate] = learnt(*said)
    return candidate


def a_candidate(
    what: str = "Retry only GET, because POST is not idempotent.", **changes: object
) -> Candidate:
    """Return a settled candidate that lacks nothing."""
    words = redacted(what)
    made = Candidate(
        id="acme/shop#7/1/1",
        discussion="acme/shop#7",
        topic="acme/shop#7/1",
        repo="acme/shop",
        title=words,
        lens="logic",
        kind="constraint",
        when=redacted("When changing src/net/retry.py"),
        what=words,
        evidence=(Evidence("review_comment:1", words, None, "rita", "2024-03-01"),),
        settled=Settled("yes", "adam", "review_comment:2", "the author took it over", entitled=True),
        trail=Trail(("says what must or must not be done",)),
        paths=(redacted("src/net/retry.py"),),
        places=(redacted("src/net/retry.py"),),
        derived=("when", "title"),
        local=True,
    )
    return replace(made, **changes)  # type: ignore[arg-type]
