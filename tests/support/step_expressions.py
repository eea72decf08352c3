"""Evaluates the expressions of GitHub's workflows, `${{ … }}`: contexts, comparisons, functions, by GitHub's rules."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

_TOKEN = re.compile(
    r"\s*(?:(?P<text>'(?:[^']|'')*')|(?P<number>-?(?:0x[0-9a-fA-F]+|\d+(?:\.\d+)?(?:e[+-]?\d+)?))"
    r"|(?P<name>[A-Za-z_][\w-]*)|(?P<mark>&&|\|\||==|!=|<=|>=|[!<>()\[\].,*]))"
)
_INSIDE = re.compile(r"\$\{\{((?:[^'}]|'(?:[^']|'')*'|\}(?!\}))*)\}\}")
_STATUS = re.compile(r"\b(?:always|success|failure|cancelled)\s*\(")
_WORDS = {"true": True, "false": False, "null": None}


class Misread(Exception):
    """An expression that GitHub would refuse, or that this small evaluator does not know."""


@dataclass(frozen=True)
class Contexts:
    """What an expression can name, and how the job stands so far."""

    named: Mapping[str, Any]
    failed: bool = False


def filled(text: str, contexts: Contexts) -> str:
    """Return a text with its expressions replaced by their values."""
    made = _INSIDE.sub(lambda found: as_text(value_of(found[1], contexts)), text)
    if "${{" in made and "${{" in _INSIDE.sub("", text):
        raise Misread(f"an expression does not end: {text}")
    return made


def holds(condition: object, contexts: Contexts) -> bool:
    """Return whether an `if:` holds; where it asks for no status, all before must have gone well."""
    if condition is None or condition == "":
        return not contexts.failed
    text = str(condition).lower() if isinstance(condition, bool) else str(condition)
    if "${{" in text:
        whole = _INSIDE.fullmatch(text.strip())
        text = whole[1] if whole else f"'{filled(text, contexts)}'"
    value = true(value_of(text, contexts))
    return value if _STATUS.search(text) else value and not contexts.failed


def value_of(text: str, contexts: Contexts) -> Any:
    """Return the value of one expression."""
    reader = _Reader(text, contexts)
    value = reader.either()
    if reader.at < len(reader.tokens):
        raise Misread(f"unexpected {reader.tokens[reader.at][1]!r} in {text!r}")
    return value


def true(value: Any) -> bool:
    """Return whether a value counts as true."""
    return value not in (None, False, 0, "")


def as_text(value: Any) -> str:
    """Return a value as it stands in a text."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if isinstance(value, list):
        return "Array"
    return "Object" if isinstance(value, dict) else str(value)


def _number(value: Any) -> float:
    if value is None or value == "":
        return 0.0
    try:
        return float(value)
    except (TypeError, ValueError):
        return float("nan")


def equal(one: Any, other: Any) -> bool:
    """Return whether two values are the same: texts whatever their case, of different kinds as numbers."""
    if isinstance(one, str) and isinstance(other, str):
        return one.casefold() == other.casefold()
    if type(one) is type(other) and isinstance(one, dict | list):
        return one is other
    return _number(one) == _number(other)


def _below(thing: Any, name: Any) -> Any:
    if isinstance(thing, list):
        return thing[int(name)] if isinstance(name, int | float) and int(name) < len(thing) else None
    if isinstance(thing, Mapping):
        folded = str(name).casefold()
        return next((value for key, value in thing.items() if key.casefold() == folded), None)
    return None


def _contains(where: Any, what: Any) -> bool:
    if isinstance(where, list):
        return any(equal(one, what) for one in where)
    return as_text(what).casefold() in as_text(where).casefold()


def _format(pattern: str, *given: Any) -> str:
    texts = [as_text(one) for one in given]
    return re.sub(
        r"\{\{|\}\}|\{(\d+)\}", lambda found: texts[int(found[1])] if found[1] else found[0][0], pattern
    )


def _join(listed: Any, by: str = ",") -> str:
    return by.join(as_text(one) for one in listed) if isinstance(listed, list) else as_text(listed)


_FUNCTIONS: dict[str, Callable[..., Any]] = {
    "contains": _contains,
    "startswith": lambda text, start: as_text(text).casefold().startswith(as_text(start).casefold()),
    "endswith": lambda text, end: as_text(text).casefold().endswith(as_text(end).casefold()),
    "format": _format,
    "join": _join,
    "tojson": lambda value: json.dumps(value, indent=2),
    "fromjson": json.loads,
}


class _Reader:
    def __init__(self, text: str, contexts: Contexts) -> None:
        self.text = text
        self.contexts = contexts
        self.tokens: list[tuple[str, str]] = []
        at, text = 0, text.rstrip()
        while at < len(text):
            found = _TOKEN.match(text, at)
            if found is None:
                raise Misread(f"{text[at:]!r} in {text!r}")
            self.tokens.append((str(found.lastgroup), found[found.lastgroup or 0]))
            at = found.end()
        self.at = 0

    def take(self, *marks: str) -> str | None:
        if self.at < len(self.tokens) and self.tokens[self.at] in [("mark", mark) for mark in marks]:
            self.at += 1
            return self.tokens[self.at - 1][1]
        return None

    def need(self, mark: str) -> None:
        if not self.take(mark):
            raise Misread(f"no {mark!r} in {self.text!r}")

    def either(self) -> Any:
        value = self.both()
        while self.take("||"):
            other = self.both()
            value = value if true(value) else other
        return value

    def both(self) -> Any:
        value = self.compared()
        while self.take("&&"):
            other = self.compared()
            value = other if true(value) else value
        return value

    def compared(self) -> Any:
        value = self.single()
        while mark := self.take("==", "!=", "<", ">", "<=", ">="):
            other = self.single()
            if mark in ("==", "!="):
                value = equal(value, other) is (mark == "==")
            else:
                one, two = _number(value), _number(other)
                value = {"<": one < two, ">": one > two, "<=": one <= two, ">=": one >= two}[mark]
        return value

    def single(self) -> Any:
        if self.take("!"):
            return not true(self.single())
        if self.take("("):
            value = self.either()
            self.need(")")
            return self.deeper(value)
        if self.at >= len(self.tokens):
            raise Misread(f"{self.text!r} ends too early")
        kind, text = self.tokens[self.at]
        self.at += 1
        if kind == "text":
            return text[1:-1].replace("''", "'")
        if kind == "number":
            return float(int(text, 16)) if "x" in text else float(text)
        if kind != "name":
            raise Misread(f"unexpected {text!r} in {self.text!r}")
        return self.named(text)

    def named(self, text: str) -> Any:
        if self.take("("):
            return self.deeper(self.called(text.lower()))
        if text.lower() in _WORDS:
            return _WORDS[text.lower()]
        if text not in self.contexts.named:
            raise Misread(f"nothing is called {text!r} here, in {self.text!r}")
        return self.deeper(self.contexts.named[text])

    def deeper(self, value: Any) -> Any:
        while mark := self.take(".", "["):
            if mark == "[":
                value = _below(value, self.either())
                self.need("]")
            elif self.take("*"):
                value = list(value.values()) if isinstance(value, Mapping) else list(value or [])
            else:
                value = self.step_down(value)
        return value

    def step_down(self, value: Any) -> Any:
        name = self.tokens[self.at][1]
        self.at += 1
        if isinstance(value, list):
            return [_below(one, name) for one in value]
        return _below(value, name)

    def called(self, name: str) -> Any:
        given: list[Any] = []
        while not self.take(")"):
            given.append(self.either())
            self.take(",")
        return self.status(name) if name in _STATES else self.function(name, given)

    def function(self, name: str, given: Sequence[Any]) -> Any:
        if name not in _FUNCTIONS:
            raise Misread(f"no function {name!r}")
        return _FUNCTIONS[name](*given)

    def status(self, name: str) -> bool:
        failed = self.contexts.failed
        return {"always": True, "cancelled": False, "failure": failed, "success": not failed}[name]


_STATES = ("always", "cancelled", "failure", "success")
