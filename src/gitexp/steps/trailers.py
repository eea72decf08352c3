"""Reads the decision trailers of a change: what must hold, what was rejected, what it fixes."""

from __future__ import annotations

from gitexp.records.past import Touch
from gitexp.records.trailers import Trailer, trailers_of


def said_in(touch: Touch) -> tuple[Trailer, ...]:
    """Return the decision trailers at the end of a change's message, in their order."""
    # Most messages have none: a colon is asked for before anything is cut.
    return trailers_of(touch.body) if ":" in touch.body else ()
