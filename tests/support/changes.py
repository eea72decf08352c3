"""Builds change records for tests, in as few words as a test needs."""

from __future__ import annotations

from typing import Any

from gitexp.records.change_record import ChangeRecord, Impact, Rejected
from gitexp.records.evidence import Evidence
from gitexp.records.text import Redacted
from gitexp.steps.redact_change import redacted_change

HEX = "0123456789"
COMMIT = "8d3a1f0c2b7e4d5a6b7c8d9e0f1a2b3c4d5e6f70"


def a_record(**fields: Any) -> ChangeRecord[str]:
    """Return a record with an intent and one rejected alternative."""
    given: dict[str, Any] = {
        "id": f"one-socket-{HEX}",
        "title": "Keep one socket",
        "intent": "Let the firmware see one client only",
        "impact": Impact(paths=("engine/pump.py",)),
        "rejected": (
            Rejected(
                "a thread for each client",
                "the firmware mixes up their answers",
                Evidence(
                    "commit:a1#2",
                    "Rejected: a thread for each client | the firmware",
                    None,
                    "Bo",
                    "2024-01-02",
                ),
            ),
        ),
        "commits": (COMMIT,),
        "made_at": "2024-01-02",
    }
    return ChangeRecord(**{**given, **fields})


def a_redacted_record(**fields: Any) -> ChangeRecord[Redacted]:
    """Return the same, redacted, as the writer takes it."""
    return redacted_change(a_record(**fields))
