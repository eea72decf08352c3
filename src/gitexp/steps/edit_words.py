"""The words of an edit: what it adds, what it takes out, what it touches; and which of them an experience speaks of."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Collection, Iterator, Mapping
from collections.abc import Set as AbstractSet
from typing import TYPE_CHECKING, Literal, NamedTuple

from gitexp.records.code_words import CODE_WORDS, PROSE_WORDS
from gitexp.records.search_tokens import spelled_tokens, weight_of

if TYPE_CHECKING:
    from gitexp.records.agent_event import FileEdit
    from gitexp.records.card import Card

MOST = 40_000
"""Characters of an edit that are read; a longer one is a generated file, or has shown by then what it is about."""
TOLD = 4
"""Words that are named of one kind."""
_HEADING, _BODY = 1.2, 0.9
_COMMON, _PROSE, _WHOLE, _NAMED = 0.2, 0.3, 1.6, 2.0
"""What a word counts that any code is made of, or any prose; a name of several parts met whole; a symbol of the scope."""
_NUMBER, _SPLIT = 0.4, 1.3
"""What a number counts, and a name that the experience spells in words (`calculated at`)."""
_BETWEEN = re.compile(r"[\W_]+")
_NAME = re.compile(r"[A-Za-z_]\w{3,60}")


Side = Literal["added", "removed", "kept", "around"]
_COUNTS: Mapping[Side, float] = {"added": 1.0, "removed": 1.0, "kept": 0.8, "around": 0.35}
"""What a word counts that stands on one side of the changed lines alone, on both, or beside them."""


class Word(NamedTuple):
    """A word of an edit: where it stands, as it is spelled there, and whether the token is a name of parts as a whole."""

    side: Side
    spelled: str
    whole: bool


class EditWords(NamedTuple):
    """Search tokens of an edit, each with its word. `names` are identifiers of the changed lines.

    `wholes` are those of the tokens that are names as a whole, `size` how many tokens the changed lines have: the more,
    the more is shared by chance.
    """

    words: Mapping[str, Word]
    names: tuple[str, ...] = ()
    wholes: tuple[str, ...] = ()
    size: int = 0


class Met(NamedTuple):
    """What an experience and an edit share: how much, in rare words; the words, the heaviest first, and how many.

    `changed` is what of the mass is words of the changed lines that tell something: what lies beside them is not what
    the edit is about.
    """

    mass: float = 0.0
    added: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    touched: tuple[str, ...] = ()
    many: int = 0
    changed: float = 0.0


def edit_words(edit: FileEdit) -> EditWords:
    """Return the words of what is done to one file. Lines that stand in the old and the new text are not changed."""
    gone, come, both = _changed(edit.old[:MOST].splitlines(), edit.new[:MOST].splitlines())
    before, after = spelled_tokens("\n".join(gone)), spelled_tokens("\n".join(come))
    words: dict[str, Word] = {}
    for token, spelled in spelled_tokens("\n".join(both)).items():
        words[token] = _word(token, "around", spelled)
    for token, spelled in before.items():
        words[token] = _word(token, "removed", spelled)
    for token, spelled in after.items():
        words[token] = _word(token, "kept" if token in before else "added", spelled)
    return _counted(words, "\n".join((*come, *gone)))


def said_words(said: str) -> EditWords:
    """Return the words of a prompt, as if all of them were added."""
    words = {token: _word(token, "added", spelled) for token, spelled in spelled_tokens(said[:MOST]).items()}
    return _counted(words, said[:MOST])


def _word(token: str, side: Side, spelled: str) -> Word:
    whole = len(token) >= _LONG and token == spelled.replace("_", "").lower() and _is_a_name(spelled)
    return Word(side, spelled, whole)


def _counted(words: Mapping[str, Word], changed: str) -> EditWords:
    names = dict.fromkeys(filter(_is_a_name, _NAME.findall(changed)))
    own = [token for token, word in words.items() if word.side != "around"]
    return EditWords(words, tuple(names), tuple(token for token in own if words[token].whole), len(own))


def met(card: Card, edit: EditWords, rarity: Callable[[str], float], of_place: Collection[str] = ()) -> Met:
    """Return what they share. `rarity` is 1 for a token that no other experience holds, `of_place` the place's own words.

    A word counts once, by the heaviest of its tokens: of `RetryPolicy` the whole name, and not its parts besides.
    """
    heading, body, search, names, *_ = (*card.words.split("\x1f"), "", "", "", "")
    title, scope = frozenset(heading.split()), frozenset(names.split())
    own = title | scope | frozenset(body.split()) | frozenset(search.split())
    best: dict[str, tuple[float, Word]] = {}
    telling_mass: dict[str, float] = {}
    weights = {token: _weight(token, edit.words[token], title, scope) for token in own & edit.words.keys()}
    for token, weight in (*weights.items(), *_split_names(card, edit, own)):
        word = edit.words[token]
        weight *= _COUNTS[word.side] * rarity(token) * (_COMMON if token in of_place else 1.0)
        same = word.spelled.lower()
        if same not in best or weight > best[same][0]:
            best[same] = (weight, word)
            telling_mass[same] = weight if word.side != "around" and is_telling(token) else 0.0
    ordered = sorted(best.values(), key=lambda one: (-one[0], one[1].spelled))
    changed = [(weight, word) for weight, word in ordered if word.side != "around"]
    # A pair of signs weighs little by itself, and is a word all the same.
    telling = [word for weight, word in changed if weight >= _TELLING] or [word for _, word in changed[:1]]

    def of(side: Side) -> tuple[str, ...]:
        return tuple(word.spelled for word in telling if word.side == side)[:TOLD]

    mass = sum(weight for weight, _ in ordered)
    return Met(mass, of("added"), of("removed"), of("kept"), len(telling), sum(telling_mass.values()))


def _split_names(card: Card, edit: EditWords, own: AbstractSet[str]) -> Iterator[tuple[str, float]]:
    """Yield the names of an edit that the experience spells in words: `calculated at` for `CalculatedAt`."""
    wholes = [token for token in edit.wholes if len(token) >= _LONGER and token not in own]
    if not wholes:
        return
    said = " ".join((card.title, card.when, card.what, card.why or "", *card.anti_patterns))
    joined = _BETWEEN.sub("", said.lower())
    yield from ((token, _SPLIT) for token in wholes if token in joined)


_TELLING = 0.3
"""From this weight on a word is named."""


def _weight(token: str, word: Word, title: AbstractSet[str], scope: AbstractSet[str]) -> float:
    """Return what a shared token counts by itself."""
    if token.isdigit():
        return _NUMBER
    if token in CODE_WORDS:
        return _COMMON
    weight = weight_of(token) * (_PROSE if token in PROSE_WORDS else 1.0)
    weight *= _HEADING if token in title else 1.0 if token in scope else _BODY
    # A token of a name's parts joined is the name itself: who has it by chance?
    return weight * (_NAMED if token in scope else _WHOLE) if word.whole else weight


_LONG, _LONGER = 6, 8
"""Letters of a name that counts whole; and of one that counts where its parts stand side by side as words."""


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


def is_telling(token: str) -> bool:
    """Return whether it is worth searching for."""
    return token not in CODE_WORDS and token not in PROSE_WORDS and not token.isdigit()


def needed(least: float, edit: EditWords, growth: float) -> float:
    """Return what must be shared: of a long edit more, for by chance it shares more."""
    return least * (1 + growth * math.log2(max(1.0, edit.size / _SHORT)))


_SHORT = 60
"""Tokens of a short edit."""
