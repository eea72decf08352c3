"""Reads Ruby's manifests: Gemfile and *.gemspec by the form of their calls, and Gemfile.lock.

`ruby` itself is a dependency of `gem`, declared by what the project says it needs.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from gitexp.adapters.manifests_reading import Counts, Importer, Reading, Unreadable, unique
from gitexp.adapters.manifests_ruby_code import calls, requirement
from gitexp.adapters.manifests_text import without_conflicts
from gitexp.records.facts import Dependency

_ELSEWHERE = ("eval_gemfile", "instance_eval", "class_eval", "eval", "load", "require_relative")
"""They bring in code that may name more gems."""
_NEEDED = ("add_dependency", "add_runtime_dependency", "add_development_dependency")
_OWN = ("name=", "version=", "required_ruby_version=")
_ANOTHER_FOLDER = re.compile(r"\bpath\b")
_COMPUTED = "the name of a gem is worked out by code, which exp does not run"


def gemfile(path: str, text: str) -> Reading:
    """Read a Gemfile. What `gemspec` adds is named by the gemspec beside it, which is read itself."""
    found: list[Dependency] = []
    unread: list[str] = []
    counts: Counts = "whole"
    for call in calls(text, ("gem", "ruby", "gemspec", *_ELSEWHERE)):
        if call.name == "ruby":
            found += _ruby(call.texts, path)
        elif call.name == "gem" and call.texts:
            found.append(Dependency("gem", call.texts[0], path, declared=requirement(call.texts[1:])))
        elif call.name == "gem" and call.rest:
            counts = "part"
            unread.append(f"line {call.line}: {_COMPUTED}")
        elif call.name in _ELSEWHERE or _ANOTHER_FOLDER.search(call.rest):
            counts = "part"
    return Reading(unique(found), counts, tuple(unread))


def _ruby(texts: Sequence[str], path: str) -> list[Dependency]:
    needed = requirement(texts)
    return [Dependency("gem", "ruby", path, declared=needed)] if needed else []


def gemspec(path: str, text: str) -> Reading:
    """Read a *.gemspec: what it needs to run and to be developed; without a specification it lists nothing."""
    found: list[Dependency] = []
    unread: list[str] = []
    own: dict[str, tuple[str, ...]] = {}
    for call in calls(text, (*_NEEDED, *_OWN), receiver=True):
        if call.name not in _NEEDED:
            own.setdefault(call.name, call.texts)
        elif call.texts:
            found.append(Dependency("gem", call.texts[0], path, declared=requirement(call.texts[1:])))
        else:
            unread.append(f"line {call.line}: {_COMPUTED}")
    counts: Counts = "part" if unread else "whole" if found or "Gem::Specification" in text else "nothing"
    return Reading(unique([*_itself(own, path), *found]), counts, tuple(unread))


def _itself(own: dict[str, tuple[str, ...]], path: str) -> Iterator[Dependency]:
    """Yield the gem, which is here as surely as what it depends on, and the Ruby it needs."""
    for name in own.get("name", ())[:1]:
        yield Dependency("gem", name, path, version=next(iter(own.get("version", ())), None))
    yield from _ruby(own.get("required_ruby_version", ()), path)


_SECTIONS = frozenset({"GEM", "GIT", "PATH", "PLATFORMS", "DEPENDENCIES"})
_SPEC = re.compile(r"    (?P<name>[^\s()]+) \((?P<version>[^\s()-]+)(?:-[^\s()]+)?\)")
_TOOL = re.compile(r"\s+(?:ruby )?(?P<version>\d+(?:\.\w+?)+?)(?:p\d+)?(?:\s.*)?")
_TOOLS = {"RUBY VERSION": "ruby", "BUNDLED WITH": "bundler"}


def gemfile_lock(path: str, text: str, importers: Sequence[Importer]) -> Reading | None:
    """Read a Gemfile.lock. It is for the Gemfile beside it, and for the gems of the repository that it names."""
    found: list[Dependency] = []
    ours: set[str] = set()
    section = ""
    seen: set[str] = set()
    for line in without_conflicts(text).splitlines():
        if line[:1].isupper():
            section = line.rstrip()
            seen.add(section)
        elif section in ("GEM", "GIT", "PATH") and (spec := _SPEC.fullmatch(line.rstrip())):
            found.append(Dependency("gem", spec["name"], path, version=spec["version"]))
            ours |= {spec["name"]} if section == "PATH" else set()
        elif section in _TOOLS and (tool := _TOOL.fullmatch(line.rstrip())):
            found.append(Dependency("gem", _TOOLS[section], path, version=tool["version"]))
    if not seen & _SECTIONS and text.strip():
        raise Unreadable("it is no Gemfile.lock")
    if importers and not any(_is_for(importer, ours) for importer in importers):
        return None
    return Reading(unique(found))


def _is_for(importer: Importer, ours: set[str]) -> bool:
    """Return whether the lock is this project's: it lies beside it, or names the gem that its gemspec makes."""
    if importer.folder == ".":
        return True
    return any(
        one.name in ours and one.origin.rpartition("/")[2] == f"{one.name}.gemspec"
        for one in importer.dependencies
    )
