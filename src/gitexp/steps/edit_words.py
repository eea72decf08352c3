"""The words of an edit: what it adds, what it takes out, what it touches; and which of them an experience speaks of."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import TYPE_CHECKING, Literal, NamedTuple

from gitexp.records.code_words import CODE_WORDS, PROSE_WORDS
from gitexp.records.search_tokens import search_tokens, spelled_tokens

if TYPE_CHECKING:
    from gitexp.records.agent_event import FileEdit
    from gitexp.records.card import Card
    from gitexp.steps.edit_signs import Stretch

MOST = 40_000
"""Characters of an edit that are read; a longer one is a generated file, or has shown by then what it is about."""
TOLD = 4
"""Words that are named of one kind."""
_HEADING, _BODY = 1.2, 0.9
_COMMON, _PROSE, _WHOLE, _NAMED = 0.2, 0.3, 1.6, 2.0
"""What a word counts that any code is made of, or any prose; a name of several parts met whole; a symbol of the scope."""
_NUMBER, _SPLIT = 0.4, 1.3
"""What a number counts, and a name that the experience spells in words (`calculated at`)."""
_EVERYDAY, _FURTHER = 0.8, 0.35
"""What such a name counts whose two parts any code or prose is made of; and more for each further part."""
_BETWEEN = re.compile(r"[\W_]+")
_NAME = re.compile(r"[A-Za-z_]\w{3,60}")
_POINTED = re.compile(
    r"\b(?:(?P<defines>def|func|fn|function|class)[ \t]+)?(?P<name>[A-Za-z_]\w{2,59})"
    r"(?:[\"']?[ \t]*(?::?=(?![=>~])|:[ \t]+(?=\S))|\()"
)
"""A name that is set, called or defined."""
_STATEMENTS = frozenset(
    "assert await cas catch els except expect export if import new rais return switch throw try with yield".split()
)
"""Words that stand before a bracket or a colon, and are no names."""
_LITERAL = re.compile(r"\"[^\"\n]*\"|'[^'\n]*'|\d+")


Side = Literal["added", "removed", "kept", "around"]
_CLEAR: tuple[Side, ...] = ("around", "kept", "removed", "added")
"""From what says least of a word that stands on several sides."""
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
    the more is shared by chance. `pointed` are those of any code that a changed line sets or calls, `turned` those of a
    line in which a number or a literal is changed alone. `lines` come, `signs` are where pairs of signs stand.
    """

    words: Mapping[str, Word]
    names: tuple[str, ...] = ()
    wholes: tuple[str, ...] = ()
    size: int = 0
    pointed: AbstractSet[str] = frozenset()
    turned: AbstractSet[str] = frozenset()
    lines: tuple[str, ...] = ()
    signs: Mapping[str, tuple[Stretch, ...]] | None = None


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
    lines: Sequence[str] = ()


def edit_words(edit: FileEdit) -> EditWords:
    """Return the words of what is done to one file. Lines that stand in the old and the new text are not changed."""
    gone, come, both = _changed((edit.old or "")[:MOST].splitlines(), edit.new[:MOST].splitlines())
    old, new, same = ("\n".join(lines) for lines in (gone, come, both))
    before, after = _spelled(old), _spelled(new)
    words: dict[str, Word] = {}
    for token, spelled in _spelled(same).items():
        words[token] = _word(token, "around", spelled)
    for token, spelled in before.items():
        words[token] = _word(token, "removed", spelled)
    for token, spelled in after.items():
        words[token] = _word(token, "kept" if token in before else "added", spelled)
    changed = f"{new}\n{old}"
    return _counted(words, changed, same)._replace(
        pointed=_pointed(changed), turned=_turned(gone, come), lines=tuple(come)
    )


def said_words(said: str) -> EditWords:
    """Return the words of a prompt, as if all of them were added; a symbol in it says nothing of the place."""
    words = {token: _word(token, "added", spelled) for token, spelled in _spelled(said[:MOST]).items()}
    return _counted(words, said[:MOST])._replace(names=())


def _word(token: str, side: Side, spelled: str) -> Word:
    whole = len(token) >= _LONG and token == spelled.replace("_", "").lower() and _is_a_name(spelled)
    return Word(side, spelled, whole)


def _spelled(text: str) -> dict[str, str]:
    """Return each token once, with the word as it stands in the text."""
    found = spelled_tokens(text)
    if not text.isascii():
        from gitexp.steps.edit_signs import spelled_apart  # late: most edits are ASCII

        found.update((token, word) for token, word in spelled_apart(text).items() if token in found)
    return found


def _pointed(changed: str) -> frozenset[str]:
    """Return the words of any code that are a name by themselves which is set or called."""
    found = {match["name"] for match in _POINTED.finditer(changed) if not match["defines"]}
    names = [name for name in found if not _is_a_name(name)]
    return frozenset(CODE_WORDS.intersection(search_tokens("\n".join(names)))) - _STATEMENTS


def _turned(gone: Sequence[str], come: Sequence[str]) -> frozenset[str]:
    """Return the words of any code on lines of which a number or a literal is changed, and nothing else."""
    if not gone or not come:
        return frozenset()
    before = {_LITERAL.sub("0", line) for line in gone}
    same = before.intersection(_LITERAL.sub("0", line) for line in come)
    return frozenset(CODE_WORDS.intersection(search_tokens("\n".join(same)))) - _STATEMENTS


def _counted(words: Mapping[str, Word], changed: str, around: str = "") -> EditWords:
    names = dict.fromkeys(filter(_is_a_name, _NAME.findall(changed)))
    own = [token for token, word in words.items() if word.side != "around"]
    wholes = tuple(token for token in own if words[token].whole)
    signs = None
    if not (changed.isascii() and around.isascii()):
        from gitexp.steps.edit_signs import by_pair, stretches_of

        signs = by_pair(stretches_of(f"{changed}\n{around}"))
    return EditWords(words, tuple(names), wholes, len(own), signs=signs)


def met(
    card: Card,
    edit: EditWords,
    rarity: Callable[[str], float],
    of_place: Collection[str] = (),
    by: str = "",
) -> Met:
    """Return what they share. `rarity` is 1 for a token that no other experience holds, `of_place` the place's own words.

    A word counts once, by the heaviest of its tokens: of `RetryPolicy` the whole name, and not its parts besides. `by`
    says what covers the place.
    """
    heading, body, search, names, *_ = (*card.words.split("\x1f"), "", "", "", "")
    title, scope = frozenset(heading.split()), frozenset(names.split())
    own = title | scope | frozenset(body.split()) | frozenset(search.split())
    shared = own & edit.words.keys()
    signs = shared & edit.signs.keys() if edit.signs else frozenset()
    meant = _meant(card, edit, title, by)
    best: dict[str, tuple[float, Word, float]] = {}
    weights = [
        (token, _weight(token, edit.words[token], title, scope, meant=token in meant))
        for token in (shared - signs if signs else shared)
    ]
    for token, weight in (*weights, *_split_names(card, edit, own, rarity)):
        word = edit.words[token]
        weight *= _COUNTS[word.side] * rarity(token) * (_COMMON if token in of_place else 1.0)
        same = word.spelled.lower()
        if same not in best or weight > best[same][0]:
            best[same] = (weight, word, weight if token in meant or is_telling(token) else 0.0)
    if signs:
        for weight, word, telling in _by_signs(signs, edit, title, scope, rarity, of_place):
            best.setdefault(word.spelled, (weight, word, telling))
    return _met(list(best.values()), edit)


def _by_signs(
    signs: Collection[str],
    edit: EditWords,
    title: AbstractSet[str],
    scope: AbstractSet[str],
    rarity: Callable[[str], float],
    of_place: Collection[str],
) -> Iterator[tuple[float, Word, float]]:
    """Yield the shared words of scripts without blanks: what each counts, and what of that tells something."""
    from gitexp.steps.edit_signs import shared_words  # late: most edits have none

    for one in shared_words(signs, edit.signs or {}):
        side = max((edit.words[pair].side for pair in one.pairs), key=_CLEAR.index)
        most = _COUNTS[side] * max(
            rarity(pair) * (_COMMON if pair in of_place else 1.0) * _where(pair, title, scope)
            for pair in one.pairs
        )
        yield one.weight * most, Word(side, one.written, False), one.telling * most


def _met(found: list[tuple[float, Word, float]], edit: EditWords) -> Met:
    """Return the words that are shared, the heaviest first; those of the changed lines are named."""
    found.sort(key=lambda one: (-one[0], one[1].spelled))
    own = [one for one in found if one[1].side != "around"]
    # A single sign weighs little, and is a word all the same.
    telling = [word for weight, word, _ in own if weight >= _TELLING] or [word for _, word, _ in own[:1]]

    def of(side: Side) -> tuple[str, ...]:
        return tuple(word.spelled for word in telling if word.side == side)[:TOLD]

    mass, changed = sum(one[0] for one in found), sum(one[2] for one in own)
    return Met(mass, of("added"), of("removed"), of("kept"), len(telling), changed, edit.lines)


def _meant(card: Card, edit: EditWords, title: AbstractSet[str], by: str) -> AbstractSet[str]:
    """Return the words of any code that tell something here, as they are what the edit does.

    For a folder those of title or `when` that it sets or calls: another word must be shared besides. For the very
    file those of a line in which it changes but a number or a literal.
    """
    if by == "folder":
        changed = ("added", "removed")
        return {token for token in edit.pointed & title if edit.words[token].side in changed}
    if by == "file" and edit.turned:
        said = card.what.lower()
        return {token for token in edit.turned if token in title or token in said}
    return frozenset()


def _split_names(
    card: Card, edit: EditWords, own: AbstractSet[str], rarity: Callable[[str], float]
) -> Iterator[tuple[str, float]]:
    """Yield the names of an edit that the experience spells in words: `calculated at` for `CalculatedAt`.

    A name of everyday words (`file_name`) stands in prose that anybody writes.
    """
    wholes = [token for token in edit.wholes if len(token) >= _LONGER and token not in own]
    if not wholes:
        return
    said = " ".join((card.title, card.when, card.what, card.why or "", *card.anti_patterns))
    joined = _BETWEEN.sub("", said.lower())
    for token in wholes:
        if token in joined:
            parts = [part for part in search_tokens(edit.words[token].spelled) if part != token]
            telling = [rarity(part) for part in parts if is_telling(part)]
            # Three everyday words side by side are less of a chance than two.
            everyday = min(_SPLIT, _EVERYDAY + _FURTHER * (len(parts) - 2))
            yield token, _SPLIT * max(telling) if telling else everyday


_TELLING = 0.3
"""From this weight on a word is named."""


def _where(token: str, title: AbstractSet[str], scope: AbstractSet[str]) -> float:
    return _HEADING if token in title else 1.0 if token in scope else _BODY


def _weight(
    token: str, word: Word, title: AbstractSet[str], scope: AbstractSet[str], *, meant: bool
) -> float:
    """Return what a shared token counts by itself."""
    if token.isdigit():
        return _NUMBER
    if not meant and token in CODE_WORDS:
        return _COMMON
    weight = (_PROSE if token in PROSE_WORDS else 1.0) * _where(token, title, scope)
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
    if token in CODE_WORDS or token in PROSE_WORDS or token.isdigit():
        return False
    if token.isascii():
        return True
    from gitexp.records.code_signs import USUAL_SIGNS

    return token not in USUAL_SIGNS


def needed(least: float, edit: EditWords, growth: float) -> float:
    """Return what must be shared: of a long edit more, for by chance it shares more."""
    return least * (1 + growth * math.log2(max(1.0, edit.size / _SHORT)))


_SHORT = 60
"""Tokens of a short edit."""
