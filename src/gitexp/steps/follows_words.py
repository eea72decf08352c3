"""The words that carry matter, in prose and in code alike: names are taken apart, and what all code says is left out."""

from __future__ import annotations

import re

from gitexp.records.words import STOP

_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_LETTERS = re.compile(r"[^\W\d_]+")
_GENERIC = STOP | frozenset(
    "always never must not without avoid instead rather than keep leave put make take give get set add remove change call "
    "using used uses value values code line lines file files function method class module first last new old first then "
    "only here there every each any both side way thing things work works name named names default defaults type types "
    "return returns write read test tests fix issue case cases step steps please note see still already yet against "
    "allow allowed require required rely depend true false null none self this def const var let int long char bool "
    "string float double void static public private protected import include from package struct enum trait impl func "
    "setting choosing adding removing calling writing reading editing touching working wiring starting times "
    "through via between during within across behind beside toward towards per "
    "ever again once twice directly simply longer shorter higher lower least most up down out into onto over "
    "seconds second minutes minute hours hour milliseconds millisecond bytes byte percent days day ms sec secs min"
    " mins".split()
)


def words_of(text: str) -> frozenset[str]:
    """Return the words that carry matter, also those that a name is made of: `maxRetries` gives max and retry."""
    found = (match[0].lower() for match in _LETTERS.finditer(_HUMP.sub(" ", text)))
    return frozenset(_stem(word) for word in found if len(word) > 2 and word not in _GENERIC)


def _stem(word: str) -> str:
    if word.endswith("ies") and len(word) > 4:
        word = f"{word[:-3]}y"
    elif word.endswith("s") and not word.endswith("ss") and len(word) > 3:
        word = word[:-1]
    return word[:6]
