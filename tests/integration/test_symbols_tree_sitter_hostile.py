"""Hostile files cost no more than their length: no pattern that a file is read with tries the same bytes again and again."""

from __future__ import annotations

import importlib
import re
import sys
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from gitexp.adapters import tree_sitter_c_family, tree_sitter_mends, tree_sitter_told
from gitexp.adapters.symbols_tree_sitter import outline
from gitexp.adapters.tree_sitter_c_family import declaring_macros
from gitexp.adapters.tree_sitter_told import types_given

kinds: Any = importlib.import_module("re._constants")
parser: Any = importlib.import_module("re._parser")
LENGTH = 100_000
MODULES = (tree_sitter_c_family, tree_sitter_mends, tree_sitter_told)
LARGEST = 400
SINGLE = (kinds.IN, kinds.LITERAL, kinds.NOT_LITERAL, kinds.CATEGORY, kinds.ANY)
UNITS = [
    *("A_ ", "A_B ", "A ", "AAAA ", "A_A", "A_ const ", "const ", "static ", "static AAA", "A_ *", "*", "& "),
    *("[[", "[[a", "(", "A_(", "A_()", "class A", "class A(", "struct A ", "struct A{", "struct A { AAA"),
    *(
        " ",
        "\t",
        "\n",
        " \n",
        "\r\n",
        "AAA(",
        "AAA()\n",
        "AAA\n",
        " AAAA\n",
        "AAA_AAA\n",
        ") AAAA",
        " ) AAAA(",
    ),
    *("a AAAA", "a AAAA,", "a::", "_A", "a_A", "a_AA\n", "# include <", "#include\n", "# ", "{ AAA", "{AAA "),
]


def patterns() -> Iterator[tuple[str, re.Pattern[Any]]]:
    """Yield every pattern that a whole file, or a macro's tokens, is read with."""
    for module in MODULES:
        for name, value in vars(module).items():
            if isinstance(value, re.Pattern):
                yield f"{module.__name__.rpartition('.')[2]}.{name}", value


def repeats(parsed: Any) -> Iterator[tuple[Any, int, Any]]:
    """Yield the repeats of a parsed pattern: whether it gives back, how often at most, and what it repeats."""
    for kind, argument in parsed:
        if kind in (kinds.MAX_REPEAT, kinds.MIN_REPEAT, kinds.POSSESSIVE_REPEAT):
            yield kind, argument[1], argument[2]
        yield from _inner(argument)


def _inner(argument: Any) -> Iterator[tuple[Any, int, Any]]:
    if isinstance(argument, parser.SubPattern):
        yield from repeats(argument)
    elif isinstance(argument, tuple | list):
        for one in argument:
            yield from _inner(one)


def steps(work: Callable[[], object]) -> int:
    """Return how many calls a piece of work makes, Python's and those into C."""
    made = 0

    def count(frame: object, event: str, argument: object) -> None:
        nonlocal made
        made += event in ("call", "c_call")

    sys.setprofile(count)
    try:
        work()
    finally:
        sys.setprofile(None)
    return made


@pytest.mark.parametrize(("name", "pattern"), list(patterns()), ids=[name for name, _ in patterns()])
def test_what_is_repeated_without_end_is_one_set_of_signs_or_never_gives_back(
    name: str, pattern: re.Pattern[Any]
):
    text = pattern.pattern if isinstance(pattern.pattern, str) else pattern.pattern.decode("latin-1")
    for kind, most, what in repeats(parser.parse(text, pattern.flags & ~re.UNICODE)):
        if most == kinds.MAXREPEAT:
            single = len(what) == 1 and what[0][0] in SINGLE
            assert single or kind == kinds.POSSESSIVE_REPEAT, f"{name}: {text}"
        else:
            assert most <= LARGEST


@pytest.mark.parametrize("unit", UNITS, ids=ascii)
def test_hostile_text_of_c_is_read_to_its_end(unit: str):
    """A pattern that tried the same signs again and again would take minutes here."""
    for start in ("", "A_ ", "struct a {"):
        text = (start + unit * (LENGTH // len(unit))).encode()
        plain = tree_sitter_c_family._MACRO.sub(tree_sitter_c_family._blank, text)

        assert len(text) == len(plain)
        assert len(declaring_macros(text)) <= LENGTH
        assert len(types_given(text.decode())) <= LENGTH


def test_a_run_of_words_in_capitals_is_read():
    found = outline(b"A_ " * (LENGTH // 3) + b"\nint a;\n", "a.h")

    assert found is not None


@pytest.mark.parametrize("unit", ["Object.freeze((", "(", "b = ", "f(function () { const a = b || "])
def test_a_value_that_nests_is_read(unit: str):
    found = outline(f"const a = {unit * 3_000}{{}}".encode(), "a.js")

    assert found is not None
    assert "a" in {one.name for one in found.symbols} or not found.complete


@pytest.mark.parametrize(
    ("unit", "ending"),
    [
        ("use a::A{0} as B{0}; impl B{0} {{ fn a() {{}} }}\n", "rs"),
        ("m! {{ A{0} }}\n", "rs"),
        ("const x{0} = b; x{0}[k] = 1; mix(X{0}, 1);\n", "js"),
        ("def f{0}(a: A):\n    a.b = 1\n    global c\n", "py"),
        ("partial class A{0} {{ void F() {{ InitializeComponent(); }} }}\n", "cs"),
        ("function f{0}(A $a) {{ $b = new A; $b->c = 1; }}\n", "php"),
        ("struct a{0} {{ COMMON }};\n", "c"),
    ],
)
def test_twice_the_file_takes_at_most_about_twice_the_steps(unit: str, ending: str):
    def read(count: int) -> int:
        start = "<?php\n" if ending == "php" else ""
        text = start + "".join(unit.format(number) for number in range(count))
        return steps(lambda: outline(text.encode(), f"a.{ending}"))

    read(1)  # what is built once
    assert read(400) <= 2.5 * read(200)
