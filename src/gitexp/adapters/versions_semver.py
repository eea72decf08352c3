"""Orders semantic versions (npm, cargo, go, hex, pub, SwiftPM) with the library `semver`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from gitexp.adapters.versions_cuts import Key, Place

if TYPE_CHECKING:
    from semver import Version

_VERSION = re.compile(
    r"[vV=\s]*+(?P<numbers>[0-9]++(?:\.[0-9]++){0,2}+)(?P<early>-[0-9A-Za-z.-]+)?(?:\+(?P<build>[0-9A-Za-z.-]+))?"
)
_Build = tuple[tuple[int, int, str], ...]


class SemverLine:
    """Semantic versions; of one with fewer than three numbers the others are 0. Pub alone orders by build, too."""

    least = "-0"

    def __init__(self, *, builds: bool = False) -> None:
        self._builds = builds

    def place(self, text: str) -> Place:
        """Return where a version stands."""
        found = _VERSION.fullmatch(text.strip())
        if not found:
            raise ValueError(text)
        from semver import Version

        numbers = [int(number) for number in found["numbers"].split(".")]
        if found["early"] and len(numbers) < 3:
            raise ValueError(text)
        release = ".".join(str(number) for number in [*numbers, 0, 0][:3])
        build = _build(found["build"] or "") if self._builds else ()
        version = Version.parse(f"{release}{found['early'] or ''}")
        # What was built of a release is no prerelease: it is a release of its own.
        return Place((Version.parse(release), () if found["early"] else build), (version, build))

    def following(self, release: Key | None) -> Key | None:
        """Return the next patch. Where builds order, there is always one between."""
        from semver import Version

        if self._builds:
            return None
        first: tuple[Version, _Build] = (Version(0), ())
        return first if release is None else (release[0].bump_patch(), ())


def _build(text: str) -> _Build:
    parts = text.split(".") if text else []
    return tuple((0, int(part), "") if part.isdigit() else (1, 0, part) for part in parts)
