"""Read a text as tokens that can be compared: plain words by their stem, names as they are spelled, figures, signs."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Literal, NamedTuple

from gitexp.records.stemming import stem as stem

TokenKind = Literal["word", "name", "figure", "sign", "dense", "stop"]


class Token(NamedTuple):
    """One token. `text` is what is compared; `said` the word in lower case, as it stands."""

    kind: TokenKind
    text: str
    said: str


DENSE = "\u3040-\u30ff\u3400-\u9fff"
_TOKEN = re.compile(
    r"(?P<flag>(?<![\w-])--?[A-Za-z][\w-]*)"
    r"|(?P<word>[A-Za-z_$*][\w$*]*(?:(?:\.|::|->|#|/|-)[\w$*]+)*(?:\(\))?(?:['’][a-z]+)?)"
    r"|(?P<figure>[-+]?\d+(?:[.,:]\d+)*)(?P<unit>[A-Za-z%]*)"
    r"|(?P<sign>[<>=!~^]=?|=>|&&|\|\||[%*/+@-](?=\s|\d))"
    rf"|(?P<dense>[{DENSE}]+)"
    r"|(?P<stop>[,.;:!?()，。；：！？、])"
)
_CODE = re.compile(r"[a-z][A-Z]|[_$.:/#()*]|^[A-Z]{2,}|\d|^[A-Z]$|->")
_EMPHASIS = re.compile(r"^(\*\*?|_)([^*_].*?[^*_]|[^*_])\1$")
"""Markdown's: `*this*`, `**this**`, `_this_`."""
_TEXTS_KEPT = 4096


@lru_cache(_TEXTS_KEPT)
def tokens(text: str) -> tuple[Token, ...]:
    """Return the tokens of a text in order; stops are kept, since they part clauses."""
    found: list[Token] = []
    for match in _TOKEN.finditer(text.replace("`", " ")):
        kind, said = match.lastgroup, match.group()
        if kind == "flag":
            found.append(Token("name", said, said))
        elif kind == "word":
            found += _of_word(said)
        elif kind == "unit":
            found.append(Token("figure", match["figure"], match["figure"]))
            if match["unit"]:
                found.append(Token("word", match["unit"].lower(), match["unit"].lower()))
        elif kind == "sign":
            found.append(Token("sign", said, said))
        elif kind == "dense":
            found.append(Token("dense", said, said))
        else:
            found.append(Token("stop", said, said))
    return tuple(found)


def _of_word(said: str) -> list[Token]:
    """Return a word as it is compared: a name whole, plain words one by one, `non-blocking` as one."""
    plain = _EMPHASIS.sub(r"\2", said.removesuffix("()"))
    if not any(map(str.isalnum, plain)):
        return []
    if _CODE.search(plain):
        return [Token("name", plain, plain)]
    low = re.sub(r"\b(non|un)-", r"\1", plain.lower().replace("’", "'"))
    return [Token("word", stem(part.replace("'", "")), part) for part in low.split("-")]


def parts_of(name: str) -> frozenset[str]:
    """Return the stems of the words that a name is made of: `WalletController` of wallet and controller."""
    apart = re.sub(r"([A-Z]+)([A-Z][a-z])", r"\1 \2", re.sub(r"([a-z0-9])([A-Z])", r"\1 \2", name))
    return frozenset(stem(word) for word in re.findall(r"[a-z]{2,}|\d+", apart.lower()))


def same_name(one: str, other: str) -> bool:
    """Return whether two spellings can name one thing: equal, or one is the end of the other (`reset`, `A.reset`)."""
    first, second = _pieces(one), _pieces(other)
    if len(first) > len(second):
        first, second = second, first
    return bool(first) and any(
        second[at : at + len(first)] == first for at in range(len(second) - len(first) + 1)
    )


@lru_cache(_TEXTS_KEPT)
def _pieces(name: str) -> tuple[str, ...]:
    return tuple(piece for piece in re.split(r"::|->|[./#\\]", name.removesuffix("()")) if piece)
