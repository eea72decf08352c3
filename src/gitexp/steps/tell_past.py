"""Says in a few words what an account of the past holds: for a terminal, and for agents the same."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from gitexp.records.archaeology import Abandoned, Account, Constraint, LookedAt, Verdict, Warning, Witness
from gitexp.records.past import Change, Place, Touch
from gitexp.records.words import counted
from gitexp.steps.retell import quoted
from gitexp.steps.warn import SWEEPING

UNDOING = ("revert", "partial_revert", "revert_plus", "workaround_lifted")
FOLDED = ("bot_churn", "reformat")
_END = re.compile(r"history ends at ([0-9a-f]{7,})")
_SURE = {"exact": "exact", "likely": "likely", "claimed": "only as messages say"}
_KINDS = {
    "rename": "renamed",
    "move": "moved",
    "revert": "took back",
    "partial_revert": "took back a part of",
    "revert_plus": "took back, and more,",
    "workaround_lifted": "lifted",
    "reland": "brought in again",
    "reformat": "formatting",
    "bot_churn": "bot",
}
_STATES = {"in": "in force today", "out": "out today", "unknown": "whether it is in today is not known"}


def newest(account: Account, most: int | None) -> Account:
    """Return the account with at most so many changes, the newest; it says how many were left out."""
    left = 0 if most is None else len(account.changes) - most
    if left <= 0:
        return account
    limit = f"--max {most}: {counted(left, 'older change')} left out"
    return replace(account, changes=account.changes[:most], limits=(*account.limits, limit))


def headline(account: Account) -> str:
    """Return the answer in one line of small letters, or a sentence where nothing speaks of it."""
    verdict = account.verdict
    if not verdict.intent:
        return _of_place(account)
    if verdict.ideas:
        return _of_ideas(verdict)
    if verdict.answer in ("constrained", "taken_back") and not verdict.constraints:
        kinds = {warning.kind for warning in account.warnings}
        return "rejected before" if "rejected" in kinds else "tried, and left on a side branch"
    if verdict.answer == "nothing":
        return nothing(account)
    return _must_hold(len(verdict.constraints))


def _of_ideas(verdict: Verdict) -> str:
    undone = [change for change in verdict.ideas if change.kind in UNDOING]
    if not undone:
        if verdict.answer == "taken_back":
            return "taken out, as a title says"
        return "in already" if verdict.state == "in" else "tried before"
    last = verdict.ideas[-1]
    partly = last.kind == "reland" and last.exactness == "part"
    if verdict.state == "in" or partly:
        if all(change.kind == "partial_revert" for change in undone):
            return "tried, taken back in part"
        return f"tried, taken back, {'partly ' if partly else ''}back since"
    often = {1: "", 2: " twice"}.get(len(undone), f" {len(undone)} times")
    unknown = "; whether it is in today is not known" if verdict.state == "unknown" else ""
    return f"tried and taken back{often}{unknown}"


def _of_place(account: Account) -> str:
    out, lost = count_out(account), len(given_up(account))
    parts = [f"{counted(out, 'idea')} taken back here"] if out else []
    parts += [f"{counted(lost, 'approach', 'approaches')} abandoned"] if lost else []
    holding = sum(one.kind != "fixes" for one in account.constraints)
    parts += [_must_hold(holding)] if holding else []
    return ", ".join(parts) or nothing(account)


def count_out(account: Account) -> int:
    """Return how many ideas are out here."""
    known = len(taken_back(account)) + len(also_taken_back(account))
    return known or int(account.verdict.answer == "taken_back")


def _must_hold(many: int) -> str:
    return "1 thing must hold" if many == 1 else f"{many} things must hold"


def nothing(account: Account) -> str:
    """Return that nothing speaks of the intent, with what was looked at; never that there was nothing."""
    looked, intent = account.looked_at, account.verdict.intent
    commits = counted(looked.commits, "commit")
    rest = ""
    if not looked.whole:
        end = end_of(account.limits)
        known = f" this clone has (history ends at {end})" if end else " that were looked at"
        commits, rest = f"the {commits}{known}", "; older ones were not seen"
    seen = _listed([commits, *_beside(looked)])
    about = f'of "{quoted(intent)}"' if intent else "against a change here"
    return f"Nothing in {seen} speaks {about}{rest}."


def end_of(limits: Sequence[str]) -> str:
    """Return the commit at which the history of a shallow clone ends, "" where it does not."""
    return next((match[1][:7] for limit in limits if (match := _END.search(limit))), "")


def looked_at(account: Account) -> str:
    """Return what the answer rests on."""
    looked = account.looked_at
    since = f" since {looked.since[:10]}" if looked.since else ""
    renames = f" through {counted(looked.renames, 'rename')}" if looked.renames else ""
    parts = [f"{counted(looked.commits, 'commit')}{since}{renames}", *_beside(looked)]
    return f"{', '.join(parts)}; {_reach(account)}"


def _beside(looked: LookedAt) -> list[str]:
    parts = [counted(looked.experiences, "experience")] if looked.experiences else []
    parts += [counted(looked.records, "change record")] if looked.records else []
    return parts + ([counted(looked.comments, "comment")] if looked.comments else [])


def _reach(account: Account) -> str:
    if account.looked_at.whole:
        return "whole history"
    end = end_of(account.limits)
    return f"history ends at {end}, older commits were not seen" if end else "not the whole history"


def _listed(parts: Sequence[str]) -> str:
    return " and ".join(part for part in (", ".join(parts[:-1]), parts[-1]) if part)


def sureness(account: Account) -> str:
    """Return how sure it is that the one idea was taken back, in words; of several each warning says it."""
    verdict = account.verdict
    return _SURE.get(verdict.certainty or "", "") if verdict.intent or count_out(account) == 1 else ""


def about(place: Place) -> str:
    """Return how much of the file is meant."""
    if place.symbol:
        return place.symbol
    if place.first is None:
        return "whole file"
    return f"line {place.first}" if place.last in (None, place.first) else f"lines {place.first}-{place.last}"


def stands(verdict: Verdict) -> str:
    """Return how the idea stands today."""
    return _STATES[verdict.state]


def title(touch: Touch) -> str:
    """Return what a change is called, with the number of its pull request."""
    name = touch.subject if touch.subject.startswith(touch.title) else touch.title
    number = (touch.pull_request or "").lstrip("#!")
    return name if not number or re.search(rf"[#!]{re.escape(number)}\b", name) else f"{name} (#{number})"


def mark(change: Change) -> str:
    """Return what sets a change apart: what it undid, and what became of it."""
    parts = []
    if change.kind in _KINDS:
        undone = f" {' '.join(id[:7] for id in change.reverts)}" if change.reverts else ""
        exactness = f", {change.exactness.replace('_', ' ')}" if change.exactness else ""
        parts.append(f"{_KINDS[change.kind]}{undone}{exactness}")
    if change.state == "out":
        parts.append(f"out since {change.reverted_by[0][:7]}" if change.reverted_by else "out")
    return "; ".join(parts)


def taken_back(account: Account) -> list[Abandoned]:
    """Return the ideas that are out: first those of which somebody said why, last sweeping ones; each newest first."""
    size = {change.commit: change.files or 0 for change in account.changes}

    def order(one: Abandoned) -> tuple[bool, bool]:
        return all(size.get(id, 0) > SWEEPING for id in one.attempts), not one.reason

    return sorted((one for one in account.abandoned if one.kind == "reverted"), key=order)


def given_up(account: Account) -> list[Abandoned]:
    """Return what was rejected in words or lost with a side branch, newest first."""
    return [one for one in account.abandoned if one.kind != "reverted"]


def holding(account: Account) -> list[Constraint]:
    """Return what must hold, first what speaks of the intent."""
    return list(dict.fromkeys((*account.verdict.constraints, *account.constraints)))


def others(account: Account) -> list[Warning]:
    """Return the warnings that neither the verdict's ideas, nor a constraint, nor an abandoned approach tells."""
    return [one for one in _untold(account) if account.verdict.intent or one.kind != "taken_back"]


def also_taken_back(account: Account) -> list[Warning]:
    """Return, without an intent, what was taken back and stands among no abandoned approaches."""
    return [] if account.verdict.intent else [one for one in _untold(account) if one.kind == "taken_back"]


def _untold(account: Account) -> list[Warning]:
    told = {change.commit for change in shown_ideas(account)}
    if not account.verdict.intent:
        told |= {id for one in account.abandoned for id in (one.where.commit, *one.attempts, *one.ended_by)}
    constrained = {one.where for one in holding(account)}
    return [
        warning
        for warning in account.warnings
        if not any(one.commit in told for one in warning.evidence if one.commit)
        and not any(one in constrained for one in warning.evidence)
    ]


def shown_ideas(account: Account) -> Sequence[Change]:
    """Return the chain of the idea that an intent is about, oldest first."""
    return account.verdict.ideas if account.verdict.intent else ()


def quiet(account: Account) -> str:
    """Return how many changes are folded, "" for none."""
    bots = sum(change.bot or change.kind == "bot_churn" for change in account.changes)
    reformats = sum(change.kind == "reformat" and not change.bot for change in account.changes)
    parts = ["1 by a bot" if bots == 1 else f"{bots} by bots"] if bots else []
    parts += [counted(reformats, "reformat")] if reformats else []
    return f"{' and '.join(parts)} folded" if parts else ""


def is_folded(change: Change) -> bool:
    """Return whether a change is told only by its number."""
    return change.bot or change.kind in FOLDED


def reference(where: Witness) -> str:
    """Return in short where something stands: a commit, an experience, or a place in a file."""
    if where.commit:
        return where.commit[:7]
    return where.id or (f"{where.path}:{where.line}" if where.line else where.path)


def follow_ups(account: Account) -> Iterator[tuple[str, str]]:
    """Yield for each change that a fix followed both commits with their names, newest first."""
    for one in account.followed:
        days = "the same day" if not one.days else f"{counted(one.days, 'day')} later"
        told = ", which names it" if one.said else ""
        yield one.commit, f"fixed by {one.fix[:7]} {days}{told}"


def deletion(account: Account) -> Change | None:
    """Return the change that deleted the file, where it is gone and that is known."""
    if account.exists:
        return None
    return next((change for change in account.changes if not change.touch.new), None)
