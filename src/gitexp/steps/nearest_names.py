"""The nearest real names: members of the same container, and the same or a like member of others, siblings first."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

from gitexp.records.universal import family, is_code
from gitexp.steps.code import Code, Declared, Looking, ends
from gitexp.steps.look_up_bases import Lineage
from gitexp.steps.look_up_given import EVERY

MOST = 3
MAX_OTHERS = 40
"""Files read for the members of other types."""
LIKE = 0.55
"""How alike a name must be to be offered."""
_ENDING = re.compile(r"(?<=\w{3})(?:ing|ed|es|s|e)$")
_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[^\W\d_A-Z]+|\d+")


def nearest_members(
    code: Code, container: Sequence[str], member: str, line: Lineage
) -> Looking[tuple[str, ...]]:
    """Return up to three real names as `Container.member`, the likeliest first.

    A rename within the container and a member that moved to another type are told apart by nothing, so both have
    their place: of three at least one is the best of each kind, where there is one.
    """
    others = _others(code, container[-1], member, line)
    yield others
    languages = {family(outline.language) for of in line.types if (outline := code.outline(of.path))}
    own = _ranked(_own(code, container[-1], member, line))
    foreign = _ranked(_foreign(code, container[-1], member, others, line, languages))
    return _mixed(own, foreign)


def declaring_modules(code: Code, member: str) -> list[str]:
    """Return some Python files that may declare a name at their top."""
    return sorted(path for path in code.declaring(member) if path.endswith((".py", ".pyi")))[:MAX_OTHERS]


def nearest_in_modules(
    code: Code, container: Sequence[str], member: str, own: Iterable[str], others: Iterable[str]
) -> tuple[str, ...]:
    """Return up to three names: those at the top of a module that are like one, and the same at the top of another."""
    front = ".".join(container)
    inside = [(likeness(member, name), f"{front}.{name}") for name in _tops(code, own)]
    elsewhere = []
    for path in others:
        if any(symbol.name == member for symbol in code.called(path, member)):
            module = _module_of(path)
            elsewhere.append((0.65 + 0.3 * likeness(front, module), f"{module}.{member}"))
    return _mixed(_ranked(inside), _ranked(elsewhere))


def nearest_in_namespace(
    code: Code, container: Sequence[str], member: str, own: Iterable[str], holding: Iterable[str]
) -> tuple[str, ...]:
    """Return up to three names: those of a package or namespace that are like one, and the same of another."""
    front = ".".join(container)
    every = set(own)
    names = _tops(code, every) | _within(code, every, container)
    inside = [(likeness(member, name), f"{front}.{name}") for name in names]
    elsewhere = []
    for path in holding:
        outline = code.outline(path)
        packages = [one.replace("\\", ".") for one in outline.packages] if outline else []
        for symbol in code.called(path, member):
            for space in packages or [symbol.name.rpartition(".")[0]]:
                if space and space != front:
                    elsewhere.append((0.65 + 0.3 * likeness(front, space), f"{space}.{member}"))
    return _mixed(_ranked(inside), _ranked(elsewhere))


def _tops(code: Code, paths: Iterable[str]) -> set[str]:
    """Return the names that files declare at their top, or pass on."""
    names: set[str] = set()
    for path in paths:
        outline = code.outline(path)
        names |= {one.name for one in outline.symbols if "." not in one.name} if outline else set()
        names |= {one.name for one in outline.imports if one.name != "*"} if outline else set()
    return names


def _within(code: Code, paths: Iterable[str], container: Sequence[str]) -> set[str]:
    """Return the names that stand directly in a module of that name."""
    names: set[str] = set()
    for path in paths:
        outline = code.outline(path)
        for one in outline.symbols if outline else ():
            front, _, last = one.name.rpartition(".")
            if front and ends(front.split("."), container):
                names.add(last)
    return names


def _module_of(path: str) -> str:
    """Return the dotted name of a Python file, without the folders in which packages usually lie."""
    parts = path.rpartition(".")[0].split("/")
    if parts[-1] == "__init__":
        parts.pop()
    while len(parts) > 1 and parts[0] in ("src", "lib", "python"):
        parts = parts[1:]
    return ".".join(parts)


def nearest_keys(
    code: Code, container: Sequence[str], member: str, literals: Sequence[Declared]
) -> Looking[tuple[str, ...]]:
    """Return up to three names: keys of an object literal that are like one, and the same of other things."""
    return (yield from nearest_members(code, container, member, Lineage(tuple(literals))))


def nearest_words(word: str, among: Iterable[str]) -> tuple[str, ...]:
    """Return up to three words that are like one."""
    return tuple(name for _, name in _ranked((likeness(word, one), one) for one in set(among))[:MOST])


def likeness(one: str, other: str) -> float:
    """Return from 0 to 1 how alike two identifiers are: by their letters, or by the words that they are made of."""
    small, large = one.lower().strip("_$@!?"), other.lower().strip("_$@!?")
    if small == large:
        return 1.0
    matcher = difflib.SequenceMatcher(None, small, large, autojunk=False)
    letters = matcher.ratio() if matcher.real_quick_ratio() > 0.5 else 0.0
    words, theirs = _words(one), _words(other)
    shared = 2 * len(words & theirs) / (len(words) + len(theirs)) if words and theirs else 0.0
    return max(letters, 0.95 * shared)


@lru_cache(maxsize=1 << 16)
def _words(name: str) -> frozenset[str]:
    """Return the words of an identifier, of which forms of one word are the same: `opens` and `open`."""
    return frozenset(_ENDING.sub("", word.lower()) for word in _WORD.findall(name))


def _own(code: Code, container: str, member: str, line: Lineage) -> list[tuple[float, str]]:
    """Return the members that the container has, its own and inherited ones."""
    scored = []
    for of in line.types:
        front = of.symbol.name
        for one in code.members(of):
            name = one.symbol.name.removeprefix(f"{front}.")
            scored.append((likeness(member, name), f"{front}.{name}"))
    return scored


def _others(code: Code, container: str, member: str, line: Lineage) -> list[str]:
    """Return the files of other types worth a look: those that declare the member, and those of siblings by name."""
    folders = {of.path.rpartition("/")[0] for of in line.types}

    def distance(path: str) -> tuple[bool, int, str]:
        return path.rpartition("/")[0] not in folders, path.count("/"), path

    declaring = sorted(code.declaring(member), key=distance)[:MAX_OTHERS]
    if len(declaring) < MAX_OTHERS:  # enumerators and keys stand on lines that look like nothing
        holding = (path for path in code.files(member) if is_code(path) and path not in declaring)
        declaring += sorted(holding, key=distance)[: MAX_OTHERS - len(declaring)]
    siblings: list[str] = []
    alike = _siblings(container, code.sighted.types)
    for name in sorted(alike, key=lambda one: (-likeness(container, one), one))[:6]:
        siblings += sorted(code.sighted.types[name], key=distance)[:2]
    if member[:1].isupper():  # a type inside of another is declared in a file of its own
        inner = sorted((-likeness(member, name), name) for name in _siblings(member, code.sighted.types))
        siblings += [path for _, name in inner[:5] for path in sorted(code.sighted.types[name])[:1]]
    return list(dict.fromkeys([*siblings, *declaring]))


def _siblings(container: str, names: Iterable[str]) -> list[str]:
    """Return the names that are so much like the container's that one may have meant them.

    A tree has ten thousands of types: they are looked through by plain substrings.
    """
    words = [word for word in _words(container) if len(word) > 2]
    found = []
    for name in names:
        if name == container or len(name) < 4:
            continue
        small = name.lower()
        if container in name or name in container or sum(word in small for word in words) >= 2:
            found.append(name)
    return found


def _foreign(
    code: Code, container: str, member: str, paths: Sequence[str], line: Lineage, languages: set[str]
) -> list[tuple[float, str]]:
    """Return the members of other types: the very same name counts by how near its type is, another by both."""
    known = {(of.path, of.symbol.name) for of in line.types}
    folders = {of.path.rpartition("/")[0] for of in line.types}
    siblings = frozenset(_siblings(container, code.sighted.types))
    scored: dict[str, float] = {}
    for path in paths:
        outline = code.outline(path)
        if outline is None or family(outline.language) not in languages:
            continue
        every = (*outline.symbols, *outline.also)
        inner = {one.name for one in every if one.kind in ("function", "method")}
        near = 0.05 if path.rpartition("/")[0] in folders else 0.0
        for symbol in every:
            front, _, name = symbol.name.rpartition(".")
            if not front or front == EVERY or front in inner or (path, front) in known:
                continue
            last = front.rpartition(".")[2]
            same = name == member
            if not same and last not in siblings and last != container:
                continue
            score = 0.65 * likeness(member, name) + 0.3 * likeness(container, last) + near
            shown = f"{front}.{name}"
            scored[shown] = max(scored.get(shown, 0.0), score)
    return [(score, name) for name, score in scored.items()]


def _ranked(scored: Iterable[tuple[float, str]]) -> list[tuple[float, str]]:
    best: dict[str, float] = {}
    for score, name in scored:
        if score >= LIKE:
            best[name] = max(score, best.get(name, 0.0))
    return sorted(((score, name) for name, score in best.items()), key=lambda one: (-one[0], one[1]))


def _mixed(own: Sequence[tuple[float, str]], foreign: Sequence[tuple[float, str]]) -> tuple[str, ...]:
    """Return the best three, with at least one of either kind."""
    first = [name for _, name in own[:1]] + [name for _, name in foreign[:1]]
    rest = sorted([*own[1:], *foreign[1:]], key=lambda one: (-one[0], one[1]))
    chosen = [*first, *(name for _, name in rest if name not in first)][:MOST]
    scores = {name: score for score, name in (*foreign, *own)}
    return tuple(sorted(chosen, key=lambda name: (-scores[name], name)))
