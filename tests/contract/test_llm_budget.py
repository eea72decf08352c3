"""A run never costs more than its budget allows, and says what it left undone."""

from __future__ import annotations

import pytest

from gitexp.adapters.llm_budget import Purse
from gitexp.errors import RepositoryError
from gitexp.records.failed import Failed
from gitexp.records.llm import Budget, Reply
from support.scripted_llm import GOOD, RepliesInMemory, Says, chat, question, refuses, scripted

# A question is "Judge." and one letter: 7 bytes; its schema has 167. Of these 174 half is 87: with 100 for the reply a
# call reserves 187; the scripted endpoint says that it took 100 + 10.


def no_room(limit: int, left: int, most: int) -> str:
    """Return why a call is not made: what the run may take, what is left of it, what the call may take."""
    return (
        f"the budget of {limit:,} tokens has no room for it: {left:,} are left, and it may take {most:,} "
        "(--max-tokens, exp.maxTokens)"
    )


def test_tokens_that_are_used_up_in_the_middle_leave_the_rest_undone():
    kept = RepliesInMemory()
    questions = [question(name) for name in "abcd"]
    with scripted(Says(GOOD)) as server:
        # 110, 220; the third call would make it 220 + 187 = 407
        first = chat(server.url, kept, budget=Budget(tokens=406), parallel=1).ask(questions)
        second = chat(server.url, kept, budget=Budget(tokens=406), parallel=1).ask(questions)

    undone = Failed(no_room(406, 186, 187), undone=True)
    assert [Reply, Reply, Failed, Failed] == [type(one) for one in first]
    assert [undone, undone] == first[2:]
    assert [True, True, False, False] == [one.kept for one in second]
    assert ["a", "b", "c", "d"] == server.asked


def test_money_that_is_used_up_leaves_the_rest_undone():
    # A call costs 100 * 2 / million + 10 * 10 / million = 0.0003, and reserves (87 * 2 + 100 * 10) / million = 0.001174.
    budget = Budget(cost=0.0016, prompt_price=2.0, completion_price=10.0)
    with scripted(Says(GOOD)) as server:
        asked = chat(server.url, budget=budget, parallel=1)
        answers = asked.ask([question(name) for name in "abcd"])

    # 0.0003 + 0.001174 is within 0.0016, 0.0006 + 0.001174 is not
    assert [Reply, Reply, Failed, Failed] == [type(one) for one in answers]
    assert (
        Failed(
            "the budget of 0.0016 has no room for it: 0.0010 is left, and it may cost 0.0012 "
            "(--max-cost, exp.maxCost)",
            undone=True,
        )
        == answers[2]
    )
    assert 0.0006 == pytest.approx(asked.spent.cost)


def test_without_prices_nothing_is_said_of_money():
    with scripted(Says(GOOD)) as server:
        asked = chat(server.url)
        asked.ask([question()])

    assert asked.spent.cost is None


def test_calls_under_way_count_with_the_most_they_may_cost():
    with scripted(Says(GOOD, usage=(4, 1))) as server:
        answers = chat(server.url, budget=Budget(tokens=227), parallel=4).ask(
            [question(name) for name in "abcdefghi"]
        )

    # Never two at once (374), and each takes 5: after eight of them 40 + 187 is just within 227.
    assert [Reply] * 9 == [type(one) for one in answers]
    assert 1 == server.at_once


def test_asking_again_is_paid_from_the_same_budget():
    with scripted(Says("no"), Says(GOOD)) as server:
        [answer] = chat(server.url, budget=Budget(tokens=200)).ask([question()])

    # Asked again it holds 9 + 167 bytes, and 147 that say what is wrong: 162 tokens, with 100 for the reply.
    assert Failed(no_room(200, 90, 262), undone=True) == answer
    assert 1 == len(server.requests)


def test_a_call_that_was_refused_costs_nothing():
    with scripted(refuses(500, "out of order"), refuses(400, "no"), Says(GOOD)) as server:
        answers = chat(server.url, budget=Budget(tokens=187), parallel=1).ask([question("a"), question("b")])

    assert [Failed, Reply] == [type(one) for one in answers]


def test_a_call_that_broke_may_have_to_be_paid():
    with scripted(Says(GOOD), Says(GOOD, cut=True)) as server:
        answers = chat(server.url, budget=Budget(tokens=500), parallel=1).ask(
            [question(name) for name in "abc"]
        )

    # 110; then each broken try 187: 297 + 187 = 484 is still within, one more is not
    assert Failed("the endpoint did not answer: the connection broke") == answers[1]
    assert Failed(no_room(500, 16, 187), undone=True) == answers[2]
    assert 3 == len(server.requests)


@pytest.mark.parametrize(
    ("limit", "answered"), [(747, [Reply, Failed, Failed]), (748, [Reply, Reply, Failed])]
)
def test_after_a_call_that_took_more_than_it_reserved_the_next_ones_reserve_so_much_more(limit, answered):
    # 374 taken where 187 were reserved: the second may take 2 * 187, and 374 + 374 is 748.
    with scripted(Says(GOOD, usage=(300, 74))) as server:
        answers = chat(server.url, budget=Budget(tokens=limit), parallel=1).ask(
            [question(name) for name in "abc"]
        )

    assert answered == [type(one) for one in answers]
    spent = 374 * answered.count(Reply)
    assert Failed(no_room(limit, limit - spent, 374), undone=True) == answers[2]


def test_a_call_that_took_less_than_it_reserved_makes_the_next_ones_no_cheaper():
    with scripted(Says(GOOD, usage=(4, 1))) as server:
        answers = chat(server.url, budget=Budget(tokens=191), parallel=1).ask([question("a"), question("b")])

    assert [Reply, Failed] == [type(one) for one in answers]
    assert Failed(no_room(191, 186, 187), undone=True) == answers[1]


def test_what_went_over_counts_in_money_too():
    # 374 tokens for 187: (300 * 2 + 74 * 10) / million = 0.00134; the next may cost 2 * 0.001174 = 0.002348.
    budget = Budget(cost=0.0036, prompt_price=2.0, completion_price=10.0)
    with scripted(Says(GOOD, usage=(300, 74))) as server:
        answers = chat(server.url, budget=budget, parallel=1).ask([question("a"), question("b")])

    assert (
        Failed(
            "the budget of 0.0036 has no room for it: 0.0023 is left, and it may cost 0.0023 "
            "(--max-cost, exp.maxCost)",
            undone=True,
        )
        == answers[1]
    )


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


def test_calls_side_by_side_that_went_over_count_once():
    purse = Purse(Budget(tokens=1122))
    reserved = [purse.reserve(87, 100), purse.reserve(87, 100)]
    for number in reserved:
        assert isinstance(number, int)
        purse.settle(number, 300, 74)

    # 748 are spent, and the next one may take 374
    assert 3 == purse.reserve(87, 100)
