"""No nearness in meaning, and why: what is configured can't be used, and recall answers by words."""

from __future__ import annotations

from collections.abc import Mapping


class NoMeaning:
    """Implements `ports.Meaning`."""

    def __init__(self, why: str) -> None:
        self._why = why

    def near(self, words: str, most: int) -> tuple[Mapping[str, float], str]:
        """Return nothing, and why."""
        return {}, f"nearness in meaning: {self._why}"
