"""The content words by which a candidate and a gold row are compared (DESIGN.md section 12)."""

from __future__ import annotations

import re
from typing import Literal

STOPWORDS = frozenset(
    (
        "a about after all also an and any are as at be because been before being but by can do does each for "
        "from had has have he how i if in into is it its just may more most must no not of off on one "
        "only or other our out over same she should so such than that the their them then there they this to "
        "too two under up use used using very was we were what when which who will with would you your"
    ).split()
)
"""Another list than that of `records/words`: this one belongs to the definition of the score."""
SHARED = 6
"""Characters of a word that are compared, so that its endings do not count."""
_DENSE = "\u3040-\u30ff\u3400-\u9fff"
_RUN = re.compile(rf"[{_DENSE}]+|[^\W_{_DENSE}]+")
_DENSE_LETTER = re.compile(f"[{_DENSE}]")
_KANA = re.compile("[\u3041-\u3096\u30a1-\u30fa]")
Language = Literal["ja", "zh", "other"]


def score_words(text: str) -> frozenset[str]:
    """Return runs of letters and digits, lower case, first six characters; Chinese and Japanese as 2-grams."""
    words: set[str] = set()
    for run in _RUN.findall(text.lower()):
        if _DENSE_LETTER.match(run):
            words.update(run[at : at + 2] for at in range(len(run) - 1))
        elif len(run) > 1 and run not in STOPWORDS:
            words.add(run[:SHARED])
    return frozenset(words)


def language_of(text: str) -> Language:
    """Return whether a text is Japanese, Chinese or neither; a quoted word in another script does not decide.

    A Chinese or Japanese letter weighs as much as two other words: sentences about code are full of names.
    """
    dense = len(_DENSE_LETTER.findall(text))
    others = sum(not _DENSE_LETTER.match(run) for run in _RUN.findall(text))
    if not dense or 2 * dense < others:
        return "other"
    return "ja" if _KANA.search(text) else "zh"
