"""Imports: whether what a file takes from elsewhere comes from this tree or from outside of it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from gitexp.records.outline import Import
from gitexp.records.tree import Tree
from gitexp.records.universal import FAMILIES
from gitexp.steps.code import Code, Declared

MOST = 50
WHOLE = frozenset({"php", "jvm"})
"""Families whose imports say the whole name of a type."""
_ROOTS = frozenset({"", "src", "lib", "python", "packages", "crates", "app"})
_ENDINGS = (".py", ".pyi", ".pyx", ".java", ".kt", ".scala", ".php", ".rb", ".dart", ".lua", ".ex")
_GO_MODULE = re.compile(r"^module\s+(\S+)", re.MULTILINE)
_SPLIT = re.compile(r"::|[./\\\\]")


def comes_from_outside(code: Code, taken: Import, path: str, types: Sequence[Declared] = ()) -> bool:
    """Return whether an import of a file names a module that this tree does not hold.

    Where imports say the whole name of a type, it comes from outside if it is none of `types`, as far as there are any.
    """
    source = taken.source.strip("\"'<>")
    outline = code.outline(path)
    language = FAMILIES.get(outline.language, outline.language) if outline else ""
    if language in WHOLE and types and taken.name != "*":
        whole = tuple(part for part in _SPLIT.split(source) if part)
        if taken.original:
            whole = (*whole, taken.original)
        return not any(whole in code.qualified(one) for one in types)
    match language:
        case "ecmascript":
            return _npm(code.tree, source)
        case "rust":
            return _crate(code.tree, source, path)
        case "go":
            return not any(source == own or source.startswith(f"{own}/") for own in _go_modules(code))
    if source.startswith("."):
        return False
    parts = [part for part in _SPLIT.split(source) if part]
    return not parts or not _is_module(code.tree, parts)


def _npm(tree: Tree, source: str) -> bool:
    """A package is in the tree where a folder of its name has a package.json; `#x`, `@/x`, `~/x` are a tree's own."""
    if source.startswith((".", "/", "#", "@/", "~/")):
        return False
    parts = source.split("/")
    name = parts[1] if source.startswith("@") and len(parts) > 1 else parts[0]
    return not tree.named(f"{name}/package.json", 1)


def _crate(tree: Tree, source: str, path: str) -> bool:
    """A crate is in the tree where a folder of its name has a Cargo.toml; a module may also stand beside the file."""
    first = _SPLIT.split(source)[0]
    if first in ("crate", "self", "super", "Self"):
        return False
    folder = path.rpartition("/")[0]
    stem = path.rpartition("/")[2].removesuffix(".rs")
    for home in (folder, f"{folder}/{stem}".lstrip("/")):
        beside = f"{home}/{first}".lstrip("/")
        if f"{beside}.rs" in tree or beside in tree.folders:
            return False
    return not any(tree.named(f"{name}/Cargo.toml", 1) for name in (first, first.replace("_", "-")))


def _go_modules(code: Code) -> list[str]:
    """Return the names of the Go modules that the tree holds."""
    files = code.tree.named("go.mod", MOST)
    return [found[1] for path in files if (found := _GO_MODULE.search(code.text(path)))]


def _is_module(tree: Tree, parts: Sequence[str]) -> bool:
    """Return whether the tree has the module as a file or a folder; a single name only where modules begin."""
    name = "/".join(parts)
    found = [path for path in tree.named(name, MOST) if path in tree.folders]
    for ending in _ENDINGS:
        found += tree.named(f"{name}{ending}", MOST)
    if len(parts) > 1:
        return bool(found)
    return any(path.rpartition("/")[0] in _ROOTS or "packages/" in path for path in found)
