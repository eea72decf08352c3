"""The score: one case for each sentence of DESIGN.md section 12, and a matching by brute force beside ours."""

from dataclasses import replace
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gitexp.records.evidence import Evidence
from gitexp.records.garbage import Exclusion
from gitexp.records.gold import GoldCase, GoldRow
from gitexp.steps.redact import redacted
from gitexp.steps.score import Said, by_evidence, by_words, figures, match, said, shares_a_turn
from support.talk import a_candidate


def a_row(name: str = "R1", what: str = "Retry only GET", *turns: str, **more: object) -> GoldRow:
    row = GoldRow(name, "shop", "logic", "When sending requests", what, turns or ("1",))
    return replace(row, **more)  # type: ignore[arg-type]


def one(
    key: str = "k1", text: str = "When sending requests Retry only GET", *turns: str, case: str = "shop"
) -> Said:
    return Said(key, case, text, turns or ("review_comment:1",))


def case(*rows: GoldRow, name: str = "shop") -> GoldCase:
    return GoldCase(name, rows)


@pytest.mark.parametrize(
    ("row_turns", "own_turns", "expected"),
    [
        (("1",), ("review_comment:1",), True),
        (("review_comment:1",), ("review_comment:1",), True),
        (("1", "2"), ("issue_comment:2", "review:9"), True),
        (("1",), ("review_comment:2",), False),
        (("issue_comment:1",), ("review_comment:1",), False),
        (("1",), ("review_comment:11",), False),
        (("b7-uuid",), ("b7-uuid",), True),
        (("pull_request.body",), ("pull_request.body",), False),
        (("pull_request.body", "1"), ("pull_request.body",), False),
        (("pull_request.body", "1"), ("pull_request.body", "review:1"), True),
    ],
)
def test_a_pair_needs_a_common_turn_and_the_description_alone_is_none(
    row_turns: tuple[str, ...], own_turns: tuple[str, ...], expected: bool
):
    row, mine = a_row("R1", "Retry only GET", *row_turns), one("k1", "Retry only GET", *own_turns)

    assert expected == shares_a_turn(mine, row)
    assert ({"R1"} if expected else set()) == set(match([mine], case(row), by_evidence).of_row)


def test_the_candidate_holds_at_least_a_quarter_of_the_rows_words():
    # Eight words of the row: two are a quarter, one is not.
    row = a_row("R1", "cherry damson elder", when="grape hazel indigo juniper kumquat")

    assert by_words(one("k", "cherry damson"), row)
    assert not by_words(one("k", "cherry"), row)


def test_at_least_fifteen_percent_of_the_candidates_words_are_the_rows():
    # Three of twenty are fifteen percent, three of twenty-one are not.
    row = a_row("R1", "cherry damson elder", when="grape")
    twenty = "cherry damson elder " + " ".join(f"w{number:02d}" for number in range(17))

    assert by_words(one("k", twenty), row)
    assert not by_words(one("k", f"{twenty} more1"), row)


def test_when_and_what_are_compared_together():
    row = a_row("R1", "alpha", when="beta gamma delta")

    assert by_words(one("k", "When gamma"), row)


def test_a_row_without_words_matches_nothing():
    assert not by_words(one("k", "anything"), a_row("R1", "it is so", when="when"))


def test_where_the_languages_differ_a_symbol_or_path_of_the_row_counts_in_place_of_words():
    row = a_row("R1", "先关均衡再读电压", when="读电压时", names=("afe_read", "src/afe.c"))

    assert by_words(one("k", "Pause balancing before `afe_read` is called"), row)
    assert by_words(one("k", "When changing src/afe.c pause balancing"), row)
    assert not by_words(one("k", "Pause balancing before reading"), row)
    assert not by_words(one("k", "Pause before afe_read_all and my_afe_read"), row)
    assert not by_words(one("k", "Pause balancing"), replace(row, names=()))


def test_in_the_same_language_a_name_alone_is_not_enough():
    row = a_row("R1", "cherry damson elder", when="grape hazel indigo juniper", names=("zed",))

    assert not by_words(one("k", "zed"), row)


def test_a_second_candidate_on_a_matched_row_is_wrong():
    found = figures([one("k1"), one("k2")], [case(a_row())])

    assert (2, 1, 0, 1) == (found.produced, found.matched, found.optional, found.required)
    assert (0.5, 1.0) == (found.precision, found.recall)


def test_a_candidate_on_an_optional_row_counts_neither_way_and_a_second_one_is_wrong():
    optional = a_row("R2", optional=True)

    alone = figures([one("k1")], [case(optional)])
    twice = figures([one("k1"), one("k2")], [case(optional)])

    assert (1, 0, 1, 0) == (alone.produced, alone.matched, alone.optional, alone.required)
    assert (2, 0, 1) == (twice.produced, twice.matched, twice.optional)
    assert 0.0 == twice.precision


def test_a_required_row_is_matched_before_an_optional_one():
    rows = (a_row("R1", optional=True), a_row("R2"))

    found = match([one("k1")], case(*rows))

    assert {"R2": "k1"} == found.of_row
    assert (frozenset({"k1"}), frozenset()) == (found.right, found.neutral)


def test_a_candidate_beside_a_matched_row_may_take_an_optional_one():
    found = figures([one("k1"), one("k2")], [case(a_row("R1"), a_row("R2", optional=True))])

    assert (1, 1) == (found.matched, found.optional)
    assert 1.0 == found.precision


def test_the_matching_is_the_largest_one():
    # k1 fits both rows, k2 only the first: taking k1 for the first would leave the second without any.
    rows = (a_row("R1", "Retry only GET", "1"), a_row("R2", "Retry only GET", "2"))
    produced = [one("k1", "Retry only GET", "review:1", "review:2"), one("k2", "Retry only GET", "review:1")]

    assert {"R1": "k2", "R2": "k1"} == match(produced, case(*rows)).of_row


def test_precision_recall_f1_and_garbage_rate_are_what_section_12_says():
    produced = [one("k1"), one("k2"), one("k3", "unrelated", "review:1"), one("k4", case="none")]
    cases = [case(a_row("R1"), a_row("R9", "never", "9")), GoldCase("none", (), none=True)]

    found = figures(produced, cases)

    assert (4, 1, 0, 2, 1) == (
        found.produced,
        found.matched,
        found.optional,
        found.required,
        found.false_from_none,
    )
    assert (0.25, 0.5, 0.25) == (found.precision, found.recall, found.garbage_rate)
    assert found.f1 == pytest.approx(1 / 3)


def test_nothing_produced_gives_zeros_and_no_division():
    found = figures([], [case(a_row())])

    assert (0.0, 0.0, 0.0, 0.0) == (found.precision, found.recall, found.f1, found.garbage_rate)


def test_what_belongs_to_no_case_is_not_counted():
    assert 0 == figures([one("k1", case="elsewhere")], [case(a_row())]).produced


def test_candidates_with_the_same_words_have_keys_of_their_own_that_do_not_hang_on_their_topic():
    lacking = replace(a_candidate().trail, lacks=(Exclusion("one_off", "this diff alone"),))
    first, second = a_candidate(), a_candidate(id="acme/shop#7/2/1", topic="acme/shop#7/2", trail=lacking)
    names = {"acme/shop#7": "shop"}

    made = said([first, second], names, {first.id})

    assert 2 == len({item.key for item in made})
    assert [True, False] == [item.proposed for item in made]
    assert [(), lacking.lacks] == [item.lacks for item in made]
    [moved] = said([second], names, ())
    assert made[0].key == moved.key


def test_all_turns_of_the_evidence_are_cited():
    words = redacted("x")
    [made] = said(
        [a_candidate(evidence=(Evidence("review_comment:1", words), Evidence("review:2", words)))],
        {"acme/shop#7": "shop"},
        (),
    )

    assert ("review_comment:1", "review:2") == made.turns


pairs_of_four = st.frozensets(st.tuples(st.integers(0, 3), st.integers(0, 3)), max_size=12)


def best_by_brute_force(edges: frozenset[tuple[int, int]], optional: list[bool]) -> tuple[int, int]:
    """Try every way to give each row a candidate or none: the most required rows, then the most optional ones."""
    best = (0, 0)
    for choice in product([None, 0, 1, 2, 3], repeat=4):
        taken = [candidate for candidate in choice if candidate is not None]
        fits = all(candidate is None or (row, candidate) in edges for row, candidate in enumerate(choice))
        if fits and len(taken) == len(set(taken)):
            rows = [row for row, candidate in enumerate(choice) if candidate is not None]
            best = max(best, (sum(not optional[row] for row in rows), sum(optional[row] for row in rows)))
    return best


@settings(deadline=None, max_examples=60)
@given(pairs_of_four, st.lists(st.booleans(), min_size=4, max_size=4))
def test_it_agrees_with_trying_every_matching(edges: frozenset[tuple[int, int]], optional: list[bool]):
    rows = [a_row(f"R{row}", optional=optional[row]) for row in range(4)]
    produced = [one(f"k{candidate}") for candidate in range(4)]

    def judge(mine: Said, row: GoldRow) -> bool:
        return (int(row.id[1:]), int(mine.key[1:])) in edges

    found = match(produced, case(*rows), judge)

    assert best_by_brute_force(edges, optional) == (len(found.right), len(found.neutral))
    assert len(set(found.of_row.values())) == len(found.of_row)
    assert all((int(row[1:]), int(key[1:])) in edges for row, key in found.of_row.items())
