"""The words of an edit: what it adds, what it takes out, what it touches; and which of them an experience speaks of."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Collection, Mapping
from typing import TYPE_CHECKING, NamedTuple

from gitexp.records.code_words import CODE_WORDS, PROSE_WORDS
from gitexp.records.search_tokens import spelled_tokens, weight_of

if TYPE_CHECKING:
    from gitexp.records.agent_event import FileEdit
    from gitexp.records.card import Card

MOST = 40_000
"""Characters of an edit that are read; a longer one is a generated file, or has shown by then what it is about."""
TOLD = 4
"""Words that are named of one kind."""
_AROUND, _KEPT = 0.35, 0.8
"""What a word counts that stands beside the changed lines; and one that stands in them before and after."""
_HEADING, _BODY = 1.2, 0.9
_COMMON, _PROSE, _WHOLE, _NAMED = 0.2, 0.3, 1.6, 2.0
"""What a word counts that any code is made of, or any prose; a name of several parts met whole; a symbol of the scope."""
_NUMBER = 0.4
_NAME = re.compile(r"[A-Za-z_]\w{3,60}")


class EditWords(NamedTuple):
    """Search tokens, each with the word as it stands in the edit. `names` are identifiers of the changed lines.

    `added` and `removed` stand on one side of the changed lines alone, `kept` on both, `around` beside them.
    """

    added: Mapping[str, str]
    removed: Mapping[str, str]
    kept: Mapping[str, str]
    around: Mapping[str, str]
    names: tuple[str, ...]

    @property
    def size(self) -> int:
        """Return how many different tokens the changed lines have: the more, the more is shared by chance."""
        return len(self.added) + len(self.removed) + len(self.kept)

    @property
    def tokens(self) -> list[str]:
        """Return every token once, those of the changed lines first."""
        return list(dict.fromkeys((*self.added, *self.removed, *self.kept, *self.around)))


class Met(NamedTuple):
    """What an experience and an edit share: how much, in rare words; and the words, the heaviest first."""

    mass: float = 0.0
    added: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    touched: tuple[str, ...] = ()
    many: int = 0


def edit_words(edit: FileEdit) -> EditWords:
    """Return the words of what is done to one file. Lines that stand in the old and the new text are not changed."""
    gone, come, both = _changed(edit.old[:MOST].splitlines(), edit.new[:MOST].splitlines())
    before, after = spelled_tokens("\n".join(gone)), spelled_tokens("\n".join(come))
    added = {token: word for token, word in after.items() if token not in before}
    removed = {token: word for token, word in before.items() if token not in after}
    kept = {token: word for token, word in after.items() if token in before}
    around = {
        token: word
        for token, word in spelled_tokens("\n".join(both)).items()
        if token not in before and token not in after
    }
    names = dict.fromkeys(filter(_is_a_name, _NAME.findall("\n".join((*come, *gone)))))
    return EditWords(added, removed, kept, around, tuple(names))


def said_words(words: str) -> EditWords:
    """Return the words of a prompt, as if all of them were added."""
    spelled = spelled_tokens(words[:MOST])
    names = dict.fromkeys(filter(_is_a_name, _NAME.findall(words[:MOST])))
    return EditWords(spelled, {}, {}, {}, tuple(names))


def met(card: Card, words: EditWords, rarity: Callable[[str], float], of_place: Collection[str] = ()) -> Met:
    """Return what they share. `rarity` is 1 for a token that no other experience holds, `of_place` the place's own words.

    A word counts once, by the heaviest of its tokens: of `RetryPolicy` the whole name, and not its parts besides.
    """
    heading, body, search, names, *_ = (*card.words.split("\x1f"), "", "", "", "")
    title = set(heading.split())
    own = set(body.split()) | set(search.split())
    symbols = set(names.split())
    best: dict[str, tuple[float, str]] = {}
    sides = (("added", words.added, 1.0), ("removed", words.removed, 1.0),
             ("touched", words.kept, _KEPT), ("around", words.around, _AROUND))  # fmt: skip
    for side, tokens, share in sides:
        for token, word in tokens.items():
            if token not in title and token not in own and token not in symbols:
                continue
            weight = share * _weight(token, word, title, own, symbols) * rarity(token)
            if token in of_place:
                weight *= _COMMON
            same = word.lower()
            if weight > best.get(same, (0.0, ""))[0]:
                best[same] = (weight, side)
    spelled = {word.lower(): word for tokens in (words.around, words.kept, words.removed, words.added)
               for word in tokens.values()}  # fmt: skip
    ordered = sorted(best, key=lambda word: (-best[word][0], word))
    telling = [word for word in ordered if best[word][0] >= _TELLING]

    def of(side: str) -> tuple[str, ...]:
        return tuple(spelled[word] for word in telling if best[word][1] == side)[:TOLD]

    mass = sum(best[word][0] for word in ordered)
    return Met(mass, of("added"), of("removed"), of("touched"), len(telling))


_TELLING = 0.3
"""From this weight on a word is named, and counts as one that is shared."""


def _weight(token: str, word: str, title: set[str], own: set[str], symbols: set[str]) -> float:
    """Return what a shared token counts by itself."""
    if token.isdigit():
        return _NUMBER
    if token in CODE_WORDS:
        return _COMMON
    weight = weight_of(token) * (_PROSE if token in PROSE_WORDS else 1.0)
    if token in title:
        weight *= _HEADING
    elif token not in symbols:
        weight *= _BODY
    # A token of a name's parts joined is the name itself: who has it by chance?
    if len(token) >= _LONG and token == word.replace("_", "").lower() and _is_a_name(word):
        weight *= _NAMED if token in symbols else _WHOLE
    return weight


_LONG = 6


def _is_a_name(word: str) -> bool:
    """Return whether no prose would hold it: it has an underscore inside, or capitals behind small letters."""
    if "_" in word.strip("_"):
        return True
    rest = word[1:]
    return rest != rest.lower() and rest != rest.upper()


def _changed(old: list[str], new: list[str]) -> tuple[list[str], list[str], list[str]]:
    """Return the lines that go, those that come, and those that both texts have."""
    left: dict[str, int] = {}
    for line in old:
        plain = line.strip()
        left[plain] = left.get(plain, 0) + 1
    come: list[str] = []
    both: list[str] = []
    for line in new:
        plain = line.strip()
        if left.get(plain, 0):
            left[plain] -= 1
            both.append(plain)
        else:
            come.append(plain)
    gone = [line for line, many in left.items() for _ in range(many)]
    return gone, come, both


def needed(least: float, words: EditWords, growth: float) -> float:
    """Return what must be shared: of a long edit more, for by chance it shares more."""
    return least * (1 + growth * math.log2(max(1.0, words.size / _SHORT)))


_SHORT = 60
"""Tokens of a short edit."""
