"""Untrusted words can neither ping, link, close, hide nor break their frame."""

import re

from hypothesis import given
from hypothesis import strategies as st

from gitexp.steps.quoting import block, code, inline, plain
from gitexp.steps.redact import redacted

HOSTILE = "Fixes #12, closes acme/shop#3 and GH-7, cc @everyone https://evil.example/x <!-- hide --> [a](b)"


def test_plain_words_ping_no_one_and_close_nothing():
    words = plain(redacted(HOSTILE))

    assert "@" not in words
    assert not re.search(r"#\d|GH-\d|https?://", words)
    assert (
        "Fixes no. 12, closes acme/shop no. 3 and GH 7, cc (at)everyone evil.example/x"
        == words.split(" <!")[0]
    )


def test_inline_words_hold_no_markup_that_acts():
    words = inline(redacted("a | b `code` <img src=x> *x* [l](u) ![i](u)"))

    assert not re.search(r"(?<!\\)[|`<\[*]", words)


def test_a_full_commit_id_is_cut_so_that_no_back_reference_is_made():
    assert "reverts 0123456789ab" == plain(redacted("reverts 0123456789abcdef0123456789abcdef01234567"))


@given(st.text(alphabet="`a \n~", max_size=40))
def test_no_text_ends_its_own_fence(text):
    framed = block(redacted(text)).split("\n")

    fence = framed[0].removesuffix("text")
    assert framed[-1] == fence
    assert not any(line.strip().startswith(fence) for line in framed[1:-1])


@given(st.text(alphabet="`a|", min_size=1, max_size=20))
def test_no_text_ends_its_own_code_span_or_table_cell(text):
    span = code(redacted(text))

    fence = span[: len(span) - len(span.lstrip("`"))]
    assert fence not in re.findall("`+", span[len(fence) : -len(fence)])
    assert "|" not in span
