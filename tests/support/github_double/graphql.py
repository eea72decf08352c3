"""Answers a GraphQL query from the state of the double."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from support.github_double.graphql_check import may_be, problems
from support.github_double.graphql_reader import (
    Document,
    Enum,
    Operation,
    Selected,
    Selection,
    Unreadable,
    Variable,
    read,
)
from support.github_double.graphql_repository import ROOT
from support.github_double.graphql_timeline import typename
from support.github_double.graphql_types import ABSTRACT, SCALARS, TYPES, Asked, GraphProblem
from support.github_double.repo_state import RepoState
from support.github_double.rest import Answer, Request, refused
from support.github_double.shapes import Shapes
from support.github_double.state import Json

if TYPE_CHECKING:
    from support.github_double.hub import GithubDouble


def answered(hub: GithubDouble, request: Request) -> Answer:
    """Return what GitHub says to a query: also to a wrong one with 200, and its errors beside the data."""
    if request.token is None:
        raise refused(401, "This endpoint requires you to be authenticated.")
    text = request.fields.get("query")
    if not isinstance(text, str) or not text.strip():
        return Answer(
            200, {"errors": [{"message": "A query attribute must be specified and must be a string."}]}
        )
    try:
        document = read(text)
    except Unreadable as problem:
        where = [{"line": problem.line, "column": problem.column}]
        return Answer(200, {"errors": [{"message": str(problem), "locations": where}]})
    wanted = request.fields.get("operationName")
    named = [one for one in document.operations if wanted in (None, one.name)]
    if len(named) != 1:
        return Answer(200, {"errors": [{"message": "An operation name is required"}]})
    found = problems(document, named[0])
    given = request.fields.get("variables") or {}
    found = found or _missing(named[0], given)
    if found:
        return Answer(200, {"errors": found})
    run = _Run(Asked(hub, request), document, named[0], given)
    data = run.object(ROOT, None, named[0].selections, [], run.asked)
    return Answer(200, {"data": data, "errors": run.errors} if run.errors else {"data": data})


def _missing(operation: Operation, given: Mapping[str, Any]) -> list[Json]:
    return [
        {
            "message": f"Variable ${one.name} of type {one.type} was provided invalid value",
            "locations": [{"line": one.line, "column": one.column}],
            "extensions": {
                "value": given.get(one.name),
                "problems": [{"path": [], "explanation": "Expected value"}],
            },
        }
        for one in operation.variables
        if not _provided(one.type, given.get(one.name, one.default))
    ]


def _provided(kind: str, value: Any) -> bool:
    if value is None:
        return not kind.endswith("!")
    plain = kind.removesuffix("!")
    if plain == "Int":
        return isinstance(value, int) and not isinstance(value, bool)
    return isinstance(value, str) if plain == "String" else True


class _Run:
    """One query on its way: the variables' values, and the errors so far."""

    def __init__(
        self, asked: Asked, document: Document, operation: Operation, given: Mapping[str, Any]
    ) -> None:
        self.asked = asked
        self.document = document
        self.values = {one.name: given.get(one.name, one.default) for one in operation.variables}
        self.errors: list[Json] = []

    def object(
        self, of: str, thing: Any, selections: Sequence[Selection], path: list[str | int], asked: Asked
    ) -> Json:
        if of in ABSTRACT:
            of = typename(thing)
        if isinstance(thing, RepoState):
            asked = replace(asked, write=Shapes(asked.hub, thing, asked.request.api))
        answer: Json = {}
        for one in self.fields(of, selections):
            value = self.field(of, thing, one, [*path, one.key], asked)
            if isinstance(value, dict) and isinstance(answer.get(one.key), dict):
                value = answer[one.key] | value  # the same field, asked for in two places
            answer[one.key] = value
        return answer

    def fields(self, of: str, selections: Sequence[Selection]) -> list[Selected]:
        """Return what is asked of an object of that type, fragments opened."""
        found: list[Selected] = []
        for one in selections:
            if not all(self.wanted(name, arguments) for name, arguments in one.directives):
                continue
            if isinstance(one, Selected):
                found.append(one)
            else:
                fragment = self.document.fragments[one.name] if one.name else one
                if may_be(of, fragment.on):
                    found += self.fields(of, fragment.selections)
        return found

    def wanted(self, directive: str, arguments: Mapping[str, Any]) -> bool:
        said = bool(self.value(arguments.get("if")))
        return said if directive == "include" else not said

    def value(self, value: Any) -> Any:
        """Return a value with its variables filled in."""
        if isinstance(value, Variable):
            return self.values.get(value.name)
        if isinstance(value, Enum):
            return value.name
        if isinstance(value, list):
            return [self.value(one) for one in value]
        if isinstance(value, dict):
            return {name: self.value(one) for name, one in value.items()}
        return value

    def field(self, of: str, thing: Any, one: Selected, path: list[str | int], asked: Asked) -> Any:
        if one.name == "__typename":
            return of
        known = TYPES[of][one.name]
        try:
            value = known.resolve(asked, thing, {name: self.value(v) for name, v in one.arguments.items()})
        except GraphProblem as problem:
            self.errors.append(
                {
                    **({"type": problem.type} if problem.type else {}),
                    "path": path,
                    **({"extensions": {"saml_failure": False}} if problem.type == "FORBIDDEN" else {}),
                    "locations": [{"line": one.line, "column": one.column}],
                    "message": str(problem),
                }
            )
            return None
        if value is None or known.gives in SCALARS:
            return value
        if isinstance(value, list):
            return [
                None
                if each is None
                else self.object(known.gives, each, one.selections, [*path, number], asked)
                for number, each in enumerate(value)
            ]
        return self.object(known.gives, value, one.selections, path, asked)
