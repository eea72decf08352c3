"""What is said in other words is the same where what it names, commands and why agree, and nothing speaks against it."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gitexp.engines.rules.likeness import likeness
from gitexp.records.candidate import Statement
from gitexp.records.judgement import Relation
from gitexp.steps.dedup import same
from gitexp.steps.redact import redacted


def statement(when, what, why=None, *symbols, kind="constraint"):
    reason = None if why is None else redacted(why)
    return Statement(
        redacted(when), redacted(what), reason, "logic", kind, tuple(redacted(name) for name in symbols)
    )


ACKNOWLEDGE = statement(
    "Writing a consumer of `OrderQueue`",
    "Acknowledge the message after the row is committed",
    "A crash in between would lose the order",
    "OrderQueue",
)
COMMIT_FIRST = statement(
    "A handler takes orders from OrderQueue",
    "Commit the row first, acknowledge the message then",
    "Otherwise an order is lost by a crash",
    "OrderQueue",
)
OUTBOX = statement(
    "A test of `Mailer.send` looks at mails",
    "Read the outbox fixture, do not patch it",
    "A patch leaks into the tests of the same worker",
    "Mailer.send",
)
FIXTURE = statement(
    "Testing what `Mailer.send` hands on",
    "Take the outbox from its fixture instead of patching",
    "Patches live on in other tests of that worker",
    "Mailer.send",
)


@pytest.mark.parametrize(("one", "other"), [(ACKNOWLEDGE, COMMIT_FIRST), (OUTBOX, FIXTURE)])
def test_other_words_for_the_same_are_the_same(one, other):
    assert (True, True) == (same(likeness(one, other)), same(likeness(other, one)))


@pytest.mark.parametrize(
    "other",
    [
        replace(COMMIT_FIRST, what=redacted("Acknowledge the message first, commit the row then")),
        replace(COMMIT_FIRST, what=redacted("Never commit the row; acknowledge the message")),
        replace(COMMIT_FIRST, what=redacted("Commit 5 rows first, acknowledge the message then")),
        replace(COMMIT_FIRST, what=redacted("Only commit the row first, acknowledge the message then")),
        replace(COMMIT_FIRST, what=redacted("Look whether the row was committed before the message")),
        replace(COMMIT_FIRST, what=redacted("Count the attempts of the broker")),
        replace(COMMIT_FIRST, why=redacted("The broker is slow otherwise")),
        replace(COMMIT_FIRST, why=None),
        replace(COMMIT_FIRST, why=redacted("The broker now keeps the order of a crash")),
        replace(COMMIT_FIRST, when=redacted("Any handler of any queue such as OrderQueue")),
        replace(COMMIT_FIRST, when=redacted("OrderQueue fails in a handler")),
        replace(COMMIT_FIRST, when=redacted("Writing a consumer of `OrderQueue` in the tests")),
        replace(COMMIT_FIRST, symbols=(redacted("PriceQueue"),)),
        replace(COMMIT_FIRST, kind="term"),
    ],
    ids=[
        "the other order", "a denial", "a figure", "a restriction", "another kind of conclusion", "another command",
        "another reason", "no reason", "a reason that says it was changed", "a whole system", "a symptom",
        "the same situation but narrower", "another name", "another kind",
    ],
)  # fmt: skip
def test_one_sign_against_it_makes_two(other):
    assert not same(likeness(ACKNOWLEDGE, other))


def test_one_situation_and_two_commands_are_two():
    other = replace(COMMIT_FIRST, when=ACKNOWLEDGE.when)

    assert not same(likeness(ACKNOWLEDGE, other))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Adding a row to `users`", "Removing a row from `users`"),
        ("A client reads `users`", "A server reads `users`"),
        ("Sorting `FIRST_SLOTS`", "Filling `SECOND_SLOTS`"),
        ("When changing a.py", "When changing b.py"),
    ],
)
def test_counterparts_and_rival_names_are_two_situations(one, other):
    what, why = "Hold the table lock while rows move", "Two workers moved rows of one table at once"
    rows = "Take the lock of the table while it moves rows", "At once two workers had moved rows"
    first, second = statement(one, what, why, "users"), statement(other, *rows, "users")

    assert not same(likeness(first, second))


def test_a_reason_in_chinese_is_compared_word_for_word_alone():
    one = statement("`flush` 之前", "先关闭缓存，再写入磁盘", "缓存里的数据会丢失", "flush")
    other = statement("调用 `flush` 时", "写入磁盘之前先关闭缓存", "否则缓存里的数据会丢失", "flush")

    assert not same(likeness(one, other))


@pytest.mark.parametrize(
    ("long", "short", "holds"),
    [
        ("Key the cache by sailing, class and currency", "Key the cache by sailing and class", True),
        ("Round the heights down, and print a dash for silence", "Round heights down", True),
        ("Keep it and its number, and log it", "Keep it and its number", True),
        ("不要在中断里写日志，先入队", "不要在中断里写日志", True),
        ("Retry only GET", "Retry GET", False),
        ("Never retry GET; count it", "Retry GET; count it", False),
        ("Round the heights down unless an officer asks", "Round the heights down", False),
        ("Round the heights down; for officers round up instead", "Round the heights down", False),
    ],
)
def test_what_holds_another_adds_to_it_and_takes_nothing_from_it(long, short, holds):
    found = likeness(statement("Writing a table", long), statement("Writing a table", short))

    assert (holds, holds) == (found.what == "contains", same(found))


@pytest.mark.parametrize(
    ("one", "other", "equal"),
    [
        ("When changing a.py", "Changing a.py", True),
        ("Adding a flag to the mill", "Adding flags to a mill", True),
        ("Adding a flag to the mill", "Adding a flag to the mill in CI", False),
        ("Adding a flag to the mill", "Removing a flag to the mill", False),
        ("Moving from A1 to B2", "Moving from B2 to A1", False),
    ],
)
def test_a_situation_is_one_but_for_endings_and_small_words(one, other, equal):
    assert equal == likeness(statement(one, "Oil it"), statement(other, "Oil it")).same_when


SOME = st.lists(
    st.sampled_from(
        "do not keep remove use only before after unless `A.b` `C` 5 grind oil mill lock row table , ; because the it".split()
    ),
    max_size=10,
).map(" ".join)
TEXTS = st.one_of(SOME, st.text(max_size=30))
STATEMENTS = st.builds(
    statement, TEXTS, TEXTS, st.none() | TEXTS, st.sampled_from(["A.b", "C"]), kind=st.sampled_from(["constraint", "term"])
)  # fmt: skip
FLIPPED: dict[Relation, Relation] = {"contains": "contained", "contained": "contains"}


@given(STATEMENTS, STATEMENTS)
def test_swapped_the_answer_is_the_same_the_other_way_round(one, other):
    there, back = likeness(one, other), likeness(other, one)

    assert replace(back, what=FLIPPED.get(back.what, back.what)) == there


@given(STATEMENTS)
def test_a_statement_is_the_same_as_itself(one):
    assert same(likeness(one, one))
