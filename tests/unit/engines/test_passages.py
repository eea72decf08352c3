"""A statement is taken with the sentences that it needs, verbatim and within the limits."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gitexp.engines.rules.candidates import candidates
from gitexp.engines.rules.heard import Heard
from gitexp.engines.rules.passages import MAX_SENTENCES, ROOM, passages
from gitexp.engines.rules.sentences import sentences
from gitexp.records.candidate import MAX_WORDS
from gitexp.records.evidence import is_verbatim
from gitexp.records.text import Redacted
from gitexp.steps.redact import redacted
from support.talk import a_session, a_topic, a_turn

RULE = "`Ledger` must never be locked twice, because the nightly export then waits for itself."


def taken(text):
    turn = a_turn(text)
    return passages(turn, Heard(a_topic(turn)), at_least=1.5)


def strongest(text):
    return taken(text)[0]


SHORT = {
    "en": f"The export runs at night. {RULE} It stood still for two hours last week.",
    "zh": "每天的导出都在夜里运行。`Ledger` 不能锁两次，因为导出会等待自己，否则会导致死锁。上周停了两个小时。",
    "ja": "書き出しは夜に動きます。`Ledger` を二度ロックしてはいけません。自分を待つため、二重に壊れます。",
}


@pytest.mark.parametrize("language", SHORT)
def test_a_short_paragraph_is_one_argument(language):
    [passage] = taken(SHORT[language])

    assert [one.words for one in sentences(redacted(SHORT[language]))] == [
        one.words for one in passage.sentences
    ]


@pytest.mark.parametrize("language", ["zh", "ja"])
def test_chinese_and_japanese_sentences_stand_together_as_they_were_written(language):
    assert SHORT[language] == strongest(SHORT[language]).words


@pytest.mark.parametrize(
    "beside",
    ["Should we tell the bank?", "Maybe the bank knows.", "I think the bank knows.", "I moved the test."],
    ids=["question", "guess", "opinion", "report"],
)
def test_what_is_not_plain_does_not_stand_beside_it(beside):
    assert RULE == strongest(f"{RULE} {beside}").words


def test_another_paragraph_does_not_stand_beside_it():
    assert RULE == strongest(f"The bank closes at six.\n\n{RULE}\n\nThe shop opens at nine.").words


def test_a_list_item_stands_alone():
    assert RULE == strongest(f"- The bank closes at six.\n- {RULE}\n- The shop opens at nine.").words


FILLER = "The shop opens at nine in the morning and closes at six in the evening, from Monday to Saturday."


def test_a_long_paragraph_gives_no_more_than_the_statement_needs():
    assert RULE == strongest(f"{FILLER} {FILLER} {RULE} {FILLER} {FILLER}").words


def test_what_it_points_back_to_is_taken_along():
    fact = "The export reads `Ledger` row by row."
    rule = "This must never be done under a second lock, because it then waits for itself."

    assert f"{fact} {rule}" == strongest(f"{FILLER} {FILLER} {fact} {rule} {FILLER}").words


def test_the_argument_that_follows_is_taken_along():
    more = "Otherwise the accountants lose a day of figures."

    assert f"{RULE} {more}" == strongest(f"{FILLER} {FILLER} {RULE} {more} {FILLER}").words


def test_a_reason_that_stands_apart_is_the_why():
    passage = strongest("`Ledger` must stay open at night.\n\nOtherwise the export fails for two hours.")

    assert ("`Ledger` must stay open at night.", "Otherwise the export fails for two hours.") == (
        passage.words,
        passage.why.words,
    )


def test_a_reason_within_the_passage_is_no_why_beside_it():
    assert strongest("`Ledger` must stay open at night. Otherwise the export fails.").why is None


def test_a_short_word_before_it_is_left_out():
    assert RULE == strongest(f"Not quite so. {RULE}").words


def test_two_matters_of_a_turn_are_two_passages():
    other = "`Bank` must always be asked first, because the gateway fails without its answer."

    assert {RULE, other} == {passage.words for passage in taken(f"{RULE}\n\n{FILLER}\n\n{other}")}


RULES = [
    RULE,
    "Otherwise the accountants lose a day of figures.",
    "It must never wait, since that breaks the export.",
    "This means that `Bank` can't be asked at night.",
    "`Bank` must be asked first, or else the gateway fails.",
    FILLER,
    "Why?",
    "Maybe so.",
    "导出不能等待，否则会失败。",
    "閉じてはいけません。壊れるためです。",
]


@given(st.lists(st.sampled_from(RULES), max_size=9), st.sampled_from([" ", "\n", "\n\n", "\n- "]))
def test_passages_of_a_turn_share_no_sentence_and_keep_the_limits(parts, between):
    found = taken(between.join(parts))
    own = [sentence.start for passage in found for sentence in passage.sentences]

    assert len(own) == len(set(own))
    assert all(len(passage.sentences) <= MAX_SENTENCES for passage in found)
    assert all(len(passage.words) <= ROOM for passage in found if len(passage.sentences) > 1)


PIECES = st.sampled_from(
    [
        *RULES, "> quoted", "```", "`", "~~", "**", "<!--", "-->", "<details>", "</p>", "# ", "| a | b |", "\n", "\n\n",
        "\r\n", " ", "👍🏽", "🙄", "…", "。", "？！", "((", "https://example.com/a", "a" * 400, "不" * 400, "x_" * 90,
        "@olga", "1) ", "- ", "\t", "\u3000", "\u200d", "e.g. ", "because ", "must not ", "In src/a/b.py ", "不能",
    ]
)  # fmt: skip
TEXTS = (
    st.text(max_size=200)
    | st.lists(PIECES, max_size=14).map("".join)
    | st.lists(PIECES, max_size=9).map(" ".join)
)


def sound(candidate, topic):
    turns = {turn.id: turn for turn in topic.turns}
    assert all(is_verbatim(item.quote, turns[item.turn].text) for item in candidate.evidence)
    assert len(candidate.when) + len(candidate.what) <= MAX_WORDS
    assert candidate.what
    assert all(isinstance(words, Redacted) for words in (candidate.when, candidate.what, candidate.title))
    assert set(candidate.trail.turns) == {item.turn for item in candidate.evidence}


@given(st.lists(TEXTS, min_size=1, max_size=3), st.booleans())
@settings(max_examples=150, suppress_health_check=[HealthCheck.too_slow], deadline=None)
def test_whatever_is_said_in_a_review_every_quote_is_verbatim_and_the_limits_hold(texts, anchored):
    speakers = ["rita", "adam", "olga"]
    turns = [
        a_turn(text, by, number=number, role="author" if by == "adam" else "reviewer", thread="t" if anchored else None)
        for number, (text, by) in enumerate(zip(texts, speakers, strict=False), 1)
    ]  # fmt: skip
    topic = a_topic(*turns)

    for candidate in candidates(topic):
        sound(candidate, topic)


@given(st.lists(TEXTS, min_size=1, max_size=3))
@settings(max_examples=80, suppress_health_check=[HealthCheck.too_slow], deadline=None)
def test_whatever_is_said_in_a_session_every_quote_is_verbatim_and_the_limits_hold(texts):
    said = [
        pair for text in texts for pair in (("tool", "Edit src/a.py\nx"), ("user", text), ("agent", "Yes."))
    ]
    home = a_session(*said)
    topic = a_topic(*home.turns, discussion=home)

    for candidate in candidates(topic):
        sound(candidate, topic)


@pytest.mark.parametrize(
    "text",
    ["", " ", "\n" * 5000, "." * 2000, "…" * 3000, "👍" * 3000, "不能" * 8000, "<b>" * 3000, "must " * 6000, "`" * 5000,
     "because `a_b` must not " * 800, "> " * 4000, "~~" * 4000, "(" * 5000, "\u3000" * 500, "「" * 4000],
    ids=["empty", "blank", "lines", "dots", "ellipses", "emoji", "cjk", "html", "musts", "ticks", "one-line", "quotes",
         "strikes", "brackets", "wide-blanks", "cjk-quotes"],
)  # fmt: skip
def test_odd_texts_teach_nothing(text):
    assert [] == candidates(a_topic(a_turn(text), a_turn("Done.", "adam", number=2, role="author")))


def test_a_very_long_path_leaves_the_limits_standing():
    turn = a_turn(RULE, path="src/" + "deep/" * 80 + "a.py")
    topic = a_topic(turn, a_turn("Done.", "adam", number=2, role="author"))

    for candidate in candidates(topic):
        sound(candidate, topic)
