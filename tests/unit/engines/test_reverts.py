"""A reverted change teaches the reason that its revert gives, in the reverter's words."""

import pytest

from gitexp.engines.rules.reverts import lesson
from gitexp.records.discussion import Discussion, Speaker, Topic, Turn
from gitexp.steps.redact import redacted

TRIED = "Retry on any 5xx"


def a_revert(reason, *, known=True, tried=TRIED):
    def turn(name, by, text):
        return Turn(f"commit:{name}", Speaker(by, "reviewer", None, "yes"), redacted(text), "2024-03-12")

    change = turn("a1", "Tom", f"{tried}\n")
    revert = turn("b2", "Rita", f'Revert "{tried}"\n\n{reason}')
    turns = (change, revert) if known else (revert,)
    history = Discussion("commit:b2", "history", "acme/shop", redacted(tried), turns, local=True)
    return lesson(Topic("commit:b2/1", history, turns))


def test_a_revert_teaches_its_reason_and_names_what_was_tried():
    [candidate] = a_revert("POST /charges is not idempotent: the gateway commits before it answers.")

    assert candidate.proposable
    assert "POST /charges is not idempotent: the gateway commits before it answers." == candidate.what
    assert ((TRIED,), f"Before trying again: {TRIED}") == (candidate.anti_patterns, candidate.when)


@pytest.mark.parametrize(
    "reason",
    [
        "The gateway breaks when a charge is sent twice, because it commits before it answers.",
        "网关会重复扣款，因为它在回答之前就已经提交了，会导致对账失败。",
        "決済が二重になって壊れるため、ゲートウェイは答える前に確定してしまう。",
    ],
    ids=["en", "zh", "ja"],
)
def test_the_reason_is_read_in_three_languages(reason):
    [candidate] = a_revert(reason)

    assert (reason, "yes") == (candidate.what, candidate.settled.answer)


def test_a_revert_of_what_is_not_known_names_its_title_only():
    [candidate] = a_revert("The gateway breaks when a charge is sent twice.", known=False)

    assert ((), f"About “{TRIED}”") == (candidate.anti_patterns, candidate.when)


def test_a_revert_without_a_reason_teaches_nothing():
    assert [] == a_revert("")


def test_a_revert_that_only_names_its_commit_teaches_nothing():
    assert [] == a_revert("This reverts commit 0123456789abcdef0123456789abcdef01234567.")


def test_the_one_sentence_of_a_reason_counts_however_long_the_subject_is():
    reason = "The gateway breaks when a charge is sent twice, because it commits before it answers."

    [candidate] = a_revert(reason, tried="Send each charge to the gateway three times in a row")

    assert reason == candidate.what
