"""Turns records into JSON-ready documents: runs, experiences, discussions; the names are DESIGN.md section 10's."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict

from gitexp.records.candidate import Candidate, Trail
from gitexp.records.change_record import ChangeRecord, ProposedChange
from gitexp.records.contradiction import Contradiction
from gitexp.records.discussion import Anchor, Discussion, Topic, Turn
from gitexp.records.evidence import Evidence
from gitexp.records.experience import Experience, Provenance
from gitexp.records.finding import Finding
from gitexp.records.judgement import Decision, Judge, Verdict
from gitexp.records.llm import Spent
from gitexp.records.precondition import (
    Check,
    Condition,
    DependencyCheck,
    KeyCheck,
    LanguageCheck,
    PathCheck,
    PlatformCheck,
    Preconditions,
)
from gitexp.records.run import Run

Document = dict[str, object]


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
        "preconditions": _preconditions(candidate.preconditions),
        "failure_modes": list(candidate.failure_modes),
        "anti_patterns": list(candidate.anti_patterns),
        "symbols": list(candidate.symbols),
        "paths": list(candidate.paths),
        "evidence": [_cited(evidence) for evidence in candidate.evidence],
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


def experience_document(experience: Experience[str]) -> Document:
    """Return an experience in the order of DESIGN.md section 4, without what is empty."""
    scope, relations, provenance = experience.scope, experience.relations, experience.provenance
    fields: Document = {
        "id": experience.id,
        "title": experience.title,
        "when": experience.when,
        "what": experience.what,
        "why": experience.why,
        "preconditions": _preconditions(experience.preconditions),
        "failure_modes": list(experience.failure_modes),
        "anti_patterns": list(experience.anti_patterns),
        "scope": filled({"paths": list(scope.paths), "symbols": list(scope.symbols)}),
        "evidence": [filled(_cited(evidence)) for evidence in experience.evidence],
        "example": experience.example,
        "incident": filled(asdict(experience.incident)),
        "pattern": experience.pattern,
        "lens": experience.lens,
        "kind": experience.kind,
        "status": experience.status,
        "severity": experience.severity,
        "quality": experience.quality,
        "search": {language: list(words) for language, words in experience.search.items()},
        "observed_at": experience.observed_at,
        "lifecycle": filled(asdict(experience.lifecycle)),
        "relations": filled(
            {
                "supersedes": list(relations.supersedes),
                "superseded_by": relations.superseded_by,
                "conflicts_with": list(relations.conflicts_with),
                "merged_from": list(relations.merged_from),
            }
        ),
        "provenance": _provenance(provenance),
    }
    return {**filled(fields), **experience.own}


def change_document(record: ChangeRecord[str]) -> Document:
    """Return a change record in the order of its file, without what is empty."""
    impact, relations, provenance = record.impact, record.relations, record.provenance
    fields: Document = {
        "id": record.id,
        "title": record.title,
        "intent": record.intent,
        "constraints": list(record.constraints),
        "impact": filled({"text": impact.text, "paths": list(impact.paths), "symbols": list(impact.symbols)}),
        "rejected": [
            filled(
                {
                    "what": one.what,
                    "why": one.why,
                    "evidence": filled(_cited(one.evidence)) if one.evidence else None,
                }
            )
            for one in record.rejected
        ],
        "outcome": record.outcome,
        "commits": list(record.commits),
        "pull_request": record.pull_request,
        "made_at": record.made_at,
        "evidence": [filled(_cited(evidence)) for evidence in record.evidence],
        "status": record.status,
        "relations": filled(
            {
                "fixes": list(relations.fixes),
                "reverts": list(relations.reverts),
                "superseded_by": relations.superseded_by,
            }
        ),
        "provenance": _provenance(provenance),
    }
    return {**filled(fields), **record.own}


def discussion_document(discussion: Discussion[str]) -> Document:
    """Return a discussion in the neutral, normalised form."""
    return {
        "id": discussion.id,
        "kind": discussion.kind,
        "repo": discussion.repo,
        "url": discussion.url,
        "number": discussion.number,
        "title": discussion.title,
        "author": discussion.author,
        "merged_at": discussion.merged_at,
        "local": discussion.local,
        "private": discussion.private,
        "turns": [_turn(turn) for turn in discussion.turns],
    }


def filled(fields: Mapping[str, object]) -> Document:
    """Return the fields that hold something."""
    return {key: value for key, value in fields.items() if value is not None and value not in ("", [], {})}


def _provenance(provenance: Provenance) -> Document:
    return filled(
        {
            "agent": provenance.agent,
            "engine": provenance.engine,
            "model": provenance.model,
            "prompts": list(provenance.prompts),
            "run": provenance.run,
            "derived": list(provenance.derived),
        }
    )


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
                "evidence": _cited(one.evidence) if one.evidence else None,
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


def _cited(evidence: Evidence[str]) -> Document:
    return {
        "turn": evidence.turn,
        "quote": evidence.quote,
        "url": evidence.url,
        "by": evidence.by,
        "at": evidence.at,
    }


def _verdict(verdict: Verdict) -> Document:
    return {
        "candidate": verdict.candidate.id,
        "keep": verdict.keep,
        "reason": verdict.reason,
        "words": verdict.words,
        "findings": [finding_document(finding) for finding in verdict.findings],
    }


def finding_document(finding: Finding) -> Document:
    """Return a finding; `nearest` is the nearest real name, `also_near` the ones after it."""
    return {
        "name": finding.name,
        "kind": finding.kind,
        "answer": finding.answer,
        "where": list(finding.where),
        "nearest": finding.nearest[0] if finding.nearest else None,
        "also_near": list(finding.nearest[1:]),
        "reason": finding.reason,
        "gone": finding.gone or None,
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


def judge_document(judge: Judge) -> Document:
    """Return what stands behind an engine's answers."""
    return {"engine": judge.engine, "model": judge.model, "prompts": list(judge.prompts)}


def _spent(spent: Spent) -> Document:
    """Return what the replies cost. Whether they were kept, and the time, would make another run of the same input."""
    return {
        "calls": spent.calls,
        "prompt_tokens": spent.prompt_tokens,
        "completion_tokens": spent.completion_tokens,
        "cost": spent.cost,
        "steps": dict(spent.steps),
    }


def _turn(turn: Turn[str]) -> Document:
    return {
        "id": turn.id,
        "speaker": asdict(turn.speaker),
        "at": turn.at,
        "url": turn.url,
        "text": turn.text,
        "anchor": _anchor(turn.anchor) if turn.anchor else None,
        "reply_to": turn.reply_to,
        "thread": turn.thread,
        "resolved": turn.resolved,
        "suggestion": turn.suggestion,
        "state": turn.state,
    }


def _anchor(anchor: Anchor[str]) -> Document:
    return {
        "path": anchor.path,
        "line": anchor.line,
        "commit": anchor.commit,
        "hunk": anchor.hunk,
        "outdated": anchor.outdated,
    }


def _preconditions(preconditions: Preconditions[str]) -> object:
    """Return the conditions, or `none`. `unread` names keys of the file that exp does not know."""
    if preconditions.empty:
        return "none"
    return filled(
        {
            "must": _conditions(preconditions.must),
            "must_not": _conditions(preconditions.must_not),
            "typical_env": _conditions(preconditions.typical_env),
            "unread": list(preconditions.unread),
        }
    )


def _conditions(conditions: Sequence[Condition[str]]) -> list[Document]:
    return [
        {"text": condition.text, "check": _check(condition.check)}
        if condition.check
        else {"text": condition.text}
        for condition in conditions
    ]


def _check(check: Check) -> Document:
    if isinstance(check, DependencyCheck):
        return filled({"dependency": check.key, "version": check.version})
    if isinstance(check, LanguageCheck):
        return {"language": check.language}
    if isinstance(check, PathCheck):
        return {"path": check.glob}
    if isinstance(check, PlatformCheck):
        return {"platform": check.platform}
    if isinstance(check, KeyCheck):
        return {"key": check.key, "is": check.values[0] if len(check.values) == 1 else list(check.values)}
    return {"symbol": check.symbol}
