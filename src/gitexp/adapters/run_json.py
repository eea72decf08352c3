"""Turns a run into a JSON-ready document: every intermediate decision, under DESIGN.md section 10's names."""

from __future__ import annotations

from dataclasses import asdict

from gitexp.adapters.record_json import (
    Document,
    change_document,
    cited_document,
    experience_document,
    finding_document,
    judge_document,
    preconditions_document,
)
from gitexp.records.candidate import Candidate, Trail
from gitexp.records.change_record import ProposedChange
from gitexp.records.contradiction import Contradiction
from gitexp.records.discussion import Discussion, Topic
from gitexp.records.judgement import Decision, Verdict
from gitexp.records.llm import Spent
from gitexp.records.run import Run


def run_document(run: Run) -> Document:
    """Return a run as `exp propose --json` prints it and `refs/exp/runs` keeps it."""
    private = {discussion.id for discussion in run.discussions if discussion.private}
    return {
        "id": run.id,
        "engine": run.engine,
        "judge": judge_document(run.judge),
        "spent": _spent(run.spent) if run.spent else None,
        "trust": run.trust,
        "base": run.base,
        "at": run.at,
        "discussions": [_read(discussion) for discussion in run.discussions],
        "topics": [_topic(topic) for topic in run.topics],
        "candidates": [candidate_document(candidate) for candidate in run.candidates],
        "verdicts": [_verdict(verdict) for verdict in run.verdicts],
        "cliques": [[member.id for member in clique.members] for clique in run.cliques],
        "decisions": [
            _decision(decision, private=decision.candidate.discussion in private)
            for decision in run.decisions
        ],
        "changes": [_change(change) for change in run.changes],
        "near": [{"candidate": near.id, "lacks": _lacks(near.trail)} for near in run.near],
        "funnel": asdict(run.funnel),
        "skipped": [
            {"where": skipped.where, "what": skipped.what} for skipped in (*run.skipped, *run.unserved)
        ],
    }


def candidate_document(candidate: Candidate) -> Document:
    """Return a candidate. `settled` is true only where the answer is yes; `settlement` says by whom and how."""
    trail, settled = candidate.trail, candidate.settled
    return {
        "id": candidate.id,
        "discussion": candidate.discussion,
        "topic": candidate.topic,
        "repo": candidate.repo,
        "title": candidate.title,
        "lens": candidate.lens,
        "kind": candidate.kind,
        "when": candidate.when,
        "what": candidate.what,
        "why": candidate.why,
        "preconditions": preconditions_document(candidate.preconditions),
        "failure_modes": list(candidate.failure_modes),
        "anti_patterns": list(candidate.anti_patterns),
        "symbols": list(candidate.symbols),
        "paths": list(candidate.paths),
        "evidence": [cited_document(evidence) for evidence in candidate.evidence],
        "example": candidate.example,
        "pattern": candidate.pattern,
        "quality": candidate.quality,
        "search": {language: list(words) for language, words in candidate.search.items()},
        "observed_at": candidate.observed_at,
        "settled": settled.answer == "yes",
        "settlement": {
            "answer": settled.answer,
            "by": settled.by,
            "turn": settled.turn,
            "reason": settled.reason,
        },
        "trail": {
            "because": list(trail.because),
            "passed": list(trail.passed),
            "turns": list(trail.turns),
            "lacks": _lacks(trail),
            "excluded": [{"kind": lack.kind, "words": lack.words} for lack in trail.lacks],
        },
        "derived": list(candidate.derived),
        "score": candidate.score,
    }


def _change(change: ProposedChange) -> Document:
    record = change.record
    return {
        "id": record.id,
        "path": change.path,
        "title": record.title,
        "rejected": [
            {
                "what": one.what,
                "why": one.why,
                "evidence": cited_document(one.evidence) if one.evidence else None,
            }
            for one in record.rejected
        ],
        "discussion": change.discussion,
        "private": change.private,
        "record": change_document(record),
    }


def _read(discussion: Discussion[str]) -> Document:
    return {
        "id": discussion.id,
        "kind": discussion.kind,
        "repo": discussion.repo,
        "url": discussion.url,
        "turns": len(discussion.turns),
        "private": discussion.private,
    }


def _topic(topic: Topic[str]) -> Document:
    return {
        "id": topic.id,
        "discussion": topic.discussion.id,
        "turns": [turn.id for turn in topic.turns],
    }


def _lacks(trail: Trail) -> list[str]:
    return [trail.waits] if trail.waits else [lack.words for lack in trail.lacks]


def _verdict(verdict: Verdict) -> Document:
    return {
        "candidate": verdict.candidate.id,
        "keep": verdict.keep,
        "reason": verdict.reason,
        "words": verdict.words,
        "findings": [finding_document(finding) for finding in verdict.findings],
    }


def _decision(decision: Decision, *, private: bool) -> Document:
    return {
        "candidate": decision.candidate.id,
        "action": decision.action,
        "target": decision.target.id if decision.target else None,
        "target_path": decision.target_path,
        "reason": decision.reason,
        "adds": decision.adds,
        "sightings": list(decision.sightings),
        "private": private,
        "question": _question(decision.question) if decision.question else None,
        "experience": experience_document(decision.experience) if decision.experience else None,
    }


def _question(asked: Contradiction) -> Document:
    """Return what people are asked beside the words of both sides: which one the code follows, and where it shows."""
    return {
        "stands": asked.stands,
        "since": asked.since,
        "commit": asked.commit,
        "follows": asked.followed.answer,
        "reason": asked.followed.reason,
        "places": [
            {"side": one.side, "path": one.path, "line": one.line, "text": one.text}
            for one in asked.followed.places
        ],
    }


def _spent(spent: Spent) -> Document:
    """Return what the replies cost. Whether they were kept, and the time, would make another run of the same input."""
    return {
        "calls": spent.calls,
        "prompt_tokens": spent.prompt_tokens,
        "completion_tokens": spent.completion_tokens,
        "cost": spent.cost,
        "steps": dict(spent.steps),
    }
