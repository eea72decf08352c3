"""The part of the wiring that evaluates: cases, earlier figures, a judge's verdicts, engines to be measured."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from gitexp.cli.wiring import Workshop
from gitexp.cli.wiring_llm import Judges, Progress, Say, prompts_in
from gitexp.config_llm import LlmOptions
from gitexp.errors import RepositoryError
from gitexp.records.skipped import Skipped

if TYPE_CHECKING:
    from gitexp.ports import Index
    from gitexp.records.evaluation import Earlier, Evaluation
    from gitexp.records.experience import Standing
    from gitexp.records.finding import Finding
    from gitexp.records.gold import CaseSet
    from gitexp.records.question import Question
    from gitexp.records.recall_cases import Half
    from gitexp.records.recollection import Recollection
    from gitexp.steps.judge import Answers
    from gitexp.steps.measure_recall import Desk

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


def cases(folder: Path | None, gold: Path | None = None, half: Half | None = None) -> CaseSet:
    """Return the cases of a folder; without one, of experiences/cases/ in this repository."""
    from gitexp.adapters.cases_folder import read_cases

    own = Path(os.path.relpath(Workshop().root / CASES)) if folder is None else folder
    if folder is None and not own.is_dir():
        mend = "give a FOLDER, or lay discussions and GOLD.jsonl there"
        raise RepositoryError(str(own), "is not there", mend)
    return read_cases(own, gold, half)


def desk() -> Desk:
    """Return where recall is asked: with the facts of a question alone, whatever repository this is."""
    return _Desk()


class _Desk:
    """Implements `Desk`: no tree, no manifest, a platform that never changes, so that a set gives the same everywhere."""

    def __init__(self) -> None:
        from gitexp.adapters.facts_repository import RepositoryFacts
        from gitexp.adapters.versions_libraries import LibraryVersions

        self._facts = RepositoryFacts(None, lambda: ["README.md"], platform="linux")
        self._versions = LibraryVersions()

    def index(self, standing: Sequence[Standing[str]]) -> Index:
        from gitexp.adapters.index_memory import index_of

        return index_of(standing)

    def recall(self, question: Question, index: Index) -> Recollection:
        from gitexp.recall import recall

        return recall(question, index, self._facts, _unverifiable, self._versions)


def _unverifiable(names: Sequence[str]) -> Sequence[Finding]:
    from gitexp.records.finding import Finding

    return [Finding(name, "unverifiable") for name in names]


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
