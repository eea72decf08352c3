"""Single words of an account of the past."""

from __future__ import annotations

from dataclasses import replace

import pytest

from gitexp.steps.tell_past import mark, title
from support.chains import a_change, a_commit, a_touch


def test_a_change_is_out_since_the_newest_that_took_it_back():
    change = a_change(1, "Retry", state="out", reverted_by=(a_commit(9), a_commit(5)))

    assert f"out since {a_commit(9)[:7]}" == mark(change)


@pytest.mark.parametrize("number", ["12)", "(", "[", "1+*"])
def test_a_number_that_is_no_number_is_told_as_it_is(number):
    touch = replace(a_touch(1, "Retry"), pull_request=number)

    assert f"Retry (#{number})" == title(touch)


def test_a_number_that_the_title_tells_is_not_told_twice():
    touch = replace(a_touch(1, "Retry (#12)"), pull_request="#12")

    assert "Retry (#12)" == title(touch)
