"""What recall did: events of one clone, without the words that were asked unless that is switched on."""

from __future__ import annotations

from typing import Literal, NamedTuple

Outcome = Literal["adopted", "ignored", "wrong", "failed"]
Origin = Literal["said", "trailer", "diff"]
"""Who says so: a person or an agent by `exp feedback`, a commit's trailer, or a diff that followed the recall."""


class RecallEvent(NamedTuple):
    """One recall. `at` is UTC (ISO 8601, seconds); ids are the ten hex digits that stay through updates.

    `given` are the experiences that were handed on, best first; `trial` those of them that are a canary here.
    `unknown` and `blocked` are counts. `tokens` is what was handed on, `ms` the time it took, `head` the commit
    that was checked out, `by` the door (cli, hook, mcp). `words` is the question, only where that is switched on.
    `key` is made anew when the event is logged, so that two that are otherwise the same stay two.
    """

    at: str
    given: tuple[str, ...] = ()
    trial: tuple[str, ...] = ()
    unknown: int = 0
    blocked: int = 0
    match: str = "none"
    tokens: int = 0
    ms: int = 0
    head: str = ""
    by: str = "cli"
    words: str | None = None
    clone: str = ""
    key: str = ""


class OutcomeEvent(NamedTuple):
    """What became of one experience that was handed on: said, or seen in a commit. `key` is as in a recall."""

    at: str
    hex: str
    outcome: Outcome
    origin: Origin = "said"
    note: str = ""
    commit: str = ""
    clone: str = ""
    key: str = ""


UsageEvent = RecallEvent | OutcomeEvent
