"""Holds that `Redacted` text is made by the redact step alone: nothing else calls, casts to or renames the type."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import gitexp

PACKAGE = Path(gitexp.__file__).parent
MAY_MAKE = ("records/text.py", "steps/redact.py", "steps/redact_*.py")
HANDED_TO = ("cast", "map", "partial", "__new__")
"""Calls that make one of the type they are given; asking `isinstance` is no such call."""


def made(tree: ast.AST) -> Iterator[int]:
    """Yield the lines where `Redacted` is called, handed to a call, given another name, or made a base class."""
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=func, args=args):
                handed = args[:1] if name_of(func) in HANDED_TO else []
                found = any(is_redacted(one) for one in (func, *handed))
            case ast.ImportFrom(names=names):
                found = any(name.name == "Redacted" and name.asname is not None for name in names)
            case ast.Assign(value=value):
                found = is_redacted(value)
            case ast.ClassDef(bases=bases):
                found = any(is_redacted(base) for base in bases)
            case _:
                found = False
        if found and isinstance(node, ast.stmt | ast.expr):
            yield node.lineno


def is_redacted(node: ast.expr) -> bool:
    return name_of(node) == "Redacted"


def name_of(node: ast.expr) -> str:
    if isinstance(node, ast.Attribute):
        return node.attr
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    return node.id if isinstance(node, ast.Name) else ""


def test_only_the_redact_step_and_the_type_itself_make_redacted_text() -> None:
    elsewhere = [
        f"{path.relative_to(PACKAGE).as_posix()}:{line}"
        for path in sorted(PACKAGE.rglob("*.py"))
        if not any(path.relative_to(PACKAGE).match(pattern) for pattern in MAY_MAKE)
        for line in made(ast.parse(path.read_text("utf-8")))
    ]

    assert [] == elsewhere


def test_the_check_sees_every_way_of_making_it() -> None:
    ways = """
from gitexp.records.text import Redacted as Safe
a = Redacted("x")
b = text.Redacted("x")
c = cast(Redacted, "x")
d = cast("Redacted", "x")
e = Redacted
f = map(Redacted, ["x"])
g = str.__new__(Redacted, "x")
class Mine(Redacted): pass
"""

    assert list(range(2, 11)) == sorted(made(ast.parse(ways)))


def test_the_check_lets_a_cut_a_join_and_an_annotation_pass() -> None:
    ways = """
def f(text: Redacted) -> tuple[Redacted, ...]:
    return (text.cut(1), Redacted.joined([text]), Redacted.template("{}", text))
if isinstance(text, Redacted): pass
"""

    assert [] == list(made(ast.parse(ways)))
