"""What `exp recall` was asked, read without click: half of the time of an answer would go into loading it.

It reads what is written rightly, and leaves all else (help, mistakes, short forms of options) to click, which says what
is wrong. A test holds that the two read the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

MANY = {"--file": "files", "-f": "files", "--symbol": "symbols", "-s": "symbols", "--env": "env"}
NUMBERS = {"--limit": "limit", "--budget": "budget"}
_LONG = 20
"""Digits of a number from which on it is none that anybody means; Python itself refuses to read thousands."""
FLAGS = {"--all": "everything", "--worktree": "worktree", "--json": "as_json"}


class Asked(NamedTuple):
    """The words and options of one call."""

    words: tuple[str, ...] = ()
    files: tuple[str, ...] = ()
    symbols: tuple[str, ...] = ()
    env: tuple[str, ...] = ()
    limit: int | None = None
    budget: int | None = None
    everything: bool = False
    worktree: bool = False
    as_json: bool = False


def asked(arguments: Sequence[str]) -> Asked | None:
    """Return the call, None where click must look at it."""
    words: list[str] = []
    many: dict[str, list[str]] = {"files": [], "symbols": [], "env": []}
    numbers: dict[str, int] = {}
    flags: dict[str, bool] = {}
    rest = iter(arguments)
    for word in rest:
        if word == "--":
            words += rest
            break
        if not word.startswith("-") or word == "-":
            words.append(word)
            continue
        name, sign, value = word.partition("=") if word.startswith("--") else (word, "", "")
        if name in FLAGS and not sign:
            flags[FLAGS[name]] = True
            continue
        if name not in MANY and name not in NUMBERS:
            return None
        if not sign:
            found = next(rest, None)
            if found is None:
                return None
            value = found
        if name in MANY:
            many[MANY[name]].append(value)
        elif len(value) < _LONG and value.isascii() and value.isdigit() and int(value) > 0:
            numbers[NUMBERS[name]] = int(value)
        else:
            return None
    files, symbols, env = (tuple(values) for values in many.values())
    everything, worktree, as_json = (flags.get(name, False) for name in FLAGS.values())
    limit, budget = (numbers.get(name) for name in NUMBERS.values())
    return Asked(tuple(words), files, symbols, env, limit, budget, everything, worktree, as_json)
