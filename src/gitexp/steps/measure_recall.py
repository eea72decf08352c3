"""Measure recall: ask every question, and beside it what plain search and recall without its parts would give."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Protocol

from gitexp.ports import Index
from gitexp.records.experience import Experience, Standing
from gitexp.records.figures_recall import DEEP, Answers, Asked, Handed, Recalling
from gitexp.records.question import Question
from gitexp.records.recall_cases import RecallCase, RecallSet
from gitexp.records.recollection import Recalled, Recollection
from gitexp.records.words import tokens_of
from gitexp.steps.plain_bm25 import PlainBm25
from gitexp.steps.retell import retell

BM25, NO_GATE, NO_SEARCH_WORDS = "bm25", "no_gate", "no_search_words"


class Desk(Protocol):
    """Where recall is asked: with facts of the question's own alone, and no tree to look into."""

    def index(self, standing: Sequence[Standing[str]]) -> Index:
        """Return an index of these experiences."""
        ...

    def recall(self, question: Question, index: Index) -> Recollection:
        """Return what recall answers."""
        ...


def measure_recall(cases: RecallSet, desk: Desk) -> Recalling:
    """Return how each question was answered, by recall and by the baselines.

    `bm25` is plain search, the first three. `no_gate` is recall's ranking and its conditions, the first three, without
    the gates that make it silent. `no_search_words` is recall over a store without search words.
    """
    whole, plain = desk.index(cases.standing), desk.index(cases.plain)
    bm25 = PlainBm25({one.experience.id: _text(one.experience) for one in cases.standing})
    titles = {one.experience.id: one.experience.title for one in cases.standing}
    asked, ungated, wordless, searched = [], [], [], []
    for case in cases.cases:
        ranked = desk.recall(_question(case)._replace(all=True), whole)
        answer = _asked(case, desk.recall(_question(case), whole), cases.hashes)
        asked.append(_with_whereabouts(answer, ranked, titles))
        ungated.append(_asked(case, ranked._replace(applicable=ranked.applicable[:DEEP])))
        wordless.append(_asked(case, desk.recall(_question(case), plain)))
        searched.append(_searched(case, bm25, titles))
    baselines = {BM25: searched, NO_GATE: ungated, NO_SEARCH_WORDS: wordless}
    return Recalling(
        Answers(tuple(asked)),
        {name: Answers(tuple(some)) for name, some in baselines.items()},
        len(cases.standing),
        cases.half,
        cases.without_gold,
    )


def _question(case: RecallCase) -> Question:
    return Question(words=case.words, files=case.files, symbols=case.symbols, env=case.env, approvals=False)


def _asked(case: RecallCase, answer: Recollection, hashes: Mapping[str, str] | None = None) -> Asked:
    given = answer.applicable
    return Asked(
        case.id,
        case.kind,
        case.language,
        case.across,
        case.right,
        tuple(_handed(one) for one in given),
        tuple(one.card.id for one in answer.unknown),
        tuple(one.card.id for one in answer.blocked),
        tokens_of(retell(given, case.files, answer.limits)),
        (hashes or {}).get(case.id, ""),
        answer.match,
        case.told,
        case.note,
    )


def _handed(one: Recalled) -> Handed:
    return Handed(one.card.id, one.card.title, one.score, one.place, one.matter, one.because)


def _searched(case: RecallCase, bm25: PlainBm25, titles: Mapping[str, str]) -> Asked:
    found = bm25.best("\n".join((case.words, *case.files, *case.symbols)), DEEP)
    given = tuple(Handed(name, titles[name], score) for name, score in found)
    return Asked(case.id, case.kind, case.language, case.across, case.right, given)


def _text(one: Experience[str]) -> str:
    """Return the words of an experience that recall's index holds too."""
    search = (word for words in one.search.values() for word in words)
    texts = (one.title, one.when, one.what, one.why, one.pattern)
    lists = (*one.anti_patterns, *one.failure_modes, *one.scope.paths, *one.scope.symbols, *search)
    return "\n".join([*(text for text in texts if text), *lists])


def _with_whereabouts(answer: Asked, ranked: Recollection, titles: Mapping[str, str]) -> Asked:
    """Tell of each right one that is not where it should be where it is, for who wants to see why."""
    given = {one.id for one in answer.given}
    names = [name for name in answer.right if name not in given]
    return replace(
        answer,
        right_titles={name: titles.get(name, "") for name in answer.right},
        whereabouts={name: _whereabouts(name, ranked) for name in names},
    )


def _whereabouts(name: str, ranked: Recollection) -> str:
    for place, one in enumerate(ranked.applicable, 1):
        if one.card.id == name:
            why = ", ".join(one.because) or "no reason"
            return f"number {place} without gates, {_measures(one)}: {why}"
    for one in ranked.unknown:
        if one.card.id == name:
            asked = "; ".join(missing.condition for missing in one.applicability.missing)
            return f"unknown, {_measures(one)}: {asked}"
    for one in ranked.blocked:
        if one.card.id == name:
            return f"blocked, {_measures(one)}: {'; '.join(one.applicability.blocked_by)}"
    return "nothing leads to it: no word, place or symbol"


def _measures(one: Recalled) -> str:
    return f"score {one.score:.2f}, place {one.place:.2f}, matter {one.matter:.2f}"
