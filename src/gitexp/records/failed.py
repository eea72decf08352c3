"""An answer that did not come: why, in words. Nothing is ever guessed in its place."""

from __future__ import annotations

from dataclasses import dataclass

ENGINE_FAILED = "engine_failed"
"""What such an answer is called in runs and lists."""


@dataclass(frozen=True)
class Failed:
    """An engine, or the language model behind it, gave no answer to one question."""

    reason: str
    undone: bool = False
    """It was not asked at all: the budget was used up, or its text may not leave. Asked again, it may well answer."""

    @property
    def words(self) -> str:
        """Return the reason as it is listed."""
        return f"{ENGINE_FAILED}: {self.reason}"
