"""Names of packages: the ecosystem in front of one, and when two names mean the same package."""

from __future__ import annotations

import re

from gitexp.records.languages import ECOSYSTEMS


def prefixed(key: str) -> tuple[str | None, str]:
    """Return the ecosystem and the name of `pypi:httpx`; a name without a known prefix has no ecosystem."""
    prefix, _, rest = key.partition(":")
    return (prefix, rest) if prefix in ECOSYSTEMS and rest else (None, key)


def normal(name: str) -> str:
    """Return the name by PEP 503: one name for `Typing_Extensions` and `typing-extensions`."""
    return re.sub(r"[-_.]+", "-", name.strip()).lower()


def same(ecosystem: str, one: str, other: str) -> bool:
    """Return whether two names mean the same package: PyPI reads `-`, `_` and `.` as one, the others don't."""
    return normal(one) == normal(other) if ecosystem == "pypi" else one.lower() == other.lower()
