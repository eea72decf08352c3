"""Turns records into JSON-ready documents: runs, experiences, discussions; the names are DESIGN.md section 10's."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict

from gitexp.records.change_record import ChangeRecord
from gitexp.records.discussion import Anchor, Discussion, Turn
from gitexp.records.evidence import Evidence
from gitexp.records.experience import Experience, Provenance
from gitexp.records.finding import Finding
from gitexp.records.judgement import Judge
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

Document = dict[str, object]


def experience_document(experience: Experience[str]) -> Document:
    """Return an experience in the order of DESIGN.md section 4, without what is empty."""
    scope, relations, provenance = experience.scope, experience.relations, experience.provenance
    fields: Document = {
        "id": experience.id,
        "title": experience.title,
        "when": experience.when,
        "what": experience.what,
        "why": experience.why,
        "preconditions": preconditions_document(experience.preconditions),
        "failure_modes": list(experience.failure_modes),
        "anti_patterns": list(experience.anti_patterns),
        "scope": filled({"paths": list(scope.paths), "symbols": list(scope.symbols)}),
        "evidence": [filled(cited_document(evidence)) for evidence in experience.evidence],
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
                    "evidence": filled(cited_document(one.evidence)) if one.evidence else None,
                }
            )
            for one in record.rejected
        ],
        "outcome": record.outcome,
        "commits": list(record.commits),
        "pull_request": record.pull_request,
        "made_at": record.made_at,
        "evidence": [filled(cited_document(evidence)) for evidence in record.evidence],
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


def cited_document(evidence: Evidence[str]) -> Document:
    return {
        "turn": evidence.turn,
        "quote": evidence.quote,
        "url": evidence.url,
        "by": evidence.by,
        "at": evidence.at,
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


def judge_document(judge: Judge) -> Document:
    """Return what stands behind an engine's answers."""
    return {"engine": judge.engine, "model": judge.model, "prompts": list(judge.prompts)}


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


def preconditions_document(preconditions: Preconditions[str]) -> object:
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
