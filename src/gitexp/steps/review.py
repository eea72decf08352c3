"""Review: check each candidate against the code. Default keep: losing a good one costs more than a weak one."""

from __future__ import annotations

from collections.abc import Sequence

from gitexp.ports import Engine, Symbols
from gitexp.records.candidate import Candidate
from gitexp.records.finding import Finding
from gitexp.records.judgement import Verdict

ELSEWHERE = "no tree here to check it against: this repository is not known as {} (--repo)"


def review(candidates: Sequence[Candidate], symbols: Symbols, engine: Engine) -> tuple[Verdict, ...]:
    """Return a verdict for each candidate, in order.

    Dropped is only what the engine holds S1 to S4 against, with a reason (DESIGN.md section 5). What
    can't be verified is kept; a discussion of another repository has no tree here, so none is asked.
    """
    found = _looked_up(candidates, symbols)
    return tuple(_verdict(candidate, found, engine) for candidate in candidates)


def kept(verdicts: Sequence[Verdict]) -> tuple[Candidate, ...]:
    """Return what review did not drop."""
    return tuple(verdict.candidate for verdict in verdicts if verdict.keep)


def names_of(candidate: Candidate) -> tuple[str, ...]:
    """Return what a candidate names in the code, symbols first."""
    return tuple(dict.fromkeys(str(name) for name in (*candidate.symbols, *candidate.paths)))


def _looked_up(candidates: Sequence[Candidate], symbols: Symbols) -> dict[str, Finding]:
    """Ask for all names at once: one search of the tree serves every candidate."""
    names = sorted({name for candidate in candidates if candidate.local for name in names_of(candidate)})
    return {finding.name: finding for finding in symbols.look_up(names)} if names else {}


def _verdict(candidate: Candidate, found: dict[str, Finding], engine: Engine) -> Verdict:
    elsewhere = ELSEWHERE.format(candidate.repo or "theirs")
    findings = tuple(
        found[name] if candidate.local and name in found else Finding(name, "unverifiable", reason=elsewhere)
        for name in names_of(candidate)
    )
    opinion = engine.review(candidate, findings)
    return Verdict(candidate, opinion.keep, opinion.reason, opinion.words, findings)
