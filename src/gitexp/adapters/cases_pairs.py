"""Reads `dedup_pairs.jsonl`: two texts a row, and whether they are the same."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from gitexp.adapters.cases_rows import Unfit, hash_of, name_of, read_rows, told, words_of
from gitexp.records.gold import Pairs
from gitexp.records.governance_cases import PairCase
from gitexp.records.skipped import Skipped

PAIRS = "dedup_pairs.jsonl"
CHAIN = "chain"
"""How the kind of a pair begins that belongs to a chain; pairs of the same kind share their texts."""
MAX_CHAIN = 200
"""Pairs of one chain: all its texts are compared with each other."""
IDENTICAL = "identical"


def read_pairs(path: Path) -> tuple[Pairs, list[Skipped]]:
    """Return the pairs of a file, and the rows that do not fit."""
    chains: dict[str, int] = {}
    found, _, skipped = read_rows(path, lambda row, name: _pair(row, name, chains))
    cases = tuple(case for case, _ in found.values())
    identical = frozenset(case.id for case, identical in found.values() if identical)
    together: dict[str, list[str]] = {}
    for case in cases:
        if case.chain:
            together.setdefault(case.chain, []).append(repr(case))
    # A clique depends on all texts of its chain: a chain of which one row was changed is another chain.
    hashes = {
        case.id: hash_of(repr(case), str(case.id in identical), *sorted(together.get(case.chain, ())))
        for case in cases
    }
    whole = hash_of(*sorted(f"{name} {one}" for name, one in hashes.items()))
    return Pairs(cases, hashes, whole, identical), skipped


def _pair(row: Mapping[str, object], name: str, chains: dict[str, int]) -> tuple[PairCase[str], bool]:
    """Return a pair, and whether people call its `what` and `when` identical."""
    duplicate = row.get("duplicate")
    if not isinstance(duplicate, bool):
        raise Unfit("`duplicate` is true or false")
    kind = row.get("kind")
    kind = "" if kind is None or kind == "" else name_of(kind, "kind")
    one, other = words_of(row.get("a"), "a"), words_of(row.get("b"), "b")
    if one == other and not duplicate:
        raise Unfit("`a` and `b` are the same words, and `duplicate` is false")
    chain = kind if kind.startswith(CHAIN) else ""
    if chain:
        if chains.get(chain, 0) == MAX_CHAIN:
            raise Unfit(f"`{chain}` has more than {MAX_CHAIN} pairs")
        chains[chain] = chains.get(chain, 0) + 1
    identical = (row.get("relation_what"), row.get("relation_when")) == (IDENTICAL, IDENTICAL)
    return PairCase(name, one, other, duplicate, kind, told(row.get("reason"), "reason"), chain), identical
