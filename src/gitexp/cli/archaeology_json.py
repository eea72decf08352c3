"""Archaeology's answers as JSON (DESIGN.md section 10): whole, unless the call asks for less; then it says so."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gitexp.cli.json_text import dumps
from gitexp.records.archaeology import Abandoned, Account, Checked, Constraint, LookedAt, Warning, Witness
from gitexp.records.past import Change
from gitexp.records.skipped import Skipped
from gitexp.records.words import tokens_of

FROM = "git-exp"
CUT = (
    "changes",
    "neighbours",
    "followed",
    "owners",
    "verdict.constraints",
    "abandoned",
    "constraints",
    "warnings",
)
"""The lists that a budget shortens, the least important first."""
Document = dict[str, Any]


def document(account: Account, elapsed: int, budget: int | None = None) -> Document:
    """Return the account as `exp archaeology --json` prints it."""
    place, verdict, symbol = account.place, account.verdict, account.symbol
    made: Document = {
        "from": FROM,
        "place": {"path": place.path, "first": place.first, "last": place.last, "symbol": place.symbol},
        "symbol": symbol
        and {"name": symbol.name, "kind": symbol.kind, "first": symbol.start, "last": symbol.end},
        "at": account.rev,
        "exists": account.exists,
        "verdict": {
            "answer": verdict.answer,
            "intent": verdict.intent,
            "state": verdict.state,
            "certainty": verdict.certainty,
            "ideas": [change.commit for change in verdict.ideas],
            "constraints": [_constraint(one) for one in verdict.constraints],
        },
        "warnings": [_warning(one) for one in account.warnings],
        "constraints": [_constraint(one) for one in account.constraints],
        "abandoned": [_abandoned(one) for one in account.abandoned],
        "changes": [_change(one) for one in account.changes],
        "neighbours": [
            {"path": one.path, "together": one.together, "of": one.of, "test": one.test}
            for one in account.neighbours
        ],
        "followed": [
            {"commit": one.commit, "fix": one.fix, "days": one.days, "said": one.said}
            for one in account.followed
        ],
        "owners": [
            {"name": one.name, "lines": one.lines, "changes": one.changes, "last": one.last or None}
            for one in account.owners
        ],
        "names": list(account.names),
    }
    return _ended(made, account.looked_at, account.limits, account.skipped, elapsed, budget)


def checked_document(checked: Checked, elapsed: int, budget: int | None = None) -> Document:
    """Return what was found of a diff as JSON."""
    made: Document = {
        "from": FROM,
        "what": checked.what,
        "files": list(checked.files),
        "warnings": [_warning(one) for one in checked.warnings],
        "constraints": [_constraint(one) for one in checked.constraints],
    }
    return _ended(made, checked.looked_at, checked.limits, checked.skipped, elapsed, budget)


def _ended(
    made: Document,
    looked: LookedAt,
    limits: Sequence[str],
    skipped: Sequence[Skipped],
    elapsed: int,
    budget: int | None,
) -> Document:
    made["looked_at"] = {
        "commits": looked.commits,
        "since": looked.since,
        "renames": looked.renames,
        "experiences": looked.experiences,
        "comments": looked.comments,
        "records": looked.records,
        "whole": looked.whole,
    }
    made["limits"] = list(limits)
    made["skipped"] = [{"where": one.where, "what": one.what} for one in skipped]
    made["elapsed_ms"] = elapsed
    if budget is not None:
        _shorten(made, budget)
    return made


def _shorten(made: Document, budget: int) -> None:
    """Take the last items off the least important lists until the rest keeps to the budget; `limits` says how many."""
    over = tokens_of(dumps(made)) - budget
    lists = {"verdict.constraints": made.get("verdict", {}).get("constraints", []), **made}
    for key in CUT:
        items = lists.get(key, [])
        left = len(items)
        while items and over > 0:
            over -= tokens_of(dumps(items.pop()))
        if len(items) < left:
            made["limits"].append(f"--budget {budget}: {left - len(items)} of {left} {key} left out")


def _change(one: Change) -> Document:
    touch = one.touch
    return {
        "commit": one.commit,
        "date": touch.at,
        "author": touch.author,
        "subject": touch.subject,
        "title": touch.title or touch.subject,
        "kind": one.kind,
        "exactness": one.exactness,
        "ground": one.ground,
        "reverts": list(one.reverts),
        "reverted_by": list(one.reverted_by),
        "relanded_by": list(one.relanded_by),
        "state": one.state,
        "pull_request": touch.pull_request,
        "path": touch.path,
        "renamed_from": touch.renamed_from,
        "reason": one.reason or None,
        "bot": one.bot,
    }


def _witness(one: Witness) -> Document:
    return {
        "commit": one.commit or None,
        "quote": one.quote,
        "by": one.by or None,
        "at": one.at or None,
        "id": one.id or None,
        "path": one.path or None,
        "line": one.line,
    }


def _constraint(one: Constraint) -> Document:
    return {
        "kind": one.kind,
        "text": one.text,
        "why": one.why or None,
        "severity": one.severity,
        "holds": one.holds or None,
        **_witness(one.where),
    }


def _abandoned(one: Abandoned) -> Document:
    return {
        "kind": one.kind,
        "title": one.title,
        "reason": one.reason or None,
        "attempts": list(one.attempts),
        "ended_by": list(one.ended_by),
        **_witness(one.where),
    }


def _warning(one: Warning) -> Document:
    return {
        "text": one.text,
        "kind": one.kind,
        "certainty": one.certainty,
        "state": one.state,
        "date": one.date,
        "evidence": [_witness(witness) for witness in one.evidence],
        "path": one.path or None,
        "line": one.line,
    }
