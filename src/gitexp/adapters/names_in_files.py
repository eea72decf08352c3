"""Finds the names that stand in files of the work tree and may be those of symbols: a few files, their beginnings."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence

MAX_FILES = 3
MAX_READ = 64 << 10
MAX_NAMES = 1000
_NAME = re.compile(rb"[A-Za-z_]\w{4,60}")


def names_in(root: str, files: Sequence[str]) -> tuple[str, ...]:
    """Return the names, each once, in the order in which they stand; nothing of what can't be read or leads outside."""
    top = os.path.realpath(root)
    found: dict[bytes, None] = {}
    for file in files[:MAX_FILES]:
        found.update(dict.fromkeys(_NAME.findall(_beginning(top, file))))
    return tuple([name.decode("ascii", "replace") for name in found if _is_a_name(name)][:MAX_NAMES])


def _is_a_name(word: bytes) -> bool:
    """Return whether no prose would hold it: it has an underscore inside, or capitals behind small letters."""
    if b"_" in word.strip(b"_"):
        return True
    rest = word[1:]
    return rest != rest.lower() and rest != rest.upper()


def _beginning(top: str, file: str) -> bytes:
    path = os.path.realpath(os.path.join(top, file))
    if not path.startswith(f"{top}{os.sep}"):
        return b""
    try:
        opened = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0))
    except (OSError, ValueError):
        return b""
    try:
        return os.read(opened, MAX_READ)
    except OSError:
        return b""
    finally:
        os.close(opened)
