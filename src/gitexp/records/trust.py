"""Whose word counts (`--trust`, DESIGN.md section 7)."""

from __future__ import annotations

from typing import Literal

Trust = Literal["write", "settled", "any"]
"""Only who may write; besides, what one of them or the author settled; or anyone."""
