"""One way to write a table of patterns: alternatives in several languages, compiled once."""

from __future__ import annotations

import re


def any_of(*patterns: str) -> re.Pattern[str]:
    """Return a pattern that matches where one of the patterns does, whatever the case."""
    return re.compile("|".join(f"(?:{pattern})" for pattern in patterns), re.I)
