"""Audit: the whole store against the code of one revision, or against what a change takes out of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from gitexp.ports import Commits, FactsSource, Removals, StoreFiles, Symbols, Verified, Versions
from gitexp.records.audit import Audit, Checked
from gitexp.records.fault import Fault
from gitexp.records.finding import Finding
from gitexp.records.mention import Mention
from gitexp.records.store_file import StoreFile
from gitexp.steps.audit_broken import broken_faults, hidden
from gitexp.steps.audit_conditions import condition_faults
from gitexp.steps.audit_lost import only_own, was_own
from gitexp.steps.audit_names import Looked, is_dead, stale_faults, state_of, wanted
from gitexp.steps.audit_store import audit_store
from gitexp.steps.audit_upkeep import upkeep
from gitexp.steps.look_up import look_up
from gitexp.steps.renamed import renamed

Tell = Callable[[str], None]


@dataclass(frozen=True)
class Revision:
    """One revision of the repository: its store, its code, its past, and the facts of its manifests."""

    commit: str
    store: StoreFiles
    symbols: Symbols
    removals: Removals
    facts: FactsSource
    before: Callable[[str], Symbols]
    commits: Commits


def audit(at: Revision, verified: Verified, versions: Versions, *, today: str, tell: Tell) -> Audit:
    """Return what is held against the store at a revision: against its files, and against what they name."""
    tell("read the store")
    files, skipped = at.store.files()
    served = _served(files, today)
    tell("look names up")
    looked, remembered = _looked_up(served, at, verified)
    tell("check conditions")
    faults = [*audit_store(files, today=today)]
    faults += [fault for file in served for fault in stale_faults(file, looked[file.id])]
    faults += condition_faults(served, _dependencies(served, at), versions)
    return Audit(
        faults=_ordered(faults),
        checked=_checked(at, files, looked, remembered),
        moved=_moved(looked),
        skipped=tuple(skipped),
        open_names=_open(looked),
        due=_due(files, looked, today),
    )


def audit_since(base: Revision, at: Revision, versions: Versions, *, today: str, tell: Tell) -> Audit:
    """Return only what the change between two revisions breaks: in the store, and of what its experiences rest on."""
    tell("read the store")
    files, skipped = at.store.files()
    stood = {file.path: file.blob for file in base.store.files()[0]}
    changed = {file.path for file in files if stood.get(file.path) != file.blob}
    served = _served(files, today)
    named = {file.id: wanted(file) for file in served}
    asked = list(dict.fromkeys(one.mention for some in named.values() for one in some))
    tell("look names up")
    now = dict(zip(asked, look_up(asked, at.symbols, at.removals), strict=True))
    doubtful = [mention for mention in asked if not was_own(mention, now[mention])]
    tell("look names up in the base")
    then = dict(zip(doubtful, look_up(doubtful, base.symbols), strict=True))
    lost = {
        mention: was
        for mention, was in then.items()
        if was_own(mention, was) and not hidden(mention, was, at.symbols)
    }
    became = {
        mention: name
        for mention, was in lost.items()
        if mention.kind == "symbol" and (name := renamed(was, base.symbols, at.symbols, at.removals))
    }
    faults = [fault for fault in audit_store(files, today=today) if fault.file in changed]
    for file in served:
        looked = [Looked(one, now[one.mention]) for one in named[file.id]]
        faults += broken_faults(file, looked, lost, became)
        if file.path in changed:
            faults += stale_faults(file, [one for one in looked if one.named.mention not in lost])
    faults += condition_faults(
        served, _dependencies(served, at), versions, before=_dependencies(served, base)
    )
    found = {file.id: [Looked(one, now[one.mention]) for one in named[file.id]] for file in served}
    return Audit(
        faults=_ordered(faults),
        checked=replace(_checked(at, files, found, 0), base=base.commit),
        moved=_moved(
            {name: [one for one in some if one.named.mention in lost] for name, some in found.items()}
        ),
        skipped=tuple(skipped),
    )


def audit_upkeep(at: Revision, verified: Verified, *, today: str, tell: Tell) -> Audit:
    """Return what is dead, expired or due for a second look, the most urgent first."""
    tell("read the store")
    files, skipped = at.store.files()
    served = _served(files, today)
    tell("look names up")
    looked, remembered = _looked_up(served, at, verified)
    due = _due(files, looked, today)
    return Audit(
        faults=due,
        checked=_checked(at, files, looked, remembered),
        skipped=tuple(skipped),
        due=due,
    )


def _due(files: Sequence[StoreFile], looked: Mapping[str, Sequence[Looked]], today: str) -> tuple[Fault, ...]:
    return upkeep(files, today, [name for name, some in looked.items() if is_dead(some)])


def _served(files: Sequence[StoreFile], today: str) -> list[StoreFile]:
    """Return the experiences that are given as advice: the others are history, and may name what is gone."""
    return [file for file in files if file.experience is not None and file.experience.in_force(today)]


def _looked_up(
    served: Sequence[StoreFile], at: Revision, verified: Verified
) -> tuple[dict[str, list[Looked]], int]:
    """Return what was found of the names of each experience, and how many were checked at this commit before."""
    named = {file.id: wanted(file) for file in served}
    known: dict[str, Sequence[Finding]] = {}
    for file in served:
        kept = verified.get(file.blob)
        if kept is not None and [one.name for one in kept] == [one.mention.name for one in named[file.id]]:
            known[file.id] = kept
    asked = list(
        dict.fromkeys(one.mention for name, some in named.items() if name not in known for one in some)
    )
    found = _found(asked, at) if asked else {}
    looked: dict[str, list[Looked]] = {}
    for file in served:
        kept = known.get(file.id) or tuple(found[one.mention] for one in named[file.id])
        looked[file.id] = [Looked(one, finding) for one, finding in zip(named[file.id], kept, strict=True)]
        if file.id not in known:
            verified.put(file.blob, kept)
    verified.save()
    return looked, len(known)


def _found(asked: Sequence[Mention], at: Revision) -> dict[Mention, Finding]:
    """Return what is found of names, with what took them out; commits are asked of the clone."""
    others = [mention for mention in asked if mention.kind != "commit"]
    found = dict(zip(others, look_up(others, at.symbols, at.removals, history=True), strict=True))
    found = only_own(found, at.before, at.symbols, at.removals)
    commits = [mention for mention in asked if mention.kind == "commit"]
    here = at.commits.present([mention.name for mention in commits]) if commits else frozenset()
    for mention in commits:
        there = mention.name in here
        reason = "" if there else "no commit of this clone: cut off, of another repository, or never pushed"
        found[mention] = Finding(
            mention.name, "found" if there else "unverifiable", reason=reason, kind="commit"
        )
    return found


def _dependencies(served: Sequence[StoreFile], at: Revision) -> FactsSource | None:
    """Return who knows the dependencies of a revision, None where no experience asks for one."""
    asks = any(file.experience and file.experience.preconditions.checks() for file in served)
    return at.facts if asks else None


def _checked(
    at: Revision, files: Sequence[StoreFile], looked: Mapping[str, Sequence[Looked]], remembered: int
) -> Checked:
    every = [one for some in looked.values() for one in some]
    return Checked(
        commit=at.commit,
        files=len(files),
        states={name: state_of(some) for name, some in looked.items()},
        names=len(every),
        found=sum(one.finding.answer == "found" for one in every),
        gone=sum(one.stale for one in every),
        unverifiable=sum(one.finding.answer != "found" and not one.stale for one in every),
        remembered=remembered,
    )


def _moved(looked: Mapping[str, Sequence[Looked]]) -> dict[str, str]:
    """Return where paths went that are gone."""
    every = (one.finding for some in looked.values() for one in some if one.stale)
    return {one.name: one.became for one in every if one.kind == "path" and one.became}


def _open(looked: Mapping[str, Sequence[Looked]]) -> tuple[tuple[str, str, str], ...]:
    return tuple(
        (name, one.finding.name, one.finding.reason)
        for name, some in looked.items()
        for one in some
        if one.finding.answer != "found" and not one.stale
    )


def _ordered(faults: Sequence[Fault]) -> tuple[Fault, ...]:
    return tuple(sorted(faults, key=lambda one: (one.file, one.line, one.code, one.message)))
