"""A member and its container that words join are told together too."""

from __future__ import annotations

import pytest

from gitexp.records.mentions import mentions_in


def names(text: str) -> list[str]:
    return [one.name for one in mentions_in(text)]


@pytest.mark.parametrize(
    "text",
    [
        "use `attachTo()` of `HeatPump`",
        "use `attachTo()` of the class `HeatPump`",
        "use `attachTo` of `HeatPump`",
        "the `attachTo` method of `HeatPump`",
        "the method `attachTo` of HeatPump",
        "the `attachTo` method on `HeatPump`",
        "`attachTo()` method defined in `HeatPump`",
        "`attachTo` in the class `HeatPump`",
        "`HeatPump`'s `attachTo`",
        "HeatPump’s attachTo() is slow",
        "`HeatPump` 的 `attachTo`",
        "HeatPump 的 attachTo()",
        "HeatPump类的attachTo方法",
        "`HeatPump` の `attachTo`",
        "HeatPump中的attachTo()方法",
    ],
)
def test_a_member_and_its_container_are_joined(text: str):
    assert "HeatPump.attachTo" in names(text)
    assert sorted(names(text), key=len)[-1] == "HeatPump.attachTo"


@pytest.mark.parametrize(
    "text",
    [
        "make a `copy` of `Heat`",
        "a `list()` of `Heat`",
        "an `array` of `Heat` values",
        "`reset()` of `Heat` subclasses",
        "`reset()` of `heat`",
        "use `reset` in `Heat`",
        "call `reset` from `Heat`",
        "`Heat` and `reset`",
        "`reset` of the house, and `Heat`",
        "`Heat`'s `Valve`",
        "`Heat` is not `reset`",
        "Heat pumps reset()",
        "registers a `reset` hook on `Heat`",
    ],
)
def test_where_words_leave_a_doubt_nothing_is_joined(text: str):
    assert not [name for name in names(text) if name.startswith("Heat.")]


def test_a_join_follows_the_two_that_it_joins():
    assert ["close_it()", "Valve", "Valve.close_it", "open_it()"] == names(
        "`close_it()` of `Valve`, then `open_it()`"
    )


def test_the_container_keeps_its_own_container():
    assert "net.Heat.reset" in names("the `reset` method of `net.Heat`")
