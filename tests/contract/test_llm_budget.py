"""A run never costs more than its budget allows, and says what it left undone."""

from __future__ import annotations

import pytest

from gitexp.errors import RepositoryError
from gitexp.records.failed import Failed
from gitexp.records.llm import Budget, Reply
from support.scripted_llm import GOOD, RepliesInMemory, Says, chat, question, refuses, scripted

# A question is "Judge." and one letter: 7 bytes, of which half, rounded up, is 4. With 100 for the reply a call
# reserves 104; the scripted endpoint says that it took 100 + 10.


def test_tokens_that_are_used_up_in_the_middle_leave_the_rest_undone():
    kept = RepliesInMemory()
    questions = [question(name) for name in "abcd"]
    with scripted(Says(GOOD)) as server:
        # 110, 220; the third call would make it 220 + 104
        first = chat(server.url, kept, budget=Budget(tokens=323), parallel=1).ask(questions)
        second = chat(server.url, kept, budget=Budget(tokens=323), parallel=1).ask(questions)

    undone = Failed("the budget of 323 tokens (exp.maxTokens) is used up", undone=True)
    assert [Reply, Reply, Failed, Failed] == [type(one) for one in first]
    assert [undone, undone] == first[2:]
    assert [True, True, False, False] == [one.kept for one in second]
    assert ["a", "b", "c", "d"] == server.asked


def test_money_that_is_used_up_leaves_the_rest_undone():
    # A call costs 100 * 2 / million + 10 * 10 / million = 0.0003, and reserves 4 * 2 + 100 * 10 = 0.001008.
    budget = Budget(cost=0.0016, prompt_price=2.0, completion_price=10.0)
    with scripted(Says(GOOD)) as server:
        asked = chat(server.url, budget=budget, parallel=1)
        answers = asked.ask([question(name) for name in "abcd"])

    # 0.0003 and 0.0006 are spent; 0.0006 + 0.001008 is more than 0.0016
    assert [Reply, Reply, Failed, Failed] == [type(one) for one in answers]
    assert Failed("the budget of 0.0016 (exp.maxCost) is used up", undone=True) == answers[2]
    assert 0.0006 == pytest.approx(asked.spent.cost)


def test_without_prices_nothing_is_said_of_money():
    with scripted(Says(GOOD)) as server:
        asked = chat(server.url)
        asked.ask([question()])

    assert asked.spent.cost is None


def test_calls_under_way_count_with_the_most_they_may_cost():
    with scripted(Says(GOOD, usage=(4, 1))) as server:
        answers = chat(server.url, budget=Budget(tokens=150), parallel=4).ask(
            [question(name) for name in "abcdefghi"]
        )

    # Never two at once (208), and each takes 5: 9 calls are 45, and 45 + 104 is less than 150.
    assert [Reply] * 9 == [type(one) for one in answers]
    assert 1 == server.at_once


def test_asking_again_is_paid_from_the_same_budget():
    with scripted(Says("no"), Says(GOOD)) as server:
        [answer] = chat(server.url, budget=Budget(tokens=200)).ask([question()])

    assert Failed("the budget of 200 tokens (exp.maxTokens) is used up", undone=True) == answer
    assert 1 == len(server.requests)


def test_a_call_that_was_refused_costs_nothing():
    with scripted(refuses(500, "out of order"), refuses(400, "no"), Says(GOOD)) as server:
        answers = chat(server.url, budget=Budget(tokens=110), parallel=1).ask([question("a"), question("b")])

    assert [Failed, Reply] == [type(one) for one in answers]


def test_a_call_that_broke_may_have_to_be_paid():
    with scripted(Says(GOOD), Says(GOOD, cut=True)) as server:
        answers = chat(server.url, budget=Budget(tokens=400), parallel=1).ask(
            [question(name) for name in "abc"]
        )

    # 110; then each broken try 104: 214 + 104 is still within, 318 + 104 is not
    assert Failed("the endpoint did not answer: the connection broke") == answers[1]
    assert Failed("the budget of 400 tokens (exp.maxTokens) is used up", undone=True) == answers[2]
    assert 3 == len(server.requests)


@pytest.mark.parametrize(
    ("budget", "mend"),
    [
        (Budget(cost=1), "git config exp.promptPrice PRICE, for a million tokens; exp.completionPrice too"),
        (
            Budget(cost=1, prompt_price=1.0),
            "git config exp.completionPrice PRICE, for a million tokens",
        ),
    ],
)
def test_a_limit_of_money_needs_prices(budget, mend):
    with pytest.raises(RepositoryError) as error:
        chat("https://llm.example.org/v1", budget=budget)

    assert f"exp.maxCost: is a limit of money, and what a token costs is not set; {mend}" == str(error.value)
