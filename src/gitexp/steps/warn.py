"""Warn: what has to be known before the change, the surest and nearest first, each with what carries it."""

from __future__ import annotations

from collections.abc import Sequence

from gitexp.records.archaeology import (
    Abandoned,
    Certainty,
    Constraint,
    Verdict,
    VerdictAnswer,
    Warning,
    WarningKind,
    Witness,
)
from gitexp.records.past import Change
from gitexp.steps.ideas import Idea
from gitexp.steps.intent import SURE, met, speaks, takes_out, words_of

MOST = 12
"""Warnings without an intent: the newest; all that is out stands in `abandoned`."""
HALF = 0.5
"""The part of a title that an intent has to hold before it is said to be that."""
SWEEPING = 50
"""Files of a change from which on it is not about any one of them."""
_KINDS: dict[str, WarningKind] = {"experience": "experience", "change_record": "rejected"}


def judge(
    intent: str,
    ideas: Sequence[Idea],
    constraints: Sequence[Constraint],
    abandoned: Sequence[Abandoned],
    names: Sequence[str] = (),
) -> tuple[Verdict, tuple[Warning, ...]]:
    """Return the verdict and the warnings: of what speaks of the intent, or without one of the place."""
    if not intent.strip():
        return _of_place(ideas, constraints)
    near = met(intent, ideas, names)
    out = [one.idea for one in near if one.idea.state != "in" or _partly(one.idea)]
    back = [
        one.idea for one in near if one.idea.state == "in" and one.idea.taken_back and one.idea not in out
    ]
    same = [
        one.idea
        for one in near
        if one.titled >= SURE and one.likeness >= HALF and not one.idea.taken_back and _is_matter(one.idea)
    ]
    inside = [idea for idea in same if takes_out(idea.title) == takes_out(intent)]
    removed = [idea for idea in same if takes_out(idea.title) and not takes_out(intent)]
    speaking = [one for one in constraints if speaks(one, intent)]
    lost = [one for one in abandoned if one.kind != "reverted" and _about(one, intent)]
    warnings = [
        *(taken_back(idea) for idea in out),
        *(_removed(idea) for idea in removed[:1]),
        *(_gave_up(one) for one in lost),
        *(taken_back(idea) for idea in back),
        *(_must(one) for one in speaking),
    ]
    answer: VerdictAnswer = (
        "taken_back"
        if out or (removed and not back)
        else "in_force"
        if back or inside
        else "constrained"
        if speaking or lost
        else "nothing"
    )
    chosen = (out or back or removed or inside)[:1]
    verdict = Verdict(
        answer,
        intent,
        chosen[0].state if chosen and chosen[0] not in removed else "unknown",
        chosen[0].changes if chosen else (),
        tuple(speaking),
        (_certainty(chosen[0]) if chosen[0] not in removed else "claimed") if chosen else None,
    )
    return verdict, tuple(warnings)


def taken_back(idea: Idea) -> Warning:
    """Return the warning that something was tried here and taken back; its evidence begins with the newest revert."""
    told = idea.reason or (idea.taken_back[-1] if idea.taken_back else idea.last)
    how = {"in": "was taken back once, and is in again", "out": "was tried and taken back"}.get(
        idea.state, "was taken back, as a message says"
    )
    if idea.state == "in" and _partly(idea):
        how = "was taken back in part"
    elif idea.partly_back:
        how = "was tried and taken back, and a part of it is back"
    reverts = sorted(idea.taken_back, key=lambda change: (change is not told, -idea.changes.index(change)))
    rest = [change for change in idea.changes if change not in reverts]
    evidence = [_witness(change) for change in (*reverts, *reversed(rest))]
    text = f'"{idea.title}" {how}'
    return Warning(
        f"{text}: {told.reason}" if told.reason else text,
        "taken_back",
        _certainty(idea),
        idea.state,
        told.day,
        tuple(evidence),
        told.touch.path,
    )


def _of_place(
    ideas: Sequence[Idea], constraints: Sequence[Constraint]
) -> tuple[Verdict, tuple[Warning, ...]]:
    """Return what the place itself warns of: what is out for good, and what must hold."""
    out = [idea for idea in ideas if idea.state == "out" and idea.taken_back and _is_matter(idea)]
    out.sort(key=_sweeps)
    strict = [one for one in constraints if one.severity in ("warn", "block")]
    warnings = [*(_must(one) for one in strict), *(taken_back(idea) for idea in out[:MOST])]
    answer: VerdictAnswer = "taken_back" if out else "constrained" if constraints else "nothing"
    verdict = Verdict(
        answer,
        "",
        out[0].state if out else "unknown",
        out[0].changes if out else (),
        tuple(constraints),
        _certainty(out[0]) if out else None,
    )
    return verdict, tuple(warnings)


def _must(constraint: Constraint) -> Warning:
    text = f"{constraint.text} ({constraint.why})" if constraint.why else constraint.text
    where = constraint.where
    kind = _KINDS.get(constraint.kind, "must")
    return Warning(text, kind, "exact", "in", where.at[:10], (where,), where.path, where.line)


def _removed(idea: Idea) -> Warning:
    """Return the warning that a change took out what is intended, as its title says."""
    change = idea.last
    text = f'"{idea.title}" took something of these words out, as its title says'
    return Warning(
        text, "taken_back", "claimed", "unknown", change.day, (_witness(change),), change.touch.path
    )


def _gave_up(one: Abandoned) -> Warning:
    said = (
        "was rejected"
        if one.kind == "rejected"
        else "was made on a side branch and did not survive its merge"
    )
    text = f'"{one.title}" {said}'
    kind: WarningKind = "rejected" if one.kind == "rejected" else "abandoned"
    return Warning(
        f"{text}: {one.reason}" if one.reason else text,
        kind,
        "claimed" if one.kind == "rejected" else "likely",
        "out",
        one.where.at[:10],
        (
            one.where,
            *(Witness(commit) for commit in (*one.attempts, *one.ended_by) if commit != one.where.commit),
        ),
    )


def _certainty(idea: Idea) -> Certainty:
    """Return how sure it is that it was taken back: by content, by the most of its lines, or by a message alone."""
    found = [change.exactness for change in idea.taken_back]
    if not found or found[-1] == "claimed":
        return "claimed" if found else "likely"
    return "exact" if found[-1] == "exact" else "likely"


def _witness(change: Change) -> Witness:
    touch = change.touch
    quote = change.reason or touch.subject
    return Witness(touch.commit, quote, touch.author, touch.at, path=touch.path)


def _partly(idea: Idea) -> bool:
    return any(change.kind == "partial_revert" for change in idea.taken_back)


def _is_matter(idea: Idea) -> bool:
    """Return whether people tried something there: machines and formatting come and go."""
    return not all(change.bot or change.kind in ("bot_churn", "reformat") for change in idea.changes)


def _sweeps(idea: Idea) -> bool:
    """Return whether it went over so many files that it says little of this one."""
    return all((change.files or 0) > SWEEPING for change in idea.changes)


def _about(one: Abandoned, intent: str) -> bool:
    """Return whether an abandoned approach is what is intended: most of the intent's words stand in it."""
    wanted = words_of(intent)
    common = wanted & words_of(f"{one.title} {one.reason}")
    return len(common) >= 2 and len(common) >= len(wanted) / 2
