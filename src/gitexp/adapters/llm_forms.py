"""Writes a question as the body of a request, in the form that the endpoint takes, and remembers what it refused."""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from gitexp.records.llm import Asking, Sampling, Schema

Messages = Sequence[Mapping[str, str]]
_BOUNDS = frozenset({"maxLength", "minLength", "pattern", "maxItems", "minItems"})
_FORM = re.compile(
    r"response_?format|json_?schema|json_?object|schema|grammar|structured.?output", re.IGNORECASE
)
LAST = 3


@dataclass(frozen=True)
class Form:
    """How the body is written. `format`: 0 whole schema, 1 without bounds, 2 any JSON object, 3 words alone."""

    format: int = 0
    limit: str = "max_tokens"
    temperature: bool = True
    seed: bool = True


@dataclass(frozen=True)
class Asked:
    """One request, whatever form it is sent in."""

    step: Asking
    messages: Messages
    schema: Schema
    sampling: Sampling
    seed: int | None

    def body(self, form: Form) -> dict[str, Any]:
        """Return the body in one form."""
        messages = list(self.messages)
        if form.format >= 2:
            first = f"{messages[0]['content']}\n\n{_in_words(self.schema)}"
            messages[0] = {**messages[0], "content": first}
        body: dict[str, Any] = {"model": self.sampling.model, "messages": messages}
        if form.format < LAST:
            body["response_format"] = self._format(form.format)
        if form.temperature and self.sampling.temperature is not None:
            body["temperature"] = self.sampling.temperature
        if form.seed and self.seed is not None:
            body["seed"] = self.seed
        body[form.limit] = self.sampling.max_tokens
        return body

    def _format(self, level: int) -> dict[str, Any]:
        if level == 2:
            return {"type": "json_object"}
        schema = self.schema if level == 0 else _without_bounds(self.schema)
        return {"type": "json_schema", "json_schema": {"name": self.step, "schema": schema, "strict": True}}


class Forms:
    """The form that an endpoint takes, as far as it is known; several threads ask and tell."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._now = Form()

    @property
    def now(self) -> Form:
        """Return the form to send in."""
        return self._now

    def refused(self, used: Form, named: str | None, words: str, body: Mapping[str, Any]) -> bool:
        """Return whether a refusal is about the form, so that the request may be sent again in the form of now."""
        lesser = _lesser(used, named, words, body)
        if lesser is None:
            return False
        with self._lock:
            self._now = Form(
                max(self._now.format, lesser.format),
                lesser.limit if lesser.limit != Form.limit else self._now.limit,
                self._now.temperature and lesser.temperature,
                self._now.seed and lesser.seed,
            )
        return True


def _lesser(used: Form, named: str | None, words: str, body: Mapping[str, Any]) -> Form | None:
    """Return the next form after one that was refused; None where the refusal is not about the form."""
    for place in (named or "", words):
        if used.limit == Form.limit and re.search(r"\bmax_tokens\b", place):
            return replace(used, limit="max_completion_tokens")
        if "temperature" in body and re.search(r"\btemperature\b", place):
            return replace(used, temperature=False)
        if "seed" in body and re.search(r"\bseed\b", place):
            return replace(used, seed=False)
        if used.format < LAST and _FORM.search(place):
            return replace(used, format=used.format + 1)
    return None


def _in_words(schema: Schema) -> str:
    text = json.dumps(schema, ensure_ascii=False, sort_keys=True)
    return f"Answer with one JSON object and nothing else. It must fit this JSON Schema:\n{text}"


def _without_bounds(part: Any, names: bool = False) -> Any:
    """Return a schema without what some servers can't hold a reply to; `names` where the keys are names of fields."""
    if isinstance(part, Mapping):
        kept = {key: value for key, value in part.items() if names or key not in _BOUNDS}
        return {
            key: _without_bounds(value, not names and key in ("properties", "$defs"))
            for key, value in kept.items()
        }
    if isinstance(part, list | tuple):
        return [_without_bounds(one) for one in part]
    return part
