"""A name in what is open to every file: a package, a namespace, a module of files, the keys of an object literal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gitexp.records.finding import Finding
from gitexp.records.outline import VALUES, Outline, parts_of
from gitexp.records.universal import MODULES, PLATFORMS, family, is_code
from gitexp.steps.code import NOT_FETCHED, PLACES, Code, Declared, Looking, ends, place
from gitexp.steps.look_up_bases import MAX_FILES
from gitexp.steps.look_up_imports import comes_from_outside
from gitexp.steps.look_up_text import opened_by, standing_as_text, takes_more_in
from gitexp.steps.nearest_names import (
    declaring_modules,
    nearest_in_modules,
    nearest_in_namespace,
    nearest_keys,
)

MAX_IMPORTING = 24
"""Files whose imports are read to tell whether they call something else by the same name."""
MAX_MODULES = 40
"""Modules followed through `from x import *`."""
_PYTHON = (".py", ".pyi", ".pyx")


def look_up_open(code: Code, name: str, parts: Sequence[str]) -> Looking[Finding]:
    """Return what is established about a member of a container that is no type of the tree."""
    container, member = tuple(parts[:-1]), parts[-1]
    if modules := module_files(code, container):
        return (yield from _in_modules(code, name, container, member, modules))
    literals = _literals(code, container, member)
    if literals:
        return (yield from _in_literals(code, name, container, member, literals))
    space = yield from _namespace(code, container)
    if space:
        return (yield from _in_namespace(code, name, container, member, space))
    if written := [one for one in code.seen(".".join(parts[-2:])) if is_code(one.path)]:
        where = tuple(dict.fromkeys(place(one.path, one.line) for one in written))[:PLACES]
        return Finding(name, "found", where, reason="is written so, and declared nowhere that can be seen")
    return Finding(name, "unverifiable", reason=_unknown(code, container, member))


def _unknown(code: Code, container: Sequence[str], member: str) -> str:
    """Return why nothing can be said of a member of something that the tree does not declare."""
    if not code.files(container[-1]):
        return f"`{container[-1]}` is nowhere in this tree: of a library?"
    apart = f", though `{member}` stands in the tree too" if code.files(member) else ""
    return _unread(code, container[-1]) or f"`{container[-1]}` is not declared here{apart}"


def module_files(code: Code, container: Sequence[str]) -> tuple[str, ...]:
    """Return the files of a Python module that is written with dots; of one name alone only at the roots of the tree."""
    stem = "/".join(container)
    found = [
        path
        for ending in (*_PYTHON, *(f"/__init__{ending}" for ending in _PYTHON))
        for path in code.tree.named(f"{stem}{ending}", PLACES)
    ]
    if len(container) == 1:
        found = [
            path for path in found if path in {f"{root}{stem}/__init__.py" for root in ("", "src/", "lib/")}
        ]
    return tuple(dict.fromkeys(found))


def module_folders(code: Code, module: Sequence[str]) -> tuple[str, ...]:
    """Return the beginnings of the paths of all that a module holds: of a package its folder, of a file the file."""
    stem = "/".join(module)
    endings = (*_PYTHON, *(f"/__init__{ending}" for ending in _PYTHON))
    found = [path for ending in endings for path in code.tree.named(f"{stem}{ending}", MAX_MODULES)]
    begun = [path.removesuffix(f"__init__{_init(path)}") if _init(path) else path for path in found]
    # A package needs no file of its own.
    folders = [f"{path}/" for path in code.tree.named(stem, MAX_MODULES) if path in code.tree.folders]
    return tuple(dict.fromkeys((*begun, *folders)))


def _init(path: str) -> str:
    return next((ending for ending in _PYTHON if path.endswith(f"/__init__{ending}")), "")


def _in_modules(
    code: Code, name: str, container: Sequence[str], member: str, modules: Sequence[str]
) -> Looking[Finding]:
    """Return what modules, and those that they take everything from, say of a name."""
    seen: dict[str, None] = {}
    waiting = list(modules)
    doubt = ""
    while waiting and len(seen) < MAX_MODULES:
        yield waiting
        seen.update(dict.fromkeys(waiting))
        following: list[str] = []
        for path in waiting:
            if where := _module_member(code, path, member):
                reason = "" if path in modules else f"from {path}"
                return Finding(name, "found", (where,), reason=reason, declared=True)
            doubt = doubt or _module_doubt(code, path, member)
            for source in _stars(code.outline(path)):
                more = _module_at(code, path, source)
                doubt = doubt or ("" if more else f"`{source}` is not in this tree")
                following += more
        waiting = [path for path in dict.fromkeys(following) if path not in seen]
    # A variable of that name may be meant as well.
    if len(container) == 1 and (others := code.declaring(container[0]) - set(modules)):
        doubt = doubt or f"`{container[0]}` of {sorted(others)[0]} may be meant"
    if doubt or waiting:
        return Finding(name, "unverifiable", reason=doubt or "it takes everything from too many modules")
    if told := _used(code, name, container, member):
        return told
    beside = declaring_modules(code, member)
    yield beside
    nearest = nearest_in_modules(code, container, member, tuple(seen), beside)
    return Finding(name, "missing", tuple(modules[:1]), nearest, f"`{'.'.join(container)}` has no `{member}`")


def _module_member(code: Code, path: str, member: str) -> str:
    """Return where a module has a name: declared, taken from elsewhere, a file beside it, or as text."""
    outline = code.outline(path)
    for symbol in code.called(path, member):
        if symbol.name == member:
            return place(path, symbol.start)
    if outline and any(one.name == member for one in outline.imports):
        return place(path, 1)
    folder, _, file = path.rpartition("/")
    if file.startswith("__init__."):
        beside = [f"{folder}/{member}{ending}" for ending in ("", *_PYTHON)] if folder else []
        if inner := next((one for one in beside if one in code.tree), None):
            return place(inner, 1)
    if path in code.files(member):
        line = standing_as_text(code.text(path), member, "python")
        return place(path, line + 1) if line is not None else ""
    return ""


def _module_doubt(code: Code, path: str, member: str) -> str:
    outline = code.outline(path)
    if outline is None:
        return f"{path}: {code.unread(path)}"
    if outline.door:
        return f"`{outline.door}` of the module may give it"
    if line := code.hidden(path, member):
        return f"{place(path, line)}: could not be read, and the name stands there"
    return "" if code.sighted.whole else "the search of the tree ended early"


def _stars(outline: Outline | None) -> Iterator[str]:
    for one in outline.imports if outline else ():
        if one.name == "*":
            yield one.source


def _module_at(code: Code, path: str, source: str) -> list[str]:
    """Return the files of the module that a file names, none where it is not in the tree."""
    dots = len(source) - len(source.lstrip("."))
    rest = source.lstrip(".").replace(".", "/")
    if dots:
        folder = path.split("/")[:-dots]
        stem = "/".join([*folder, rest] if rest else folder)
        listed = [f"{stem}{ending}" for ending in (*_PYTHON, *(f"/__init__{ending}" for ending in _PYTHON))]
        return [one for one in listed if one in code.tree]
    return list(module_files(code, tuple(rest.split("/")))) if "/" in rest else []


def _literals(code: Code, container: Sequence[str], member: str) -> list[Declared]:
    """Return the object literals of that name, none where another value is called so too: it may be meant."""
    files = code.declaring(container[-1])
    if len(files) > MAX_FILES:
        return []
    # A function has no members that a text could mean: what is called so may be what it returns, or a fixture.
    found = [
        one for one in code.declared(container, files) if one.symbol.kind in VALUES and code.members(one)
    ]
    known = {one.path for one in found}
    languages = {family(outline.language) for path in known if (outline := code.outline(path))}
    for path in files - known:
        outline = code.outline(path)
        beside = outline is None or family(outline.language) in languages
        if beside and is_code(path) and not _opens_literals(code, path, container[-1], member):
            return []
    return found


def _opens_literals(code: Code, path: str, word: str, member: str) -> bool:
    """Return whether all that a file calls by a name are object literals, none of which can hold the member."""
    opened = opened_by(code.text(path), word)
    return bool(opened) and all(sign == "{" for sign in opened) and path not in code.files(member)


def _in_literals(
    code: Code, name: str, container: Sequence[str], member: str, literals: Sequence[Declared]
) -> Looking[Finding]:
    yield ()
    for one in literals:
        text = code.lines(one)
        line = standing_as_text(text, member, "javascript") if one.path in code.files(member) else None
        if line is not None:
            seen = place(one.path, one.symbol.start + line)
            return Finding(name, "found", (seen,), reason="stands there as text")
        if one.symbol.door or one.symbol.bases or takes_more_in(text):
            return Finding(name, "unverifiable", (one.place,), reason="what it takes in can't be seen")
        if code.hidden(one.path, member):
            return Finding(name, "unverifiable", (one.place,), reason="the file could not be read whole")
    if told := _used(code, name, container, member):
        return told
    nearest = yield from nearest_keys(code, container, member, literals)
    where = tuple(one.place for one in literals[:PLACES])
    return Finding(name, "missing", where, nearest, f"`{'.'.join(container)}` has no `{member}`")


def _namespace(code: Code, container: Sequence[str]) -> Looking[list[str]]:
    """Return some files that declare a package or namespace."""
    every = code.declaring(container[-1])
    narrow = every.intersection(*(code.files(part) for part in container[:-1])) or every
    files = sorted(narrow)[:MAX_FILES]
    yield files
    return [path for path in files if _declares(code, path, container)]


def _declares(code: Code, path: str, container: Sequence[str]) -> bool:
    outline = code.outline(path)
    if outline is None:
        return False
    packages = [tuple(one.replace("\\", ".").split(".")) for one in outline.packages]
    inner = [one.parts for one in code.called(path, container[-1]) if one.kind == "module"]
    # One word may be the end of many a namespace, and the name of another thing as well.
    if len(container) == 1:
        return tuple(container) in (*packages, *inner)
    return any(ends(one, container) for one in (*packages, *inner))


def _in_namespace(
    code: Code, name: str, container: Sequence[str], member: str, space: Sequence[str]
) -> Looking[Finding]:
    """Return what the files say that hold the member: one of them would have to declare it in the namespace."""
    holding = code.files(member)
    yield sorted(holding)[:MAX_FILES]
    if found := code.declared((*container, member), holding):
        return Finding(name, "found", tuple(one.place for one in found[:PLACES]), declared=True)
    doubt = yield from _called_so_elsewhere(code, container)
    if doubt:
        pass
    elif len(container) == 1 and container[0] in MODULES:
        doubt = f"another `{container[0]}` than this tree's may be meant"
    elif container[0] in PLATFORMS:
        doubt = f"`{container[0]}` is a platform's: this tree does not hold it whole"
    elif not code.sighted.whole or len(holding) > MAX_FILES:
        doubt = f"too many files speak of `{member}`"
    languages = {family(outline.language) for path in space if (outline := code.outline(path))}
    for path in sorted(holding):
        outline = code.outline(path)
        if outline is None and is_code(path):
            doubt = doubt or f"{path}: {code.unread(path)}"
        elif outline and family(outline.language) in languages and (line := code.hidden(path, member)):
            doubt = doubt or f"{place(path, line)}: could not be read, and the name stands there"
        elif outline and any(member in (one.name, one.original) for one in outline.imports):
            if any(comes_from_outside(code, one, path) for one in outline.imports if one.name == member):
                continue
            doubt = doubt or (
                f"{path} takes a `{member}` from elsewhere" if _declares(code, path, container) else ""
            )
    if not doubt and "c" in languages:  # macros declare what no grammar sees
        looks = (
            path for path in sorted(code.declaring(member) & set(space)) if not code.called(path, member)
        )
        doubt = next((f"{path} seems to declare it" for path in looks), "")
    if doubt:
        return Finding(name, "unverifiable", reason=doubt)
    if told := _used(code, name, container, member):
        return told
    nearest = nearest_in_namespace(code, container, member, tuple(space[:60]), holding)
    return Finding(name, "missing", tuple(space[:1]), nearest, f"`{'.'.join(container)}` has no `{member}`")


def _called_so_elsewhere(code: Code, container: Sequence[str]) -> Looking[str]:
    """Return which file calls something else by the name of a namespace: `import numpy as np`."""
    if len(container) > 1:
        return ""
    importing = sorted(code.sighted.importing.get(container[0], frozenset()))[:MAX_IMPORTING]
    yield importing
    for path in importing:
        outline = code.outline(path)
        for taken in outline.imports if outline else ():
            if taken.name != container[0]:
                continue
            own = parts_of(taken.original or taken.source)[-1:] == (taken.name,)
            if not own or comes_from_outside(code, taken, path):
                return f"{path} calls `{taken.source}` by this name"
    return ""


def _used(code: Code, name: str, container: Sequence[str], member: str) -> Finding | None:
    """Return that code writes the name with its container, though nothing is seen to declare it."""
    for sight in code.seen(f"{container[-1]}.{member}"):
        if is_code(sight.path):
            where = (place(sight.path, sight.line),)
            reason = "is written there, and declared nowhere that can be seen"
            return Finding(name, "unverifiable", where, reason=reason)
    return None


def _unread(code: Code, word: str) -> str:
    """Return why a file that seems to declare a word was not read."""
    for path in sorted(path for path in code.declaring(word) if is_code(path)):
        if (reason := code.unread(path)) and reason != NOT_FETCHED:
            return f"{path}: {reason}"
    return ""
