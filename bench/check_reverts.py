"""Compares the reverts that `exp archaeology` tells with rows of reverts that were checked by hand.

python -m bench.check_reverts CLONE|FOLDER ROWS      ends with 1 where a bar is missed
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass

from bench.asking import Answer, Question, ask_all, bar
from bench.gold import RELANDS, Gold, Row, arguments, load

KINDS = {
    **dict.fromkeys(RELANDS, "reland"),
    "partial": "partial_revert",
    "revert_plus": "revert_plus",
    "workaround_lifted": "workaround_lifted",
    "bot_churn": "bot_churn",
}
EXACT = ("blob", "patch-id")


@dataclass(frozen=True)
class Judged:
    """A row with what exp says of it."""

    row: Row
    said: str
    """In words, for the list of misses."""
    found: bool = False
    kind_right: bool = False
    relanded: bool = False
    reported: bool = False
    """Of a negative: whether it is told as a revert."""
    fault: bool = False

    @property
    def exact(self) -> bool:
        """Return whether git alone proves the row."""
        return self.row.evidence in EXACT


def judge(row: Row, answer: Answer) -> Judged:
    """Return what the answer says of a row."""
    if answer.fault:
        return Judged(row, answer.fault, fault=True)
    changes = [one for one in answer.changes if one.commit == row.revert]
    telling = [one for one in changes if row.reverted in one.reverts]
    relands = {one for change in changes for one in change.relanded_by}
    relands |= {
        one for change in answer.changes if change.commit == row.reverted for one in change.relanded_by
    }
    return Judged(
        row,
        told(answer, row),
        bool(telling),
        any(one.kind == KINDS.get(row.kind, "revert") for one in telling),
        row.relanded_by in relands,
        any(one.exactness != "claimed" and one.kind != "bot_churn" for one in telling),
    )


def told(answer: Answer, row: Row) -> str:
    """Return in words what the answer says of the row's commits."""
    here = {one.commit for one in answer.changes}
    for change in answer.changes:
        if change.commit == row.revert:
            others = ", ".join(one[:12] for one in change.reverts) or "nothing"
            absent = (
                ""
                if row.reverted in here or row.reverted in change.reverts
                else "; the undone commit is not here"
            )
            relands = ", ".join(one[:12] for one in change.relanded_by) or "nothing"
            said = f"{change.kind} {change.exactness}".strip()
            return f"{said}, reverts {others}, relanded by {relands}{absent}"
    return f"the commit is not among the {len(here)} changes"


def figures(judged: Sequence[Judged]) -> tuple[list[str], bool]:
    """Return the lines of the figures, and whether every bar holds."""
    true = [one for one in judged if one.row.positive]
    exact = [one for one in true if one.exact]
    found = [one for one in true if one.found]
    right = sum(one.kind_right for one in true)
    again = [one for one in true if one.row.relanded_by]
    false = [one for one in judged if not one.row.positive]
    reported = sum(one.reported for one in false)
    asked = sum(not one.fault for one in judged)
    lines = [
        bar("asked without a fault", asked, len(judged), 1.0),
        bar("exact kinds found (blob, patch-id)", sum(one.found for one in exact), len(exact), 0.95),
        bar("overall found", len(found), len(true), 0.85),
        bar("negatives reported", reported, len(false), most=0.0),
        bar("kind right, of the found positives", right, len(found), 0.85),
        bar("found and kind right, of all positives", right, len(true), 0.85),
        bar("relanded_by found", sum(one.relanded for one in again), len(again), 0.85),
    ]
    return [line for line, _ in lines], all(fine for _, fine in lines)


def table(judged: Sequence[Judged], by: str) -> list[str]:
    """Return the figures for each kind or each repository."""
    groups: dict[str, list[Judged]] = {}
    for one in judged:
        groups.setdefault(one.row.kind if by == "kind" else one.row.repo, []).append(one)
    lines = [f"{by:22} rows  found  kind right  negatives reported"]
    for name, group in sorted(groups.items()):
        true = [one for one in group if one.row.positive]
        false = len(group) - len(true)
        found, right = sum(one.found for one in true), sum(one.kind_right for one in true)
        positives = f"{found:3}/{len(true):<3}   {right:3}/{len(true):<3}" if true else f"{'':17}"
        negatives = (
            f"      {sum(one.reported for one in group if not one.row.positive)}/{false}" if false else ""
        )
        lines.append(f"{name:22} {len(group):4} {positives}{negatives}".rstrip())
    return lines


def misses(judged: Sequence[Judged]) -> list[str]:
    """Return every miss: what is wrong, where, and what was said instead."""
    lines = []
    for one in judged:
        row = one.row
        wrong = [] if one.found or not row.positive else ["not found"]
        wrong += (
            [f"not {KINDS.get(row.kind, 'revert')}"]
            if one.found and not one.kind_right and row.positive
            else []
        )
        wrong += ["told as a revert"] if one.reported and not row.positive else []
        missing = row.positive and row.relanded_by and not one.relanded
        wrong += [f"not relanded by {row.relanded_by[:12]}"] if missing else []
        if wrong or one.fault:
            lines.append(f"{row.repo} {row.kind} ({row.evidence or 'no evidence'}) {row.file}")
            lines.append(f"    {row.revert} undoes {row.reverted}")
            lines.append(f"    {', '.join(wrong) or 'not asked'}: {one.said}")
    return lines


def questions(gold: Gold, blame: bool) -> dict[Row, Question]:
    """Return what is asked for each row; rows of one file share the question."""
    without = () if blame else ("--no-blame",)
    return {
        row: Question(gold.clones[row.repo], row.file, ("--at", gold.at[row.repo], *without))
        for row in gold.rows
    }


def main() -> None:
    """Ask for every row, print figures and misses."""
    given = arguments("Compare what exp tells of reverts with checked rows").parse_args()
    gold = load(given.repo, given.rows, given.name, given.heads)
    asked = questions(gold, given.blame)
    answers = ask_all(asked.values(), given.jobs)
    judged = [judge(row, answers[asked[row]]) for row in gold.rows]
    lines, fine = figures(judged)
    wrong = misses(judged)
    listed = [
        *table(judged, "kind"),
        "",
        *table(judged, "repository"),
        "",
        "Misses" if wrong else "No miss",
        *wrong,
    ]
    print("\n".join([*listed, "", *lines]))
    sys.exit(0 if fine else 1)


if __name__ == "__main__":
    main()
