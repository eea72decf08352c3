"""The part of the wiring that evaluates: cases, earlier figures, a judge's verdicts, engines to be measured."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from gitexp.cli.wiring import Workshop
from gitexp.cli.wiring_llm import Judges, Progress, Say, prompts_in
from gitexp.config_llm import LlmOptions
from gitexp.errors import RepositoryError
from gitexp.records.skipped import Skipped

if TYPE_CHECKING:
    from gitexp.records.evaluation import Earlier, Evaluation
    from gitexp.records.gold import CaseSet
    from gitexp.steps.judge import Answers

CASES = "experiences/cases"


def judges(options: LlmOptions, folder: Path | None, say: Say, progress: Progress) -> Judges:
    """Return what builds engines to be measured on a folder of cases, in a repository or outside of any.

    Prompts and charter are the folder's own (`.prompts/`, `CHARTER.md`); else, for a folder of this work tree, those of
    its experiences/, since who changes a prompt measures it before it is merged; else the package's.
    """
    try:
        workshop = Workshop()
        settings, common_dir, root = workshop.read_settings, workshop.layout.common_dir, workshop.layout.root
    except RepositoryError:
        settings, common_dir, root = {}, None, None
    own = [folder] if folder else []
    if root and (folder is None or folder.resolve().is_relative_to(Path(root).resolve())):
        own.append(Path(root) / "experiences")
    return Judges(options, settings, common_dir, lambda: prompts_in(tuple(own)), say, progress)


def cases(folder: Path | None) -> CaseSet:
    """Return the cases of a folder; without one, of experiences/cases/ in this repository."""
    from gitexp.adapters.cases_folder import read_cases

    own = Path(os.path.relpath(Workshop().root / CASES)) if folder is None else folder
    if folder is None and not own.is_dir():
        mend = "give a FOLDER, or lay discussions and GOLD.jsonl there"
        raise RepositoryError(str(own), "is not there", mend)
    return read_cases(own)


def baseline(path: Path) -> Earlier:
    """Return what is kept of an earlier evaluation."""
    from gitexp.adapters.evaluation_files import read_baseline

    return read_baseline(path)


def verdicts(path: Path) -> tuple[Answers, list[Skipped]]:
    """Return a judge's answers on pairs, and the lines that do not fit."""
    from gitexp.adapters.evaluation_files import read_verdicts

    return read_verdicts(path)


def evaluation_document(made: Evaluation) -> dict[str, object]:
    """Return an evaluation as JSON."""
    from gitexp.adapters import figures_json

    return figures_json.evaluation_document(made)
