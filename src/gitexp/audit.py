"""Audit: the whole store against the code of one revision, or against what a change takes out of it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from gitexp.ports import Commits, FactsSource, Removals, StoreFiles, Symbols, Usage, Verified, Versions
from gitexp.ports.adoption import Adoption
from gitexp.records.audit import Audit
from gitexp.records.fault import Fault
from gitexp.records.finding import Finding
from gitexp.records.mention import Mention
from gitexp.records.store_file import StoreFile
from gitexp.steps.audit_broken import broken_faults, hidden, new_faults
from gitexp.steps.audit_conditions import condition_faults, weighed
from gitexp.steps.audit_lost import only_own, was_own
from gitexp.steps.audit_names import Looked, is_dead, stale_faults, wanted
from gitexp.steps.audit_store import audit_store
from gitexp.steps.audit_sum import moved_paths, open_names, summed
from gitexp.steps.audit_upkeep import upkeep
from gitexp.steps.look_up import look_up
from gitexp.steps.renamed import renamed
from gitexp.steps.upkeep_usage import Since, Told, usage_faults
from gitexp.steps.usage_gather import what_happened

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


@dataclass(frozen=True)
class Used:
    """What tells of use: what recall did, what the history shows of it, and since when each file stands as it is."""

    usage: Usage
    adoption: Adoption
    since: Since


def audit(at: Revision, verified: Verified, versions: Versions, *, today: str, tell: Tell) -> Audit:
    """Return what is held against the store at a revision: against its files, and against what they name."""
    tell("read the store")
    files, skipped = at.store.files()
    served = _served(files, today)
    tell("look names up")
    looked, remembered = _looked_up(served, at, verified)
    tell("check conditions")
    conditions = weighed(served, at.facts, versions)
    faults = [*audit_store(files, today=today)]
    faults += [fault for file in served for fault in stale_faults(file, looked[file.id])]
    faults += condition_faults(conditions)
    return Audit(
        faults=_ordered(faults),
        checked=summed(at.commit, files, looked, conditions, remembered=remembered),
        moved=moved_paths(looked),
        skipped=tuple(skipped),
        open_names=open_names(looked, conditions),
        due=upkeep(files, today, _dead(looked)),
    )


def audit_since(base: Revision, at: Revision, versions: Versions, *, today: str, tell: Tell) -> Audit:
    """Return only what the change between two revisions breaks: in the store, and of what its experiences rest on."""
    tell("read the store")
    files, skipped = at.store.files()
    stood, _ = base.store.files()
    served, served_then = _served(files, today), _served(stood, today)
    tell("look names up")
    named = {file.id: wanted(file) for file in served}
    asked = list(dict.fromkeys(one.mention for some in named.values() for one in some))
    now = _now(asked, at)
    looked = {name: [Looked(one, now[one.mention]) for one in some] for name, some in named.items()}
    tell("look names up in the base")
    lost, became = _lost(now, base, at)
    faults = new_faults(audit_store(files, today=today), audit_store(stood, today=today))
    for file in served:
        faults += broken_faults(file, looked[file.id], lost, became)
    faults += _newly_named(served, served_then, looked, lost)
    conditions = weighed(served, at.facts, versions)
    faults += condition_faults(conditions, weighed(served_then, base.facts, versions))
    return Audit(
        faults=_ordered(faults),
        checked=summed(
            at.commit,
            files,
            looked,
            conditions,
            base=base.commit,
            broken={fault.id for fault in faults if fault.place},
        ),
        moved=moved_paths(
            {name: [one for one in some if one.named.mention in lost] for name, some in looked.items()}
        ),
        skipped=tuple(skipped),
    )


def _lost(
    now: Mapping[Mention, Finding], base: Revision, at: Revision
) -> tuple[dict[Mention, Finding], dict[Mention, str]]:
    """Return what the base had itself and the revision has no more, and under which name its lines stand now."""
    doubtful = [
        mention
        for mention, finding in now.items()
        if mention.kind != "commit" and not was_own(mention, finding)
    ]
    lost = {
        mention: was
        for mention, was in zip(doubtful, look_up(doubtful, base.symbols), strict=True)
        if was_own(mention, was) and not hidden(mention, was, at.symbols)
    }
    became = {
        mention: name
        for mention, was in lost.items()
        if mention.kind == "symbol" and (name := renamed(was, base.symbols, at.symbols, at.removals))
    }
    return lost, became


def _newly_named(
    served: Sequence[StoreFile],
    served_then: Sequence[StoreFile],
    looked: Mapping[str, Sequence[Looked]],
    lost: Mapping[Mention, Finding],
) -> list[Fault]:
    """Return a fault for each name that is not there, and that an experience did not name before the change."""
    stood = {(file.id, one.mention) for file in served_then for one in wanted(file)}
    return [
        fault
        for file in served
        for fault in stale_faults(
            file,
            [
                one
                for one in looked[file.id]
                if one.named.mention not in lost and (file.id, one.named.mention) not in stood
            ],
        )
    ]


def audit_upkeep(
    at: Revision,
    verified: Verified,
    versions: Versions,
    *,
    today: str,
    tell: Tell,
    used: Callable[[], Used] | None = None,
) -> Audit:
    """Return what is dead, failing, expired, due for a second look or of no use, the most urgent first.

    Without `used` it is not asked what recall did.
    """
    tell("read the store")
    files, skipped = at.store.files()
    served = _served(files, today)
    tell("look names up")
    looked, remembered = _looked_up(served, at, verified)
    dead = _dead(looked)
    told = Told((), ())
    if used is not None and served:
        tell("read what recall did")
        told = _told(files, used(), today, dead)
    due = upkeep(files, today, dead, told.faults)
    return Audit(
        faults=due,
        checked=summed(at.commit, files, looked, weighed(served, at.facts, versions), remembered=remembered),
        skipped=(*skipped, *told.skipped),
        due=due,
        limits=told.limits,
    )


def _told(files: Sequence[StoreFile], used: Used, today: str, dead: Collection[str]) -> Told:
    """Return what usage tells. That something of it can't be read is no fault of the store."""
    standing = [file.experience for file in files if file.experience is not None]
    happened = what_happened(used.usage, used.adoption, standing)
    told = usage_faults(files, happened.events, used.since, today=today, dead=dead)
    unread = tuple(skip._replace(bad=False) for skip in happened.skipped)
    return replace(told, limits=(*told.limits, *happened.limits), skipped=unread)


def _dead(looked: Mapping[str, Sequence[Looked]]) -> frozenset[str]:
    """Return the ids of which nothing is left in the code."""
    return frozenset(name for name, some in looked.items() if is_dead(some))


def _served(files: Sequence[StoreFile], today: str) -> list[StoreFile]:
    """Return the experiences that are given as advice: the others are history, and may name what is gone."""
    return [file for file in files if file.experience is not None and file.experience.in_force(today)]


def _looked_up(
    served: Sequence[StoreFile], at: Revision, verified: Verified
) -> tuple[dict[str, list[Looked]], int]:
    """Return what was found of the names of each experience, and how many were checked at this commit before.

    Commits are always asked: which of them a clone holds changes with every fetch.
    """
    named = {file.id: wanted(file) for file in served}
    kept: dict[str, Sequence[Finding]] = {}
    for file in served:
        lasting = [one.mention.name for one in named[file.id] if one.mention.kind != "commit"]
        findings = verified.get(file.blob)
        if findings is not None and [one.name for one in findings] == lasting:
            kept[file.id] = findings
    asked = list(
        dict.fromkeys(
            one.mention
            for name, some in named.items()
            for one in some
            if name not in kept or one.mention.kind == "commit"
        )
    )
    found = _found(asked, at)
    looked: dict[str, list[Looked]] = {}
    for file in served:
        known = iter(kept.get(file.id, ()))
        looked[file.id] = [
            Looked(
                one,
                found[one.mention] if file.id not in kept or one.mention.kind == "commit" else next(known),
            )
            for one in named[file.id]
        ]
        if file.id not in kept:
            verified.put(
                file.blob,
                [one.finding for one in looked[file.id] if one.named.mention.kind != "commit"],
            )
    verified.save()
    return looked, len(kept)


def _found(asked: Sequence[Mention], at: Revision) -> dict[Mention, Finding]:
    """Return what is found of names, with what took them out."""
    answers = look_up(asked, at.symbols, at.removals, history=True, commits=at.commits)
    return only_own(dict(zip(asked, answers, strict=True)), at.before, at.symbols, at.removals)


def _now(asked: Sequence[Mention], at: Revision) -> dict[Mention, Finding]:
    """Return what is found of names, without asking what took them out long ago."""
    answers = look_up(asked, at.symbols, at.removals, moves=True, commits=at.commits)
    return dict(zip(asked, answers, strict=True))


def _ordered(faults: Sequence[Fault]) -> tuple[Fault, ...]:
    return tuple(sorted(faults, key=lambda one: (one.file, one.line, one.code, one.message)))
