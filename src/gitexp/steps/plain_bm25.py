"""Plain BM25 over plain words: what recall has to beat. It knows no place, no condition and no silence."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Mapping

_DENSE = r"\u3040-\u30ff\u3400-\u9fff"
_WORD = re.compile(rf"[{_DENSE}]|[^\W{_DENSE}]+")
_K1, _B = 1.2, 0.75


class PlainBm25:
    """Texts by name, to be asked for the best; words are runs of letters and digits in lower case, as they stand.

    Of Chinese and Japanese, which puts no blanks between words, each letter is one.
    """

    def __init__(self, texts: Mapping[str, str]) -> None:
        self._words = {name: Counter(_words(text)) for name, text in texts.items()}
        self._held = Counter(word for words in self._words.values() for word in words)
        self._mean = sum(words.total() for words in self._words.values()) / max(1, len(self._words))

    def best(self, asked: str, most: int) -> list[tuple[str, float]]:
        """Return the best texts with their scores, the best first; none that shares no word."""
        words = set(_words(asked))
        scores = {name: self._score(held, words) for name, held in self._words.items()}
        found = sorted(
            (name for name, score in scores.items() if score > 0), key=lambda name: (-scores[name], name)
        )
        return [(name, scores[name]) for name in found[:most]]

    def _score(self, held: Counter[str], words: set[str]) -> float:
        long = _K1 * (1 - _B + _B * held.total() / self._mean) if self._mean else _K1
        return sum(
            self._rarity(word) * held[word] * (_K1 + 1) / (held[word] + long) for word in words & held.keys()
        )

    def _rarity(self, word: str) -> float:
        return math.log(1 + (len(self._words) - self._held[word] + 0.5) / (self._held[word] + 0.5))


def _words(text: str) -> list[str]:
    return _WORD.findall(text.lower())
