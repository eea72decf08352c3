"""Names of platforms: `darwin`, `osx` and `macos` are one; `posix` is all that are not Windows."""

from __future__ import annotations

_NAMES = {
    "linux": "linux linux2 gnu/linux",
    "macos": "macos darwin osx mac macosx",
    "windows": "windows win32 win win64 nt",
    "freebsd": "freebsd",
    "android": "android",
    "ios": "ios",
}
_NAME_OF = {alias: name for name, aliases in _NAMES.items() for alias in aliases.split()}
_POSIX = ("posix", "unix")


def canonical(platform: str) -> str:
    """Return the one name of a platform; an unknown one stays as it is written."""
    lowered = platform.strip().lower()
    return _NAME_OF.get(lowered, lowered)


def known(platform: str) -> bool:
    """Return whether a check on this name can be answered with no."""
    return canonical(platform) in _NAMES or canonical(platform) in _POSIX


def is_a(here: str, wanted: str) -> bool:
    """Return whether the platform here is the wanted one, or of the wanted family."""
    name, family = canonical(here), canonical(wanted)
    return name == family or (family in _POSIX and name in _NAMES and name != "windows")
