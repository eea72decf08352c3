"""What a session begins with: three at most, what people set to block or warn first, then the newest."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from gitexp.adapters.index_memory import index_of
from gitexp.records.applicability import Applicability
from gitexp.records.experience import Lifecycle, Standing
from gitexp.records.question import Question
from gitexp.records.recollection import Recalled
from gitexp.steps.overview import MOST, overview
from gitexp.steps.recall_near import Near
from support.experiences import an_experience

TODAY = Question(today="2024-07-01")


def standing(name: str, day: str | None = None, severity: str | None = None, **changes: Any) -> Standing[str]:
    id = f"{name}-{zlib.crc32(name.encode()):010x}"
    experience = an_experience(id=id, observed_at=day, severity=severity, **{"evidence": (), **changes})
    return Standing(experience, f"experiences/general/{id}.yaml", "0" * 40)


def all_apply(some: Sequence[Near]) -> list[Recalled]:
    return [Recalled(one.card, Applicability("applicable"), one.score, one.because) for one in some]


def begun(*stand: Standing[str], applying: Any = all_apply) -> tuple[list[str], int]:
    found, more = overview(TODAY, index_of(stand), applying)
    return [item.card.id[:-11] for item in found], more


def test_what_forbids_comes_first_then_what_warns_then_the_newest():
    stand = [
        standing("new", "2024-06-02"),
        standing("old", "2020-01-01"),
        standing("advises", "2024-06-01", "advice"),
        standing("warns", "2019-01-01", "warn"),
        standing("forbids", "2018-01-01", "block"),
    ]

    assert (["forbids", "warns", "new"], 2) == begun(*stand)
    assert (["new", "advises", "old"], 0) == begun(*stand[:3])


def test_nothing_is_nothing():
    assert ([], 0) == begun()


def test_one_that_nobody_dated_is_as_old_as_its_evidence_or_the_oldest():
    evidence = an_experience().evidence  # of 2 May 2024
    stand = [standing("a"), standing("quoted", evidence=evidence), standing("b", "2024-05-01")]

    assert (["quoted", "b", "a"], 0) == begun(*stand)


def test_what_has_run_out_or_is_tried_elsewhere_is_neither_told_nor_counted():
    stand = [
        standing("old", "2024-06-01", lifecycle=Lifecycle(expires="2024-06-30")),
        standing("new", "2024-06-01", lifecycle=Lifecycle(expires="2024-07-01")),
        standing("tried", "2024-06-01", lifecycle=Lifecycle(canary="1%")),
    ]
    clone = next(
        name
        for name in map(str, range(99))
        if zlib.crc32(f"{name} {stand[2].experience.id[-10:]}".encode()) % 100
    )

    found, more = overview(TODAY._replace(clone=clone), index_of(stand), all_apply)

    assert (["new"], 0) == ([item.card.id[:-11] for item in found], more)


def test_what_does_not_apply_makes_room():
    def newest_does_not(some: Sequence[Near]) -> list[Recalled]:
        return all_apply(some)[1:]

    stand = [standing(f"n{day}", f"2024-06-{day:02d}") for day in range(1, 6)]

    assert (["n4", "n3", "n2"], 2) == begun(*stand, applying=newest_does_not)


@given(
    st.lists(st.tuples(st.sampled_from([None, "block", "warn", "advice"]), st.dates().map(str)), max_size=9)
)
def test_nothing_that_is_left_out_is_more_important(kinds: list[tuple[str | None, str]]):
    rank = {"block": 0, "warn": 1}
    stand = {f"n{number}": kind for number, kind in enumerate(kinds)}
    names, more = begun(*(standing(name, day, severity) for name, (severity, day) in stand.items()))

    def worth(name: str) -> tuple[int, int]:
        severity, day = stand[name]
        return rank.get(severity or "", 2), -int(day.replace("-", ""))

    assert min(MOST, len(stand)) == len(names)
    assert len(stand) == len(names) + more
    left = [worth(name) for name in stand if name not in names]
    assert [worth(name) for name in names] == sorted(map(worth, names))
    assert not left or max(map(worth, names)) <= min(left)
