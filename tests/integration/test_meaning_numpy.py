"""Nearness in meaning over kept vectors: what is near, what a question costs, and what is said where it can't be told."""

from __future__ import annotations

from pathlib import Path

import pytest

from gitexp.adapters.embeddings_build import EmbeddingsBuilder
from gitexp.adapters.embeddings_endpoint import EmbeddingsEndpoint
from gitexp.adapters.embeddings_maker import maker
from gitexp.adapters.embeddings_sqlite import KeptVectors
from gitexp.adapters.meaning_numpy import NumpyMeaning
from gitexp.records.card import Card
from gitexp.steps.redact import redacted
from support.scripted_embeddings import Gives, embeddings
from support.scripted_llm import dead_url

WHATS = {
    "fee": "A customer was charged again for one package.",
    "lamp": "The lamp in the hall needs a new bulb.",
    "oven": "Heat the oven slowly before bread goes in.",
    "gate": "Lock the garden gate at night against deer.",
}
OTHER_WORDS = "billed twice per shipment"
"""Shares no word with what is about it: the model alone knows that it means the same."""


def cards() -> list[Card]:
    return [Card(0, f"{name}-0a1b2c3d4e", "", "", what, path=name, blob=name) for name, what in WHATS.items()]


def kept(folder: Path, endpoint: EmbeddingsEndpoint) -> KeptVectors:
    return KeptVectors(str(folder / "vectors.db"), maker(endpoint))


def built(folder: Path, url: str, *some: Card) -> EmbeddingsEndpoint:
    """Make the vectors of some experiences and return the endpoint."""
    endpoint = EmbeddingsEndpoint(url, "", "some-model")
    builder = EmbeddingsBuilder(kept(folder, endpoint), endpoint, redacted, lambda seconds: None)
    builder.build(builder.plan(some or cards()), "2026-03-10", lambda done, total: None)
    return endpoint


def near(folder, endpoint, words=OTHER_WORDS, served=tuple(WHATS), seconds=10.0, redact=redacted):
    meaning = NumpyMeaning(kept(folder, endpoint), endpoint, redact, lambda: served, seconds)
    return meaning.near(words, 30)


def test_what_is_meant_is_found_in_other_words_and_nothing_else(tmp_path):
    with embeddings() as server:
        found, why = near(tmp_path, built(tmp_path, server.url))

    assert ["fee"] == [name for name, close in found.items() if close >= 0.38]
    assert "" == why


def test_an_unrelated_question_finds_nothing(tmp_path):
    with embeddings() as server:
        found, _ = near(tmp_path, built(tmp_path, server.url), "parse unicode escapes quickly")

    assert [] == [name for name, close in found.items() if close >= 0.28]


def test_the_same_question_is_asked_once_however_it_is_spaced(tmp_path):
    with embeddings() as server:
        endpoint = built(tmp_path, server.url)
        before = len(server.texts)
        first, again = near(tmp_path, endpoint), near(tmp_path, endpoint, "billed  twice\nper shipment")

    assert [[OTHER_WORDS]] == server.texts[before:]
    assert first == again


def test_the_words_are_redacted_and_cut_before_they_leave_and_are_not_kept(tmp_path):
    with embeddings() as server:
        endpoint = built(tmp_path, server.url)
        near(tmp_path, endpoint, "mail ann@bakehouse.io " + "fee " * 5000)

    [asked] = server.texts[-1]
    assert asked.startswith("mail [email-1] fee fee")
    assert 2000 == len(asked)
    assert b"bakehouse" not in (tmp_path / "vectors.db").read_bytes()


def test_what_is_not_in_force_is_not_near_and_what_has_no_vector_is_said(tmp_path):
    with embeddings() as server:
        found, why = near(tmp_path, built(tmp_path, server.url), served=("lamp", "oven", "new", "newer"))

    assert "fee" not in found
    assert "nearness in meaning: 2 of 4 experiences have no vector: `exp index --embed` makes them" == why


def test_without_vectors_nobody_is_asked_and_no_file_is_made(tmp_path):
    with embeddings() as server:
        answer = near(tmp_path, EmbeddingsEndpoint(server.url, "", "some-model"))

    told = "nearness in meaning: there are no vectors of `some-model` yet: `exp index --embed` makes them"
    assert ({}, told) == answer
    assert [] == server.texts
    assert [] == list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("gives", "why"),
    [
        (Gives(hang=True), "gives no answer within 0.1 s"),
        (Gives(b"{}", 401), "refuses the key (401)"),
        (Gives(b"<html>"), "sends no JSON, or it was cut"),
        (Gives(b'{"data": [{"embedding": [NaN, 1.0]}]}'), "sends NaN, which is no number"),
        (Gives(length=64), "gives vectors of 64 numbers, and those here have 400"),
    ],
    ids=["slow", "401", "no JSON", "NaN", "other length"],
)
def test_where_the_endpoint_fails_it_is_said_and_words_answer(tmp_path, gives, why):
    with embeddings() as server:
        made = built(tmp_path, server.url)
        vectors = kept(tmp_path, made)
    with embeddings(lambda texts: gives) as server:
        endpoint = EmbeddingsEndpoint(server.url, "", "some-model")
        answer = NumpyMeaning(vectors, endpoint, redacted, lambda: tuple(WHATS), 0.1).near(OTHER_WORDS, 30)

    assert ({}, f"nearness in meaning: {server.url} {why}; the words alone were searched") == answer


def test_offline_a_question_that_was_asked_before_is_answered_and_another_is_not(tmp_path):
    with embeddings() as server:
        made = built(tmp_path, server.url)
        known = near(tmp_path, made)
        vectors = kept(tmp_path, made)
    meaning = NumpyMeaning(vectors, EmbeddingsEndpoint(dead_url(), "", "m"), redacted, lambda: tuple(WHATS))

    assert known == meaning.near(OTHER_WORDS, 30)
    found, why = meaning.near("something else", 30)
    assert {} == found
    assert "gives no answer" in why and why.endswith("; the words alone were searched")


def test_who_gave_no_answer_is_left_alone_for_a_minute(tmp_path):
    with embeddings() as server:
        vectors = kept(tmp_path, built(tmp_path, server.url))
    with embeddings(lambda texts: Gives(hang=True)) as server:
        endpoint = EmbeddingsEndpoint(server.url, "", "some-model")
        clock = [0.0]
        meaning = NumpyMeaning(vectors, endpoint, redacted, lambda: tuple(WHATS), 0.05, lambda: clock[0])
        told = []
        for words, clock[0] in (("one", 1000.0), ("two", 1059.0), ("three", 1061.0), ("four", 900.0)):
            told.append(meaning.near(words, 30)[1])

    waited, alone = (
        "gives no answer within 0.05 s",
        "gave no answer a moment ago, and is left alone for a minute",
    )
    expected = [waited, alone, waited, waited]
    assert [
        f"nearness in meaning: {server.url} {why}; the words alone were searched" for why in expected
    ] == told
    assert [["one"], ["three"], ["four"]] == server.texts


def test_a_question_of_which_no_word_may_leave_is_not_asked(tmp_path):
    with embeddings() as server:
        endpoint = built(tmp_path, server.url)
        before = len(server.texts)
        found, why = near(tmp_path, endpoint, "\u200b\u200b")

    assert ({}, before) == (found, len(server.texts))
    assert "no word is left" in why


def test_no_more_are_given_than_asked_for(tmp_path):
    with embeddings() as server:
        endpoint = built(tmp_path, server.url)
        meaning = NumpyMeaning(kept(tmp_path, endpoint), endpoint, redacted, lambda: tuple(WHATS))

        assert 1 == len(meaning.near(f"{OTHER_WORDS} lamp bulb hall", 1)[0])
