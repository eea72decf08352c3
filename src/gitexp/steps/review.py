"""Review: check each candidate against the code. Default keep: losing a good one costs more than a weak one."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from gitexp.ports import Engine, Removals, Symbols
from gitexp.records.candidate import Candidate
from gitexp.records.failed import ENGINE_FAILED, Failed
from gitexp.records.finding import Finding
from gitexp.records.judgement import Opinion, Verdict
from gitexp.records.mention import Mention, whole_names
from gitexp.records.mentions import mention
from gitexp.records.skipped import Skipped
from gitexp.records.text import Redacted
from gitexp.steps.look_up import look_up
from gitexp.steps.mentions import names_of_candidate
from gitexp.steps.redact import redacted

ELSEWHERE = "no tree here to check it against: this repository is not known as {} (--repo)"


_FORBIDS = re.compile(
    r"\b(?:do(?:es)? not|don['’]?t|never|avoid|must not|mustn['’]?t|should not|shouldn['’]?t|no longer|"
    r"not (?:to|want|allowed)|forbid\w*|prohibit\w*|instead of|rather than|stop \w+ing|refrain)\b"
    r"|不要|不能|不应|不得|禁止|勿|避免|别|しない|するな|避け|禁じ",
    re.IGNORECASE,
)
"""Words of what must not be: there a name is missing rightly."""


def forbids(text: str) -> bool:
    """Return whether a statement tells what not to do."""
    return _FORBIDS.search(text) is not None


def review(
    candidates: Sequence[Candidate], symbols: Symbols, engine: Engine, removals: Removals | None = None
) -> tuple[Verdict, ...]:
    """Return a verdict for each candidate, in order.

    Dropped is only what S1 to S4 hold against, with a reason (DESIGN.md section 5): S1 by the findings alone, the
    others by the engine. What can't be verified is kept; a discussion of another repository has no tree here, so
    none is asked.
    """
    found = _looked_up(candidates, symbols, removals)
    findings = [_findings(candidate, found) for candidate in candidates]
    by_fact = [_error_of_fact(one, known) for one, known in zip(candidates, findings, strict=True)]
    asked = [place for place, opinion in enumerate(by_fact) if opinion is None]
    answers = engine.review([(candidates[place], findings[place]) for place in asked]) if asked else ()
    opinions = {**dict(enumerate(by_fact)), **dict(zip(asked, answers, strict=True))}
    return tuple(
        _verdict(candidate, findings[place], opinions[place]) for place, candidate in enumerate(candidates)
    )


def unreviewed(verdicts: Sequence[Verdict]) -> tuple[Skipped, ...]:
    """Return what no answer came for: it is kept, as review's default has it, and waits."""
    return tuple(
        Skipped(verdict.candidate.id, verdict.words)
        for verdict in verdicts
        if verdict.keep and verdict.words.startswith(ENGINE_FAILED)
    )


def kept(verdicts: Sequence[Verdict]) -> tuple[Candidate, ...]:
    """Return what review did not drop."""
    return tuple(verdict.candidate for verdict in verdicts if verdict.keep)


def corrections(findings: Sequence[Finding]) -> tuple[tuple[str, str], ...]:
    """Return the symbols that are missing, each with the nearest real one, under which the experience is filed."""
    wrong = (one for one in findings if one.answer == "missing" and one.kind == "symbol")
    return tuple((one.name, one.nearest[0]) for one in wrong if one.nearest)


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


def _findings(candidate: Candidate, found: Mapping[Mention, Finding]) -> tuple[Finding, ...]:
    elsewhere = ELSEWHERE.format(candidate.repo or "theirs")
    return tuple(
        found[one]
        if candidate.local and one in found
        else Finding(one.name, "unverifiable", reason=elsewhere, kind=one.kind)
        for one in _names(candidate)
    )


def _verdict(
    candidate: Candidate, findings: tuple[Finding, ...], opinion: Opinion | Failed | None
) -> Verdict:
    corrected = _corrected(candidate, findings)
    if opinion is None:
        return Verdict(corrected, True, findings=findings)
    if isinstance(opinion, Failed):
        # Kept, and proposed once it was reviewed: a run that goes on asks again.
        waiting = replace(corrected, trail=replace(corrected.trail, waits=opinion.words))
        return Verdict(waiting, True, None, opinion.words, findings)
    return Verdict(corrected, opinion.keep, opinion.reason, opinion.words, findings)


def _error_of_fact(candidate: Candidate, findings: Sequence[Finding]) -> Opinion | None:
    """Return S1: all that it stands on in the code is not there.

    Where something else of it is there or can't be told, it is kept, and the missing name is shown with the nearest
    real one. What was tried and taken back names what is gone, what forbids a thing is true because it is not there.
    """
    symbols = [one for one in findings if one.kind == "symbol"]
    # Where a remark stands was there when it was made, in this tree or not.
    places = {str(place) for place in candidate.places}
    stands_on = symbols or [
        one for one in findings if one.kind in ("path", "glob") and one.name not in places
    ]
    if not stands_on or any(one.answer != "missing" for one in stands_on):
        return None
    if candidate.anti_patterns or any(forbids(text) for text in (candidate.what, candidate.title)):
        return None
    first = stands_on[0]
    nearest = ", ".join(f"`{name}`" for name in first.nearest)
    words = f"`{first.name}` does not exist: {first.reason}"
    return Opinion(False, "factual_error", f"{words}; nearest: {nearest}" if nearest else words)


def _corrected(candidate: Candidate, findings: Sequence[Finding]) -> Candidate:
    """Return the candidate with what it is filed under set right: a missing symbol is the nearest real one there.

    Its words stay as they were said.
    """
    missing = {one.name: one for one in findings if one.answer == "missing" and one.kind == "symbol"}
    if not missing:
        return candidate
    symbols: list[Redacted] = []
    for symbol in candidate.symbols:
        wrong = missing.get(mention(symbol).name)
        if wrong is None:
            symbols.append(symbol)
        elif wrong.nearest:
            symbols.append(redacted(wrong.nearest[0]))
    return replace(
        candidate,
        symbols=tuple(dict.fromkeys(symbols)),
    )
