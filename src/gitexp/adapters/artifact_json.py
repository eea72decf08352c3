"""Turns the artifact of the reading job into JSON and back. The way back takes it for hostile: capped, strict, checked.

What the whole is wrong in (too large, no JSON, another version) is a RecordError; a wrong row costs itself.
"""

from __future__ import annotations

import json
from collections.abc import Hashable, Iterable, Mapping
from dataclasses import asdict
from typing import Any, TypeVar

from gitexp.adapters import schemas
from gitexp.adapters.artifact_json_rows import (
    discussion_documents,
    discussion_from,
    likeness_documents,
    likeness_from,
    placement_documents,
    placement_from,
    review_documents,
    review_from,
    rows_of,
)
from gitexp.adapters.artifact_json_strict import MAX_BYTES, strict
from gitexp.adapters.candidate_json import judge_document_whole, judge_from
from gitexp.adapters.candidate_json_values import To, check_time, written
from gitexp.adapters.record_json import Document
from gitexp.errors import RecordError
from gitexp.records.artifact import Artifact, Opinions, Window
from gitexp.records.bot import Backfill, Cursor
from gitexp.records.candidate import Candidate
from gitexp.records.llm import Spent
from gitexp.records.skipped import Skipped

VERSION = 1
MOST_DISCUSSIONS = 2_000
MOST_ROWS = 20_000
"""Of reviews, of likenesses and of placements."""
FEWER = "read fewer discussions at once (EXP_PORTION)"
NAME = "artifact"

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")


def artifact_text(artifact: Artifact) -> str:
    """Return the artifact as JSON, the same for the same answers.

    Raises RecordError where it is larger than what the writing job takes.
    """
    opinions = artifact.opinions
    discussions = discussion_documents(opinions)
    if len(discussions) > MOST_DISCUSSIONS:
        raise RecordError(NAME, f"holds more than {MOST_DISCUSSIONS} discussions", FEWER)
    document = written(
        v=VERSION,
        repo=artifact.repo,
        base=artifact.base,
        window=_window_document(artifact.window),
        judge=judge_document_whole(opinions.judge),
        discussions=discussions,
        reviews=review_documents(opinions),
        likenesses=likeness_documents(opinions),
        placements=placement_documents(opinions),
        spent=written(**asdict(artifact.spent)) if artifact.spent else None,
    )
    text = json.dumps(document, ensure_ascii=False, allow_nan=False, indent=1)
    data = text.encode("utf-8", "replace")
    if len(data) > MAX_BYTES:
        raise RecordError(NAME, f"is larger than {MAX_BYTES // 1_000_000} MB", FEWER)
    return f"{data.decode()}\n"


def artifact_from(data: bytes, where: str, text: To) -> tuple[Artifact, tuple[Skipped, ...]]:
    """Return the artifact, and what of it could not be read; every text of it went through `text`.

    Raises RecordError where the whole can't be read.
    """
    document = strict(data, where)
    schemas.validate("artifact", document, where)
    row: Any = document
    skipped: list[Skipped] = []
    opinions = _opinions(row, text, skipped)
    artifact = Artifact(
        row["repo"], row.get("base"), _window(row["window"], where), opinions, _spent(row.get("spent"))
    )
    return artifact, tuple(Skipped(one.where, str(text(one.what)), one.bad) for one in skipped)


def _opinions(row: Mapping[str, Any], text: To, skipped: list[Skipped]) -> Opinions:
    read = rows_of(
        row["discussions"],
        "discussions",
        MOST_DISCUSSIONS,
        lambda one, where: discussion_from(one, where, text, skipped),
        skipped,
    )
    matters: dict[str, tuple[tuple[str, ...], ...]] = {}
    candidates: dict[tuple[str, tuple[str, ...]], tuple[Candidate, ...]] = {}
    for home, cut, learnt in read:
        if cut is not None:
            matters.setdefault(home, cut)
        for turns, told in learnt:
            candidates.setdefault((home, turns), told)
    reviews = rows_of(
        row.get("reviews"), "reviews", MOST_ROWS, lambda one, where: review_from(one, where, text), skipped
    )
    likenesses = rows_of(row.get("likenesses"), "likenesses", MOST_ROWS, likeness_from, skipped)
    placements = rows_of(
        row.get("placements"),
        "placements",
        MOST_ROWS,
        lambda one, where: placement_from(one, where, text),
        skipped,
    )
    judge = judge_from(row["judge"], text)
    return Opinions(judge, matters, candidates, _first(reviews), _first(likenesses), _first(placements))


def _first(pairs: Iterable[tuple[Key, Value]]) -> dict[Key, Value]:
    """Return the pairs; of two under one name the first one counts."""
    found: dict[Key, Value] = {}
    for key, value in pairs:
        found.setdefault(key, value)
    return found


def _window_document(window: Window) -> Document:
    cursor, backfill = window.cursor, window.backfill
    return written(
        cursor=written(until=cursor.until, recent=list(cursor.recent) or None),
        backfill=asdict(backfill) if backfill else None,
        read=window.read,
        turns=window.turns,
        numbers=list(window.numbers),
        sessions=window.sessions,
    )


def _window(row: Mapping[str, Any], where: str) -> Window:
    cursor, backfill = row["cursor"], row.get("backfill")
    for time in [cursor[key] for key in ("until",) if key in cursor] + list((backfill or {}).values()):
        check_time(time, where)
    return Window(
        Cursor(cursor.get("until"), _numbers(cursor, "recent")),
        Backfill(backfill["since"], backfill["until"], backfill["reached"]) if backfill else None,
        int(row.get("read", 0)),
        int(row.get("turns", 0)),
        _numbers(row, "numbers"),
        row.get("sessions", False),
    )


def _numbers(row: Mapping[str, Any], key: str) -> tuple[int, ...]:
    """Return each number once: JSON may write 7 as 7.0."""
    return tuple(dict.fromkeys(int(one) for one in row.get(key, ())))


def _spent(row: Mapping[str, Any] | None) -> Spent | None:
    if row is None:
        return None
    cost = float(row["cost"]) if "cost" in row else None
    return Spent(
        int(row.get("calls", 0)),
        int(row.get("kept", 0)),
        int(row.get("prompt_tokens", 0)),
        int(row.get("completion_tokens", 0)),
        cost,
        float(row.get("seconds", 0.0)),
        {step: int(many) for step, many in row.get("steps", {}).items()},
    )
