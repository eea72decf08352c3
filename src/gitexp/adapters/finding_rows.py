"""A finding as a row of plain values, and back: for files that keep findings."""

from __future__ import annotations

from typing import Any, get_args

from gitexp.records.finding import Finding, FindingAnswer

FIELDS = tuple(Finding.__annotations__)
_ANSWERS = get_args(FindingAnswer)


def row_of(finding: Finding) -> list[Any]:
    """Return what a finding says, in the order of FIELDS."""
    return [getattr(finding, name) for name in FIELDS]


def finding_of(row: Any) -> Finding:
    """Return a finding as it was kept. Raises KeyError, TypeError or ValueError where a row is not of this form."""
    values = dict(zip(FIELDS, row, strict=True))
    if values["answer"] not in _ANSWERS:
        raise ValueError(values["answer"])
    for name in ("where", "nearest"):
        if not all(isinstance(one, str) for one in values[name]):
            raise TypeError(name)
        values[name] = tuple(values[name])
    if not all(isinstance(values[name], str) for name in ("name", "reason", "kind", "gone", "became")):
        raise TypeError("name")
    return Finding(**values)
