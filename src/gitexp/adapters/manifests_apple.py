"""Reads CocoaPods' manifests: Podfile and *.podspec by the form of their calls, and Podfile.lock line by line.

A pod may be asked for in parts (`Firebase/Core`): both the part and the pod it belongs to are here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from gitexp.adapters.manifests_reading import Counts, Importer, Reading, Unreadable, unique
from gitexp.adapters.manifests_ruby_code import calls, requirement
from gitexp.adapters.manifests_text import without_conflicts
from gitexp.records.facts import Dependency

_ELSEWHERE = (
    "require",
    "require_relative",
    "load",
    "eval",
    "instance_eval",
    "podspec",
    "use_native_modules!",
    "use_react_native!",
    "use_expo_modules!",
    "flutter_install_all_ios_pods",
    "flutter_install_all_macos_pods",
)
"""They bring in code, or a podspec, that may name more pods."""
_COMPUTED = "the name of a pod is worked out by code, which exp does not run"


def podfile(path: str, text: str) -> Reading:
    """Read a Podfile: what all its targets name together."""
    found: list[Dependency] = []
    unread: list[str] = []
    counts: Counts = "whole"
    for call in calls(text, ("pod", *_ELSEWHERE)):
        if call.name == "pod" and call.texts:
            found += _pod(call.texts[0], path, declared=requirement(call.texts[1:]))
        elif call.name == "pod" and call.rest:
            counts = "part"
            unread.append(f"line {call.line}: {_COMPUTED}")
        elif call.name != "pod":
            counts = "part"
    return Reading(unique(found), counts, tuple(unread))


def _pod(
    name: str, path: str, version: str | None = None, declared: str | None = None
) -> Iterator[Dependency]:
    """Yield the pod, and before it the part that was asked for."""
    for one in dict.fromkeys((name, name.partition("/")[0])):
        yield Dependency("cocoapods", one, path, version=version, declared=declared)


def podspec(path: str, text: str) -> Reading:
    """Read a *.podspec: the pod, and what it and its parts depend on. What else Ruby code may be is no list."""
    found: list[Dependency] = []
    unread: list[str] = []
    own: dict[str, tuple[str, ...]] = {}
    for call in calls(text, ("dependency", "name=", "version="), receiver=True):
        if call.name != "dependency":
            own.setdefault(call.name, call.texts)
        elif call.texts:
            found += _pod(call.texts[0], path, declared=requirement(call.texts[1:]))
        else:
            unread.append(f"line {call.line}: {_COMPUTED}")
    name = next(iter(own.get("name", ())), "")
    version = next(iter(own.get("version", ())), None)
    itself = [Dependency("cocoapods", name, path, version=version)] if name else []
    others = [one for one in found if one.name.partition("/")[0] != name]
    counts: Counts = "part" if unread else "whole" if "Pod::Spec" in text else "nothing"
    return Reading(unique([*itself, *others]), counts, tuple(unread))


_POD = re.compile(r"(?P<indent> *)- [\"']?(?P<name>[^\s\"'()]+)(?: \((?P<version>[^\s()]+)\))?[\"']?:?")
_SECTIONS = frozenset({"PODS", "DEPENDENCIES", "PODFILE CHECKSUM", "COCOAPODS"})
_TOOL = re.compile(r"COCOAPODS: (?P<version>\d\S*)")


def podfile_lock(path: str, text: str, importers: Sequence[Importer]) -> Reading | None:
    """Read a Podfile.lock. It is for the Podfile beside it."""
    found: list[Dependency] = []
    section, indent = "", ""
    seen: set[str] = set()
    for line in without_conflicts(text).splitlines():
        if line[:1] not in ("", " ", "-"):
            section, indent = line.rstrip(), "none yet"
            seen.add(section.partition(":")[0])
        if tool := _TOOL.fullmatch(line.rstrip()):
            found.append(Dependency("cocoapods", "cocoapods", path, version=tool["version"]))
        elif section == "PODS:" and (pod := _POD.fullmatch(line.rstrip())):
            indent = pod["indent"] if indent == "none yet" else indent
            # What lies deeper is what a pod asks for, not what it got.
            found += _pod(pod["name"], path, version=pod["version"]) if pod["indent"] == indent else ()
    if not seen & _SECTIONS and text.strip() not in ("", "{}"):
        raise Unreadable("it is no Podfile.lock")
    if importers and all(importer.folder != "." for importer in importers):
        return None
    return Reading(unique(found))
