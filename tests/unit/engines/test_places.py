"""`when` is built from the place: the anchor first, then what the words name, then the title."""

import pytest

from gitexp.engines.rules.places import place_of
from gitexp.steps.redact import redacted
from support.talk import a_discussion, a_session, a_topic, a_turn

HUNK = "@@ -10,6 +10,7 @@ def send(self, order):\n     body = order.body\n+    sleep(2)"


def place(what, *, subject=None, title=None, **turn):
    one = a_turn(what, **turn)
    home = a_discussion(one, title=title)
    found = place_of(a_topic(one, discussion=home), one, redacted(what), subject and redacted(subject))
    return found.when


@pytest.mark.parametrize(
    ("turn", "what", "when"),
    [
        ({}, "The `Ledger` must stay open.", "When changing `Ledger` in src/net/retry.py"),
        ({}, "The ledger must stay open.", "When changing src/net/retry.py"),
        ({"hunk": HUNK}, "The ledger must stay open.", "When changing `send` in src/net/retry.py"),
        ({"hunk": HUNK}, "The `Ledger` must stay open.", "When changing `Ledger` in src/net/retry.py"),
        ({"hunk": "@@ -1 +1 @@ if (x) {"}, "It must stay open.", "When changing src/net/retry.py"),
        ({"thread": None}, "Keep src/net/pool.py and `Ledger` apart.", "When changing src/net/pool.py"),
        ({"thread": None}, "The `Ledger` must stay open.", "When working with `Ledger`"),
        ({"thread": None, "title": "Wait less"}, "The ledger must stay open.", "About “Wait less”"),
        ({"thread": None}, "The ledger must stay open.", "In this project"),
        ({}, "`Ledger` 不能关闭。", "When changing `Ledger` in src/net/retry.py"),
    ],
    ids=[
        "anchor-and-symbol", "anchor", "function-of-the-hunk", "symbol-before-the-hunk", "no-function", "path-said",
        "symbol-said", "title", "nothing", "zh",
    ],
)  # fmt: skip
def test_when_is_built_from_the_place(turn, what, when):
    assert when == place(what, **turn)


def test_what_was_asked_about_is_the_symbol():
    assert "When changing `flag` in src/net/retry.py" == place("It must stay.", subject="flag")
    assert "When working with `flag`" == place("It must stay, see a.py.", subject="flag", thread=None)


def test_the_anchor_of_another_turn_of_the_topic_is_the_place():
    anchored, talk = a_turn("Why?"), a_turn("The ledger must stay open.", "adam", number=2, thread=None)

    assert "When changing src/net/retry.py" == place_of(a_topic(anchored, talk), talk, talk.text).when


def test_a_long_title_is_cut():
    when = place("The ledger must stay open.", title="Wait " * 100, thread=None)

    assert len(when) < 180


def in_session(what, *said):
    home = a_session(*said)
    topic = a_topic(*home.turns, discussion=home)
    carrier = next(turn for turn in home.turns if what in turn.text)
    return place_of(topic, carrier, redacted(what)).when


RULE = "The ledger must stay open, because the export waits."


def test_a_correction_is_placed_at_the_file_that_was_changed_before_it():
    said = [("user", "Go."), ("tool", "Edit src/a.py\nx"), ("user", RULE), ("tool", "Edit src/b.py\ny")]

    assert "When changing src/a.py" == in_session(RULE, *said)


def test_without_one_it_is_placed_at_the_file_that_was_changed_after_it():
    said = [("user", RULE), ("tool", "Read src/a.py\nx"), ("tool", "Edit src/b.py\ny")]

    assert "When changing src/b.py" == in_session(RULE, *said)


def test_a_touched_file_that_the_prompt_names_is_the_place():
    rule = "Keep src/c.py open, because the export waits."
    said = [("user", "Go."), ("tool", "Read src/c.py\nx"), ("tool", "Edit src/a.py\nx"), ("user", rule)]

    assert "When changing src/c.py" == in_session(rule, *said)


@pytest.mark.parametrize(
    ("rule", "when"),
    [("`Ledger` must stay open.", "When working with `Ledger`"), (RULE, "In this project")],
)
def test_where_nothing_was_changed_the_name_is_the_place(rule, when):
    assert when == in_session(rule, ("user", rule), ("agent", "Fine."))


def test_a_change_that_the_user_rejected_is_no_place():
    said = [("user", RULE), ("tool", "rejected: Edit src/a.py\nx"), ("tool", "Edit src/b.py\ny")]

    assert "When changing src/b.py" == in_session(RULE, *said)
