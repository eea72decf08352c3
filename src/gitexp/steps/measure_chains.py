"""Measure dedup on chains: which texts of a chain share a clique when all of them are put in together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from gitexp.ports import Engine
from gitexp.records.candidate import Candidate
from gitexp.records.figures_governance import SAME, SEPARATE, Answered
from gitexp.records.gold import Pairs
from gitexp.records.governance_cases import PairCase, Words
from gitexp.records.skipped import Skipped
from gitexp.steps.case_candidates import candidate_of
from gitexp.steps.compared import Compared
from gitexp.steps.dedup import dedup
from gitexp.steps.measure_pairs import answered_pair
from gitexp.steps.near import near_pairs

_Texts = Mapping[Words[str], Candidate]
"""The texts of a chain, each once, as candidates."""


class Chains(NamedTuple):
    """Of each pair of a chain whether a clique holds both, how many texts the chains have, and what was not answered.

    A pair that no answer came for is separate, as the step has it.
    """

    answers: tuple[Answered, ...]
    texts: int
    failed: tuple[Skipped, ...]


def measure_chains(pairs: Pairs, engine: Engine) -> Chains:
    """Return how the pairs of all chains came out; the engine is asked about all chains at once."""
    chains: dict[str, list[PairCase[str]]] = {}
    for case in pairs.cases:
        if case.chain:
            chains.setdefault(case.chain, []).append(case)
    texts = {chain: _texts(chain, cases) for chain, cases in chains.items()}
    compared = Compared(engine)
    lists = [list(some.values()) for some in texts.values()]
    compared.ask((some[a].statement, some[b].statement) for some in lists for a, b in near_pairs(some))
    answers = [
        one for chain, cases in chains.items() for one in _of_chain(cases, texts[chain], pairs, compared)
    ]
    return Chains(tuple(answers), sum(len(some) for some in lists), compared.failed)


def _texts(chain: str, cases: Sequence[PairCase[str]]) -> _Texts:
    distinct = dict.fromkeys(words for case in cases for words in (case.one, case.other))
    return {words: candidate_of(words, f"{chain}/{number:03d}") for number, words in enumerate(distinct, 1)}


def _of_chain(
    cases: Sequence[PairCase[str]], texts: _Texts, pairs: Pairs, compared: Compared
) -> list[Answered]:
    cliques = dedup(list(texts.values()), compared)
    home = {member.id: clique for clique in cliques for member in clique.members}
    found = []
    for case in cases:
        one, other = texts[case.one], texts[case.other]
        given = SAME if home[one.id] is home[other.id] else SEPARATE
        words = f"{one.id} and {other.id}; a clique: {', '.join(each.id for each in home[one.id].members)}"
        found.append(answered_pair(case, pairs, (one, other), given, words))
    return found
