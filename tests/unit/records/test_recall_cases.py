"""Recall cases: the halves, and a question on one line."""

from __future__ import annotations

from dataclasses import replace

from gitexp.records.experience import Standing
from gitexp.records.recall_cases import RecallCase, RecallSet
from support.experiences import an_experience


def a_case(name: str) -> RecallCase:
    return RecallCase(name, "nothing", "en", "a question")


def test_the_half_of_a_question_hangs_on_its_id_alone():
    # CRC-32 of "a" is e8b7be43 (odd), of "b" 71beeff9 (odd), of "c" 06b9df6f (odd), of "d" 98dd4acc (even).
    assert ["locked", "locked", "locked", "dev"] == [a_case(name).half for name in "abcd"]
    assert "dev" == replace(a_case("d"), words="another question", kind="answer").half


def test_a_half_holds_its_questions_and_the_whole_store():
    one = Standing(an_experience(), "experiences/cache/x.yaml", "b1")
    whole = RecallSet((one,), tuple(a_case(name) for name in "abd"), without_gold=("c", "d"))

    dev = whole.of("dev")

    assert (["d"], ("d",), (one,), "dev") == (
        [case.id for case in dev.cases],
        dev.without_gold,
        dev.standing,
        dev.half,
    )


def test_a_plain_store_has_no_search_words():
    one = Standing(an_experience(search={"en": ("fork",)}), "experiences/cache/x.yaml", "b1")

    [plain] = RecallSet((one,)).plain

    assert an_experience() == plain.experience


def test_a_question_is_told_as_it_would_be_typed():
    case = RecallCase("k1", "nothing", "en", "when to flush", ("src/a.py",), ("Cache",), ("os=linux",))

    assert "when to flush --file src/a.py --symbol Cache --env os=linux" == case.told
