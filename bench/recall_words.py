"""A vocabulary of invented words whose frequencies fall as those of a language do, and texts out of it."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable

PLAIN, NAMES, DENSE = 14_000, 4_000, 2_000
"""Words, identifiers, and words of Chinese and Japanese."""
_STREAM = 1 << 19
_ONSETS = (
    "b bl br c ch cl cr d dr f fl fr g gl gr h j k l m n p pl pr qu r s sc sh sl sp st t th tr v w".split()
)
_CORES = "a e i o u ai ea ee ie oa ou".split()
_CODAS = ["", "", "", *"b ck d ft g l lt m mp n nd nk p r rd rm s sh sk st t x".split()]
_ENDINGS = ["", "", "", "", *"s ed ing er ly ment tion ness able".split()]
_SMALL = "the of to a in is it that for on with as are not be by this when must at from or an which has only".split()
_FIRST_HAN, _HAN = 0x4E00, 1200
"""The signs of Han that are used."""
_KANA = "のをにはがでとも"


class Words:
    """A source of texts, the same for the same seed; many words are drawn at once, since a draw costs."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(f"words {seed}")
        self.plain = self._distinct(self._word, PLAIN)
        self.names = self._distinct(self._name, NAMES)
        self.dense = self._distinct(self._han, DENSE)
        mixed = [
            word for pair in zip(self.plain, self._spread(self.names), strict=True) for word in pair if word
        ]
        self._stream = self._with_small(self._drawn(mixed, _STREAM))
        self._dense_stream = self._drawn(self.dense, _STREAM // 8)

    def sentence(self, least: int, most: int) -> str:
        """Return a sentence of so many words."""
        words = self.words(self._random.randint(least, most))
        return f"{words[0].upper()}{words[1:]}"

    def words(self, many: int) -> str:
        """Return words with a blank between."""
        start = self._random.randrange(len(self._stream) - many)
        return " ".join(self._stream[start : start + many])

    def dense_sentence(self, least: int, most: int, *, japanese: bool) -> str:
        """Return a sentence without blanks; a Japanese one has kana between its words."""
        start = self._random.randrange(len(self._dense_stream) - most)
        words = self._dense_stream[start : start + self._random.randint(least, most)]
        if not japanese:
            return "".join(words)
        return "".join(f"{word}{self._random.choice(_KANA)}" for word in words)

    def asked(self, many: int, number: int) -> str:
        """Return words that somebody would search, the same for the same number: of middling frequency, and one name."""
        start = 400 + number * 60
        return " ".join([*self.plain[start : start + 20 * (many - 1) : 20], self.names[90 + number * 40]])

    def _distinct(self, make: Callable[[], str], many: int) -> list[str]:
        found: dict[str, None] = {}
        while len(found) < many:
            found[make()] = None
        return list(found)

    def _word(self) -> str:
        draw = self._random.choice
        parts = [
            draw(_ONSETS) + draw(_CORES) + draw(_CODAS) for _ in range(self._random.choice((1, 1, 2, 2, 2)))
        ]
        return "".join(parts) + draw(_ENDINGS)

    def _name(self) -> str:
        parts = [self._random.choice(self.plain[:3000]) for _ in range(self._random.choice((2, 2, 3)))]
        if self._random.random() < 0.5:
            return "".join(part.capitalize() for part in parts)
        return "_".join(parts)

    def _han(self) -> str:
        many = self._random.choice((2, 2, 3))
        return "".join(chr(_FIRST_HAN + int(_HAN * self._random.random() ** 2)) for _ in range(many))

    def _spread(self, names: list[str]) -> list[str]:
        """Return the names with gaps between, so that both lists have one length."""
        gap = PLAIN / NAMES
        spread = [""] * PLAIN
        for at, name in enumerate(names):
            spread[int(at * gap)] = name
        return spread

    def _drawn(self, words: list[str], many: int) -> list[str]:
        """Return draws by Zipf's law: the second word half as often as the first, or nearly so."""
        weights = itertools.accumulate(1 / (rank + 2.7) for rank in range(len(words)))
        return self._random.choices(words, cum_weights=list(weights), k=many)

    def _with_small(self, words: list[str]) -> list[str]:
        """Return the words with those between that every text is full of."""
        small = self._random.choices([*_SMALL, ""], [1] * len(_SMALL) + [30], k=len(words))
        return [one for pair in zip(small, words, strict=True) for one in pair if one]
