"""Says for each condition whether the facts meet it, and from that whether an experience holds here."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Generic, TypeVar

from gitexp.records.applicability import Answer, Applicability, Truth, applicability
from gitexp.records.facts import Dependency, Fact, Facts
from gitexp.records.globs import matches, selects
from gitexp.records.languages import LANGUAGES, canonical, ecosystems_of, languages_of
from gitexp.records.packages import normal, prefixed, same
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

if TYPE_CHECKING:
    from gitexp.ports import Versions

ABSENT = "no"
"""The declared value that says: this dependency is not here."""
_PRESENT = "yes"
Item = TypeVar("Item")


class _Once(Generic[Item]):
    """A tuple told apart by identity: a hundred checks read a hundred thousand names once, not a hundred times."""

    def __init__(self, items: tuple[Item, ...]) -> None:
        self.items = items

    def __hash__(self) -> int:
        return id(self.items)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Once) and other.items is self.items


def judge(preconditions: Preconditions[str], facts: Facts, versions: Versions) -> Applicability:
    """Return whether an experience with these preconditions holds here, and why."""
    conditions = (*preconditions.must, *preconditions.must_not, *preconditions.typical_env)
    return applicability(preconditions, {one: answer(one, facts, versions) for one in conditions})


def answer(condition: Condition[str], facts: Facts, versions: Versions) -> Answer:
    """Return what the facts say about one condition (DESIGN.md section 6)."""
    match condition.check:
        case DependencyCheck() as check:
            return _dependency(check, facts, versions)
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


def _dependency(check: DependencyCheck, facts: Facts, versions: Versions) -> Answer:
    """What people declared comes first. A `no` for one ecosystem says nothing about the others."""
    rows = list(_named(check, facts))
    denied: list[Fact] = []
    for ecosystem, fact in _declared(check, facts):
        if check.ecosystem or ecosystem is None or _plain(fact.value) != ABSENT:
            return _by_fact(check, fact, _ecosystem(check, ecosystem, rows), versions)
        denied.append(fact)
        rows = [row for row in rows if row.ecosystem != ecosystem]
    if rows:
        return _by_rows(check, rows, versions)
    return Answer(False, f"no {check.key} here ({denied[0].origin})") if denied else _absent(check, facts)


def _declared(check: DependencyCheck, facts: Facts) -> Iterator[tuple[str | None, Fact]]:
    """Yield the facts that people declared under this name, with the ecosystem they wrote, the strongest first."""
    for key, fact in facts.given.items():
        ecosystem, name = prefixed(key)
        if key == check.key:
            yield check.ecosystem, fact
        elif not (ecosystem and check.ecosystem and ecosystem != check.ecosystem) and same(
            ecosystem or check.ecosystem or "pypi", name, check.name
        ):
            yield ecosystem, fact


def _ecosystem(check: DependencyCheck, declared: str | None, rows: Sequence[Dependency]) -> str | None:
    """Return whose rules compare a declared version: as written, or as the only manifests that name it."""
    found = {row.ecosystem for row in rows}
    return check.ecosystem or declared or (found.pop() if len(found) == 1 else None)


def _by_fact(check: DependencyCheck, fact: Fact, ecosystem: str | None, versions: Versions) -> Answer:
    value = fact.value.strip()
    if _plain(value) == ABSENT:
        return Answer(False, f"no {check.key} here ({fact.origin})")
    known = "" if _plain(value) == _PRESENT else value
    here = f"{check.key} {known} ({fact.origin})" if known else f"{check.key} ({fact.origin})"
    if check.version is None:
        return Answer(True, here)
    truth = versions.satisfies(ecosystem, known, check.version) if known else None
    if known and truth is None:
        truth = versions.within(ecosystem, known, check.version)
    return _of_version(check, truth, here, f"{known or 'a version nobody said'} ({fact.origin})")


def _by_rows(check: DependencyCheck, rows: Sequence[Dependency], versions: Versions) -> Answer:
    """Several occurrences (a monorepo) must agree, or it can't be told."""
    rows = _deciding(rows)
    here = f"{check.key} {_listed(rows)}"
    if check.version is None:
        return Answer(True, here)
    truths = {_fits(row, check.version, versions) for row in rows}
    return _of_version(check, truths.pop() if len(truths) == 1 else None, here, _listed(rows))


def _deciding(rows: Sequence[Dependency]) -> list[Dependency]:
    """Drop the ranges that a locked version in the same folder or above it has settled."""
    locked = [(row.ecosystem, _folder(row.origin)) for row in rows if row.version]
    return [
        row
        for row in rows
        if row.version
        or not any(row.ecosystem == ecosystem and _below(row.origin, folder) for ecosystem, folder in locked)
    ]


def _folder(origin: str) -> str:
    folder = origin.rpartition("/")[0]
    # requirements/*.txt speaks for the project that holds the folder.
    return folder.rpartition("/")[0] if folder.rpartition("/")[2] == "requirements" else folder


def _below(origin: str, folder: str) -> bool:
    return not folder or f"{_folder(origin)}/".startswith(f"{folder}/")


def _fits(row: Dependency, wanted: str, versions: Versions) -> Truth:
    if row.version:
        return versions.satisfies(row.ecosystem, row.version, wanted)
    return versions.within(row.ecosystem, row.declared, wanted) if row.declared else None


def _of_version(check: DependencyCheck, truth: Truth, here: str, seen: str) -> Answer:
    if truth is True:
        return Answer(True, here)
    reason = f"needs {check.version}, here {seen}"
    if truth is False:
        return Answer(False, reason)
    question = f"is {check.key} {check.version} here? {_how(check.key, 'VERSION')} (or `no`) (known: {seen})"
    return Answer(None, reason, question)


def _listed(rows: Sequence[Dependency]) -> str:
    words = list(dict.fromkeys(f"{row.version or row.declared or ''} ({row.origin})".strip() for row in rows))
    return ", ".join(words[:3]) + (f" and {len(words) - 3} more" if len(words) > 3 else "")


def _absent(check: DependencyCheck, facts: Facts) -> Answer:
    """No manifest names it: that is a no only where a manifest that would name it was read."""
    read = {manifest.ecosystem for manifest in facts.manifests}
    if check.ecosystem:
        needed = [{check.ecosystem}]
    elif facts.files:
        asked = (ecosystems_of(languages_of(path)) for path in facts.files)
        needed = [set(ecosystems) for ecosystems in asked if ecosystems]
    else:
        tracked = {language for path in facts.tracked for language in languages_of(path)}
        here = (ecosystems_of({language}) for language in sorted(tracked))
        needed = [set(ecosystems) for ecosystems in here if ecosystems] or [read]
    if needed and all(one & read for one in needed):
        paths = [one.path for one in facts.manifests if any(one.ecosystem in wanted for wanted in needed)]
        more = f" and {len(paths) - 3} more" if len(paths) > 3 else ""
        return Answer(False, f"{check.key} is not named in {', '.join(paths[:3])}{more}")
    wanted = f"{check.key} {check.version}" if check.version else check.key
    kind = f"{check.ecosystem} manifest" if check.ecosystem else "manifest that would name it"
    question = f"is {wanted} a dependency here? {_how(check.key, 'VERSION')} (or `no`)"
    return Answer(None, f"no {kind} was read", question)


@lru_cache(maxsize=4)
def _by_name(rows: _Once[Dependency]) -> dict[str, list[Dependency]]:
    index: dict[str, list[Dependency]] = {}
    for row in rows.items:
        index.setdefault(normal(row.name), []).append(row)
    return index


def _named(check: DependencyCheck, facts: Facts) -> Iterator[Dependency]:
    for row in _by_name(_Once(facts.dependencies)).get(normal(check.name), ()):
        if check.ecosystem in (None, row.ecosystem) and same(row.ecosystem, row.name, check.name):
            yield row


def _language(check: LanguageCheck, facts: Facts) -> Answer:
    wanted = canonical(check.language)
    question = f"is this {wanted}? {_how('language', wanted)}"
    if fact := facts.given.get("language"):
        named = [canonical(value) for value in _several(fact.value)]
        return Answer(wanted in named, f"language {', '.join(named)} ({fact.origin})")
    paths = facts.files or facts.tracked
    spoken = _spoken(_Once(paths))
    if wanted in spoken:
        return Answer(True, f"{wanted} ({spoken[wanted]})")
    if not paths:
        return Answer(None, "no file was asked about and none is tracked", question)
    untold = next((path for path in facts.files if not languages_of(path)), None)
    if untold or (not facts.files and wanted not in LANGUAGES):
        return Answer(None, f"the language of {untold or 'these files'} can't be told by name", question)
    return Answer(False, f"{', '.join(sorted(spoken)[:3]) or 'nothing here'} is not {wanted}")


@lru_cache(maxsize=4)
def _spoken(paths: _Once[str]) -> dict[str, str]:
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
    found = _first_match(check.glob, _Once(paths))
    if found is not None:
        return Answer(True, f"{found} matches {check.glob}")
    nothing = f"{paths[0]} does not match" if len(paths) == 1 else f"none of {len(paths)} files matches"
    return Answer(False, f"{nothing} {check.glob}")


@lru_cache(maxsize=1024)
def _first_match(glob: str, paths: _Once[str]) -> str | None:
    return next((path for path in paths.items if matches(glob, path)), None)


def _symbol(check: SymbolCheck, facts: Facts) -> Answer:
    declared = facts.given.get(check.symbol)
    if declared is not None:
        present = _plain(declared.value) != ABSENT
        return Answer(present, f"{check.symbol} is {'here' if present else 'not here'} ({declared.origin})")
    finding = facts.symbols.get(check.symbol)
    question = f"is `{check.symbol}` in the code here? {_how(check.symbol, 'yes')} (or `no`)"
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
    wanted = _plain(check.platform)
    question = f"is the platform {wanted}? {_how('platform', wanted)}"
    if fact is None:
        return Answer(None, "the platform is not known", question)
    if any(is_a(one, wanted) for one in _several(fact.value)):
        return Answer(True, f"{_plain(fact.value)} ({fact.origin})")
    if "platform" not in facts.given and not known(wanted):
        return Answer(None, f"exp knows no platform `{wanted}`; here is {fact.value}", question)
    return Answer(False, f"{_plain(fact.value)}, not {wanted} ({fact.origin})")


def _key(check: KeyCheck, facts: Facts) -> Answer:
    """A free key has only what people declared. Without `is`, anything but `no` will do."""
    wanted = " or ".join(check.values)
    fact = facts.given.get(check.key)
    if fact is None:
        question = f"is {check.key} {wanted}?" if wanted else f"is {check.key} given?"
        return Answer(None, f"nobody said what {check.key} is", f"{question} {_how(check.key, '…')}")
    here = f"{check.key} is {fact.value} ({fact.origin})"
    said = {_plain(fact.value), *_several(fact.value)}
    met = not said.isdisjoint(map(_plain, check.values)) if wanted else said != {ABSENT}
    return Answer(met, here if met else f"{here}, needs {wanted or 'any'}")


def _words(text: str, facts: Facts) -> Answer:
    """Words without a check are decided only by a person's yes or no to these very words."""
    fact = next((fact for key, fact in facts.given.items() if _plain(key) == _plain(text)), None)
    if fact and _plain(fact.value) in (_PRESENT, ABSENT):
        return Answer(_plain(fact.value) == _PRESENT, f"{text}: {_plain(fact.value)} ({fact.origin})")
    return Answer(None, "no fact speaks of it", f"{text}: yes or no? {_how(text, 'yes')}")


def _how(key: str, value: str) -> str:
    # A fact set for the clone would hold for every file: a file's language is said for one call only.
    setting = f"{shlex.quote(key)}={value}"
    return f"--env {setting}" if key == "language" else f"exp facts set {setting}"


def _several(value: str) -> list[str]:
    """Return the values of a fact: with commas it has several, and any of them answers a check."""
    return [_plain(one) for one in value.split(",") if one.strip()]


def _plain(text: str) -> str:
    return " ".join(text.split()).lower()
