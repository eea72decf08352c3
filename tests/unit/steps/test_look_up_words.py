"""A name without a container, a flag, a variable, a key, a dependency: found where code holds it, and never missing."""

from __future__ import annotations

from collections.abc import Collection, Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gitexp.records.finding import Finding
from gitexp.records.mention import Mention, MentionKind
from gitexp.records.outline import Outline, Symbol
from gitexp.records.sighting import Sight, Sighted, Types
from gitexp.steps.code import Code, Looking
from gitexp.steps.look_up_words import MAX_NAME, NOWHERE, TOO_SHORT, look_up_word, spellings
from support.fakes import FakeSymbols


class Outlined(FakeSymbols):
    """A tree in which `mill.py` declares `grind` at line 3."""

    def outlines(self, paths: Collection[str]) -> Mapping[str, Outline | str]:
        outline = Outline((Symbol("grind", "function", 3, 9),), "python", True)
        return {path: outline if path == "mill.py" else "no grammar reads it" for path in paths}


def ended(code: Code, looking: Looking[Finding]) -> Finding:
    """Return the answer of a look-up, after what it asks for was fetched."""
    while True:
        try:
            code.fetch(next(looking))
        except StopIteration as end:
            return end.value  # type: ignore[no-any-return]


def asked(name: str, kind: MentionKind, sighted: Sighted) -> Finding:
    code = Code(Outlined({}), sighted, {name})
    return ended(code, look_up_word(code, Mention(name, kind)))


def seen(text: str, *places: str) -> Sighted:
    """Return what a search saw of one text at `path:line`."""
    rows = [place.rpartition(":") for place in places]
    return Sighted({text: tuple(Sight(path, int(line), text) for path, _, line in rows)})


@pytest.mark.parametrize(
    ("name", "kind", "texts"),
    [
        ("grind", "symbol", ("grind",)),
        ("Wheel::turn()", "symbol", ("Wheel", "turn", "Wheel.turn")),
        ("mill.Wheel.turn", "symbol", ("mill", "Wheel", "turn", "Wheel.turn")),
        ("A.b", "symbol", ("A", "b", "A.b")),
        ("x", "symbol", ()),
        ("--keep-husk=rye", "flag", ("--keep-husk", "keep-husk", "keep_husk")),
        ("-v", "flag", ("-v",)),
        ("${MILL_HOME}", "variable", ("MILL_HOME",)),
        ("$MILL=1", "variable", ("MILL",)),
        ("httpx>=0.24", "dependency", ("httpx",)),
        ("pypi:httpx", "dependency", ("httpx",)),
        ("[tool.ruff]", "key", ("[tool.ruff]",)),
        ("...", "symbol", ()),
    ],
)
def test_a_name_is_searched_for_as_code_may_write_it(name, kind, texts):
    assert texts == spellings(Mention(name, kind))


@given(st.text(max_size=300), st.sampled_from(["symbol", "flag", "variable", "key", "dependency", "commit"]))
def test_no_name_asks_for_an_odd_text(name, kind):
    for text in spellings(Mention(name, kind)):
        assert 0 < len(text) <= MAX_NAME
        assert text.isprintable()


def test_a_declaration_goes_before_any_place_where_the_word_stands():
    sighted = Sighted(
        {"grind": (Sight("run.py", 1, "grind(corn)"),)}, declaring={"grind": frozenset({"mill.py"})}
    )

    finding = asked("grind", "symbol", sighted)

    assert ("found", ("mill.py:3",), True) == (finding.answer, finding.where, finding.declared)


def test_a_word_of_code_is_found_and_not_declared():
    finding = asked("crush", "symbol", seen("crush", "run.py:1", "run.py:1", "a.py:2"))

    assert ("found", ("run.py:1", "a.py:2"), False) == (finding.answer, finding.where, finding.declared)


def test_a_word_of_documents_alone_can_not_be_told():
    finding = asked("crush", "symbol", seen("crush", "README.md:4", "docs/a.rst:1"))

    assert ("unverifiable", "stands only in documents") == (finding.answer, finding.reason)
    assert ("README.md:4", "docs/a.rst:1") == finding.where


def lines(text: str, *places: tuple[str, str]) -> Sighted:
    """Return what a search saw of one text: paths with the lines."""
    return Sighted({text: tuple(Sight(path, 4, line) for path, line in places)})


@pytest.mark.parametrize(
    ("text", "path", "line", "answer"),
    [
        ("--keep-husk", "run.py", 'add("--keep-husk")', "found"),
        ("--keep-husk", "README.md", "Use --keep-husk.", "unverifiable"),
        ("keep-husk", "run.go", 'flag.Bool("keep-husk", false)', "found"),
        ("keep_husk", "run.py", "if args.keep_husk:", "found"),
        ("keep_husk", "run.py", "we keep_husk here", "unverifiable"),
    ],
)
def test_a_flag_is_found_where_code_spells_it_as_one(text: str, path: str, line: str, answer: str):
    assert answer == asked("--keep-husk", "flag", lines(text, (path, line))).answer


def test_what_stands_nowhere_is_never_missing():
    assert ("unverifiable", NOWHERE) == (
        (finding := asked("crush", "symbol", Sighted())).answer,
        finding.reason,
    )
    assert "the search of the tree ended early" == asked("crush", "symbol", Sighted(words_whole=False)).reason


def test_the_types_that_are_called_alike_are_near():
    sighted = Sighted(types=Types({"WaterWheel": frozenset({"a.py"}), "Boiler": frozenset({"b.py"})}))

    assert ("WaterWheel",) == asked("WaterWheels", "symbol", sighted).nearest


@pytest.mark.parametrize(
    ("name", "kind"), [("x", "symbol"), ("", "key"), ("?!", "variable"), ("a" * 900, "flag")]
)
def test_what_would_say_nothing_is_not_searched_for(name, kind):
    finding = asked(name, kind, Sighted())

    assert ("unverifiable", TOO_SHORT, kind) == (finding.answer, finding.reason, finding.kind)
