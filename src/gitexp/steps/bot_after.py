"""After a run: what the memory holds next. Candidates that were not decided wait; those on the proposal get their rows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from gitexp.records.bot import BotState, Carried, CarriedChange, Row, key_of
from gitexp.records.candidate import Candidate
from gitexp.records.change_record import ProposedChange
from gitexp.records.discussion import Discussion, Turn
from gitexp.records.ids import content_hash
from gitexp.records.judgement import Decision
from gitexp.records.proposal import Mend
from gitexp.records.run import Run
from gitexp.records.skipped import Skipped
from gitexp.records.text import Redacted
from gitexp.steps.bot_plan import LEFT_TO_THE_RUN, is_left
from gitexp.steps.propose import path_of

MOST_ASKED = 5
"""Questions that are asked at a time; the others wait until these are answered."""
SETTLED = 500
"""Characters that are kept of the turn that settled a candidate."""


class Remembered(NamedTuple):
    """The memory's candidates and change records after a run, and what of them was left to the run."""

    waiting: tuple[Carried, ...]
    changes: tuple[CarriedChange, ...]
    left: tuple[Skipped, ...]


def proposed(run: Run) -> Run:
    """Return the run with what its proposal shows: of the questions the first five that can be answered.

    Rows, title and text are made from this one, so that they always tell the same.
    """
    asked = [one for one in run.decisions if one.action == "contradict" and one.target is not None]
    kept = {id(one) for one in asked[:MOST_ASKED]}
    shown = (one for one in run.decisions if one.action != "contradict" or id(one) in kept)
    return replace(run, decisions=tuple(shown))


def rows_of(run: Run, blobs: Mapping[str, str]) -> tuple[Row, ...]:
    """Return the rows of the proposal that a run makes: experiences, questions, change records, mends, in this order.

    `blobs` are what stands on the default branch, by path.
    """
    run = proposed(run)
    carried = [decision for decision in run.decisions if decision.experience is not None]
    asked = [decision for decision in run.decisions if decision.action == "contradict"]
    rows = [_experience_row(decision, blobs) for decision in carried]
    rows += [_question_row(decision) for decision in asked]
    rows += [Row(0, one.record.hex, "change", one.record.id, one.path) for one in run.changes]
    rows += [
        Row(0, mend_key(one), "experience", one.id, one.file.path, before=blobs.get(one.file.path, ""))
        for one in run.mends
    ]
    return tuple(replace(row, number=number) for number, row in enumerate(rows, 1))


def mend_key(mend: Mend) -> str:
    """Return the ten hex digits of a mend: of this change alone, for who refuses it may want the next one."""
    return content_hash(mend.file.path, mend.file.text)[:10]


def remembered(state: BotState, run: Run, now: str, *, lays: bool) -> Remembered:
    """Return what waits after a run, and what is on the proposal.

    A candidate stays in memory while its clique is proposed, asks a question or waits for room; all members stay, so
    that each sighting counts. What the store holds by now, or people refused, goes. Nothing private is ever kept.
    """
    before = {one.key: one for one in state.waiting}
    private = {one.id for one in run.discussions if one.private}
    survivors = _surviving(run)
    on_proposal = {row.key for row in (state.proposal.rows if state.proposal and not lays else ())}
    kept = [before[key] for key in before if key in on_proposal]
    left: list[Skipped] = []
    for clique in run.cliques:
        if key_of(clique.survivor) not in survivors:
            continue
        members = [one for one in clique.members if one.discussion not in private]
        carried = [_carried(one, before, run, now) for one in members]
        sightings = len({one.discussion for one in members})
        waits = survivors[key_of(clique.survivor)]
        if carried and waits and is_left(min(one.first_seen for one in carried), sightings, now):
            left.append(Skipped(clique.survivor.id, f"{LEFT_TO_THE_RUN}: {clique.survivor.title}", bad=False))
            continue
        kept += [one for one in carried if one.key not in on_proposal]
    found = {one.key: one for one in kept}
    return Remembered(
        tuple(found[key] for key in sorted(found)), _changes(state, run, now, on_proposal), tuple(left)
    )


def _surviving(run: Run) -> Mapping[str, bool]:
    """Return the keys of what is proposed or asked, and of what waits (True)."""
    shown = {id(one) for one in proposed(run).decisions}
    found = {
        key_of(one.candidate): id(one) not in shown
        for one in run.decisions
        if one.experience is not None or one.action == "contradict"
    }
    found.update({key_of(one): True for one in run.near if one.trail.waits})
    return found


def _changes(state: BotState, run: Run, now: str, on_proposal: set[str]) -> tuple[CarriedChange, ...]:
    before = {one.record.hex: one for one in state.changes}
    found = {key: one for key, one in before.items() if key in on_proposal}
    for change in (*run.changes, *run.changes_waiting):
        if not change.private:
            found.setdefault(change.record.hex, before.get(change.record.hex) or _new_change(change, now))
    return tuple(found[key] for key in sorted(found))


def _new_change(change: ProposedChange, now: str) -> CarriedChange:
    return CarriedChange(change.record, change.text, now)


def _carried(candidate: Candidate, before: Mapping[str, Carried], run: Run, now: str) -> Carried:
    """Return a candidate as it is kept; of one that was kept before the time, the judge and the run stay."""
    known = before.get(key_of(candidate))
    if known is not None and candidate.id.endswith(f"~{known.key}"):
        return known
    bare = replace(candidate, trail=replace(candidate.trail, waits=""))
    source = _source(candidate, run)
    if known is not None:
        return Carried(bare, source, known.first_seen, run.judge, run.id)
    return Carried(bare, source, now, run.judge, run.id)


def _source(candidate: Candidate, run: Run) -> Discussion[Redacted]:
    """Return its discussion with the cited turns alone, each holding no more than what is quoted of it.

    The turn that settled it stays too, for whoever asks why, and for a case that is made of it.
    """
    found = next(one for one in run.discussions if one.id == candidate.discussion)
    quotes: dict[str, list[Redacted]] = {}
    for item in candidate.evidence:
        quotes.setdefault(item.turn, []).append(item.quote)
    turns = tuple(
        _cut(turn, quotes.get(turn.id) or [turn.text.cut(0, SETTLED)])
        for turn in found.turns
        if turn.id in quotes or turn.id == candidate.settled.turn
    )
    return replace(found, turns=turns, files=())


def _cut(turn: Turn[Redacted], quotes: Sequence[Redacted]) -> Turn[Redacted]:
    anchor = replace(turn.anchor, hunk=None) if turn.anchor else None
    return replace(turn, text=Redacted.joined(quotes, "\n\n"), anchor=anchor)


def _experience_row(decision: Decision, blobs: Mapping[str, str]) -> Row:
    own = decision.experience
    if own is None:
        raise ValueError("a decision without an experience has no row of this kind")
    path = path_of(decision)
    return Row(0, key_of(decision.candidate), "experience", own.id, path, before=blobs.get(path, ""))


def _question_row(decision: Decision) -> Row:
    target = decision.target.id if decision.target else ""
    return Row(0, key_of(decision.candidate), "question", target, decision.target_path or "")
