"""The words of the score: what counts as one, and which language a text is in."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gitexp.steps.score_words import STOPWORDS, language_of, score_words


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Retry GET requests", {"retry", "get", "reques"}),
        ("retries and RETRYING", {"retrie", "retryi"}),
        ("a b c x1 7", {"x1"}),
        ("the cache must be in order", {"cache", "order"}),
        ("snake_case-name.py", {"snake", "case", "name", "py"}),
        ("Größe naïve Жизнь", {"größe", "naïve", "жизнь"}),
        ("", set()),
        ("— … ``", set()),
    ],
)
def test_words_are_runs_of_letters_and_digits_without_stop_words(text: str, expected: set[str]):
    assert expected == score_words(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("先关均衡", {"先关", "关均", "均衡"}),
        ("キャッシュ", {"キャ", "ャッ", "ッシ", "シュ"}),
        ("锁 and 缓存", {"缓存"}),
        ("等5ms再读", {"5ms", "再读"}),
        ("用cache_dir时", {"cache", "dir"}),
    ],
)
def test_chinese_and_japanese_runs_give_pairs_of_letters_and_a_single_letter_none(
    text: str, expected: set[str]
):
    assert expected == score_words(text)


def test_a_stop_word_is_told_before_it_is_cut():
    # "because" is one, "becaus" of another word is not.
    assert {"becaus"} == score_words("because becausexyz")
    assert 88 == len(STOPWORDS)


@given(st.text())
def test_no_word_is_longer_than_six_or_shorter_than_two(text: str):
    words = score_words(text)

    assert all(2 <= len(word) <= 6 for word in words)
    assert words == score_words(f"  {text}\n{text}")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Retry only GET", "other"),
        ("", "other"),
        ("先关均衡，再读 `afe_read`", "zh"),
        ("締めは JST で切る", "ja"),
        ("`a.b.c` 与 `d.e.f` 冲突", "zh"),
        ("In the UI the word 缓存 means the page cache, nothing else at all", "other"),
    ],
)
def test_a_quoted_word_in_another_script_does_not_make_the_language(text: str, expected: str):
    assert expected == language_of(text)
