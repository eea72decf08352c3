"""What a file adds to a type under another name for it: `use a::Client as C; impl C {…}` adds to `Client`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import accumulate

from gitexp.adapters.tree_sitter_kept import Found
from gitexp.records.outline import Import, parts_of


def by_their_own_names(
    imports: Iterable[Import], holders: list[Found], found: list[Found]
) -> Iterator[Found]:
    """Yield what stands in an `impl` of another name for a type, by the name that it is not listed under.

    What an import calls otherwise is listed by its own name; where the file itself declares the other, by that.
    """
    if not holders:
        return
    taken = {one.name: one.original for one in imports if one.original not in ("", "*", one.name)}
    meant = _other_names(found) | taken
    held = {one.symbol.name for one in holders if one.symbol.name.rpartition(".")[2] in meant}
    if not held:
        return
    for at, one in enumerate(found):
        for holder in _around(one, held):
            moved = _moved(one, holder, meant)
            if holder.rpartition(".")[2] in taken:
                moved, found[at] = one, moved
            yield moved
    holders += [_moved(one, one.symbol.name, meant) for one in holders if one.symbol.name in held]


def _other_names(found: Sequence[Found]) -> dict[str, str]:
    """Return the types that the file gives another name, each with what it is."""
    return {
        one.symbol.name.rpartition(".")[2]: parts_of(one.gathered.bases[0])[-1]
        for one in found
        if one.symbol.kind == "type" and one.gathered is not None and len(one.gathered.bases) == 1
    }


def _around(one: Found, held: set[str]) -> Iterator[str]:
    """Yield the outermost of the holders that a symbol stands in, if any."""
    *outer, _ = one.symbol.name.split(".")
    yield from [name for name in accumulate(outer, "{}.{}".format) if name in held][:1]


def _moved(one: Found, holder: str, meant: Mapping[str, str]) -> Found:
    front, _, last = holder.rpartition(".")
    name = f"{front}.{meant[last]}".lstrip(".") + one.symbol.name[len(holder) :]
    return replace(one, symbol=replace(one.symbol, name=name))
