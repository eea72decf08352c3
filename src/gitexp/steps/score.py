"""Score: match candidates and gold rows one to one, as DESIGN.md section 12 has it, and count."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass

from gitexp.records.candidate import Candidate
from gitexp.records.figures import Figures
from gitexp.records.garbage import Exclusion
from gitexp.records.gold import DESCRIPTION, GoldCase, GoldRow
from gitexp.records.ids import content_hash
from gitexp.steps.score_words import language_of, score_words

OF_ROW, OF_CANDIDATE = 0.25, 0.15
"""Shares of the row's words that the candidate holds, and of the candidate's words that are the row's."""


@dataclass(frozen=True)
class Said:
    """What is scored of a candidate, or of a baseline that takes a whole thread."""

    key: str
    case: str
    text: str
    turns: tuple[str, ...]
    id: str = ""
    topic: str = ""
    lens: str = ""
    lacks: tuple[Exclusion, ...] = ()
    proposed: bool = False


Judge = Callable[[Said, GoldRow], bool]
"""Says whether a candidate and a row with a common turn mean the same."""


def said(
    candidates: Sequence[Candidate], names: Mapping[str, str], proposed: Collection[str]
) -> tuple[Said, ...]:
    """Return what is scored of the candidates, in their order; `proposed` holds the ids of those that are proposed.

    A key is made of the case and the words, so that it stays when topics are cut otherwise; of several with the
    same words each has its own.
    """
    met: dict[str, int] = {}
    found: list[Said] = []
    for one in candidates:
        case, text = names[one.discussion], f"{one.when} {one.what}"
        key = content_hash(case, text)
        met[key] = met.get(key, 0) + 1
        own = key if met[key] == 1 else f"{key}-{met[key]}"
        turns = tuple(item.turn for item in one.evidence)
        lacks = one.trail.lacks
        found.append(Said(own, case, text, turns, one.id, one.topic, one.lens, lacks, one.id in proposed))
    return tuple(found)


def by_words(one: Said, row: GoldRow) -> bool:
    """Return whether a candidate and a row share enough words; where the languages differ, a name of the row."""
    if language_of(row.text) != language_of(one.text):
        return any(_holds(one.text, name) for name in row.names)
    wanted, found = score_words(row.text), score_words(one.text)
    common = len(wanted & found)
    return common > 0 and common >= OF_ROW * len(wanted) and common >= OF_CANDIDATE * len(found)


def _holds(text: str, name: str) -> bool:
    """Return whether a name stands in a text as a whole: `id` does not stand in `valid`."""
    at = text.find(name)
    while at >= 0:
        before, after = text[:at][-1:], text[at + len(name) :][:1]
        if not (_joins(before) and _joins(name[:1])) and not (_joins(after) and _joins(name[-1:])):
            return True
        at = text.find(name, at + 1)
    return False


def _joins(letter: str) -> bool:
    return letter == "_" or (letter.isascii() and letter.isalnum())


def by_evidence(one: Said, row: GoldRow) -> bool:
    """Return True: the turn in common, which every pair has, is enough."""
    return True


def shares_a_turn(one: Said, row: GoldRow) -> bool:
    """Return whether a turn of the evidence is common, the description alone not counting."""
    return any(turn != DESCRIPTION and row.cites(turn) for turn in one.turns)


@dataclass(frozen=True)
class Matching:
    """What the largest matching gave: for each matched row the key of its candidate."""

    of_row: Mapping[str, str]
    right: frozenset[str]
    """Keys matched to a required row."""
    neutral: frozenset[str]
    """Keys matched to an optional row: they count neither way."""


def match(produced: Sequence[Said], case: GoldCase, judge: Judge = by_words) -> Matching:
    """Return the largest one-to-one matching of a discussion, required rows first.

    Kuhn's augmenting paths from the rows: a row once matched stays matched, so that an optional row takes
    nothing from a required one. Of the candidates the earlier is tried first.
    """
    rows = sorted(case.rows, key=lambda row: row.optional)
    pairs = {
        row.id: [one.key for one in produced if shares_a_turn(one, row) and judge(one, row)] for row in rows
    }
    owner: dict[str, str] = {}
    for row in rows:
        _place(row.id, pairs, owner, set())
    of_row = {row: key for key, row in owner.items()}
    required = frozenset(row.id for row in rows if not row.optional)
    return Matching(
        of_row,
        right=frozenset(key for row, key in of_row.items() if row in required),
        neutral=frozenset(key for row, key in of_row.items() if row not in required),
    )


def _place(row: str, pairs: Mapping[str, Sequence[str]], owner: dict[str, str], tried: set[str]) -> bool:
    """Give the row a candidate, where need be by moving other rows to another of theirs."""
    for key in pairs[row]:
        if key in tried:
            continue
        tried.add(key)
        if key not in owner or _place(owner[key], pairs, owner, tried):
            owner[key] = row
            return True
    return False


def figures(produced: Sequence[Said], cases: Sequence[GoldCase], judge: Judge = by_words) -> Figures:
    """Return the figures of what was produced for these cases; what belongs to none of them is not counted."""
    by_case: dict[str, list[Said]] = {}
    for one in produced:
        by_case.setdefault(one.case, []).append(one)
    total = matched = neutral = required = false = 0
    for case in cases:
        mine = by_case.get(case.name, [])
        found = match(mine, case, judge)
        total += len(mine)
        required += sum(not row.optional for row in case.rows)
        matched += len(found.right)
        neutral += len(found.neutral)
        false += len(mine) if case.none else 0
    return Figures(total, matched, neutral, required, false)
