"""A member of a container: found, missing where all that could give it was seen, unverifiable where not."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from gitexp.records.finding import Finding
from gitexp.records.universal import (
    CORE,
    MODULES,
    WITHOUT_COLONS,
    family,
    has_every_object,
    is_built_in,
    is_code,
)
from gitexp.steps.code import PLACES, Code, Declared, Looking, ends, place
from gitexp.steps.look_up_bases import (
    FIRST_FILES,
    MAX_FILES,
    Lineage,
    has_member,
    is_followed,
    lineage,
)
from gitexp.steps.look_up_given import given_to_all
from gitexp.steps.look_up_imports import comes_from_outside
from gitexp.steps.look_up_modules import module_folders
from gitexp.steps.look_up_open import look_up_open
from gitexp.steps.look_up_text import generating, standing_as_text, used_on_self
from gitexp.steps.nearest_names import nearest_members

PARTIAL = "partial"
"""The door of a C# class that says that it has other parts."""
MAX_IMPORTING = 24
"""Files whose imports are read to tell whether the code means another type of the same name."""


def look_up_member(code: Code, name: str, parts: Sequence[str]) -> Looking[Finding]:
    """Return what is established about `parts[-1]` of the container that the other parts name."""
    container, member = tuple(parts[:-1]), parts[-1]
    declaring = code.declaring(container[-1])
    for paths in (_first(code.likely(container), FIRST_FILES), _first(declaring)):
        yield paths
        if direct := _named(code, parts, paths):
            return _found(name, direct)
    types = [
        one
        for one in _named(code, container, _first(declaring))
        if is_followed(code, one) and not _is_namespace(code, one)
    ]
    line = yield from lineage(code, types, member)
    if inherited := _of_types(code, line, member):
        return _found(name, inherited, f"by `{inherited[0].symbol.name}`")
    both = code.files(container[-1]) & code.files(member)
    yield _first(both)
    if elsewhere := _named(code, parts, _first(both)):
        return _found(name, elsewhere)
    if inner := _inside(code, container, member, _first(both)):
        return _found(name, inner, f"inside of it, as `{inner[0].symbol.name}`")
    if not types:
        return (yield from look_up_open(code, name, parts))
    if told := _told_by_text(code, name, line.types, member):
        return told
    if given := (yield from given_to_all(code, types, member)):
        return _found(name, given, f"given to every type by `{given[0].symbol.name}`")
    doubt = _doubt(code, name, container, member, line, declaring, both)
    if len(container) == 1:
        doubt = doubt or (yield from _another_meant(code, types, container[-1]))
    if doubt:
        return Finding(name, "unverifiable", reason=doubt)
    nearest = yield from nearest_members(code, container, member, line)
    where = tuple(one.place for one in types[:PLACES])
    return Finding(name, "missing", where, nearest, _missing(container, member, line))


def _named(code: Code, parts: Sequence[str], paths: Sequence[str]) -> list[Declared]:
    """Return what the files declare under a name; its first parts may be those of a module, which no file writes."""
    found = code.declared(parts, paths)
    for length in range(1, len(parts)):
        if found:
            break
        folders = module_folders(code, parts[:length])
        inside = [path for path in paths if any(path.startswith(folder) for folder in folders)]
        found = code.declared(parts[length:], inside)
    return found


def _inside(code: Code, container: Sequence[str], member: str, paths: Sequence[str]) -> list[Declared]:
    """Return what is declared deeper in a container than it is written: a namespace may stand for what it holds."""
    found = []
    for path in paths:
        for one in code.called(path, member):
            front = one.parts[:-2]
            if any(ends(front[:end], container) for end in range(len(container), len(front) + 1)):
                found.append(Declared(path, one))
    return found


def _first(paths: Iterable[str], most: int = MAX_FILES) -> list[str]:
    return sorted(paths, key=lambda path: (path.count("/"), path))[:most]


def _is_namespace(code: Code, one: Declared) -> bool:
    """Return whether it is a C++ namespace, a TypeScript one, or a module of Rust: open to every file, without bases."""
    outline = code.outline(one.path)
    return one.symbol.kind == "module" and outline is not None and outline.language != "ruby"


def _found(name: str, found: Sequence[Declared], reason: str = "") -> Finding:
    where = tuple(dict.fromkeys(one.place for one in found))[:PLACES]
    return Finding(name, "found", where, reason=reason, declared=True)


def _of_types(code: Code, line: Lineage, member: str) -> list[Declared]:
    """Return the member where any type of a lineage has it."""
    found = []
    for of in line.types:
        wanted = (*of.symbol.parts, member)
        found += [Declared(of.path, one) for one in code.called(of.path, member) if ends(one.parts, wanted)]
    return found


def _told_by_text(code: Code, name: str, types: Sequence[Declared], member: str) -> Finding | None:
    """Return what the text of the types says of a member that no declaration gives."""
    holding = [one for one in types if one.path in code.files(member)]
    for one in holding:
        outline = code.outline(one.path)
        text = generating(code.lines(one), one.symbol.start, _bodies(code, one))
        line = standing_as_text(text, member, outline.language if outline else "")
        if line is not None:
            where = place(one.path, one.symbol.start + line)
            reason = "stands there as text, by which members are made"
            return Finding(name, "found", (where,), reason=reason, declared=True)
    for one in holding:
        line = used_on_self(code.lines(one), member)
        if line is not None:
            where = place(one.path, one.symbol.start + line)
            return Finding(
                name, "unverifiable", (where,), reason="is used there, and declared nowhere that can be seen"
            )
    return None


def _door(code: Code, line: Lineage) -> str:
    """Return which door of a lineage may give a member, empty where none is open."""
    for one in line.types:
        doors = [door for door in one.symbol.door.split(", ") if door]
        if PARTIAL in doors and _is_whole(code, one, line):
            doors.remove(PARTIAL)
        if doors:
            return f"`{', '.join(doors)}` may give it ({one.place})"
    return ""


def _is_whole(code: Code, of: Declared, line: Lineage) -> bool:
    """Return whether a partial class has its other parts in the tree: of one alone the other is made by a build."""
    names = code.qualified(of)
    return sum(bool(code.qualified(one) & names) for one in line.types) > 1


def _bodies(code: Code, of: Declared) -> list[tuple[int, int]]:
    """Return the lines of the functions in a type: what they quote is data of their own."""
    inner = (one.symbol for one in code.members(of))
    return [(one.start, one.end) for one in inner if one.kind in ("function", "method")]


def _doubt(
    code: Code,
    name: str,
    container: Sequence[str],
    member: str,
    line: Lineage,
    declaring: frozenset[str],
    both: frozenset[str],
) -> str:
    """Return why an absence proves nothing here, empty where it does."""
    if not code.sighted.whole:
        return "the search of the tree ended early"
    if len(declaring) > MAX_FILES or len(both) > MAX_FILES:
        return f"too many files speak of `{container[-1]}`"
    if door := _door(code, line):
        return door
    if line.outside:
        return line.outside
    languages = {outline.language for one in line.types if (outline := code.outline(one.path))}
    if len(container) == 1 and (container[0] in MODULES or _of_another_language(container[0], languages)):
        return f"another `{container[0]}` than this tree's may be meant"
    if any(code.called(one.path, "operator->") for one in line.types):
        return "`operator->` may lead to it"
    if member[0].isupper() and any(has_member(code, one, "const_missing") for one in line.types):
        return "`const_missing` may give it"
    if any(has_every_object(language, member) for language in languages):
        return "every object may have it"
    if "::" in name and languages <= WITHOUT_COLONS:
        return "it is written as in another language"
    if any(_only_added_to(code, language, container, line.types) for language in languages):
        return f"`{container[-1]}` is the language's own: this tree only adds to it"
    constant = "::" in name and member[0].isupper() and not member.isupper()
    if "ruby" in languages and constant and len(container) == 1 and not _is_outermost(line, container):
        return f"another `{container[0]}`, outside of `{line.types[0].symbol.name}`, may be meant"
    if seen := [sight for sight in code.seen(f"{container[-1]}.{member}") if is_code(sight.path)]:
        return f"is written at {place(seen[0].path, seen[0].line)}, and declared nowhere that can be seen"
    holding = (path for path in sorted(declaring | both) if is_code(path) and path in code.files(member))
    unread = [path for path in holding if code.unread(path)]
    if unread:
        return f"{place_of(unread[0])}: {code.unread(unread[0])}"
    return _faults(code, line, member, both)


def _of_another_language(name: str, languages: Collection[str]) -> bool:
    """Return whether a type is so common that other languages' may be meant, and the tree's own is in none of them."""
    return name in CORE and not any(is_built_in(language, name) for language in languages)


def _only_added_to(code: Code, language: str, container: Sequence[str], types: Sequence[Declared]) -> bool:
    """Return whether a container is a type of the language itself, which the tree opens again and does not declare."""
    if not is_built_in(language, container[-1]):
        return False
    if family(language) == "ruby":
        return len(container) == 1 or any(one.symbol.parts == (container[-1],) for one in types)
    own = (one for one in types if one.symbol.name.rpartition(".")[2] == container[-1])
    return not any(
        one.symbol.kind in ("class", "struct", "enum", "trait", "module")
        and (outline := code.outline(one.path)) is not None
        and one.symbol in outline.symbols
        for one in own
    )


def _is_outermost(line: Lineage, container: Sequence[str]) -> bool:
    """Return whether a type of the tree is called by just these parts: a constant is looked for from the outside in."""
    return any(one.symbol.parts == tuple(container) for one in line.types)


def _faults(code: Code, line: Lineage, member: str, both: frozenset[str]) -> str:
    """Return where a part that could not be parsed may hide the member, or a base of the type."""
    for one in line.types:
        if code.head_in_doubt(one):
            return f"{one.place}: the head of the type could not be read whole"
    for path in sorted({*(one.path for one in line.types), *both} & code.files(member)):
        if hidden := code.hidden(path, member):
            return f"{place(path, hidden)}: could not be read, and the name stands there"
    return ""


def _another_meant(code: Code, types: Sequence[Declared], word: str) -> Looking[str]:
    """Return why the text may mean another type of the same name: files of the tree take one from outside."""
    languages = {family(outline.language) for one in types if (outline := code.outline(one.path))}
    importing = sorted(code.sighted.importing.get(word, frozenset()))[:MAX_IMPORTING]
    yield importing
    for path in importing:
        outline = code.outline(path)
        if outline is None or family(outline.language) not in languages:
            continue
        for taken in outline.imports:
            if word in (taken.name, taken.original) and comes_from_outside(code, taken, path, types):
                return f"`{word}` of {taken.source} may be meant: {place_of(path)} takes it from there"
    return ""


def place_of(path: str) -> str:
    """Return a path as it can be shown."""
    return place(path, 0).rpartition(":")[0]


def is_document(path: str) -> bool:
    """Return whether a file is prose, which says nothing of what the code has."""
    name = path.rpartition("/")[2].lower()
    return name.endswith((".md", ".rst", ".txt", ".adoc", ".markdown", ".mdx", ".html")) or name.startswith(
        ("changelog", "readme", "news", "history", "release")
    )


def _missing(container: Sequence[str], member: str, line: Lineage) -> str:
    bases = len({one.symbol.name for one in line.types}) - 1
    also = f", nor have its bases in the tree ({bases})" if bases > 0 else ""
    return f"`{'.'.join(container)}` has no `{member}`{also}"
