"""Bases: what a type inherits, includes or embeds, followed through the tree by name and by import."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gitexp.records.outline import Import, Outline, parts_of
from gitexp.records.universal import EMPTY_BASES, TYPES, family, is_built_in
from gitexp.steps.code import Code, Declared, Looking, ends
from gitexp.steps.look_up_imports import WHOLE, comes_from_outside

MAX_TYPES = 1000
"""Types looked at for one container; a tree with more bases than this is not judged."""
SCOPED = frozenset({"python", "ecmascript"})
"""Families in which what stands inside of a type is seen only through the type."""
REOPENED = frozenset({"ruby", "csharp", "c", "go", "rust", "swift", "objc", "dart", "lua", "elixir"})
"""Families in which one type may be declared in several places, each of which counts."""
FIRST_FILES = 200
"""Files looked at first for one name: mostly one of them has it."""
MAX_FILES = 1500
"""Files looked at for one name before nothing is said of it."""


@dataclass(frozen=True)
class Lineage:
    """All declarations of a container and of its bases; `outside` says in words what could not be followed."""

    types: tuple[Declared, ...]
    outside: str = ""


def lineage(code: Code, start: Sequence[Declared], member: str) -> Looking[Lineage]:
    """Return the types that give members to these, themselves first, up to where one has the member."""
    known: dict[tuple[str, str, int], Declared] = {}
    outside = ""
    waiting = list(start)
    while waiting:
        for one in waiting:
            known.setdefault(_key(one), one)
        if any(has_member(code, one, member) for one in waiting):
            break
        asked = [(one, base) for one in waiting for base in one.symbol.bases]
        files = {one: _files(code, *one) for one in asked}
        yield [path for found in files.values() if found is not None for path in found[:MAX_FILES]]
        waiting = []
        for (one, base), found in files.items():
            types = _types(code, one, base, found)
            doubled = bool(types) and _also_taken(code, one, base)
            if types is None or doubled or _is_built_in(code, one, base):
                outside = outside or f"its base `{base}` was not found in this tree"
            waiting += [each for each in types or () if _key(each) not in known]
        if len(known) + len(waiting) > MAX_TYPES:
            return Lineage(tuple(known.values()), "it has too many bases to follow")
    return Lineage(tuple(known.values()), outside)


def has_member(code: Code, of: Declared, member: str) -> bool:
    """Return whether a type has a member in the file that declares it."""
    wanted = (*of.symbol.parts, member)
    return any(ends(one.parts, wanted) for one in code.called(of.path, member))


def _key(one: Declared) -> tuple[str, str, int]:
    return one.path, one.symbol.name, one.symbol.start


def _is_built_in(code: Code, of: Declared, base: str) -> bool:
    """Return whether a base is a type of the language, which a tree of Ruby may have opened again."""
    outline = code.outline(of.path)
    parts = parts_of(base)
    if outline is None or outline.language != "ruby" or len(parts) != 1:
        return False
    return is_built_in("ruby", parts[0]) and parts[0] not in EMPTY_BASES["ruby"]


def _files(code: Code, of: Declared, base: str) -> list[str] | None:
    """Return the files that may declare a base, None where the file itself says that it is from outside."""
    name, outside = _meant(code, of, base)
    if outside:
        return None
    return sorted(code.declaring(name[-1]) | {of.path})


def _meant(code: Code, of: Declared, base: str) -> tuple[tuple[str, ...], bool]:
    """Return the name of a base where it is declared, and whether its import leads out of the tree."""
    parts, taken = parts_of(base), _taken(code, of, base)
    if taken is None or _here(code, of, parts):
        return parts, False
    outline = code.outline(of.path)
    by_whole_name = outline is not None and family(outline.language) in WHOLE
    if not by_whole_name and comes_from_outside(code, taken, of.path):
        return parts, True
    if taken.original:
        return (taken.original, *parts[1:]), False
    return parts[1:] or parts, False


def _taken(code: Code, of: Declared, base: str) -> Import | None:
    """Return the import by which a file knows a base; PHP's whole names need none."""
    if base.startswith("\\"):
        return None
    outline, parts = code.outline(of.path), parts_of(base)
    return next((one for one in outline.imports if parts and one.name == parts[0]), None) if outline else None


def _also_taken(code: Code, of: Declared, base: str) -> bool:
    """Return whether a file both declares a base and takes it from outside, one where the other fails."""
    taken = _taken(code, of, base)
    return taken is not None and _here(code, of, parts_of(base)) and comes_from_outside(code, taken, of.path)


def _here(code: Code, of: Declared, parts: Sequence[str]) -> bool:
    """Return whether the file itself declares a type of that name."""
    return any(one.kind in TYPES and ends(one.parts, parts) for one in code.called(of.path, parts[-1]))


def _types(code: Code, of: Declared, base: str, files: Sequence[str] | None) -> list[Declared] | None:
    """Return the declarations of a base, none where it is known to be empty, None where they can't be told."""
    outline = code.outline(of.path)
    language = family(outline.language) if outline else ""
    if not parts_of(base):
        return None
    if parts_of(base)[-1] in EMPTY_BASES.get(language, frozenset()):
        return []
    if files is None or len(files) > MAX_FILES:
        return None
    name, taken = _meant(code, of, base)[0], _taken(code, of, base)
    found = [
        one
        for one in code.declared(name, files) or code.declared(name[-1:], files)
        if is_followed(code, one)
        and (one.path, one.symbol.name) != (of.path, of.symbol.name)
        and _same_family(code.outline(one.path), language)
    ]
    if taken and language in WHOLE and comes_from_outside(code, taken, of.path, found):
        return None
    if base.startswith("\\"):  # PHP's whole name
        return [one for one in found if name in code.qualified(one)] or None
    if not taken and language in WHOLE:
        homes = {whole[: -len(of.symbol.parts)] for whole in code.qualified(of)}
        beside = [one for one in found if code.qualified(one) & {(*home, *name) for home in homes}]
        if beside or language == "php":  # which looks nowhere else
            return beside or None
    own = [one for one in found if one.path == of.path] if language not in REOPENED else []
    if chosen := own or _in_scope(of, name, found):
        return chosen
    # A type inside of another is not seen by its bare name.
    return None if language in SCOPED and len(name) == 1 and not taken else found or None


def _in_scope(of: Declared, name: Sequence[str], found: Sequence[Declared]) -> list[Declared]:
    """Return those of the types that the name means where it stands: looked for from the inside out."""
    around = of.symbol.parts[:-1]
    for length in range(len(around), -1, -1):
        wanted = (*around[:length], *name)
        if inside := [one for one in found if one.symbol.parts == wanted]:
            return inside
    return []


def is_followed(code: Code, one: Declared) -> bool:
    """Return whether a symbol is a type whose members can be seen; another name for a type is one where it says of what."""
    if one.symbol.kind == "type":
        return bool(one.symbol.bases or one.symbol.door or code.members(one))
    return one.symbol.kind in TYPES


def _same_family(outline: Outline | None, language: str) -> bool:
    return outline is not None and family(outline.language) == language
