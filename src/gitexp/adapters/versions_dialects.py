"""What each ecosystem means by a range, as its own documentation says."""

from __future__ import annotations

import re

from gitexp.adapters.versions_composer import ComposerLine
from gitexp.adapters.versions_cuts import Early
from gitexp.adapters.versions_jvm import GradleLine, MavenLine
from gitexp.adapters.versions_plain import Numbers, PlainLine, VcpkgLine
from gitexp.adapters.versions_ranges import Dialect, last_but_one, second
from gitexp.adapters.versions_semver import SemverLine
from gitexp.adapters.versions_univers import GemLine, NugetLine

PLAIN = (PlainLine(early=True), PlainLine(early=False))
"""For versions that no ecosystem's order has a place for."""
_SEMVER = (SemverLine(),)
_NAMED = Early(in_range=False, declared=False)
"""A prerelease is held only where the range names one of the same release."""
_LATE = Early(declared=False)
"""A range holds prereleases by order, but an installer takes none that was not asked for."""
_EITHER = (True, False)


def dialect(ecosystem: str | None) -> Dialect:
    """Return an ecosystem's dialect; of one that none is known of, what most of them agree in."""
    return _DIALECTS.get(ecosystem or "", _COMMON)


def _pub(numbers: Numbers) -> int:
    """Return up to where pub's `^` holds: `^0.0.3` goes up to 0.1.0."""
    return min(len(numbers), 1 if numbers[0] else 2)


def _strictly(text: str) -> str:
    """Gradle's `strictly 1.2`, `1.2!!` and `[1.0, 2.0[!!1.7`, which prefers 1.7."""
    strict = re.fullmatch(r"strictly\s+(.*)|(.*?)!!.*", text.strip())
    if not strict:
        return text.strip()
    bound = (strict[1] or strict[2] or "").strip()
    return f"={bound}" if re.fullmatch(r"[0-9][^\s+]*", bound) else bound


def _composer(text: str) -> str:
    """Drop what says which stability is taken, and the name of an alias; a branch is no version with a number."""
    plain = re.sub(r"\s+as\s+[^\s,|]+", "", text.strip())
    plain = re.sub(
        r"((?:>=?|<=?|!=)\s*[0-9][^\s,|@-]*)@(RC|beta|alpha|dev)\b", r"\1-\2", plain, flags=re.IGNORECASE
    )
    plain = re.sub(r"@(stable|RC|beta|alpha|dev)\b", "", plain, flags=re.IGNORECASE)
    return re.sub(r"(?<![^\s,|])dev-[^\s,|]+", "<*", plain)


def _cmake(text: str) -> str:
    """Read `1.70 EXACT` as find_package does."""
    exact = re.fullmatch(r"([0-9.]+)\s+EXACT", text.strip())
    return f"={exact[1]}" if exact else text.strip()


_COMMON = Dialect(PLAIN, _LATE)
_GEM = Dialect((GemLine(),), _LATE, bare=("=",))
_DIALECTS = {
    "npm": Dialect(_SEMVER, _NAMED, bare=("=",), partial=(True,), pessimistic=second, hyphen=True),
    "cargo": Dialect(_SEMVER, _NAMED, bare=("^",), partial=(True,)),
    # go.mod asks for at least this version; where it is tidy, that is the one.
    "go": Dialect(_SEMVER, bare=("x", "major"), partial=_EITHER),
    "hex": Dialect(_SEMVER, _NAMED, bare=("=",), partial=_EITHER),
    "swiftpm": Dialect(_SEMVER, _NAMED, partial=_EITHER),
    "pub": Dialect(
        (SemverLine(builds=True),), _LATE, bare=("=",), partial=_EITHER, caret=_pub, early_end="unless named"
    ),
    "maven": Dialect((MavenLine(),), clean=_strictly),
    # A version asked for can be raised by what another one asks for.
    "gradle": Dialect((GradleLine(),), bare=("=", "x", ">="), early_end="always", clean=_strictly),
    "gem": _GEM,
    "cocoapods": _GEM,
    # At least this version, and of those the lowest that there is.
    "nuget": Dialect((NugetLine(),), _NAMED, bare=("=", ">=")),
    "composer": Dialect(
        (ComposerLine(),),
        bare=("=",),
        tilde=last_but_one,
        early_start=True,
        early_end="always",
        hyphen=True,
        clean=_composer,
    ),
    "vcpkg": Dialect((VcpkgLine(early=True), VcpkgLine(early=False)), _LATE),
    # How far above the asked version a package goes on to serve, each package says itself.
    "cmake": Dialect(PLAIN, _LATE, bare=("=", ">="), clean=_cmake),
    "conda": Dialect(PLAIN, _LATE, equals=("=", "x")),
}
