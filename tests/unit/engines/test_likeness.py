"""Only equal and near-equal words are the same; a denial or a figure makes another statement."""

import pytest

from gitexp.engines.rules.likeness import likeness
from gitexp.records.candidate import Statement
from gitexp.steps.redact import redacted


def statement(what, when="When changing a.py", kind="constraint"):
    return Statement(redacted(when), redacted(what), None, "logic", kind)


LONG = "Retry 5xx answers only for idempotent methods such as GET, HEAD, PUT in the client transport"


@pytest.mark.parametrize(
    ("one", "other", "relation"),
    [
        ("Retry only GET.", "retry only GET", "identical"),
        ("Retry only GET. Never POST.", "Retry only GET.", "contains"),
        ("Retry only GET.", "Retry only GET. Never POST.", "contained"),
        (
            f"{LONG}.",
            f"In the client transport, {LONG.replace(' in the client transport', '')}.",
            "identical",
        ),
        (f"{LONG} after 10 s", f"{LONG} after 30 s", "different"),
        ("Retry only GET.", "Keep the cache warm.", "different"),
    ],
)
def test_how_what_relates_to_what(one, other, relation):
    assert relation == likeness(statement(one), statement(other)).what


def test_the_same_words_denied_are_the_contrary():
    found = likeness(statement("Retry POST on 500."), statement("Do not retry POST on 500."))

    assert (True, False) == (found.opposed, found.same_conclusion)


def test_the_contrary_elsewhere_is_no_contradiction():
    found = likeness(
        statement("Retry POST on 500."), statement("Do not retry POST on 500.", when="When changing b.py")
    )

    assert (False, False) == (found.opposed, found.same_when)
