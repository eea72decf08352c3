"""The words of an edit, and how much of them an experience shares: rare ones much, those of any code next to nothing."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gitexp.adapters.index_rows import row
from gitexp.records.agent_event import FileEdit
from gitexp.records.card import Card
from gitexp.records.code_words import CODE_WORDS, PROSE_WORDS
from gitexp.records.experience import Scope, Standing
from gitexp.records.search_tokens import search_tokens
from gitexp.steps.edit_words import MOST, EditWords, Met, edit_words, is_telling, met, needed, said_words
from support.experiences import an_experience

TEXTS = st.text(alphabet=st.sampled_from("abAB_ \n\t09é漢()"), max_size=60)

SCRIPTS = st.text(alphabet=st.sampled_from("abAB_ \n\t09ée\u0301漢字数据ファイルの置き타임ｱ()"), max_size=60)
"""Several scripts, signs of half width and marks of their own."""


def a_card(**changes: Any) -> Card:
    """Return the card of an experience that says nothing but what is given."""
    said = {"title": "x", "when": "x", "what": "x", "why": None, "scope": Scope(), **changes}
    found = row(Standing(an_experience(**said), "experiences/a/b.yaml", "0" * 40))
    return found.card._replace(words=found.tokens)


def sides(edit: EditWords) -> dict[str, str]:
    """Return on which side each token stands."""
    return {token: word.side for token, word in edit.words.items()}


def mass(card: Card, old: str = "", new: str = "", of_place: tuple[str, ...] = ()) -> float:
    return met(card, edit_words(FileEdit("a.py", old, new)), lambda token: 1.0, of_place).mass


# What an edit does


def test_words_stand_on_the_side_of_the_lines_they_stand_in():
    old = "import zebra\nledger = giraffe(1)\n"
    new = "import zebra\nledger = antelope(1)\n"

    assert {
        "import": "around",
        "zebra": "around",
        "giraf": "removed",
        "antelop": "added",
        "ledg": "kept",
    } == sides(edit_words(FileEdit("a.py", old, new)))


def test_a_line_that_moves_or_is_indented_is_not_changed():
    assert {"zebra": "around", "giraf": "around"} == sides(
        edit_words(FileEdit("a.py", "zebra\ngiraffe\n", "    giraffe\n\tzebra"))
    )


def test_a_line_that_comes_once_more_comes():
    assert {"zebra": "added"} == sides(edit_words(FileEdit("a.py", "zebra", "zebra\nzebra")))


def test_names_are_those_of_changed_lines_that_no_prose_would_hold():
    edit = edit_words(
        FileEdit("a.py", "keepMe()\ngone_one = 1", "keepMe()\nRetryPolicy, HTTP, word, a_b, _x")
    )

    assert {"RetryPolicy", "gone_one"} == set(edit.names)
    assert {"retrypolicy", "goneone"} == set(edit.wholes)


def test_a_prompt_has_all_its_words_added():
    assert {"zebra": "added", "retrypolicy": "added", "retr": "added", "polic": "added"} == sides(
        said_words("The zebra of RetryPolicy")
    )


def test_of_a_generated_file_the_beginning_is_read():
    edit = edit_words(FileEdit("a.py", "", "word\n" * (MOST // 5) + "zebra"))

    assert {"word"} == set(edit.words)


@given(TEXTS)
def test_what_stays_as_it_is_has_no_changed_word(text: str):
    edit = edit_words(FileEdit("a.py", text, text))

    assert {"around"} >= set(sides(edit).values())
    assert ((), (), 0) == (edit.names, edit.wholes, edit.size)


@given(TEXTS, TEXTS)
def test_turned_round_what_was_added_is_removed(old: str, new: str):
    there, back = sides(edit_words(FileEdit("a", old, new))), sides(edit_words(FileEdit("a", new, old)))

    turned = {"added": "removed", "removed": "added"}
    assert {token: turned.get(side, side) for token, side in there.items()} == back


@given(TEXTS, TEXTS)
def test_every_word_stands_in_the_edit(old: str, new: str):
    edit = edit_words(FileEdit("a", old, new))

    assert set(search_tokens(f"{old}\n{new}")) == set(edit.words)
    assert edit.size == sum(word.side != "around" for word in edit.words.values())


# What is shared


def test_nothing_is_shared_with_what_speaks_of_something_else():
    assert Met() == met(a_card(what="Sort the ledger."), said_words("zebra giraffe"), lambda token: 1.0)


def test_what_is_shared_is_named_by_side_as_it_is_spelled():
    card = a_card(title="Zebras, giraffes, antelopes and ledgers")
    edit = edit_words(FileEdit("a.py", "Giraffe + ledger", "ZEBRA + ledger"))

    found = met(card, edit, lambda token: 1.0)

    assert (("ZEBRA",), ("Giraffe",), ("ledger",), 3) == (
        found.added,
        found.removed,
        found.touched,
        found.many,
    )


def test_a_changed_word_counts_more_than_one_that_stays_and_that_more_than_one_beside():
    card = a_card(title="zebra giraffe")
    added = mass(card, "", "zebra")
    kept = mass(card, "zebra 1", "zebra 2")
    around = mass(card, "zebra\na", "zebra\nb")

    assert added == mass(card, "zebra", "")
    assert added > kept > around > 0


def test_a_word_of_the_title_counts_more_than_one_of_the_body():
    assert mass(a_card(title="zebra"), "", "zebra") > mass(a_card(what="zebra"), "", "zebra") > 0


def test_a_name_counts_whole_and_not_by_its_parts_besides():
    card = a_card(what="Call ZebraPolicy first.")
    parts = a_card(what="The zebra has a policy of its own.")

    assert 1 == met(card, edit_words(FileEdit("a", "", "ZebraPolicy()")), lambda token: 1.0).many
    assert mass(card, "", "ZebraPolicy()") > mass(card, "", "zebra") > 0
    assert mass(card, "", "ZebraPolicy()") > mass(parts, "", "zebra()")


def test_a_symbol_of_the_scope_counts_most():
    by_scope = a_card(scope=Scope((), ("ZebraPolicy",)))

    assert mass(by_scope, "", "ZebraPolicy()") > mass(a_card(what="ZebraPolicy"), "", "ZebraPolicy()")


def test_a_name_that_is_spelled_in_words_is_the_name_still():
    card = a_card(what="The column calculated at midnight is never empty.")

    assert ("calculatedAt",) == met(
        card, edit_words(FileEdit("a", "", "calculatedAt = 1")), lambda token: 1.0
    ).added


@pytest.mark.parametrize("word", ["return", "value", "string", "message", "2024", "problem", "important"])
def test_a_word_that_any_code_or_prose_is_made_of_is_no_reason_and_is_not_named(word: str):
    card = a_card(what=f"Mind the {word} there.")
    found = met(card, edit_words(FileEdit("a", "", word)), lambda token: 1.0)

    assert found.mass < mass(a_card(what="Mind the zebra there."), "", "zebra") / 2
    assert not any(is_telling(token) for token in search_tokens(word))


def test_a_word_of_the_place_counts_little():
    card = a_card(title="zebra")

    assert mass(card, "", "zebra", ("zebra",)) < mass(card, "", "zebra") / 2


def test_a_word_that_others_hold_too_counts_less():
    card, edit = a_card(title="zebra"), edit_words(FileEdit("a", "", "zebra"))

    assert met(card, edit, lambda token: 0.25).mass == pytest.approx(
        met(card, edit, lambda token: 1.0).mass / 4
    )


@given(SCRIPTS, SCRIPTS, SCRIPTS)
def test_more_is_shared_the_more_an_experience_says(what: str, old: str, new: str):
    edit = edit_words(FileEdit("a", old, new))
    less = met(a_card(what=f"x {what}"), edit, lambda token: 1.0)
    all_of_it = met(a_card(what=f"x {what} {old} {new}"), edit, lambda token: 1.0)

    assert 0 <= less.mass <= all_of_it.mass + 1e-9


@given(SCRIPTS, SCRIPTS, SCRIPTS)
def test_what_is_named_stands_in_the_edit(what: str, old: str, new: str):
    found = met(a_card(what=f"x {what}"), edit_words(FileEdit("a", old, new)), lambda token: 1.0)

    for words, text in ((found.added, new), (found.removed, old), (found.touched, new)):
        assert all(word in text for word in words)


def test_of_a_run_of_several_scripts_its_own_part_is_named():
    card = a_card(title="0_0 für 漢字")
    edit = edit_words(FileEdit("a", "", "0_0漢字 betrag_für"))

    assert {"漢字", "0_0", "betrag_für"} == set(met(card, edit, lambda token: 1.0).added)


def by(kind: str, old: str, new: str, **said: Any) -> float:
    """Return what an edit shares with what covers its place in this way."""
    return met(a_card(**said), edit_words(FileEdit("a.py", old, new)), lambda token: 1.0, (), kind).mass


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("total = 1", "total = float(1)"),
        ("x", "float: 1"),
        ("x", '"float": 1'),
        ("x", "float = 1"),
        ("float(1)", ""),
    ],
)
def test_a_word_of_any_code_that_is_set_or_called_counts_for_a_folder_as_any_word(old: str, new: str):
    assert 1.2 == by("folder", old, new, title="No float")
    assert 0.2 == by("area", old, new, title="No float")


@pytest.mark.parametrize(
    "new", ["def float(x): pass", "func float(x) {", "float == 1", "a.floatOf(1)", "# a float"]
)
def test_a_word_of_any_code_that_is_defined_compared_or_named_beside_stays_one(new: str):
    assert 0.2 == pytest.approx(by("folder", "", new, title="No float"))


def test_a_word_that_stays_where_it_was_is_not_what_the_edit_sets():
    assert 0.2 > by("folder", "float = a", "float = b", title="No float")


@pytest.mark.parametrize(
    ("old", "new"), [("timeout = 30", "timeout = 5"), ('timeout = "30s"', 'timeout = "5s"')]
)
def test_a_line_in_which_but_a_number_or_literal_changes_is_about_its_words(old: str, new: str):
    said = {"title": "Keep the timeout long"}

    assert by("file", old, new, **said) > 0.75 > by("top", old, new, **said)
    assert 0.75 > by("file", old, f"{new} + extra", **said)


def test_names_of_html_tell_nothing():
    new = '<div class="x" onclick="y"><span tabindex="1" aria-label="z"></span></div>'

    assert not any(map(is_telling, search_tokens("div span onclick tabindex aria href tbody iframe")))
    assert 0.3 > mass(a_card(title="Span"), "", new)


def test_a_long_edit_needs_more_and_a_short_one_what_it_must():
    short = edit_words(FileEdit("a", "", "zebra"))
    long = edit_words(FileEdit("a", "", " ".join(f"w{number}ord{number}" for number in range(500))))

    assert 1.3 == needed(1.3, short, 0.3)
    assert needed(1.3, long, 0.3) > 1.3
    assert needed(1.3, long, 0.4) > needed(1.3, long, 0.3)


# The words that say nothing

ENDINGS = "s e es ed ing er y al ly ment ation ion ity ness ive or ize ies ance ice le ous able".split()
"""A word has one of them, where it is not its own stem."""


def test_the_words_that_say_nothing_are_search_tokens():
    def spelled(token: str) -> list[str]:
        double = f"{token}{token[-1]}"
        ends = [token, *(token + end for end in ENDINGS), f"{token[:-1]}y", f"{token[:-1]}se"]
        return [
            *ends,
            double,
            f"{double}ing",
            f"{double}ed",
            f"{double}ion",
            f"{token[:-1]}zing",
            f"x{token}",
        ]

    strange = {
        token
        for token in CODE_WORDS | PROSE_WORDS
        if not any(token in search_tokens(one) for one in spelled(token))
    }

    assert set() == strange
    assert frozenset() == CODE_WORDS & PROSE_WORDS
