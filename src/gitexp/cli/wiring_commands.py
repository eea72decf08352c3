"""The part of the wiring that serves commands in comments: the branch's files, and the cases that refusals make."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gitexp.adapters.branch_files_git import BranchFiles
    from gitexp.adapters.cases_git import Imported
    from gitexp.cli.wiring import Workshop
    from gitexp.records.labelled_case import LabelledCase


def branch_files(workshop: Workshop, tip: str, base: str) -> BranchFiles:
    """Return the files of the proposal branch at its tip; `base` is the newest commit of the default branch."""
    from gitexp.adapters.branch_files_git import BranchFiles

    return BranchFiles(workshop.git, tip, base)


def case_files(cases: Sequence[LabelledCase]) -> dict[str, str]:
    """Return labelled cases as they are kept in refs/exp/cases, by name."""
    from gitexp.adapters.cases_git import case_text

    return {case.name: case_text(case) for case in cases}


def imported_cases(workshop: Workshop) -> Imported:
    """Bring the cases of refs/exp/cases into experiences/cases/ of the work tree."""
    from gitexp.adapters.cases_git import cases_in, import_cases
    from gitexp.steps.redact import redact, redacted

    cases = list(cases_in(workshop.git, lambda one: redact([one])[0][0], redacted))
    return import_cases(Path(workshop.root), cases)
