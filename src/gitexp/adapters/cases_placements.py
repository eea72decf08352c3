"""Reads `merge_cases.jsonl`: a new text a row, what stands beside it, and what merge should do to which one."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import get_args

from gitexp.adapters.cases_rows import Unfit, hash_of, name_of, read_rows, told, words_of
from gitexp.records.gold import Placements
from gitexp.records.governance_cases import Known, PlacementCase
from gitexp.records.judgement import Action
from gitexp.records.skipped import Skipped

PLACEMENTS = "merge_cases.jsonl"
ACTIONS: tuple[Action, ...] = get_args(Action)
MAX_HISTORY = 10_000


def read_placements(path: Path) -> tuple[Placements, list[Skipped]]:
    """Return the cases of a file, and the rows that do not fit."""
    found, _, skipped = read_rows(path, _placement)
    hashes = {name: hash_of(repr(case)) for name, case in found.items()}
    whole = hash_of(*sorted(f"{name} {one}" for name, one in hashes.items()))
    return Placements(tuple(found.values()), hashes, whole), skipped


def _placement(row: Mapping[str, object], name: str) -> PlacementCase[str]:
    action = next((one for one in ACTIONS if one == row.get("action")), None)
    if action is None:
        raise Unfit(f"`action` is one of {', '.join(ACTIONS)}")
    history = _history(row.get("history"))
    new = words_of(row.get("new"), "new")
    kind = row.get("kind")
    return PlacementCase(
        name,
        new,
        history,
        action,
        _target(row.get("target"), action, history),
        "" if kind is None or kind == "" else name_of(kind, "kind"),
        told(row.get("reason"), "reason"),
    )


def _history(content: object) -> tuple[Known[str], ...]:
    if not isinstance(content, list):
        raise Unfit("`history` is a list of what stands, and may be empty")
    if len(content) > MAX_HISTORY:
        raise Unfit(f"`history` has more than {MAX_HISTORY} texts")
    found: dict[str, Known[str]] = {}
    for at, one in enumerate(content):
        place = f"history[{at}]"
        if not isinstance(one, Mapping):
            raise Unfit(f"`{place}` is no object with `id`, `when` and `what`")
        name = name_of(one.get("id"), f"{place}.id")
        if name in found:
            raise Unfit(f"`{place}` has the id `{name}`, which one before it has")
        found[name] = Known(name, words_of(one, place))
    return tuple(found.values())


def _target(value: object, action: Action, history: tuple[Known[str], ...]) -> str | None:
    if action == "create":
        if value is not None:
            raise Unfit("`create` has a `target`: what is new has none")
        return None
    if value is None:
        raise Unfit(f"`{action}` has no `target`")
    target = name_of(value, "target")
    if target not in {one.id for one in history}:
        raise Unfit(f"`target` is `{target}`, which is not in `history`")
    return target
