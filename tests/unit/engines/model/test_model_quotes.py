"""A quote counts where it stands in its turn word for word, and evidence is the turn's own letters."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gitexp.engines.model.quotes import located
from gitexp.steps.redact import redacted

TURN = redacted(
    "Don’t call “Valve.open” twice – the second call\n   drains the tank.\n"
    "> I thought it was safe,\n> since the pump stops first.\nNo: it never does. Use ⟪close⟫ instead."
)


@pytest.mark.parametrize(
    ("quote", "expected"),
    [
        ("the second call\n   drains the tank.", ["the second call\n   drains the tank."]),
        ("the second call drains the tank.", ["the second call\n   drains the tank."]),
        ("  the second\tcall  ", ["the second call"]),
        ('Don\'t call "Valve.open" twice - the second', ["Don’t call “Valve.open” twice – the second"]),
        ("Don`t call «Valve.open» twice — the second", ["Don’t call “Valve.open” twice – the second"]),
        ("it was safe, since the pump stops first.", ["it was safe,\n> since the pump stops first."]),
        ("> I thought it was safe,\n> since the pump", ["> I thought it was safe,\n> since the pump"]),
        ("Use 〈close〉 instead.", ["Use ⟪close⟫ instead."]),
        ("Use ⟪close⟫ instead.", ["Use ⟪close⟫ instead."]),
        ("drains the tank. … it never does.", ["drains the tank.", "it never does."]),
        ("drains the tank. [...] it never does.", ["drains the tank.", "it never does."]),
        ("drains the tank.\n(…)\nit never does.", ["drains the tank.", "it never does."]),
        ("the second ... the tank. ... it never does", ["the second", "the tank.", "it never does"]),
        ("the second call drains…", ["the second call\n   drains"]),
        ("… it never does. [...]", ["it never does."]),
    ],
)
def test_a_quote_is_found_where_blanks_and_signs_differ_and_is_cut_out_as_it_stands(quote, expected):
    assert expected == located(quote, TURN)


@pytest.mark.parametrize(
    "quote",
    [
        "",
        "   ",
        "…",
        "the tank",  # 8 letters count, 7 do not: this one has 8 and stands there
        "the tan",
        "the third call drains the tank.",
        "The second call drains the tank.",
        "the second call drains the tank",
        "it never does. … drains the tank.",  # the other way round
        "drains the tank. … it always does.",
        "drains the tank. … No: it",  # a part of 6 letters
        "“Valve",  # 6 signs, of which one is no letter
        "café",
        "No: it…",
        "second call drains tank",
    ],
)
def test_what_nobody_wrote_is_no_quote_and_neither_is_what_chance_could_find(quote):
    expected = {
        "the tank": ["the tank"],
        "the second call drains the tank": ["the second call\n   drains the tank"],
    }

    assert expected.get(quote, []) == located(quote, TURN)


def test_four_signs_of_chinese_or_japanese_are_enough():
    chinese, japanese = (
        redacted("不要重试支付请求，因为会重复扣款。"),
        redacted("再試行は禁止。二重に課金される。"),
    )

    assert ["重试支付"] == located("重试支付", chinese)
    assert ["重复扣款。"] == located("重复扣款。", chinese)
    assert ["二重に課金"] == located("二重に課金", japanese)
    assert [] == located("支付请", chinese)
    assert [] == located("重试退款请求", chinese)
    assert ["不要重试", "会重复扣款"] == located("不要重试……会重复扣款", chinese)


def test_signs_of_patterns_in_a_quote_mean_themselves():
    turn = redacted(r"The rule is ^a(b|c)*\d+$ and nothing else.")

    assert [r"rule is ^a(b|c)*\d+$"] == located(r"rule  is ^a(b|c)*\d+$", turn)
    assert [] == located(r"rule .* nothing", turn)


PIECES = st.lists(
    st.sampled_from(["the valve ", "opens\n", "> twice ", "“so” ", "– ", "… ", "不要重试", "⟪x⟫", "it's "]),
    max_size=12,
).map("".join)


@given(PIECES, PIECES, st.integers(0, 40), st.integers(8, 60))
def test_every_passage_stands_in_the_turn_letter_by_letter_and_in_order(text, other, start, length):
    turn = redacted(text)
    for quote in (other, " ".join(turn[start : start + length].split()), f"{turn[:9]} … {turn[-9:]}"):
        at = 0
        for passage in located(quote, turn):
            assert passage in turn
            at = turn.index(passage, at) + len(passage)


@given(PIECES, st.integers(0, 40), st.integers(8, 60))
def test_whatever_is_copied_from_a_turn_is_found_there(text, start, length):
    turn = redacted(text)
    quote = turn[start : start + length].strip()

    if len(quote) >= 8:
        assert [quote] == located(quote, turn)


def test_a_long_quote_of_a_long_turn_is_found_at_once():
    turn = redacted("a b  " * 12_000 + "the end of it")

    assert [] == located("a b " * 290 + "but not this", turn)
    assert ["the end of it"] == located("the  end of  it", turn)


def test_nested_signs_of_quoted_blocks_are_looked_through_at_once():
    signs = " >" * 300
    turn = redacted(f"He wrote{signs} keep the valve shut,\n>> or else")

    assert [] == located(f"He wrote{' >' * 150} nobody said this", turn)
    assert ["keep the valve shut,\n>> or else"] == located("keep the valve shut, or else", turn)
