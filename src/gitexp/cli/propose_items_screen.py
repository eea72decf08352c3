"""How each item of a run looks to a person: its words, what settled it, the names found, what stands against it."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence

from gitexp.cli import screen
from gitexp.records.candidate import Candidate
from gitexp.records.contradiction import Followed
from gitexp.records.discussion import is_note
from gitexp.records.evidence import Evidence
from gitexp.records.judgement import Decision
from gitexp.records.run import Run
from gitexp.records.text import Redacted
from gitexp.steps.consent import private_ids
from gitexp.steps.proposal_words import check_words
from gitexp.steps.review import corrections

WIDTH = 100
NEAR = 3
STANDS = {
    "in_force": ("stays in force", "in force"),
    "waiting": ("waits on the proposal branch", "waiting"),
    "proposed": ("is proposed here too", "proposed"),
}
"""How the other side of a contradiction is told, by where it stands."""


def item(run: Run, number: int, decision: Decision) -> None:
    candidate, experience = decision.candidate, decision.experience
    if experience is None:
        return
    private = candidate.discussion in private_ids(run.discussions)
    screen.say(f"{number}  {screen.style(str(experience.when), 'bold')}{_derived(candidate)}")
    for line in reworded(experience.what, experience.why, experience.evidence):
        wrapped(line)
    for item in experience.evidence:
        wrapped(f'"{item.quote}"')
        screen.say(f"   {item.by or 'unknown'}, {turn_name(item.turn)}{f', {item.at}' if item.at else ''}")
    held = experience.preconditions
    for where, some in (("holds where", held.must), ("not where", held.must_not)):
        for condition in some:
            check = f" (checked by {check_words(condition.check)})" if condition.check else ""
            wrapped(f"{where}: {condition.text}{check}")
    told = "rejected" if candidate.kind == "decision" else "tried and taken back"
    for attempt in experience.anti_patterns:
        wrapped(f"{told}: {attempt}")
    known = "settled" if candidate.settled.answer == "yes" else "not settled"
    screen.say(screen.style(f"   {known}: {candidate.settled.reason} · {_names(run, candidate)}", "dim"))
    if candidate.trail.lacks:
        screen.say(screen.style(f"   lacks: {candidate.trail.words}", "dim"))
    mark = _private(candidate.discussion) if private else ""
    screen.say(screen.style(f"   {decision.action}: {experience.id}{mark}", "dim"))


def _private(discussion: str) -> str:
    return "   (note)" if is_note(discussion) else "   (private session)"


def reworded(what: Redacted, why: Redacted | None, evidence: Sequence[Evidence[Redacted]]) -> Iterator[str]:
    """Yield what to do and why, where nobody said it in these words: a language model put them so."""
    said = " ".join(" ".join(item.quote.split()) for item in evidence)
    for name, words in (("do", what), ("because", why or "")):
        if words and " ".join(words.split()) not in said:
            yield f"{name}: {words}"


def _derived(candidate: Candidate) -> str:
    if "when" not in candidate.derived:
        return ""
    return "   (from the place)" if candidate.places else "   (from what it names)"


def turn_name(turn: str) -> str:
    """Return the name of a turn or discussion; of a commit's id only as much as people read."""
    return turn[: turn.index(":") + 13] if turn.startswith(("commit:", "text:")) else turn


def _names(run: Run, candidate: Candidate) -> str:
    findings = next(
        (verdict.findings for verdict in run.verdicts if verdict.candidate.id == candidate.id), ()
    )
    found = [finding.name for finding in findings if finding.answer == "found"]
    if not findings:
        return "nothing named, can't be checked"
    wrong = [f"{name} is not there, nearest {near}" for name, near in corrections(findings)]
    unsure = [finding.name for finding in findings if finding.answer == "unverifiable"]
    if not found and not wrong:
        return findings[0].reason or "names can't be verified here"
    parts = [f"names found: {', '.join(found)}"] if found else []
    parts += [*wrong, *([f"can't be told: {', '.join(unsure)}"] if unsure else [])]
    return "; ".join(parts)


def records(run: Run) -> None:
    """Tell the change records: which alternatives were rejected, why, and by whom."""
    if run.changes:
        screen.say("\nChange records, for whoever changes these places next:")
    for change in run.changes:
        mark = _private(change.discussion) if change.private else ""
        screen.say(f"\n   {screen.style(str(change.record.intent), 'bold')}{mark}")
        for one in change.record.rejected:
            wrapped(f"rejected: {one.what}")
            wrapped(f"because: {one.why or ''}")
            if one.evidence is not None:
                item = one.evidence
                screen.say(
                    f"   {item.by or 'unknown'}, {turn_name(item.turn)}{f', {item.at}' if item.at else ''}"
                )
        screen.say(screen.style(f"   record: {change.path}", "dim"))


def others(run: Run) -> None:
    """Say what the rest of the decisions were: skipped as known, or a question for people."""
    for decision in run.decisions:
        if decision.action == "skip":
            name = decision.target.id if decision.target else decision.candidate.id
            screen.note(f"skipped: {name} ({turn_name(decision.candidate.discussion)}): {decision.reason}")
            if decision.target is not None and decision.adds:
                screen.note(f'   "{decision.adds}"')
        if decision.action == "contradict" and decision.target is not None:
            stands = STANDS[decision.question.stands if decision.question else "in_force"]
            screen.say(f"\n?  says the contrary of {decision.target.id}, which {stands[0]}:")
            wrapped(f'new: "{decision.candidate.what}"')
            wrapped(f'{stands[1]}: "{decision.target.what}"')
            if decision.question is not None:
                wrapped(_followed(decision.question.followed))


def _followed(one: Followed) -> str:
    """Return which side the code follows, and where it shows."""
    told = {
        "new": "the code at HEAD follows the new one",
        "old": "the code at HEAD follows the old one",
        "both": "the code at HEAD has both",
        "neither": "the code at HEAD follows neither",
        "unknown": "which one the code at HEAD follows can't be told",
    }[one.answer]
    where = ", ".join(f"{place.path}:{place.line}" for place in one.places)
    return f"{told}: {where or one.reason}" if where or one.reason else told


def near(run: Run) -> None:
    if run.dropped:
        screen.say("\nDropped by review:")
    for verdict in run.dropped[:NEAR]:
        screen.say(f'   "{screen.short(verdict.candidate.what, 64)}"')
        screen.say(screen.style(f"      {verdict.words}  ({turn_name(verdict.candidate.discussion)})", "dim"))
    if len(run.dropped) > NEAR:
        screen.say(f"   and {len(run.dropped) - NEAR} more: --json, `verdicts`")
    if not run.near:
        return
    screen.say("\nNear, and what they lacked:")
    for candidate in run.near[:NEAR]:
        words = screen.short(candidate.what, 64)
        screen.say(f'   "{words}"')
        screen.say(screen.style(f"      {candidate.trail.words}  ({turn_name(candidate.discussion)})", "dim"))
    if len(run.near) > NEAR:
        screen.say(f"   and {len(run.near) - NEAR} more: --json, `near`; --all proposes them too")


def wrapped(words: str) -> None:
    for line in textwrap.wrap(" ".join(words.split()), WIDTH, initial_indent="   ", subsequent_indent="   "):
        screen.say(line)
