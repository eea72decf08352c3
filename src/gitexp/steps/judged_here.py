"""Judges by the facts here what is near enough: what applies, what can't be told, what is blocked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from gitexp.records.precondition import DependencyCheck, KeyCheck, LanguageCheck, PathCheck, SymbolCheck
from gitexp.steps.applicability import judge
from gitexp.steps.as_recalled import as_recalled

if TYPE_CHECKING:
    from gitexp.ports import FactsSource, Versions
    from gitexp.records.facts import Facts
    from gitexp.records.finding import Finding
    from gitexp.records.question import Question
    from gitexp.records.recollection import Recalled
    from gitexp.records.skipped import Skipped
    from gitexp.steps.recall_near import Near

    Symbols = Callable[[Sequence[str]], Sequence[Finding]]

FRAMEWORK = "framework"
"""The free key that manifests show (`records/facts.py`)."""
_OF_FILES = (DependencyCheck, LanguageCheck, PathCheck)
"""The checks that are about all files where none is asked about."""


def judged_here(
    looked_at: Sequence[Near], question: Question, source: FactsSource, symbols: Symbols, versions: Versions
) -> tuple[list[Recalled], Facts, Sequence[Skipped]]:
    """Return each with what the facts say of it, the facts, and what could not be read.

    What no experience asks for is not looked up.
    """
    tree = any(isinstance(check, _OF_FILES) for one in looked_at for check in one.card.preconditions.checks())
    facts, unread = source.gather(question.files, question.env, names=_packages(looked_at), tree=tree)
    facts = _with_symbols(facts, looked_at, symbols)
    return (
        [
            as_recalled(one, judge(one.card.preconditions, facts, versions), question.today)
            for one in looked_at
        ],
        facts,
        unread,
    )


def _packages(looked_at: Sequence[Near]) -> frozenset[str]:
    """Return the packages that the conditions ask for."""
    checks = [check for one in looked_at for check in one.card.preconditions.checks()]
    named = frozenset(check.name for check in checks if isinstance(check, DependencyCheck))
    # Which framework is here is read from all the manifests, whatever packages are asked for.
    return named | {check.key for check in checks if isinstance(check, KeyCheck) and check.key == FRAMEWORK}


def _with_symbols(facts: Facts, looked_at: Sequence[Near], symbols: Symbols) -> Facts:
    """Look up, in one go, the symbols that the conditions ask about."""
    checks = (check for one in looked_at for check in one.card.preconditions.checks())
    asked = sorted({check.symbol for check in checks if isinstance(check, SymbolCheck)})
    return facts.with_symbols(tuple(symbols(asked))) if asked else facts
