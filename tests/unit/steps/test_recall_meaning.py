"""Nearness in meaning joins the words: two that agree say more than either, and neither opens what is blocked."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from gitexp.adapters.index_memory import index_of
from gitexp.recall import Question, recall
from gitexp.records.experience import Experience, Scope, Standing
from gitexp.records.facts import Facts
from gitexp.records.precondition import Condition, KeyCheck, Preconditions
from gitexp.records.recollection import Recollection
from support.experiences import an_experience
from support.fakes import FakeFacts, FakeVersions

FEE = "b" * 40
LAMP = "c" * 40


class FakeMeaning:
    """Says of each blob how near it is."""

    def __init__(self, close: Mapping[str, float], why: str = "") -> None:
        self.asked: list[str] = []
        self._answer = close, why

    def near(self, words: str, most: int) -> tuple[Mapping[str, float], str]:
        self.asked.append(words)
        return self._answer


def fee(**changes) -> Standing[str]:
    experience: Experience[str] = an_experience(
        **{
            "id": "fee-0a1b2c3d4e",
            "title": "Charge a parcel once",
            "when": "Changing how the till charges",
            "what": "Keep the number of the order.",
            "why": None,
            "scope": Scope((), ()),
            "preconditions": Preconditions(),
            **changes,
        }
    )
    return Standing(experience, f"experiences/till/{experience.id}.yaml", FEE)


def lamp() -> Standing[str]:
    return Standing(
        an_experience(id="lamp-1a1b2c3d4e", title="The hall lamp", scope=Scope((), ())),
        "experiences/hall/l.yaml",
        LAMP,
    )


def asked(question: Question, meaning: FakeMeaning | None, *standing: Standing[str]) -> Recollection:
    return recall(
        question,
        index_of(standing or (fee(), lamp())),
        FakeFacts(Facts()),
        lambda names: [],
        FakeVersions(),
        meaning=meaning,
    )


def ids(answer: Recollection) -> list[str]:
    return [item.card.id for item in answer.applicable]


@pytest.mark.parametrize(("close", "given"), [(0.45, ["fee-0a1b2c3d4e"]), (0.2, [])])
def test_what_shares_no_word_is_given_where_it_is_near_enough_in_meaning(close, given):
    answer = asked(Question("billed twice"), FakeMeaning({FEE: close}))

    assert given == ids(answer)
    assert all(f"near in meaning ({close:.2f})" in item.because for item in answer.applicable)


def test_words_that_are_too_few_alone_and_a_meaning_that_is_too_far_alone_are_enough_together():
    question = Question("till flamingo giraffe")

    assert [] == ids(asked(question, None))
    assert [] == ids(asked(Question("okapi"), FakeMeaning({FEE: 0.25})))
    assert ["fee-0a1b2c3d4e"] == ids(asked(question, FakeMeaning({FEE: 0.25})))


def test_what_lies_elsewhere_is_not_given_by_meaning_alone():
    answer = asked(
        Question("billed twice", files=("web/a.js",)),
        FakeMeaning({FEE: 0.5}),
        fee(scope=Scope(("till/**",), ())),
    )

    assert ("poor", ["fee-0a1b2c3d4e"]) == (answer.match, ids(answer))


def test_what_is_blocked_stays_blocked_however_near_it_is():
    cash = Condition("the till takes cash", KeyCheck("till", ("cash",)))
    answer = asked(
        Question("billed twice", env=("till=cards",)),
        FakeMeaning({FEE: 0.9}),
        fee(preconditions=Preconditions((cash,))),
    )

    assert [] == ids(answer)


def test_a_blob_that_nothing_in_force_holds_is_passed_over():
    assert [] == ids(asked(Question("billed twice"), FakeMeaning({"d" * 40: 0.9})))


def test_why_meaning_was_not_asked_is_said_and_words_answer():
    answer = asked(Question("till charges parcel"), FakeMeaning({}, "nearness in meaning: gone"))

    assert (["fee-0a1b2c3d4e"], ("nearness in meaning: gone",)) == (ids(answer), answer.limits)


@pytest.mark.parametrize(
    "question", [Question(files=("till/a.py",)), Question(" ", files=("till/a.py",)), Question()]
)
def test_without_words_it_is_not_asked(question):
    meaning = FakeMeaning({})
    asked(question, meaning)

    assert [] == meaning.asked
