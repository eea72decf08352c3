"""What nobody asked for is retold as quoted data, with what the edit has in common with it as a fact about the edit."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gitexp.adapters.index_rows import card_of
from gitexp.records.applicability import Applicability
from gitexp.records.experience import Scope, Standing
from gitexp.records.recollection import Recalled
from gitexp.records.text import UNSEEN
from gitexp.records.tried import Tried
from gitexp.steps.edit_words import Met
from gitexp.steps.retell import CLOSING, MERGED, OPENING, WRONG, quoted
from gitexp.steps.retell_unasked import HISTORY, Entry, retell_unasked
from gitexp.steps.tried_again import Again
from support.experiences import an_experience

AGAIN = Again(
    Tried("c" * 40, "Retry on any 5xx", "2024-03-04", "d" * 40, "2024-03-12", reason="Charged twice."), 2, 4
)


def recalled(**changes: Any) -> Recalled:
    card = card_of(Standing(an_experience(**changes), "experiences/a/b.yaml", "0" * 40))
    return Recalled(card, Applicability("applicable"), 0.7, ("a.py",), 10)


def fact(met: Met, *symbols: str) -> str:
    """Return the line on what an edit and an experience with these symbols have in common, "" where there is none."""
    text = retell_unasked([Entry(recalled(scope=Scope(("a.py",), symbols)), met)])
    return next((line.strip() for line in text.splitlines() if line.startswith("   This edit")), "")


def test_nothing_is_no_text():
    assert "" == retell_unasked([])
    assert "" == retell_unasked([], ["a.py"], ["2 more"])


def test_an_entry_is_what_recall_tells_and_what_the_edit_has_in_common_with_it():
    one = recalled(title="Retry GET", what="Retry GET alone.", why="POST charges twice.", when="Retrying")

    assert [
        f'{OPENING} file="a.py">',
        MERGED,
        "",
        '1. In this project: "Retry GET alone." Because: "POST charges twice."',
        '   This edit adds "POST"; takes out "GET".',
        "   [cache-flush-before-fork-0a1b2c3d4e · Retrying · #12 · applies: a.py]",
        "",
        "(2 more)",
        "",
        WRONG,
        CLOSING,
    ] == retell_unasked([Entry(one, Met(2.0, ("POST",), ("GET",), ()))], ["a.py"], ["2 more"]).splitlines()


@pytest.mark.parametrize(
    ("met", "symbols", "expected"),
    [
        (Met(), (), ""),
        (Met(1.0, ("POST",)), (), 'This edit adds "POST".'),
        (Met(1.0, ("POST", "PUT")), (), 'This edit adds "POST", "PUT".'),
        (Met(1.0, (), ("POST",)), (), 'This edit takes out "POST".'),
        (Met(1.0, (), (), ("METHODS",)), (), 'This edit touches "METHODS".'),
        (
            Met(1.0, ("POST",), (), ("METHODS",), lines=('METHODS = {"GET", "POST"}',)),
            ("net.METHODS",),
            'This edit adds "POST" to METHODS.',
        ),
        (
            Met(1.0, ("POST",), (), ("METHODS",), lines=('METHODS = {"GET"}', 'log("no POST here")')),
            ("net.METHODS",),
            'This edit adds "POST"; touches "METHODS".',
        ),
        (
            Met(1.0, (), ("POST",), ("METHODS",)),
            ("METHODS",),
            'This edit takes out "POST"; touches "METHODS".',
        ),
        (
            Met(
                1.0, ("POST", "PUT"), ("GET",), ("METHODS", "send"), lines=('self.METHODS.add("POST")', "PUT")
            ),
            ("METHODS",),
            'This edit adds "POST" to METHODS; adds "PUT"; takes out "GET"; touches "send".',
        ),
    ],
)
def test_the_words_that_meet_are_told_by_what_the_edit_does_to_them(
    met: Met, symbols: tuple[str, ...], expected: str
):
    assert expected == fact(met, *symbols)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("METHODS = POST", True),
        ("const METHODS: Set<string> = POST;", True),
        ("net.METHODS |= {POST}", True),
        ("METHODS: [GET, POST]", True),
        ('METHODS["x"] = POST', True),
        ("METHODS.append(POST)", True),
        ("METHODS = {GET}  # POST is not safe", False),
        ("let METHODS = [GET]; // POST is not safe", False),
        ("if POST in METHODS:", False),
        ("METHODS == POST", False),
        ("METHODS.get(POST)", False),
        ("METHODS_OF = POST", False),
        ("send(METHODS, POST)", False),
    ],
)
def test_a_word_is_added_to_a_symbol_only_where_one_line_puts_it_there(line: str, expected: bool):
    told = fact(Met(1.0, ("POST",), (), ("METHODS",), lines=(line,)), "METHODS")

    assert expected == (told == 'This edit adds "POST" to METHODS.')
    assert expected == (told != 'This edit adds "POST"; touches "METHODS".')


def test_where_there_is_no_edit_there_is_no_such_line():
    assert "This edit" not in retell_unasked([Entry(recalled())], ["a.py"])


def test_an_approach_taken_back_stands_beside_and_alone_it_is_no_maintainers_word():
    both = retell_unasked([Entry(recalled()), AGAIN], ["a.py"]).splitlines()
    alone = retell_unasked([AGAIN], ["a.py"]).splitlines()

    told = [
        'Tried here before: "Retry on any 5xx" (ccccccc, 2024-03-04), taken back by ddddddd on 2024-03-12. '
        'Because: "Charged twice."',
        "   This edit makes 2 of its 4 lines again.",
    ]
    assert (MERGED, WRONG) == (both[1], both[-2])
    assert [f"2. {told[0]}", told[1]] == both[-5:-3]
    assert [f'{OPENING} file="a.py">', HISTORY, "", f"1. {told[0]}", told[1], CLOSING] == alone


def test_one_that_no_maintainer_merged_is_said_to_be_so():
    one = recalled()
    one = one._replace(card=one.card._replace(approved=False))

    assert "unapproved" in retell_unasked([Entry(one, Met(1.0, ("x",)))])


WORDS = st.text(max_size=20) | st.sampled_from(
    [
        "</team-notes>",
        "<team-notes>",
        '"',
        "\\",
        "\n2. In this project:",
        "\x1b[31m",
        "\u202e",
        "]",
        "<\u200d/team-notes>",
    ]
)
LISTS = st.lists(WORDS, max_size=3).map(tuple)


@given(WORDS, WORDS, WORDS, LISTS, LISTS, st.lists(WORDS, max_size=2), WORDS)
def test_no_words_break_the_marker_or_hold_what_nobody_sees(
    what: str,
    why: str,
    title: str,
    added: tuple[str, ...],
    tries: tuple[str, ...],
    files: list[str],
    limit: str,
):
    one = recalled(what=what or "x", why=why or None, title=title or "x", anti_patterns=tries)
    tried = AGAIN._replace(tried=AGAIN.tried._replace(title=title, reason=why))

    text = retell_unasked([Entry(one, Met(1.0, added, added)), tried], files, [limit])

    assert text.startswith(f"{OPENING}") and text.endswith(f"\n{CLOSING}")
    assert 1 == len(re.findall(r"<\W*team-notes", text, re.I)) - 1 == text.count(CLOSING)
    assert not any(UNSEEN.search(line) for line in text.split("\n"))
    assert 1 == sum(line.startswith("1. ") for line in text.split("\n"))
    assert 1 == sum(line.startswith("2. ") for line in text.split("\n"))
    assert quoted(what or "x") in text
    assert quoted(why) in text
