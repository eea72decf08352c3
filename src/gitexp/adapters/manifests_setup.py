"""Reads what a setup.py says in so many words; it is parsed, never run."""

from __future__ import annotations

import ast
import warnings
from collections.abc import Iterator

from gitexp.adapters.manifests_reading import Counts, Reading, Unreadable, items, table, unique, words
from gitexp.adapters.manifests_requirements import requirements
from gitexp.records.facts import Dependency
from gitexp.records.packages import normal

_MAX_CODE = 1_000_000
_COMPUTED = object()
"""Stands for a value that only running the file would tell."""


def setup_py(path: str, text: str) -> Reading:
    """Read the arguments of `setup(…)` that are literals, or names of literals at the top of the file."""
    module = _parsed(text)
    known = _constants(module)
    given = _arguments(module, known)
    unread: list[str] = []
    needed, extras = given.get("install_requires"), given.get("extras_require")
    found = [*_itself(given, path)]
    found += requirements(_lines(needed), path, unread)
    for lines in table(extras).values():
        found += requirements(_lines(lines), path, unread)
    computed = [name for name in ("install_requires", "extras_require", "**") if given.get(name) is _COMPUTED]
    if computed:
        unread.append(f"`{computed[0]}` of setup() is worked out by code, which exp does not run")
    counts: Counts = "part" if computed else "whole" if needed is not None else "nothing"
    return Reading(unique(found), counts, tuple(unread))


def _parsed(text: str) -> ast.Module:
    if len(text) > _MAX_CODE:
        raise Unreadable("it is larger than 1 MB")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return ast.parse(text)
        except SyntaxError as error:
            raise Unreadable(f"it is no valid Python: line {error.lineno}, {error.msg}") from error
        except (ValueError, RecursionError, MemoryError) as error:
            raise Unreadable("it is no Python that can be read") from error


def _constants(module: ast.Module) -> dict[str, object]:
    """Return the names that the top of the file gives one literal value."""
    known: dict[str, object] = {}
    for statement in module.body:
        if isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Name):
            name = statement.targets[0].id
            known[name] = _COMPUTED if name in known else _value(statement.value, known)
        elif isinstance(statement, ast.AugAssign) and isinstance(statement.target, ast.Name):
            known[statement.target.id] = _COMPUTED
    return known


def _arguments(module: ast.Module, known: dict[str, object]) -> dict[str, object]:
    for node in ast.walk(module):
        if isinstance(node, ast.Call):
            named = node.func
            name = named.id if isinstance(named, ast.Name) else getattr(named, "attr", "")
            if name == "setup":
                return {
                    word.arg or "**": _value(word.value, known) if word.arg else _COMPUTED
                    for word in node.keywords
                }
    return {}


def _value(node: ast.expr, known: dict[str, object]) -> object:
    if isinstance(node, ast.Name):
        return known.get(node.id, _COMPUTED)
    try:
        return ast.literal_eval(node)
    except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
        return _COMPUTED


def _lines(value: object) -> list[object]:
    if isinstance(value, str):
        return [line.strip() for line in value.splitlines() if line.strip()]
    return items(list(value) if isinstance(value, tuple) else value)


def _itself(given: dict[str, object], path: str) -> Iterator[Dependency]:
    if name := words(given.get("name")):
        yield Dependency("pypi", normal(name), path, version=words(given.get("version")))
    if needed := words(given.get("python_requires")):
        yield Dependency("pypi", "python", path, declared=needed)
