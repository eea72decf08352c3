"""Reads a Gradle build script by its form; it is a program, which exp does not run, so its silence says nothing.

What it takes from a version catalog is named as the script names it (`libs.okio.core`), for the catalog to settle.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from gitexp.adapters.manifests_gradle_tokens import Token, tokens
from gitexp.adapters.manifests_reading import Reading, unique
from gitexp.adapters.manifests_text import written
from gitexp.records.facts import Dependency

_COORDINATE = re.compile(r"(?P<name>[\w.-]+:[\w.-]+)(?::(?P<version>[^:@]*))?(?::[^:@]*)?(?:@\w*)?")
_FILLED = re.compile(r"\$(?:\{([^{}]*)\}|(\w+(?:\.\w+)*))")
_HERE = frozenset({"ext", "extra", "project", "rootProject", "this"})
_OF_THE_BUILD = frozenset({"buildscript", "pluginManagement"})
"""Blocks whose dependencies are the build's own, not the project's."""
_NO_NAME = frozenset({"because", "exclude", "group", "name", "module", "version"})
_CATALOG = re.compile(
    r"(?P<catalog>(?:\w*L|l)ibs)\.(?!versions\b|plugins\b)(?P<alias>[\w.]+?)(?:\.get|\.asProvider)*"
)
_TOOLCHAIN = "toolchain"
_COMPATIBLE = frozenset({"sourceCompatibility", "targetCompatibility", "jvmToolchain"})
_MAX_NAME = 200
_END: tuple[Token, ...] = (("mark", "\n"),)
_RELEASE = re.compile(r"(?:JavaVersion\.)?(?:VERSION_)?(?:1[._])?(\d{1,3})")


def gradle_build(path: str, text: str) -> Reading:
    """Read a build.gradle or build.gradle.kts: what stands in its `dependencies` blocks in so many words."""
    script = tokens(written(text))
    known = _constants(script)
    found: list[Dependency] = []
    releases: dict[bool, list[int]] = {True: [], False: []}
    for at, block, listing in _places(script):
        if listing:
            found += _named(script, at, known, path)
        elif release := _release(script, at, block):
            releases[block == _TOOLCHAIN].append(release)
    if least := min(releases[True] or releases[False], default=0):
        found.append(Dependency("maven", "java", path, declared=f">={least}"))
    return Reading(unique(found), "part")


def _constants(script: Sequence[Token]) -> dict[str, str]:
    """Return the names that the script gives one literal value, whatever stands in front of them."""
    known: dict[str, str] = {}
    unsure: set[str] = set()
    for at, (kind, text) in enumerate(script):
        if kind != "mark" or text not in ("=", "+=") or at == 0 or script[at - 1][0] != "word":
            continue
        name = script[at - 1][1].rpartition(".")[2]
        value = script[at + 1 : at + 3]
        literal = (
            text == "=" and value[:1] and value[0][0] == "string" and (value[1:] or _END)[0][1] in "\n;}"
        )
        if not literal or known.setdefault(name, value[0][1]) != value[0][1] or "$" in value[0][1]:
            unsure.add(name)
    return {name: value for name, value in known.items() if name not in unsure}


def _places(script: Sequence[Token]) -> Iterator[tuple[int, str, bool]]:
    """Yield the place of each word and string, its block, and whether it is among the project's dependencies."""
    blocks = [""]
    listing = of_the_build = 0
    for at, (kind, text) in enumerate(script):
        before = script[at - 1] if at else _END[0]
        if (kind, text) == ("mark", "{"):
            blocks.append(before[1].rpartition(".")[2] if before[0] == "word" else "")
            listing += blocks[-1] == "dependencies"
            of_the_build += blocks[-1] in _OF_THE_BUILD
        elif (kind, text) == ("mark", "}") and len(blocks) > 1:
            left = blocks.pop()
            listing -= left == "dependencies"
            of_the_build -= left in _OF_THE_BUILD
        elif kind != "mark":
            ours = not of_the_build and (listing > 0 or _caller(script, at) == "mavenBom")
            yield at, blocks[-1], ours


def _caller(script: Sequence[Token], at: int) -> str:
    """Return the word that a value belongs to: `api` in `api("…")` and `api '…'`, `name` in `name: '…'`."""
    for kind, text in reversed(script[max(0, at - 2) : at]):
        if kind == "word":
            return text
        if text not in "(:=":
            break
    return ""


def _named(script: Sequence[Token], at: int, known: dict[str, str], path: str) -> Iterator[Dependency]:
    kind, text = script[at]
    if len(text) > _MAX_NAME:
        return
    if kind == "word" and (found := _CATALOG.fullmatch(text)) and found["alias"] != "findLibrary":
        yield Dependency("maven", f"{found['catalog']}.{found['alias']}", path)
    if kind != "string":
        return
    caller = _caller(script, at)
    if caller == "group":
        yield from _by_fields(_fields(script, at), known, path)
    elif caller.endswith(".findLibrary"):
        yield Dependency("maven", f"{caller.partition('.')[0]}.{accessor(text)}", path)
    elif caller == "kotlin" and re.fullmatch(r"[\w-]+", text):
        yield Dependency("maven", f"org.jetbrains.kotlin:kotlin-{text}", path)
    elif caller not in _NO_NAME and (one := _COORDINATE.fullmatch(_filled(text, known))):
        yield Dependency("maven", one["name"], path, declared=wanted(one["version"]))


def accessor(alias: str) -> str:
    """Return how a build script writes an alias of a version catalog: `okio-core` is `okio.core`."""
    return re.sub(r"[-_]", ".", alias)


def wanted(version: str | None) -> str | None:
    """Return the version or range that a notation asks for; None where it asks for none, or the script works it out."""
    text = (version or "").strip().removesuffix("!!")
    return text if text and "$" not in text and not text.startswith("latest.") else None


def _filled(text: str, known: dict[str, str]) -> str:
    """Return the text with the names that it holds filled in; `$` stands for what only running the script tells."""
    return _FILLED.sub(lambda found: _value(found[1] or found[2] or "", known), text)


def _value(name: str, known: dict[str, str]) -> str:
    *before, last = name.split(".")
    return known.get(last, "$") if _HERE.issuperset(before) else "$"


def _fields(script: Sequence[Token], at: int) -> dict[str, Token]:
    """Return the values of `group: '…', name: '…', version: …` by their names, from the group's on."""
    fields: dict[str, Token] = {"group": script[at]}
    at += 1
    while script[at : at + 1] == [("mark", ",")]:
        at += 1
        while script[at : at + 1] == [("mark", "\n")]:
            at += 1
        name, mark, value = (*script[at : at + 3], *_END * 3)[:3]
        if name[0] != "word" or mark[1] not in (":", "=") or name[1] in fields:
            break
        fields[name[1]] = value
        at += 3
    return fields


def _by_fields(fields: dict[str, Token], known: dict[str, str], path: str) -> Iterator[Dependency]:
    said = {
        name: _filled(text, known) if kind == "string" else _value(text, known)
        for name, (kind, text) in fields.items()
    }
    if one := _COORDINATE.fullmatch(f"{said['group']}:{said.get('name', '')}"):
        yield Dependency("maven", one["name"], path, declared=wanted(said.get("version")))


def _release(script: Sequence[Token], at: int, block: str) -> int | None:
    """Return the Java release that is compiled for; other tools of a build may ask for others."""
    caller = _caller(script, at)
    asked = caller == "JavaLanguageVersion.of" and block == _TOOLCHAIN
    if not asked and caller.rpartition(".")[2] not in _COMPATIBLE:
        return None
    found = _RELEASE.fullmatch(script[at][1])
    return int(found[1]) if found else None
