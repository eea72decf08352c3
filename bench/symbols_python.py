"""Lists the classes and modules of a tree's Python files by `ast`, for the pairs of symbols that exp is asked."""

from __future__ import annotations

import ast
import warnings
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from bench.symbols_listing import DOOR, GENERATOR, Listing, Member, Type, text_of

ENUMS = frozenset("Enum IntEnum Flag IntFlag StrEnum".split())
PYTHON = (".py", ".pyi")
EMPTY = frozenset({"object"})
"""Bases that bring no member."""
KNOWN_DECORATORS = frozenset(
    "dataclass dataclasses.dataclass total_ordering functools.total_ordering".split()
)
Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass
class File:
    """A parsed file, the dotted name of its module, and where its names come from."""

    path: str
    tree: ast.Module
    module: str
    imports: dict[str, str] = field(default_factory=dict)
    """A name here and the dotted name that it stands for."""
    stars: bool = False


def add_python(listing: Listing, paths: Sequence[str]) -> frozenset[str]:
    """Add the Python files among the paths, and return those that this Python can't parse."""
    every = set(paths)
    python = [path for path in paths if path.endswith(PYTHON)]
    files = [file for path in python if (file := parsed(listing, path, every))]
    modules = {file.module for file in files}
    for file in files:
        _imports(file)
    packages = {part for module in modules for part in _ends(module)}
    for file in files:
        nodes = ast.walk(file.tree)
        listing.defined |= {node.name for node in nodes if isinstance(node, Function | ast.ClassDef)}
        _module(listing, file, packages)
        for node, scope in classes(file.tree, ""):
            _class(listing, file, node, scope, packages)
        _generated(listing, file)
    for file in files:
        above, _, last = file.module.rpartition(".")
        if above in modules:  # a module is a member of its package
            owner = listing.type_of(above, "Python")
            owner.members.setdefault(last, Member(last, "", file.path, 1))
    return frozenset(python) - {file.path for file in files}


def parsed(listing: Listing, path: str, every: set[str]) -> File | None:
    """Return a file where this Python can parse it; others may be for another Python."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(text_of(listing.root / path))
    except (SyntaxError, ValueError, RecursionError):
        return None
    folder = Path(path).parent
    names = [] if Path(path).stem == "__init__" else [Path(path).stem]
    while f"{folder.as_posix()}/__init__.py" in every:
        names.insert(0, folder.name)
        folder = folder.parent
    return File(path, tree, ".".join(names) or folder.name)


def _ends(module: str) -> Iterator[str]:
    """Yield a module's name and its ends: sources lie under folders that no import names."""
    names = module.split(".")
    yield from (".".join(names[start:]) for start in range(len(names)))


def _imports(file: File) -> None:
    """Read where the names of a file come from."""
    package = file.module.split(".")
    above = package if file.path.endswith(("__init__.py", "__init__.pyi")) else package[:-1]
    for node in ast.walk(file.tree):
        if isinstance(node, ast.Import):
            for name in node.names:
                file.imports[name.asname or name.name.split(".")[0]] = (
                    name.name if name.asname else name.name.split(".")[0]
                )
        elif isinstance(node, ast.ImportFrom):
            base = above[: len(above) - node.level + 1] if node.level else []
            source = ".".join([*base, *([node.module] if node.module else [])])
            for name in node.names:
                file.stars |= name.name == "*"
                file.imports[name.asname or name.name] = f"{source}.{name.name}"


def classes(tree: ast.AST, scope: str, local: bool = False) -> Iterator[tuple[ast.ClassDef, str]]:
    """Yield the classes with the names around them; those within functions are left out."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.ClassDef):
            yield node, scope
            yield from classes(node, f"{scope}{node.name}.")
        elif not isinstance(node, Function | ast.expr):
            yield from classes(node, scope)


def _module(listing: Listing, file: File, packages: set[str]) -> None:
    """Take in a module: what it defines, what it passes on."""
    if "." not in file.module and not file.path.endswith("__init__.py"):
        return  # a loose script is no container that someone writes
    one = listing.type_of(file.module, "Python")
    one.module = one.declared = True
    one.places.append((file.path, 1, 0))
    one.unclear |= {"import *"} if file.stars else set()
    for node in _level(file.tree.body):
        for name, kind, call in _defined(node):
            one.members.setdefault(name, Member(name, kind and "module", file.path, _line(node), call=call))
            if name == "__getattr__":
                one.doors.add(name)
        if isinstance(node, ast.ImportFrom) and file.path.endswith("__init__.py"):
            inside = node.level or (node.module or "").split(".")[0] in packages
            for taken in node.names:
                given = taken.asname or taken.name
                kind = "re-exported" if inside and taken.name != "*" and taken.name[:2] != "__" else ""
                one.members.setdefault(given, Member(given, kind, file.path, node.lineno))
        elif isinstance(node, ast.Import | ast.ImportFrom):
            for taken in node.names:
                given = (taken.asname or taken.name).split(".")[0]
                one.members.setdefault(given, Member(given, "", file.path, node.lineno))
    if "globals()" in text_of(listing.root / file.path):
        one.unclear.add("globals()")


def _level(body: Sequence[ast.stmt]) -> Iterator[ast.stmt]:
    """Yield the statements of a body, those within `if`, `try`, `with` and loops too."""
    for node in body:
        yield node
        for name in ("body", "orelse", "finalbody"):
            if not isinstance(node, Function | ast.ClassDef):
                yield from _level(getattr(node, name, []))
        for handler in getattr(node, "handlers", []):
            yield from _level(handler.body)


def _line(node: ast.stmt) -> int:
    return node.lineno


def _defined(node: ast.stmt) -> Iterator[tuple[str, str, bool]]:
    """Yield the names that a statement defines, their kind, and whether they are called."""
    if isinstance(node, Function):
        decorators = {name for one in node.decorator_list if (name := dotted(one))}
        # One name, several functions: `@x.setter`, `@overload` name the same thing.
        yield node.name, "property" if any("property" in one for one in decorators) else "plain", True
    elif isinstance(node, ast.ClassDef):
        yield node.name, "plain", False
    else:
        targets = node.targets if isinstance(node, ast.Assign) else []
        if isinstance(node, ast.AnnAssign | ast.AugAssign):
            targets = [node.target]
        for target in targets:
            for one in ast.walk(target):
                if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store):
                    yield one.id, "property", False


def dotted(node: ast.expr) -> str:
    """Return the dotted name of an expression, empty where it is none; arguments are taken off."""
    if isinstance(node, ast.Subscript):
        return dotted(node.value)
    if isinstance(node, ast.Call):
        return dotted(node.func)
    if isinstance(node, ast.Attribute):
        return f"{above}.{node.attr}" if (above := dotted(node.value)) else ""
    return node.id if isinstance(node, ast.Name) else ""


def _class(listing: Listing, file: File, node: ast.ClassDef, scope: str, packages: set[str]) -> None:
    """Take in a class: its members, what its methods assign, its bases."""
    one = listing.type_of(
        f"{file.module}.{scope}{node.name}" if "." in file.module else scope + node.name, "Python"
    )
    one.declared = True
    one.places.append((file.path, node.lineno, node.end_lineno or 0))
    body = "\n".join(text_of(listing.root / file.path).split("\n")[node.lineno - 1 : node.end_lineno])
    one.doors |= {found[0] for found in DOOR.finditer(body)}
    one.unclear |= {found[0] for found in GENERATOR.finditer(body)}
    one.unclear |= {
        f"@{name}" for each in node.decorator_list if (name := dotted(each)) not in KNOWN_DECORATORS
    }
    enum = any(dotted(base).rpartition(".")[2] in ENUMS for base in node.bases)
    for statement in _level(node.body):
        for name, kind, call in _defined(statement):
            what = "enum" if enum and isinstance(statement, ast.Assign) and name[0] != "_" else kind
            private = name.startswith("__") and not name.endswith("__")
            one.members.setdefault(name, Member(name, what, file.path, statement.lineno, private, call))
        for name, kind in (*_assigned(statement), *_slots(statement)):
            one.members.setdefault(
                name, Member(name, kind, file.path, statement.lineno, name.startswith("__"))
            )
    _bases(listing, file, node, one, packages)


def _assigned(node: ast.stmt) -> Iterator[tuple[str, str]]:
    """Yield what a method sets on its first parameter."""
    arguments = node.args.posonlyargs + node.args.args if isinstance(node, Function) else []
    if arguments:
        for one in ast.walk(node):
            if (
                isinstance(one, ast.Attribute)
                and isinstance(one.ctx, ast.Store)
                and isinstance(one.value, ast.Name)
                and one.value.id == arguments[0].arg in ("self", "cls")
            ):
                yield one.attr, "assigned"


def _slots(node: ast.stmt) -> Iterator[tuple[str, str]]:
    """Yield the names that `__slots__` gives as text."""
    if isinstance(node, ast.Assign) and any(dotted(one) == "__slots__" for one in node.targets):
        yield from ((name, "generated") for name in _texts(node.value) if name.isidentifier())


def _texts(node: ast.expr) -> list[str]:
    """Return the words of a text, or of a list of texts."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value.replace(",", " ").split()
    if isinstance(node, ast.List | ast.Tuple | ast.Set):
        return [word for one in node.elts for word in _texts(one)]
    return [word for one in node.keys if one for word in _texts(one)] if isinstance(node, ast.Dict) else []


def _bases(listing: Listing, file: File, node: ast.ClassDef, one: Type, packages: set[str]) -> None:
    """Sort the bases into those of the tree, by what the file imports, and those outside of it."""
    here = {each.name for each, _ in classes(file.tree, "")}
    for base in [*node.bases, *(keyword.value for keyword in node.keywords)]:
        name = dotted(base)
        if name in EMPTY:
            continue
        first, _, rest = name.partition(".")
        whole = ".".join(part for part in (file.imports.get(first, ""), rest) if part)
        if isinstance(base, ast.Call) or not name:
            one.outside.add(name or "an expression")
            fields = base.args[1:2] if isinstance(base, ast.Call) and name.endswith("namedtuple") else []
            for field_name in (text for texts in fields for text in _texts(texts)):
                made = Member(field_name, "generated", file.path, node.lineno)
                one.members.setdefault(field_name, made)
        elif first in here:
            one.bases.add(name)
        elif first in file.imports and whole.rpartition(".")[0] in packages:
            one.bases.add(name.rpartition(".")[2] if first != name else whole.rpartition(".")[2])
        else:
            one.outside.add(name)


def _generated(listing: Listing, file: File) -> None:
    """Take in names that stand as text: `__all__`, `setattr(X, "name", …)`, the fields of named tuples."""
    module = listing.types.get(("Python", file.module))
    here = {each.name for each, _ in classes(file.tree, "")}
    for node in file.tree.body:
        value = node.value if isinstance(node, ast.Assign | ast.Expr) else None
        targets = [dotted(one) for one in node.targets] if isinstance(node, ast.Assign) else []
        if module and value and "__all__" in targets:
            for name in _texts(value):
                if name.isidentifier() and name not in module.members:
                    module.members[name] = Member(name, "generated", file.path, node.lineno)
        if isinstance(value, ast.Call):
            called, arguments = dotted(value.func).rpartition(".")[2], value.args
            if called == "namedtuple" and len(arguments) > 1 and len(targets) == 1:
                _fields(listing, file, targets[0], node.lineno, _texts(arguments[1]))
            if called == "setattr" and len(arguments) == 3 and dotted(arguments[0]) in here:
                _fields(listing, file, dotted(arguments[0]), node.lineno, _texts(arguments[1]))


def _fields(listing: Listing, file: File, name: str, line: int, names: Sequence[str]) -> None:
    """Take in the names that a call gives to a type as text."""
    whole = f"{file.module}.{name}" if "." in file.module else name
    new = ("Python", whole) not in listing.types
    one = listing.type_of(whole, "Python")
    if new:
        one.declared = True
        one.outside.add("tuple")
        one.places.append((file.path, line, line + len(names)))
    for each in names:
        if each.isidentifier():
            one.members.setdefault(each, Member(each, "generated", file.path, line))
