"""Chooses for which edits something is planted, and takes those written by hand (`hook_planted.json`)."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from bench.hook_place import Repository
from bench.hook_planter import Planted, place_of, plant, spoken_of
from bench.hook_sessions import Session, Step
from bench.hook_store import written

BY_HAND = Path(__file__).with_name("hook_planted.json")


class Plants:
    """What is planted: by templates for every so many-th edit of a session, and what was written by hand."""

    def __init__(self, found: Sequence[Session], every: int) -> None:
        self._every = every
        self._others = {
            one.name: [
                names
                for other in found
                if other.repository != one.repository
                for step in other.steps
                if step.kind == "edit" and len(names := spoken_of(step.parts)[:3]) == 3
            ]
            for one in found
        }
        self._by_hand: dict[tuple[str, int], list[dict[str, Any]]] = {}
        for row in json.loads(BY_HAND.read_text("utf-8")):
            self._by_hand.setdefault((row["session"], row["edit"]), []).append(row)

    def of(self, session: Session, step: Step, place: Repository) -> list[Planted]:
        """Return what is planted for a step, nothing for one that edits nothing in the repository."""
        part = next((part for part in step.parts if place.file(part)), None)
        if step.kind != "edit" or part is None:
            return []
        key = f"{session.name} {step.edit}"
        rows = self._by_hand.get((session.name, step.edit), [])
        found = [_by_hand(f"{key} {number}", row) for number, row in enumerate(rows)]
        if step.edit % self._every == 0:
            own = [one for one in step.parts if one.path == part.path]
            others = self._others[session.name]
            other = others[step.edit % len(others)] if others else ("Postage", "stampRate", "parcel")
            found += plant(key, own, place_of(part, place.file(part), place.text(part)), other)
        return found


def _by_hand(key: str, row: dict[str, Any]) -> Planted:
    one = written(
        f"by hand {key}",
        row["when"],
        row["what"],
        row.get("why", ""),
        row.get("paths", ()),
        row.get("symbols", ()),
        row.get("preconditions", "none"),
    )
    return Planted("matches", one, (), by_hand=True)
