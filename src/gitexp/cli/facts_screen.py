"""Facts as a document and as lines: each with its value and where it comes from."""

from __future__ import annotations

from gitexp.cli import screen
from gitexp.records.facts import Dependency, Facts
from gitexp.records.languages import languages_of


def facts_document(facts: Facts) -> dict[str, object]:
    """Return `{name: {value, from}}`, declared facts first; a dependency's value is its version, else its range.

    Of several places that name a dependency the first with an exact version is shown.
    """
    rows: dict[str, object] = {
        name: {"value": fact.value, "from": fact.origin} for name, fact in facts.given.items()
    }
    if facts.platform:
        rows.setdefault("platform", {"value": facts.platform, "from": "this machine"})
    languages = sorted(
        {language for file in (facts.files or facts.tracked) for language in languages_of(file)}
    )
    if languages:
        origin = "the files asked about" if facts.files else "the tracked files"
        rows.setdefault("language", {"value": ", ".join(languages), "from": origin})
    for one in sorted(facts.dependencies, key=lambda one: one.version is None):
        if one.name in facts.given:
            continue  # declared under its plain name, which wins
        rows.setdefault(f"{one.ecosystem}:{one.name}", {"value": _version(one), "from": one.origin})
    return rows


def _version(one: Dependency) -> str:
    return one.version or one.declared or "any"


def show_facts(facts: Facts) -> None:
    """Print each fact on a line."""
    document = facts_document(facts)
    width = min(40, max((len(name) for name in document), default=0))
    for name, row in document.items():
        if isinstance(row, dict):
            screen.say(
                f"{name:<{width}}  {row['value']}  {screen.style('(' + str(row['from']) + ')', 'dim')}"
            )
