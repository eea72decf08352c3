"""Names a request by a hash of everything in it that decides the reply, so that a kept reply is found again."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any

FIELDS = ("model", "messages", "response_format", "temperature", "seed")


def key_of(body: Mapping[str, Any]) -> str:
    """Return sixteen hex digits that stand for the body of a request."""
    text = json.dumps({name: body.get(name) for name in FIELDS}, sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()[:16]
