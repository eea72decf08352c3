"""Processes that recall while others commit experiences: `make bench-recall-together`, small."""

from __future__ import annotations

from pathlib import Path

from bench.recall_same_index import differences
from bench.recall_together import together


def test_answers_given_while_others_commit_are_those_of_a_head_and_the_index_ends_as_a_fresh_one(
    tmp_path: Path,
):
    done = together(tmp_path, seconds=3, recalling=6, committing=2, experiences=40)

    assert () == done.wrong
    assert (True, True) == (done.answers > 0, done.commits > 1)
    kept = tmp_path / ".git" / "exp"
    assert [] == differences(kept / "grown" / "index.db", kept / "fresh" / "index.db")
