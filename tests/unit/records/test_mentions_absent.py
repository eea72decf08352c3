"""A name that the words around tell of as of something that is not there (no more, not yet, never) is known as gone."""

from __future__ import annotations

import pytest

from gitexp.records.mentions import spots_in


def gone(text: str) -> list[str]:
    """Return the names that a text tells of as of what is not there."""
    return [spot.mention.name.removesuffix("()") for spot in spots_in(text) if spot.gone]


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
        "Add a `Pump.reset()` method",
        "We should introduce `Pump.reset` later",
        "Never import `Pump.reset`, it was dropped in 3.0",
        "Removed: `Pump.reset`",
        "`Pump.reset` is missing",
        "If `Pump.reset` existed",
        "`Pump.reset` → `Pump.start`",
        "Don't reintroduce `Pump.reset`",
        "We do not want a `Pump.reset` here",
        "never introduce `Pump.reset`",
        "avoid adding `Pump.reset`",
        "不要引入 `Pump.reset`",
        "不要再添加`Pump.reset`方法",
        "禁止添加 `Pump.reset`",
        "`Pump.reset`を追加しない",
        "`Pump.reset` を追加しない",
        "Do not add `Pump.reset`.",
        "Please don’t add a `Pump.reset` method to the base class",
        "We don't want `Pump.reset` at all",
        "There should be no `Pump.reset`",
        "If there were a `Pump.reset`, this would be easy",
        "Use `x_y`; `Pump.reset` (removed in 3.0)",
        "Don't use `Pump.reset`. It was removed in 3.0.",
        "The parser does not have a `Pump.reset`",
        "- **Removed**: `Pump.reset`",
        "Consider adding a convenience method `Pump.reset`",
        "`Pump.reset` を導入する",
        "请添加 `Pump.reset` 方法",
        "新增一个 `Pump.reset`",
        "add a new `Pump.reset()` helper",
        "Pump.reset is gone",
        "`Pump.reset` isn't there yet",
        "We deleted `a_b` and `Pump.reset`",
        "rename `Pump.reset` to `a_b`",
        "`Pump.reset` -> `Pump.start`",
        "How about we add `Pump.reset`?",
        "Pump.reset() no longer exists",
        "`Pump.reset`がない",
        "we might implement a `Pump.reset` method",
    ],
)
def test_what_a_text_says_not_to_be_there_is_gone(text: str):
    assert "Pump.reset" in gone(text)
    assert not {"Pump.start", "Pump.stop"} & set(gone(text))


@pytest.mark.parametrize(
    "text",
    [
        "call `Pump.reset` first",
        "`Pump.reset` removes the water",
        "`Pump.reset` is slow",
        "don't call `Pump.reset`",
        "never call `Pump.reset` twice",
        "avoid `Pump.reset` in loops",
        "Call `Pump.reset` before adding items",
        "Add `Pump.reset` to the list of hooks",
        "Add `Pump.reset()` calls before the loop",
        "Add a test for `Pump.reset`",
        "add a call to `Pump.reset`",
        "Add a comment to `Pump.reset`",
        "`Pump.reset` is missing a check",
        "`Pump.reset` is missing from the docs",
        "`Pump.reset` is replacing the text",
        "`Pump.reset` adds a row",
        "We do not want `Pump.reset` to be called twice",
        "We don't need `Pump.reset` to run twice",
        "`Pump.reset` → `Valve.run`",
        "`Pump.reset` → `Pump.start` → `Pump.stop`",
        "We added `Pump.reset` in 2.0",
        "Introduced in 3.0, `Pump.reset` is fast",
        "The method `Pump.reset` was added",
        "If `Pump.reset` exists, call it",
        "不要调用 `Pump.reset`",
        "禁止使用 `Pump.reset`",
        "`Pump.reset`を呼ばない",
        "`Pump.reset`がないと動かない",
        "Instead of `a_b`, `Pump.reset` should be used",
        "create a `Pump` and",
        "When adding rows, `Pump.reset` must be called",
        "Never add rows in `Pump.reset`",
        "`Pump.reset` was added, and the old one removed",
        "Adding a dependency on `Pump.reset`",
        "Removed rows are kept by `Pump.reset`",
        "`Pump.reset`, which is slow",
        "Don't introduce a call of `Pump.reset`",
        "Add the `--no-heat` flag",
        "Add `--no-heat`",
    ],
)
def test_all_else_is_there_also_what_must_not_be_done_with_it(text: str):
    assert not [name for name in gone(text) if name != "a_b"]


def test_paths_and_flags_become_others_too():
    assert ["src/heat.py", "--warm"] == gone("`src/heat.py` → `src/pump/heat.py`, `--warm` → `--heat`")


def test_a_joined_member_is_gone_with_its_name():
    assert {"reset()": True, "Pump": False, "Pump.reset": True} == {
        spot.mention.name: spot.gone for spot in spots_in("there is no `reset()` of `Pump`")
    }
