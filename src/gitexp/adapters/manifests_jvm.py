"""Reads pom.xml. A Maven name is `group:artifact`; `java` is a dependency too, at least the release compiled for.

What a parent in another file gives is no matter of this one: a dependency that takes its version from there has none here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from gitexp.adapters.manifests_reading import Counts, Reading, Unreadable, unique
from gitexp.adapters.manifests_text import written
from gitexp.records.facts import Dependency

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

_ENTITY = re.compile(r"&(?!(?:amp|lt|gt|quot|apos);)\w+;")
"""Maven takes HTML's entities for what they mean (`&oslash;`, in names of people); to XML they are none."""
_REFERENCE = re.compile(r"\$\{([^{}]*)\}")
_MAX_DEPTH = 20
_MAX_VALUE = 200
_MOVING = ("LATEST", "RELEASE")
_RELEASES = ("maven.compiler.release", "maven.compiler.target", "maven.compiler.source", "java.version")

_Managed = dict[str, set[str | None]]
"""The versions that dependencyManagement has for a name."""


def pom_xml(path: str, text: str) -> Reading:
    """Read a pom.xml. What its profiles and its dependencyManagement name counts as named; plugins don't."""
    project = _project(text)
    profiles = [one for listed in _children(project, "profiles") for one in _children(listed, "profile")]
    coordinates, values = _coordinates(project), _properties(project)
    main = _Values(coordinates, _settled(values, profiles))
    own = [_Values(coordinates, _properties(profile), values) for profile in profiles]
    parts = [(project, main), *zip(profiles, own, strict=True)]
    unread: list[str] = []
    common = _managed([(project, main)], unread)
    found = [*_itself(main, path), _java(project, main, path)]
    for place, known in parts:
        managed = {} if place is project else _managed([(place, known)], unread)
        for name, version in _named(place, known, unread):
            said = {*common.get(name, ()), *managed.get(name, ())}
            found.append(_row(name, version or (said.pop() if len(said) == 1 else None), path))
    named = {one.name for one in found}
    for name, versions in _managed(parts, unread).items():
        found += [_row(name, version, path) for version in versions if name not in named]
    parts_elsewhere = [one for name in ("parent", "modules") for one in _children(project, name)]
    counts: Counts = "part" if unread or parts_elsewhere else "whole"
    return Reading(unique(found), counts, tuple(dict.fromkeys(unread)))


def _project(text: str) -> Element:
    import xml.etree.ElementTree as xml

    written(text)
    if "<!DOCTYPE" in text or "<!ENTITY" in text:
        raise Unreadable("it holds a document type: not read")
    try:
        root = xml.fromstring(_ENTITY.sub("?", text))
    except (xml.ParseError, ValueError) as error:
        raise Unreadable(f"it is no valid XML: {error}") from error
    if _tag(root) != "project":
        raise Unreadable("it is no <project>")
    return root


def _tag(element: Element) -> str:
    return element.tag.rpartition("}")[2]


def _children(element: Element, name: str) -> Iterator[Element]:
    return (child for child in element if _tag(child) == name)


def _said(element: Element, name: str) -> str | None:
    """Return the text of a child, if it says something."""
    return next((text for child in _children(element, name) if (text := (child.text or "").strip())), None)


def _coordinates(project: Element) -> dict[str, str]:
    """Return what `${project.…}` means: the project's own, and where it says nothing its parent's."""
    parent = next(_children(project, "parent"), None)
    found: dict[str, str] = {}
    for name in ("groupId", "artifactId", "version"):
        inherited = _said(parent, name) if parent is not None else None
        said = _said(project, name) or (inherited if name != "artifactId" else None)
        for prefix in ("project.", "pom.", ""):
            found |= {f"{prefix}{name}": said} if said else {}
            found |= {f"{prefix}parent.{name}": inherited} if inherited else {}
    return found


def _properties(place: Element) -> dict[str, str]:
    listed = (child for properties in _children(place, "properties") for child in properties)
    return {_tag(child): (child.text or "").strip() for child in listed}


def _settled(values: dict[str, str], profiles: list[Element]) -> dict[str, str]:
    """Return the properties that no profile sets to something else: which profile is on can't be told."""
    other = {
        name
        for profile in profiles
        for name, value in _properties(profile).items()
        if value != values.get(name, value)
    }
    return {name: value for name, value in values.items() if name not in other}


class _Values:
    """The properties of one part of the file, each resolved once; one that leads back to itself has no value."""

    def __init__(self, *given: dict[str, str]) -> None:
        self._given = given
        self._known: dict[str, str | None] = {}

    def resolved(self, text: str | None, depth: int = 0) -> str | None:
        """Return the text with its `${…}` filled in; None where one of them can't be told."""
        if text is None or "${" not in text:
            return text
        if depth > _MAX_DEPTH or len(text) > _MAX_VALUE:
            return None
        filled = text
        for name in dict.fromkeys(_REFERENCE.findall(text)):
            value = self._value(name, depth + 1)
            if value is None or len(filled) > _MAX_VALUE:
                return None
            filled = filled.replace(f"${{{name}}}", value)
        return None if "${" in filled or len(filled) > _MAX_VALUE else filled

    def _value(self, name: str, depth: int) -> str | None:
        if name not in self._known:
            self._known[name] = None
            said = next((given[name] for given in self._given if name in given), None)
            self._known[name] = self.resolved(said, depth)
        return self._known[name]


def _itself(values: _Values, path: str) -> Iterator[Dependency]:
    """Yield the project and its parent: they are here as surely as what it depends on."""
    for prefix in ("project.", "project.parent."):
        group, artifact, version = (
            values.resolved(f"${{{prefix}{name}}}") for name in ("groupId", "artifactId", "version")
        )
        if group and artifact:
            yield _row(f"{group}:{artifact}", version, path)


def _java(project: Element, values: _Values, path: str) -> Dependency:
    """Return the Java release that is compiled for, as a property or the compiler's plugin says it."""
    plugins = (
        plugin
        for build in _children(project, "build")
        for listed in _children(build, "plugins")
        for plugin in _children(listed, "plugin")
        if _said(plugin, "artifactId") == "maven-compiler-plugin"
    )
    set_up = [one for plugin in plugins for one in _children(plugin, "configuration")]
    said = [_said(one, name) for one in set_up for name in ("release", "target", "source")]
    for text in (*said, *(f"${{{name}}}" for name in _RELEASES)):
        if found := re.fullmatch(r"(?:1\.)?(\d+)", values.resolved(text) or ""):
            return Dependency("maven", "java", path, declared=f">={found[1]}")
    return Dependency("maven", "java", path)


def _managed(parts: list[tuple[Element, _Values]], unread: list[str]) -> _Managed:
    found: _Managed = {}
    for place, values in parts:
        for management in _children(place, "dependencyManagement"):
            for name, version in _named(management, values, unread):
                found.setdefault(name, set()).add(version)
    return found


def _named(place: Element, values: _Values, unread: list[str]) -> Iterator[tuple[str, str | None]]:
    """Yield name and version of each dependency, and note in `unread` those whose name can't be told."""
    for listed in _children(place, "dependencies"):
        for one in _children(listed, "dependency"):
            written = [_said(one, "groupId"), _said(one, "artifactId")]
            group, artifact = (values.resolved(text) for text in written)
            if group and artifact:
                yield f"{group}:{artifact}", values.resolved(_said(one, "version"))
            else:
                told = ":".join((text or "")[:_MAX_VALUE] for text in written)
                unread.append(f"what `{told}` names can't be told from this file")


def _row(name: str, version: str | None, path: str) -> Dependency:
    """Return a dependency: Maven builds with just the version that stands there, if it is no range."""
    text = "".join((version or "").split())
    if exact := re.fullmatch(r"\[([^\[\](),]+)\]", text):
        return Dependency("maven", name, path, version=exact[1])
    if text[:1] in ("[", "("):
        return Dependency("maven", name, path, declared=text)
    return Dependency("maven", name, path, version=text if text and text not in _MOVING else None)
