"""The trivial baselines: threads and discussions taken whole, under the same limits as a candidate."""

from dataclasses import replace

from gitexp.records.discussion import Role
from gitexp.steps.baselines import baselines
from support.talk import a_discussion, a_turn

NAMES = {"acme/shop#7": "shop", "acme/shop#8": "other"}


def in_thread(thread: str, number: int, length: int, role: Role = "reviewer"):
    return replace(a_turn(f"{number}" * length, number=number, role=role), thread=thread)


def test_every_thread_is_one_and_what_stands_in_none_is_one_more():
    discussion = a_discussion(
        in_thread("t1", 1, 5),
        in_thread("t1", 2, 5),
        in_thread("t2", 3, 5),
        a_turn("a remark", number=4, thread=None),
        a_turn("another one", number=5, thread=None),
    )

    taken = baselines([discussion], NAMES, 1)["every thread"]

    assert [
        {"review_comment:1", "review_comment:2"},
        {"review_comment:3"},
        {"issue_comment:4", "issue_comment:5"},
    ] == [set(one.turns) for one in taken]
    assert {"shop"} == {one.case for one in taken}


def test_a_thread_cites_its_three_longest_turns_each_cut_so_that_all_fit_in_four_hundred():
    discussion = a_discussion(*(in_thread("t", number, 100 * number) for number in (1, 2, 3, 4)))

    [taken] = baselines([discussion], NAMES, 1)["every thread"]

    assert ("review_comment:4", "review_comment:3", "review_comment:2") == taken.turns
    assert " ".join(("4" * 133, "3" * 133, "2" * 133)) == taken.text


def test_a_single_turn_may_have_all_four_hundred_characters():
    [taken] = baselines([a_discussion(in_thread("t", 1, 900))], NAMES, 1)["every thread"]

    assert "1" * 400 == taken.text


def test_bots_agents_and_empty_turns_are_left_out():
    discussion = a_discussion(
        in_thread("t", 1, 900, "bot"),
        in_thread("t", 2, 900, "agent"),
        in_thread("t", 3, 900, "tool"),
        in_thread("t", 4, 5),
        replace(a_turn(" \n", number=5), thread="t2"),
    )

    taken = baselines([discussion], NAMES, 9)

    assert {"every thread": 1, "longest threads": 1, "longest discussions": 1} == {
        name: len(some) for name, some in taken.items()
    }
    assert ("review_comment:4",) == taken["every thread"][0].turns


def test_as_many_of_the_longest_are_taken_as_rows_are_required():
    short = a_discussion(in_thread("t1", 1, 10), in_thread("t2", 2, 30))
    long = replace(a_discussion(in_thread("t3", 3, 20), in_thread("t4", 4, 25)), id="acme/shop#8")

    taken = baselines([short, long], NAMES, 1)

    assert [("review_comment:2",)] == [one.turns for one in taken["longest threads"]]
    assert ["other"] == [one.case for one in taken["longest discussions"]]
    assert 4 == len(taken["every thread"])


def test_no_two_have_the_same_key():
    discussion = a_discussion(in_thread("t1", 1, 10), in_thread("t2", 2, 10))

    keys = [one.key for one in baselines([discussion], NAMES, 9)["every thread"]]

    assert 2 == len(set(keys))
