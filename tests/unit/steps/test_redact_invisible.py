"""What no one sees goes; what a script or an emoji needs stays."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gitexp.records.text import UNSEEN
from gitexp.steps.redact import redacted
from gitexp.steps.redact_invisible import visible


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a\u200bb\u2060c\ufeffd\u00ade", "abcde"),
        ("\u202eevil\u202c \u2066x\u2069", "evil x"),
        ("x\U000e0041\U000e0042y", "xy"),
        ("do \ue000not\ue001 drop\uf8ff it\U000f0000\U0010fffd", "do not drop it"),
        ("a\ufe0fb\ufe01", "ab"),
        ("a\u200db\u200cc", "abc"),
        ("\x1b[1;31mred\x1b[0m \x9b2Kgone", "red gone"),
        ("\x1b]0;title\x07shown \x1b]8;;http://a\x1b\\link\x1b]8;;\x1b\\", "shown link"),
        ("a\x00b\x08c\x7fd\x85e\x0cf", "abcdef"),
        ("one\r\ntwo\rthree\u2028four", "one\ntwo\nthree\nfour"),
        ("lone \ud800 and \udfff, \ufffe", "lone \ufffd and \ufffd, \ufffd"),
        ("end  \nof\t\nline\u00a0", "end\nof\nline"),
    ],
)
def test_what_no_one_sees_is_taken_out(text: str, expected: str) -> None:
    assert expected == visible(text)


@pytest.mark.parametrize(
    "text",
    [
        "👩\u200d🔬 👨\u200d👩\u200d👧 ❤\ufe0f\u200d🔥 🏳\ufe0f\u200d🌈 1\ufe0f\u20e3 ©\ufe0f",
        "می\u200cخواهم",
        "क्\u200dष ක්\u200dර",
        "葛\U000e0100城",
        "tabs\tand\nlines, ünï¢ödé, 漢字, עברית, emoji 🎉",
    ],
)
def test_what_a_script_or_an_emoji_needs_stays(text: str) -> None:
    assert text == visible(text)


def test_what_is_taken_out_where_a_text_is_told_is_taken_out_on_the_way_in_too() -> None:
    everything = "".join(map(chr, (*range(0xD800), *range(0xE000, 0x110000))))
    unseen = UNSEEN.findall(everything)

    assert 137_000 < len(unseen)
    assert not {*visible("a".join(unseen))} & {*unseen}


def test_a_secret_does_not_hide_behind_invisible_characters() -> None:
    token = "gh\u200bp_" + "\u2060".join("aB3dE6gH9jK2mN5pQ8rS1tU4vW7xY0zA3bC6")

    assert "[secret-1]" == redacted(token)


@given(st.text(alphabet=st.characters(), max_size=60))
def test_what_is_visible_stays_visible(text: str) -> None:
    once = visible(text)

    assert once == visible(once)
    assert "\x1b" not in once and "\r" not in once
    once.encode("utf-8")
