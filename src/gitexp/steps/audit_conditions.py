"""Audits the dependencies that experiences rest on: one that no longer holds here can apply to nothing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from gitexp.ports import FactsSource, Versions
from gitexp.records.applicability import Answer, Truth
from gitexp.records.fault import Fault
from gitexp.records.precondition import Condition, DependencyCheck
from gitexp.records.store_file import Place, StoreFile
from gitexp.steps.applicability import answer
from gitexp.steps.audit_ids import typed


@dataclass(frozen=True)
class Weighed:
    """A condition on a dependency, and what the facts of a revision say of it."""

    file: StoreFile
    place: Place
    wanted: bool
    """Whether it must be true, as one of `must`; one of `must_not` must be false."""
    condition: Condition[str]
    told: Answer

    @property
    def holds(self) -> Truth:
        """Return whether the experience can apply by this condition; None where that can't be told."""
        return None if self.told.truth is None else self.told.truth is self.wanted

    @property
    def name(self) -> str:
        """Return what the condition is about."""
        check = self.condition.check
        return check.key if isinstance(check, DependencyCheck) else self.condition.text

    @property
    def same(self) -> tuple[str, bool, Condition[str]]:
        """Return what tells it apart, whatever the facts."""
        return (self.file.id, self.wanted, self.condition)


def weighed(
    files: Sequence[StoreFile], source: FactsSource | None, versions: Versions
) -> tuple[Weighed, ...]:
    """Return the conditions on dependencies, each with what the facts say; facts are gathered only for them."""
    conditions = [(file, *one) for file in files for one in _conditions(file)]
    if source is None or not conditions:
        return ()
    facts, _ = source.gather((), ())
    return tuple(
        Weighed(file, place, wanted, condition, answer(condition, facts, versions))
        for file, place, wanted, condition in conditions
    )


def condition_faults(now: Sequence[Weighed], before: Sequence[Weighed] = ()) -> list[Fault]:
    """Return a fault for each condition by which an experience is blocked everywhere.

    `before` is what was weighed at an earlier revision: what did not hold there either is not told again.
    """
    known = {one.same for one in before if one.holds is False}
    return [_fault(one) for one in now if one.holds is False and one.same not in known]


def _conditions(file: StoreFile) -> Iterator[tuple[Place, bool, Condition[str]]]:
    """Yield where a condition on a dependency stands, whether it must be true, and the condition."""
    if file.experience is None:
        return
    preconditions = file.experience.preconditions
    for field, wanted, some in (
        ("must", True, preconditions.must),
        ("must_not", False, preconditions.must_not),
    ):
        for number, condition in enumerate(some):
            if isinstance(condition.check, DependencyCheck):
                yield ("preconditions", field, number), wanted, condition


def _fault(one: Weighed) -> Fault:
    return Fault(
        code="dependency",
        severity="warning",
        id=one.file.id,
        file=one.file.path,
        line=one.file.line(*one.place),
        message=f"can apply nowhere here: {one.told.reason}",
        mend=f"mend the condition, or `exp retract {typed(one.file.id)} --reason …`",
        name=one.name,
    )
