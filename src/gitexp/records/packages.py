"""Names of packages: the ecosystem in front of one, and when two names mean the same package."""

from __future__ import annotations

import re

from gitexp.records.languages import ECOSYSTEMS

_MAJOR = re.compile(r"/v\d+$")


def prefixed(key: str) -> tuple[str | None, str]:
    """Return the ecosystem and the name of `pypi:httpx`; a name without a known prefix has no ecosystem."""
    prefix, _, rest = key.partition(":")
    return (prefix, rest) if prefix in ECOSYSTEMS and rest else (None, key)


def normal(name: str) -> str:
    """Return the name by PEP 503: one name for `Typing_Extensions` and `typing-extensions`."""
    return re.sub(r"[-_.]+", "-", name.strip()).lower()


def keys_of(ecosystem: str, name: str) -> tuple[str, ...]:
    """Return the normal names under which a package may be asked for, the whole one first.

    Maven's artifact may stand for `group:artifact`, and a module of Go by its last name or without its major version.
    """
    if ecosystem == "maven" and ":" in name:
        return normal(name), normal(name.rpartition(":")[2])
    if ecosystem == "go":
        bare = _MAJOR.sub("", name)
        return tuple(dict.fromkeys(map(normal, (name, bare, bare.rpartition("/")[2]))))
    return (normal(name),)


def same(ecosystem: str, one: str, other: str) -> bool:
    """Return whether the name `one` of a package is meant by `other`.

    PyPI reads `-`, `_` and `.` as one, Cargo `-` and `_`, the others don't; Maven and Go have short forms (`keys_of`).
    """
    if ecosystem == "pypi":
        return normal(one) == normal(other)
    if ecosystem == "cargo":
        return one.replace("_", "-").lower() == other.replace("_", "-").lower()
    if ecosystem == "maven" and ":" not in other:
        one = one.rpartition(":")[2]
    if ecosystem == "go" and not _MAJOR.search(other):
        one = _MAJOR.sub("", one)
        one = one.rpartition("/")[2] if "/" not in other else one
    return one.lower() == other.lower()
