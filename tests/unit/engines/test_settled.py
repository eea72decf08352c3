"""The last word counts: who agreed, who took it over, who took it back."""

from dataclasses import replace

import pytest

from gitexp.engines.rules.settled import question_before, settled
from gitexp.records.discussion import Anchor
from gitexp.steps.redact import redacted
from support.talk import a_discussion, a_thread, a_turn

RULE = "Never sleep in `RetryPolicy`, because the transport waits already."


def settlement(*turns, of=0, **discussion):
    return settled(turns[of], turns, a_discussion(*turns, **discussion))


def outcome(*said, of=0, **discussion):
    answer = settlement(*a_thread(*said), of=of, **discussion)
    return answer.answer, answer.reason


@pytest.mark.parametrize(
    "reply",
    [
        "Done.", "Good catch, fixed!", "You're right, removed.", "已修改", "确实，改了", "修正しました。",
        "なるほど、直しました。", "👍",
    ],
    ids=["done", "good-catch", "right", "zh-changed", "zh-indeed", "ja-fixed", "ja-i-see", "thumb"],
)  # fmt: skip
def test_what_the_author_takes_over_is_settled(reply):
    answer = settlement(*a_thread(("rita", RULE), ("adam", reply)))

    assert ("yes", "adam", "the author took it over") == (answer.answer, answer.by, answer.reason)
    assert answer.entitled


@pytest.mark.parametrize(
    "reply",
    [
        "No, that's not true.", "I disagree.", "That is wrong, it waits elsewhere.", "不同意",
        "不对，它在别处等待。", "違います。",
    ],
    ids=["no", "disagree", "wrong", "zh-disagree", "zh-wrong", "ja-wrong"],
)  # fmt: skip
def test_what_is_contradicted_last_is_not_settled(reply):
    assert ("no", "contradicted later") == outcome(("rita", RULE), ("adam", reply))


def test_the_last_word_counts_when_it_is_taken_back():
    thread = a_thread(("rita", RULE), ("adam", "Done."), ("olga", "That is wrong, please keep the sleep."))

    assert ("no", "olga") == (settlement(*thread).answer, settlement(*thread).by)


def test_the_last_word_counts_when_it_is_accepted_after_a_quarrel():
    thread = a_thread(
        ("rita", RULE), ("adam", "I disagree."), ("rita", "Two loops multiply."), ("adam", "Ok, fixed.")
    )

    assert "yes" == settlement(*thread).answer


@pytest.mark.parametrize(
    "question",
    ["Where does it wait, then?", "那它在哪里等待呢？", "どこで待つのですか？"],
    ids=["en", "zh", "ja"],
)
def test_a_last_question_leaves_it_open(question):
    assert ("unknown", "the last word is a question") == outcome(("rita", RULE), ("adam", question))


def test_agreeing_with_oneself_settles_nothing():
    assert "unknown" == settlement(*a_thread(("rita", RULE), ("rita", "Right."))).answer


def test_unopposed_by_someone_who_may_write_is_settled():
    answer = settlement(a_turn(RULE, can_write="yes"))

    assert ("yes", "said unopposed by someone with write permission") == (answer.answer, answer.reason)
    assert answer.entitled


def test_the_authors_own_word_is_not_settled_by_their_own_permission():
    assert "unknown" == settlement(a_turn(RULE, "adam", role="author", can_write="yes")).answer


def test_unopposed_by_someone_of_unknown_permission_is_unknown():
    assert ("unknown", "nobody answered") == outcome(("rita", RULE))


def test_what_is_answered_without_a_stand_is_unknown():
    assert ("unknown", "nobody agreed") == outcome(("rita", RULE), ("olga", "The file is in src."))


def test_accepting_what_another_said_settles_what_the_acceptance_states():
    thread = a_thread(
        ("rita", "This sleeps twice."), ("adam", "Good catch. Never sleep here, since two loops multiply.")
    )

    assert ("yes", "said in accepting what another had said") == (
        settlement(*thread, of=1).answer,
        settlement(*thread, of=1).reason,
    )


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


def test_a_third_person_who_may_write_settles():
    writer = a_turn("+1", "olga", number=2, can_write="yes")

    assert ("yes", "olga", True) == (
        settlement(a_turn(RULE), writer).answer,
        settlement(a_turn(RULE), writer).by,
        settlement(a_turn(RULE), writer).entitled,
    )


def test_where_nobody_is_named_agreement_can_not_be_told_from_talking_to_oneself():
    nameless = [a_turn(RULE, None), a_turn("Agreed.", None, number=2)]

    assert "unknown" == settlement(*nameless).answer


def test_bots_have_no_say():
    bot = a_turn("Done.", "ci-bot", number=2, role="bot")

    assert "unknown" == settlement(a_turn(RULE), bot).answer


OWN = "https://github.com/acme/shop/commit/0123456789abcdef0123456789abcdef01234567"
OTHER = OWN.replace("acme/shop", "acme/till")


@pytest.mark.parametrize(
    ("reply", "answer"),
    [
        (OWN, "yes"),
        (f"See {OWN}.", "yes"),
        (OWN.replace("acme/shop", "Acme/Shop"), "yes"),
        (OWN.replace("/commit/", "/pull/9/commits/"), "yes"),
        ("In 0123456789ab.", "yes"),
        ("`0123456`", "yes"),
        (OTHER, "unknown"),
        (f"Like in {OTHER} there.", "unknown"),
        ("Is it the one in 0123456789ab?", "unknown"),
        ("It takes place in 2024.", "unknown"),
        ("It allocates in 16777216 blocks.", "unknown"),
    ],
    ids=[
        "link", "link-in-words", "link-other-case", "link-in-a-pull-request", "hash", "hash-alone", "other-repo",
        "other-repo-in-words", "asked", "year", "number",
    ],
)  # fmt: skip
def test_a_commit_of_the_same_repository_answers(reply, answer):
    assert answer == outcome(("rita", RULE), ("adam", reply))[0]


ANSWERS = "Since the transport waits already, a sleep in `RetryPolicy` multiplies the attempts."


@pytest.mark.parametrize(
    "question",
    [
        "Why is there no sleep?",
        "I wonder why there is no sleep.",
        "为什么这里没有等待",
        "なぜ待たないのでしょうか",
    ],
    ids=["asked", "wondered", "zh-without-mark", "ja-without-mark"],
)
def test_an_answered_question_that_nobody_came_back_to_is_settled(question):
    assert ("yes", "it answers a question, and nobody objected") == outcome(
        ("rita", question), ("adam", ANSWERS), of=1
    )


def test_an_answer_that_was_contradicted_or_asked_about_is_not():
    said = (("rita", "Why is there no sleep?"), ("adam", ANSWERS))

    assert "no" == outcome(*said, ("rita", "That is not true."), of=1)[0]
    assert "unknown" == outcome(*said, ("rita", "Which attempts?"), of=1)[0]


def test_only_anothers_last_turn_before_it_is_the_question():
    own = a_thread(("adam", "Why is there no sleep?"), ("adam", ANSWERS))
    earlier = a_thread(("rita", "Why is there no sleep?"), ("rita", "Never mind."), ("adam", ANSWERS))
    asked = a_thread(("rita", "Why is there no sleep?"), ("adam", "Hm."), ("adam", ANSWERS))

    assert [None, None, asked[0]] == [
        question_before(own[1], own),
        question_before(earlier[2], earlier),
        question_before(asked[2], asked),
    ]


def test_the_last_word_of_an_exchange_is_settled():
    said = (
        ("rita", "The order is sent late."), ("adam", "The pool is small."),
        ("rita", "The pool has ten places."), ("adam", ANSWERS),
    )  # fmt: skip

    assert ("yes", "the last word of an exchange, and nobody objected") == outcome(*said, of=3)
    assert "unknown" == outcome(*said[1:], of=2)[0]


def test_a_resolved_thread_settles_unless_its_last_word_is_a_question():
    rule = replace(a_turn(RULE), resolved="yes")
    asked = a_turn("Where does it wait, then?", "adam", number=2, role="author")

    assert ("yes", "the thread was resolved") == (settlement(rule).answer, settlement(rule).reason)
    assert "unknown" == settlement(rule, asked).answer


def test_code_that_was_changed_after_it_and_merged_settles():
    rule = replace(a_turn(RULE), anchor=Anchor(redacted("src/a.py"), 1, outdated="yes"))

    assert "the code at the place was changed after it, then merged" == settlement(rule).reason
    assert "unknown" == settlement(rule, merged=False).answer


def test_the_description_of_a_merged_pull_request_is_settled_where_nobody_opposed():
    body = replace(a_turn(RULE, "adam", role="author", thread=None), id="pull_request.body")
    against = a_turn("I disagree.", "rita", number=2, thread=None)

    assert ("yes", "unknown", "no") == (
        settlement(body).answer,
        settlement(body, merged=False).answer,
        settlement(body, against).answer,
    )


def test_what_the_author_refused_is_not_unopposed():
    refused = a_turn("Won't fix, this is by design.", "adam", number=2, role="author")

    assert "yes" != settlement(a_turn(RULE, can_write="yes"), refused).answer
    assert "yes" != settlement(replace(a_turn(RULE), resolved="yes"), refused).answer
