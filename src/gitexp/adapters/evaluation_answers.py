"""Reads from an earlier evaluation how the cases of dedup and merge were answered."""

from __future__ import annotations

from collections.abc import Mapping

from gitexp.errors import RecordError
from gitexp.records.figures_governance import ACTIONS, SAME, SEPARATE, Answered, Governance

AGAIN = "write it with `exp evaluate … --json`"
_ANSWERS: dict[Governance, tuple[str, ...]] = {"dedup": (SAME, SEPARATE), "merge": ACTIONS}


def read_answers(content: Mapping[str, object], where: str) -> tuple[Answered, ...]:
    """Return the answers; an evaluation of before there were such cases has none.

    Raises RecordError where one is no answer.
    """
    lists: tuple[tuple[str, Governance], ...] = (("pairs", "dedup"), ("placements", "merge"))
    found: list[Answered] = []
    for name, layer in lists:
        listed = content.get(name, [])
        if not isinstance(listed, list):
            raise RecordError(where, f"`{name}` is no list", AGAIN)
        found += [_answered(one, layer, f"{where}: {name}[{at}]") for at, one in enumerate(listed)]
    return tuple(found)


def _answered(content: object, layer: Governance, where: str) -> Answered:
    if isinstance(content, Mapping):
        id, hash, failed = (content.get(name) for name in ("id", "hash", "failed"))
        expected, given = content.get("expected"), content.get("given")
        known = _ANSWERS[layer]
        if isinstance(id, str) and isinstance(hash, str) and expected in known and (given in known or failed):
            return Answered(
                layer,
                id,
                _text(content.get("kind")),
                str(expected),
                _text(given),
                hash,
                _text(content.get("target")) or None,
                _text(content.get("given_target")) or None,
                _text(content.get("chain")),
                content.get("identical") is True,
                failed=_text(failed),
            )
    raise RecordError(where, "is no case with an answer", AGAIN)


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""
