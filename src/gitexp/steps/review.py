"""Review: check each candidate against the code. Default keep: losing a good one costs more than a weak one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from gitexp.ports import Engine, Removals, Symbols
from gitexp.records.candidate import Candidate
from gitexp.records.finding import Finding
from gitexp.records.judgement import Opinion, Verdict
from gitexp.records.mention import Mention, whole_names
from gitexp.steps.look_up import look_up
from gitexp.steps.mentions import names_of_candidate

ELSEWHERE = "no tree here to check it against: this repository is not known as {} (--repo)"


def review(
    candidates: Sequence[Candidate], symbols: Symbols, engine: Engine, removals: Removals | None = None
) -> tuple[Verdict, ...]:
    """Return a verdict for each candidate, in order.

    Dropped is only what S1 to S4 hold against, with a reason (DESIGN.md section 5): S1 by the findings alone, the
    others by the engine. What can't be verified is kept; a discussion of another repository has no tree here, so
    none is asked.
    """
    found = _looked_up(candidates, symbols, removals)
    return tuple(_verdict(candidate, found, engine) for candidate in candidates)


def kept(verdicts: Sequence[Verdict]) -> tuple[Candidate, ...]:
    """Return what review did not drop."""
    return tuple(verdict.candidate for verdict in verdicts if verdict.keep)


def corrections(findings: Sequence[Finding]) -> tuple[tuple[str, str], ...]:
    """Return the names that are missing, each with the nearest real one."""
    return tuple((one.name, one.nearest[0]) for one in findings if one.answer == "missing" and one.nearest)


def _names(candidate: Candidate) -> tuple[Mention, ...]:
    """Return what a candidate names, each thing as fully as it is named."""
    return whole_names(names_of_candidate(candidate))


def _looked_up(
    candidates: Sequence[Candidate], symbols: Symbols, removals: Removals | None
) -> dict[Mention, Finding]:
    """Ask for all names at once: one search of the tree serves every candidate."""
    local = (candidate for candidate in candidates if candidate.local)
    mentions = list(dict.fromkeys(one for candidate in local for one in _names(candidate)))
    return dict(zip(mentions, look_up(mentions, symbols, removals), strict=True)) if mentions else {}


def _verdict(candidate: Candidate, found: Mapping[Mention, Finding], engine: Engine) -> Verdict:
    elsewhere = ELSEWHERE.format(candidate.repo or "theirs")
    findings = tuple(
        found[one]
        if candidate.local and one in found
        else Finding(one.name, "unverifiable", reason=elsewhere, kind=one.kind)
        for one in _names(candidate)
    )
    opinion = _error_of_fact(candidate, findings) or engine.review(candidate, findings)
    return Verdict(candidate, opinion.keep, opinion.reason, opinion.words, findings)


def _error_of_fact(candidate: Candidate, findings: Sequence[Finding]) -> Opinion | None:
    """Return S1: all that it stands on in the code is not there.

    Where something else of it is found, it is kept, and the missing name is shown with the nearest real one. What
    was tried and taken back names what is gone, and is true all the same.
    """
    missing = [one for one in findings if one.answer == "missing"]
    if not missing or candidate.anti_patterns:
        return None
    if any(one.answer == "found" and one.kind == missing[0].kind for one in findings):
        return None
    first = missing[0]
    nearest = ", ".join(f"`{name}`" for name in first.nearest)
    words = f"`{first.name}` does not exist: {first.reason}"
    return Opinion(False, "factual_error", f"{words}; nearest: {nearest}" if nearest else words)
