"""Plants experiences about edits, as a maintainer would write them: by what the changed lines say, in ordinary forms.

It knows nothing of how the hook decides; nothing here follows from what is found.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Sequence
from typing import Literal, NamedTuple, get_args

from bench.hook_patches import Part
from bench.hook_planter_words import CHINESE, ENGLISH, EVERYDAY, JAPANESE, KEYWORDS, MORE, REASONS, VERBS
from bench.hook_store import Written, written

Kind = Literal["matches", "other matter", "other place", "blocked", "unknown", "words only"]
KINDS: tuple[Kind, ...] = get_args(Kind)
MUST_NOT: tuple[Kind, ...] = ("other place", "blocked", "unknown", "words only")
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_DEFINED = re.compile(
    r"^func (?:\([^)]*\) )?(\w{4,})|^(?:export )?(?:default )?(?:async )?function (\w{4,})"
    r"|^(?:export )?(?:class|interface|type|const) (\w{4,})|^(?:class|def|type) (\w{4,})|^(\w{4,})\(\) \{",
    re.MULTILINE,
)
_CODE = (".go", ".ts", ".tsx", ".js", ".mjs", ".py", ".sh")
_GLOB = str.maketrans({sign: f"\\{sign}" for sign in "*?[\\"})
_PARTS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")


class Place(NamedTuple):
    """Where an edit is made: the file, and the symbol that it stands in, "" where none is known."""

    file: str
    symbol: str = ""


class Planted(NamedTuple):
    """An experience for one edit, of which kind, and what it speaks of."""

    kind: Kind
    one: Written
    mentions: tuple[str, ...]
    by_hand: bool = False


def place_of(part: Part, file: str, before: str) -> Place:
    """Return where a part is: the symbol is the last that begins before the change, or in it."""
    if not file.endswith(_CODE):
        return Place(file)
    at = before.find(part.old) if part.old else len(before)
    inside = _names(part.old or part.new)
    above = _names(before[: max(at, 0)])
    return Place(file, inside[0] if inside else above[-1] if above else "")


def plant(key: str, parts: Sequence[Part], place: Place, other: Sequence[str]) -> list[Planted]:
    """Return what is planted for an edit, of each kind one; nothing where its changed lines say nothing.

    `other` is what another edit speaks of, in another repository.
    """
    draw = random.Random(key)
    mentions = _chosen(spoken_of(parts), draw)
    if not mentions:
        return []
    return [_one(kind, key, mentions if kind != "other matter" else other, place) for kind in KINDS]


def spoken_of(parts: Sequence[Part]) -> list[str]:
    """Return what a reader could speak of in the changed lines: names and words, in their order, each once."""
    lines = [line for part in parts for side in part.changed() for line in side]
    found = dict.fromkeys(name for line in lines for name in _NAME.findall(line) if len(name) >= 4)
    return [name for name in found if name.lower() not in KEYWORDS and name.lower() not in EVERYDAY]


def _chosen(names: list[str], draw: random.Random) -> tuple[str, ...]:
    """Return one to four of them; a maintainer rather speaks of a name that was made than of a plain word."""
    composed = [name for name in names if len(_PARTS.findall(name)) > 1]
    plain = [name for name in names if name not in composed]
    many = min(draw.choice((1, 2, 2, 3, 3, 4)), len(names))
    order = draw.sample(composed, len(composed)), draw.sample(plain, len(plain))
    taken: list[str] = []
    while len(taken) < many:
        first = 0 if draw.random() < 0.7 else 1
        taken.append((order[first] or order[1 - first]).pop())
    return tuple(taken)


def _one(kind: Kind, key: str, mentions: Sequence[str], place: Place) -> Planted:
    draw = random.Random(f"{key} {kind}")
    language = draw.choices((ENGLISH, CHINESE, JAPANESE), (8, 1, 1))[0]
    spoken = [_form(name, draw) if language is ENGLISH else name for name in mentions]
    what = draw.choice(language[len(spoken)]).format(*spoken)
    why = ""
    if language is ENGLISH:
        what = what[0].upper() + what[1:]
        length = draw.random()
        why = draw.choice(REASONS) if length > 0.3 else ""
        what += f" {draw.choice(MORE)}" if length > 0.75 else ""
    folder = place.file.rpartition("/")[0].translate(_GLOB)
    when = draw.choice(
        (f"Editing {place.file.rpartition('/')[2]}", f"Changing {mentions[0]}", "Working on this part")
    )
    paths, symbols = _scope(kind, place, folder, draw)
    conditions = _conditions(kind, place, draw)
    return Planted(
        kind, written(f"{key} {kind}", when, what, why, paths, symbols, conditions), tuple(mentions)
    )


def _scope(
    kind: Kind, place: Place, folder: str, draw: random.Random
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the scope: the file, its folder, or the symbol; of some kinds another place, or none."""
    if kind == "words only":
        return (), ()
    if kind == "other place":
        return (f"legacy/{folder or 'old'}/**",), ()
    one = draw.random()
    if one < 0.3 and place.symbol:
        return (), (place.symbol,)
    if one < 0.6 and folder:
        return (f"{folder}/**",), ()
    return (place.file.translate(_GLOB),), ()


def _conditions(kind: Kind, place: Place, draw: random.Random) -> str:
    quoted = json.dumps(place.file.translate(_GLOB))
    if kind == "blocked":
        false = "must: [{text: the old compiler is used, check: {language: cobol}}]"
        true = f"must_not: [{{text: this file is laid, check: {{path: {quoted}}}}}]"
        return f"{{{draw.choice((false, true))}}}"
    if kind == "unknown":
        return "{must: [{text: the customer has paid, check: {key: tier, is: paid}}]}"
    if kind == "matches" and draw.random() < 0.25:
        return f"{{must: [{{text: this file is laid, check: {{path: {quoted}}}}}]}}"
    return "none"


def _form(name: str, draw: random.Random) -> str:
    """Return a name as people write it: as it stands, marked as code, in words, in the plural, in another tense."""
    parts = [part.lower() for part in _PARTS.findall(name)]
    if len(parts) > 1:
        words = " ".join(parts)
        return draw.choice((f"`{name}`", f"`{name}`", f"`{name}`", name, words, words, _plural(words)))
    word = name.lower() if name.isupper() or name.istitle() else name
    if word in VERBS:
        return draw.choice((word, _past(word), _going_on(word)))
    return draw.choice((word, word, f"`{name}`", _plural(word)))


def _plural(word: str) -> str:
    if word.endswith(("ed", "ing")):
        return word
    if word.endswith(("s", "x", "ch", "sh")):
        return word if word.endswith("s") and not word.endswith("ss") else f"{word}es"
    return f"{word[:-1]}ies" if word.endswith("y") and word[-2] not in "aeiou" else f"{word}s"


def _past(word: str) -> str:
    return f"{word}d" if word.endswith("e") else f"{word[:-1]}ied" if word.endswith("y") else f"{word}ed"


def _going_on(word: str) -> str:
    return f"{word[:-1]}ing" if word.endswith("e") else f"{word}ing"


def _names(text: str) -> list[str]:
    return [next(filter(None, found)) for found in _DEFINED.findall(text)]
