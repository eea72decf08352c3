"""Says what the facts tell of a condition on a dependency: declared, locked, in a range, imported, or nowhere."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from gitexp.records.applicability import Answer, Truth
from gitexp.records.facts import Dependency, Fact, Facts
from gitexp.records.languages import ecosystems_of, languages_of
from gitexp.records.packages import keys_of, normal, prefixed, same
from gitexp.records.precondition import DependencyCheck
from gitexp.steps.answering import ABSENT, PRESENT, Once, how, plain

if TYPE_CHECKING:
    from gitexp.ports import Versions


def dependency(check: DependencyCheck, facts: Facts, versions: Versions) -> Answer:
    """Return what the facts tell of it.

    What people declared comes first; a `no` for one ecosystem says nothing about the others. What a file imports under
    the package's own name is here, in a version that nobody said.
    """
    rows = list(_named(check, facts))
    denied: list[Fact] = []
    ruled_out: set[str] = set()
    for ecosystem, fact in _declared(check, facts):
        if check.ecosystem or ecosystem is None or plain(fact.value) != ABSENT:
            return _by_fact(check, fact, _ecosystem(check, ecosystem, rows), versions)
        denied.append(fact)
        ruled_out.add(ecosystem)
        rows = [row for row in rows if row.ecosystem != ecosystem]
    if rows:
        return _by_rows(check, rows, versions)
    if file := _importing(check, facts, ruled_out):
        if check.version is None:
            return Answer(True, f"{check.key} (imported by {file})")
        return _of_version(check, None, check.key, f"a version nobody said (imported by {file})")
    absent = _absent(check, facts, ruled_out)
    if denied and absent.truth is False:
        return Answer(False, f"no {check.key} here ({denied[0].origin})")
    return absent


def _importing(check: DependencyCheck, facts: Facts, ruled_out: set[str]) -> str | None:
    """Return the asked file that imports a module of the package's name, in a language that its ecosystem serves."""
    for module, file in facts.imports.items():
        served = ecosystems_of(languages_of(file))
        asked = served & {check.ecosystem} if check.ecosystem else served
        # Python's packages come from several ecosystems: which of them the import means can't be told.
        if not served & ruled_out and any(same(ecosystem, module, check.name) for ecosystem in asked):
            return file
    return None


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
    if plain(value) == ABSENT:
        return Answer(False, f"no {check.key} here ({fact.origin})")
    known = "" if plain(value) == PRESENT else value
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
    projects: dict[tuple[str, str], list[Dependency]] = {}
    for row in rows:
        projects.setdefault((row.ecosystem, _folder(row.origin)), []).append(row)
    truths = {_of_project(some, check.version, versions) for some in projects.values()}
    return _of_version(check, truths.pop() if len(truths) == 1 else None, here, _listed(rows))


def _of_project(rows: Sequence[Dependency], wanted: str, versions: Versions) -> Truth:
    """Return whether what one project says of a package lies in the wanted range.

    Its ranges hold all at once, so one of them is enough either way, and a name without a range says nothing. Locked
    versions may stand side by side, so they must agree.
    """
    locked = {_fits(row, wanted, versions) for row in rows if row.version}
    told = locked or {_fits(row, wanted, versions) for row in rows if row.declared} - {None}
    return told.pop() if len(told) == 1 else None


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
    # requirements/*.txt and gradle/*.versions.toml speak for the project that holds the folder.
    return folder.rpartition("/")[0] if folder.rpartition("/")[2] in ("requirements", "gradle") else folder


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
    question = f"is {check.key} {check.version} here? {how(check.key, 'VERSION')} (or `no`) (known: {seen})"
    return Answer(None, reason, question)


def _listed(rows: Sequence[Dependency]) -> str:
    words = list(dict.fromkeys(f"{row.version or row.declared or ''} ({row.origin})".strip() for row in rows))
    return ", ".join(words[:3]) + (f" and {len(words) - 3} more" if len(words) > 3 else "")


def _absent(check: DependencyCheck, facts: Facts, ruled_out: set[str]) -> Answer:
    """No manifest names it: that is a no only where a manifest that would name it was read, or people ruled it out."""
    read = {manifest.ecosystem for manifest in facts.manifests} | ruled_out
    partly = facts.partly - ruled_out
    if check.ecosystem:
        needed = [{check.ecosystem}]
    elif facts.files:
        asked = (ecosystems_of(languages_of(path)) for path in facts.files)
        needed = [set(ecosystems) for ecosystems in asked if ecosystems]
    else:
        tracked = {language for path in facts.tracked for language in languages_of(path)}
        here = (ecosystems_of({language}) for language in sorted(tracked))
        needed = [set(ecosystems) for ecosystems in here if ecosystems] or [read | partly]
    # Of what was read in part, or not at all, silence tells nothing.
    if needed and all(one & read and not one & partly for one in needed):
        paths = [one.path for one in facts.manifests if any(one.ecosystem in wanted for wanted in needed)]
        more = f" and {len(paths) - 3} more" if len(paths) > 3 else ""
        return Answer(False, f"{check.key} is not named in {', '.join(paths[:3])}{more}")
    wanted = f"{check.key} {check.version}" if check.version else check.key
    kind = f"{check.ecosystem} manifest" if check.ecosystem else "manifest that would name it"
    question = f"is {wanted} a dependency here? {how(check.key, 'VERSION')} (or `no`)"
    if any(one & partly for one in needed):
        return Answer(None, f"not every {kind} was read whole", question)
    return Answer(None, f"no {kind} was read", question)


@lru_cache(maxsize=4)
def _by_name(rows: Once[Dependency]) -> dict[str, list[Dependency]]:
    index: dict[str, list[Dependency]] = {}
    for row in rows.items:
        for key in keys_of(row.ecosystem, row.name):
            index.setdefault(key, []).append(row)
    return index


def _named(check: DependencyCheck, facts: Facts) -> Iterator[Dependency]:
    for row in _by_name(Once(facts.dependencies)).get(normal(check.name), ()):
        if check.ecosystem in (None, row.ecosystem) and same(row.ecosystem, row.name, check.name):
            yield row
