"""What names stand for inside of a file: variables of a known type, `global` ones, and what the file itself declares."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field

from gitexp.adapters.tree_sitter_definitions import Definition
from gitexp.adapters.tree_sitter_frames import CALLED, Frame, Gathered
from gitexp.adapters.tree_sitter_kept import Found
from gitexp.adapters.tree_sitter_told import Told
from gitexp.records.outline import Symbol

_DESIGNED = "InitializeComponent"
"""What a designer of C# writes into another part of the class."""


@dataclass(slots=True)
class Known:
    """The variables whose type a file tells, by the function that they stand in, and doors of what it may declare."""

    names: dict[tuple[int, int, str], tuple[str, ...]] = field(default_factory=dict)
    """The path of a variable's type, empty where the name is the file's own."""
    heard: set[str] = field(default_factory=set)
    later: list[tuple[tuple[str, ...], Told]] = field(default_factory=list)
    """Told of a name, with the path that it is told in: it counts where the file declares that name."""

    def hear(self, one: Told, frames: Sequence[Frame]) -> None:
        """Learn what type a variable is of."""
        around = next(_functions(frames))
        self.heard.add(one.name)
        if one.where == "here":
            if around.owner is not None:
                self.names[around.begin, around.stop, one.name] = around.owner
        else:
            of = () if one.where == "file" else tuple(one.text.split("."))
            self.names[around.begin, around.stop, one.name] = of

    def meant(self, name: str, frames: Sequence[Frame]) -> tuple[str, ...] | None:
        """Return the path of a variable's type, None where nothing tells it."""
        if name not in self.heard:
            return None
        keys = ((frame.begin, frame.stop, name) for frame in _functions(frames))
        return next((self.names[key] for key in keys if key in self.names), None)

    def member(self, one: Definition, frames: Sequence[Frame]) -> Found | None:
        """Return the member that `job.origin = …` gives to the type of `job`, None where that is not known."""
        of = self.meant(one.name[0], frames) if len(one.name) == 2 else None
        if of is None:
            return None
        name = ".".join((*of, one.name[1]))
        return Found(Symbol(name, "property", one.first, one.last), "", True)

    def settled(self, found: Sequence[Found], whole: Frame) -> Iterator[Found]:
        """Give the doors told of names to what the file declares so; yield those of what gathers none."""
        if not self.later:
            return
        declared: dict[str, Found] = {}
        for one in found:
            declared.setdefault(one.symbol.name, one)
        apart: dict[tuple[str, str], Told] = {}
        for path, told in self.later:
            if self.names.get((whole.begin, whole.stop, told.of[0])) == ():
                whole.gathered.take(told)
            names = (".".join((*path[:length], *told.of)) for length in range(len(path), -1, -1))
            holder = next((declared[name] for name in names if name in declared), None)
            if holder is not None and holder.gathered is not None:
                holder.gathered.take(told)
            elif holder is not None and holder.symbol.kind in CALLED:
                apart.setdefault((holder.symbol.name, told.text), told)
            elif told.where == "named":
                apart.setdefault((told.of[0], told.text), told)
        for (name, _), told in apart.items():
            yield told_of(name, told)


def open_no_more(found: Sequence[Found]) -> None:
    """Take the doors away that turn out to be members: the last enumerator looks like a macro."""
    opened = [one for one in found if one.gathered is not None and one.gathered.doors]
    names = {one.symbol.name for one in found} if opened else set()
    for one in opened:
        doors = one.gathered.doors if one.gathered is not None else []
        doors[:] = [door for door in doors if not _is_member(one.symbol, door, names)]


def _is_member(of: Symbol, door: str, names: AbstractSet[str]) -> bool:
    """Return whether a type declares itself what looks like a door, as no call of a macro does but in an enum."""
    name = door.removeprefix("macro ")
    return (name == _DESIGNED if name == door else of.kind == "enum") and f"{of.name}.{name}" in names


def told_of(name: str, told: Told) -> Found:
    """Return a type that exists besides, for what a place far from its declaration tells of it."""
    gathered = Gathered()
    gathered.take(told)
    return Found(Symbol(name, "type", told.line, told.line), "", False, gathered)


def _functions(frames: Sequence[Frame]) -> Iterator[Frame]:
    """Yield the functions around, the innermost first, and the file last."""
    return (frame for frame in reversed(frames) if frame.kind in CALLED or frame.kind == "file")
