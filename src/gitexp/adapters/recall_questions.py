"""Reads one question of a recall set, and says what is wrong with one that does not fit."""

from __future__ import annotations

from collections.abc import Mapping

from gitexp.adapters.cases_rows import MAX_NAMES, MAX_TEXT, Unfit, name_of
from gitexp.adapters.facts_given import given_facts
from gitexp.errors import UsageError
from gitexp.records.recall_cases import QUESTION_KINDS, RecallCase


def question(row: Mapping[str, object]) -> RecallCase:
    """Return the question. Raises Unfit."""
    kind = next((one for one in QUESTION_KINDS if one == row.get("kind")), None)
    if kind is None:
        raise Unfit(f"`kind` is one of {', '.join(QUESTION_KINDS)}")
    case = RecallCase(
        name_of(row.get("id"), "id"),
        kind,
        name_of(row.get("language"), "language"),
        _text(row, "words"),
        _texts(row, "files"),
        _texts(row, "symbols"),
        _env(row),
        _texts(row, "right"),
        _flag(row, "across"),
        _text(row, "note"),
    )
    if not (case.words.strip() or case.files or case.symbols):
        raise Unfit("asks nothing: it has no `words`, `files` or `symbols`")
    if kind == "nothing" and case.right:
        raise Unfit("`right` names something, and `kind` is nothing")
    if kind != "nothing" and not case.right:
        raise Unfit(f"has no `right`: the ids of the experiences that are the {kind}")
    return case


def _env(row: Mapping[str, object]) -> tuple[str, ...]:
    """Return the pairs; a set never names a file of the machine that it is measured on."""
    given = _texts(row, "env")
    if odd := next((pair for pair in given if "=" not in pair), None):
        raise Unfit(f"`env` has `{odd}`, which is no NAME=VALUE")
    try:
        given_facts(given)
    except UsageError as error:
        raise Unfit(f"`env`: {error.what}") from None
    return given


def _text(row: Mapping[str, object], key: str) -> str:
    value = row.get(key)
    if value is None:
        return ""
    if not isinstance(value, str):
        raise Unfit(f"`{key}` is no text")
    if len(value) > MAX_TEXT:
        raise Unfit(f"`{key}` is longer than {MAX_TEXT} characters")
    return value


def _texts(row: Mapping[str, object], key: str) -> tuple[str, ...]:
    value = row.get(key)
    if value is None:
        return ()
    if not isinstance(value, list) or not all(isinstance(one, str) and one for one in value):
        raise Unfit(f"`{key}` is a list of texts")
    if len(value) > MAX_NAMES:
        raise Unfit(f"`{key}` has more than {MAX_NAMES} of them")
    return tuple(name_of(one, key) for one in value)


def _flag(row: Mapping[str, object], key: str) -> bool:
    value = row.get(key, False)
    if not isinstance(value, bool):
        raise Unfit(f"`{key}` is true or false")
    return value
