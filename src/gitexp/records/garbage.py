"""The kinds of garbage: what makes a statement no experience (DESIGN.md section 5), and one held against a candidate."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

GarbageKind = Literal[
    "factual_error",
    "insufficient_evidence",
    "missing_context",
    "personal_preference",
    "one_off",
    "common_knowledge",
    "conversation_summary",
    "mixed_granularity",
    "not_actionable",
    "already_known",
]
"""In the order in which one is taken where two fit."""
GARBAGE_KINDS: tuple[GarbageKind, ...] = get_args(GarbageKind)


@dataclass(frozen=True)
class Exclusion:
    """One kind of garbage that holds against a candidate, and in words what it lacks."""

    kind: GarbageKind
    words: str
