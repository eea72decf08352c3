"""Writes and reads files that are derived from the repository: whole in one move; a damaged one counts as not there."""

from __future__ import annotations

import contextlib
import json
import os
from pathlib import Path
from typing import Any


def write_whole(path: Path, data: bytes) -> bool:
    """Write a file in one move, and return whether it could be: where not, it is derived again the next time."""
    part = path.with_name(f"{path.name}.{os.getpid()}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        part.write_bytes(data)
        part.replace(path)
    except OSError:
        with contextlib.suppress(OSError):
            part.unlink(missing_ok=True)
        return False
    return True


def write_rows(path: Path, form: str, rows: dict[str, Any]) -> bool:
    """Write rows under the name of their form, and return whether that could be."""
    return write_whole(path, json.dumps({"form": form, "rows": rows}, ensure_ascii=True).encode("ascii"))


def read_rows(path: Path, form: str) -> dict[str, Any]:
    """Return the rows of a file, none where it is not there, is damaged or of another form."""
    try:
        document = json.loads(path.read_bytes())
    except (OSError, ValueError, RecursionError):
        return {}
    if not isinstance(document, dict) or document.get("form") != form:
        return {}
    rows = document.get("rows")
    return rows if isinstance(rows, dict) else {}
