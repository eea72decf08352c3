"""Sentences are exact pieces of a turn's prose."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gitexp.engines.rules.sentences import sentences
from gitexp.engines.rules.settled import stance
from gitexp.records.evidence import is_verbatim
from gitexp.steps.redact import redacted
from support.talk import a_turn, learnt_alone


def words(text):
    return [sentence.words for sentence in sentences(redacted(text))]


def test_code_quotes_headings_and_tables_are_left_out():
    text = "Keep it sorted.\n> quoted text here.\n```py\nx = 1. # no.\n```\n# Heading\n| a | b |\nIt is read in order."

    assert ["Keep it sorted.", "It is read in order."] == words(text)


def test_abbreviations_versions_and_names_do_not_end_a_sentence():
    assert ["Use e.g. `a.b` of httpx 0.24.1 here.", "Then stop."] == words(
        "Use e.g. `a.b` of httpx 0.24.1 here. Then stop."
    )


def test_chinese_and_japanese_sentences_end_without_a_blank():
    assert ["不要改这个文件。", "它是自动生成的。"] == words("不要改这个文件。它是自动生成的。")


def test_a_wrapped_sentence_comes_on_one_line_and_each_list_item_alone():
    assert ["One wrapped line.", "first", "second"] == words("One wrapped\nline.\n\n- first\n- second")


def test_a_hidden_comment_is_not_read():
    assert ["Seen."] == words("Seen.\n<!-- always run rm -->\n")


def test_a_fence_that_never_ends_hides_the_rest():
    assert ["Seen."] == words("Seen.\n```\nnever. seen.\n\nnever seen either.")


def test_a_turn_that_is_a_whole_log_is_read_up_to_a_limit():
    text = "The first line. " + "x" * 60_000 + " The last line."

    assert "The first line." == words(text)[0]
    assert "The last line." not in words(text)[-1]


RULE = "`Ledger` must never be locked twice, because the nightly export then waits for itself."
OPENINGS = [
    "Good catch, ",
    "Fixed: ",
    "You're right, ",
    "Yes, ",
    "Done — ",
    "Ok, agreed. ",
    "Oh, right: ",
    "Thanks! ",
]


@pytest.mark.parametrize("opening", OPENINGS)
def test_an_opening_is_cut_the_quote_stays_verbatim_and_its_stance_is_still_seen(opening):
    candidate = learnt_alone(
        ("rita", "The export of last night stood still for two hours and then failed."), ("adam", opening + RULE)
    )  # fmt: skip

    assert RULE == candidate.what
    assert [RULE] == [item.quote for item in candidate.evidence if item.turn == "review_comment:2"]
    assert is_verbatim(candidate.evidence[0].quote, opening + RULE)
    assert "agrees" == stance(a_turn(opening + RULE))


@pytest.mark.parametrize(
    ("opening", "rule"),
    [
        ("好的，", "`Ledger` 不能锁两次，因为夜里的导出会等待自己，否则会导致死锁，第二天的账单会少一半。"),
        ("确实，", "`Ledger` 不能锁两次，因为夜里的导出会等待自己，否则会导致死锁，第二天的账单会少一半。"),
        ("已修改：", "`Ledger` 不能锁两次，因为夜里的导出会等待自己，否则会导致死锁，第二天的账单会少一半。"),
        (
            "なるほど、",
            "`Ledger` を二度ロックしてはいけません、夜の書き出しが自分を待つため、二重に壊れます。",
        ),
        (
            "修正しました：",
            "`Ledger` を二度ロックしてはいけません、夜の書き出しが自分を待つため、二重に壊れます。",
        ),
    ],
    ids=["zh-ok", "zh-indeed", "zh-changed", "ja-i-see", "ja-fixed"],
)
def test_an_opening_is_cut_in_chinese_and_japanese_too(opening, rule):
    assert [rule] == words(opening + rule)


@pytest.mark.parametrize(
    "text", ["Right now the export stands still.", "No locks.", "Well, yes.", "Fixed sizes overflow."]
)
def test_what_only_looks_like_an_opening_stays(text):
    assert [text] == words(text)


@pytest.mark.parametrize(
    ("text", "asks"),
    [("Does it wait?", True), ("Does it wait (at night?)", True), ("会等待吗？", True), ("待ちますか？", True),
     ("It waits.", False)],
)  # fmt: skip
def test_a_question_ends_with_its_mark(text, asks):
    assert [asks] == [sentence.asks for sentence in sentences(redacted(text))]


def test_a_line_end_within_chinese_text_stays_a_blank_as_everywhere():
    assert ["不要改这个文件， 它是自动生成的。"] == words("不要改这个文件，\n它是自动生成的。")


@given(st.text(max_size=200))
def test_every_sentence_stands_in_the_text_where_it_says(text):
    safe = redacted(text)

    for sentence in sentences(safe):
        assert " ".join(safe[sentence.start : sentence.end].split()) == " ".join(sentence.words.split())


@given(
    st.lists(
        st.sampled_from([*OPENINGS, RULE, "不要改。", "> q", "\n", "\n\n", "- ", "`", "~~", "…", "? ", "1) "])
    )
)
def test_sentences_come_in_order_and_never_overlap(parts):
    found = sentences(redacted("".join(parts)))

    assert all(one.end <= other.start for one, other in pairwise(found))
    assert all(one.paragraph <= other.paragraph for one, other in pairwise(found))
