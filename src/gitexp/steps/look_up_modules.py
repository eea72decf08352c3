"""A name in a Python module: declared, passed on by an import or `*`, a file beside it, or one that nothing gives."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gitexp.records.finding import Finding
from gitexp.records.outline import Outline
from gitexp.steps.code import PLACES, Code, Looking, place
from gitexp.steps.look_up_text import standing_as_text
from gitexp.steps.look_up_written import written_so
from gitexp.steps.nearest_names import declaring_modules, nearest_in_modules

MAX_MODULES = 40
"""Modules followed through `from x import *`."""
_PYTHON = (".py", ".pyi", ".pyx")


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


def loose_member(code: Code, container: Sequence[str], member: str) -> Looking[str]:
    """Return where a module of one name, wherever it lies, has a member; that it has none would prove nothing."""
    if len(container) != 1:
        return ""
    files = [path for ending in _PYTHON for path in code.tree.named(f"{container[0]}{ending}", MAX_MODULES)]
    yield files
    return next((where for path in files if (where := _module_member(code, path, member))), "")


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


def in_modules(
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
    if told := written_so(code, name, container, member):
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
