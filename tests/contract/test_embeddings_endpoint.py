"""What is sent for embeddings, and what is made of everything that may come back."""

from __future__ import annotations

import json
import math

import pytest

from gitexp.adapters.embeddings_endpoint import EmbeddingsEndpoint
from gitexp.adapters.embeddings_reading import RefusedError
from support.scripted_embeddings import Gives, body, embeddings, vector
from support.scripted_llm import KEY, dead_url

TWO = ["charged again", "package"]


def refused(raw=None, status=200, texts=TWO, **more):
    """Return why no vectors came of an answer."""
    with (
        embeddings(lambda asked: Gives(raw, status, **more)) as server,
        pytest.raises(RefusedError) as caught,
    ):
        EmbeddingsEndpoint(server.url, KEY, "some-model").vectors(texts, 10)
    assert KEY not in str(caught.value)
    return caught.value


def test_texts_are_sent_with_model_and_key_and_their_vectors_come_back():
    with embeddings() as server:
        found = EmbeddingsEndpoint(f"{server.url}/", KEY, "some-model").vectors(TWO, 10)

    assert [vector(text) for text in TWO] == found
    assert ["/v1/embeddings"] == server.paths
    assert [{"model": "some-model", "input": TWO}] == server.bodies
    assert f"Bearer {KEY}" == server.heads[0]["authorization"]


def test_vectors_are_put_in_the_order_of_the_texts_by_their_index():
    with embeddings(lambda texts: Gives(turned=True)) as server:
        found = EmbeddingsEndpoint(server.url, "", "m").vectors(TWO, 10)

    assert [vector(text) for text in TWO] == found


def test_without_a_key_nobody_is_named_and_one_in_the_address_is_not_shown():
    with embeddings() as server:
        EmbeddingsEndpoint(server.url, "", "m").vectors(["a"], 10)
        named = EmbeddingsEndpoint(server.url.replace("//", "//ada:hidden@") + "?v=1", "", "m")
        named.vectors(["a"], 10)

    assert "authorization" not in server.heads[0]
    assert "Basic YWRhOmhpZGRlbg==" == server.heads[1]["authorization"]
    assert "/v1/embeddings?v=1" == server.paths[1]
    assert server.url == named.shown


@pytest.mark.parametrize(
    ("raw", "why"),
    [
        (b"<html>", "sends no JSON, or it was cut"),
        (b'{"data": [{"embedding": [0.1', "sends no JSON, or it was cut"),
        (b"[" * 100_000, "sends no JSON, or it was cut"),
        (b"[]", "sends no embeddings"),
        (b'{"data": "all"}', "sends no embeddings"),
        (body([1.0, 0.5]), "sends 1 vectors for 2 texts"),
        (body([1.0, 0.5], None), "sends a vector that is no list of numbers"),
        (body([1.0, 0.5], "AACAPw=="), "sends a vector that is no list of numbers"),
        (body([1.0, 0.5], [1.0]), "sends a vector that is no list of numbers"),
        (body([1.0, 0.5], [1.0, "2"]), "sends a vector that holds what is no number"),
        (body([1.0, 0.5], [1.0, True]), "sends a vector that holds what is no number"),
        (body([1.0, 0.5], [1.0, None]), "sends a vector that holds what is no number"),
        (body([1.0, 0.5], [1.0, math.nan]), "sends NaN, which is no number"),
        (body([1.0, 0.5], [1.0, math.inf]), "sends Infinity, which is no number"),
        (body([1.0, 0.5], [1.0, 2.0]).replace(b"2.0", b"1e999"), "sends a vector that leads nowhere"),
        (body([1.0, 0.5], [1.0, 10**400]), "sends a vector that leads nowhere"),
        (body([1.0, 0.5], [0.0, 0.0]), "sends a vector that leads nowhere"),
        (body([1.0, 0.5], [1.0, 0.5, 0.1]), "sends vectors that differ in length"),
        (
            body([1.0, 0.5], [1.0, 0.5]).replace(b'"index": 1', b'"index": 0'),
            "sends two vectors for one text",
        ),
        (body([1.0, 0.5], [1.0, 0.5]).replace(b'"index": 1', b'"index": 7'), "for a text that was not asked"),
    ],
)
def test_what_does_not_fit_is_refused_and_nothing_is_guessed(raw, why):
    assert why in refused(raw).words


@pytest.mark.parametrize(
    ("status", "why", "again", "unfit"),
    [
        (401, "refuses the key (401: no use)", False, False),
        (403, "refuses the key (403: no use)", False, False),
        (404, "has no embeddings of `some-model` (404: no use)", False, False),
        (400, "refuses (400: no use)", False, True),
        (413, "refuses (413: no use)", False, True),
        (422, "refuses (422: no use)", False, True),
        (429, "refuses (429: no use)", True, False),
        (503, "refuses (503: no use)", True, False),
    ],
)
def test_a_refusal_says_whether_another_try_or_other_texts_may_do(status, why, again, unfit):
    error = refused(json.dumps({"error": {"message": "no use"}}).encode(), status)

    assert (why, again, unfit) == (error.words, again, unfit)


def test_a_refusal_that_repeats_the_key_is_told_without_it():
    error = refused(json.dumps({"error": {"message": f"bad key {KEY}\nsorry"}}).encode(), 401)

    assert "refuses the key (401: bad key … sorry)" == error.words


def test_a_redirect_is_not_followed():
    with embeddings() as other:
        error = refused(b"", 307, headers={"Location": f"{other.url}/embeddings"})

    assert "sends on to another address, which is not followed (307)" == error.words
    assert [] == other.texts


def test_where_nobody_listens_another_try_may_do():
    with pytest.raises(RefusedError, match="gives no answer") as caught:
        EmbeddingsEndpoint(dead_url(), KEY, "m").vectors(["a"], 10)

    assert caught.value.again


@pytest.mark.parametrize(
    "slow", [Gives(hang=True), Gives(drip=True)], ids=["nothing comes", "a byte now and then"]
)
def test_what_does_not_come_in_time_is_not_waited_for(slow):
    with embeddings(lambda texts: slow) as server, pytest.raises(RefusedError) as caught:
        EmbeddingsEndpoint(server.url, KEY, "m").vectors(["a"], 0.1)

    assert ("gives no answer within 0.1 s", True) == (caught.value.words, caught.value.again)
