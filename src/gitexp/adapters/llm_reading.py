"""Reads a language model's reply as JSON and holds it against the schema; what does not fit is told, never mended."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NoReturn

from gitexp.records.llm import Schema
from gitexp.records.text import UNSEEN

if TYPE_CHECKING:
    from jsonschema.exceptions import ValidationError

MAX_TEXT = 1_000_000
MAX_ECHO = 80
_FENCE = re.compile(r"```[a-zA-Z]*[ \t]*\n(.*?)\n?[ \t]*```", re.DOTALL)
_THOUGHT = re.compile(r"\A\s*<think>.*?</think>", re.DOTALL)
_KINDS = {
    "string": "text",
    "array": "a list",
    "object": "an object",
    "integer": "a whole number",
    "null": "null",
}


class Unfit(Exception):
    """A reply does not fit: why, in one line."""


def content_of(text: str, schema: Schema) -> object:
    """Return the JSON of a reply that fits the schema. Raises Unfit."""
    if len(text) > MAX_TEXT:
        raise Unfit(f"it has {len(text)} characters, more than {MAX_TEXT}")
    content = _json(text)
    if fault := _fault(content, schema):
        raise Unfit(fault)
    return content


def echo(text: object, most: int = MAX_ECHO) -> str:
    """Return a little of what came, on one line."""
    words = UNSEEN.sub("", " ".join(str(text)[: 4 * most].split()))
    return words if len(words) <= most else f"{words[: most - 1]}…"


def _json(text: str) -> object:
    """Return the one JSON value of a text: bare, or else in a Markdown fence, or behind words without a brace.

    An endpoint that holds replies to a form sends it bare; anything else shows that it did not.
    """
    try:
        return _loaded(text)
    except Unfit as fault:
        unframed = _unframed(text)
        if unframed is None:
            raise fault from None
        return _loaded(unframed)


def _unframed(text: str) -> str | None:
    """Return the JSON object that stands among other words; None where there is none, or more than one may be meant."""
    rest = _THOUGHT.sub("", text, count=1)
    fenced = _FENCE.findall(rest)
    if fenced:
        return str(fenced[0]) if len(fenced) == 1 else None
    start = rest.find("{")
    if start < 0:
        return None
    try:
        _, end = json.JSONDecoder().raw_decode(rest, start)
    except (ValueError, RecursionError):
        return None
    return None if "{" in rest[end:] or (start, end) == (0, len(text)) else rest[start:end]


def _loaded(text: str) -> object:
    try:
        content = json.loads(text, object_pairs_hook=_once, parse_constant=_no_number, parse_float=_finite)
        json.dumps(content, ensure_ascii=False).encode()
    except json.JSONDecodeError as error:
        raise Unfit(f"it is not JSON: {error.msg} at character {error.pos}") from None
    except UnicodeEncodeError:
        raise Unfit("it holds half of a character") from None
    except RecursionError:
        raise Unfit("it is nested too deeply") from None
    except ValueError:
        raise Unfit("it holds a number that is too long") from None
    return content


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) != len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise Unfit(f"it has the key `{echo(twice)}` twice")
    return made


def _no_number(word: str) -> NoReturn:
    raise Unfit(f"it holds {word}, which JSON has not")


def _finite(word: str) -> float:
    number = float(word)
    if not math.isfinite(number):
        raise Unfit("it holds a number that is too large")
    return number


def _fault(content: object, schema: Schema) -> str:
    """Return what the schema holds against the content, with the place in it; empty where it fits."""
    from jsonschema import Draft202012Validator
    from jsonschema.exceptions import best_match

    try:
        error = best_match(Draft202012Validator(schema).iter_errors(content))
    except RecursionError:
        return "it is nested too deeply"
    if error is None:
        return ""
    return f"{_place(error)} {_words(error)}"


def _place(error: ValidationError) -> str:
    path = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in error.absolute_path)
    return f"`{echo(path.lstrip('.'))}`" if path else "it"


def _words(error: ValidationError) -> str:
    wanted: Any = error.validator_value
    found: Any = error.instance
    match error.validator:
        case "type":
            kinds = [wanted] if isinstance(wanted, str) else wanted
            return f"is not {' or '.join(_KINDS.get(kind, kind) for kind in kinds)}"
        case "enum":
            return f"can't be `{echo(found, 40)}`; it is one of {', '.join(str(one) for one in wanted)}"
        case "const":
            return f"can't be `{echo(found, 40)}`; it is {wanted}"
        case "required":
            return f"lacks {', '.join(f'`{key}`' for key in wanted if key not in found)}"
        case "additionalProperties":
            known = _properties(error.schema)
            unknown = [key for key in found if key not in known]
            return f"has the unknown key `{echo(unknown[0] if unknown else '')}`"
        case "maxLength":
            return f"has {len(found)} characters, more than {wanted}"
        case "maxItems":
            return f"has {len(found)} items, more than {wanted}"
        case "minLength" | "minItems":
            return f"is shorter than {wanted}"
        case "minimum":
            return f"is {echo(found, 40)}, less than {wanted}"
        case "maximum":
            return f"is {echo(found, 40)}, more than {wanted}"
        case _:
            return f"does not fit `{error.validator}`"


def _properties(schema: Any) -> Mapping[str, Any]:
    known = schema.get("properties", {}) if isinstance(schema, Mapping) else {}
    return known if isinstance(known, Mapping) else {}
