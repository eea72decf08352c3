"""Says for each condition whether the facts meet it, and from that whether an experience holds here."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from gitexp.records.applicability import Answer, Applicability, applicability
from gitexp.records.facts import Fact, Facts
from gitexp.records.globs import matches, selects
from gitexp.records.languages import LANGUAGES, canonical, languages_of
from gitexp.records.platforms import is_a, known
from gitexp.records.precondition import (
    Condition,
    DependencyCheck,
    KeyCheck,
    LanguageCheck,
    PathCheck,
    PlatformCheck,
    Preconditions,
    SymbolCheck,
)
from gitexp.steps.answering import ABSENT, PRESENT, Once, how, plain
from gitexp.steps.applicability_dependency import dependency

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gitexp.ports import Versions

_NAMED = 3
"""Languages that are named where none of them is the one."""


def judge(preconditions: Preconditions[str], facts: Facts, versions: Versions) -> Applicability:
    """Return whether an experience with these preconditions holds here, and why."""
    conditions = (*preconditions.must, *preconditions.must_not, *preconditions.typical_env)
    return applicability(preconditions, {one: answer(one, facts, versions) for one in conditions})


def answer(condition: Condition[str], facts: Facts, versions: Versions) -> Answer:
    """Return what the facts say about one condition (DESIGN.md section 6)."""
    match condition.check:
        case DependencyCheck() as check:
            return dependency(check, facts, versions)
        case LanguageCheck() as check:
            return _language(check, facts)
        case PathCheck() as check:
            return _path(check, facts)
        case SymbolCheck() as check:
            return _symbol(check, facts)
        case PlatformCheck() as check:
            return _platform(check, facts)
        case KeyCheck() as check:
            return _key(check, facts)
        case None:
            return _words(condition.text, facts)


def _language(check: LanguageCheck, facts: Facts) -> Answer:
    wanted = canonical(check.language)
    question = f"is this {wanted}? {how('language', wanted)}"
    if fact := facts.given.get("language"):
        named = [canonical(value) for value in _several(fact.value)]
        return Answer(wanted in named, f"language {', '.join(named)} ({fact.origin})")
    paths = facts.files or facts.tracked
    spoken = _spoken(Once(paths))
    if wanted in spoken:
        return Answer(True, f"{wanted} ({spoken[wanted]})")
    if not paths:
        return Answer(None, "no file was asked about and none is tracked", question)
    untold = next((path for path in facts.files if not languages_of(path)), None)
    if untold or (not facts.files and wanted not in LANGUAGES):
        return Answer(None, f"the language of {untold or 'these files'} can't be told by name", question)
    return Answer(False, f"here: {_few(sorted(spoken)) or 'no language that exp knows'}")


def _few(names: Sequence[str]) -> str:
    more = f" and {len(names) - _NAMED} more" if len(names) > _NAMED else ""
    return ", ".join(names[:_NAMED]) + more


@lru_cache(maxsize=4)
def _spoken(paths: Once[str]) -> dict[str, str]:
    """Return each language of these files with the first file that shows it."""
    first: dict[str, str] = {}
    for path in paths.items:
        for language in languages_of(path):
            first.setdefault(language, path)
    return first


def _path(check: PathCheck, facts: Facts) -> Answer:
    paths = facts.files or facts.tracked
    question = f"which file is this about ({check.glob})? exp recall --file PATH"
    if not selects(check.glob):
        return Answer(None, f"the glob `{check.glob}` selects nothing", question)
    if not paths:
        return Answer(None, "no file was asked about and none is tracked", question)
    found = _first_match(check.glob, Once(paths))
    if found is not None:
        return Answer(True, f"{found} matches {check.glob}")
    nothing = f"{paths[0]} does not match" if len(paths) == 1 else f"none of {len(paths)} files matches"
    return Answer(False, f"{nothing} {check.glob}")


@lru_cache(maxsize=1024)
def _first_match(glob: str, paths: Once[str]) -> str | None:
    return next((path for path in paths.items if matches(glob, path)), None)


def _symbol(check: SymbolCheck, facts: Facts) -> Answer:
    declared = facts.given.get(check.symbol)
    if declared is not None:
        present = plain(declared.value) != ABSENT
        return Answer(present, f"{check.symbol} is {'here' if present else 'not here'} ({declared.origin})")
    finding = facts.symbols.get(check.symbol)
    question = f"is `{check.symbol}` in the code here? {how(check.symbol, 'yes')} (or `no`)"
    if finding is None:
        return Answer(None, f"{check.symbol} was not looked up", question)
    if finding.answer == "found":
        return Answer(True, f"{check.symbol} ({finding.where[0] if finding.where else 'found'})")
    if finding.answer == "missing":
        nearest = f", nearest {finding.nearest[0]}" if finding.nearest else ""
        return Answer(False, f"no {check.symbol} here{nearest}")
    return Answer(None, finding.reason or f"{check.symbol} could not be looked up", question)


def _platform(check: PlatformCheck, facts: Facts) -> Answer:
    fact = facts.given.get("platform") or (Fact(facts.platform, "this machine") if facts.platform else None)
    wanted = plain(check.platform)
    question = f"is the platform {wanted}? {how('platform', wanted)}"
    if fact is None:
        return Answer(None, "the platform is not known", question)
    if any(is_a(one, wanted) for one in _several(fact.value)):
        return Answer(True, f"{plain(fact.value)} ({fact.origin})")
    if "platform" not in facts.given and not known(wanted):
        return Answer(None, f"exp knows no platform `{wanted}`; here is {fact.value}", question)
    return Answer(False, f"{plain(fact.value)}, not {wanted} ({fact.origin})")


def _key(check: KeyCheck, facts: Facts) -> Answer:
    """A free key has what people declared, else what the repository shows. Without `is`, anything but `no` will do."""
    wanted = " or ".join(check.values)
    fact = facts.given.get(check.key)
    if fact is None and (shown := _shown(check, facts)):
        return shown
    if fact is None:
        question = f"is {check.key} {wanted}?" if wanted else f"is {check.key} given?"
        return Answer(None, f"nobody said what {check.key} is", f"{question} {how(check.key, '…')}")
    here = f"{check.key} is {fact.value} ({fact.origin})"
    said = {plain(fact.value), *_several(fact.value)}
    met = not said.isdisjoint(map(plain, check.values)) if wanted else said != {ABSENT}
    return Answer(met, here if met else f"{here}, needs {wanted or 'any'}")


def _shown(check: KeyCheck, facts: Facts) -> Answer | None:
    """Return what the repository shows of a key, None where it can't tell: of what it would not see it says nothing."""
    fact = facts.environment.get(check.key)
    tellable = facts.tellable.get(check.key, frozenset())
    here = _several(fact.value) if fact else []
    met = next(
        (value for value in check.values if plain(value) in here),
        here[0] if here and not check.values else None,
    )
    if fact and met:
        return Answer(True, f"{check.key} is {met} ({fact.origin})")
    if check.values and all(plain(value) in tellable for value in check.values):
        seen = f"{check.key} is {fact.value} ({fact.origin})" if fact else f"no {check.key} is seen here"
        return Answer(False, f"{seen}, needs {' or '.join(check.values)}")
    return None


def _words(text: str, facts: Facts) -> Answer:
    """Words without a check are decided only by a person's yes or no to these very words."""
    fact = next((fact for key, fact in facts.given.items() if plain(key) == plain(text)), None)
    if fact and plain(fact.value) in (PRESENT, ABSENT):
        return Answer(plain(fact.value) == PRESENT, f"{text}: {plain(fact.value)} ({fact.origin})")
    return Answer(None, "no fact speaks of it", f"{text}: yes or no? {how(text, 'yes')}")


def _several(value: str) -> list[str]:
    """Return the values of a fact: with commas it has several, and any of them answers a check."""
    return [plain(one) for one in value.split(",") if one.strip()]
