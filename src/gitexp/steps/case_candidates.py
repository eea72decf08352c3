"""Make of the words of a case what the steps take: a candidate, or an experience that stands."""

from __future__ import annotations

from gitexp.records.candidate import Candidate, Settled, Trail
from gitexp.records.evidence import Evidence
from gitexp.records.experience import Experience, Scope, Standing
from gitexp.records.governance_cases import Known, Words
from gitexp.records.text import Redacted
from gitexp.steps.redact import redacted

REPO = "cases"
TITLE = 80
"""Characters of `what` that make a title."""


def candidate_of(words: Words[str], id: str) -> Candidate:
    """Return the candidate that says it, with a quote of its own: no evidence of two texts is the same."""
    safe = _safe(words)
    return Candidate(
        id=id,
        discussion=id,
        topic=id,
        repo=REPO,
        title=safe.what.cut(0, TITLE),
        lens="logic",
        kind="constraint",
        when=safe.when,
        what=safe.what,
        why=safe.why,
        evidence=(_evidence(safe, id),),
        settled=Settled("yes", reason="a case says it"),
        trail=Trail(turns=(id,)),
        symbols=safe.symbols,
        paths=safe.paths,
        places=safe.paths,
    )


def standing_of(known: Known[str], case: str) -> Standing[Redacted]:
    """Return the active experience that stands beside a new one."""
    safe, turn = _safe(known.words), f"{case}/{known.id}"
    experience = Experience(
        id=known.id,
        title=safe.what.cut(0, TITLE),
        when=safe.when,
        what=safe.what,
        why=safe.why,
        evidence=(_evidence(safe, turn),),
        lens="logic",
        kind="constraint",
        status="active",
        scope=Scope(safe.paths, safe.symbols),
    )
    return Standing(experience, f"{turn}.yaml", "")


def words_of(one: Candidate | Standing[Redacted]) -> Words[Redacted]:
    """Return the words again, as they went to the engine."""
    if isinstance(one, Candidate):
        return Words(one.when, one.what, one.why, one.symbols, one.paths)
    told = one.experience
    return Words(told.when, told.what, told.why, told.scope.symbols, told.scope.paths)


def _safe(words: Words[str]) -> Words[Redacted]:
    return Words(
        redacted(words.when),
        redacted(words.what),
        redacted(words.why) if words.why else None,
        tuple(redacted(name) for name in words.symbols),
        tuple(redacted(path) for path in words.paths),
    )


def _evidence(safe: Words[Redacted], turn: str) -> Evidence[Redacted]:
    """Return a quote that holds all of it: whatever is concluded from the words has its evidence in them."""
    said = [safe.when, safe.what, *([safe.why] if safe.why else [])]
    return Evidence(turn, Redacted.joined(said))
