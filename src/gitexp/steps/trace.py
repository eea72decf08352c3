"""Trace: from all that touched a file to what became of each change. The content decides, words only point."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from gitexp.ports import Past
from gitexp.records.past import Chain, Change, Request, Touch, Undoing
from gitexp.steps.fates import Relanded, fates
from gitexp.steps.living_line import thrown_away
from gitexp.steps.relands import AGAIN, comebacks
from gitexp.steps.said_undone import Said, said
from gitexp.steps.suspects import Suspect, suspects
from gitexp.steps.undoings import believed, brought_back, by_blobs, by_lines, made_again

MOST_PARENTS = 8
"""Parents of a merge that its diff is asked against: an octopus has seldom more."""


class Traced(NamedTuple):
    """The changes, newest first; the commits beside the chain that they name; and what was not looked at."""

    changes: tuple[Change, ...]
    others: Mapping[str, Touch]
    limits: tuple[str, ...]


def trace(chain: Chain, past: Past, bots: Collection[str] = (), reformats: Collection[str] = ()) -> Traced:
    """Return what became of each touch of the chain."""
    messages = {touch.commit: said(touch) for touch in chain.touches}
    others = _named_elsewhere(chain, messages, past)
    pairs, limits = suspects(chain, messages, _ids(chain, messages, others))
    asked = _requests(chain, others, pairs)
    diffs = past.files(sorted({request for some in asked.values() for request in some}))
    found, rest = by_blobs(pairs, diffs, asked, {touch.commit: touch.path for touch in chain.touches})
    compared, missing = _by_lines(rest, past)
    subject = {commit for commit, message in messages.items() if message.subject}
    undoings = believed([*_in_order(found, pairs), *compared], subject)
    relanded, back, unread = _relanded(chain, undoings, messages, past)
    changes = fates(
        chain.touches,
        [*undoings, *back],
        relanded,
        messages,
        bots=bots,
        reformats=reformats,
        others=others,
        lost=thrown_away(chain),
    )
    sizes = {commit: len(diffs[some[0]]) for commit, some in asked.items() if some[0] in diffs}
    changes = tuple(replace(change, files=sizes.get(change.commit)) for change in changes)
    return Traced(changes, others, (*limits, *dict.fromkeys(limit for limit in (missing, unread) if limit)))


def _named_elsewhere(chain: Chain, messages: Mapping[str, Said], past: Past) -> Mapping[str, Touch]:
    """Return the commits that messages name and that did not touch the file, by whole id."""
    heads: dict[str, list[str]] = {}
    for touch in chain.touches:
        heads.setdefault(touch.commit[:7], []).append(touch.commit)
    names = {name for message in messages.values() for name in message.ids}
    unknown = sorted(
        name for name in names if not any(commit.startswith(name) for commit in heads.get(name[:7], ()))
    )
    return past.commits(unknown)


def _ids(chain: Chain, messages: Mapping[str, Said], others: Mapping[str, Touch]) -> dict[str, str]:
    """Return the whole id of each beginning that a message names; one that several commits share names none."""
    by_head: dict[str, list[str]] = {}
    for commit in (*(touch.commit for touch in chain.touches), *others):
        by_head.setdefault(commit[:7], []).append(commit)
    found: dict[str, str] = {}
    for message in messages.values():
        for name in message.ids:
            meant = [commit for commit in by_head.get(name[:7], ()) if commit.startswith(name)]
            if len(set(meant)) == 1:
                found[name] = meant[0]
    return found


def _requests(
    chain: Chain, others: Mapping[str, Touch], pairs: Sequence[Suspect]
) -> dict[str, list[Request]]:
    """Return what each commit of the pairs is compared with: its parent, of a merge that is named each of its parents.

    Against its first parent a merge shows what it brought; against another one all that came to the mainline since.
    """
    parents = {commit: touch.parents for commit, touch in others.items()}
    parents |= {merge.commit: merge.parents for merge in chain.merges}
    parents |= {touch.commit: touch.parents for touch in chain.touches}
    wanted = dict.fromkeys(commit for pair in pairs for commit in (pair.commit, pair.target))
    named = {pair.target for pair in pairs if pair.said}
    most = {commit: MOST_PARENTS if commit in named else 1 for commit in wanted}
    return {
        commit: [(commit, parent) for parent in parents.get(commit, ())[: most[commit]]] or [(commit, "")]
        for commit in wanted
    }


def _by_lines(rest: Sequence[tuple[Suspect, Request, Request]], past: Past) -> tuple[list[Undoing], str]:
    """Return what lines tell of the pairs that blobs left open: of several parents the best."""
    mine, theirs, missing = past.compared(
        sorted({own for _, own, _ in rest}), sorted({target for _, _, target in rest})
    )
    best: dict[tuple[str, str], Undoing] = {}
    for suspect, own, target in rest:
        key = (suspect.commit, suspect.target)
        if own in mine and target in theirs:
            told = by_lines(suspect, mine[own], theirs[target])
        elif suspect.said:
            told = Undoing(suspect.commit, suspect.target, "claimed", "message", said=True)
        else:
            continue
        if key not in best or (told.share or 0, told.pure or 0) > (best[key].share or 0, best[key].pure or 0):
            best[key] = told
    return list(best.values()), missing


def _in_order(found: Sequence[Undoing], pairs: Sequence[Suspect]) -> list[Undoing]:
    order = {(pair.commit, pair.target): number for number, pair in enumerate(pairs)}
    return sorted(found, key=lambda one: order[one.commit, one.undone])


def _relanded(
    chain: Chain, undoings: Sequence[Undoing], messages: Mapping[str, Said], past: Past
) -> tuple[list[Relanded], list[Undoing], str]:
    """Return the later commits that bring back most lines of what was taken out, and how far they undo its revert."""
    parents = {touch.commit: touch.parents[0] if touch.parents else "" for touch in chain.touches}
    pairs = comebacks(chain.touches, undoings, messages)
    requests = {(commit, parents[commit]) for pair in pairs for commit in (pair.commit, pair.original)}
    lines, missing = past.patches(sorted(requests))
    found: list[Relanded] = []
    undoes = {(one.commit, one.undone): one for one in undoings}
    for pair in pairs:
        mine, theirs = (lines.get((id, parents[id])) for id in (pair.commit, pair.original))
        if mine and theirs and brought_back(mine, theirs) >= AGAIN:
            found.append(Relanded(pair.commit, pair.original, pair.revert))
            undoes.setdefault((pair.commit, pair.revert), made_again(pair.commit, pair.revert, mine, theirs))
    return found, list(undoes.values())[len(undoings) :], missing
