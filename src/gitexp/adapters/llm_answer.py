"""Reads what an endpoint sends back for one request: the text, why it ended, and what it cost."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

TOO_LARGE = "too_large"
"""How an answer ended that was not read to its end."""

MOST_TOKENS = 10**12
"""No reply has so many: a count of more is no count."""


@dataclass(frozen=True)
class Answer:
    """A chat completion. The tokens are None where the endpoint does not tell them."""

    text: str
    finish: str = "stop"
    refusal: str = ""
    prompt_tokens: int | None = None
    completion_tokens: int | None = None


class NoCompletion(Exception):
    """What came is no chat completion: cut, or something else altogether."""


def answer_of(data: bytes) -> Answer:
    """Return the answer that a body holds. Raises NoCompletion."""
    try:
        document = json.loads(data)
    except (ValueError, RecursionError):
        raise NoCompletion("what came is no JSON, or was cut") from None
    choice = _first(document.get("choices")) if isinstance(document, dict) else {}
    message = choice.get("message")
    if not isinstance(message, dict):
        raise NoCompletion("what came is no chat completion")
    usage = document.get("usage")
    usage = usage if isinstance(usage, dict) else {}
    return Answer(
        _text(message.get("content")),
        str(choice.get("finish_reason") or "stop"),
        _text(message.get("refusal")),
        _count(usage.get("prompt_tokens")),
        _count(usage.get("completion_tokens")),
    )


def error_of(data: object) -> Mapping[str, Any]:
    """Return the error object of a refusal; empty where it has none of the usual form."""
    inner = data.get("error", data) if isinstance(data, dict) else data
    if isinstance(inner, dict) and isinstance(inner.get("message"), str):
        return inner
    return {"message": inner} if isinstance(inner, str) and inner and isinstance(data, dict) else {}


def _first(choices: object) -> dict[str, Any]:
    if isinstance(choices, list) and choices and isinstance(choices[0], dict):
        return choices[0]
    return {}


def _text(content: object) -> str:
    """Return the text of a message, which some endpoints send in parts; half characters are no text."""
    if isinstance(content, list):
        parts = [one.get("text") for one in content if isinstance(one, dict)]
        content = "".join(part for part in parts if isinstance(part, str))
    return content.encode("utf-8", "replace").decode() if isinstance(content, str) else ""


def _count(number: object) -> int | None:
    if not isinstance(number, int) or isinstance(number, bool):
        return None
    return number if 0 <= number < MOST_TOKENS else None
