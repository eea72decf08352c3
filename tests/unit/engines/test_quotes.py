"""Quotes are pieces of their turn, neighbours as one; who said it and when stands beside them."""

from gitexp.engines.rules.quotes import quotes
from gitexp.engines.rules.sentences import sentences
from gitexp.records.evidence import Evidence, is_verbatim
from support.talk import a_turn

TURN = a_turn("The ledger is shared.\nIt must stay open. Please mind it.\n\n- The export waits for it.")


def cited(*places):
    own = sentences(TURN.text)
    return quotes(TURN, [own[place] for place in places])


def test_a_quote_says_where_it_stands_who_said_it_and_when():
    assert [Evidence("review_comment:1", "The ledger is shared.", None, "rita", "2024-03-01")] == cited(0)


def test_neighbours_in_one_paragraph_are_one_quote_with_the_line_end_between_them():
    assert ["The ledger is shared.\nIt must stay open."] == [one.quote for one in cited(0, 1)]


def test_what_stands_apart_is_quoted_apart():
    assert ["The ledger is shared.", "Please mind it."] == [one.quote for one in cited(0, 2)]
    assert ["Please mind it.", "The export waits for it."] == [one.quote for one in cited(2, 3)]


def test_every_quote_is_verbatim():
    assert all(is_verbatim(one.quote, TURN.text) for one in cited(0, 1, 3))
