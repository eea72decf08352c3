"""What the rules take from a topic, and what they leave."""

import pytest

from gitexp.engines.rules import RulesEngine
from gitexp.engines.rules.candidates import candidates, fitted, title_of
from gitexp.records.candidate import MAX_EVIDENCE
from gitexp.records.discussion import Speaker, Turn
from gitexp.records.evidence import is_verbatim
from gitexp.records.precondition import DependencyCheck
from gitexp.steps.compared import Compared
from gitexp.steps.redact import redacted
from gitexp.steps.settle import settle
from support.talk import a_discussion, a_thread, a_topic, a_turn, learnt, learnt_alone

RULE = "`RetryPolicy` must not sleep, because `Transport` already waits between attempts."
LONG = "The customers of the shop asked about it twice last week, and the desk had no answer for them. " * 6


def test_a_settled_constraint_with_a_reason_is_proposable_in_its_own_words():
    candidate = learnt_alone(("rita", RULE), ("adam", "Fixed."))

    assert candidate.proposable
    assert (RULE, "When changing `RetryPolicy` in src/net/retry.py") == (candidate.what, candidate.when)
    assert ("when", "title") == candidate.derived
    assert {"RetryPolicy", "Transport"} <= set(candidate.symbols)
    assert ("2024-03-01", "adam") == (candidate.observed_at, candidate.settled.by)


def test_a_reason_in_the_same_breath_stands_in_the_what():
    text = "Don't close the pool in `send()`. A closed pool breaks the second order."
    candidate = learnt_alone(("rita", text), ("adam", "Done."))

    assert (text, None) == (candidate.what, candidate.why)


def test_a_reason_that_stands_apart_becomes_the_why():
    candidate = learnt_alone(
        ("rita", "Don't close the pool in `send()` of the retry.\n\nOtherwise a closed pool breaks the second order."),
        ("adam", "Done."),
    )  # fmt: skip

    assert "Don't close the pool in `send()` of the retry." == candidate.what
    assert "Otherwise a closed pool breaks the second order." == candidate.why
    assert [candidate.what, candidate.why] == [item.quote for item in candidate.evidence]


def test_a_fact_and_the_rule_drawn_from_it_stay_together():
    text = "This file is copied from the upstream test vectors. Typos should be fixed there first."

    assert text == learnt_alone(("rita", text), ("adam", "Reverted that part.")).what


def lacks(*said):
    turns = a_thread(*said)
    [candidate] = settle(candidates(a_topic(*turns)), [a_discussion(*turns)], Compared(RulesEngine()))
    return [lack.words for lack in candidate.trail.lacks]


def test_what_is_not_proposed_says_what_it_lacks():
    pointing = "This must never be called here, because it breaks that and fails at night."

    assert ["not settled: nobody answered"] == lacks(("rita", RULE))
    assert ["not settled: contradicted later"] == lacks(("rita", RULE), ("adam", f"I disagree. {LONG}"))
    assert ["can't be understood alone: it points at something it does not name"] == lacks(
        ("rita", pointing), ("adam", "Done.")
    )


OPINIONS = {
    "en": "I think `Ledger` must never be locked twice, because the export of the night fails then.",
    "zh": "我觉得 `Ledger` 不能锁两次，因为夜里的导出会等待自己，否则会导致死锁。",
    "ja": "`Ledger` を二度ロックしてはいけないと思います、夜の書き出しが自分を待つため、二重に壊れます。",
}


@pytest.mark.parametrize("language", OPINIONS)
def test_an_opinion_with_a_reason_is_held_back_until_another_takes_it_over(language):
    text = OPINIONS[language]

    assert "someone's opinion, in the first person" in lacks(("rita", text), ("olga", f"Hm. {LONG}"))
    assert [] == lacks(("rita", text), ("adam", f"Done. {LONG}"))


def test_an_opinion_without_a_reason_is_not_proposed_though_another_took_it_over():
    text = "I think `Ledger` must never be locked twice and the night must always stay free of exports."
    said = ("rita", f"Why is there one lock? {LONG}"), ("adam", text), ("rita", "Got it, thanks.")

    assert not any(candidate.proposable for candidate in learnt(*said))


def test_an_opinion_that_only_its_own_speaker_confirms_stays_an_opinion():
    said = ("rita", "Why is there one lock?"), ("adam", OPINIONS["en"])

    assert "someone's opinion, in the first person" in lacks(*said)


@pytest.mark.parametrize(
    "text",
    [
        "A single lock of `Ledger` looks cleaner, so it must never be locked twice, or the export fails.",
        "`Ledger` 只锁一次更优雅，所以不能锁两次，否则夜里的导出会失败。",
        "`Ledger` は一度だけのほうが見やすいので、二度ロックしてはいけません、二重に壊れます。",
    ],
    ids=["en", "zh", "ja"],
)
def test_taste_stays_taste_though_it_was_taken_over(text):
    assert "how it looks to someone" in lacks(("rita", text), ("adam", f"Done. {LONG}"))


ANSWERS = {
    "en": (
        "Why do we still pass `use_cache` to the client? It looks unused to me.",
        "It must stay, because the gateway of the bank reads it and fails without it.",
    ),
    "zh": (
        "为什么还要传 `use_cache`？看起来没有用到。",
        "它不能删，因为银行的网关会读它，否则会导致请求失败。",
    ),
    "ja": (
        "なぜ `use_cache` をまだ渡しているのですか？",
        "これは消してはいけません、銀行のゲートウェイが読むため、無いと壊れます。",
    ),
}


@pytest.mark.parametrize("language", ANSWERS)
def test_it_must_stay_names_in_when_the_one_symbol_that_was_asked_about(language):
    question, answer = ANSWERS[language]
    candidate = learnt_alone(("rita", question), ("adam", answer), ("rita", f"Got it, thanks. {LONG}"))

    assert "When changing `use_cache` in src/net/retry.py" == candidate.when
    assert "use_cache" in candidate.symbols
    assert answer == candidate.what
    assert candidate.proposable


def test_where_the_question_names_two_symbols_nobody_knows_which_is_meant():
    question = "Why do we still pass `use_cache` and `retry_all` to the client?"
    said = ("rita", question), ("adam", ANSWERS["en"][1]), ("rita", f"Got it, thanks. {LONG}")

    assert ["can't be understood alone: it points at something it does not name"] == lacks(*said)


def test_this_file_counts_where_the_anchor_names_the_file():
    candidate = learnt_alone(
        ("rita", "This file is generated by `make tables`, so it must not be edited."), ("adam", "Ok.")
    )

    assert candidate.proposable


def test_chinese_and_japanese_rules_are_read_too():
    chinese = learnt_alone(
        ("rita", "`RetryPolicy` 里不能 sleep，因为 `Transport` 已经在等待，否则会导致九次请求。"),
        ("adam", "已修改"),
    )
    japanese = learnt_alone(
        ("rita", "`RetryPolicy` で sleep してはいけません。`Transport` が待つため、二重に壊れます。"),
        ("adam", "修正しました"),
    )

    assert (True, True) == (chinese.proposable, japanese.proposable)


def test_a_version_that_the_words_state_becomes_a_condition_with_a_check():
    candidate = learnt_alone(
        (
            "rita",
            "Don't close the pool: with httpx >= 0.24 a closed pool can't be opened again, so orders fail.",
        ),
        ("adam", "Removed."),
    )

    [condition] = candidate.preconditions.must
    assert ("httpx >= 0.24", DependencyCheck("httpx", None, ">=0.24")) == (condition.text, condition.check)


def test_without_a_stated_condition_there_is_none():
    assert learnt_alone(("rita", RULE), ("adam", "Fixed.")).preconditions.empty


def test_a_second_reviewer_who_says_the_same_is_evidence_beside_it():
    other = a_turn("I agree, `RetryPolicy` must never sleep between attempts.", "olga", number=2)
    author = a_turn("Fixed.", "adam", number=3, role="author")

    [candidate] = candidates(a_topic(a_turn(RULE), other, author))

    assert {"review_comment:1", "review_comment:2"} == {item.turn for item in candidate.evidence}


def test_no_more_than_three_turns_are_cited():
    others = [a_turn(RULE, f"reviewer-{number}", number=number) for number in range(2, 8)]

    for candidate in candidates(a_topic(a_turn(RULE), *others)):
        assert len({item.turn for item in candidate.evidence}) <= MAX_EVIDENCE


def test_every_quote_is_verbatim_in_its_turn_and_when_and_what_fit():
    text = f"{RULE} " + "It also matters elsewhere because of `x_y`. " * 20
    turns = a_thread(("rita", text), ("adam", "Fixed."))

    for candidate in candidates(a_topic(*turns)):
        assert all(is_verbatim(item.quote, turns[0].text) for item in candidate.evidence)
        assert len(candidate.when) + len(candidate.what) <= 400


def test_the_description_tells_what_the_change_repairs_and_is_not_proposed():
    body = Turn(
        "pull_request.body",
        Speaker("adam", "author"),
        redacted("When the `abandon()` call fails for any reason, the row still gets lost."),
    )
    found = candidates(a_topic(body, discussion=a_discussion(body)))

    assert not any(candidate.proposable for candidate in found)


def test_what_names_no_place_lacks_its_context():
    rule = a_turn(
        "The pool must stay open at night, because the export fails without it and figures are lost.",
        thread=None,
    )
    author = a_turn(f"Done. {LONG}", "adam", number=2, role="author", thread=None)
    [candidate] = candidates(a_topic(rule, author))

    assert ("missing_context", "no place: it names neither a file nor a symbol") in {
        (lack.kind, lack.words) for lack in candidate.trail.lacks
    }


@pytest.mark.parametrize(
    ("what", "path", "title"),
    [
        ("Keep it open.", None, "Keep it open"),
        ("不能关闭。", None, "不能关闭"),
        ("This file is generated.", "src/net/retry.py", "retry.py: This file is generated"),
        ("`Ledger` " + "word " * 30, None, "`Ledger` " + "word " * 12 + "word…"),
    ],
    ids=["short", "zh", "this-file", "long"],
)
def test_the_title_is_the_beginning_of_the_statement(what, path, title):
    assert title == title_of(redacted(what), path and redacted(path))


@pytest.mark.parametrize(
    ("room", "expected"), [(40, "never lock the ledger twice"), (20, "never lock the"), (5, "never")]
)
def test_what_is_too_long_is_cut_at_a_word(room, expected):
    assert expected == fitted(redacted("never lock the ledger twice"), room)
