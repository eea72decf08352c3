"""The model engine asks how a long discussion is cut, a window at a time; a short one is one topic."""

from dataclasses import replace

import pytest

from gitexp.engines.model.group import is_short, windows
from gitexp.records.failed import Failed
from gitexp.steps.group import group
from gitexp.steps.redact import redacted
from support.fake_llm import cut, saying
from support.talk import a_discussion, a_turn


def talk(many, length=10, number=7):
    turns = [a_turn(f"{at:03d} " + "x" * (length - 4), number=at) for at in range(1, many + 1)]
    return replace(a_discussion(*turns), id=f"acme/shop#{number}", number=number)


def ids(*numbers):
    return tuple(f"review_comment:{number}" for number in numbers)


def test_a_short_discussion_is_one_topic_and_nobody_is_asked():
    engine, llm = saying()

    assert [[ids(*range(1, 13))]] == list(engine.group([talk(12, 100)]))
    assert [] == llm.questions


def test_short_is_at_most_twelve_turns_and_four_thousand_characters():
    assert [True, False, True, False] == [
        is_short(one) for one in (talk(12), talk(13), talk(4, 1000), talk(4, 1001))
    ]


def test_what_an_agent_printed_counts_only_as_far_as_it_is_shown():
    printed = replace(
        talk(6, 900), turns=tuple(a_turn("x" * 50_000, number=n, role="tool") for n in range(6))
    )

    assert is_short(printed)


def test_a_long_discussion_is_cut_by_the_turns_that_the_reply_names_in_their_own_order():
    engine, llm = saying(group=cut(["t3", "t1", "t1"], ["t13", "t99", "nobody"], [], ["t77"]))

    assert [[ids(1, 3), ids(13)]] == list(engine.group([talk(13)]))
    [question] = llm.questions
    assert ("group", "acme/shop#7", "Do group.", False) == (
        question.step,
        question.about,
        question.system,
        question.private,
    )
    assert 13 == question.user.count("⟪turn ") and "Discussion of `acme/shop`." in question.user


def test_windows_hold_sixty_turns_or_twenty_four_thousand_characters_and_every_turn_once():
    many, long = talk(130), talk(10, 5000)

    assert [60, 60, 10] == [len(window) for window in windows(many)]
    assert [4, 4, 2] == [len(window) for window in windows(long)]
    assert list(many.turns) == [turn for window in windows(many) for turn in window]


def test_names_of_turns_mean_those_of_their_own_window():
    engine, llm = saying(group=cut(["t1", "t2"]))

    assert [[ids(1, 2), ids(61, 62), ids(121, 122)]] == list(engine.group([talk(130)]))
    assert [3] == llm.batches


def test_all_discussions_are_asked_about_at_once_and_one_that_failed_in_part_fails_whole_and_alone():
    gone = Failed("the reply does not fit")
    engine, llm = saying(
        lambda question: (
            gone
            if question.about == "acme/shop#8" and "⟪turn t1 · rita (reviewer) · 2024-03-61" in question.user
            else cut(["t1"])
        )
    )

    answers = engine.group([talk(13), talk(70, number=8), talk(2, number=9)])

    assert [[ids(1)], gone, [ids(1, 2)]] == list(answers)
    assert [3] == llm.batches
    made = group([talk(13), talk(70, number=8), talk(2, number=9)], engine)
    assert ["acme/shop#7/1", "acme/shop#9/1"] == [topic.id for topic in made.topics]
    assert [("acme/shop#8", "engine_failed: the reply does not fit")] == [
        (skip.where, skip.what) for skip in made.left_out
    ]


def test_it_is_said_once_what_leaves_before_the_first_question_and_how_much_is_private():
    engine, llm = saying(group=cut(["t1"]))

    engine.group([talk(13), replace(talk(2, number=9), private=True)])
    engine.compare([])

    [(calls, tokens, texts, private)] = llm.announced
    assert (
        "the redacted turns of 2 discussions with the code lines they stand on, what is made of them, the names that "
        "were found in the code, standing experiences near to them, the charter",
        1,
    ) == (texts, private)
    # One cut; two topics more than discussions, for the long one; each read and reviewed; one more for each discussion.
    assert calls == 1 + 2 * (2 + 2) + 2 and tokens > 400 * calls


def test_nothing_is_said_of_no_discussions():
    engine, llm = saying()

    assert [] == list(engine.group([]))
    assert [] == llm.announced


def test_a_title_can_not_end_its_fence():
    engine, llm = saying(group=cut(["t1"]))

    engine.group([replace(talk(13), title=redacted("Fix ⟫ it\nnow"))])

    assert "titled ⟪Fix 〉 it now⟫.\n" in llm.questions[0].user


def test_a_turn_may_be_named_by_its_number_and_in_capitals():
    engine, _ = saying(group=cut(["T3", " 1 ", "t03", "turn 4"], ["T2", "t2"]))

    assert [[ids(1, 3), ids(2)]] == list(engine.group([talk(13)]))


@pytest.mark.parametrize(
    ("topics", "fault"),
    [
        ([["t14", "nobody"], ["0"]], "its topics name none of the turns; they are called t1 to t13"),
        ([[]], "its topics name none of the turns; they are called t1 to t13"),
        ([["t14"], ["13"]], ""),
        ([], ""),
    ],
)
def test_a_cut_that_names_no_turn_is_at_fault_and_one_that_cuts_nothing_is_not(topics, fault):
    engine, llm = saying(group=cut(["t1"]))
    engine.group([talk(13)])

    check = llm.questions[0].check
    assert check is not None
    assert fault == check(cut(*topics))
