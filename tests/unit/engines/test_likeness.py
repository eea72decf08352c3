"""Only equal and near-equal words are the same; a denial, a figure, an operator or an order makes another statement."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gitexp.engines.rules.likeness import likeness
from gitexp.records.candidate import Statement
from gitexp.steps.dedup import same
from gitexp.steps.redact import redacted


def statement(what, when="When changing a.py", kind="constraint"):
    return Statement(redacted(when), redacted(what), None, "logic", kind)


@pytest.mark.parametrize(
    ("one", "other", "relation"),
    [
        ("Retry only GET.", "retry only GET", "identical"),
        ("Keep the `RetryPolicy` free of sleep.", "Keep RetryPolicy free of sleep", "identical"),
        ("Retry only GET. Never POST.", "Retry only GET.", "contains"),
        ("Retry only GET.", "Retry only GET. Never POST.", "contained"),
        ("Retry only GET.", "Keep the cache warm.", "different"),
    ],
)
def test_how_what_relates_to_what(one, other, relation):
    assert relation == likeness(statement(one), statement(other)).what


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Pin httpx >= 0.24 in the client for the pool", "Pin httpx <= 0.24 in the client for the pool"),
        ("Take lock A before lock B in the scheduler", "Take lock B before lock A in the scheduler"),
        ("Flush the buffer before the commit of the log", "Flush the buffer after the commit of the log"),
        ("Set the timeout of the client to -1 for a long poll", "Set the timeout of the client to 1 for a long poll"),
        ("Compare the state with != in the guard of the loop", "Compare the state with == in the guard of the loop"),
        ("Call Foo.reset of the session in its teardown", "Call foo.reset of the session in its teardown"),
        ("Wait 10 s between two attempts of the transport", "Wait 30 s between two attempts of the transport"),
        ("Give more memory to the worker of the index", "Give only memory to the worker of the index"),
    ],
)  # fmt: skip
def test_one_small_difference_makes_another_statement(one, other):
    assert not same(likeness(statement(one), statement(other)))


@given(
    st.sampled_from(["<", ">", "<=", ">=", "==", "!="]), st.sampled_from(["<", ">", "<=", ">=", "==", "!="])
)
def test_two_operators_are_the_same_only_if_they_are_one(one, other):
    found = likeness(statement(f"Pin httpx {one} 0.24 here"), statement(f"Pin httpx {other} 0.24 here"))

    assert (one == other) is same(found)


def test_the_same_words_denied_are_the_contrary():
    found = likeness(statement("Retry POST on 500."), statement("Do not retry POST on 500."))

    assert (True, False) == (found.opposed, found.same_conclusion)


def test_the_contrary_elsewhere_is_no_contradiction():
    found = likeness(
        statement("Retry POST on 500."), statement("Do not retry POST on 500.", when="When changing b.py")
    )

    assert (False, False) == (found.opposed, found.same_when)
