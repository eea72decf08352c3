"""The text of the open pull request as commands patch it: only where it is known, and the same patch twice is once."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gitexp.records.bot import OpenProposal, Row, RowState
from gitexp.steps.proposal_patch import patched, retitled, with_frozen, with_head, with_row

BASE, HEAD, NEXT = "a" * 40, "b" * 40, "c" * 40
BODY = f"""\
**Merging = your team's agents get the 2 experiences below.** About 3 minutes. Only `experiences/` changes.

| | experience | said by |
|---|---|---|
| 1 | Retry only GET \\| HEAD | rita |
| 2 | Wait in the transport | rita |

### 1 · When retrying
rita, 1 May 2024
```text
| 1 | not a row |
### 2 · not a section
<!-- exp:proposal v1 base={BASE} head={HEAD} run=r0 -->
```
file `a.yaml`

refuse: `/exp drop 1 KIND why` · try on some: `/exp canary 1 20%`

### 2 · When waiting
file `b.yaml`

refuse: `/exp drop 2 KIND why`

<details><summary>What was read and left out</summary>
</details>

rules engine · run r1
<!-- exp:proposal v1 base={BASE} head={HEAD} run=r1 -->
"""


def a_row(number: int = 1, state: RowState = "open", words: str = "") -> Row:
    return Row(number, f"{number}" * 10, "experience", f"it-{number}", f"{number}.yaml", state, words)


def a_proposal(*rows: Row, frozen: str = "", head: str = HEAD) -> OpenProposal:
    at = "2024-05-02T10:00:00Z"
    return OpenProposal(rows or (a_row(1), a_row(2)), BASE, head, at, at, "exp", 7, frozen)


DROPPED = a_row(1, "dropped", "dropped by rita as one_off: once")


def test_a_dropped_row_is_struck_and_says_so_in_table_and_section():
    lines = with_row(BODY, DROPPED).split("\n")

    note = "<!-- exp:row --> *dropped by rita as one\\_off: once*"
    assert f"| 1 | ~~Retry only GET \\| HEAD~~ {note} | rita |" in lines
    assert note == lines[lines.index("### 1 · When retrying") + 1]
    assert not any("/exp drop 1" in line for line in lines)
    assert "| 1 | not a row |" in lines and "refuse: `/exp drop 2 KIND why`" in lines


def test_other_words_take_the_place_of_those_before():
    once = with_row(BODY, a_row(2, "edited", "what edited by rita"))
    twice = with_row(once, a_row(2, "canary", "what edited by rita; on trial for 20% by rita"))

    assert twice == with_row(BODY, a_row(2, "canary", "what edited by rita; on trial for 20% by rita"))
    assert 2 == twice.count("on trial for 20%")
    assert "~~" not in twice


def test_words_in_a_quote_that_look_like_a_section_are_left_alone():
    text = with_row(BODY, a_row(2, "dropped", "dropped by rita as one_off"))

    assert "### 2 · not a section\n<!-- exp:proposal" in text
    assert "### 2 · When waiting\n<!-- exp:row -->" in text


def test_the_head_counts_what_is_left_and_says_since_when_it_is_frozen():
    found = patched(
        BODY, a_proposal(DROPPED, a_row(2), frozen="2024-05-03 10:00 UTC (first comment by a person)")
    )

    head, frozen, *_ = found.text.split("\n")
    assert head.startswith("**Merging = your team's agents get the experience below.**")
    assert (
        "This proposal is frozen since 2024-05-03 10:00 UTC (first comment by a person); "
        "what is learnt later waits for the next one." == frozen
    )
    assert () == found.missing


def test_another_time_takes_the_place_of_the_line_on_freezing():
    assert with_frozen(BODY, "Tuesday") == with_frozen(with_frozen(BODY, "Monday"), "Tuesday")


def test_the_last_marker_names_the_new_head():
    text = with_head(BODY, NEXT)

    assert text.endswith(f"<!-- exp:proposal v1 base={BASE} head={NEXT} run=r1 -->\n")
    assert f"head={HEAD} run=r0" in text
    assert BODY == with_head(BODY, "no commit")


def test_what_people_took_out_of_the_text_is_told_and_nothing_else_is_touched():
    found = patched("Our own words", a_proposal(DROPPED, a_row(2), frozen="Monday", head=NEXT))

    assert ("Our own words", ("row 1", "the first line", "the marker in the last line")) == found


def test_an_open_proposal_changes_nothing():
    assert (BODY, ()) == patched(BODY, a_proposal())
    crlf = BODY.replace("\n", "\r\n")
    assert (crlf, ()) == patched(crlf, a_proposal())


STATES: list[RowState] = ["dropped", "edited", "resolved", "canary"]


@pytest.mark.parametrize("state", STATES)
def test_the_same_patch_twice_is_once(state):
    wanted = a_proposal(
        a_row(1, state, "x | `y` <b> @ada #1"), a_row(2, "dropped", "z"), frozen="Monday", head=NEXT
    )

    once = patched(BODY, wanted)
    assert once == patched(once.text, wanted)
    assert "@ada" not in once.text and "#1 " not in once.text


@given(st.text(alphabet="ab |\\`~*<>!-#\n\r12@·", max_size=120), st.sampled_from(STATES))
def test_no_words_break_out_of_their_row(words, state):
    row = a_row(1, state, words)
    text = with_row(BODY, row)

    assert text == with_row(text, row)
    assert len(BODY.split("\n")) - (state == "dropped") * 2 + 2 == len(text.split("\n"))


MEND = Row(3, "0a1b2c3d4e", "experience", "stands-0a1b2c3d4e", "3.yaml", before="f" * 40)
ASKED = Row(4, "4" * 10, "question", "it-4444444444", "4.yaml")
CHANGE = Row(5, "5" * 10, "change", "c-5555555555", "5.yaml")


@pytest.mark.parametrize(
    ("title", "rows", "told"),
    [
        (
            "exp: 2 experiences, 1 question (net, cache)",
            (DROPPED, a_row(2), ASKED),
            "exp: 1 experience, 1 question (net, cache)",
        ),
        (
            "exp: 2 experiences, 1 question (net)",
            (a_row(1), a_row(2), replace(ASKED, state="resolved")),
            "exp: 3 experiences (net)",
        ),
        (
            "exp: 2 experiences, 1 change record",
            (DROPPED, a_row(2), CHANGE),
            "exp: 1 experience, 1 change record",
        ),
        (
            "exp: 1 experience (net); 1 experience follows the code",
            (DROPPED, MEND),
            "exp: 1 experience follows the code",
        ),
        (
            "exp: 1 experience (net); 1 experience follows the code",
            (a_row(1), replace(MEND, state="dropped")),
            "exp: 1 experience (net)",
        ),
        ("exp: 1 experience (net)", (DROPPED,), "exp: nothing to propose"),
        ("exp: 2 experiences (net)", (a_row(1), a_row(2, "edited", "x")), "exp: 2 experiences (net)"),
    ],
)
def test_the_title_counts_what_is_left(title, rows, told):
    proposal = replace(a_proposal(*rows), title=title)

    assert told == retitled(title, proposal)
    assert told == retitled(told, proposal)


@pytest.mark.parametrize(
    "title",
    [
        "Lessons of May",
        "exp: 2 experiences (net): please look",
        "exp: 2 experiences (cache)",
        "exp: two things",
        "",
    ],
)
def test_a_title_of_people_s_own_stays(title):
    proposal = replace(a_proposal(DROPPED, a_row(2)), title="exp: 2 experiences (net)")

    assert title == retitled(title, proposal)


def test_what_only_follows_the_code_is_counted_apart():
    count = "2 experiences in force get the names that the code has today."
    first = f"{BODY.split(chr(10))[0]}\n{count}\n"
    other = replace(MEND, number=4)

    one = patched(first, a_proposal(a_row(1), replace(MEND, state="dropped"), other)).text
    none = patched(first, a_proposal(DROPPED, MEND, other)).text

    assert "get the experience below" in one
    assert "\n1 experience in force get the names that the code has today.\n" in one
    assert none.startswith("**Merging = experiences in force follow the code.**") and f"\n{count}\n" in none
