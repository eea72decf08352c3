"""The JSON Schemas that exp publishes, and what they hold against a document, in plain words with file and line."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, cast

from gitexp.adapters.yaml_fields import instead, spelled, unknown_key
from gitexp.adapters.yaml_strict import Place, Plain, as_integer, shown
from gitexp.errors import RecordError

if TYPE_CHECKING:
    from jsonschema import Draft202012Validator

NAMES = ("experience", "discussion", "run", "facts", "change", "episode")
_DATE = re.compile(r"[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])")
_KINDS = {"string": "text", "array": "a list", "object": "a mapping", "integer": "a whole number"}


def text(name: str) -> bytes:
    """Return the schema file as it is laid into `experiences/.schemas/`."""
    from importlib import resources  # recall imports this module and reads no schema

    return resources.files("gitexp").joinpath("schemas", f"{name}.schema.json").read_bytes()


def schema(name: str) -> dict[str, Any]:
    """Return the schema."""
    return dict(_parsed(name))


def validate(name: str, data: object, where: str, lines: Mapping[Place, int] | None = None) -> None:
    """Raise the RecordError that helps most where the data does not fit the schema."""
    for fault in faults(name, data, where, lines):
        raise fault


def faults(
    name: str, data: object, where: str, lines: Mapping[Place, int] | None = None
) -> tuple[RecordError, ...]:
    """Return everything the schema holds against the data: unknown keys first, then in the order of the file."""
    typed = _typed(data, _parsed(name), _parsed(name))
    found: dict[tuple[bool, int, str], RecordError] = {}
    for broken in _broken(_validator(name), typed):
        for place, fault in _faults(broken, where, lines):
            known = broken.rule != "additionalProperties"
            found[known, _line(place, lines), str(fault)] = fault
    return tuple(found[order] for order in sorted(found))


@dataclass(frozen=True)
class _Broken:
    """A rule of the schema that a value breaks: which, what it asks for, the value, its place and its schema."""

    rule: str
    wanted: Any
    found: Any
    place: Place
    schema: Mapping[str, Any]
    message: str


@cache
def _validator(name: str) -> Draft202012Validator:
    from jsonschema import Draft202012Validator, FormatChecker

    formats = FormatChecker(())
    formats.checks("date", ValueError)(_is_day)
    return Draft202012Validator(_parsed(name), format_checker=formats)


def _is_day(found: object) -> bool:
    """Return whether a date is in the calendar: its pattern can't tell that November has 30 days.

    Raises ValueError where it is not. What does not look like a date is left to the pattern.
    """
    from datetime import date

    return not (isinstance(found, str) and _DATE.fullmatch(found)) or bool(date.fromisoformat(found))


@cache
def _parsed(name: str) -> Mapping[str, Any]:
    return cast(Mapping[str, Any], json.loads(text(name)))


def _broken(validator: Draft202012Validator, data: object) -> Iterator[_Broken]:
    for error in validator.iter_errors(data):
        inner = error.schema if isinstance(error.schema, Mapping) else {}
        place = tuple(error.absolute_path)
        yield _Broken(
            str(error.validator), error.validator_value, error.instance, place, inner, error.message
        )


def _typed(data: object, wanted: Mapping[str, Any], root: Mapping[str, Any]) -> object:
    """Return the data with a plain scalar as a whole number where the schema wants one there."""
    if "$ref" in wanted:
        return _typed(data, root["$defs"][wanted["$ref"].rsplit("/", 1)[-1]], root)
    if isinstance(data, Plain):
        number = as_integer(data) if wanted.get("type") == "integer" else None
        return data if number is None else number
    if isinstance(data, Mapping):
        inner = wanted.get("properties", {})
        rest = wanted.get("additionalProperties")
        rest = rest if isinstance(rest, dict) else {}
        return {key: _typed(value, inner.get(key, rest), root) for key, value in data.items()}
    if isinstance(data, list | tuple):
        return [_typed(value, wanted.get("items", {}), root) for value in data]
    return data


def _line(place: Place, lines: Mapping[Place, int] | None) -> int:
    """Return the line of a place; of what contains it where it is not in the file."""
    while lines and place and place not in lines:
        place = place[:-1]
    return lines.get(place, 1) if lines else 0


def _faults(
    broken: _Broken, where: str, lines: Mapping[Place, int] | None
) -> Iterator[tuple[Place, RecordError]]:
    """Yield the place and words of what one broken rule means."""

    def at(place: Place) -> str:
        return f"{where}:{_line(place, lines)}" if lines else where

    place = broken.place
    if broken.rule == "additionalProperties":
        known = tuple(broken.schema["properties"])
        for key in broken.found:
            if key not in known and not ("patternProperties" in broken.schema and str(key).startswith("x-")):
                inner = (*place, str(key))
                yield inner, unknown_key(at(inner), inner, known)
    elif broken.rule == "required":
        for key in broken.wanted:
            if key not in broken.found:
                name = f"`{spelled((*place, key))}` is missing"
                yield place, RecordError(at(place), name, f"write `{key}: …`")
    else:
        what, mend = _words(broken)
        yield place, RecordError(at(place), f"`{spelled(place)}` {what}" if place else what, mend)


def _words(broken: _Broken) -> tuple[str, str]:
    """Return what is wrong with a value, and how to mend it; the name of the field goes before."""
    wanted, found = broken.wanted, broken.found
    match broken.rule:
        case "type":
            kinds = [wanted] if isinstance(wanted, str) else wanted
            return f"is not {' or '.join(_KINDS.get(kind, kind) for kind in kinds)}", _hint(broken)
        case "enum":
            return f"can't be `{shown(str(found))}`", instead(str(found), [str(one) for one in wanted])
        case "const":
            return f"can't be `{shown(str(found))}`", f"write `{wanted}`"
        case "pattern":
            empty = not found.strip()
            return "is empty" if empty else f"can't be `{shown(found)}`", _hint(broken)
        case "format":
            return f"is no day of the calendar: `{shown(found)}`", _hint(broken)
        case "maxLength":
            return f"has {len(found)} characters, more than {wanted}", "cut it to what a person must know"
        case "maxItems" | "maxProperties":
            return f"has {len(found)} items, more than {wanted}", "keep the ones that matter"
        case "minLength" | "minItems" | "minProperties":
            return "is empty", "fill it, or take it out"
        case "minimum":
            return f"can't be {found}", f"write a number from {wanted}"
        case "maximum":
            return f"can't be {found}", f"write a number up to {wanted}"
        case "dependentRequired":
            key, beside = next(
                (key, one) for key in wanted if key in found for one in wanted[key] if one not in found
            )
            return f"has `{key}` alone", f"write `{beside}` beside it"
        case "anyOf":
            wanted = (f"`{key}`" for one in wanted for key in one.get("required", ()))
            return "says nothing but its intent", f"write one of {', '.join(wanted)}"
        case "oneOf":
            return "must ask for exactly one thing", _hint(broken)
        case _:
            return shown(broken.message, 120), _hint(broken)


def _hint(broken: _Broken) -> str:
    """Return an example of what the schema wants, or the schema's own description."""
    if examples := broken.schema.get("examples"):
        return f"for example `{shown(json.dumps(examples[0], ensure_ascii=False), 100)}`"
    return shown(str(broken.schema.get("description", "")), 100)
