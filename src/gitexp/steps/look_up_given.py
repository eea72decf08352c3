"""Members that every type of a language is given: extensions of C#, and traits of Rust that are implemented for all."""

from __future__ import annotations

from collections.abc import Sequence

from gitexp.records.outline import parts_of
from gitexp.records.universal import family
from gitexp.steps.code import Code, Declared, Looking

EVERY = "*"
"""The name under which an outline tells what belongs to every type."""
MAX_FILES = 120


def given_to_all(code: Code, types: Sequence[Declared], member: str) -> Looking[list[Declared]]:
    """Return the declarations of a member that these types have because every type has it."""
    languages = {family(outline.language) for one in types if (outline := code.outline(one.path))}
    if not languages & {"csharp", "rust"}:
        return []
    holding = sorted(code.declaring(member))[:MAX_FILES]
    yield holding
    found = [
        Declared(path, one)
        for path in holding
        for one in code.called(path, member)
        if _is_of(code, path, languages)
    ]
    if extensions := [one for one in found if one.symbol.parts[:1] == (EVERY,)]:
        return extensions
    traits = {one.symbol.parts[-2] for one in found if len(one.symbol.parts) > 1}
    files = {trait: sorted(code.declaring(trait))[:MAX_FILES] for trait in traits}
    yield [path for paths in files.values() for path in paths]
    given = {
        trait for trait, paths in files.items() if any(_implemented(code, path, trait) for path in paths)
    }
    return [one for one in found if len(one.symbol.parts) > 1 and one.symbol.parts[-2] in given]


def _implemented(code: Code, path: str, trait: str) -> bool:
    """Return whether a file implements a trait for every type."""
    return any(parts_of(base)[-1:] == (trait,) for one in code.called(path, EVERY) for base in one.bases)


def _is_of(code: Code, path: str, languages: set[str]) -> bool:
    outline = code.outline(path)
    return outline is not None and family(outline.language) in languages
