"""Orders the versions of gems, pods and NuGet packages with the library `univers`."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from gitexp.adapters.versions_cuts import Key, Place

_PLATFORM = re.compile(
    r"-(?:java|jruby|ruby|mswin|mingw|(?:universal|x86|x86_64|x64|i[3-6]86|arm|arm64|aarch64|ppc|powerpc|s390x|riscv64)-).*\Z"
)
_NUGET = re.compile(
    r"v?(?P<release>[0-9]+(?:\.[0-9]+){0,3})(?P<early>-[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*)?(?:\+[0-9A-Za-z.-]+)?"
)


class GemLine:
    """Gem::Version: a part with a letter makes a prerelease. CocoaPods orders as RubyGems does."""

    least = ""

    def place(self, text: str) -> Place:
        """Return where a version stands, without the platform that a lock file writes behind it."""
        from univers.gem import GemVersion

        version: Callable[[str], Any] = GemVersion
        plain = _PLATFORM.sub("", text.strip()).removeprefix("v").partition("+")[0]
        if not plain[:1].isdigit():
            raise ValueError(text)
        here = version(plain)
        return Place(here.release(), here)

    def following(self, release: Key | None) -> None:
        """There is always a version between two."""


class NugetLine:
    """NuGet's: semantic versions with up to four numbers, their letters in any case."""

    least = "-0"

    def place(self, text: str) -> Place:
        """Return where a version stands; what follows a `+` says nothing."""
        from univers.nuget import Version

        version: Callable[[str], Any] = Version.from_string
        found = _NUGET.fullmatch(text.strip())
        if not found:
            raise ValueError(text)
        release = version(found["release"])
        return Place(release, version(found["release"] + found["early"]) if found["early"] else release)

    def following(self, release: Key | None) -> None:
        """There is always a version between two."""
