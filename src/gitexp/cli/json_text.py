"""Writes documents as JSON that a person can read and a terminal can't be steered by."""

from __future__ import annotations

import json
import re

from gitexp.records.text import UNSEEN

_UNSEEN = re.compile(f"(?!\\n)(?:{UNSEEN.pattern})")


def dumps(document: object) -> str:
    """Return the document as JSON: the order given, any language readable, what is not seen as JSON's own escape.

    Half a surrogate stands for no character and becomes U+FFFD.
    """
    text = json.dumps(document, ensure_ascii=False, indent=2, allow_nan=False)
    return _UNSEEN.sub(_escaped, text) + "\n"


def _escaped(match: re.Match[str]) -> str:
    if "\ud800" <= match[0] <= "\udfff":
        return "\ufffd"
    return json.dumps(match[0])[1:-1]
