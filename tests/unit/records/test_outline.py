"""What an asked name means in an outline, what stands around a line, and which names are nearest."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gitexp.records.outline import Outline, Symbol, parts_of

SEND = Symbol("RetryPolicy.send", "method", 10, 14)
SEND_AGAIN = Symbol("RetryPolicy.send", "method", 16, 20)
RETRY = Symbol("RetryPolicy", "class", 1, 30)
INIT = Symbol("RetryPolicy.__init__", "method", 2, 8)
URL = Symbol("RetryPolicy.url", "property", 4, 4)
WIRE_SEND = Symbol("net.Wire.send", "method", 40, 44)
PLAIN = Symbol("send", "function", 50, 52)
SECRET = Symbol("RetryPolicy.#load", "method", 22, 24)
ALL = (RETRY, INIT, URL, SEND, SEND_AGAIN, SECRET, WIRE_SEND, PLAIN)


def outlined(*symbols: Symbol, packages: tuple[str, ...] = ()) -> Outline:
    return Outline(symbols or ALL, "python", complete=True, packages=packages)


@pytest.mark.parametrize(
    "asked",
    [
        "RetryPolicy.__init__",
        "RetryPolicy::__init__",
        "RetryPolicy#__init__",
        "RetryPolicy->__init__",
        "RetryPolicy\\__init__",
        " RetryPolicy.__init__() ",
        "RetryPolicy<T>::__init__(int a)",
        "(*RetryPolicy).__init__",
        "__init__",
        ".__init__",
    ],
)
def test_a_name_is_understood_however_it_is_written(asked: str):
    assert (INIT,) == outlined().named(asked)


def test_the_whole_name_goes_before_a_suffix():
    assert (PLAIN,) == outlined().named("send")


def test_a_suffix_means_every_symbol_that_ends_with_it():
    assert (SEND, SEND_AGAIN, WIRE_SEND) == outlined(*ALL[:-1]).named("send")
    assert (WIRE_SEND,) == outlined().named("Wire.send")


def test_a_suffix_is_made_of_whole_parts():
    assert () == outlined().named("Policy.send")
    assert () == outlined().named("end")


def test_overloads_come_together_and_an_ordinal_picks_one():
    assert (SEND, SEND_AGAIN) == outlined().named("RetryPolicy.send")
    assert (SEND_AGAIN,) == outlined().named("RetryPolicy.send#2")
    assert () == outlined().named("RetryPolicy.send#3")
    assert () == outlined().named("RetryPolicy.send#0")


def test_what_to_ask_for_gives_the_symbol_alone():
    found = outlined()

    assert "RetryPolicy.send#2" == found.written(SEND_AGAIN)
    assert "RetryPolicy.url" == found.written(URL)
    assert [(one,) for one in ALL] == [found.named(found.written(one)) for one in ALL]


def test_a_private_name_of_javascript_keeps_its_sign():
    assert (SECRET,) == outlined().named("RetryPolicy.#load")
    assert (SECRET,) == outlined().named("#load")
    assert (PLAIN,) == outlined().named("#send")


def test_a_package_may_be_written_and_only_the_right_one():
    found = outlined(RETRY, SEND, PLAIN, packages=("com.acme.net",))

    assert (SEND,) == found.named("com.acme.net.RetryPolicy.send")
    assert (SEND,) == found.named("net.RetryPolicy.send")
    assert (PLAIN,) == found.named(r"com\acme\net\send")
    assert () == found.named("org.RetryPolicy.send")


@pytest.mark.parametrize("asked", ["", "   ", ".", "::", "#", "()", "#2", "missing"])
def test_what_names_nothing_finds_nothing(asked: str):
    assert () == outlined().named(asked)


@pytest.mark.parametrize(
    ("written", "parts"),
    [
        ("A::operator==", ("A", "operator==")),
        ("A::operator ()", ("A", "operator()")),
        ("A::operator->", ("A", "operator->")),
        ("operator<<", ("operator<<",)),
        ("A::operator bool() const", ("A", "operator bool")),
        ("config.operator", ("config", "operator")),
        ("operator.itemgetter", ("operator", "itemgetter")),
        ("A<B<C>>::d", ("A", "d")),
        ("Duration#<=>", ("Duration", "<=>")),
        ("A::left?", ("A", "left?")),
        ("A->$url", ("A", "url")),
        ("A::~A", ("A", "~A")),
    ],
)
def test_a_name_falls_into_its_parts(written: str, parts: tuple[str, ...]):
    assert parts == parts_of(written)


@given(st.text(max_size=60))
def test_no_asked_name_raises(asked: str):
    found = outlined()

    assert set(found.named(asked)) <= set(ALL)
    assert set(found.nearest(asked)) <= {one.name for one in ALL}


@given(st.lists(st.from_regex(r"[A-Za-z_]\w{0,8}", fullmatch=True), min_size=1, max_size=4))
def test_parts_joined_in_any_way_come_back(parts: list[str]):
    for between in (".", "::", "->", "#"):
        assert tuple(parts) == parts_of(between.join(parts)) or "operator" in parts


def test_the_innermost_symbol_stands_around_a_line():
    found = outlined()

    assert [SEND, RETRY, WIRE_SEND, None] == [found.at(line) for line in (12, 30, 42, 99)]


def test_a_property_set_in_a_method_is_part_of_the_method():
    assert INIT == outlined().at(4)


def test_a_struct_goes_before_the_variable_declared_with_it():
    variable, struct = Symbol("all", "variable", 1, 3), Symbol("s", "struct", 1, 3)
    field = Symbol("s.a", "property", 2, 2)
    found = outlined(variable, struct, field)

    assert [struct, field] == [found.at(1), found.at(2)]


def test_the_nearest_names_come_first():
    found = outlined()

    assert ("RetryPolicy.url",) == found.nearest("RetryPolicy.urll", most=1)
    assert "send" == found.nearest("sendd")[0]
    assert "RetryPolicy" == found.nearest("retrypolicy")[0]
    assert () == found.nearest("zzzzzz")
    assert () == found.nearest("")
