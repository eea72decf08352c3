"""Cosines of any language model are read the same: what stands out of a store is near, whatever is usual with it."""

from __future__ import annotations

import numpy as np
import pytest

from gitexp.adapters.meaning_ground import EACH, SENTENCES
from gitexp.adapters.meaning_measure import Measure, kept_form, numbers_of

LENGTH = 64


class Model:
    """A language model whose texts are random directions, with what all of them share, and what a language shares."""

    def __init__(self, *, shared: float = 0.0, language: float = 0.0) -> None:
        self._random = np.random.default_rng(7)
        self._shared = shared * self._direction()
        self._languages = [language * self._direction() for _ in range(3)]
        self.measure = Measure([kept_form(self.text(place // EACH)) for place in range(len(SENTENCES))])

    def text(self, language: int = 0, near: np.ndarray | None = None) -> np.ndarray:
        own = self._direction() if near is None else near + 0.3 * self._direction()
        return own + self._shared + self._languages[language]

    def _direction(self) -> np.ndarray:
        away = self._random.normal(size=LENGTH)
        return away / np.linalg.norm(away)

    def closeness(self, question: np.ndarray, texts: list[np.ndarray]) -> np.ndarray:
        rows = numbers_of(b"".join(map(kept_form, texts)), len(texts))
        aimed = self.measure.aimed(numbers_of(kept_form(question), 1)[0])
        return self.measure.closeness(self.measure.cosines(rows, aimed), aimed)


MODELS = [Model(), Model(shared=3.0), Model(shared=1.0, language=3.0)]
NAMES = ["around zero", "all of them near 0.9", "one language nearer than one matter"]


@pytest.mark.parametrize("many", [3, 300])
@pytest.mark.parametrize("model", MODELS, ids=NAMES)
def test_the_text_about_the_matter_stands_out_in_a_store_of_any_size(model, many):
    matter = model._direction()
    others = [model.text() for _ in range(many - 1)]

    found = model.closeness(model.text(0, matter), [*others, model.text(0, matter)])

    assert many - 1 == int(found.argmax())
    assert 0.38 <= found[-1] < 1
    assert max(found[:-1]) < 0.28


@pytest.mark.parametrize("model", MODELS, ids=NAMES)
def test_where_nothing_is_about_the_matter_nothing_is_near(model):
    found = model.closeness(model.text(), [model.text() for _ in range(300)])

    assert max(found) < 0.28


def test_what_says_the_same_in_another_language_comes_before_what_is_in_the_same_language():
    model = Model(shared=1.0, language=3.0)
    matter = model._direction()
    texts = [model.text(1) for _ in range(50)] + [model.text(0, matter)]

    found = model.closeness(model.text(1, matter), texts)

    assert 50 == int(found.argmax())
    assert found[-1] >= 0.38


def test_the_cosine_is_that_of_the_vectors_from_the_middle_without_their_language():
    model = Model(shared=1.0, language=2.0)
    rows = numbers_of(b"".join(kept_form(model.text(1)) for _ in range(5)), 5)
    question = numbers_of(kept_form(model.text(2)), 1)[0]
    measure = model.measure

    def moved(some):
        away = some - (some @ measure._axes.T) @ measure._axes - measure._centre
        return away / np.linalg.norm(away, axis=-1, keepdims=True)

    expected = moved(rows) @ moved(question)
    assert pytest.approx(expected, abs=1e-4) == measure.cosines(rows, measure.aimed(question))


def test_a_model_that_gives_every_text_one_vector_finds_nothing_near_and_does_not_fail():
    measure = Measure([kept_form([1.0, 2.0, 2.0])] * len(SENTENCES))
    rows = numbers_of(kept_form([1.0, 2.0, 2.0]) * 4, 4)
    aimed = measure.aimed(rows[0])

    assert [0.0] * 4 == measure.closeness(measure.cosines(rows, aimed), aimed).tolist()
