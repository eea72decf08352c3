"""Stock: what a new candidate is held against, and which of it may be this very one from an earlier run."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from gitexp.records.candidate import Candidate
from gitexp.records.experience import SERVED, Standing
from gitexp.records.ids import experience_id
from gitexp.records.text import Redacted
from gitexp.steps.becoming import statement_of
from gitexp.steps.compared import Compared
from gitexp.steps.dedup import same
from gitexp.steps.near import Shelf
from gitexp.steps.redact import redacted_experience

DESCRIPTION = "pull_request.body"
OF_ONE_SOURCE = 5
"""How many that share its source a candidate is compared with at most: they count into what is asked about it."""


@dataclass(frozen=True)
class Stock:
    """What a new candidate is held against: what stands or waits on the proposal branch, and what was refused."""

    standing: Sequence[Standing[Redacted]] = ()
    pending: Sequence[Standing[Redacted]] = ()
    refused: Sequence[Standing[Redacted]] = ()
    refused_keys: Mapping[str, str] = field(default_factory=dict)
    """Identities that people refused, of which no file is left, each with the reason."""

    @classmethod
    def of(
        cls,
        standing: Sequence[Standing[str]],
        pending: Sequence[Standing[str]],
        refused: Sequence[Standing[str]],
        *,
        closed: bool = False,
        anew: bool = False,
        refused_keys: Mapping[str, str] | None = None,
    ) -> Stock:
        """Return the stock, redacted: what people wrote into files reaches an engine like all other text.

        Where the proposal's pull request was closed, what waited on its branch was refused; where the branch is made
        `anew`, what it holds is decided about again.
        """
        waiting, gone = ([], [*pending, *refused]) if closed else ([] if anew else pending, refused)
        stands, waits, went = ([_safe(one) for one in some] for some in (standing, waiting, gone))
        return cls(stands, waits, went, refused_keys or {})

    @cached_property
    def in_force(self) -> tuple[Standing[Redacted], ...]:
        """Return what a new statement is placed beside: what is served, and what waits to be."""
        return tuple(one for one in (*self.standing, *self.pending) if one.experience.status in SERVED)

    @cached_property
    def shelf(self) -> Shelf:
        """Return what is in force, to be asked what is near."""
        return Shelf([statement_of(one.experience) for one in self.in_force])

    @cached_property
    def _groups(self) -> tuple[tuple[Sequence[Standing[Redacted]], str], ...]:
        return (
            (self.standing, "stands in the store already"),
            (self.pending, "is on the proposal branch already"),
            (self.refused, "was refused by a person"),
        )

    @cached_property
    def _by_hex(self) -> Mapping[str, tuple[Standing[Redacted], str]]:
        found: dict[str, tuple[Standing[Redacted], str]] = {}
        for group, how in self._groups:
            for one in group:
                found.setdefault(one.experience.hex, (one, how))
        return found

    @cached_property
    def _by_turn(self) -> Mapping[str, Sequence[tuple[Standing[Redacted], str]]]:
        found: dict[str, list[tuple[Standing[Redacted], str]]] = defaultdict(list)
        for group, how in self._groups:
            for one in group:
                for turn in dict.fromkeys(item.turn for item in one.experience.evidence):
                    found[turn].append((one, how))
        return found

    def of_one_source(self, candidate: Candidate) -> Iterator[tuple[Standing[Redacted], str]]:
        """Yield those that cite a turn that the candidate cites, the description alone not counting."""
        met: set[str] = set()
        for turn in dict.fromkeys(item.turn for item in candidate.evidence):
            for one, how in self._by_turn.get(turn, ()) if turn != DESCRIPTION else ():
                if one.experience.id not in met and len(met) < OF_ONE_SOURCE:
                    met.add(one.experience.id)
                    yield one, how

    def known(self, candidate: Candidate, compared: Compared) -> tuple[Standing[Redacted], str] | None:
        """Return the experience that is this very candidate from an earlier run, and what became of it.

        It is so by its identity, or where it cites the same turn and dedup calls both the same.
        """
        hexed = experience_id(
            "", candidate.repo, candidate.discussion, [item.turn for item in candidate.evidence]
        )
        found = self._by_hex.get(hexed[-10:])
        if found is None:
            found = next(
                (
                    (one, how)
                    for one, how in self.of_one_source(candidate)
                    if same(compared.likeness(candidate.statement, statement_of(one.experience)))
                ),
                None,
            )
        if found is None:
            return None
        one, how = found
        status = one.experience.status
        return one, how if status in SERVED else f"{how}, {status}"


def _safe(one: Standing[str]) -> Standing[Redacted]:
    return Standing(redacted_experience(one.experience), one.path, one.blob, one.approved, one.unknown_keys)
