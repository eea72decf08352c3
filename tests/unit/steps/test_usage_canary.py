"""What is tried as a canary, against what is handed on for good."""

from __future__ import annotations

from gitexp.records.usage import Origin, Outcome, OutcomeEvent, RecallEvent
from gitexp.records.usage_figures import Counts
from gitexp.steps.usage_canary import Deliveries

NEW, OLD = "aaaaaaaaaa", "bbbbbbbbbb"
ONE, TWO = "1" * 16, "2" * 16


def given(at: int, *hexes: str, trial: tuple[str, ...] = (), clone: str = ONE) -> RecallEvent:
    return RecallEvent(f"2026-03-01T10:{at:02}:00Z", hexes, trial, clone=clone)


def became(
    at: int, hex: str, what: Outcome = "adopted", origin: Origin = "said", clone: str = ONE
) -> OutcomeEvent:
    return OutcomeEvent(f"2026-03-01T10:{at:02}:00Z", hex, what, origin, clone=clone)


def test_an_outcome_belongs_to_what_its_clone_was_handed_last_before():
    recalls = [
        given(1, NEW, trial=(NEW,)),
        given(5, NEW),  # for good by now
        given(2, OLD),
        given(3, NEW, trial=(NEW,), clone=TWO),
    ]
    outcomes = [
        became(2, NEW, "wrong"),
        became(6, NEW),
        became(7, OLD),
        became(8, NEW, "ignored", "diff", TWO),
        became(0, NEW),  # before anything was handed on
    ]

    got = Deliveries(recalls).compared(outcomes)

    assert got is not None
    assert (2, Counts(0, 0, 1, 0), Counts(0, 1, 0, 0)) == (got.trial.recalls, got.trial.told, got.trial.seen)
    assert (2, Counts(2), Counts()) == (got.rest.recalls, got.rest.told, got.rest.seen)


def test_one_canary_is_held_against_all_that_is_no_canary():
    recalls = [given(1, NEW, "cccccccccc", OLD, trial=(NEW, "cccccccccc"))]

    got = Deliveries(recalls).compared([became(2, NEW), became(2, "cccccccccc"), became(2, OLD)], NEW)

    assert got is not None
    assert (1, Counts(1), 1, Counts(1)) == (
        got.trial.recalls,
        got.trial.told,
        got.rest.recalls,
        got.rest.told,
    )


def test_a_commit_that_names_no_clone_follows_whoever_was_handed_it_last():
    recalls = [given(1, NEW), given(2, NEW, trial=(NEW,), clone=TWO)]

    got = Deliveries(recalls).compared([became(3, NEW, "adopted", "trailer", clone="")])

    assert got is not None and (Counts(1), Counts()) == (got.trial.told, got.rest.told)


def test_without_a_canary_there_is_nothing_to_compare():
    assert Deliveries([given(1, OLD)]).compared([became(2, OLD)]) is None
    assert Deliveries([given(1, NEW, OLD, trial=(NEW,))]).compared([], OLD) is None


def test_a_comparison_needs_enough_of_both():
    trial = [given(n, NEW, trial=(NEW,)) for n in range(10)]
    rest = [given(n, OLD) for n in range(10)]
    told = [became(20 + n, hex) for n in range(5) for hex in (NEW, OLD)]

    enough = Deliveries([*trial, *rest]).compared(told)
    few = Deliveries([*trial, *rest[1:]]).compared(told)
    silent = Deliveries([*trial, *rest]).compared(told[1:])

    assert enough is not None and few is not None and silent is not None
    assert [True, False, False] == [one.enough_told for one in (enough, few, silent)]
    assert not enough.enough_seen


def test_an_earlier_recall_tells_what_an_outcome_is_about_without_being_counted():
    before = given(1, NEW, trial=(NEW,))
    counted = given(9, NEW, trial=(NEW,))

    got = Deliveries([counted], [before, counted]).compared([became(5, NEW)])

    assert got is not None and (1, Counts(1)) == (got.trial.recalls, got.trial.told)
