"""What is told unasked: what covers the very place and shares matter with the edit; the one without the other never."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from typing import Any

import pytest

from gitexp.adapters.index_memory import index_of
from gitexp.records.agent_event import FileEdit
from gitexp.records.experience import Scope, Standing
from gitexp.records.question import Question
from gitexp.steps.edit_words import edit_words, said_words
from gitexp.steps.unasked import Weighed, told, weigh
from support.experiences import an_experience

FILE = "src/net/http/retry.py"


def standing(name: str, *paths: str, symbols: Sequence[str] = (), **changes: Any) -> Standing[str]:
    """Return an experience about zebras, giraffes and antelopes at a place."""
    said = {
        "title": "Zebras before giraffes",
        "when": "Feeding antelopes",
        "what": "Feed the zebras first.",
        "why": None,
        **changes,
    }
    id = f"{name}-{zlib.crc32(name.encode()):010x}"
    experience = an_experience(id=id, scope=Scope(paths, tuple(symbols)), **said)
    return Standing(experience, f"experiences/general/{id}.yaml", "0" * 40)


def weighed(
    new: str, *stand: Standing[str], uses: Sequence[str] = (), file: str = FILE, reading: bool = False
) -> dict[str, Weighed]:
    """Return what an edit that adds a text, or a prompt before a read, is weighed against, by name."""
    words = said_words(new) if reading else edit_words(FileEdit(file, "", new))
    found = weigh(Question(files=(file,)), words, index_of(stand), uses, reading=reading)
    return {one.card.id[:-11]: one for one in found}


def passing(new: str, *stand: Standing[str], **more: Any) -> list[str]:
    return [name for name, one in weighed(new, *stand, **more).items() if one.passes]


PLACES: dict[str, tuple[Standing[str], str]] = {
    "the file": (standing("one", FILE), "file"),
    "its folder": (standing("one", "src/net/http/**"), "folder"),
    "a folder above it": (standing("one", "src/net/**"), "folder"),
    "a kind of file": (standing("one", "*.py"), "area"),
    "all": (standing("one", "**"), "area"),
    "a symbol": (standing("one", symbols=["ZebraFeeder"]), "symbol"),
    "a symbol at another place": (standing("one", "web/**", symbols=["ZebraFeeder"]), "symbol"),
}


@pytest.mark.parametrize("kind", PLACES)
def test_what_covers_the_place_and_is_about_the_edit_passes(kind: str):
    stand, by = PLACES[kind]
    [one] = weighed("ZebraFeeder(giraffes, antelopes)", stand).values()

    assert (by, True) == (one.by, one.passes)


@pytest.mark.parametrize("kind", PLACES)
def test_the_place_alone_is_no_reason(kind: str):
    assert [] == passing("lions = bears + tigers", PLACES[kind][0])


@pytest.mark.parametrize(
    "stand",
    [
        standing("one"),
        standing("one", "web/**"),
        standing("one", "src/net/http/other.py"),
        standing("one", symbols=["LionFeeder"]),
        standing("one", "web/**", symbols=["LionFeeder"]),
    ],
    ids=["no place", "elsewhere", "another file", "another symbol", "neither"],
)
def test_the_words_alone_are_no_reason_however_many(stand: Standing[str]):
    new = "Zebras before giraffes. Feeding antelopes: feed the zebras first. zebra giraffe antelope"

    assert [] == passing(new, stand)


def test_the_nearer_the_place_the_less_must_be_shared():
    names = ("the file", "its folder", "a symbol", "all")
    needs = [weighed("ZebraFeeder()", PLACES[name][0])["one"].need for name in names]

    assert sorted(needs) == needs
    assert len(set(needs)) == len(needs)


def test_one_rare_word_is_enough_for_the_file_and_not_for_an_area():
    stand = [standing("file", FILE), standing("area", "**")]

    assert ["file"] == passing("zebra = 1", *stand)


def test_words_that_any_code_is_made_of_are_no_reason_for_the_very_file():
    said = {
        "title": "Check the value of the string",
        "when": "Changing a function",
        "what": "Return the list.",
    }

    assert [] == passing(
        "def check(value): return [string for string in list]", standing("one", FILE, **said)
    )


def test_a_long_edit_needs_more():
    stand = standing("one", "src/net/http/**")
    long = " ".join(f"lion{number}bear" for number in range(400))
    short, grown = weighed("zebra giraffe", stand)["one"], weighed(f"zebra giraffe {long}", stand)["one"]

    assert (True, False) == (short.passes, grown.passes)
    assert short.met.mass == grown.met.mass


def test_a_word_that_half_of_the_store_holds_is_no_reason():
    others = [standing(f"other{number}", "web/**") for number in range(100)]
    said = {"title": "Zebra", "when": "x", "what": "y"}

    assert ["one"] == passing("zebra", standing("one", FILE, **said))
    assert [] == passing("zebra", standing("one", FILE, **said), *others)


def test_a_name_in_the_file_makes_one_without_a_place_near_and_no_other():
    named = standing("named", symbols=["Barn.feed"])
    elsewhere = standing("elsewhere", "web/**", symbols=["Barn.feed"])
    new = "zebras, giraffes, antelopes"

    assert [] == passing(new, named, elsewhere)
    assert ["named"] == passing(new, named, elsewhere, uses=["Barn.feed"])


def test_to_read_the_file_that_it_names_is_enough_and_wider_it_must_share_the_prompt():
    stand = [standing("file", FILE), standing("folder", "src/net/http/**")]

    assert ["file"] == passing("", *stand, reading=True)
    assert ["file"] == passing("lions and bears", *stand, reading=True)
    assert {"file", "folder"} == set(passing("zebras, giraffes", *stand, reading=True))


def test_a_word_of_the_path_is_no_reason():
    said = {"title": "Retry http", "when": "x", "what": "Mind the net."}

    assert [] == passing("net http retry", standing("one", FILE, **said))
    assert ["one"] == passing("http retry", standing("one", "src/a.py", **said), file="src/a.py")


def test_what_forbids_is_told_first_then_what_shares_most():
    stand = [
        standing("little", FILE, title="Zebras", when="x", what="y"),
        standing("much", FILE),
        standing("forbids", FILE, title="Zebras", when="x", what="z", severity="block"),
        standing("silent", FILE, title="x", when="x", what="y"),
    ]
    found = weighed("zebras, giraffes, antelopes", *stand)

    ordered = told([("a.py", one) for one in found.values()])

    assert ["forbids", "much", "little"] == [one.near.card.id[:-11] for one in ordered]
    assert {"a.py"} == {one.file for one in ordered}
    assert all(one.near.covered for one in ordered)


def test_by_what_it_covers_is_told():
    [by_glob] = told([(FILE, weighed("zebra", standing("one", FILE))["one"])])
    [by_name] = told([(FILE, weighed("ZebraFeeder(giraffes)", PLACES["a symbol"][0])["one"])])

    assert ((FILE,), ("names ZebraFeeder",)) == (by_glob.near.because, by_name.near.because)


def test_a_symbol_of_the_scope_in_the_file_lowers_a_little_what_a_folder_needs():
    stand = standing("one", "src/net/**", symbols=["Barn.feed"])
    alone, named = weighed("zebra", stand)["one"], weighed("zebra", stand, uses=["Barn.feed"])["one"]

    assert ("folder", "folder") == (alone.by, named.by)
    assert alone.need > named.need > weighed("zebra", standing("one", FILE))["one"].need


def test_a_number_that_is_turned_is_told_where_the_file_is_named():
    said = {"title": "Keep the client timeout above 15 seconds", "when": "x", "what": "The balancer drains."}
    words = edit_words(FileEdit(FILE, "TIMEOUT = 30", "TIMEOUT = 5"))
    stand = [standing("file", FILE, **said), standing("area", "**/*.py", **said)]

    found = weigh(Question(files=(FILE,)), words, index_of(stand))

    assert {"file": True, "area": False} == {one.card.id[:-11]: one.passes for one in found}
