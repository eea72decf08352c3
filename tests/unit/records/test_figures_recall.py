"""The figures of recall, worked out by hand."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gitexp.records.figures_recall import FIGURES, Answers, Asked, Miss, Recalling
from gitexp.records.recall_cases import QUESTION_KINDS
from support.recall_cases import an_answer

ANSWERS = (
    an_answer("answer", "r", "r"),
    an_answer("answer", "xyr", "r", tokens=90),
    an_answer("answer", "wxyr", "r", language="ja", tokens=30),
    an_answer("answer", "", "rs", language="ja", across=True),
)


def test_success_counts_a_right_one_among_the_first():
    one = Answers(ANSWERS)

    assert (0.25, 0.5) == (one.success_at_1, one.success_at_3)
    assert pytest.approx((1 + 1 / 3 + 1 / 4) / 4) == one.mrr
    assert 0.25 == one.silence


def test_of_what_was_given_the_share_that_is_right_is_the_precision():
    one = Answers((*ANSWERS, an_answer("nothing", "xyz")))

    assert (3 / 8, 3 / 5) == (one.precision, one.recall)
    assert 11 / 5 == one.injected


def test_silence_costs_no_tokens_and_is_left_out_of_their_mean():
    assert 40 == Answers((*ANSWERS[1:], an_answer("nothing"))).tokens * 2 / 3
    assert 0 == Answers((an_answer("nothing"),)).tokens


def test_what_is_given_where_nothing_is_right_is_false():
    one = Answers(
        (
            an_answer("nothing", "x"),
            an_answer("nothing"),
            an_answer("blocked", "xr", "r"),
            an_answer("unknown", "", "r"),
        )
    )

    assert (0.5, 0.5) == (one.false_injection, one.false_injection_all)


def test_only_what_the_question_is_about_leaks():
    one = Answers(
        (
            an_answer("blocked", "xr", "r"),
            an_answer("blocked", "x", "r", blocked=("r", "x")),
            an_answer("unknown", "r", "r"),
            an_answer("unknown", "", "rs", unknown=("r",)),
            an_answer("unknown", "", "r", unknown=("s", "r")),
            an_answer("unknown", "", "r", blocked=("r",)),
        )
    )

    assert (0.5, 0.5) == (one.blocked_leakage, one.blocked_found)
    assert (0.25, 0.25) == (one.unknown_leakage, one.unknown_found)


@pytest.mark.parametrize(
    ("asked", "misses", "wrong"),
    [
        (an_answer("answer", "xr", "r"), (), False),
        (an_answer("answer", "", "r"), ("nothing was given",), True),
        (an_answer("answer", "xyz", "r"), ("others were given",), True),
        (an_answer("answer", "wxyr", "r"), ("the right one came too late",), True),
        (an_answer("nothing"), (), False),
        (an_answer("nothing", "x"), ("given, where nothing is right",), True),
        (an_answer("blocked", "", "r", blocked=("r",)), (), False),
        (an_answer("blocked", "", "r"), ("it does not hold here, and that is not told",), False),
        (an_answer("blocked", "r", "r", blocked=("r",)), ("given, and it does not hold here",), True),
        (an_answer("unknown", "", "r", unknown=("r",)), (), False),
        (an_answer("unknown", "", "r"), ("nobody can tell whether it holds, and that is not told",), True),
        (
            an_answer("unknown", "rx", "r", unknown=("r",)),
            ("given, and nobody can tell whether it holds", "others were given, where none is right"),
            True,
        ),
    ],
)
def test_each_kind_of_question_fails_in_its_own_way(asked: Asked, misses: tuple[Miss, ...], wrong: bool):
    assert (misses, wrong) == (asked.misses, asked.wrong)


def test_a_baseline_holds_the_figures_that_there_are_questions_for():
    held = Answers((an_answer("nothing"), an_answer("blocked", "", "r", blocked=("r",)))).gated()

    assert {"false_injection": 0.0, "blocked_leakage": 0.0, "blocked_found": 1.0} == held


def test_across_languages_is_a_part_of_its_own():
    parts = Recalling(Answers(ANSWERS), {}, 3).parts

    assert {"en": 2, "ja": 1, "across": 1} == {name: len(part.asked) for name, part in parts.items()}


@given(
    st.lists(
        st.builds(
            an_answer,
            st.sampled_from(QUESTION_KINDS),
            st.text("abcd", max_size=4).map(lambda text: "".join(dict.fromkeys(text))),
            st.sampled_from(["a", "b", "ab"]),
        )
    )
)
def test_every_share_lies_between_nothing_and_all(asked: list[Asked]):
    one = Answers(tuple(asked))

    shares = [float(getattr(one, name)) for name in FIGURES if name not in ("injected", "tokens")]
    assert [] == [share for share in shares if not 0 <= share <= 1]
    assert one.success_at_1 <= one.mrr
    assert one.success_at_1 <= one.success_at_3
