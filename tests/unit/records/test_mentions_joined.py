"""A member and its container that words join are told together too, and what a text says to be gone is known as gone."""

from __future__ import annotations

import pytest

from gitexp.records.mentions import mentions_in, spots_in


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


@pytest.mark.parametrize(
    "text",
    [
        "`Pump.reset` was removed in 2.0",
        "`Pump.reset()` no longer exists",
        "`Pump.reset` has been renamed",
        "`Pump.reset` does not exist",
        "there is no `Pump.reset`",
        "we removed `Pump.reset`",
        "use `Pump.start` instead of `Pump.reset`",
        "`Pump.reset` 已被移除",
        "`Pump.reset`は削除された",
        "没有 `Pump.reset`",
    ],
)
def test_what_a_text_says_to_be_gone_is_gone(text: str):
    assert ["Pump.reset"] == [spot.mention.name.removesuffix("()") for spot in spots_in(text) if spot.gone]


@pytest.mark.parametrize(
    "text",
    [
        "call `Pump.reset` first",
        "never call `Pump.reset`",
        "`Pump.reset` removes the water",
        "`Pump.reset` is slow",
    ],
)
def test_all_else_is_not_gone(text: str):
    assert [False] == [spot.gone for spot in spots_in(text)]


def test_a_joined_member_is_gone_with_its_name():
    assert {"reset()": True, "Pump": False, "Pump.reset": True} == {
        spot.mention.name: spot.gone for spot in spots_in("there is no `reset()` of `Pump`")
    }
