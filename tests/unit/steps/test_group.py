"""The group step cuts discussions into topics and trusts no engine."""

from dataclasses import replace

from gitexp.engines.rules import RulesEngine
from gitexp.records.failed import Failed
from gitexp.records.skipped import Skipped
from gitexp.steps.group import group
from support.fakes import FakeEngine
from support.talk import a_discussion, a_thread, a_turn


def ids(grouped):
    return [[turn.id for turn in topic.turns] for topic in grouped.topics]


def test_a_turn_that_the_engine_names_twice_belongs_to_one_topic_and_an_invented_one_to_none():
    discussion = a_discussion(*a_thread(("rita", "one"), ("adam", "two")))
    engine = FakeEngine(
        groups=[("review_comment:1", "review_comment:99"), ("review_comment:1", "review_comment:2")]
    )

    assert [["review_comment:1"], ["review_comment:2"]] == ids(group([discussion], engine))


def test_topics_are_numbered_within_their_discussion():
    discussion = a_discussion(*a_thread(("rita", "one"), ("adam", "two")))
    engine = FakeEngine(groups=[("review_comment:1",), (), ("review_comment:2",)])

    assert ["acme/shop#7/1", "acme/shop#7/2"] == [topic.id for topic in group([discussion], engine).topics]


def test_the_rules_put_two_threads_at_one_place_about_one_matter_together():
    one = a_turn(
        "The `RetryPolicy` sleeps between attempts of the transport loop.",
        number=1,
        thread="review_comment:1",
    )
    two = a_turn(
        "Sleeping in `RetryPolicy` doubles the attempts of the transport loop.",
        number=2,
        thread="review_comment:2",
    )
    far = a_turn("A typo in the docstring.", number=3, thread="review_comment:3")

    topics = ids(group([a_discussion(one, two, far)], RulesEngine()))

    assert [["review_comment:1", "review_comment:2"], ["review_comment:3"]] == topics


def test_the_rules_add_a_later_comment_to_the_only_thread_whose_file_it_names():
    thread = a_thread(("rita", "This file is generated, so do not edit it."))
    later = a_turn("Removed my changes to retry.py", "adam", number=9, role="author", thread=None)
    other = a_turn("Could someone restart the build?", "olga", number=10, thread=None)

    topics = ids(group([a_discussion(*thread, later, other)], RulesEngine()))

    assert ["review_comment:1", "issue_comment:9"] == topics[0]


def test_every_turn_of_a_discussion_belongs_to_exactly_one_topic_of_the_rules():
    turns = [
        *a_thread(("rita", "No."), ("adam", "Why not?")),
        *(
            a_turn(f"Remark {number} about thing_{number}.", number=number, thread=None)
            for number in range(3, 9)
        ),
    ]

    grouped = [name for topic in ids(group([a_discussion(*turns)], RulesEngine())) for name in topic]

    assert sorted(turn.id for turn in turns) == sorted(grouped)


def test_a_discussion_that_could_not_be_cut_is_left_out_with_the_reason_and_the_others_go_on():
    one, two = (
        replace(a_discussion(a_turn("Retry only GET.")), id=f"acme/shop#{number}") for number in (7, 8)
    )

    class Failing(FakeEngine):
        def group(self, discussions):
            cut = [("review_comment:1",)]
            return [Failed("it was cut") if discussion.id == one.id else cut for discussion in discussions]

    grouped = group([one, two], Failing())

    assert ["acme/shop#8/1"] == [topic.id for topic in grouped.topics]
    assert (Skipped("acme/shop#7", "engine_failed: it was cut"),) == grouped.left_out
