"""What a removed symbol is called now: what came in beside it with nearly the same lines, or nothing."""

from __future__ import annotations

from collections.abc import Collection, Mapping

import pytest

from gitexp.records.finding import Finding
from gitexp.records.outline import Outline, Symbol, SymbolKind
from gitexp.records.removal import Removal
from gitexp.records.tree import Tree
from gitexp.steps.renamed import renamed
from support.fakes import FakeSymbols

PATH = "src/wheel.py"
LONG = ["for second in range(seconds):", "    self.water -= second * self.share", "return self.water"]
SHORT = ["pass"]


class Files(FakeSymbols):
    """Files whose symbols are declared one below the other, each with its lines."""

    def __init__(self, files: Mapping[str, Mapping[str, list[str]]], kind: SymbolKind = "method") -> None:
        super().__init__({})
        self.texts: dict[str, str] = {}
        self.read: dict[str, Outline] = {}
        for path, symbols in files.items():
            lines: list[str] = []
            held: list[Symbol] = []
            for name, body in symbols.items():
                start = len(lines) + 1
                lines += [f"def {name.rpartition('.')[2]}(self):", *(f"    {line}" for line in body)]
                held.append(Symbol(name, kind, start, len(lines)))
            self.texts[path] = "\n".join(lines)
            self.read[path] = Outline(tuple(held), "python", True)

    def tree(self) -> Tree:
        return Tree(sorted(self.texts))

    def outlines(self, paths: Collection[str]) -> Mapping[str, Outline | str]:
        return {path: self.read.get(path, "no such file") for path in paths}

    def text(self, path: str) -> str | None:
        return self.texts.get(path)


class Moves:
    """A history in which files were renamed; remembers what it was asked."""

    def __init__(self, moves: Mapping[str, str]) -> None:
        self.moves = moves
        self.asked: list[str] = []

    def paths(self, paths: Collection[str]) -> Mapping[str, Removal | None]:
        self.asked += paths
        return {path: Removal("c" * 40, "2024-01-01", "Move", self.moves.get(path)) for path in paths}

    def texts(self, texts: Collection[str]) -> Mapping[str, Removal | None]:
        return {}


def became(
    before: Mapping[str, list[str]],
    after: Mapping[str, list[str]],
    *,
    after_at: str = PATH,
    moves: Mapping[str, str] | None = None,
) -> str:
    """Return what became of the first symbol of the file."""
    was = Finding("asked", "found", (f"{PATH}:1",), declared=True)
    return renamed(was, Files({PATH: before}), Files({after_at: after}), Moves(moves or {}))


def test_the_same_lines_under_another_name_are_a_rename():
    assert "Wheel.rest" == became({"Wheel.hold": LONG}, {"Wheel.rest": LONG})


def test_a_few_changed_words_do_not_hide_it():
    assert "Wheel.rest" == became({"Wheel.hold": LONG}, {"Wheel.rest": [*LONG[:2], "return 0"]})


def test_its_own_name_within_its_lines_does_not_count():
    calls = [*LONG, "hold(1)"]

    assert "Wheel.rest" == became({"Wheel.hold": calls}, {"Wheel.rest": [*LONG, "rest(1)"]})


def test_a_member_of_a_class_with_another_name_is_one_too():
    assert "Drum.hold" == became({"Wheel.hold": LONG}, {"Drum.hold": LONG})
    assert "Drum.hold" == became({"Wheel.hold": SHORT}, {"Drum.hold": SHORT})


def test_what_was_there_before_or_is_unlike_is_none():
    other = ["open(self.door)", "walk(self.way, self.legs)", "close(self.door, slowly=True)", "sit(self)"]

    assert "" == became({"Wheel.hold": LONG, "Wheel.rest": LONG}, {"Wheel.rest": LONG})
    assert "" == became({"Wheel.hold": LONG}, {"Wheel.rest": other})
    assert "" == became({"Wheel.hold": LONG}, {})


def test_lines_that_are_like_any_other_tell_only_with_a_name_that_is_alike():
    assert "" == became({"Wheel.hold": SHORT}, {"Wheel.grind": SHORT})
    assert "Wheel.hold_on" == became({"Wheel.hold": SHORT}, {"Wheel.grind": SHORT, "Wheel.hold_on": SHORT})


def test_of_two_with_the_same_lines_it_is_the_one_with_the_likest_name():
    after = {"Wheel.zip_up": LONG, "Wheel.hold_on": LONG, "Wheel.a_rest": LONG}

    assert "Wheel.hold_on" == became({"Wheel.hold": LONG}, after)


def test_it_is_looked_for_in_the_file_that_its_own_has_become():
    away = "src/drum.py"

    assert "Wheel.rest" == became(
        {"Wheel.hold": LONG}, {"Wheel.rest": LONG}, after_at=away, moves={PATH: away}
    )
    assert "" == became({"Wheel.hold": LONG}, {"Wheel.rest": LONG}, after_at=away)


def test_the_history_is_not_asked_of_a_file_that_is_still_there():
    history = Moves({})
    was = Finding("asked", "found", (f"{PATH}:1",))

    renamed(was, Files({PATH: {"A.b": LONG}}), Files({PATH: {"A.c": LONG}}), history)

    assert [] == history.asked


@pytest.mark.parametrize("where", [(), ("src/wheel.py",), ("src/wheel.py:99",), ("nowhere.py:1",)])
def test_where_it_stood_can_not_be_seen_nothing_is_said(where):
    files = Files({PATH: {"A.b": LONG}})

    assert "" == renamed(Finding("asked", "found", where), files, Files({PATH: {"A.c": LONG}}), Moves({}))


def test_another_kind_of_symbol_is_none():
    was = Finding("asked", "found", (f"{PATH}:1",))
    after = Files({PATH: {"A.c": LONG}}, kind="property")

    assert "" == renamed(was, Files({PATH: {"A.b": LONG}}), after, Moves({}))
