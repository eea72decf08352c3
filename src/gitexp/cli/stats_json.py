"""The figures of usage as JSON."""

from __future__ import annotations

from collections.abc import Sequence

from gitexp.records.skipped import Skipped
from gitexp.records.usage_figures import (
    ENOUGH_OUTCOMES,
    ENOUGH_RECALLS,
    Canary,
    Counts,
    DoorFigures,
    ExperienceFigures,
    Halves,
    Latency,
    Side,
    UsageFigures,
)

Document = dict[str, object]


def document(
    figures: UsageFigures, rows: Sequence[ExperienceFigures], unread: Sequence[Skipped], seconds: float
) -> Document:
    """Return all figures, with the rows that were asked for."""
    return {
        "from": "git-exp",
        "since": figures.since or None,
        "until": figures.until,
        "clones": figures.clones,
        "requests": figures.requests,
        "given": figures.given,
        "no_hit": figures.requests - figures.given,
        "poor": figures.poor,
        "success_rate": _rate(figures.success_rate),
        "no_hit_rate": _rate(figures.no_hit_rate),
        "mean_injected": _rate(figures.mean_injected),
        "mean_tokens": _rate(figures.mean_tokens),
        "latency_ms": _latency(figures.latency),
        "weeks": [
            {"start": one.start, "requests": one.requests, "given": one.given, "a_day": round(one.a_day, 2)}
            for one in figures.weeks
        ],
        "doors": [_door(one) for one in figures.doors],
        "experiences": [_row(row) for row in rows],
        "canary": _canary(figures.canary),
        "in_force": figures.in_force,
        "never": list(figures.never),
        "skipped": [{"where": one.where, "what": one.what} for one in (*unread, *figures.skipped)],
        "limits": list(figures.limits),
        "elapsed_ms": round(seconds * 1000),
    }


def _door(one: DoorFigures) -> Document:
    return {
        "by": one.by,
        "requests": one.requests,
        "given": one.given,
        "no_hit": one.requests - one.given,
        "success_rate": _rate(one.success_rate),
        "injected": one.injected,
        "tokens": one.tokens,
        "latency_ms": _latency(one.latency),
    }


def _latency(one: Latency | None) -> Document | None:
    return {"p50": one.p50, "p90": one.p90, "p99": one.p99} if one else None


def _row(row: ExperienceFigures) -> Document:
    return {
        "id": row.id or None,
        "hex": row.hex,
        "title": row.title or None,
        "status": row.status or None,
        "recalls": row.recalls,
        "trial": row.trial,
        "first": row.first or None,
        "last": row.last or None,
        "outcomes": {"said": _counts(row.said), "trailer": _counts(row.trailer), "diff": _counts(row.diff)},
        "over_time": {"told": _halves(row.told_over_time), "diff": _halves(row.seen_over_time)},
        "canary": _canary(row.canary),
        "notes": [{"at": one.at, "outcome": one.outcome, "note": one.note} for one in row.notes],
    }


def _counts(one: Counts) -> Document:
    return {"adopted": one.adopted, "ignored": one.ignored, "wrong": one.wrong, "failed": one.failed}


def _halves(one: Halves | None) -> Document | None:
    """Return both halves and their shares; null where there is too little to compare."""
    if one is None:
        return None
    shares = {"older_share": _rate(one.older.share), "newer_share": _rate(one.newer.share)}
    return {"older": _counts(one.older), "newer": _counts(one.newer), **shares}


def _canary(one: Canary | None) -> Document | None:
    if one is None:
        return None
    return {
        "trial": _side(one.trial),
        "rest": _side(one.rest),
        "comparable": {"told": one.enough_told, "diff": one.enough_seen},
        "needs": {"recalls": ENOUGH_RECALLS, "outcomes": ENOUGH_OUTCOMES},
    }


def _side(one: Side) -> Document:
    return {
        "recalls": one.recalls,
        "told": _counts(one.told),
        "diff": _counts(one.seen),
        "told_share": _rate(one.told.share),
        "diff_share": _rate(one.seen.share),
    }


def _rate(value: float | None) -> float | None:
    return None if value is None else round(value, 3)
