"""Mentions: what is plain, a product, or a piece of something longer is none; a name is cut where it begins and ends."""

from __future__ import annotations

import pytest

from gitexp.records.mention import Mention
from gitexp.records.mentions import mention, mentions_in, spots_in


def named(text: str) -> list[tuple[str, str]]:
    """Return kind and name of each mention."""
    return [(one.kind, one.name) for one in mentions_in(text)]


@pytest.mark.parametrize(
    "text",
    [
        *(
            "It sends heat over gRPC and mTLS",
            "tACK from me",
            "a sum of 20 GB, or `GB`",
            "the `.toString` of a KiB",
        ),
        *("open it in _blank", "`git` and `npm` are there", "on `master`", "it is a `uint32_t` here"),
        *("`print(heat)` first", "`Some(heat)` is fine", "then len(heat, 2)", "`isinstance()` is slow"),
        *("the _valve must not_ open", "it is _really_ hot", "he said _that's hot._ and left"),
    ],
)
def test_products_tools_builtins_and_emphasis_name_nothing(text: str):
    assert [] == [name for _, name in named(text) if name != "toString"]


@pytest.mark.parametrize(
    "text",
    [
        *(
            "all `on_heat_*` hooks",
            "the `has_[kind]_valve` flags",
            "`get_{name}_pump` is made",
            "the on_heat_* hooks",
        ),
        *("redirect `pump.open*`", "set heat.pump-args"),
        *("`*_heat_rule` holds", "the header X-HeatLimit", "SPDX-HeatText", "built for x64-little_heat-v2"),
        *("![heat-pump_select-area_2020](https://example.com/a)", "nice :warm_heat_pump: day"),
        *("<!-- heat_start --> <!-- HeatPump -->", "sent as application/vnd.heat.PUMP.sha"),
        *(
            "diff --git a/src/heat.c b/src/heat.c\n--- a/src/heat.c\n+++ b/src/heat.c",
            "`s/old_heat/new_heat/`",
        ),
        *("why 127.0.0.1 and not 10.0.0.1", "`qr/.*heat-pump.*/`"),
    ],
)
def test_a_piece_of_what_stands_for_several_or_for_another_thing_names_nothing(text: str):
    assert [] == named(text)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("a `Option<HeatPump>` comes", ["HeatPump"]),
        ("`Partial<HeatOptions>` it is", ["HeatOptions"]),
        ("`Heater<Valve>` it is", ["Heater<Valve>"]),
        ("`Pump open(Valve valve, Heat heat)`", ["Pump", "open()", "Valve", "Heat"]),
        ("`const Pump pump = new Heater();`", ["Pump", "Heater()"]),
        ("`(p *Pump) Open`", ["Pump", "Open"]),
        ('`The "" scheme is unknown; said are "a", "b".`', []),
        ("`Pump failed (Expected 3 valves, got 2)`", []),
        ("V8Engine and `D3Axis`", ["V8Engine", "D3Axis"]),
        ("R2R and P2P are none", []),
        ("non-heat_pump and pre-HeatPump", ["heat_pump", "HeatPump"]),
        ("_private and _other_one are two", ["_private", "_other_one"]),
    ],
)
def test_of_code_the_types_and_calls_are_named_and_not_the_words_of_a_message(text: str, names: list[str]):
    assert names == [name for _, name in named(text)]


def test_three_backticks_that_are_closed_in_their_line_hold_a_name_too():
    assert [("symbol", "valve"), ("symbol", "HeatPump")] == named("set ```valve``` of ```HeatPump``` now")[:2]
    assert [("symbol", "HeatPump")] == named("```\nvalve\nHeatPump\n```\nand `no")


def test_an_ending_stands_for_the_files_that_have_it():
    assert [("glob", "*.pc")] == named("the `.pc` file is wrong")
    assert Mention("*.yaml", "glob") == mention(".yaml")
    assert Mention(".env", "path") == mention(".env")
    assert [("symbol", "open")] == named("its `.open` is wrong")


def test_files_of_a_build_are_paths():
    text = "look into heat.proj, libheat.so.5, heat/valve.t and `libheat.dll`"

    assert ["heat.proj", "libheat.so.5", "heat/valve.t", "libheat.dll"] == [
        one.name for one in mentions_in(text)
    ]
    assert {"path"} == {one.kind for one in mentions_in(text)}


@pytest.mark.parametrize(
    ("text", "cut"),
    [
        ("call `this.open();` now", ["open()"]),
        ("its `.open()` and `.open_all;` are", [".open()", ".open_all"]),
        ("call this.open() now", ["open()"]),
        ("a `--heat=3` flag", ["--heat"]),
        ("in `src/heat.py:48` it is", ["src/heat.py"]),
        ("in `src/open.py::open` it is", ["open"]),
        ("it is _open_valve_ there", ["open_valve"]),
        ("see Heat.Pump.The valve", ["Heat.Pump"]),
        ("it `raise HeatError` then", ["HeatError"]),
    ],
)
def test_a_spot_is_cut_to_the_name(text: str, cut: list[str]):
    assert cut == [text[spot.start : spot.end] for spot in spots_in(text)]


def test_a_folder_in_brackets_is_a_part_of_its_path():
    assert [("path", "app/(pumps)/valve/page.tsx")] == named("in app/(pumps)/valve/page.tsx and")
    assert [("path", "app/(pumps)/valve/page.tsx")] == named("in `app/(pumps)/valve/page.tsx` and")
