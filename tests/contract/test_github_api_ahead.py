"""Things done side by side come in order, a few ahead, and an error comes in the place of its item."""

from __future__ import annotations

import threading

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gitexp.adapters.github_api_ahead import in_order


@given(st.lists(st.integers()), st.integers(1, 5), st.integers(1, 9))
def test_results_come_in_order(items, parallel, ahead):
    assert [-one for one in items] == list(in_order(lambda one: -one, items, parallel=parallel, ahead=ahead))


def test_no_more_are_begun_than_may_be_ahead():
    begun: list[int] = []
    third = threading.Event()

    def note(one: int) -> int:
        begun.append(one)
        if one == 3:
            third.set()
        return one

    stream = in_order(note, range(100), parallel=2, ahead=3)

    assert 0 == next(stream)
    assert third.wait(10)  # one was taken, so that a fourth may begin
    assert [0, 1, 2, 3] == sorted(begun)


def test_an_error_comes_in_the_place_of_its_item():
    stream = in_order(lambda one: 1 // one, [2, 1, 0, 3], parallel=3, ahead=4)

    assert [0, 1] == [next(stream), next(stream)]
    with pytest.raises(ZeroDivisionError):
        next(stream)


def test_who_stops_taking_waits_for_nothing():
    never = threading.Event()
    stream = in_order(lambda one: one or never.wait(), [1, 0, 0], parallel=3, ahead=3)

    assert 1 == next(stream)
    stream.close()  # type: ignore[attr-defined]
    never.set()
