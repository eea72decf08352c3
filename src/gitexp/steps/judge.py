"""Judge: let a person's or a model's yes and no on meaning decide, in place of the share of words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from gitexp.records.figures import Pairing
from gitexp.records.gold import GoldCase, GoldRow
from gitexp.records.ids import content_hash
from gitexp.steps.score import Judge, Said, by_words, shares_a_turn

Answers = Mapping[tuple[str, ...], bool]
"""By the pair's key alone, or by discussion, row and candidate (its key or its id)."""


def pair_key(one: Said, row: GoldRow) -> str:
    """Return the name of a pair: it stays while the words of both stay, which the judge has seen."""
    return content_hash(row.case, row.id, row.text, one.text)


def judge_of(answers: Answers | None) -> Judge:
    """Return the judge: these answers, and no for what they leave out; words where there are no answers at all."""
    if answers is None:
        return by_words
    return lambda one, row: _answer(answers, one, row) is True


def unjudged(
    produced: Sequence[Said], cases: Sequence[GoldCase], answers: Answers | None
) -> tuple[tuple[Pairing, ...], int]:
    """Return the pairs with a common turn on which there is no answer, and on how many there is one."""
    left: list[Pairing] = []
    judged = 0
    for case in cases:
        mine = [one for one in produced if one.case == case.name]
        for row in case.rows:
            for one in mine:
                if not shares_a_turn(one, row):
                    continue
                if answers is not None and _answer(answers, one, row) is not None:
                    judged += 1
                else:
                    left.append(Pairing(pair_key(one, row), case.name, row.id, one.key, row.text, one.text))
    return tuple(left), judged


def _answer(answers: Answers, one: Said, row: GoldRow) -> bool | None:
    names = ((pair_key(one, row),), (row.case, row.id, one.key), (row.case, row.id, one.id))
    return next((answers[name] for name in names if name in answers), None)
