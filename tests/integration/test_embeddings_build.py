"""Vectors are made once for each text, kept when they came, and dropped when they are long out of force."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from gitexp.adapters.embeddings_build import EmbeddingsBuilder
from gitexp.adapters.embeddings_endpoint import EmbeddingsEndpoint
from gitexp.adapters.embeddings_maker import maker
from gitexp.adapters.embeddings_sqlite import MAX_QUESTIONS, KeptVectors
from gitexp.adapters.meaning_ground import EACH, SENTENCES
from gitexp.adapters.meaning_measure import kept_form
from gitexp.errors import OutsideError
from gitexp.records.card import Card
from gitexp.records.skipped import Skipped
from gitexp.steps.redact import redacted
from support.scripted_embeddings import LENGTH, Gives, embeddings, vector

DAY = "2026-03-10"


def card(name: str, what: str = "Send the package.", why: str | None = None) -> Card:
    return Card(
        0,
        f"{name}-0a1b2c3d4e",
        f"About {name}",
        "When it is sent",
        what,
        why,
        path=f"experiences/{name}.yaml",
        blob=name,
    )


class Made:
    """A builder over a file, and what it is asked."""

    def __init__(self, folder: Path, url: str, model: str = "some-model") -> None:
        self.endpoint = EmbeddingsEndpoint(url, "", model)
        self.vectors = KeptVectors(str(folder / "vectors.db"), maker(self.endpoint))
        self.slept: list[float] = []
        self.builder = EmbeddingsBuilder(self.vectors, self.endpoint, redacted, self.slept.append)

    def make(self, *cards: Card, anew: bool = False, day: str = DAY) -> list[Skipped]:
        some = [one for one in cards if anew or one.blob in self.builder.missing([one.blob for one in cards])]
        return self.builder.build(self.builder.plan(some, anew=anew), day, lambda done, total: None)

    @property
    def kept(self) -> set[str]:
        return set(self.vectors.blobs())


def test_each_text_is_asked_once_and_exp_s_own_sentences_before_all(tmp_path):
    with embeddings() as server:
        first = Made(tmp_path, server.url)
        first.make(card("one"), card("two", why="It waits."))
        Made(tmp_path, server.url).make(card("one"), card("three"))

    texts = [f"About {name}\nWhen it is sent\nSend the package." for name in ("one", "two", "three")]
    assert [list(SENTENCES), [texts[0], f"{texts[1]}\nIt waits."], [texts[2]]] == server.texts
    assert {"one", "two", "three"} == Made(tmp_path, server.url).kept


def test_a_vector_is_kept_of_length_one_in_two_bytes_a_number(tmp_path):
    with embeddings() as server:
        made = Made(tmp_path, server.url)
        made.make(card("one"))

    rows: list[tuple[list[str], bytes]] = []
    made.vectors.each(lambda blobs, data: rows.append((list(blobs), data)))
    assert [(["one"], kept_form(vector("About one\nWhen it is sent\nSend the package.")))] == rows
    assert 2 * LENGTH == len(rows[0][1])
    assert 3 * EACH == len(made.vectors.ground())


def test_what_leaves_is_redacted_first(tmp_path):
    key = "-".join(["ghp", "planted"]).replace("-", "_") + "0123456789" * 3
    with embeddings() as server:
        Made(tmp_path, server.url).make(
            card("one", what=f"Ask ann@bakehouse.io, with {key}, in /home/ann/src")
        )

    assert "About one\nWhen it is sent\nAsk [email-1], with [secret-1], in ~/src" == server.asked[-1]


def test_large_stores_are_asked_in_batches_and_those_that_came_stay_when_the_rest_fails(tmp_path):
    cards = [card(f"{number:03}") for number in range(150)]
    refusal = Gives(json.dumps({"error": {"message": "no credit"}}).encode(), 402)
    with embeddings(
        lambda texts: refusal if "About 130" in texts[-1] or "About 149" in texts[-1] else Gives()
    ) as server:
        made = Made(tmp_path, server.url)
        with pytest.raises(OutsideError, match=r"refuses \(402: no credit\)"):
            made.make(*cards)
    assert [48, 64, 64, 22] == [len(texts) for texts in server.texts]
    assert {f"{number:03}" for number in range(128)} == made.kept

    with embeddings() as other:
        again = Made(tmp_path, server.url)
        again.endpoint._address = other.url
        again.make(*cards)
    assert [22] == [len(texts) for texts in other.texts]


def test_a_server_that_takes_few_at_once_is_given_few_from_then_on(tmp_path):
    most = 20
    with embeddings(lambda texts: Gives() if len(texts) <= most else Gives(b"{}", 413)) as server:
        made = Made(tmp_path, server.url)
        made.make(*(card(f"{number:03}") for number in range(30)))

    assert [48, 24, 12, 12, 24, 12, 12, 12, 12, 6] == [len(texts) for texts in server.texts]
    assert 30 == len(made.kept)


def test_a_text_too_long_is_shortened_and_one_that_is_refused_all_the_same_is_left_out(tmp_path):
    def script(texts):
        fits = all(len(text) <= 400 and "About bad" not in text for text in texts)
        return Gives() if fits else Gives(json.dumps({"error": {"message": "too long"}}).encode(), 400)

    with embeddings(script) as server:
        made = Made(tmp_path, server.url)
        left_out = made.make(card("bad"), card("good"), card("long", what="word " * 300))

    assert {"good", "long"} == made.kept
    told = f"has no vector: {server.url} refuses (400: too long)"
    assert [Skipped("experiences/bad.yaml", told)] == left_out


def test_a_server_that_refuses_everything_is_not_asked_for_each_text(tmp_path):
    with embeddings(lambda texts: Gives(b"{}", 422)) as server:
        made = Made(tmp_path, server.url)
        with pytest.raises(OutsideError, match=r"refuses \(422\)"):
            made.make(*(card(f"{number:03}") for number in range(500)))

    assert [48, 24, 12, 6, 3, 1] == [len(texts) for texts in server.texts]


def test_a_refusal_that_may_pass_is_tried_again_and_not_for_ever(tmp_path):
    answers = [Gives(b"", 503), Gives(b"", 429, headers={"Retry-After": "3"}), Gives()]
    with embeddings(lambda texts: answers.pop(0) if len(answers) > 1 else answers[0]) as server:
        made = Made(tmp_path, server.url)
        made.make(card("one"))
    assert {"one"} == made.kept
    assert 3.0 == made.slept[1]

    with embeddings(lambda texts: Gives(b"", 503)) as server:
        other = Made(tmp_path, server.url)
        with pytest.raises(OutsideError, match="503"):
            other.make(card("one"))
    assert 5 == len(server.texts)


def test_a_model_that_changed_under_its_name_is_told_by_the_length_and_made_anew_only_when_asked(tmp_path):
    with embeddings() as server:
        Made(tmp_path, server.url).make(card("one"))
        server_url = server.url
    with embeddings(lambda texts: Gives(length=64)) as server:
        made = Made(tmp_path, server_url)
        made.endpoint._address = server.url
        with pytest.raises(
            OutsideError, match=r"vectors of 64 numbers now, and those here have 400; `exp index --embed"
        ):
            made.make(card("one"), card("two"))
        assert {"one"} == made.kept

        made = Made(tmp_path, server_url)
        made.endpoint._address = server.url
        made.make(card("one"), card("two"), anew=True)
    assert {"one", "two"} == made.kept


def test_vectors_of_another_model_are_not_mixed_in(tmp_path):
    with embeddings() as server:
        Made(tmp_path, server.url).make(card("one"))
        other = Made(tmp_path, server.url, "other-model")

        assert set() == other.kept
        other.make(card("one"))
        assert {"one"} == other.kept == Made(tmp_path, server.url).kept


def test_what_is_out_of_force_for_a_month_is_dropped(tmp_path):
    with embeddings() as server:
        made = Made(tmp_path, server.url)
        made.make(card("one"), card("two"), day="2026-01-01")
        assert 0 == made.builder.tidy(["one"], "2026-01-31")
        assert {"one", "two"} == made.kept
        assert 1 == made.builder.tidy(["one"], "2026-02-01")
        assert {"one"} == made.kept


def test_a_damaged_file_is_made_anew(tmp_path):
    (tmp_path / "vectors.db").write_bytes(b"no database" * 1000)
    with embeddings() as server:
        made = Made(tmp_path, server.url)
        made.make(card("one"))

    assert {"one"} == made.kept


def test_the_questions_that_are_kept_are_bounded(tmp_path):
    vectors = KeptVectors(str(tmp_path / "vectors.db"), "a maker")
    for number in range(MAX_QUESTIONS + 1):
        vectors.keep_question(str(number), b"12")

    assert (None, b"12", b"12") == tuple(
        map(vectors.question, ("0", str(MAX_QUESTIONS - 1), str(MAX_QUESTIONS)))
    )
