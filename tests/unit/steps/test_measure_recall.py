"""Measure recall: what is asked of the desk, and what becomes of its answers."""

from __future__ import annotations

from gitexp.records.experience import Standing
from gitexp.records.recall_cases import RecallCase, RecallSet
from gitexp.steps.measure_recall import measure_recall
from support.experiences import an_experience
from support.recall_cases import FakeDesk, a_recollection

STORE = tuple(
    Standing(
        an_experience(id=name, title=title, search={"en": ("siren",)} if name == "r" else {}),
        f"{name}.yaml",
        name,
    )
    for name, title in (("r", "The horn waits"), ("s", "The lamp is a relay"), ("t", "The tide is late"))
)
ASKED = RecallCase("q1", "answer", "en", "siren", right=("r",), note="the horn")


def measured(answer: str, whole: str = "", **groups: str):
    desk = FakeDesk({"siren": a_recollection(answer)}, {"siren": a_recollection(whole, **groups)})
    return measure_recall(RecallSet(STORE, (ASKED,), {"q1": "h1"}), desk), desk


def test_an_answer_is_kept_with_its_reasons():
    made, _ = measured("sr")

    [asked] = made.answers.asked
    assert (2, "h1", "good", "siren", "the horn") == (
        asked.rank,
        asked.hash,
        asked.match,
        asked.told,
        asked.note,
    )
    first = asked.given[0]
    assert ("s", "About s", 0.5, 0.4, 0.3) == (
        first.id,
        first.title,
        first.score,
        first.place,
        first.matter,
    )
    assert ("shares lamp",) == first.because
    assert 0 < asked.tokens


def test_silence_has_no_length():
    made, _ = measured("")

    assert [0] == [asked.tokens for asked in made.answers.asked]


def test_without_gates_the_first_three_of_all_are_given():
    made, _ = measured("", "sxyr")

    assert ["s", "x", "y"] == [one.id for one in made.baselines["no_gate"].asked[0].given]


def test_plain_search_knows_the_texts_and_their_search_words():
    made, _ = measured("")

    assert ["r"] == [one.id for one in made.baselines["bm25"].asked[0].given]


def test_recall_without_search_words_is_asked_in_a_store_without_them():
    _, desk = measured("")

    whole, plain = desk.indexed
    assert ([1, 0, 0], [0, 0, 0]) == tuple(
        [len(one.experience.search) for one in some] for some in (whole, plain)
    )


def test_nobody_is_asked_who_approved_anything_and_no_day_counts():
    _, desk = measured("")

    assert {(False, "", "")} == {(one.approvals, one.today, one.clone) for one in desk.questions}


def test_what_is_missing_is_told_with_where_it_is():
    places = [
        measured("", "sr")[0],
        measured("", "", unknown="r")[0],
        measured("", "", blocked="r")[0],
        measured("s", "s")[0],
    ]

    assert [
        "number 2 without gates, score 0.50, place 0.40, matter 0.30: shares lamp",
        "unknown, score 0.50, place 0.40, matter 0.30: a lamp is lit",
        "blocked, score 0.50, place 0.40, matter 0.30: must: a lamp (there is none)",
        "nothing leads to it: no word, place or symbol",
    ] == [made.answers.asked[0].whereabouts["r"] for made in places]


def test_what_was_given_needs_no_whereabouts():
    made, _ = measured("r", "r")

    assert ({}, {"r": "The horn waits"}) == (
        made.answers.asked[0].whereabouts,
        made.answers.asked[0].right_titles,
    )
