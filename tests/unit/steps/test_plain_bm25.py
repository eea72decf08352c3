"""Plain BM25: scores worked out by hand, and nothing for what shares no word."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gitexp.steps.plain_bm25 import PlainBm25


def test_a_score_is_that_of_the_formula():
    texts = PlainBm25({"a": "lamp lamp oil", "b": "rope", "c": "rope knot rope rope knot"})

    [(name, score)] = texts.best("Lamp?", 3)

    # One of three texts holds it, twice; the text is as long as the mean of 3, 1 and 5 words.
    assert "a" == name
    assert pytest.approx(math.log(1 + 2.5 / 1.5) * 2 * 2.2 / (2 + 1.2)) == score


def test_a_rarer_word_counts_more():
    texts = PlainBm25({"a": "rope lamp", "b": "rope knot", "c": "rope sail"})

    assert ["b", "a"] == [name for name, _ in texts.best("rope knot", 2)]


def test_what_shares_no_word_is_not_found():
    assert [] == PlainBm25({"a": "lamp"}).best("lamps lighter", 3)
    assert [] == PlainBm25({}).best("lamp", 3)
    assert [] == PlainBm25({"a": ""}).best("", 3)


def test_a_letter_of_chinese_or_japanese_is_a_word():
    texts = PlainBm25({"a": "船只报文", "b": "潮汐表", "c": "灯の個数"})

    assert ["a"] == [name for name, _ in texts.best("报文重发", 3)]
    assert ["c"] == [name for name, _ in texts.best("灯は何個", 3)]


@given(st.dictionaries(st.text("xyz", min_size=1, max_size=3), st.text("ab c", max_size=12)), st.text("ab c"))
def test_the_best_come_first_and_are_no_more_than_asked_for(texts: dict[str, str], asked: str):
    found = PlainBm25(texts).best(asked, 2)

    scores = [score for _, score in found]
    assert sorted(scores, reverse=True) == scores
    assert len(found) <= 2
    assert all(score > 0 for score in scores)
