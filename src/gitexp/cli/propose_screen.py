"""What `exp propose` prints: the funnel, each item in people's words, what was near, the text and the git lines."""

from __future__ import annotations

import textwrap
import time
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from gitexp.cli import screen
from gitexp.cli.llm_screen import spent_line
from gitexp.cli.wiring import run_document
from gitexp.records.candidate import Candidate
from gitexp.records.contradiction import Followed
from gitexp.records.evidence import Evidence
from gitexp.records.failed import ENGINE_FAILED
from gitexp.records.judgement import Decision
from gitexp.records.proposal import Proposal, Published
from gitexp.records.run import Run
from gitexp.records.text import Redacted
from gitexp.records.words import counted
from gitexp.steps.consent import private_ids, withheld
from gitexp.steps.extract import LEFT_OUT
from gitexp.steps.review import corrections

if TYPE_CHECKING:
    from gitexp.cli.wiring import SessionFile

WIDTH = 100
NEAR = 3
LISTED = 20
NOTHING = "Nothing worth keeping was found; that is the normal result."


STANDS = {
    "in_force": ("stays in force", "in force"),
    "waiting": ("waits on the proposal branch", "waiting"),
    "proposed": ("is proposed here too", "proposed"),
}
"""How the other side of a contradiction is told, by where it stands."""


class Asking:
    """Implements `Consent`: shows the quotes and asks at the keyboard. Where nobody sits there nothing may leave.

    `tell` takes the progress away before a question.
    """

    def __init__(self, tell: Callable[[str], None]) -> None:
        self._tell = tell

    def may_leave(self, decision: Decision) -> bool:
        """Return whether the person agrees that these words are proposed."""
        if not screen.can_ask():
            return False
        self._tell("")
        candidate = decision.candidate
        screen.note("")
        screen.note(
            f"From your private session {candidate.discussion.removeprefix('session:')}, {candidate.when}:"
        )
        for line in _reworded(candidate.what, candidate.why, candidate.evidence):
            screen.note(f"  {line}")
        for item in candidate.evidence:
            screen.note(f'  "{item.quote}"  {_who(item)}{f", {item.at}" if item.at else ""}')
        for words in (candidate.what, candidate.why, *candidate.anti_patterns, *candidate.failure_modes):
            if words and not any(words in item.quote for item in candidate.evidence):
                screen.note(f'  and  "{words}"')
        return screen.ask(
            f"  May this be proposed ({decision.action})? Who can read the repository reads it."
        )


def _who(item: Evidence[Redacted]) -> str:
    return "you" if item.by in (None, "unknown") else str(item.by)


def list_sessions(found: Sequence[SessionFile]) -> None:
    """Say which sessions are about to be read, the newest first."""
    if not found:
        screen.note("sessions: no session of Claude Code about this repository is on this machine")
        return
    size = sum(file.size for file in found)
    screen.note(
        f"sessions: {counted(len(found), 'session')} of Claude Code about this repository, {_size(size)}"
    )
    for file in found[:LISTED]:
        day = time.strftime("%Y-%m-%d", time.localtime(file.at))
        screen.note(f"  {day}  {_size(file.size):>9}  {file.path.stem}")
    if len(found) > LISTED:
        screen.note(f"  and {len(found) - LISTED} older")


def _size(size: int) -> str:
    return f"{size / 1e6:.1f} MB" if size >= 100_000 else f"{size / 1e3:.1f} kB"


def say_withheld(run: Run) -> None:
    """Say how many quotes of private sessions stay here, and how they may leave."""
    many = len(withheld(run))
    if not many and not run.changes_withheld:
        return
    how = "the next run asks again" if screen.can_ask() else "look with `--dry-run`, then agree with `--yes`"
    screen.note(
        f"not proposed: {_withheld(many, run.changes_withheld)} from private sessions, for lack of your consent; {how}"
    )


def _withheld(candidates: int, alternatives: int) -> str:
    parts = [counted(candidates, "candidate")] if candidates or not alternatives else []
    parts += [counted(alternatives, "rejected alternative")] if alternatives else []
    return " and ".join(parts)


def show(run: Run, proposal: Proposal, published: Published | None, again: str) -> None:
    """Print what came of a run for a person; `again` is the command that keeps what a dry run showed."""
    for skip in (*run.skipped, *run.unserved):
        if skip.bad and not skip.what.startswith(ENGINE_FAILED):
            screen.note(f"not read: {skip.where}: {skip.what}")
    _unanswered(run)
    for skip in run.skipped:
        if not skip.bad and skip.where == "history:":
            screen.note(f"history: {skip.what}")
    passed_over = sum(
        not skip.bad and skip.where != "history:" and not skip.what.startswith(LEFT_OUT)
        for skip in run.skipped
    )
    if passed_over:
        screen.note(f"passed over: {counted(passed_over, 'thing')} (--json, `skipped`, says which and why)")
    left_out = [skip for skip in run.skipped if skip.what.startswith(LEFT_OUT)]
    for skip in left_out[:LISTED]:
        screen.note(f"{skip.where}: {skip.what}")
    screen.say(_funnel(run))
    if run.spent is not None:
        screen.say(screen.style(f"{run.judge.model}: {spent_line(run.spent)}", "dim"))
    carried = [decision for decision in run.decisions if decision.experience is not None]
    for number, decision in enumerate(carried, 1):
        screen.say()
        _item(run, number, decision)
    _records(run)
    _others(run)
    if not carried and not run.changes and not run.funnel.contradict:
        screen.say(f"\n{_nothing(run)}")
    _near(run)
    screen.say()
    if published is None:
        _dry(len(carried) + len(run.changes), again)
    else:
        _published(proposal, published)


def _unanswered(run: Run) -> None:
    """Tell what no answer came for, each reason once."""
    reasons: dict[str, list[str]] = {}
    for skip in run.skipped:
        if skip.what.startswith(ENGINE_FAILED):
            reasons.setdefault(skip.what.removeprefix(f"{ENGINE_FAILED}: "), []).append(skip.where)
    for reason, places in reasons.items():
        more = f" and {len(places) - 1} more" if len(places) > 1 else ""
        screen.note(f"no answer: {places[0]}{more}: {reason}")


def _nothing(run: Run) -> str:
    unanswered = sum(skip.what.startswith(ENGINE_FAILED) for skip in run.skipped)
    if unanswered:
        told = counted(unanswered, "question")
        return (
            f"Nothing proposed, and {told} got no answer: the same command asks them again, and nothing else."
        )
    if withheld(run):
        return "Nothing proposed: what there is quotes private sessions, and waits for consent."
    return f"Nothing new: {run.funnel.skip} known already." if run.funnel.skip else NOTHING


def _funnel(run: Run) -> str:
    funnel = run.funnel
    parts = [
        _sources(run),
        counted(funnel.turns, "turn"),
        counted(funnel.topics, "topic"),
        counted(funnel.candidates, "candidate"),
        f"{funnel.create + funnel.update} worth keeping",
    ]
    if funnel.changes:
        parts[-1] += f", {counted(funnel.changes, 'change record')}"
    more = []
    if funnel.redacted:
        more.append(f"{counted(funnel.redacted, 'secret or private thing')} redacted")
    if funnel.shut_out:
        more.append(f"{counted(funnel.shut_out, 'turn')} shut out by --trust {run.trust}")
    return " -> ".join(parts) + (f"   ({'; '.join(more)})" if more else "")


def _sources(run: Run) -> str:
    """Return how much of what was read: of the history its reverts, and the texts with which changes were merged."""
    reverts = sum(one.kind == "history" for one in run.discussions)
    texts = [one for one in run.discussions if one.kind == "commit"]
    # Where no prose was read, the first turn is a trailer, and has a number behind the commit's id.
    argued = sum("#" not in one.turns[0].id for one in texts)
    others = run.funnel.discussions - reverts - len(texts)
    parts = (
        (reverts, "revert", ""),
        (argued, "pull request text", ""),
        (len(texts) - argued, "commit with decisions", "commits with decisions"),
        (others, "discussion", ""),
    )
    return ", ".join(counted(*part) for part in parts if part[0]) or "0 discussions"


def _item(run: Run, number: int, decision: Decision) -> None:
    candidate, experience = decision.candidate, decision.experience
    if experience is None:
        return
    private = candidate.discussion in private_ids(run.discussions)
    screen.say(f"{number}  {screen.style(str(experience.when), 'bold')}{_derived(candidate)}")
    for line in _reworded(experience.what, experience.why, experience.evidence):
        _wrapped(line)
    for item in experience.evidence:
        _wrapped(f'"{item.quote}"')
        screen.say(f"   {item.by or 'unknown'}, {_turn(item.turn)}{f', {item.at}' if item.at else ''}")
    told = "rejected" if candidate.kind == "decision" else "tried and taken back"
    for attempt in experience.anti_patterns:
        _wrapped(f"{told}: {attempt}")
    known = "settled" if candidate.settled.answer == "yes" else "not settled"
    screen.say(screen.style(f"   {known}: {candidate.settled.reason} · {_names(run, candidate)}", "dim"))
    if candidate.trail.lacks:
        screen.say(screen.style(f"   lacks: {candidate.trail.words}", "dim"))
    mark = "   (private session)" if private else ""
    screen.say(screen.style(f"   {decision.action}: {experience.id}{mark}", "dim"))


def _reworded(what: Redacted, why: Redacted | None, evidence: Sequence[Evidence[Redacted]]) -> Iterator[str]:
    """Yield what to do and why, where nobody said it in these words: a language model put them so."""
    said = " ".join(" ".join(item.quote.split()) for item in evidence)
    for name, words in (("do", what), ("because", why or "")):
        if words and " ".join(words.split()) not in said:
            yield f"{name}: {words}"


def _derived(candidate: Candidate) -> str:
    if "when" not in candidate.derived:
        return ""
    return "   (from the place)" if candidate.places else "   (from what it names)"


def _turn(turn: str) -> str:
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


def _records(run: Run) -> None:
    """Tell the change records: which alternatives were rejected, why, and by whom."""
    if run.changes:
        screen.say("\nChange records, for whoever changes these places next:")
    for change in run.changes:
        mark = "   (private session)" if change.private else ""
        screen.say(f"\n   {screen.style(str(change.record.intent), 'bold')}{mark}")
        for one in change.record.rejected:
            _wrapped(f"rejected: {one.what}")
            _wrapped(f"because: {one.why or ''}")
            if one.evidence is not None:
                item = one.evidence
                screen.say(
                    f"   {item.by or 'unknown'}, {_turn(item.turn)}{f', {item.at}' if item.at else ''}"
                )
        screen.say(screen.style(f"   record: {change.path}", "dim"))


def _others(run: Run) -> None:
    """Say what the rest of the decisions were: skipped as known, or a question for people."""
    for decision in run.decisions:
        if decision.action == "skip":
            name = decision.target.id if decision.target else decision.candidate.id
            screen.note(f"skipped: {name} ({decision.candidate.discussion}): {decision.reason}")
            if decision.target is not None and decision.adds:
                screen.note(f'   "{decision.adds}"')
        if decision.action == "contradict" and decision.target is not None:
            stands = STANDS[decision.question.stands if decision.question else "in_force"]
            screen.say(f"\n?  says the contrary of {decision.target.id}, which {stands[0]}:")
            _wrapped(f'new: "{decision.candidate.what}"')
            _wrapped(f'{stands[1]}: "{decision.target.what}"')
            if decision.question is not None:
                _wrapped(_followed(decision.question.followed))


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


def _near(run: Run) -> None:
    if run.dropped:
        screen.say("\nDropped by review:")
    for verdict in run.dropped[:NEAR]:
        screen.say(f'   "{screen.short(verdict.candidate.what, 64)}"')
        screen.say(screen.style(f"      {verdict.words}  ({_turn(verdict.candidate.discussion)})", "dim"))
    if len(run.dropped) > NEAR:
        screen.say(f"   and {len(run.dropped) - NEAR} more: --json, `verdicts`")
    if not run.near:
        return
    screen.say("\nNear, and what they lacked:")
    for candidate in run.near[:NEAR]:
        words = screen.short(candidate.what, 64)
        screen.say(f'   "{words}"')
        screen.say(screen.style(f"      {candidate.trail.words}  ({_turn(candidate.discussion)})", "dim"))
    if len(run.near) > NEAR:
        screen.say(f"   and {len(run.near) - NEAR} more: --json, `near`; --all proposes them too")


def _dry(carried: int, again: str) -> None:
    if carried:
        keep = "it" if carried == 1 else f"all {carried}"
        screen.say(f"Nothing written. Keep {keep}:  {again}")
    else:
        screen.say("Nothing written.")


def _published(proposal: Proposal, published: Published) -> None:
    if published.set_aside:
        screen.note(f"the branch started afresh; its old tip was {published.set_aside[:12]}")
    if published.built_upon:
        screen.note("the branch holds commits of people: exp built upon them")
    name = published.branch
    asked = any(decision.action == "contradict" for decision in proposal.decisions)
    if published.commit is None or not proposal.files:
        screen.say(f"Nothing new for {name}.")
    elif not published.moved:
        screen.say(f"{name} holds all of this already: {published.commit[:12]}")
    else:
        screen.say(f"{name} is now at {published.commit[:12]}: {counted(len(proposal.files), 'file')}")
    if proposal.files or asked:
        screen.say(f"\n{screen.style('The pull request, title and text:', 'bold')}\n\n{proposal.title}\n")
        screen.say(str(proposal.body))
    if proposal.files:
        screen.say(f"look        git diff HEAD...{name}")
        screen.say(f"take        git merge --no-ff {name}")
        screen.say(f"throw away  git branch -D {name}")


def _wrapped(words: str) -> None:
    for line in textwrap.wrap(" ".join(words.split()), WIDTH, initial_indent="   ", subsequent_indent="   "):
        screen.say(line)


def document(run: Run, proposal: Proposal, published: Published | None) -> dict[str, object]:
    """Return the run as `exp propose --json` prints it, with the branch and commit where one was made."""
    return {
        **run_document(run),
        "withheld": [
            {"candidate": candidate.id, "reason": candidate.trail.waits} for candidate in withheld(run)
        ],
        "changes_withheld": run.changes_withheld,
        "branch": published.branch if published else None,
        "commit": published.commit if published else None,
        "moved": published.moved if published else False,
        "set_aside": published.set_aside if published else None,
        "title": str(proposal.title),
        "body": str(proposal.body),
    }
