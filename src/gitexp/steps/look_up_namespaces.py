"""A name in a package or namespace, to which every file of the tree may add: the files that hold the name are asked."""

from __future__ import annotations

import re
from collections.abc import Sequence

from gitexp.records.finding import Finding
from gitexp.records.universal import MODULES, PLATFORMS, family, is_code
from gitexp.steps.code import PLACES, Code, Looking, ends, place
from gitexp.steps.look_up_bases import MAX_FILES
from gitexp.steps.look_up_imports import comes_from_outside
from gitexp.steps.look_up_written import written_so
from gitexp.steps.nearest_names import nearest_in_namespace

_PARTS = re.compile(r"::|[./\\]")
MAX_IMPORTING = 24
"""Files whose imports are read to tell whether they call something else by the same name."""


def namespace_files(code: Code, container: Sequence[str]) -> Looking[list[str]]:
    """Return some files that declare a package or namespace."""
    files = sorted(code.likely(container))[:MAX_FILES]
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


def in_namespace(
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
    if told := written_so(code, name, container, member):
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
            own = _PARTS.split(taken.original or taken.source)[-1] == taken.name
            if not own or comes_from_outside(code, taken, path):
                return f"{path} calls `{taken.source}` by this name"
    return ""
