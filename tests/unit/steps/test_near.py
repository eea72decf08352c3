"""Only what shares words, symbols or paths is near, and of ten thousand at most twenty are."""

import random

from hypothesis import given
from hypothesis import strategies as st

from gitexp.records.candidate import Statement
from gitexp.steps.near import MOST, Shelf, near_pairs
from gitexp.steps.redact import redacted
from support.talk import a_candidate

SYLLABLES = ["ba", "ke", "lo", "mi", "nu", "ra", "so", "ti", "vu", "zo"]


def words(number):
    """Return a word of four syllables that no other number has the first six letters of."""
    return "".join(SYLLABLES[int(digit)] for digit in f"{number:03d}") + "x"


def statement(what, when="", symbols=(), paths=()):
    return Statement(
        redacted(when), redacted(what), None, "logic", "constraint",
        tuple(redacted(one) for one in symbols), tuple(redacted(one) for one in paths),
    )  # fmt: skip


def shelf_of(*whats):
    return Shelf([statement(what) for what in whats])


def test_of_ten_thousand_at_most_twenty_are_near_and_the_planted_ones_come_first():
    chance = random.Random(7)
    many = [statement(" ".join(words(chance.randrange(1000)) for _ in range(12))) for _ in range(10_000)]
    new = "Retry only idempotent requests since the gateway commits before answering"
    many[4321] = statement(
        "The gateway commits before answering: idempotent requests alone may be tried again"
    )
    many[9876] = statement(new)
    crowd = [statement(f"{new} {words(place)} {words(place + 50)}") for place in range(50)]

    found = Shelf(many).near(statement(new))
    crowded = Shelf([*many, *crowd]).near(statement(new))

    assert [9876, 4321] == found[:2]
    assert len(found) <= MOST
    assert MOST == 20 == len(crowded) and 9876 == crowded[0]


def test_a_word_that_all_have_makes_nothing_near_but_with_the_rest_it_counts():
    many = [
        statement(f"gateway {words(place)} {words(place + 500)} {words(place + 300)}") for place in range(300)
    ]

    assert [] == Shelf(many).near(statement("gateway alone"))
    assert 123 == Shelf(many).near(statement(f"gateway {words(123)} {words(623)}"))[0]


def test_one_common_word_is_chance_and_two_of_few_are_not():
    shelf = shelf_of("Flush the cache", "Open a valve", "Flush the cache before a fork starts workers")

    assert [] == shelf.near(statement("Flush toilets"))
    assert [0, 2] == shelf.near(statement("Flush this cache"))


def test_a_common_symbol_or_path_makes_near_what_shares_few_words():
    far = statement("Call it once per process, else both of them lock each other out", symbols=["Retry.run"])
    same_symbol = statement(
        "Never call run within handlers of signals since those nest", symbols=["Policy.run"]
    )
    same_path = statement("Keep the order of calls here, readers depend upon that", paths=["src/a.py"])

    shelf = Shelf([same_symbol, same_path])

    assert [0] == shelf.near(far)
    assert [1] == shelf.near(statement("Sort before calls are sent", paths=["src/a.py"]))
    assert [] == shelf.near(statement("Paint walls", symbols=["run"]))


def test_a_name_of_several_words_is_near_what_says_those_words():
    assert [0] == shelf_of("Send NotifyChanged last").near(
        statement("What is notified last was changed: send it")
    )


def test_where_few_are_near_the_best_of_the_others_that_share_anything_fill_the_list():
    shelf = shelf_of(
        "Flush the cache before every fork",
        "Open the valve slowly, it holds much pressure and bursts",
        "Never paint outside",
        "The cache of pages is warm after much traffic, see the graph of that day",
    )
    new = statement("Flush the cache before every fork of workers")

    assert [0] == shelf.near(new)
    assert [0, 3] == shelf.near(new, 20, 5)
    assert [0] == shelf.near(new, 1, 5)


def test_what_has_no_word_that_carries_matter_is_near_itself_alone():
    shelf = shelf_of("as it is", "it is as it was", "Flush the cache")

    assert [0] == shelf.near(statement("as it is"))
    assert [1] == shelf.near(statement("it is as it was"))


def test_two_of_other_repositories_are_no_pair_and_the_spelling_of_one_does_not_matter():
    same = "Retry only idempotent requests"
    candidates = [
        a_candidate(same, id="a"),
        a_candidate(same, id="b", repo="acme/other"),
        a_candidate(same, id="c", repo="Acme/Shop"),
        a_candidate("Paint walls", id="d", paths=(), when=redacted("Painting")),
    ]

    assert [(0, 2)] == near_pairs(candidates)


TEXTS = st.lists(
    st.lists(st.sampled_from(["flush", "cache", "fork", "worker", "valve", "it", "is"]), min_size=1, max_size=5)
    .map(" ".join),
    min_size=1,
    max_size=8,
)  # fmt: skip


@given(TEXTS)
def test_every_statement_is_near_itself_each_is_named_once_and_only_those_that_are_there(texts):
    statements = [statement(text) for text in texts]
    shelf = Shelf(statements)

    for place, one in enumerate(statements):
        found = shelf.near(one)
        assert place in found
        assert len(set(found)) == len(found) and set(found) <= set(range(len(texts)))


@given(TEXTS)
def test_each_pair_is_given_once_the_earlier_first(texts):
    pairs = near_pairs([a_candidate(text, id=f"{at}") for at, text in enumerate(texts)])

    assert len(set(pairs)) == len(pairs)
    assert all(one < other for one, other in pairs)
