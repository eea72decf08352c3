"""A card tells of an experience what recall ranks and shows by."""

from __future__ import annotations

import pytest

from gitexp.records.card import Card, Cited


def card(*evidence: Cited) -> Card:
    return Card(1, "flush-first-0a1b2c3d4e", "Flush first", "Forking", "Flush.", evidence=evidence)


def test_the_identity_is_the_end_of_the_id():
    assert "0a1b2c3d4e" == card().hex


SIGHTINGS = {
    "no evidence": ((), 1),
    "one turn": ((Cited("a", "x"),), 1),
    "two turns of one conversation": (
        (Cited("a", "x", "https://example.org/pull/7#r1"), Cited("b", "y", "https://example.org/pull/7#r2")),
        1,
    ),
    "two conversations": (
        (Cited("a", "x", "https://example.org/pull/7#r1"), Cited("a", "y", "https://example.org/pull/8")),
        2,
    ),
    "an address and a turn without one": (
        (Cited("a", "x", "https://example.org/pull/7"), Cited("b", "y")),
        2,
    ),
    "two turns without an address": ((Cited("a", "x"), Cited("b", "y"), Cited("b", "z")), 2),
}


@pytest.mark.parametrize("kind", SIGHTINGS)
def test_it_was_seen_as_often_as_there_are_conversations(kind: str):
    evidence, many = SIGHTINGS[kind]

    assert many == card(*evidence).sightings


def test_what_nobody_said_is_the_usual():
    one = card()

    assert (100, True, "logic", "constraint", "active") == (
        one.canary,
        one.approved,
        one.lens,
        one.kind,
        one.status,
    )
    assert one.preconditions.empty
