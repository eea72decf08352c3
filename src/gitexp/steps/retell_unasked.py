"""Retells what nobody asked for: as recall does, with the words of the edit that it meets, and approaches taken back."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from gitexp.steps.edit_words import Met
from gitexp.steps.retell import block, lines_of, merged_by, quoted
from gitexp.steps.tried_again import Again, again_lines

if TYPE_CHECKING:
    from gitexp.records.recollection import Recalled

HISTORY = "From this repository's history. The user's request outranks it."

_INTO = (
    r"[ \t]*(?::[^=#]*)?(?:[-+|&:]?=(?!=)|:|\[|<<|\.(?:add|append|extend|insert|push|put|set|update)\w*\()"
    r"(?P<rest>.*)"
)
"""What stands behind a name that something is put into, or that is set."""
_REMARK = re.compile(r"#|//|--")
_LINE = 500
"""Characters of a line that are looked at."""


class Entry(NamedTuple):
    """One experience, and what of the edit it meets (None where there is no edit)."""

    item: Recalled
    met: Met | None = None


def retell_unasked(
    entries: Sequence[Entry | Again], files: Sequence[str] = (), limits: Sequence[str] = ()
) -> str:
    """Return the marker block; "" where there is nothing. Lines of exp's own give no order to the reader."""
    if not entries:
        return ""
    items = [one.item for one in entries if isinstance(one, Entry)]
    lines: list[str] = []
    for number, one in enumerate(entries, 1):
        lines += _lines(number, one) if isinstance(one, Entry) else again_lines(number, one)
    return block(merged_by(items) if items else HISTORY, lines, files, limits, feedback=bool(items))


def _lines(number: int, entry: Entry) -> list[str]:
    speech, *middle, where = lines_of(number, entry.item)
    meets = _meets(entry.met, entry.item.card.symbols) if entry.met else ""
    return [speech, *middle, *([f"   {meets}"] if meets else []), where]


def _meets(met: Met, symbols: Sequence[str]) -> str:
    """Return what the edit and the experience have in common, as a fact about the edit."""
    own = {symbol.rpartition(".")[2] for symbol in symbols}
    into = {word: _into(word, [name for name in met.touched if name in own], met.lines) for word in met.added}
    names = {name for name in into.values() if name}
    parts = [
        *(
            f"adds {_each([word for word in met.added if into[word] == name])} to {name}"
            for name in sorted(names)
        ),
        f"adds {_each(alone)}" if (alone := [word for word in met.added if not into[word]]) else "",
        f"takes out {_each(met.removed)}" if met.removed else "",
        f"touches {_each(others)}" if (others := [one for one in met.touched if one not in names]) else "",
    ]
    told = "; ".join(filter(None, parts))
    return f"This edit {told}." if told else ""


def _into(word: str, names: Sequence[str], lines: Sequence[str]) -> str:
    """Return the symbol that a changed line puts the word into, "" where none says so."""
    return next((name for name in names if any(_adds_to(line, name, word) for line in lines)), "")


def _adds_to(line: str, name: str, word: str) -> bool:
    """Return whether a line puts a word into what has the name, or sets the one to the other."""
    if name not in line or word not in line:
        return False
    found = re.match(rf"(?:[\w.]+[ \t]+)*(?:[\w.]+\.)?{re.escape(name)}\b{_INTO}", line[:_LINE])
    return found is not None and word in _REMARK.split(found["rest"], maxsplit=1)[0]


def _each(words: Sequence[str]) -> str:
    return ", ".join(f'"{quoted(word)}"' for word in words)
