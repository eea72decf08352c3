"""How long to wait before a request is sent again."""

from __future__ import annotations

import math
import random
from collections.abc import Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

TRIES = 5
FIRST_WAIT = 0.5
MAX_WAIT = 60.0
AGAIN = frozenset({408, 409, 425, 429})


def worth_another_try(status: int) -> bool:
    """Return whether an endpoint that answered so may answer the same request later."""
    return status in AGAIN or (status >= 500 and status != 501)


def wait(tried: int, headers: Mapping[str, str]) -> float:
    """Return the seconds to wait after so many tries: what the endpoint asks for, else twice as long each time."""
    asked = _asked(headers.get("retry-after", ""))
    if asked is not None:
        return min(max(asked, 0.0), MAX_WAIT)
    return min(FIRST_WAIT * 2.0 ** (tried - 1), MAX_WAIT) * random.uniform(0.75, 1.25)


def _asked(header: str) -> float | None:
    """Return what `Retry-After` says, a number of seconds or a date; None where it says nothing."""
    try:
        seconds = float(header)
        return seconds if math.isfinite(seconds) else None
    except ValueError:
        pass
    try:
        until = parsedate_to_datetime(header)
        return (until.astimezone(UTC) - datetime.now(UTC)).total_seconds()
    except (ValueError, TypeError, OverflowError):
        return None
