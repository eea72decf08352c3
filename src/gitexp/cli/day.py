"""Reads a day that somebody gives in an option."""

from __future__ import annotations

from datetime import date

from gitexp.errors import UsageError


def day(text: str, option: str) -> str:
    """Return a date as YYYY-MM-DD, "" for none. Raises UsageError for what is no date."""
    if not text:
        return ""
    try:
        return date.fromisoformat(text[:10]).isoformat()
    except ValueError as error:
        raise UsageError(f"{option} {text}", "is no date", "write it as 2024-03-31") from error
