"""Words of the team are kept and found as they are spelled, in running text too."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gitexp.records.terms import asks_for_meaning, is_plain, kept_as, terms_in


@pytest.mark.parametrize(
    ("term", "question"),
    [
        ("D site", "fetch pages of the d site"),
        ("The D site", "what is the D SITE?"),
        ("cold lane", "move it to the cold lanes"),
        ("twin", "what are twins"),
        ("D站", "抓取D站的页面"),
        ("开票后台", "在开票后台里加一个字段"),
        ("箱", "箱の未読を直す"),
        ("ｄ站", "D站"),
    ],
)
def test_a_term_is_found_in_what_is_asked(term: str, question: str):
    assert set(kept_as(term)) & set(terms_in(question))


@pytest.mark.parametrize(
    ("term", "question"),
    [
        ("箱", "箱根の宿を探す"),
        ("D site", "the side of the d"),
        ("cold lane", "a lane that is cold"),
        ("twin", "twinkle"),
    ],
)
def test_a_term_is_not_found_in_other_words(term: str, question: str):
    assert not set(kept_as(term)) & set(terms_in(question))


def test_a_sentence_is_no_term():
    assert () == kept_as("when the queue is longer than the lane")
    assert () == kept_as("当队列比通道长的时候")
    assert () == kept_as("")


def test_what_is_written_comes_before_its_stem():
    assert ["cold", "lanes"] == [term for term in terms_in("cold lanes") if " " not in term][:2]


@pytest.mark.parametrize(
    ("term", "plain"), [("field", True), ("箱", True), ("d site", False), ("d站", False)]
)
def test_one_word_may_be_meant_as_everyone_means_it(term: str, plain: bool):
    assert plain == is_plain(term)


@pytest.mark.parametrize(
    ("question", "asks"),
    [
        ("what does a beam mean", True),
        ("What's a twin?", True),
        ("箱とは", True),
        ("D站是什么", True),
        ("change the meanwhile loop", False),
        ("whatever is in the queue", False),
    ],
)
def test_a_question_for_a_meaning_is_told(question: str, asks: bool):
    assert asks == asks_for_meaning(question)


WORDS = st.lists(
    st.from_regex(r"[b-z][a-z]{2,8}", fullmatch=True).filter(lambda word: word != "the"),
    min_size=1,
    max_size=5,
)


@given(WORDS)
def test_a_term_is_found_wherever_it_stands_among_others(words: list[str]):
    term = " ".join(words)

    assert set(kept_as(term)) & set(terms_in(f"please look at {term.upper()} again"))


@given(st.text(max_size=300))
def test_of_any_text_each_term_is_given_once(text: str):
    found = terms_in(text)

    assert len(found) == len(set(found)) and "" not in found
