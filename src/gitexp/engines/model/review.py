"""Review: ask the four questions S1 to S4 about the candidates of one discussion, with what was found of their names."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from gitexp.engines.model.content import Fields, fields, objects, one_of, text
from gitexp.engines.model.fences import asked as asked_text
from gitexp.engines.model.fences import fenced
from gitexp.engines.model.schemas import MOST_VERDICTS, REVIEW
from gitexp.engines.model.words import Safe
from gitexp.records.candidate import Candidate, Settled
from gitexp.records.failed import Failed
from gitexp.records.finding import Finding
from gitexp.records.garbage import GARBAGE_KINDS, GarbageKind
from gitexp.records.judgement import Opinion
from gitexp.records.llm import Question, Reply
from gitexp.records.text import Redacted

Asked = tuple[Candidate, Sequence[Finding]]
MOST_FINDINGS = 12


def batches(asked: Sequence[Asked]) -> list[list[int]]:
    """Return the places of the candidates that are asked about together: those of one discussion, a few at once."""
    by_discussion: dict[str, list[int]] = {}
    for place, (candidate, _) in enumerate(asked):
        by_discussion.setdefault(candidate.discussion, []).append(place)
    return [
        places[start : start + MOST_VERDICTS]
        for places in by_discussion.values()
        for start in range(0, len(places), MOST_VERDICTS)
    ]


def question(asked: Sequence[Asked], system: Redacted, *, private: bool) -> Question:
    """Return the question about candidates of one discussion."""
    told = "\n\n".join(_candidate(f"c{at}", *one) for at, one in enumerate(asked, 1))
    return Question(
        "review", asked[0][0].discussion, system, asked_text(told), REVIEW, private, _checking(len(asked))
    )


def opinions(many: int, reply: Reply | Failed, safe: Safe) -> list[Opinion | Failed]:
    """Return the opinion on each candidate; one that the reply does not name got no answer."""
    if isinstance(reply, Failed):
        return [reply] * many
    rows = {text(row.get("candidate")): row for row in objects(fields(reply.content).get("verdicts"))}
    return [_opinion(rows.get(f"c{at}"), safe) for at in range(1, many + 1)]


def _checking(many: int) -> Callable[[object], str]:
    """Return what holds a reply to the candidates: each needs its verdict."""

    def check(content: object) -> str:
        named = {text(row.get("candidate")) for row in objects(fields(content).get("verdicts"))}
        missing = [f"c{at}" for at in range(1, many + 1) if f"c{at}" not in named]
        return f"it has no verdict on {', '.join(missing)}" if missing else ""

    return check


def _opinion(row: Fields | None, safe: Safe) -> Opinion | Failed:
    if row is None:
        return Failed("the reply has no verdict on it")
    if row.get("keep") is not False:
        return Opinion(keep=True)
    kind = row.get("kind")
    if kind not in GARBAGE_KINDS:
        # It has to say which of S1 to S4 holds: the default is keep.
        return Opinion(keep=True)
    reason: GarbageKind = one_of(kind, GARBAGE_KINDS, "not_actionable")
    return Opinion(False, reason, str(safe(row.get("words"))) or reason)


def _candidate(name: str, candidate: Candidate, findings: Sequence[Finding]) -> str:
    lines = [
        f"lens: {candidate.lens}, kind: {candidate.kind}",
        f"title: {candidate.title}",
        f"when: {candidate.when}",
        f"what: {candidate.what}",
        *([f"why: {candidate.why}"] if candidate.why else []),
        *(f"fails: {one}" for one in candidate.failure_modes),
        *(f"wrong way: {one}" for one in candidate.anti_patterns),
        *(
            f'quote by {item.by or "unknown"}: "{" ".join(item.quote.split())}"'
            for item in candidate.evidence
        ),
        f"settled: {_settlement(candidate.settled)}",
        *(f"finding: {_finding(one)}" for one in findings[:MOST_FINDINGS]),
    ]
    return fenced(f"candidate {name}", (), lines)


def _settlement(settled: Settled) -> str:
    by = f", by {settled.by}" if settled.by else ""
    return f"{settled.answer}{by}: {settled.reason}" if settled.reason else f"{settled.answer}{by}"


def _finding(one: Finding) -> str:
    where = f" at {one.where[0]}" if one.where else ""
    near = f"; the nearest real names: {', '.join(one.nearest)}" if one.nearest else ""
    why = f" ({one.reason})" if one.reason and one.answer != "found" else ""
    return f"{one.kind} {one.name}: {one.answer}{where}{why}{near}"
