"""Upkeep by use: what fails, what is never adopted, what nobody is given; and silence where that can't be told."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, timedelta

import pytest

from gitexp.records.experience import Lifecycle
from gitexp.records.store_file import Place, StoreFile
from gitexp.records.usage import OutcomeEvent, RecallEvent, UsageEvent
from gitexp.steps.audit_upkeep import upkeep
from gitexp.steps.upkeep_usage import NO_USAGE, Told, usage_faults
from support.experiences import an_experience

TODAY = "2024-07-01"
LONG_AGO = "2024-01-01T00:00:00Z"
ONE, OTHER = "one-000000000a", "other-000000000b"
LINES: Mapping[Place, int] = {("id",): 1, ("what",): 4, ("scope",): 7}


def a_file(id: str, **changes: object) -> StoreFile:
    experience = an_experience(id=id, **changes)
    return StoreFile(f"experiences/x/{id}.yaml", "b" * 40, "experience", experience=experience, lines=LINES)


def landed(at: str = LONG_AGO):
    """Return what says of each file that it stands since then."""

    def since(files: Mapping[str, str]) -> Mapping[str, str]:
        return dict.fromkeys(files, at)

    return since


def days(many: int, first: str = "2024-02-01") -> list[str]:
    begin = date.fromisoformat(first)
    return [f"{begin + timedelta(days=number)}T10:00:00Z" for number in range(many)]


def outcomes(id: str, word: str, origin: str = "said", first: str = "2024-02-01") -> list[UsageEvent]:
    """Return outcomes of an experience, a day each: a adopted, i ignored, w wrong, f failed."""
    names = {"a": "adopted", "i": "ignored", "w": "wrong", "f": "failed"}
    return [
        OutcomeEvent(at, id[-10:], names[sign], origin, commit=f"{number:040x}" if origin != "said" else "")  # type: ignore[arg-type]
        for number, (at, sign) in enumerate(zip(days(len(word), first), word, strict=True))
    ]


def recalls(many: int, *ids: str, first: str = "2024-02-01") -> list[UsageEvent]:
    """Return recalls of one day, at different times, that gave these experiences."""
    hexes = tuple(id[-10:] for id in ids)
    return [
        RecallEvent(f"{first}T{number // 3600:02d}:{number // 60 % 60:02d}:{number % 60:02d}Z", hexes)
        for number in range(many)
    ]


def told(files: Sequence[StoreFile], events: Sequence[UsageEvent], at: str = LONG_AGO) -> Told:
    return usage_faults(files, events, landed(at), today=TODAY)


def codes(files: Sequence[StoreFile], events: Sequence[UsageEvent], at: str = LONG_AGO):
    return [(fault.code, fault.severity, fault.id, fault.line) for fault in told(files, events, at).faults]


FAILING = [("failing", "warning", ONE, 4)]


def test_without_usage_nothing_is_said_and_one_line_tells_so():
    assert Told((), (NO_USAGE,)) == told([a_file(ONE)], [])
    assert Told((), ()) == told([], [])
    assert Told((), ()) == told([a_file(ONE, status="retracted")], [])


@pytest.mark.parametrize(
    ("word", "fails"),
    [
        ("aaaaaiiiii", True),  # 5 of 5, then none: by chance 1 in 252
        ("aaaaaaiiii", True),  # 5 of 5, then 1 of 5: 1 in 42
        ("aaaaaaaiii", True),  # 5 of 5, then 2 of 5: 1 in 12
        ("aaaaaaaaii", False),  # 5 of 5, then 3 of 5: 1 in 4.5, which chance does
        ("aaaaiiii", False),  # too few
        ("iiiiiaaaaa", False),  # it grows
        ("aiaiaiaiai", False),
        ("aaaaaaaaaa", False),
    ],
)
def test_success_that_falls_clearly_is_failing(word: str, fails: bool):
    assert (FAILING if fails else []) == codes([a_file(ONE)], outcomes(ONE, word))


def test_what_diffs_show_is_weighed_by_itself():
    assert FAILING == codes([a_file(ONE)], outcomes(ONE, "aaaaaiiiii", "diff"))
    [fault] = told([a_file(ONE)], outcomes(ONE, "aaaaaiiiii", "diff")).faults
    assert (
        "was adopted 5 of 5 times in the older half of its time, 0 of 5 in the newer one, as diffs show; "
        "by diffs adopted 5 times, ignored 5 times" == fault.message
    )
    mixed = [*outcomes(ONE, "aaaaa"), *outcomes(ONE, "iiiii", "diff", first="2024-05-01")]
    assert [] == codes([a_file(ONE)], mixed)


def test_wrong_and_failed_that_outnumber_adopted_are_failing():
    assert FAILING == codes([a_file(ONE)], outcomes(ONE, "wfw"))
    assert FAILING == codes([a_file(ONE)], outcomes(ONE, "aawfw", "trailer"))
    assert [] == codes([a_file(ONE)], outcomes(ONE, "ww"))
    assert [] == codes([a_file(ONE)], outcomes(ONE, "aaawfw"))


def test_what_was_told_of_an_earlier_text_says_nothing_of_this_one():
    events = outcomes(ONE, "wfw")

    assert FAILING == codes([a_file(ONE)], events, "")
    assert [] == codes([a_file(ONE)], events, "2024-02-02T00:00:00Z")


def test_what_is_given_often_and_never_adopted_is_told_where_adoptions_are():
    adopted = outcomes(OTHER, "a")

    assert [("never_adopted", "notice", ONE, 4)] == codes([a_file(ONE)], [*recalls(20, ONE), *adopted])
    assert [] == codes([a_file(ONE)], [*recalls(19, ONE), *adopted])
    assert [] == codes([a_file(ONE)], [*recalls(20, ONE), *outcomes(ONE, "a", "diff")])
    assert [] == codes([a_file(ONE)], recalls(20, ONE))
    assert "nobody told of an adoption yet: what is never adopted can't be told" in (
        told([a_file(ONE)], recalls(20, ONE)).limits
    )


ALL_KINDS = {"a": "adopted", "i": "ignored", "w": "wrong", "f": "failed"}
SIDES = {"said": "by feedback", "trailer": "in commits", "diff": "by diffs"}


def message(events: Sequence[UsageEvent]) -> str:
    [fault] = told([a_file(ONE)], events).faults
    return fault.message


def test_what_is_never_adopted_and_never_spoken_of_is_said():
    assert (
        "was given 30 times and never adopted; nothing was told of it, and no diff shows anything"
        == message([*recalls(30, ONE), *outcomes(OTHER, "a")])
    )


@pytest.mark.parametrize("origin", SIDES)
@pytest.mark.parametrize("sign", "iwf")
def test_of_what_is_never_adopted_each_count_is_named_whoever_says_it(origin: str, sign: str):
    events = [*recalls(30, ONE), *outcomes(ONE, sign, origin), *outcomes(OTHER, "a")]

    assert f"was given 30 times and never adopted; {SIDES[origin]} {ALL_KINDS[sign]} once" == message(events)


def test_of_what_is_never_adopted_all_counts_are_named():
    events = [
        *recalls(21, ONE),
        *outcomes(ONE, "wi"),
        *outcomes(ONE, "wi", "trailer"),
        *outcomes(ONE, "ii", "diff"),
    ]

    assert (
        "was given 21 times and never adopted; by feedback ignored once, wrong once; "
        "in commits ignored once, wrong once; by diffs ignored 2 times"
    ) == message([*events, *outcomes(OTHER, "a")])


def test_of_what_fails_all_counts_are_named():
    wrong = [*outcomes(ONE, "wfi"), *outcomes(ONE, "wa", "trailer"), *outcomes(ONE, "aa", "diff")]
    fallen = [*outcomes(ONE, "aaaaaiiiii"), *outcomes(ONE, "i", "diff")]

    assert (
        "was told to be wrong or to have failed 3 times, and adopted once; by feedback ignored once, wrong once, "
        "failed once; in commits adopted once, wrong once; by diffs adopted 2 times"
    ) == message(wrong)
    assert (
        "was told to be wrong or to have failed 3 times, and never adopted; by feedback wrong 3 times"
        == message(outcomes(ONE, "www"))
    )
    assert (
        "was adopted 5 of 5 times in the older half of its time, 0 of 5 in the newer one, as it was told; "
        "by feedback adopted 5 times, ignored 5 times; by diffs ignored once"
    ) == message(fallen)


def test_of_what_no_recall_gave_it_is_said_what_was_told_all_the_same():
    events = [*recalls(200, OTHER), *outcomes(ONE, "a", "trailer"), *outcomes(ONE, "ww")]

    assert (
        "none of 200 recalls gave it since it stands as it is (2024-01-01); "
        "by feedback wrong 2 times; in commits adopted once"
    ) == message(events)
    assert "none of 200 recalls gave it since it stands as it is (2024-01-01)" == message(recalls(200, OTHER))


def test_what_stands_long_enough_and_no_recall_gave_is_never_recalled():
    files = [a_file(ONE), a_file(OTHER)]
    events = [*recalls(200, OTHER), *outcomes(OTHER, "a")]

    assert [("never_recalled", "notice", ONE, 7)] == codes(files, events)
    assert [] == codes(files, events[1:])
    assert [("never_recalled", "notice", ONE, 7)] == codes(files, events, "2024-02-01T00:00:00Z")
    assert [] == codes(files, events, "2024-02-01T00:00:01Z"), "one of the 200 was before it stood there"
    assert [] == codes(files, recalls(200, OTHER, first="2024-06-01"), "2024-04-03T00:00:00Z"), "89 days"
    assert 1 == len(codes(files, recalls(200, OTHER, first="2024-06-01"), "2024-04-02T23:59:59Z")), "90 days"
    assert [] == codes(files, events, ""), "git can't tell since when"


def test_a_canary_is_not_expected_to_be_given_to_all():
    canary = a_file(ONE, status="canary", lifecycle=Lifecycle(canary="10%"))

    assert [] == codes([canary], recalls(1999, OTHER))
    assert 1 == len(codes([canary], recalls(2000, OTHER)))


def test_of_the_dead_it_is_not_asked_who_was_given_them():
    told = usage_faults([a_file(ONE)], recalls(200, OTHER), landed(), today=TODAY, dead={ONE})

    assert () == told.faults


def test_too_few_recalls_are_told():
    assert "1 recall logged: what is never recalled can be told from 200 on" in (
        told([a_file(ONE)], recalls(1)).limits
    )
    assert "no recall is logged: what is never recalled can be told from 200 on" in (
        told([a_file(ONE)], outcomes(ONE, "a")).limits
    )


def test_in_the_list_of_upkeep_each_has_its_place():
    expired = a_file("late-000000000c", lifecycle=Lifecycle(expires="2024-01-01"))
    files = [a_file(ONE), a_file(OTHER), expired]
    used = told(files, [*recalls(200, ONE), *outcomes(ONE, "wfw"), *outcomes("x-00000000ff", "a")]).faults

    assert ["dead", "failing", "expired", "never_recalled"] == [
        fault.code for fault in upkeep([*files, a_file("dead-000000000d")], TODAY, {"dead-000000000d"}, used)
    ]
