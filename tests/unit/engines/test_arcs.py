"""The arc of a session: what belongs to it, and what failed, was corrected, repaired, accepted or taken back."""

import pytest

from gitexp.engines.rules.arcs import Arc, arc_of, arcs, corrects, settled_in_session
from gitexp.engines.rules.candidates import candidates
from support.talk import a_session, a_topic, a_turn

ASKS = ("user", "Make the export wait for the bank when the ledger is locked.")
WORKS = (("agent", "I will lock it twice."), ("tool", "Edit src/ledger.py\nlock()"))
FAILS = ("tool", "failed: Bash make test\nExit code 1: the export stood still")
RULE = {
    "en": "No, `Ledger` must never be locked twice, because the nightly export then waits for itself.",
    "zh": "不对，`Ledger` 不能锁两次，因为夜里的导出会等待自己，否则会导致死锁。",
    "ja": "違います。`Ledger` を二度ロックしてはいけません。夜の書き出しが自分を待つため、二重に壊れます。",
}
REPAIRS = (("agent", "One lock, then."), ("tool", "Edit src/ledger.py\nonce()"))
ACCEPTS = {"en": ("user", "Thanks, works."), "zh": ("user", "好的，没问题"), "ja": ("user", "了解です")}
TAKES_BACK = {
    "en": ("user", "Scratch that, I was wrong about the lock."),
    "zh": ("user", "算了，我说错了，还是锁两次。"),
    "ja": ("user", "忘れてください、私の勘違いでした。"),
}


def groups(*said):
    return [[int(name.split(":")[1]) for name in arc] for arc in arcs(a_session(*said))]


def around(number, *said):
    turns = a_session(*said).turns
    return arc_of(turns[number - 1], turns)


def settlement(number, *said):
    turns = a_session(*said).turns
    return settled_in_session(turns[number - 1], turns)


def test_a_prompt_and_what_the_agent_did_after_it_are_one_arc():
    assert [[1, 2, 3]] == groups(ASKS, *WORKS)


@pytest.mark.parametrize(
    "prompt",
    ["Try again.", "ok", RULE["en"], RULE["zh"], RULE["ja"], "The bank closes at six, so the export of the ledger waits."],
    ids=["short", "ok", "correction-en", "correction-zh", "correction-ja", "same-words"],
)  # fmt: skip
def test_a_prompt_that_goes_on_belongs_to_the_arc(prompt):
    assert [[1, 2, 3, 4, 5]] == groups(ASKS, *WORKS, ("user", prompt), ("agent", "Yes."))


def test_a_prompt_that_names_the_same_file_belongs_to_the_arc():
    said = (("user", "Look at src/ledger.py please."), ("agent", "I did."))

    assert [[1, 2, 3]] == groups(
        *said, ("user", "Which customers of the shop are read in src/ledger.py by now?")
    )


def test_another_matter_begins_another_arc():
    other = ("user", "Write a page about invoices for customers who pay by card in the shop.")

    assert [[1, 2, 3], [4, 5]] == groups(ASKS, *WORKS, other, ("agent", "Yes."))


def test_what_the_agent_says_before_any_prompt_belongs_to_the_first_arc():
    assert [[1, 2, 3]] == groups(("agent", "Hello."), ASKS, ("agent", "Yes."))


def test_every_turn_is_in_one_arc():
    said = (ASKS, *WORKS, FAILS, ("user", RULE["en"]), *REPAIRS, ACCEPTS["en"])

    assert list(range(1, len(said) + 1)) == sorted(number for arc in groups(*said) for number in arc)


@pytest.mark.parametrize("language", RULE)
def test_failed_corrected_repaired_accepted(language):
    said = (ASKS, *WORKS, FAILS, ("user", RULE[language]), *REPAIRS, ACCEPTS[language])

    assert Arc(failed=True, corrects=True, repaired=True, accepted=True, taken_back=False) == around(5, *said)
    assert ("yes", "corrected by the user, repaired and accepted", True) == (
        settlement(5, *said).answer,
        settlement(5, *said).reason,
        settlement(5, *said).entitled,
    )


@pytest.mark.parametrize("language", RULE)
def test_a_correction_that_was_repaired_is_proposable_at_its_file(language):
    home = a_session(ASKS, *WORKS, FAILS, ("user", RULE[language]), *REPAIRS, ACCEPTS[language])
    [candidate] = candidates(a_topic(*home.turns, discussion=home))

    assert candidate.proposable
    assert "When changing `Ledger` in src/ledger.py" == candidate.when
    assert {"message:5"} == {item.turn for item in candidate.evidence}
    assert "the user corrected the agent" in candidate.trail.because


@pytest.mark.parametrize("language", TAKES_BACK)
def test_what_its_own_speaker_takes_back_is_not_settled(language):
    said = (ASKS, *WORKS, ("user", RULE["en"]), *REPAIRS, TAKES_BACK[language])

    assert ("no", "taken back by its own speaker") == (
        settlement(4, *said).answer,
        settlement(4, *said).reason,
    )


def test_the_last_word_counts_when_it_is_taken_back_after_it_was_accepted():
    said = (ASKS, *WORKS, ("user", RULE["en"]), *REPAIRS, ACCEPTS["en"], ("agent", "Fine."), TAKES_BACK["en"])

    assert "no" == settlement(4, *said).answer


def test_where_the_session_ends_with_it_nobody_knows():
    assert ("unknown", "the session ends there") == (
        settlement(4, ASKS, *WORKS, ("user", RULE["en"])).answer,
        settlement(4, ASKS, *WORKS, ("user", RULE["en"])).reason,
    )


def test_what_the_agent_heard_and_the_user_left_at_that_is_settled():
    answer = settlement(1, ("user", RULE["en"]), ("agent", "I see."))

    assert ("yes", "the user said it, and did not take it back") == (answer.answer, answer.reason)


@pytest.mark.parametrize("state", ["failed", "rejected"])
def test_a_change_that_failed_or_was_rejected_repairs_nothing(state):
    said = (ASKS, *WORKS, ("user", RULE["en"]), ("tool", f"{state}: Edit src/ledger.py\nonce()"))

    assert not around(4, *said).repaired


def test_a_reason_for_a_rejection_corrects_and_belongs_to_the_arc():
    rejected = ("tool", "rejected: Edit src/ledger.py\nthe user rejected it")
    reason = (
        "user",
        "The schema comes out of rates.toml and is written over by the nightly build of the shop.",
    )
    said = (
        ASKS,
        ("agent", "I edit it."),
        rejected,
        reason,
        ("agent", "I see."),
        ("tool", "Edit src/rates.py\nx"),
    )

    assert [[1, 2, 3, 4, 5, 6]] == groups(*said)
    assert around(4, *said).corrects


@pytest.mark.parametrize(
    ("prompt", "expected"),
    [
        ("No, that is the wrong table.", True),
        ("Don't edit the generated file.", True),
        ("It still fails at night.", True),
        ("不要改生成的文件。", True),
        ("别动这个文件。", True),
        ("そうじゃなくて、元の表です。", True),
        ("生成されたファイルは編集しないでください。", True),
        ("Write a page about invoices.", False),
        ("写一页关于发票的说明。", False),
        ("請求書のページを書いて。", False),
    ],
    ids=["no", "dont", "still", "zh-dont", "zh-leave", "ja-no", "ja-dont", "task-en", "task-zh", "task-ja"],
)
def test_a_prompt_corrects_or_asks_for_something(prompt, expected):
    assert expected is corrects(a_turn(prompt, None, role="user"))


def test_the_first_prompt_corrects_nothing():
    assert not around(1, ("user", RULE["en"]), ("agent", "I see.")).corrects
