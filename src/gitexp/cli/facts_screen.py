"""Facts as a document and as lines: each with its value and where it comes from."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gitexp.cli import screen
from gitexp.records.facts import Fact
from gitexp.records.languages import languages_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gitexp.records.facts import Dependency, Facts

_WIDEST = 40


def facts_document(facts: Facts) -> dict[str, object]:
    """Return `{name: {value, from}}`, as the groups have them; of two facts of one name the first counts."""
    rows: dict[str, object] = {}
    for _, group in _groups(facts):
        for name, fact in group.items():
            rows.setdefault(name, {"value": fact.value, "from": fact.origin})
    return rows


def show_facts(facts: Facts) -> None:
    """Print the facts by groups, each fact on a line, once."""
    told: set[str] = set()
    for title, group in _groups(facts):
        rows = {name: fact for name, fact in group.items() if name not in told}
        told.update(rows)
        if rows:
            screen.say(screen.style(title, "bold"))
        width = min(_WIDEST, max(map(len, rows), default=0))
        for name, fact in rows.items():
            screen.say(f"  {name:<{width}}  {fact.value}  {screen.style(f'({fact.origin})', 'dim')}")


def _groups(facts: Facts) -> Iterator[tuple[str, dict[str, Fact]]]:
    """Yield the facts by what they are about, the strongest first: given, environment, languages, each manifest."""
    yield "given", dict(facts.given)
    machine = {"platform": Fact(facts.platform, "this machine")} if facts.platform else {}
    yield "environment", {**machine, **facts.environment}
    yield "languages", _languages(facts)
    yield from _by_manifest(facts)


def _languages(facts: Facts) -> dict[str, Fact]:
    """Return the languages by the files' names, and what the files import."""
    spoken = {language for file in (facts.files or facts.tracked) for language in languages_of(file)}
    origin = "the files asked about" if facts.files else "the tracked files"
    rows = {"language": Fact(", ".join(sorted(spoken)), origin)} if spoken else {}
    if facts.imports:
        rows["imports"] = Fact(", ".join(facts.imports), ", ".join(dict.fromkeys(facts.imports.values())))
    return rows


def _by_manifest(facts: Facts) -> Iterator[tuple[str, dict[str, Fact]]]:
    """Yield the dependencies under the first file that names them: manifests nearest first, then lock files.

    The value is the version, else the range. Of several places that name one, the first with an exact version counts.
    """
    deciding: dict[str, Dependency] = {}
    groups: dict[str, dict[str, Fact]] = {}
    for one in facts.dependencies:
        known = deciding.setdefault(_key(one), one)
        if known is one:
            groups.setdefault(one.origin, {})[_key(one)] = Fact("", "")
        elif one.version and not known.version:
            deciding[_key(one)] = one
    for origin, rows in groups.items():
        told = {key: deciding[key] for key in rows if deciding[key].name not in facts.given}
        yield origin, {key: Fact(_version(one), one.origin) for key, one in told.items()}


def _key(one: Dependency) -> str:
    return f"{one.ecosystem}:{one.name}"


def _version(one: Dependency) -> str:
    return one.version or one.declared or "any"
