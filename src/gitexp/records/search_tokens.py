"""Search tokens: what recall's index holds of a text and asks for, the same for both.

Identifiers are split and kept whole (`RetryPolicy`: retrypolicy, retry, policy), English words stemmed, Chinese, Japanese
and Korean in 2-grams. Of these searched with SQLite's FTS5, own tokens found 19 of 30 where its own found 7.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from gitexp.records.stemming import stem
from gitexp.records.words import STOP

FORM = 2
"""Changed with every change of what a text gives."""
LONGEST = 40
"""Letters of a token; what is longer is a key, a hash or base64, and nobody asks for it."""
_RUN = re.compile(r"\w+")
_PART = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+")
_PAIR, _LONG, _MIXED, _FAINT = 0.65, 0.5, 0.35, 0.15
_EMPTY_PAIRS = frozenset(
    "什么 怎么 为什 么要 么不 如何 是否 可以 应该 需要 不能 这个 那个 哪个 哪里 哪些 为何 能不 不要 时候 的时 "
    "です ます する した して いる ある こと もの どこ なに なぜ どう から まで とき よう ない なら ので のに には では "
    "とは ては がな べき にす たい".split()
)
"""2-grams of words that ask or bind, and carry no matter."""


def search_tokens(text: str) -> list[str]:
    """Return the tokens of a text in order, with those that come twice."""
    return [token for run in _RUN.findall(_even(text)) for token in _of_run(run)]


def spelled_tokens(text: str) -> dict[str, str]:
    """Return each token once, with the word as it stands in the text."""
    found: dict[str, str] = {}
    for run in _RUN.findall(_even(text)):
        for token in _of_run(run):
            found.setdefault(token, token if not run.isascii() else run)
    return found


def weight_of(token: str) -> float:
    """Return how much of a word a token is, 0 to 1.

    Pairs of signs overlap: a word in two signs of Chinese gives one or two of them, one in katakana several. A pair with
    hiragana in it is half an ending, one of hiragana alone a whole one.
    """
    if not _dense(token[0]):
        return 1.0
    endings = sum("\u3040" <= letter <= "\u309f" for letter in token)
    if endings:
        return _FAINT if endings == len(token) else _MIXED
    return _LONG if all("\u30a0" <= letter <= "\u30ff" for letter in token) else _PAIR


def is_dense(token: str) -> bool:
    """Return whether a token is of a script that is written without blanks."""
    return bool(token) and _dense(token[0])


def _even(text: str) -> str:
    """Return the text with one form for each letter: full and half width, composed and not."""
    if text.isascii():
        return text
    import unicodedata

    return unicodedata.normalize("NFKC", text)


def _of_run(run: str) -> Iterator[str]:
    run = run.strip("_")
    if run.isascii():
        yield from _of_name(run)
        return
    for dense, piece in _pieces(run):
        if dense:
            pairs = [piece[at : at + 2] for at in range(max(1, len(piece) - 1))]
            yield from (pair for pair in pairs if pair not in _EMPTY_PAIRS)
        elif piece.isascii():
            yield from _of_name(piece)
        else:
            yield from _of_word(piece)


def _of_name(run: str) -> Iterator[str]:
    """Yield the tokens of a word or a name in ASCII: its parts by their stems, and the whole where it has several."""
    parts = _PART.findall(run)
    if len(parts) > 1:
        whole = run.replace("_", "").lower()
        if len(whole) <= LONGEST:
            yield whole
    for part in parts:
        low = part.lower()
        if 1 < len(low) <= LONGEST and low not in STOP:
            yield low if low.isdigit() else stem(low)
        elif len(low) == 1 and (part.isupper() or len(parts) > 1) and low not in STOP:
            yield low  # `D site`, `x86`


def _of_word(run: str) -> Iterator[str]:
    """Yield the tokens of a word or a name of another alphabet: its parts, and the whole where it has several."""
    parts = [part for part in run.split("_") if part]
    for part in [*(["".join(parts)] if len(parts) > 1 else []), *parts]:
        if part.isascii():
            yield from _of_name(part)
        elif len(part) <= LONGEST:
            yield part.casefold()


def _pieces(run: str) -> Iterator[tuple[bool, str]]:
    """Yield the run in pieces that are written without blanks, or with."""
    start = 0
    for at in range(1, len(run) + 1):
        if at == len(run) or _dense(run[at]) is not _dense(run[start]):
            yield _dense(run[start]), run[start:at].strip("_")
            start = at


def _dense(letter: str) -> bool:
    return (
        "\u3040" <= letter <= "\u30ff"
        or "\u3400" <= letter <= "\u9fff"
        or "\uac00" <= letter <= "\ud7af"
        or "\u0e00" <= letter <= "\u0e7f"
        or "\U00020000" <= letter <= "\U0003ffff"
    )
