"""Asks `exp archaeology --intent` for ideas just before they were brought in again, and for ideas foreign to the place.

python -m bench.check_intents CLONE|FOLDER ROWS      ends with 1 where a bar is missed
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from bench.asking import Answer, Question, ask_all, bar, git, refuse
from bench.gold import RELANDS, Gold, Row, arguments, load
from bench.unrelated_intents import INTENTS

_AGAIN = r"revert(?:s|ed)?|re-?apply|un-?revert|re-?land(?:s|ed)?|back(?:s|ed)?[ -]?out|re-do"
_ATTEMPT = r"(?:take|attempt|try) (?:\d+|two|three)|(?:2nd|3rd|second|third) (?:try|attempt|take)"
_OPENING = re.compile(rf"^[\s\"'“\[]*(?:{_AGAIN}|{_ATTEMPT})\b(?:\^\d+)?[\s:\]]*(?:of\b)?[\s:\-]*", re.I)
_ASIDE = re.compile(rf"[(\[{{][^()\[\]{{}}]*\b(?:{_AGAIN}|{_ATTEMPT})\b[^()\[\]{{}}]*[)\]}}]", re.I)
_CLOSING = re.compile(rf"[\s,;:–-]+(?:{_AGAIN}|{_ATTEMPT})[\s.!\"”']*$", re.I)
_NUMBER = re.compile(r"\(?(?<!\w)#\d+\)?|\(?\bD\d{4,}\b\)?|\b(?:GH|PR)-?\d+\b")


@dataclass(frozen=True)
class Case:
    """An idea asked at the commit before it was brought in again, and the revert that should come first."""

    row: Row
    reland: str
    revert: str
    at: str
    title: str


def innermost(subject: str) -> str:
    """Return what a title is about, without the words of taking back and trying again, and without numbers."""
    title, before = subject, ""
    while title != before:
        before = title
        for pattern in (_ASIDE, _NUMBER, _OPENING, _CLOSING):
            title = pattern.sub("", title)
        title = " ".join(title.split()).strip("\"“”' ")
    return title


def pair(row: Row) -> tuple[str, str] | None:
    """Return the second attempt that a row knows, and the revert that had taken the first one out."""
    if row.kind in RELANDS:
        return row.revert, row.reverted
    return (row.relanded_by, row.revert) if row.relanded_by and row.positive else None


def cases(gold: Gold) -> list[Case]:
    """Return what is asked; a title of which nothing is left gives way to that of the first attempt."""
    found = []
    for row in gold.rows:
        if known := pair(row):
            reland, revert = known
            at, subject = told(gold.clones[row.repo], reland)
            title = innermost(subject) or innermost(told(gold.clones[row.repo], row.reverted)[1])
            if title and at:
                found.append(Case(row, reland, revert, at, title))
            else:
                print(f"left out, its title says nothing: {row.repo} {reland} {subject}", file=sys.stderr)
    return found


def told(clone: Path, commit: str) -> tuple[str, str]:
    """Return the first parent of a commit, "" for a root, and its subject."""
    parents, subject = git(clone, "log", "-1", "--format=%P%n%s", commit).split("\n")[:2]
    return parents.partition(" ")[0], subject


def right(case: Case, answer: Answer) -> bool:
    """Return whether the revert is what the first warning rests on."""
    evidence = json.loads(answer.warnings[0])["evidence"] if answer.warnings else ""
    return case.revert[:12] in json.dumps(evidence)


def question(case: Case, clone: Path, intent: str, blame: bool) -> Question:
    """Return the question for an intent at the case's file and commit."""
    options = ("--at", case.at, "--intent", intent, *(() if blame else ("--no-blame",)))
    return Question(clone, case.row.file, options)


def shown(warning: str) -> str:
    """Return a warning in one short line."""
    one = json.loads(warning)
    return (
        f"{one.get('kind')} {one.get('certainty')} {one.get('state')} {one.get('date')}: {one.get('text')}"[
            :150
        ]
    )


def listed(case: Case, intent: str, answer: Answer, fine: bool) -> list[str]:
    """Return a case as it is read: what was asked, and the first warnings."""
    said = [f"       {shown(one)}" for one in answer.warnings[:3]] or [
        f"       {answer.fault or 'no warning'}"
    ]
    return [
        f"{'ok' if fine else 'MISSED':6} {intent}",
        f"       {case.row.repo} {case.row.file} at {case.at[:12]}",
        *said,
    ]


def figures(firsts: Sequence[bool], warned: Sequence[bool], faults: int) -> tuple[list[str], bool]:
    """Return the lines of the figures, and whether every bar holds."""
    asked = len(firsts) + len(warned)
    lines = [
        bar("asked without a fault", asked - faults, asked, 1.0),
        bar("the revert is the first warning", sum(firsts), len(firsts), 0.85),
        bar("unrelated intents that get a warning", sum(warned), len(warned), most=0.05),
    ]
    return [line for line, _ in lines], all(fine for _, fine in lines)


def main() -> None:
    """Ask for every second attempt and every unrelated intent, print all and the figures."""
    given = arguments("Ask exp for ideas that had been taken back").parse_args()
    gold = load(given.repo, given.rows, given.name, given.heads)
    known = cases(gold)
    if not known:
        refuse("no second attempt among the rows")
    # An unrelated intent goes to the next case's file in turn, so that all files get some.
    foreign = [(known[number % len(known)], intent) for number, intent in enumerate(INTENTS)]
    asked = [(case, case.title) for case in known] + foreign
    questions = [question(case, gold.clones[case.row.repo], intent, given.blame) for case, intent in asked]
    answers = ask_all(questions, given.jobs)
    said = [answers[one] for one in questions]
    firsts = [right(case, answer) for case, answer in zip(known, said, strict=False)]
    warned = [bool(answer.warnings) for answer in said[len(known) :]]
    print("Second attempts")
    for case, answer, fine in zip(known, said, firsts, strict=False):
        lines = listed(case, case.title, answer, fine)
        print(
            "\n".join(
                [*lines, *([] if fine else [f"       wanted: revert {case.revert} before {case.reland}"])]
            )
        )
    print("\nUnrelated intents that get a warning")
    for (case, intent), answer in zip(foreign, said[len(known) :], strict=True):
        if answer.warnings or answer.fault:
            print("\n".join(listed(case, intent, answer, False)))
    lines, fine = figures(firsts, warned, sum(bool(answer.fault) for answer in said))
    print("\n".join(["", *lines]))
    sys.exit(0 if fine else 1)


if __name__ == "__main__":
    main()
