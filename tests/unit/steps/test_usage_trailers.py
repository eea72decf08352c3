"""What commits say of experiences in their trailers."""

from __future__ import annotations

import pytest

from gitexp.records.adoption import SeenCommit
from gitexp.records.usage import OutcomeEvent
from gitexp.steps.usage_trailers import said_in_commits
from support.experiences import an_experience

FLUSH = an_experience()
OPEN = an_experience(id="cache-open-late-1b2c3d4e5f")
HEX, OTHER = "0a1b2c3d4e", "1b2c3d4e5f"


def commit(*named: str, id: str = "c" * 40, at: str = "2026-03-01T10:00:00Z") -> SeenCommit:
    return SeenCommit(id, (), at, "Ada", "ada@example.org", named)


def said(*named: str) -> list[tuple[str, str]]:
    events, odd = said_in_commits([commit(*named)], [FLUSH, OPEN])
    assert [] == odd
    return [(one.hex, one.outcome) for one in events]


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("cache-flush", [(HEX, "adopted")]),
        ("cache-flush-before-fork-0a1b2c3d4e wrong", [(HEX, "wrong")]),
        ("0a1b failed", [(HEX, "failed")]),
        ("0A1B2C3D4E [ignored]", [(HEX, "ignored")]),
        ("cache-flush, cache-open adopted", [(HEX, "adopted"), (OTHER, "adopted")]),
        ("cache-flush wrong cache-open", [(HEX, "wrong"), (OTHER, "adopted")]),
        ("cache-flush ignored; cache-open failed", [(HEX, "ignored"), (OTHER, "failed")]),
        ("cache-flush cache-flush", [(HEX, "adopted")]),
        # What is named whole stays what it was, also when it stands no more.
        ("some-older-ffffffffff wrong", [("ffffffffff", "wrong")]),
        ("ffffffffff", [("ffffffffff", "adopted")]),
    ],
)
def test_a_trailer_names_experiences_and_what_became_of_them(value: str, expected: list[tuple[str, str]]):
    assert sorted(expected) == sorted(said(value))


@pytest.mark.parametrize(
    ("value", "why"),
    [
        ("five years with parsers", "names no experience by `five`"),
        ("cache-flush works well", "names no experience by `works`"),
        ("cache", "means 2 experiences by `cache`"),
        ("0a", "names no experience by `0a`"),
        ("adopted", "says `adopted` of nothing"),
    ],
)
def test_a_trailer_that_holds_anything_else_says_nothing(value: str, why: str):
    events, [odd] = said_in_commits([commit(value)], [FLUSH, OPEN])

    assert [] == events
    assert ("commit cccccccccccc", f"`Experience:` {why}", False) == (odd.where, odd.what, odd.bad)


def test_the_event_is_the_authors_time_and_the_commit():
    [event], _ = said_in_commits([commit("cache-flush")], [FLUSH])

    assert OutcomeEvent("2026-03-01T10:00:00Z", HEX, "adopted", "trailer", commit="c" * 40) == event


def test_a_commit_that_was_picked_counts_once():
    picked = commit("cache-flush", id="d" * 40)

    events, _ = said_in_commits([commit("cache-flush"), picked], [FLUSH])

    assert ["c" * 40] == [one.commit for one in events]


def test_a_flood_of_odd_trailers_is_summed_up():
    _, odd = said_in_commits([commit("nonsense", id=f"{n:040}") for n in range(100)], [FLUSH])

    assert (21, "80 more `Experience:` trailers") == (len(odd), odd[-1].what)
