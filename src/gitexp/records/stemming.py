"""The stem of an English word: what is left without its ending."""

from __future__ import annotations

from functools import lru_cache

_WORDS_KEPT = 16384
_ENDINGS = (
    *((f"if{end}", "if", 2) for end in ("ications", "ication", "ying", "ied", "ies", "y")),
    *((f"{i}{end}", "iz", 4) for i in ("iz", "is") for end in ("ations", "ation", "ing", "ed", "es", "e")),
    *((f"at{end}", "", 4) for end in ("ions", "ion", "ing", "ed", "es", "e", "ors", "or")),
    ("ements", "", 3), ("ement", "", 3), ("ments", "", 3), ("ment", "", 3), ("ings", "", 3), ("ing", "", 3),
    ("ions", "", 3), ("ion", "", 3), ("ies", "", 2), ("ied", "", 2), ("ers", "", 4), ("er", "", 4), ("ed", "", 3),
    ("es", "", 3), ("ly", "", 4), ("al", "", 6), ("s", "", 3), ("e", "", 3), ("y", "", 3),
)  # fmt: skip
"""Endings of English, what stands for them, and how many letters must be left."""


@lru_cache(_WORDS_KEPT)
def stem(word: str) -> str:
    """Return what is left of an English word without its ending: `seeded` and `seeding` are one."""
    for ending, instead, least in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= least and not word.endswith("ss"):
            word = word.removesuffix(ending) + instead
            break
    if len(word) > 3 and word[-1] == word[-2] and word[-1] not in "aeiou":
        word = word[:-1]
    return word[:-1] if len(word) > 3 and word[-1] in "ey" else word
