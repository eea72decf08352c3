"""What a person only repeats from a bot, an agent or a tool is not theirs."""

import pytest

from gitexp.engines.rules.candidates import candidates
from gitexp.engines.rules.heard import Heard
from support.talk import a_discussion, a_session, a_topic, a_turn

RULES = {
    "en": "`Ledger` must never be locked twice, because the nightly export then waits for itself.",
    "zh": "`Ledger` 不能锁两次，因为夜里的导出会等待自己，否则会导致死锁，账单会少一半。",
    "ja": "`Ledger` を二度ロックしてはいけません、夜の書き出しが自分を待つため、二重に壊れます。",
}


def is_repeated(words, *before, role="bot"):
    turn = a_turn(words, number=9)
    earlier = [a_turn(text, "helper", number=number, role=role) for number, text in enumerate(before, 1)]
    return Heard(a_topic(*earlier, turn)).repeats(turn)(words)


@pytest.mark.parametrize("role", ["bot", "agent", "tool"])
@pytest.mark.parametrize("language", RULES)
def test_a_sentence_that_one_who_never_teaches_said_before_is_repeated(language, role):
    assert is_repeated(RULES[language], f"I looked. {RULES[language]} Shall I go on?", role=role)


def test_markup_and_line_ends_do_not_hide_it():
    said = "- **`Ledger`** must never be locked twice,\n  because the nightly export then waits for itself!"

    assert is_repeated(RULES["en"], said)


def test_what_a_person_said_before_may_be_repeated():
    assert not is_repeated(RULES["en"], RULES["en"], role="reviewer")


def test_own_words_are_not_repeated_though_others_stand_in_them():
    assert not is_repeated(RULES["en"], "The nightly export waits for itself.")


def test_what_is_short_is_everyones():
    assert not is_repeated("Never lock it twice.", "Never lock it twice.")


def test_what_the_bot_says_afterwards_is_not_heard_before():
    person, bot = a_turn(RULES["en"]), a_turn(RULES["en"], "helper", number=2, role="bot")

    assert not Heard(a_topic(person, bot)).repeats(person)(RULES["en"])


@pytest.mark.parametrize(
    "line", ["Medium severity", "**High Severity**", "### Low-Severity", "> critical severity"]
)
def test_a_pasted_report_of_a_review_tool_is_no_ones_word(line):
    text = f"Sleeps twice\n\n{line}\n\n{RULES['en']}"

    assert [] == candidates(a_topic(a_turn(text), a_turn("Fixed.", "adam", number=2, role="author")))


def test_a_person_who_speaks_of_severity_is_heard():
    text = f"{RULES['en']} I would call that medium severity for the shop."

    assert [] != candidates(a_topic(a_turn(text), a_turn("Fixed.", "adam", number=2, role="author")))


def test_a_bot_in_another_thread_of_the_discussion_counts_too():
    bot = a_turn(RULES["en"], "helper", role="bot", thread="review_comment:1")
    person = a_turn(RULES["en"], number=2, thread="review_comment:2")
    author = a_turn("Done.", "adam", number=3, role="author", thread="review_comment:2")
    home = a_discussion(bot, person, author)

    assert [] == candidates(a_topic(person, author, discussion=home))


@pytest.mark.parametrize("language", RULES)
def test_a_users_paste_of_the_agents_own_text_teaches_nothing(language):
    home = a_session(
        ("user", "Look at the export."),
        ("agent", RULES[language]),
        ("user", RULES[language]),
        ("agent", "Right."),
        ("tool", "Edit src/ledger.py\nlock"),
    )

    assert [] == candidates(a_topic(*home.turns, discussion=home))
