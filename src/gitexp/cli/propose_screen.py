"""What `exp propose` prints: the funnel, each item in people's words, what was near, the text and the git lines."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gitexp.cli import screen
from gitexp.cli.llm_screen import spent_line
from gitexp.cli.propose_items_screen import item, near, others, records
from gitexp.cli.wiring import run_document
from gitexp.records.discussion import is_note
from gitexp.records.failed import ENGINE_FAILED
from gitexp.records.proposal import Proposal, Published
from gitexp.records.run import Run
from gitexp.records.words import counted
from gitexp.steps.consent import withheld
from gitexp.steps.extract import LEFT_OUT

if TYPE_CHECKING:
    pass

WIDTH = 100
NEAR = 3
LISTED = 20
NOTHING = "Nothing worth keeping was found; that is the normal result."


def say_withheld(run: Run) -> None:
    """Say how many quotes of private sessions stay here, and how they may leave."""
    many = len(withheld(run))
    if not many and not run.changes_withheld:
        return
    how = "the next run asks again" if screen.can_ask() else "look with `--dry-run`, then agree with `--yes`"
    screen.note(
        f"not proposed: {_withheld(many, run.changes_withheld)} from {_private(run)}, for lack of your consent; {how}"
    )


def _private(run: Run) -> str:
    """Return what is private of what was read: sessions, notes or both."""
    notes = {is_note(one.id) for one in run.discussions if one.private}
    return (
        "notes" if notes == {True} else "private sessions and notes" if True in notes else "private sessions"
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
        item(run, number, decision)
    records(run)
    others(run)
    if not carried and not run.changes and not run.funnel.contradict:
        screen.say(f"\n{_nothing(run)}")
    near(run)
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
        return f"Nothing proposed: what there is quotes {_private(run)}, and waits for consent."
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
