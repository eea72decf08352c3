"""Check: what the past says of an edit before it is made: what it brings back, and what must hold where it touches."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from gitexp.records.archaeology import Certainty, Constraint, Warning
from gitexp.records.past import Change, Edit, Patch
from gitexp.steps.constraints import commands_at
from gitexp.steps.ideas import Idea
from gitexp.steps.intent import speaks
from gitexp.steps.undoings import common
from gitexp.steps.warn import taken_back

HALF = 0.5
"""The part of an idea's lines in a file that an edit has to make again before it is said to bring the idea back."""
FEW = 2
"""Lines that have to be common: one alone is a brace or a blank."""


def check_edit(
    edit: Edit, ideas: Sequence[Idea], patches: Mapping[str, Patch], constraints: Sequence[Constraint]
) -> tuple[Warning, ...]:
    """Return what speaks against an edit, each with the place in the new file that it is about.

    `patches` holds for the commits of ideas that are out what they changed in this file.
    """
    return (*_brought_back(edit, ideas, patches), *_commanded(edit, constraints), *_told(edit, constraints))


def out_of(ideas: Sequence[Idea]) -> list[tuple[Idea, Change]]:
    """Return the changes that made what is out today, and the reverts that took it out, each with its idea."""
    return [
        (idea, change) for idea in ideas if idea.state != "in" for change in idea.changes if not change.bot
    ]


def _brought_back(edit: Edit, ideas: Sequence[Idea], patches: Mapping[str, Patch]) -> Iterator[Warning]:
    seen: set[str] = set()
    for idea, change in out_of(ideas):
        if idea.title in seen:
            continue
        theirs = patches.get(change.commit)
        if change in idea.taken_back and theirs is not None:
            # Who turns a revert round brings back what it took out, wherever that stood before.
            theirs = Patch(theirs.added, theirs.removed, "")
        how = _how(edit, change, theirs)
        if how is not None:
            seen.add(idea.title)
            told = taken_back(idea)
            yield replace(
                told,
                text=_said(told.text),
                kind="brings_back",
                certainty=how,
                path=edit.path,
                line=_line(edit, theirs),
            )


def _said(told: str) -> str:
    """Return what is told of an idea as part of a sentence."""
    return "brings back " + told.replace('" was', '", which was', 1)


def _line(edit: Edit, theirs: Patch | None) -> int | None:
    """Return the first line that is made again, in the hunk that makes most of them; else where the edit begins."""
    added = iter(edit.words.split("\n"))
    best: list[int] = []
    for hunk in edit.hunks:
        numbers = range(hunk.new_first, hunk.new_first + hunk.new_count)
        texts = zip(numbers, added)  # noqa: B905  The words may be cut short.
        again = [
            number for number, text in texts if theirs and hash(text.rstrip("\r").encode()) in theirs.added
        ]
        best = again if len(again) > len(best) else best
    if best:
        return best[0]
    return edit.hunks[0].new_first if edit.hunks else None


def _how(edit: Edit, change: Change, theirs: Patch | None) -> Certainty | None:
    """Return how surely an edit makes a change again: its blob is that change's, or most of its lines are."""
    made = change.touch.old if change.reverts or change.kind == "revert" else change.touch.new
    if edit.new and edit.new == made and edit.new != edit.old:
        return "exact"
    if theirs is None or not theirs.size:
        return None
    both = common(edit.patch.removed, theirs.removed) + common(edit.patch.added, theirs.added)
    if both < FEW or both < HALF * theirs.size:
        return None
    return "exact" if both == theirs.size else "likely"


def _commanded(edit: Edit, constraints: Sequence[Constraint]) -> Iterator[Warning]:
    """Yield the comments that stand where the edit touches, once each."""
    seen: set[Constraint] = set()
    for hunk in edit.hunks if edit.new else ():  # of what is deleted no comment holds any longer
        last = hunk.old_first + max(1, hunk.old_count) - 1
        for one in commands_at(constraints, hunk.old_first, last):
            if one not in seen:
                seen.add(one)
                where = one.where
                yield Warning(
                    one.text,
                    "must",
                    "exact",
                    "in",
                    where.at[:10],
                    (where,),
                    edit.path,
                    max(1, hunk.new_first),
                )


def _told(edit: Edit, constraints: Sequence[Constraint]) -> Iterator[Warning]:
    """Yield the experiences and records that share matter with what the edit adds; strict ones always."""
    for one in constraints:
        if one.kind not in ("experience", "change_record"):
            continue
        if one.severity == "block" or speaks(one, edit.words):
            text = f"{one.text} ({one.why})" if one.why else one.text
            line = edit.hunks[0].new_first if edit.hunks else None
            yield Warning(
                text, "experience", "likely", "in", one.where.at[:10], (one.where,), edit.path, line
            )
