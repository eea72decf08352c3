"""Reads a GraphQL query: operations, variables, fragments, aliases, arguments, directives, selections."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TypeVar

_TOKEN = re.compile(
    r'(?P<skip>[\s,\ufeff]+|#[^\n\r]*)|(?P<block>"""(?:\\"""|[^"]|"(?!""))*""")|(?P<string>"(?:\\.|[^"\\\n])*")'
    r"|(?P<number>-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)|(?P<name>[_A-Za-z]\w*)|(?P<mark>\.\.\.|[!$()\[\]{}:=@|&])"
)
Read = TypeVar("Read")


class Unreadable(Exception):
    """The text is no query; the message is GitHub's."""

    def __init__(self, message: str, line: int, column: int) -> None:
        super().__init__(message)
        self.line, self.column = line, column


@dataclass(frozen=True)
class Variable:
    """A variable in the place of a value."""

    name: str


@dataclass(frozen=True)
class Enum:
    """A bare word in the place of a value."""

    name: str


Value = object
"""A plain value, a Variable, an Enum, or lists and mappings of them."""


@dataclass(frozen=True)
class Selected:
    """A field that is asked for, and where it stands in the text."""

    name: str
    key: str
    """The alias, else the name: its key in the answer."""
    arguments: Mapping[str, Value]
    directives: tuple[tuple[str, Mapping[str, Value]], ...]
    selections: tuple[Selection, ...]
    line: int
    column: int


@dataclass(frozen=True)
class Fragment:
    """Selections for objects of one type: written inline, or named and taken from elsewhere (`name`)."""

    on: str | None
    selections: tuple[Selection, ...]
    directives: tuple[tuple[str, Mapping[str, Value]], ...] = ()
    name: str | None = None
    line: int = 0
    column: int = 0


Selection = Selected | Fragment


@dataclass(frozen=True)
class Declared:
    """A variable that an operation takes: `$number: Int! = 7`."""

    name: str
    type: str
    default: Value = None
    line: int = 0
    column: int = 0


@dataclass(frozen=True)
class Operation:
    """One query of a document."""

    kind: str
    name: str | None
    variables: tuple[Declared, ...]
    selections: tuple[Selection, ...]


@dataclass
class Document:
    """All that was sent."""

    operations: list[Operation] = field(default_factory=list)
    fragments: dict[str, Fragment] = field(default_factory=dict)


def read(text: str) -> Document:
    """Return the document that a text holds."""
    return _Reader(text).document()


class _Reader:
    def __init__(self, text: str) -> None:
        self.tokens: list[tuple[str, str, int, int]] = []
        at = 0
        while at < len(text):
            found = _TOKEN.match(text, at)
            line, column = text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)
            if found is None:
                raise Unreadable(f'Expected NAME, actual: UNKNOWN_CHAR ("{text[at]}")', line, column)
            if found.lastgroup != "skip":
                self.tokens.append((str(found.lastgroup), found[0], line, column))
            at = found.end()
        self.tokens.append(("end", "(none)", text.count("\n") + 1, 1))
        self.at = 0

    @property
    def now(self) -> str:
        return self.tokens[self.at][1]

    @property
    def place(self) -> tuple[int, int]:
        return self.tokens[self.at][2], self.tokens[self.at][3]

    def fail(self, wanted: str) -> Unreadable:
        kind, text, line, column = self.tokens[self.at]
        return Unreadable(f'Expected {wanted}, actual: {kind.upper()} ("{text}")', line, column)

    def take(self, mark: str) -> bool:
        if self.tokens[self.at][0] in ("mark", "name") and self.now == mark:
            self.at += 1
            return True
        return False

    def need(self, mark: str) -> None:
        if not self.take(mark):
            raise self.fail(mark)

    def name(self) -> str:
        if self.tokens[self.at][0] != "name":
            raise self.fail("NAME")
        self.at += 1
        return self.tokens[self.at - 1][1]

    def many(self, begin: str, end: str, one: Callable[[], Read]) -> tuple[Read, ...]:
        """Read what stands between two marks; nothing where it does not begin."""
        if not self.take(begin):
            return ()
        listed = [one()]
        while not self.take(end):
            listed.append(one())
        return tuple(listed)

    def document(self) -> Document:
        document = Document()
        while self.tokens[self.at][0] != "end":
            if self.take("fragment"):
                name = self.name()
                self.need("on")
                on = self.name()
                document.fragments[name] = Fragment(on, self.selections(), name=name)
                continue
            kind = self.name() if self.now in ("query", "mutation", "subscription") else "query"
            named = self.name() if self.tokens[self.at][0] == "name" else None
            variables = self.many("(", ")", self.declared)
            self.directives()
            document.operations.append(Operation(kind, named, variables, self.selections()))
        return document

    def declared(self) -> Declared:
        line, column = self.place
        self.need("$")
        name = self.name()
        self.need(":")
        kind = self.type()
        return Declared(name, kind, self.value() if self.take("=") else None, line, column)

    def type(self) -> str:
        if self.take("["):
            inner = self.type()
            self.need("]")
            kind = f"[{inner}]"
        else:
            kind = self.name()
        return f"{kind}!" if self.take("!") else kind

    def selections(self) -> tuple[Selection, ...]:
        if self.now != "{":
            raise self.fail("{")
        return self.many("{", "}", self.selection)

    def selection(self) -> Selection:
        line, column = self.place
        if self.take("..."):
            if self.take("on"):
                on = self.name()
                return Fragment(on, directives=self.directives(), selections=self.selections())
            if self.tokens[self.at][0] == "name":
                return Fragment(
                    None, (), name=self.name(), directives=self.directives(), line=line, column=column
                )
            return Fragment(None, directives=self.directives(), selections=self.selections())
        key = name = self.name()
        if self.take(":"):
            name = self.name()
        arguments = dict(self.many("(", ")", self.argument))
        directives = self.directives()
        below = self.selections() if self.now == "{" else ()
        return Selected(name, key, arguments, directives, below, line, column)

    def directives(self) -> tuple[tuple[str, Mapping[str, Value]], ...]:
        found = []
        while self.take("@"):
            name = self.name()
            found.append((name, dict(self.many("(", ")", self.argument))))
        return tuple(found)

    def argument(self) -> tuple[str, Value]:
        name = self.name()
        self.need(":")
        return name, self.value()

    def value(self) -> Value:
        kind, text, _, _ = self.tokens[self.at]
        if self.take("$"):
            return Variable(self.name())
        if self.now == "[" and kind == "mark":
            self.at += 1
            listed = []
            while not self.take("]"):
                listed.append(self.value())
            return listed
        if self.now == "{" and kind == "mark":
            self.at += 1
            fields = {}
            while not self.take("}"):
                name, value = self.argument()
                fields[name] = value
            return fields
        if kind not in ("string", "block", "number", "name"):
            raise self.fail("a value")
        self.at += 1
        if kind == "name":
            return {"true": True, "false": False, "null": None}.get(text, Enum(text))
        if kind == "block":
            return text[3:-3].replace('\\"""', '"""').strip("\n")
        return json.loads(text)
