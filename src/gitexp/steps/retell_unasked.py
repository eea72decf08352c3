"""Retells what nobody asked for: as recall does, with the words of the edit that it meets, and approaches taken back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from gitexp.steps.edit_words import Met
from gitexp.steps.retell import block, lines_of, merged_by, quoted
from gitexp.steps.tried_again import Again, again_lines

if TYPE_CHECKING:
    from gitexp.records.recollection import Recalled

HISTORY = "From this repository's history. The user's request outranks it."


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
    names = [word for word in met.touched if word in own]
    to = f" to {', '.join(names)}" if names and met.added else ""
    others = [word for word in met.touched if word not in names or not to]
    parts = [
        f"adds {_each(met.added)}{to}" if met.added else "",
        f"takes out {_each(met.removed)}" if met.removed else "",
        f"touches {_each(others)}" if others else "",
    ]
    told = "; ".join(filter(None, parts))
    return f"This edit {told}." if told else ""


def _each(words: Sequence[str]) -> str:
    return ", ".join(f'"{quoted(word)}"' for word in words)
