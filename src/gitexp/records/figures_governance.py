"""Figures of dedup and merge: how each case was answered, and what all answers together amount to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Literal, get_args

from gitexp.records.governance_cases import Words
from gitexp.records.judgement import Action
from gitexp.records.skipped import Skipped

Governance = Literal["dedup", "merge"]
SAME, SEPARATE = "same", "separate"
ACTIONS: tuple[Action, ...] = get_args(Action)
ENOUGH = 5
"""Cases of an action, from which on a baseline holds its F1."""


@dataclass(frozen=True)
class Answered:
    """One case of dedup or merge, what is expected of it and what was answered.

    `expected` and `given` are `same` or `separate`, or an action; `given` is empty where no answer came.
    """

    layer: Governance
    id: str
    kind: str
    expected: str
    given: str
    hash: str = ""
    """Stands for the content of the case: one that was changed is another one."""
    target: str | None = None
    given_target: str | None = None
    chain: str = ""
    identical: bool = False
    """A pair of which people say that `what` and `when` are identical."""
    near: bool = True
    """Whether the step asks about it at all: both texts, or the new one and its target, are near enough."""
    failed: str = ""
    """Why no answer came; the case counts as answered wrong."""
    texts: tuple[tuple[str, Words[str]], ...] = ()
    words: str = ""
    """What the engine said of it, or what the step decided by."""
    reason: str = ""
    """What people say of it."""

    @property
    def right(self) -> bool:
        """Return whether the answer, or of merge the action, is the expected one."""
        return not self.failed and self.given == self.expected

    @property
    def on_target(self) -> bool:
        """Return whether it is right, the target too."""
        return self.right and self.given_target == self.target

    @property
    def bridges(self) -> bool:
        """Return whether a clique holds both, and people say that they are separate."""
        return bool(self.chain) and self.given == SAME and self.expected == SEPARATE

    @property
    def overrides(self) -> bool:
        """Return whether what contradicts was taken for something that changes or skips, whatever it was held against."""
        return self.expected == "contradict" and self.given in ("update", "skip")

    @property
    def wrong(self) -> bool:
        """Return whether it is a mistake. In a chain not all that are the same can be joined: only a bridge is one."""
        return self.bridges if self.chain else not self.on_target


@dataclass(frozen=True)
class Hits:
    """How often one answer was expected, how often it was given, and how often both."""

    right: int
    called: int
    labelled: int

    @property
    def precision(self) -> float:
        """Return of what was called so the share that is so; 0 where nothing was."""
        return self.right / self.called if self.called else 0.0

    @property
    def recall(self) -> float:
        """Return of what is so the share that was called so."""
        return self.right / self.labelled if self.labelled else 0.0

    @property
    def f1(self) -> float:
        """Return the harmonic mean of both."""
        both = self.precision + self.recall
        return 2 * self.precision * self.recall / both if both else 0.0


def _hits(some: Sequence[Answered], answer: str) -> Hits:
    return Hits(
        sum(one.right and one.expected == answer for one in some),
        sum(_called(one) == answer for one in some),
        sum(one.expected == answer for one in some),
    )


def _called(one: Answered) -> str:
    """Return what a case counts as. Of two answers the one that did not come is the wrong one."""
    if one.failed and one.layer == "dedup":
        return SEPARATE if one.expected == SAME else SAME
    return one.given


@dataclass(frozen=True)
class Dedup:
    """What one run measured of dedup: each pair alone, and the cliques of each chain."""

    answers: tuple[Answered, ...]
    texts: int = 0
    """Of all chains, each counted once in its chain."""
    unanswered: tuple[Skipped, ...] = ()
    """Pairs within chains that no answer came for."""

    @property
    def pairs(self) -> tuple[Answered, ...]:
        """Return the pairs that stand alone."""
        return tuple(one for one in self.answers if not one.chain)

    @property
    def chained(self) -> tuple[Answered, ...]:
        """Return the pairs of chains."""
        return tuple(one for one in self.answers if one.chain)

    @property
    def same(self) -> Hits:
        """Return how well the engine tells which pairs are the same."""
        return _hits(self.pairs, SAME)

    @property
    def kinds(self) -> Mapping[str, Sequence[Answered]]:
        """Return the pairs that stand alone by kind."""
        return by_kind(self.pairs)

    @property
    def identical(self) -> tuple[Answered, ...]:
        """Return the pairs whose `what` and `when` people call identical."""
        return tuple(one for one in self.pairs if one.identical)

    @property
    def not_near(self) -> tuple[str, ...]:
        """Return the pairs that are the same and that the step never asks about."""
        return tuple(one.id for one in self.pairs if one.expected == SAME and not one.near)

    @property
    def bridged(self) -> tuple[str, ...]:
        """Return the pairs that are separate and share a clique."""
        return tuple(one.id for one in self.chained if one.bridges)

    @property
    def joined(self) -> Hits:
        """Return how many pairs of chains share a clique."""
        return _hits(self.chained, SAME)

    def gated(self) -> dict[str, float]:
        """Return the figures that a baseline holds."""
        same = self.same
        alone = {"recall": same.recall, "precision": same.precision, "f1": same.f1} if self.pairs else {}
        return {**alone, **({"bridged": float(len(self.bridged))} if self.chained else {})}


@dataclass(frozen=True)
class Merge:
    """What one run measured of merge."""

    answers: tuple[Answered, ...]

    @property
    def overall(self) -> float:
        """Return the share of cases with the right action: the F1 over all actions, each case counted once."""
        return sum(one.right for one in self.answers) / len(self.answers) if self.answers else 0.0

    @property
    def actions(self) -> Mapping[Action, Hits]:
        """Return how well each action is told; without those that are neither expected nor given."""
        of_each = {action: _hits(self.answers, action) for action in ACTIONS}
        return {action: hits for action, hits in of_each.items() if hits.labelled or hits.called}

    @property
    def macro_f1(self) -> float:
        """Return the mean F1 of the actions that are expected."""
        some = [hits.f1 for hits in self.actions.values() if hits.labelled]
        return fmean(some) if some else 0.0

    @property
    def kinds(self) -> Mapping[str, Sequence[Answered]]:
        """Return the cases by kind."""
        return by_kind(self.answers)

    @property
    def aimed(self) -> tuple[Answered, ...]:
        """Return the cases of which people name a target."""
        return tuple(one for one in self.answers if one.target is not None)

    @property
    def target_right(self) -> int:
        """Return of how many of these action and target are right."""
        return sum(one.on_target for one in self.aimed)

    @property
    def not_near(self) -> tuple[str, ...]:
        """Return the cases whose target the step never asks about."""
        return tuple(one.id for one in self.aimed if not one.near)

    @property
    def overridden(self) -> tuple[str, ...]:
        """Return the cases that contradict and were taken for an update or a skip: none may be."""
        return tuple(one.id for one in self.answers if one.overrides)

    @property
    def confusion(self) -> Mapping[str, Mapping[str, int]]:
        """Return by the action that is expected how often each was given; `failed` where no answer came."""
        found: dict[str, dict[str, int]] = {}
        for one in sorted(self.answers, key=lambda one: ACTIONS.index(_action(one.expected))):
            row = found.setdefault(one.expected, dict.fromkeys((*ACTIONS, "failed"), 0))
            row["failed" if one.failed else one.given] += 1
        return found

    def gated(self) -> dict[str, float]:
        """Return the figures that a baseline holds: an action's F1 where it is expected often enough."""
        if not self.answers:
            return {}
        each = {f"{name}.f1": hits.f1 for name, hits in self.actions.items() if hits.labelled >= ENOUGH}
        return {"f1": self.overall, **each, "overridden": float(len(self.overridden))}


def _action(word: str) -> Action:
    return next(action for action in ACTIONS if action == word)


def by_kind(some: Sequence[Answered]) -> dict[str, list[Answered]]:
    """Return them by kind, in the order of its name."""
    found: dict[str, list[Answered]] = {}
    for one in sorted(some, key=lambda one: one.kind):
        found.setdefault(one.kind or "no kind given", []).append(one)
    return found
