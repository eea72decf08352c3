"""What `exp recall --json` prints (DESIGN.md section 10)."""

from __future__ import annotations

from gitexp.cli.facts_screen import facts_document
from gitexp.records.recollection import Recalled, Recollection

FROM = "git-exp"


def document(answer: Recollection, elapsed: int) -> dict[str, object]:
    """Return the answer as `exp recall --json` prints it (DESIGN.md section 10)."""
    return {
        "from": FROM,
        "applicable": [_applicable(item) for item in answer.applicable],
        "unknown": [
            {
                "id": item.card.id,
                "title": item.card.title,
                "missing": [
                    {"condition": missing.condition, "question": missing.question}
                    for missing in item.applicability.missing
                ],
            }
            for item in answer.unknown
        ],
        "blocked": [
            {
                "id": item.card.id,
                "title": item.card.title,
                "blocked_by": list(item.applicability.blocked_by),
            }
            for item in answer.blocked
        ],
        "facts": facts_document(answer.facts),
        "match": answer.match,
        "skipped": [{"where": skip.where, "what": skip.what} for skip in answer.skipped],
        "limits": list(answer.limits),
        "looked_at": answer.looked_at,
        "elapsed_ms": elapsed,
    }


def _applicable(item: Recalled) -> dict[str, object]:
    card, approval = item.card, item.approval
    return {
        "id": card.id,
        "title": card.title,
        "when": card.when,
        "what": card.what,
        "why": card.why,
        "because": list(item.because),
        "not_if": list(item.applicability.not_if),
        "score": item.score,
        "tokens": item.tokens,
        "severity": card.severity,
        "path": card.path,
        "evidence": [
            {"quote": evidence.quote, "url": evidence.url, "by": evidence.by, "at": evidence.at}
            for evidence in card.evidence
        ],
        "approved": {"by": approval.by, "at": approval.at, "commit": approval.commit} if approval else None,
        "unapproved": not card.approved,
    }
