"""Tell whether two statements about one matter say the contrary of each other; where that is not sure, they do not.

The rules engine goes by it, and the merge step holds it against what a language model calls the same.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from itertools import combinations, pairwise

from gitexp.records.antonyms import clash, contrary
from gitexp.records.clauses import MOST, Part, Setting, flat, parts, plainly, settings
from gitexp.records.stems import same_name, stem, tokens

NEARLY = 0.8
"""The part of all words that two parts share to be about one thing."""
SHORT = 16
"""Words of a text in which a thing that is said and one that is denied are told of each other."""
OF_IT = 3
"""Words of a command that may be meant by "it"."""
_CHANGES = frozenset(
    stem(word)
    for word in (
        "change edit raise lower modify update set remove delete rename rewrite replace move add bump increase "
        "reduce extend adjust overwrite regenerate patch fix"
    ).split()
)
_SENTENCE = re.compile(r"[;!?。；！？\n]+|\.(?=\s|$)")
_ORDER = re.compile(r"(?P<one>.+?)\s+(?P<word>before|after)\s+(?P<other>.+)", re.I)
_RANKED = re.compile(
    r"(?P<one>.+?)\s+first\b[,;]?\s+(?:and\s+(?:then\s+)?|then\s+)?(?P<other>.+?)(?:\s+(?:last|after(?:wards)?|then|next)\b|$)",
    re.I,
)
_FROM = re.compile(r"\bfrom\s+(?P<one>[^,]+?)\s+(?:in)?to\s+(?P<other>[^,]+)", re.I)


def opposed(one: str, other: str) -> bool:
    """Return whether two texts that speak of one matter (`what` beside `what`, where `when` is the same) are contrary.

    Contrary is: the one says what the other denies; each denies a thing that the other says; all is equal but a
    figure, or a word and its contrary; the order of two things is turned around. Two that merely differ are not.
    """
    if one.casefold().split() == other.casefold().split():
        return False
    return (
        _opposed(one, other, _replaced)
        or _opposed(plainly(one), plainly(other), _set_otherwise)
        or _assigned(one, other)
    )


_Differs = Callable[[Part, Part, bool], bool]


def _opposed(one: str, other: str, differs: _Differs) -> bool:
    mine, theirs = parts(one), parts(other)
    if _at_odds(mine) or _at_odds(theirs):
        return False
    whole = len(mine) == len(theirs) == 1
    return (
        any(_contrary(first, second) or differs(first, second, whole) for first in mine for second in theirs)
        or _trailing(mine, theirs)
        or _trailing(theirs, mine)
        or _crosswise(mine, theirs)
        or _turned_around(one, other)
    )


def _at_odds(some: Sequence[Part]) -> bool:
    """Return whether a text speaks against itself, as far as it can be read: nothing is then told by it."""
    return any(_contrary(first, second) for first, second in combinations(some, 2))


def _contrary(one: Part, other: Part) -> bool:
    """Return whether the one denies what the other says."""
    if one.denied == other.denied:
        return False
    denied, said = (one, other) if one.denied else (other, one)
    if denied.excepted or (denied.figures and set(denied.figures) != set(said.figures)):
        return False
    if denied.aside:
        return _changes(said, denied)
    shared = sum(said.holds(word) for word in denied.words)
    longest = max(len(set(denied.words)), len(set(said.words)))
    return (
        (shared > 0 and shared / longest >= NEARLY)
        or _within(denied, said)
        or (denied.turns and said.turns and _within(said, denied))
        or _of_it(denied, said)
    )


def _within(short: Part, long: Part) -> bool:
    """Return whether the long one speaks of all that the short one does, and of the same thing first."""
    begins = (long.words[:2], long.words[1:3])
    return (
        len(short.words) > 1
        and all(map(long.holds, short.words))
        and any(all(_among(word, some) for word in short.words[:2]) for some in begins)
    )


def _among(word: str, some: Iterable[str]) -> bool:
    return any(_alike(word, one) for one in some)


def _alike(one: str, other: str) -> bool:
    return one == other or same_name(one, other)


def _of_it(one: Part, other: Part) -> bool:
    """Return whether both command the contrary of a thing that one does not name: "remove it", "keep the clause"."""
    short, long = sorted((one.words, other.words), key=len)
    return one.turns and short[:1] == long[:1] and len(short) == 1 and len(long) <= OF_IT


def _changes(said: Part, aside: Part) -> bool:
    """Return whether the one changes what the other leaves as it is."""
    changes = said.words[:1] == ("raise",) or any(word in _CHANGES for word in said.words[:1])
    return changes and bool(aside.names) and all(map(said.holds, aside.names))


def _replaced(one: Part, other: Part, _whole: bool) -> bool:
    """Return whether all is equal but a figure or a sign, or one word that stands for its contrary."""
    if one.denied != other.denied or one.excepted or other.excepted:
        return False
    first = [word for word in one.words if not other.holds(word)]
    second = [word for word in other.words if not one.holds(word)]
    if len(one.words) < 2 or not _in_order(one, other, first, second):
        return False
    if not first and not second:
        return one.figures != other.figures and len(one.figures) == len(other.figures)
    alone = (len(first), len(second)) == (1, 1) and one.figures == other.figures
    return alone and contrary(first[0], second[0])


def _set_otherwise(one: Part, other: Part, whole: bool) -> bool:
    """Return whether both command one thing, with figures that cannot both be or a word and its contrary.

    What one of them adds may be names, which tell where.
    """
    if one.denied or other.denied or one.excepted or other.excepted:
        return False
    one, other = _bare(one), _bare(other)
    first = [word for word in one.words if not other.holds(word)]
    second = [word for word in other.words if not one.holds(word)]
    shared = len(one.words) - len(first)
    if one.figures == other.figures:
        return _word_and_contrary(one, other, first, second, whole or shared > 0)
    if (
        shared == 0
        or not (whole or shared > 1 or len(first) + len(second))
        or not _tells_where(one, other, first, second)
    ):
        return False
    if len(one.figures) > 2 and not _in_order(one, other, first, second):
        return False
    return clash(one.figures, other.figures)


def _bare(part: Part) -> Part:
    """Return a part without the verb that sets: "set the limit" speaks of the limit."""
    return replace(part, words=part.words[1:]) if part.words[:1] == ("set",) else part


def _assigned(one: str, other: str) -> bool:
    """Return whether both set one thing, to no word that they share, in a place that can be the same."""
    mine, theirs = settings(one), settings(other)
    return any(
        same_name(first.name, second.name)
        and not _values(mine, first.name) & _values(theirs, second.name)
        and _one_place(first.rest, second.rest)
        for first in mine
        for second in theirs
    )


def _values(some: Sequence[Setting], name: str) -> set[str]:
    return {setting.value for setting in some if same_name(setting.name, name)}


def _one_place(one: Part, other: Part) -> bool:
    first = [word for word in one.words if not other.holds(word)]
    second = [word for word in other.words if not one.holds(word)]
    return _tells_where(one, other, first, second)


def _word_and_contrary(
    one: Part, other: Part, first: Sequence[str], second: Sequence[str], enough: bool
) -> bool:
    """Return whether all is equal but a word and its contrary; names may be added on one side."""
    pairs = [(mine, its) for mine in first for its in second if contrary(mine, its)]
    if len(pairs) != 1 or not enough or not _in_order(one, other, first, second):
        return False
    mine, its = pairs[0]
    return _tells_where(
        one, other, [word for word in first if word != mine], [word for word in second if word != its]
    )


def _tells_where(one: Part, other: Part, first: Sequence[str], second: Sequence[str]) -> bool:
    """Return whether no more than one of them has words of its own, all of them names."""
    return (
        not (first and second)
        and all(word in one.names for word in first)
        and all(word in other.names for word in second)
    )


def _trailing(some: Sequence[Part], others: Sequence[Part]) -> bool:
    """Return whether the one denies a piece of what it says, and the other says it with that piece.

    "Run it, but not in parallel" denies "run it in parallel"; "check at the edge, not in the core" denies "check in
    the core".
    """
    return any(
        set(before.words[:at]) | set(part.words) == set(said.words) and not said.denied and not said.excepted
        for before, part in pairwise(some)
        if part.trails and part.denied and part.words and not part.excepted and not before.denied
        for at in range(1, len(before.words) + 1)
        for said in others
    )


def _in_order(one: Part, other: Part, first: Sequence[str], second: Sequence[str]) -> bool:
    """Return whether the words that both have stand in one order."""
    mine = [word for word in one.words if word not in first]
    theirs = [word for word in other.words if word not in second]
    return len(mine) == len(theirs) and all(map(_alike, mine, theirs))


def _crosswise(some: Sequence[Part], others: Sequence[Part]) -> bool:
    """Return whether each denies a thing that the other says: "edit it, never generate" and the other way round."""
    if max(sum(len(part.words) for part in text) for text in (some, others)) > SHORT:
        return False
    return bool(_only(some, False) & _only(others, True)) and bool(_only(some, True) & _only(others, False))


def _only(some: Sequence[Part], denied: bool) -> frozenset[str]:
    """Return the words that are denied and never said, or said and never denied."""
    these, those = (
        frozenset(word for part in some if part.denied is which for word in part.words)
        for which in (denied, not denied)
    )
    return these - those


def _turned_around(one: str, other: str) -> bool:
    """Return whether both tell an order of the same two things, each the other way round."""
    return any(_crossed(first, second) for first in _orders(one) for second in _orders(other))


_Order = tuple[frozenset[str], frozenset[str]]


def _orders(text: str) -> list[_Order]:
    """Return what comes before what, each as its words; words on both sides tell nothing."""
    found: list[_Order] = []
    for sentence in _SENTENCE.split(flat(text))[:MOST]:
        for match in filter(None, (_RANKED.match(sentence), _ORDER.match(sentence), _FROM.search(sentence))):
            earlier, later = _matter(match["one"]), _matter(match["other"])
            if "word" in match.re.groupindex and match["word"].lower() == "after":
                earlier, later = later, earlier
            if any(part.denied and not part.turns for part in parts(match["one"])):
                # "Do not merge before it is green": it is green before the merge.
                earlier, later = later, earlier
            found.append((earlier - later, later - earlier))
    return found


def _crossed(one: _Order, other: _Order) -> bool:
    straight = _shared(one[0], other[0]) + _shared(one[1], other[1])
    here, there = _shared(one[0], other[1]), _shared(one[1], other[0])
    return bool(here and there) and here + there > straight


def _shared(some: Iterable[str], others: frozenset[str]) -> int:
    return sum(_among(word, others) for word in some)


def _matter(text: str) -> frozenset[str]:
    """Return the words and names of a piece of text that carry matter, and those that its names are made of."""
    held = frozenset(word for part in parts(text) for word in part.words)
    return held | frozenset(token.text for token in tokens(text) if token.kind == "name")
