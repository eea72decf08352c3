"""Placements: what an engine says a candidate does to what stands beside it; all are asked for at once, none twice."""

from __future__ import annotations

from collections.abc import Sequence

from gitexp.ports import Engine
from gitexp.records.candidate import Candidate, Statement
from gitexp.records.experience import Standing
from gitexp.records.failed import Failed
from gitexp.records.judgement import Placement
from gitexp.records.text import Redacted

Beside = Sequence[Standing[Redacted]]
"""The standing experiences that a candidate is placed beside."""
_Key = tuple[Statement[Redacted], tuple[tuple[str, str, str], ...]]
ALONE = Placement("create")
"""What holds where nothing near stands: nobody is asked."""


class Placements:
    """The placements of one run."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._known: dict[_Key, Placement | Failed] = {}

    def ask(self, questions: Sequence[tuple[Candidate, Beside]]) -> None:
        """Ask for all that are not known yet, in one go."""
        new = {
            _key(candidate, beside): (candidate, beside)
            for candidate, beside in questions
            if beside and _key(candidate, beside) not in self._known
        }
        if new:
            self._known.update(zip(new, self._engine.place(list(new.values())), strict=True))

    def of(self, candidate: Candidate, beside: Beside) -> Placement | Failed:
        """Return what the candidate does to which of those beside it."""
        if not beside:
            return ALONE
        self.ask([(candidate, beside)])
        return self._known[_key(candidate, beside)]


def _key(candidate: Candidate, beside: Beside) -> _Key:
    standing = tuple((one.path, one.blob, one.experience.id) for one in beside)
    return candidate.statement, standing
