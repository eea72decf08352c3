"""The words of a text that carry matter, the same for grouping, dedup and recall; and how long a text is in tokens."""

from __future__ import annotations

import re

_PLAIN_WORD = re.compile(r"[a-z0-9]+")
_DENSE = r"\u3040-\u30ff\u3400-\u9fff"
"""Chinese and Japanese; their patterns are costly to compile, so texts without them do without."""
STOP = frozenset(
    "a about after again all also an and any are as at be because been before being but by can could did do does doing "
    "don done each for from had has have he her here how i if in into is it its just let like may me might more most must "
    "my need no not now of off on one only or other our out over own same see she should since so some such than that the "
    "their them then there these they this those to too two under up us use used using very want was way we were what "
    "when where which while who why will with would yes you your when changing".split()
)


def _runs(text: str) -> list[str]:
    if text.isascii():
        return _PLAIN_WORD.findall(text)
    return re.findall(f"[a-z0-9]+|[{_DENSE}]+", text)


def content_words(text: str) -> frozenset[str]:
    """Return the words that carry matter: lower case, first six characters; Chinese and Japanese as 2-grams."""
    words: set[str] = set()
    for run in _runs(text.lower().replace("_", " ")):
        if not run.isascii():
            words.update(run[place : place + 2] for place in range(max(1, len(run) - 1)))
        elif len(run) > 1 and run not in STOP:
            words.add(run[:6])
    return frozenset(words)


def counted(many: int, one: str, more: str = "") -> str:
    """Return a number with its noun: `1 turn`, `2 turns`; `more` where the plural takes more than an s."""
    return f"{many} {one if many == 1 else more or one + 's'}"


def tokens_of(text: str) -> int:
    """Return the length in tokens, estimated: characters / 4, and one for each Chinese or Japanese character."""
    # A pattern of so many signs costs recall more to compile than all that it counts.
    dense = (
        0
        if text.isascii()
        else sum("\u3040" <= sign <= "\u30ff" or "\u3400" <= sign <= "\u9fff" for sign in text)
    )
    return dense + -(-(len(text) - dense) // 4)


def shortened(text: str, width: int) -> str:
    """Return a text on one line, cut at a blank where one is near, with an ellipsis where something is left out."""
    flat = " ".join(text.split())
    if len(flat) <= width:
        return flat
    end = flat.rfind(" ", width // 2, width)
    return f"{flat[: end if end > 0 else width - 1].rstrip()}…"
