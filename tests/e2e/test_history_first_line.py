"""`exp propose history:` tells how much of the history it read, and tells what was rejected from what was taken back."""

from __future__ import annotations

from pathlib import Path

import pytest

from support.process import exp
from support.repository import Repository

QUEUE = """Send charges through the queue

Constraint: Charges go through the queue, because the gateway commits before it answers
Rejected: Retry on any 5xx | POST /charges is not idempotent, so that a retry charges twice
Not-tested: clocks that go wrong
"""
HEDGED = "Empty the cache on logout\n\nConstraint: The cache is emptied on logout, or others see it\nConfidence: low\n"
SQUASH = """Hold the lock while the till is open (#12)

`Till.close` must never be called without the lock, because the printer thread reads the drawer meanwhile.
"""
BACK = (
    'Revert "Warm the cache"\n\nThis reverts commit {}.\n\n'
    "The cache must not be warmed at start, because the disk is slow then."
)


@pytest.fixture
def shop(tmp_path: Path) -> Repository:
    """A history with a revert, a squash that argues, two commits with trailers, and a squash that argues nothing."""
    shop = Repository.create(tmp_path / "shop")
    shop.commit("Start", {"src/net/retry.py": "", "src/till.py": "class Till:\n    def close(self): ...\n"})
    warm = shop.commit("Warm the cache", {"src/cache.py": "warm"})
    shop.commit(BACK.format(warm), {"src/cache.py": ""})
    shop.commit(QUEUE, {"src/net/retry.py": "queue", "tests/test_retry.py": ""})
    shop.commit(HEDGED, {"src/cache.py": "empty"})
    shop.commit(SQUASH, {"src/till.py": "class Till:\n    def close(self): lock()\n"})
    shop.commit("Tidy up (#13)\n\n* Tidy up\n\n* Tidy more\n", {"src/till.py": "class Till: ...\n"})
    return shop


def test_the_first_line_tells_reverts_texts_and_commits_with_decisions(shop: Repository) -> None:
    first = exp(shop.path, "propose", "history:", "--dry-run").stdout.splitlines()[0]

    assert "1 revert, 1 pull request text, 2 commits with decisions" == first.split(" -> ")[0]


def test_what_was_rejected_is_not_told_as_taken_back(shop: Repository) -> None:
    said = " ".join(exp(shop.path, "propose", "history:", "--dry-run").stdout.split())

    assert "Before trying again: Retry on any 5xx (from the place)" in said
    assert "rejected: Retry on any 5xx settled: it was merged, and not taken back since" in said
    assert (
        "When changing src/net/retry.py (from the place) "
        '"Constraint: Charges go through the queue, because the gateway commits before it answers" Ada Author'
    ) in said
    assert "tried and taken back: Warm the cache settled: the history shows it" in said
