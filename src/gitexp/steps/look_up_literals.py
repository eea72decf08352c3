"""A key of an object literal, where nothing else of the tree is called by the literal's name."""

from __future__ import annotations

from collections.abc import Sequence

from gitexp.records.finding import Finding
from gitexp.records.outline import VALUES
from gitexp.records.universal import family, is_code
from gitexp.steps.code import PLACES, Code, Declared, Looking, place
from gitexp.steps.look_up_bases import MAX_FILES
from gitexp.steps.look_up_text import opened_by, standing_as_text, takes_more_in
from gitexp.steps.look_up_written import written_so
from gitexp.steps.nearest_names import nearest_keys


def literals_of(code: Code, container: Sequence[str], member: str) -> list[Declared]:
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


def in_literals(
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
    if told := written_so(code, name, container, member):
        return told
    nearest = yield from nearest_keys(code, container, member, literals)
    where = tuple(one.place for one in literals[:PLACES])
    return Finding(name, "missing", where, nearest, f"`{'.'.join(container)}` has no `{member}`")
