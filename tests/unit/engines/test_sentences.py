"""Sentences are exact pieces of a turn's prose."""

from hypothesis import given
from hypothesis import strategies as st

from gitexp.engines.rules.sentences import sentences
from gitexp.steps.redact import redacted


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


@given(st.text(max_size=200))
def test_every_sentence_stands_in_the_text_where_it_says(text):
    safe = redacted(text)

    for sentence in sentences(safe):
        assert " ".join(safe[sentence.start : sentence.end].split()) == " ".join(sentence.words.split())
