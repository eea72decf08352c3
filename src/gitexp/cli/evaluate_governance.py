"""How the figures of dedup and merge look to a person."""

from __future__ import annotations

from gitexp.cli import screen
from gitexp.records.figures_governance import Dedup, Hits, Merge
from gitexp.records.words import counted

COLUMNS = f"{'recall':>7}{'precision':>11}{'F1':>7}{'labelled':>10}{'called':>8}{'right':>7}"


def show_dedup(one: Dedup) -> None:
    """Print how well pairs are told apart, each alone, and what the cliques of the chains hold."""
    screen.say()
    screen.say(screen.style(f"{'dedup, each pair alone':25}{COLUMNS}", "dim"))
    _row("same", one.same)
    if one.pairs:
        screen.say()
        screen.say(screen.style(f"{'dedup, by kind':25}{'pairs':>7}{'right':>11}", "dim"))
    for kind, some in one.kinds.items():
        screen.say(f"{screen.short(kind, 24):25}{len(some):7}{sum(pair.right for pair in some):11}")
    if one.identical:
        missed = [pair.id for pair in one.identical if not pair.right]
        screen.say(f"identical pairs missed: {len(missed)} of {len(one.identical)}{_which(missed)}")
    if one.not_near:
        told = f"{len(one.not_near)} of {counted(one.same.labelled, 'same pair')}"
        screen.say(f"not near, so that dedup never asks: {told}{_which(list(one.not_near))}")
    if one.chained:
        joined = one.joined
        chains = len({pair.chain for pair in one.chained})
        told = f"{counted(chains, 'chain')} of {counted(one.texts, 'text')}"
        screen.say(f"{told}: {joined.right} of {counted(joined.labelled, 'same pair')} joined")
        _none_may("bridged, separate in one clique", one.bridged)


def show_merge(one: Merge) -> None:
    """Print how well each action is told, whether the target is right, and what must never be."""
    screen.say()
    screen.say(screen.style(f"{'merge':25}{COLUMNS}", "dim"))
    for action, hits in one.actions.items():
        _row(action, hits)
    right = sum(case.right for case in one.answers)
    screen.say(f"{'all, by cases':25}{one.overall:25.2f}{len(one.answers):10}{'':8}{right:7}")
    screen.say(f"{'all, mean of the actions':25}{one.macro_f1:25.2f}")
    aimed = one.aimed
    if aimed:
        right = sum(case.right for case in aimed)
        screen.say(f"target right: {one.target_right} of {len(aimed)}, of {right} with the right action")
    if one.not_near:
        told = f"{len(one.not_near)} of {len(aimed)} targets"
        screen.say(f"not near, so that merge never asks: {told}{_which(list(one.not_near))}")
    _none_may("contradicts, and changed or skipped what stands", one.overridden)


def _row(name: str, one: Hits) -> None:
    screen.say(
        f"{name:25}{one.recall:7.2f}{one.precision:11.2f}{one.f1:7.2f}{one.labelled:10}{one.called:8}{one.right:7}"
    )


def _none_may(what: str, names: tuple[str, ...]) -> None:
    """Print a count that must be 0, in red where it is not."""
    told = f"{what}: {len(names)}{_which(list(names))}"
    screen.say(screen.style(told, "red") if names else told)


def _which(names: list[str]) -> str:
    return f" ({screen.short(', '.join(names), 30)})" if names else ""
