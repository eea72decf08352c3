"""What `exp recall` prints: for a person (MOCKUPS 2), for an agent on a pipe, and as JSON."""

from __future__ import annotations

import textwrap

from gitexp.cli import screen
from gitexp.cli.facts_screen import facts_document
from gitexp.recall import Question
from gitexp.records.recollection import Recalled, Recollection
from gitexp.records.words import counted
from gitexp.steps.retell import retell, source_of

WIDTH = 96
FROM = "git-exp"
SHOWN = 3
"""How many that do not apply are named unasked."""


def show(answer: Recollection, question: Question, elapsed: int) -> None:
    """Print the answer for whoever reads: a person at a terminal, or an agent behind a pipe."""
    for skip in answer.skipped:
        screen.note(f"not read: {skip.where}: {skip.what}")
    if not screen.on_terminal():
        _for_an_agent(answer, question)
        return
    shown = (*answer.applicable, *(answer.unknown if question.all else ()))
    if not answer.applicable:
        screen.say(_nothing(answer, question))
    else:
        screen.say(f"{counted(len(answer.applicable), 'applies', 'apply')} here{f'{elapsed} ms':>60}")
    for item in answer.applicable:
        screen.say()
        _item(item)
    screen.say() if shown else None
    _rest(answer, question)


def _for_an_agent(answer: Recollection, question: Question) -> None:
    """Print the marker block, or nothing at all; what can't be told goes to stderr with its question."""
    text = retell(answer.applicable, question.files, answer.limits)
    if text:
        screen.say(text)
    else:
        screen.note(_nothing(answer, question))
    most = None if question.all else SHOWN
    for item in answer.unknown[:most]:
        screen.note(f"can't be told: {item.experience.id}: {_questions(item)}")
    for item in answer.blocked[:most]:
        screen.note(f"does not apply: {item.experience.id}: {'; '.join(item.applicability.blocked_by)}")


def _nothing(answer: Recollection, question: Question) -> str:
    about = screen.short(
        ", ".join((*question.files, *question.symbols)) or question.words or "this repository", 100
    )
    near = answer.near + len(answer.unknown) + len(answer.blocked)
    more = "" if question.all else f", {near} near: exp recall --all" if near else ", none near"
    return f"nothing applies to {about} ({counted(answer.looked_at, 'experience', 'experiences')}{more})"


def _item(item: Recalled) -> None:
    experience = item.experience
    title = screen.short(experience.title, 60)
    mark = screen.style("  unapproved", "yellow") if not item.approved else ""
    screen.say(f"  {screen.style(title, 'bold')}  {screen.style(experience.id, 'dim')}{mark}")
    _row("when", experience.when)
    _row("do", experience.what)
    if experience.why:
        _row("why", experience.why)
    if item.because:
        _row("here", " · ".join(item.because))
    for attempt in experience.anti_patterns:
        _row("not", attempt)
    sources = ", ".join(
        dict.fromkeys(source_of(evidence.url, evidence.turn) for evidence in experience.evidence)
    )
    approved = f"; approved by {item.approval.by} {_ago(item.approval.at)}" if item.approval else ""
    _row("from", f"{sources}{approved}")


def _row(name: str, words: str) -> None:
    lines = textwrap.wrap(" ".join(words.split()), WIDTH - 11) or [""]
    screen.say(f"    {name:<6} {lines[0]}")
    for line in lines[1:]:
        screen.say(f"           {line}")


def _rest(answer: Recollection, question: Question) -> None:
    for limit in answer.limits:
        screen.say(limit)
    many = None if question.all else SHOWN
    unknown = [_told(_questions(item), item) for item in answer.unknown[:many]]
    _lines(f"{len(answer.unknown)} can't be told", unknown, len(answer.unknown))
    blocked = [_told("; ".join(item.applicability.blocked_by), item) for item in answer.blocked[:many]]
    _lines(counted(len(answer.blocked), "does not apply", "do not apply"), blocked, len(answer.blocked))


def _told(words: str, item: Recalled) -> str:
    return f"{words}  {screen.style(item.experience.id, 'dim')}"


def _lines(head: str, lines: list[str], many: int) -> None:
    """Print what does not apply or can't be told: how many, and a line for the first of them."""
    for number, line in enumerate(lines):
        screen.say(f"{head if not number else '':<17} {line}")
    if many > len(lines):
        screen.say(f"{'':<17} and {many - len(lines)} more: exp recall --all")


def _questions(item: Recalled) -> str:
    return "; ".join(missing.question for missing in item.applicability.missing)


def _ago(at: str) -> str:
    """Return how long ago a date was, in words; the date itself where it can't be read."""
    import datetime

    try:
        then = datetime.datetime.fromisoformat(at)
    except ValueError:
        return at
    now = datetime.datetime.now(tz=datetime.UTC)
    days = (now - (then if then.tzinfo else then.replace(tzinfo=datetime.UTC))).days
    for size, name in ((365, "year"), (30, "month"), (7, "week"), (1, "day")):
        if days >= size:
            return f"{counted(days // size, name, f'{name}s')} ago"
    return "today"


def document(answer: Recollection, elapsed: int) -> dict[str, object]:
    """Return the answer as `exp recall --json` prints it (DESIGN.md section 10)."""
    return {
        "from": FROM,
        "applicable": [_applicable(item) for item in answer.applicable],
        "unknown": [
            {
                "id": item.experience.id,
                "title": item.experience.title,
                "missing": [
                    {"condition": missing.condition, "question": missing.question}
                    for missing in item.applicability.missing
                ],
            }
            for item in answer.unknown
        ],
        "blocked": [
            {
                "id": item.experience.id,
                "title": item.experience.title,
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
    experience, approval = item.experience, item.approval
    return {
        "id": experience.id,
        "title": experience.title,
        "when": experience.when,
        "what": experience.what,
        "why": experience.why,
        "because": list(item.because),
        "not_if": list(item.applicability.not_if),
        "score": item.score,
        "tokens": item.tokens,
        "severity": experience.severity,
        "path": item.path,
        "evidence": [
            {"quote": evidence.quote, "url": evidence.url, "by": evidence.by, "at": evidence.at}
            for evidence in experience.evidence
        ],
        "approved": {"by": approval.by, "at": approval.at, "commit": approval.commit} if approval else None,
        "unapproved": not item.approved,
    }
