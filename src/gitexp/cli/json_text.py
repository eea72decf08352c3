"""Writes documents as JSON that a person can read and a terminal can't be steered by."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping

from gitexp.records.text import UNSEEN

_UNSEEN = re.compile(f"(?!\\n)(?:{UNSEEN.pattern})")


def dumps(document: object) -> str:
    """Return the document as JSON: the order given, any language readable, what is not seen as JSON's own escape.

    Half a surrogate stands for no character and becomes U+FFFD.
    """
    text = json.dumps(document, ensure_ascii=False, indent=2, allow_nan=False)
    return _UNSEEN.sub(_escaped, text) + "\n"


def dumps_in_rows(document: Mapping[str, object]) -> str:
    """Return the document as `dumps` does, each item of a list of its own on one line.

    json's quick encoder knows no indents, and a chain has thousands of changes.
    """
    parts = [f"  {_compact(key)}: {_rows(value)}" for key, value in document.items()]
    return _UNSEEN.sub(_escaped, "{\n" + ",\n".join(parts) + "\n}") + "\n"


def _rows(value: object) -> str:
    if isinstance(value, list | tuple) and value:
        return "[\n" + ",\n".join(f"    {_compact(item)}" for item in value) + "\n  ]"
    return _compact(value)


def _compact(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False)


def _escaped(match: re.Match[str]) -> str:
    if "\ud800" <= match[0] <= "\udfff":
        return "\ufffd"
    return json.dumps(match[0])[1:-1]
