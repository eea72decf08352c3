"""A name in what is no type: a module, the keys of an object literal, a package or namespace, or nothing of this tree."""

from __future__ import annotations

from collections.abc import Sequence

from gitexp.records.finding import Finding
from gitexp.records.universal import is_code
from gitexp.steps.code import NOT_FETCHED, PLACES, Code, Looking, place
from gitexp.steps.look_up_literals import in_literals, literals_of
from gitexp.steps.look_up_modules import in_modules, loose_member, module_files
from gitexp.steps.look_up_namespaces import in_namespace, namespace_files


def look_up_open(code: Code, name: str, parts: Sequence[str]) -> Looking[Finding]:
    """Return what is established about a member of a container that is no type of the tree."""
    container, member = tuple(parts[:-1]), parts[-1]
    if modules := module_files(code, container):
        return (yield from in_modules(code, name, container, member, modules))
    if loose := (yield from loose_member(code, container, member)):
        return Finding(name, "found", (loose,), declared=True)
    literals = literals_of(code, container, member)
    if literals:
        return (yield from in_literals(code, name, container, member, literals))
    space = yield from namespace_files(code, container)
    if space:
        return (yield from in_namespace(code, name, container, member, space))
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


def _unread(code: Code, word: str) -> str:
    """Return why a file that seems to declare a word was not read."""
    for path in sorted(path for path in code.declaring(word) if is_code(path)):
        if (reason := code.unread(path)) and reason != NOT_FETCHED:
            return f"{path}: {reason}"
    return ""
