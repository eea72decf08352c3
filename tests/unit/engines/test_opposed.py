"""Contrary is what denies, reverses or replaces what the other says of the same matter; what merely differs is not."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gitexp.records.clauses import parts
from gitexp.records.opposed import opposed

CONTRARY = [
    ("Retry POST on 500.", "Do not retry POST on 500."),
    ("Keep the guard", "Remove it"),
    ("Mark the rows, never delete them", "Delete the rows at once"),
    ("Use tabs, not blanks", "Use blanks instead of tabs"),
    ("Edit it by hand, never run the generator", "Run the generator and never edit it"),
    ("Keep the session open for 30 s", "Keep the session open for 10 s"),
    ("Pin codec >= 2.4 in the worker", "Pin codec <= 2.4 in the worker"),
    ("Take lock A before lock B", "Take lock B before lock A"),
    ("Close the feed before the events are read", "Read the events first, then close the feed"),
    ("Do not merge after the freeze", "Merge after the freeze"),
    ("Copy from the cache to the disk", "Copy from the disk to the cache"),
    ("Sharing the client is allowed", "Sharing the client is forbidden"),
    ("Enable the cache in the tests", "Disable the cache in the tests"),
    ("Use a blocking socket", "Use a non-blocking socket"),
    ("Keep the older number", "Keep the newer number"),
    ("Leave `MAX_SLOTS` alone: it is computed", "Raise `MAX_SLOTS` in the same change"),
    ("Call `Mill.grind` at the end", "Do not call `grind` at the end"),
    ("Set no limit in `Pool`", "Set the limit in `Pool`"),
    ("Do not skip the check of the sum", "Skip the check of the sum"),
    ("不要在主线程里调用 `flush()`", "在主线程里调用 `flush()`"),
    ("Use pause=40 in grind_all.", "Set pause=15 in `grind_all`."),
    ("Set `pause: 40`", "Keep pause at 15"),
    ("Leave the pause at 40 seconds", "Set the pause to 15 s"),
    ("In grind_all use pause=15", "Use pause=40 in grind_all"),
    ("Choose a crew of 5", "Make the crew 8"),
    ("Do not set pause=15", "Use pause=15"),
    ("Set grain=coarse", "Use grain=fine"),
    ("Set `verbose_log` to True", "Keep `verbose_log=False`"),
    ("Pin millkit below 0.28", "Pin millkit to 0.28 or later"),
    ("Pin millkit<0.28", "Use millkit>=0.30"),
    ("Pin millkit to 0.27.2", "Use millkit 0.28 or newer"),
    ("Grind at most 5 times", "Grind at least 5 times"),
    ("Grind no more than 5 times", "Grind more than 5 times"),
    ("Round half up", "Round half down"),
    ("Indent with tabs", "Indent with spaces"),
    ("Use tabs", "Use spaces"),
    ("Put the newest sack first", "Put the newest sack last"),
    ("Read the left scale", "Read the right scale"),
    ("Turn the fan on", "Turn off the fan"),
    ("Run the mill, but not in parallel", "Run the mill in parallel"),
    ("Run the mill but never in parallel", "Run the mill in parallel"),
    ("Run `Mill.grind` without `--wet`", "Run `Mill.grind` with `--wet`"),
    ("Weigh at the gate, not in the yard", "Weigh in the yard"),
]

DIFFERENT = [
    ("Keep the guard", "Do not delete it"),
    ("Do not retry POST", "Do not retry PUT"),
    ("Do not call `Mill.grind` in the window thread", "Call `Mill.grind` from a worker"),
    ("Do not call `Mill.grind` unless it is fed", "Call `Mill.grind` when it is fed"),
    ("Do not forget to call `Mill.oil`", "Call `Mill.oil`"),
    ("Never return early without the lock", "Return early with the lock"),
    ("Do not merge before the tests are green", "Merge after the tests are green"),
    ("Call open before close", "Call close after open"),
    ("Do not use `eval`", "Use `ast.literal_eval` instead of `eval`"),
    ("Validate at the edge", "Validate at the edge and not in the model"),
    ("Do not block the event loop", "Block SIGCHLD in the event loop"),
    ("Wait 5 s before the retry", "Wait before the retry"),
    ("Return None for a missing key", "Raise KeyError for a missing key"),
    ("Do not call `A.reset`", "Call `B.reset`"),
    ("Give it a default", "Log its number"),
    ("必须重试 POST", "必须缓存 GET"),
    ("", ""),
    ("Use pause=40 in grind_all", "Set pause=15 in sift_all"),
    ("Use pause=40 in grind_all", "Set pause=40 in `grind_all`"),
    ("Use pause=40 for wheat", "Use pause=15 for rye"),
    ("Use pause=40", "Use pause=15 on the slow line"),
    ("Set crew=3", "Set pause=5"),
    ("Use grain=coarse", "Set `grain` to coarse"),
    ("Set `wheat.grain=coarse`", "Set `rye.grain=fine`"),
    ("Use grain=coarse, in the trial grain=fine", "Use grain=fine"),
    ("Never use pause=15", "Set pause=40"),
    ("Set the keep-alive to 40 seconds", "Remove it"),
    ("Use 30 seconds", "Use 30 s"),
    ("Use millkit 0.28 or later", "Pin millkit to 0.29"),
    ("Use millkit 0.28+", "Use millkit 0.28 or newer"),
    ("Use millkit below 0.28", "Use millkit 0.3 or later"),
    ("Wait at least 3 s", "Wait at most 5 s"),
    ("Wait at least 3 s", "Wait more than 3 s"),
    ("Use at most 5 threads", "Use 3 threads"),
    ("Trim the leading blanks", "Trim the trailing blanks"),
    ("Indent with tabs in the recipe", "Indent with spaces in the code"),
    ("Run the mill, but not in parallel", "Run the mill"),
    ("Run the mill, but not in parallel", "Run the fan in parallel"),
    ("Weigh at the gate and not in the yard", "Weigh at the gate"),
]  # fmt: skip


@pytest.mark.parametrize(("one", "other"), CONTRARY)
def test_the_contrary_is_told_in_both_orders(one, other):
    assert (True, True) == (opposed(one, other), opposed(other, one))


@pytest.mark.parametrize(("one", "other"), DIFFERENT)
def test_what_merely_differs_is_no_contrary(one, other):
    assert (False, False) == (opposed(one, other), opposed(other, one))


@pytest.mark.parametrize("text", [text for pair in (*CONTRARY, *DIFFERENT) for text in pair])
def test_nothing_is_its_own_contrary_nor_that_of_itself_with_more_detail(text):
    assert (False, False) == (opposed(text, text), opposed(text, f"{text.rstrip('.')}. Log each of them."))


WORDS = st.sampled_from(
    "do not never use keep remove before after first last `A.b` `C` 5 10 = < >= x=5 x=a set at least or later on off tabs spaces without unless , ; . and grind oil the mill it".split()
)
TEXTS = st.one_of(st.text(max_size=60), st.lists(WORDS, max_size=14).map(" ".join))


@given(TEXTS, TEXTS)
def test_either_order_gets_one_answer_and_itself_is_never_opposed(one, other):
    assert opposed(one, other) == opposed(other, one)
    assert not opposed(one, one)


@pytest.mark.parametrize(
    ("text", "said", "denied"),
    [
        ("Use A1, not B2", [("A1",)], [("B2",)]),
        ("Start a new series, do not go on with the old one", [("start", "new", "ser")], [("go", "old")]),
        ("Avoid long transactions", [], [("long", "transact")]),
        ("Do not forget the sum", [("sum",)], []),
        ("Delete the rows", [], [("keep", "row")]),
        ("Rows must never be deleted", [], [("row", "delet")]),
        ("Mend it instead of replacing", [("mend",)], [("replac",)]),
    ],
)
def test_what_a_text_says_and_what_it_denies(text, said, denied):
    found = parts(text)

    assert said == [part.words for part in found if not part.denied]
    assert denied == [part.words for part in found if part.denied]


def test_a_long_text_is_read_as_fast_as_a_statement():
    blanks, commands = " " * 50_000 + "first", "do not grind; " * 5_000
    digits, values = "1" * 50_000, "x=y " * 10_000

    assert (False, False) == (opposed(blanks, commands), opposed(commands, blanks))
    assert (False, False) == (opposed(digits, values), opposed(values, digits))
