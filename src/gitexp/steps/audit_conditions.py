"""Audits the dependencies that experiences rest on: one that no longer holds here can apply to nothing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gitexp.ports import FactsSource, Versions
from gitexp.records.applicability import Answer
from gitexp.records.facts import Facts
from gitexp.records.fault import Fault
from gitexp.records.precondition import Condition, DependencyCheck
from gitexp.records.store_file import StoreFile
from gitexp.steps.applicability import answer


def condition_faults(
    files: Sequence[StoreFile],
    source: FactsSource | None,
    versions: Versions,
    *,
    before: FactsSource | None = None,
) -> list[Fault]:
    """Return a fault for each condition on a dependency by which an experience is blocked everywhere.

    With `before`, the facts of an earlier revision, only what holds no more and did hold there.
    """
    if source is None or not any(True for file in files for _ in _conditions(file)):
        return []
    now, _ = source.gather((), ())
    then = before.gather((), ())[0] if before is not None else None
    return [
        _fault(file, place, condition, told)
        for file in files
        for place, wanted, condition in _conditions(file)
        if (told := answer(condition, now, versions)).truth is (not wanted)
        and not _did_not_hold(condition, then, versions, wanted=wanted)
    ]


def _conditions(file: StoreFile) -> Iterator[tuple[tuple[str | int, ...], bool, Condition[str]]]:
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


def _did_not_hold(condition: Condition[str], then: Facts | None, versions: Versions, *, wanted: bool) -> bool:
    return then is not None and answer(condition, then, versions).truth is (not wanted)


def _fault(file: StoreFile, place: tuple[str | int, ...], condition: Condition[str], told: Answer) -> Fault:
    check = condition.check
    name = check.key if isinstance(check, DependencyCheck) else ""
    return Fault(
        code="dependency",
        severity="warning",
        id=file.id,
        file=file.path,
        line=file.line(*place),
        message=f"can apply nowhere here: {told.reason}",
        mend=f"mend the condition, or `exp retract {file.id} --reason …`",
        name=name,
    )
