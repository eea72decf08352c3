"""The last word counts: who agreed, who took it over, who took it back."""

import pytest

from gitexp.engines.rules.settled import settled, stance
from support.talk import a_discussion, a_thread, a_turn

RULE = "Never sleep in `RetryPolicy`, because the transport waits already."


def settlement(*turns, of=0, **discussion):
    return settled(turns[of], turns, a_discussion(*turns, **discussion))


@pytest.mark.parametrize(
    "reply", ["Done.", "Good catch, fixed!", "You're right, removed.", "已修改", "修正しました。", "👍"]
)
def test_what_the_author_takes_over_is_settled(reply):
    answer = settlement(*a_thread(("rita", RULE), ("adam", reply)))

    assert ("yes", "adam", "the author took it over") == (answer.answer, answer.by, answer.reason)


@pytest.mark.parametrize(
    "reply", ["No, that's not true.", "I disagree.", "That is wrong, it waits elsewhere.", "不同意"]
)
def test_what_is_contradicted_last_is_not_settled(reply):
    assert "no" == settlement(*a_thread(("rita", RULE), ("adam", reply))).answer


def test_the_last_word_counts_when_it_is_taken_back():
    thread = a_thread(("rita", RULE), ("adam", "Done."), ("olga", "That is wrong, please keep the sleep."))

    assert ("no", "olga") == (settlement(*thread).answer, settlement(*thread).by)


def test_the_last_word_counts_when_it_is_accepted_after_a_quarrel():
    thread = a_thread(
        ("rita", RULE), ("adam", "I disagree."), ("rita", "Two loops multiply."), ("adam", "Ok, fixed.")
    )

    assert "yes" == settlement(*thread).answer


def test_a_last_question_leaves_it_open():
    assert "unknown" == settlement(*a_thread(("rita", RULE), ("adam", "Where does it wait, then?"))).answer


def test_agreeing_with_oneself_settles_nothing():
    assert "unknown" == settlement(*a_thread(("rita", RULE), ("rita", "Right."))).answer


def test_unopposed_by_someone_who_may_write_is_settled():
    assert "yes" == settlement(a_turn(RULE, can_write="yes")).answer


def test_unopposed_by_someone_of_unknown_permission_is_unknown():
    assert ("unknown", "nobody answered") == (
        settlement(a_turn(RULE)).answer,
        settlement(a_turn(RULE)).reason,
    )


def test_accepting_what_another_said_settles_what_the_acceptance_states():
    thread = a_thread(
        ("rita", "This sleeps twice."), ("adam", "Good catch. Never sleep here, since two loops multiply.")
    )

    assert "yes" == settlement(*thread, of=1).answer


def test_an_approval_settles_and_a_request_for_changes_does_not():
    rule = a_turn(RULE, "adam", role="author", thread=None)
    approval = a_turn("", "rita", number=2, thread=None, state="APPROVED")
    refusal = a_turn("", "rita", number=2, thread=None, state="CHANGES_REQUESTED")

    assert ("yes", "no") == (settlement(rule, approval).answer, settlement(rule, refusal).answer)


def test_a_statement_that_its_own_speaker_takes_back_is_not_settled():
    late = a_thread(
        ("rita", RULE), ("adam", "Done."), ("rita", "Never mind, I was wrong: sleeping there is fine.")
    )
    alone = a_thread(("rita", RULE), ("rita", "Scratch that, I was wrong."))

    assert ["taken back by its own speaker"] * 2 == [settlement(*late).reason, settlement(*alone).reason]


def test_a_rebuttal_of_a_dissent_opens_the_matter_again():
    thread = a_thread(("rita", RULE), ("adam", "I disagree."), ("rita", "That is not true, see the trace."))

    assert "unknown" == settlement(*thread).answer


def test_a_third_persons_agreement_settles_nothing_where_the_author_is_known():
    assert "unknown" == settlement(*a_thread(("rita", RULE), ("olga", "+1"))).answer


def test_where_nobody_is_named_agreement_can_not_be_told_from_talking_to_oneself():
    nameless = [a_turn(RULE, None), a_turn("Agreed.", None, number=2)]

    assert "unknown" == settlement(*nameless).answer


@pytest.mark.parametrize(
    "reply",
    [
        "Thanks. I disagree, that breaks the cache.",
        "Sorry, that is wrong.",
        "OK. That is not true.",
        "Yes, I think that is incorrect.",
        "Done, although I disagree.",
        "Correct me if I'm wrong, but that won't work.",
        "Sure? I disagree.",
    ],
)
def test_a_polite_refusal_is_a_refusal(reply):
    assert "dissents" == stance(a_turn(reply))


def test_bots_have_no_say():
    bot = a_turn("Done.", "ci-bot", number=2, role="bot")

    assert "unknown" == settlement(a_turn(RULE), bot).answer


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Makes sense, changed.", "agrees"),
        ("Yes, but that's not the case on Windows.", "dissents"),
        ("No problem, done.", "agrees"),
        ("Unfortunately it can't work.", "dissents"),
        ("Why would it?", "asks"),
        ("The file is in src.", "silent"),
    ],
)
def test_a_reply_agrees_dissents_asks_or_is_silent(text, expected):
    assert expected == stance(a_turn(text))
