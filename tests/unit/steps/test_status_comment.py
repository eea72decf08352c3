"""The comment that answers: newest first, at most thirty, edited in place; nobody's words get out of their line."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from gitexp.records.commanded import Answered
from gitexp.records.pull import Act, Pull
from gitexp.steps.status_comment import (
    MARK,
    MAX_TEXT,
    SHOWN,
    Entry,
    marked,
    status_of,
    status_text,
    told_in,
)

BOT = "github-actions[bot]"


def an_entry(name: str, words: str = "row 1: done", *, done: bool = True, refused: str = "") -> Entry:
    answers = () if refused else (Answered(name, f"/exp why {name}", done, words),)
    return Entry(name, "rita", "2024-05-03T10:04:05Z", answers, refused)


def shown(text: str) -> list[str]:
    return [line.split()[2] for line in text.split("\n") if line.startswith("<!-- exp:answer ")]


def test_newer_answers_stand_above_older_ones():
    first = status_text("", [an_entry("1"), an_entry("2")])
    second = status_text(first, [an_entry("3")])

    assert ["3", "2", "1"] == shown(second)
    assert {"1", "2", "3"} == told_in(second)
    assert "**rita**, 3 May 2024 10:04 UTC\n- `/exp why 3` → row 1: done" in second


def test_the_same_answer_twice_is_once_and_nothing_new_changes_nothing():
    text = status_text("", [an_entry("1"), an_entry("2")])

    assert text == status_text(text, [])
    assert text == status_text(text, [an_entry("2")])
    assert text == status_text(text.replace("\n", "\r\n"), [])


def test_thirty_are_shown_and_the_rest_is_counted():
    text = ""
    for number in range(40):
        text = status_text(text, [an_entry(str(number))])

    assert [str(number) for number in range(39, 39 - SHOWN, -1)] == shown(text)
    assert "10 older answers not shown" in text
    assert 40 == len(told_in(text))


def test_it_never_grows_beyond_what_github_takes():
    text = ""
    for number in range(30):
        text = status_text(text, [an_entry(str(number), "a line\n" + "x" * 9000)])

    assert MAX_TEXT >= len(text)
    assert "29" == shown(text)[0]


def test_a_quote_that_looks_like_an_answer_is_part_of_its_answer():
    quote = "why\n```text\n<!-- exp:answer 9 -->\n<!-- exp:end -->\n```"
    text = status_text(status_text("", [an_entry("1", quote)]), [an_entry("2")])

    assert quote in text
    assert text == status_text(text, [])


def test_only_ticks_of_our_own_make_code():
    assert "did you mean `drop`? \\*no\\*" == marked("did you mean `drop`? *no*")
    assert "(at)ada closes no. 1 \\<b>" == marked("@ada closes #1 <b>")


def test_it_is_found_by_marker_and_author():
    acts = (
        Act("comment", "1", "eve", "2024-05-03T10:00:00Z", f"{MARK}\nfake"),
        Act("comment", "2", BOT, "2024-05-03T10:00:01Z", "something else"),
        Act("review", "3", BOT, "2024-05-03T10:00:02Z", MARK),
        Act("comment", "4", BOT, "2024-05-03T10:00:03Z", f"{MARK}\nours"),
    )
    pull = Pull(7, "", "", "", BOT, "open", "a" * 40, "", acts=acts)

    found = status_of(pull)
    assert found is not None and "4" == found.id


@given(st.lists(st.text(alphabet="ab`<>!-\n\r|@#*_[]()1 ", max_size=60), max_size=4))
def test_no_words_change_which_answers_there_are(words):
    entries = [an_entry(str(number), marked(one), done=False) for number, one in enumerate(words)]
    text = status_text("", entries)

    assert [str(number) for number in reversed(range(len(words)))] == shown(text)
    assert text == status_text(text, [])
