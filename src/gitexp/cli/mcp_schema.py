"""Checks arguments by a tool's schema: the few words of JSON Schema that our tools use.

The library takes too long to load for a first request. A test holds that both judge the same.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

Schema = Mapping[str, Any]
SHOWN = 5
"""Mistakes that one answer names."""
_KINDS: Mapping[str, tuple[str, tuple[type, ...]]] = {
    "string": ("a text", (str,)),
    "integer": ("a whole number", (int,)),
    "array": ("a list", (list,)),
    "object": ("an object", (dict,)),
}


def mistakes(found: object, schema: Schema) -> list[str]:
    """Return what is wrong with the arguments, each in a few words; nothing where they fit."""
    told = list[str]()
    for one in _mistakes(found, schema, "arguments"):
        told.append(one)
        if len(told) == SHOWN:
            break
    return told


def _mistakes(found: object, schema: Schema, where: str) -> Iterator[str]:
    kind = schema["type"]
    name, types = _KINDS[kind]
    if kind == "integer" and isinstance(found, float) and found.is_integer():
        found = int(found)
    if not isinstance(found, types) or isinstance(found, bool):
        yield f"{where} is not {name}"
    elif isinstance(found, str):
        yield from _of_text(found, schema, where)
    elif isinstance(found, int):
        if found < schema.get("minimum", found):
            yield f"{where} is less than {schema['minimum']}"
        if found > schema.get("maximum", found):
            yield f"{where} is more than {schema['maximum']}"
    elif isinstance(found, list):
        if len(found) > schema.get("maxItems", len(found)):
            yield f"{where} has more than {schema['maxItems']} items"
        for number, one in enumerate(found):
            yield from _mistakes(one, schema["items"], f"{where}[{number}]")
    elif isinstance(found, dict):
        yield from _of_object(found, schema, where)


def _of_text(found: str, schema: Schema, where: str) -> Iterator[str]:
    if len(found) < schema.get("minLength", 0):
        yield f"{where} is empty"
    if len(found) > schema.get("maxLength", len(found)):
        yield f"{where} is longer than {schema['maxLength']} characters"
    if "enum" in schema and found not in schema["enum"]:
        yield f"{where} is none of {', '.join(schema['enum'])}"
    if "pattern" in schema and not re.search(schema["pattern"], found):
        yield f"{where} is not of the form {schema['pattern']}"


def _of_object(found: Mapping[str, object], schema: Schema, where: str) -> Iterator[str]:
    if len(found) > schema.get("maxProperties", len(found)):
        yield f"{where} has more than {schema['maxProperties']} names"
    longest = schema.get("propertyNames", {}).get("maxLength")
    if longest is not None and any(len(name) > longest for name in found):
        yield f"{where} has a name that is longer than {longest} characters"
    properties, others = schema.get("properties", {}), schema.get("additionalProperties", False)
    for name in schema.get("required", ()):
        if name not in found:
            yield f"{name} is missing"
    for name, value in found.items():
        if name in properties:
            yield from _mistakes(value, properties[name], name)
        elif others:
            yield from _mistakes(value, others, f"{where}.{name[:60]}")
        else:
            yield f"{name[:60]!r} is no argument of it; it takes {', '.join(properties)}"
