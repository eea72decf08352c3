"""Checks a query against the table of types before anything is answered, as GitHub does."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from support.github_double.graphql_reader import (
    Document,
    Enum,
    Operation,
    Selected,
    Selection,
    Value,
    Variable,
)
from support.github_double.graphql_types import ABSTRACT, MOST, SCALARS, TYPES, Field
from support.github_double.state import Json

NODES = 500_000
KINDS: Mapping[str, type | tuple[type, ...]] = {
    "Int": int,
    "String": str,
    "ID": (str, int),
    "Boolean": bool,
    "DateTime": str,
}


def problems(document: Document, operation: Operation) -> list[Json]:
    """Return what GitHub holds against a query; a query with any is not answered at all."""
    check = _Check(document, operation)
    root = {"query": "Query", "mutation": "Mutation"}[operation.kind]
    path = [operation.kind if operation.name is None else f"{operation.kind} {operation.name}"]
    found = list(check.below(operation.selections, root, path, 1))
    for one in operation.variables:
        if one.name not in check.used:
            told = f"Variable ${one.name} is declared by {operation.name or 'anonymous query'} but not used"
            found.append(_problem(told, path, one.line, one.column, "variableNotUsed", variableName=one.name))
    if check.nodes > NODES:
        told = (
            f"By the time this query traverses to the last connection, it is requesting up to {check.nodes:,}"
        )
        told += f" possible nodes which exceeds the maximum limit of {NODES:,}."
        found.append({"type": "MAX_NODE_LIMIT_EXCEEDED", "message": told})
    return found


def _problem(message: str, path: Sequence[str], line: int, column: int, code: str, **more: str) -> Json:
    return {
        "path": list(path),
        "extensions": {"code": code, **more},
        "locations": [{"line": line, "column": column}],
        "message": message,
    }


class _Check:
    def __init__(self, document: Document, operation: Operation) -> None:
        self.document = document
        self.types = {one.name: one.type for one in operation.variables}
        self.defaults = {one.name: one.default for one in operation.variables}
        self.used: set[str] = set()
        self.nodes = 0

    def below(self, selections: Sequence[Selection], of: str, path: list[str], times: int) -> Iterator[Json]:
        for one in selections:
            for _, arguments in one.directives:
                self.note(list(arguments.values()))
            if isinstance(one, Selected):
                yield from self.field(one, of, [*path, one.key], times)
                continue
            on, inside = one.on, one.selections
            if one.name is not None:
                named = self.document.fragments.get(one.name)
                if named is None:
                    told = f"Fragment {one.name} was used, but not defined"
                    yield _problem(
                        told, [*path, f"... {one.name}"], one.line, one.column, "useAndDefineFragment"
                    )
                    continue
                on, inside = named.on, named.selections
            yield from self.below(inside, on or of, [*path, f"... on {on}" if on else "..."], times)

    def field(self, one: Selected, of: str, path: list[str], times: int) -> Iterator[Json]:
        if one.name == "__typename":
            return
        known = TYPES.get(of, {}).get(one.name)
        if known is None:
            told = f"Field '{one.name}' doesn't exist on type '{of}'"
            more = {"typeName": of, "fieldName": one.name}
            yield _problem(told, path, one.line, one.column, "undefinedField", **more)
            return
        yield from self.arguments(one, known, path)
        leaf = known.gives in SCALARS
        if leaf and one.selections:
            told = f"Selections can't be made on scalars (field '{one.name}' returns {known.gives})"
            yield _problem(told, path, one.line, one.column, "selectionMismatch")
        elif not leaf and not one.selections:
            told = f"Field must have selections (field '{one.name}' returns {known.gives} but has no selections. "
            told += f"Did you mean '{one.name} {{ ... }}'?)"
            yield _problem(told, path, one.line, one.column, "selectionMismatch")
        if known.gives.endswith("Connection"):
            yield from self.bounds(one, path)
            size = self.size(one)
            times *= size
            self.nodes += times
        if not leaf:
            yield from self.below(one.selections, known.gives, path, times)

    def size(self, one: Selected) -> int:
        given = one.arguments.get("first", one.arguments.get("last"))
        value = self.defaults.get(given.name) if isinstance(given, Variable) else given
        return value if isinstance(value, int) else MOST

    def bounds(self, one: Selected, path: list[str]) -> Iterator[Json]:
        """Yield what is wrong with how much of a connection is asked for."""
        where = {"path": path, "locations": [{"line": one.line, "column": one.column}]}
        given = [one.arguments[name] for name in ("first", "last") if name in one.arguments]
        if not given:
            told = "You must provide a `first` or `last` value to properly paginate the"
            yield {
                "type": "MISSING_PAGINATION_BOUNDARIES",
                **where,
                "message": f"{told} `{one.name}` connection.",
            }
        elif isinstance(given[0], int) and not 0 <= given[0] <= MOST:
            told = (
                f"Requesting {given[0]} records on the `{one.name}` connection exceeds the `first` limit of"
            )
            yield {"type": "EXCESSIVE_PAGINATION", **where, "message": f"{told} {MOST} records."}

    def arguments(self, one: Selected, known: Field, path: list[str]) -> Iterator[Json]:
        at = (one.line, one.column)
        for name, value in one.arguments.items():
            wanted = known.takes.get(name)
            self.note([value])
            if wanted is None:
                told = f"Field '{one.name}' doesn't accept argument '{name}'"
                yield _problem(told, [*path, name], *at, "argumentNotAccepted", argumentName=name)
            elif isinstance(value, Variable):
                yield from self.variable(value, name, wanted, path, at)
            elif not _fits(value, wanted):
                told = f"Argument '{name}' on Field '{one.name}' has an invalid value ({value!r})."
                told += f" Expected type '{wanted}'."
                yield _problem(told, [*path, name], *at, "argumentLiteralsIncompatible", argumentName=name)
        for name in [
            name for name, kind in known.takes.items() if kind.endswith("!") and name not in one.arguments
        ]:
            told = f"Field '{one.name}' is missing required arguments: {name}"
            yield _problem(told, path, *at, "missingRequiredArguments", arguments=name)

    def variable(
        self, value: Variable, name: str, wanted: str, path: list[str], at: tuple[int, int]
    ) -> Iterator[Json]:
        declared = self.types.get(value.name)
        if declared is None:
            told = f"Variable ${value.name} is used by anonymous query but not declared"
            yield _problem(told, [*path, name], *at, "variableNotDefined", variableName=value.name)
            return
        loose = wanted.removesuffix("!")
        named = declared.strip("[]!") in SCALARS and loose.strip("[]!") in SCALARS - {"Enum"}
        alike = declared.removesuffix("!") == loose or not named
        has_default = self.defaults.get(value.name) is not None
        if not alike or (wanted.endswith("!") and not declared.endswith("!") and not has_default):
            told = f"Type mismatch on variable ${value.name} and argument {name} ({declared} / {wanted})"
            yield _problem(told, [*path, name], *at, "variableMismatch", variableName=value.name)

    def note(self, values: list[Any]) -> None:
        """Remember which variables are used, also deep in lists and objects."""
        for value in values:
            if isinstance(value, Variable):
                self.used.add(value.name)
            elif isinstance(value, list):
                self.note(value)
            elif isinstance(value, dict):
                self.note(list(value.values()))


def _fits(value: Value, wanted: str) -> bool:
    kind = wanted.strip("[]!")
    if value is None:
        return not wanted.endswith("!")
    if isinstance(value, list):
        return wanted.startswith("[") and all(_fits(one, kind) for one in value)
    if isinstance(value, Variable):
        return True
    if kind == "Enum":
        return isinstance(value, Enum)
    if kind == "IssueOrder":
        return isinstance(value, dict)
    if kind == "Int" and isinstance(value, bool):
        return False
    return isinstance(value, KINDS[kind]) if kind in KINDS else True


def may_be(of: str, on: str | None) -> bool:
    """Return whether an object of a type takes the selections that are meant for another."""
    return on is None or on == of or of in ABSTRACT.get(on, frozenset())
