"""Tell whether two statements about one matter say the contrary of each other; where that is not sure, they do not.

The rules engine goes by it, and the merge step holds it against what a language model calls the same.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from gitexp.records.clauses import Part, parts
from gitexp.records.stems import same_name, stem, tokens

NEARLY = 0.8
"""The part of all words that two parts share to be about one thing."""
_PAIRS = (
    "above below|inside outside|more less|more fewer|minimum maximum|min max|first last|true false|on off|upper lower|"
    "ascending descending|eager lazy|public private|sync async|synchronous asynchronous|mutable immutable|safe unsafe|"
    "required optional|mandatory optional|valid invalid|explicit implicit|internal external|local global|before after"
)
_ANTONYMS = frozenset(
    frozenset(stem(word) for word in pair.split()) for pair in _PAIRS.split("|")
)
_CHANGES = frozenset(
    stem(word)
    for word in "change edit raise lower modify update set remove delete rename rewrite replace move add bump increase reduce "
    "extend adjust overwrite regenerate patch fix".split()
)
_ORDER = re.compile(r"(?P<one>[^;.]+?)\s+\b(?P<word>before|after)\b\s+(?P<other>[^;.]+)", re.I)
_RANKED = re.compile(
    r"(?P<one>[^;.]+?)\s+\bfirst\b[,;]?\s+(?:and\s+(?:then\s+)?|then\s+)?(?P<other>[^;.]+?)\s*\b(?:last|after(?:wards)?|then|next)\b",
    re.I,
)


def opposed(one: str, other: str) -> bool:
    """Return whether two texts that speak of one matter (`what` beside `what`, where `when` is the same) are contrary.

    Contrary is: the one says what the other denies; all is equal but a figure, or a word and its contrary; the
    order of two things is turned around. Two that merely differ are not.
    """
    pairs = [(first, second) for first in parts(one) for second in parts(other)]
    return any(_contrary(*pair) or _replaced(*pair) for pair in pairs) or _turned_around(one, other)


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
    if not shared:
        return False
    longest = max(len(set(denied.words)), len(set(said.words)))
    within = shared == len(denied.words) and shared > 1
    return within or shared / longest >= NEARLY or _of_it(denied, said)


def _of_it(denied: Part, said: Part) -> bool:
    """Return whether both command the contrary of a thing that they do not name: "remove it", "keep the clause"."""
    return denied.words == ("keep",) and said.words[0] == "keep" and len(said.words) <= 2


def _changes(said: Part, aside: Part) -> bool:
    """Return whether the one changes what the other leaves as it is."""
    verb = "raise" if said.words[:1] == ("raise",) else (said.words[0] if said.words else "")
    return (verb == "raise" or verb in _CHANGES) and bool(aside.names) and all(map(said.holds, aside.names))


def _replaced(one: Part, other: Part) -> bool:
    """Return whether all is equal but a figure or a sign, or one word that stands for its contrary."""
    if one.denied != other.denied or one.excepted or other.excepted:
        return False
    first = [word for word in one.words if not other.holds(word)]
    second = [word for word in other.words if not one.holds(word)]
    if not first and not second and len(one.words) > 1:
        return len(one.figures) == len(other.figures) and sorted(one.figures) != sorted(other.figures)
    return (
        (len(first), len(second)) == (1, 1)
        and len(one.words) > 1
        and sorted(one.figures) == sorted(other.figures)
        and _antonyms(first[0], second[0])
    )


def _antonyms(one: str, other: str) -> bool:
    short, long = sorted((one, other), key=len)
    prefixed = len(short) > 3 and any(long == prefix + short for prefix in ("un", "non", "in", "dis", "a"))
    return frozenset((one, other)) in _ANTONYMS or prefixed


def _turned_around(one: str, other: str) -> bool:
    """Return whether both tell an order of the same two things, each the other way round."""
    return any(
        _crossed(first, second) for first in _orders(one) for second in _orders(other)
    )


_Order = tuple[frozenset[str], frozenset[str]]


def _orders(text: str) -> list[_Order]:
    """Return what comes before what, each as its words; words on both sides tell nothing."""
    found: list[_Order] = []
    for match in [*_RANKED.finditer(text), *_ORDER.finditer(text)]:
        earlier, later = _matter(match["one"]), _matter(match["other"])
        if match.groupdict().get("word", "").lower() == "after":
            earlier, later = later, earlier
        found.append((earlier - later, later - earlier))
    return found


def _crossed(one: _Order, other: _Order) -> bool:
    straight = _shared(one[0], other[0]) + _shared(one[1], other[1])
    return not straight and bool(_shared(one[0], other[1]) and _shared(one[1], other[0]))


def _shared(some: Iterable[str], others: frozenset[str]) -> int:
    return sum(any(word == other or same_name(word, other) for other in others) for word in some)


def _matter(text: str) -> frozenset[str]:
    """Return the words and names of a piece of text that carry matter, and those that its names are made of."""
    held = frozenset(word for part in parts(text) for word in part.words)
    return held | frozenset(token.text for token in tokens(text) if token.kind == "name")
