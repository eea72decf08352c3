"""Reads from an earlier evaluation how the questions to recall were answered."""

from __future__ import annotations

from collections.abc import Mapping

from gitexp.adapters.evaluation_answers import AGAIN
from gitexp.errors import RecordError
from gitexp.records.figures_recall import Asked, Handed
from gitexp.records.recall_cases import QUESTION_KINDS


def read_questions(content: Mapping[str, object], where: str) -> tuple[Asked, ...]:
    """Return the questions; an evaluation of before there were such cases has none.

    Raises RecordError where one is no question with an answer.
    """
    listed = content.get("questions", [])
    if not isinstance(listed, list):
        raise RecordError(where, "`questions` is no list", AGAIN)
    return tuple(_asked(one, f"{where}: questions[{at}]") for at, one in enumerate(listed))


def _asked(content: object, where: str) -> Asked:
    if isinstance(content, Mapping):
        kind = next((one for one in QUESTION_KINDS if one == content.get("kind")), None)
        id, hash, language = (content.get(name) for name in ("id", "hash", "language"))
        lists = [_names(content.get(name)) for name in ("right", "given", "unknown", "blocked")]
        right, given, unknown, blocked = lists
        told = isinstance(id, str) and isinstance(hash, str) and isinstance(language, str)
        if (
            kind
            and told
            and right is not None
            and given is not None
            and unknown is not None
            and blocked is not None
        ):
            handed = tuple(Handed(name) for name in given)
            across = content.get("across") is True
            return Asked(
                str(id), kind, str(language), across, right, handed, unknown, blocked, hash=str(hash)
            )
    raise RecordError(where, "is no question with an answer", AGAIN)


def _names(value: object) -> tuple[str, ...] | None:
    if isinstance(value, list) and all(isinstance(one, str) for one in value):
        return tuple(value)
    return None
