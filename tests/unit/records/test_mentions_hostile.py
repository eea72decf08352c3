"""Hostile text costs no more than its length: no pattern of mentions can be made to try the same letters again and again."""

from __future__ import annotations

import dataclasses
import importlib
import re
import sys
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from gitexp.records import (
    mention_absence,
    mention_around,
    mention_joins,
    mention_patterns,
    mention_products,
    mention_reading,
    mention_single,
    mention_symbols,
    mention_words,
)
from gitexp.records.mentions import MOST, mention, mentions_in

kinds: Any = importlib.import_module("re._constants")
parser: Any = importlib.import_module("re._parser")
LENGTH = 100_000
UNITS = [
    *(
        "a.",
        "`",
        "_",
        "(",
        "/",
        "a/",
        "a_",
        "`a",
        "a::",
        "a->",
        "-",
        "--a",
        "$",
        "${",
        "@",
        "a@",
        "a@b.",
        "[a.",
        "{a",
        '"a.',
    ),
    *(
        "a-",
        "*",
        "**/",
        "a()",
        "A().",
        "0",
        "abc123 ",
        "commit abc1234,",
        "a>=1.",
        "a:",
        "x.y:",
        "#",
        "\\",
        "名",
        "名_",
        "a的B",
    ),
    *(
        "`A` of `b` ",
        "`A`'s `b` ",
        "HeatPump的",
        "there is no ",
        "ENV[",
        'getenv("',
        "A=1",
        "%A",
        "<",
        "`` ",
        "'",
        "~",
        "?",
    ),
    *("a 1.2.3 ", "https://", "www.", "aB", "aB ", "\n", "`\n", "((a))", "\0", "（", "`a.b` was ", "\ud800"),
    *(
        "![",
        "![a](",
        "<!-",
        "<!--a",
        ":a",
        ":a:",
        "diff --git ",
        "+++ a/",
        "_a ",
        "a-b_c",
        "add a `A.b` and ",
        "`a.b` → ",
        "Removed: `a.b`, ",
        "if there were a ",
        "Aa ",
        "Aa(",
        "`Aa<",
        "```a",
    ),
]
MODULES = (
    mention_absence,
    mention_around,
    mention_joins,
    mention_patterns,
    mention_products,
    mention_reading,
    mention_single,
    mention_symbols,
    mention_words,
)
LARGEST = 2000
ON_SHORT_TEXT = {
    "_ACRONYM_WORD",
    "_ACRONYM_VERB",
    "_CASES",
    "_PRODUCT_FILE",
    "_MIME",
    "_BRANCH",
    "_LOCKS",
    "_FLOAT",
    "_FLAG",
}
"""These read single names, which are cut to a few hundred characters before."""


def patterns() -> Iterator[tuple[str, re.Pattern[str]]]:
    """Yield every pattern that mentions are read with."""
    for module in MODULES:
        for name, value in vars(module).items():
            if isinstance(value, re.Pattern):
                yield f"{module.__name__}.{name}", value
    for letters in ("IN_PROSE", "IN_CODE"):
        for field in dataclasses.fields(mention_patterns.Patterns):
            yield f"{letters}.{field.name}", getattr(getattr(mention_patterns, letters), field.name)


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


@pytest.mark.parametrize(("name", "pattern"), list(patterns()), ids=[name for name, _ in patterns()])
def test_every_repeat_is_bounded_or_never_gives_back(name: str, pattern: re.Pattern[str]):
    for kind, most, what in repeats(parser.parse(pattern.pattern, pattern.flags)):
        if most == kinds.MAXREPEAT:
            # One set of letters, taken whole: a run is read once.
            single = len(what) == 1 and what[0][0] in (
                kinds.IN,
                kinds.LITERAL,
                kinds.NOT_LITERAL,
                kinds.CATEGORY,
            )
            short = name.split(".")[-1] in ON_SHORT_TEXT
            assert single and (kind == kinds.POSSESSIVE_REPEAT or short), f"{name}: {pattern.pattern}"
        else:
            assert most <= LARGEST


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


@pytest.mark.parametrize("unit", UNITS, ids=ascii)
def test_twice_the_text_takes_at_most_about_twice_the_steps(unit: str):
    def read(length: int) -> int:
        text = (unit * (length // len(unit) + 1))[:length]
        return steps(lambda: mentions_in(text))

    assert read(8_000) <= 2.5 * read(4_000) + 200


@pytest.mark.parametrize(
    "unit", ["a.", "`", "_", "(", "/", "a/", "a_", "`a", "{a", "A().", "的", "a", "`A` of `b` "], ids=ascii
)
def test_a_long_hostile_text_is_read_to_its_end(unit: str):
    text = (unit * (LENGTH // len(unit) + 1))[:LENGTH]

    assert len(mentions_in(text)) <= MOST
    assert text.strip() == mention(text).name


def test_a_name_among_hostile_text_is_still_found():
    assert "HeatPump.open" in [
        one.name for one in mentions_in("`" + "a." * 50_000 + " `HeatPump.open` " + "(" * 50_000)
    ]
