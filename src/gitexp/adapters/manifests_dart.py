"""Reads Dart's manifests: pubspec.yaml, and pubspec.lock line by line.

`dart` itself is a dependency of `pub`, declared by the SDK that the project says it needs; so is `flutter`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from gitexp.adapters.manifests_reading import Importer, Reading, Unreadable, table, unique, words
from gitexp.adapters.manifests_text import without_conflicts, written
from gitexp.records.facts import Dependency

_TABLES = ("dependencies", "dev_dependencies")
_ANY = (None, "any", "~", "null")


def pubspec(path: str, text: str) -> Reading:
    """Read a pubspec.yaml. Where `dependency_overrides` gives a range, no other one counts."""
    data = _yaml(path, text)
    overrides = table(data.get("dependency_overrides"))
    found = [*_itself(data, path), *_sdks(data, path)]
    # `flutter: {sdk: flutter}` has its range in `environment`.
    ranged = {one.name for one in found if one.declared}
    asked = {name: value for listed in _TABLES for name, value in table(data.get(listed)).items()}
    named = (_declared(name, value, path) for name, value in {**asked, **overrides}.items())
    found += [one for one in named if one.declared or one.name not in ranged]
    listing = any(key in data for key in (*_TABLES, "environment"))
    return Reading(unique(found), "whole" if listing else "nothing")


def _yaml(path: str, text: str) -> dict[str, object]:
    from gitexp.adapters.yaml_strict import load
    from gitexp.errors import RecordError

    try:
        data = load(written(text), path).data
    except RecordError as error:
        line = error.where.rpartition(":")[2]
        place = f"line {line}: " if line.isdigit() else ""
        raise Unreadable(f"it is no YAML that exp reads: {place}{error.what}") from error
    if not isinstance(data, dict):
        raise Unreadable("it is no mapping")
    return {**data}


def _itself(data: dict[str, object], path: str) -> Iterator[Dependency]:
    """Yield the project: it is here as surely as what it depends on."""
    if name := words(data.get("name")):
        yield Dependency("pub", name, path, version=words(data.get("version")))


def _sdks(data: dict[str, object], path: str) -> Iterator[Dependency]:
    for name, value in table(data.get("environment")).items():
        yield Dependency("pub", "dart" if name == "sdk" else name, path, declared=_range(value))


def _declared(name: str, value: object, path: str) -> Dependency:
    """Return what one entry names. A range stands alone or in `version`; an SDK, a folder or git has none."""
    return Dependency("pub", name, path, declared=_range(value) or _range(table(value).get("version")))


def _range(value: object) -> str | None:
    text = words(value)
    return None if text in _ANY else text


_LINE = re.compile(r"(?P<indent> *)(?P<key>[A-Za-z_][\w-]*|\"[^\"]+\"):(?: +\"?(?P<value>[^\"]*)\"?)?")


def pubspec_lock(path: str, text: str, importers: Sequence[Importer]) -> Reading | None:
    """Read a pubspec.lock. It is for the pubspec.yaml beside it."""
    found: list[Dependency] = []
    named = {one.name for importer in importers for one in importer.dependencies}
    listing = False
    for keys, fields in _entries(text):
        listing = listing or keys[0] in ("packages", "sdks")
        if keys[0] == "packages" and len(keys) == 2:
            # A package of an SDK carries a number that says nothing (0.0.0): that it is here is all.
            version = fields.get("version") if fields.get("source") != "sdk" else None
            if version or keys[1] not in named:
                found.append(Dependency("pub", keys[1], path, version=version))
    if not listing and text.strip():
        raise Unreadable("it is no pubspec.lock")
    if importers and all(importer.folder != "." for importer in importers):
        return None
    return Reading(unique(found))


def _entries(text: str) -> Iterator[tuple[tuple[str, ...], dict[str, str]]]:
    """Yield each entry of the first two levels, with the fields right below it."""
    keys: tuple[str, ...] = ()
    fields: dict[str, str] = {}
    for line in without_conflicts(text).splitlines():
        found = _LINE.fullmatch(line.rstrip())
        depth = len(found["indent"]) if found else 6
        if found and depth == 4:
            fields[found["key"]] = found["value"] or ""
        elif found and depth < 4:
            if keys:
                yield keys, fields
            keys, fields = (*keys[: depth // 2], found["key"].strip('"')), {}
    if keys:
        yield keys, fields
