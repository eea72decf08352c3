"""Tells whether one of GitHub's two rate limits refused a request, and how long to wait; and how long between tries."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

from gitexp.adapters.github_api_errors import Answer

TRIES = 4
"""How often a request that may be repeated is sent at all."""
MAX_WAITS = 5
"""How often one request waits for a rate limit."""
LEAST = 1.0
UNSAID = 60.0
"""Seconds that GitHub asks to wait at least where it says nothing of them."""
_FIRST_WAIT = 1.0


@dataclass(frozen=True)
class Pause:
    """A rate limit that refused a request: which one, for how many seconds, until when (seconds since 1970)."""

    kind: str
    seconds: float
    until: float


def pause(answer: Answer, now: float) -> Pause | None:
    """Return the rate limit that refused a request, None where none did. `now` counts where GitHub tells no time."""
    words = answer.message.lower()
    if answer.status not in (403, 429):
        return None
    secondary = "secondary rate limit" in words or "abuse detection" in words
    used_up = _number(answer.headers.get("x-ratelimit-remaining")) == 0
    asked = _retry_after(answer.headers, now)
    if not (secondary or used_up or asked is not None or answer.status == 429 or "rate limit" in words):
        return None
    return limit(answer.headers, now, secondary=secondary)


def limit(headers: Mapping[str, str], now: float, *, secondary: bool = False) -> Pause:
    """Return how long a limit lasts: what `Retry-After` asks, else until the next hour of the first limit begins."""
    now = _date(headers.get("date", "")) or now
    asked = _retry_after(headers, now)
    used_up = _number(headers.get("x-ratelimit-remaining")) == 0
    reset = _number(headers.get("x-ratelimit-reset"))
    seconds = UNSAID
    if asked is not None:
        seconds = asked
    elif used_up and not secondary and reset is not None:
        seconds = reset - now + 1  # GitHub counts in whole seconds
    seconds = max(seconds, LEAST)
    return Pause("secondary rate limit" if secondary else "rate limit", seconds, now + seconds)


def between(tried: int) -> float:
    """Return the seconds to wait after so many tries that failed."""
    return float(_FIRST_WAIT * 2.0 ** (tried - 1))


def clock_time(seconds: float) -> str:
    """Return a time as people read it."""
    try:
        return f"{datetime.fromtimestamp(seconds, UTC):%Y-%m-%d %H:%M:%S} UTC"
    except (ValueError, OverflowError, OSError):
        return "some later day"


def _retry_after(headers: Mapping[str, str], now: float) -> float | None:
    said = headers.get("retry-after", "")
    seconds = _number(said)
    if seconds is None and (until := _date(said)) is not None:
        seconds = until - (_date(headers.get("date", "")) or now)
    return seconds


def _number(text: str | None) -> float | None:
    try:
        number = float(text) if text else math.nan
    except ValueError:
        return None
    return number if math.isfinite(number) and number >= 0 else None


def _date(text: str) -> float | None:
    try:
        return parsedate_to_datetime(text).timestamp()
    except (ValueError, TypeError, OverflowError):
        return None
