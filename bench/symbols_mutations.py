"""Changes the member of a pair into a plausible other one, or moves it to another container: names that nothing has."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from bench.symbols_bases import EVERYWHERE
from bench.symbols_listing import FAMILY, WORDS, Listing
from bench.symbols_pairs import Pair, spelled

SWAPS = (
    "get fetch,set assign,is has,add append,insert put,remove delete,create make,build compose,find lookup,start begin"
    ",stop end,open load,close release,read scan,write save,send post,parse decode,format render,update refresh"
    ",count size,length total,name label,key id,value item,list items,path file,error failure,handler listener"
    ",config settings,options flags,test verify,to as,from of,with using,index position,first head,last tail"
    ",max limit,min floor,enable activate,disable deactivate,check validate,init setup,run execute,new fresh"
    ",input source,output target,data content,type kind,node element,parent owner,child entry,string text,line row"
    ",reset clear,register attach,resolve expand,apply perform,handle process,match equals,select choose,print show"
    ",default initial,current active,next following,old former,user account,time moment,date day,group cluster"
)
SWAP = {one: other for pair in SWAPS.split(",") for one, other in (pair.split(), pair.split()[::-1])}
TAILS = ("by", "all", "now")
LEAST = 4
"""Names shorter than this stand anywhere in a text."""
PART = re.compile(r"[A-Z]+(?![a-z])[0-9]*|[A-Z]?[a-z]+[0-9]*|[0-9]+")
CAMEL = frozenset("JavaScript TypeScript Java C# Go PHP C++".split())
"""Languages where a name of one small word grows as `sendAll`, not as `send_all`."""


@dataclass(frozen=True)
class Mutation:
    """A name that nothing has; `true` is the member that was meant.

    `open` says why the other tool can't be sure that it is absent (a base outside the tree, a door); `unclear` names
    what that tool can't see through. Where both are empty, exp must say missing.
    """

    name: str
    true: str
    of: Pair
    rule: str
    open: str = ""
    unclear: str = ""

    @property
    def certain(self) -> bool:
        """Return whether the container has no base outside the tree and no door, as far as can be seen."""
        return not self.open and not self.unclear


def mutations(listing: Listing, pairs: Sequence[Pair], seed: int) -> list[Mutation]:
    """Return for each pair with a container its name changed, or the member moved elsewhere, in turn."""
    chance = random.Random(seed)
    asked = [one for one in pairs if one.container]
    made: dict[str, Mutation] = {}
    for number, one in enumerate(asked):
        several = [moved, changed] if number % 3 == 0 else [changed, moved]
        for make in several:
            if (found := make(listing, one, asked, chance)) and found.name not in made:
                made[found.name] = found
                break
    return list(made.values())


def changed(listing: Listing, one: Pair, _: Sequence[Pair], chance: random.Random) -> Mutation | None:
    """Return the pair with another name of the member, None where every other one exists or stands in the text."""
    by_rule: dict[str, list[str]] = {}
    for rule, name in plausible(one.member, one.language):
        by_rule.setdefault(rule, []).append(name)
    for rule in chance.sample(sorted(by_rule), len(by_rule)):
        for name in chance.sample(by_rule[rule], len(by_rule[rule])):
            if absent(listing, one.container, name):
                return _mutation(listing, one.container, name, one, rule, one.name, chance)
    return None


def moved(listing: Listing, one: Pair, others: Sequence[Pair], chance: random.Random) -> Mutation | None:
    """Return the member asked of another container of its language that has no such member."""
    family = FAMILY.get(one.language, one.language)
    targets = [
        other
        for other in others
        if FAMILY.get(other.language, other.language) == family
        and other.container != one.container
        and (other.kind == "module") == (one.kind == "module")
    ]
    if len(one.member) < LEAST or one.member.startswith("__") or one.member in EVERYWHERE:
        return None
    for target in chance.sample(targets, min(8, len(targets))):
        if absent(listing, target.container, one.member):
            return _mutation(listing, target.container, one.member, one, "moved", target.name, chance)
    return None


def _mutation(
    listing: Listing, container: str, member: str, one: Pair, rule: str, form: str, chance: random.Random
) -> Mutation:
    """Return the mutation, spelled now and then in the language's own form."""
    reach = listing.reach(container)
    language = one.language if "->" in form or "::" in form or "#" in form else ""
    name = spelled(container, member, language, form.endswith("()"), chance)
    why = [f"base {base}" for base in sorted(reach.outside)] + [
        f"door {door}" for door in sorted(reach.doors)
    ]
    return Mutation(name, one.member, one, rule, ", ".join(why[:3]), ", ".join(sorted(reach.unclear)[:3]))


def absent(listing: Listing, container: str, member: str) -> bool:
    """Return whether a container has no such member by the other tool, and no file of it or its bases has the word."""
    reach = listing.reach(container)
    bare = member.rstrip("=?!")
    if member in reach.members or bare in reach.members or bare in WORDS or member in EVERYWHERE:
        return False
    whole = f"{container}.{member}"
    if listing.named(whole) or any(part == bare for part in container.split(".")):
        return False
    return not any(listing.has_text(file, bare) for file in reach.files)


def plausible(name: str, language: str = "") -> Iterator[tuple[str, str]]:
    """Yield the rule and the name that it makes of another: what someone could have remembered instead."""
    bare = name.rstrip("=?!")
    words, join = split(bare, language in CAMEL)
    if not words:
        return
    tail, head = name[len(bare) :], bare[: len(bare) - len(bare.lstrip("_"))]

    def made(rule: str, new: Sequence[str]) -> Iterator[tuple[str, str]]:
        text = head + join(list(new)) + tail
        if (
            text.strip("_") != bare.strip("_")
            and len(text.strip("_=?!")) >= LEAST
            and text[:1] not in "0123456789"
        ):
            yield rule, text

    for place, word in enumerate(words):
        if other := SWAP.get(word.lower()):
            yield from made("swapped word", [*words[:place], other, *words[place + 1 :]])
    for extra in TAILS:
        yield from made("added word", [*words, extra])
    if len(words) > 2:
        yield from made("dropped word", [*words[:1], *words[2:]])
        yield from made("dropped word", words[:-1])
    if len(words) > 1 and words[0].lower() != words[1].lower():
        yield from made("other order", [words[1], words[0], *words[2:]])
    last = words[-1].lower()
    if last.isalpha() and len(last) > 3:
        yield from made("number", [*words[:-1], other_number(last)])
    if len(words) > 1 and not bare.isupper() and not any(word.isdigit() for word in words):
        camel = words[0].lower() + "".join(word.capitalize() for word in words[1:])
        other_style = camel if "_" in bare.strip("_") else "_".join(word.lower() for word in words)
        yield "other style", head + other_style + tail


def other_number(word: str) -> str:
    """Return the plural of a word, or the singular where it looks like a plural."""
    if word.endswith(("ss", "x", "ch", "sh")):
        return f"{word}es"
    if word.endswith("s"):
        return word[:-1]
    return f"{word[:-1]}ies" if word.endswith("y") and word[-2] not in "aeou" else f"{word}s"


def split(name: str, camel: bool = False) -> tuple[list[str], Callable[[list[str]], str]]:
    """Return the words of an identifier, and what joins words in its style; no words where it has two styles."""
    text = name.strip("_")
    words = PART.findall(text)
    if "".join(words) != text.replace("_", ""):
        return [], "".join  # letters of another alphabet, `$`
    if text.isupper():
        return words, lambda new: "_".join(word.upper() for word in new)
    if "_" in text:
        return words if text.islower() else [], lambda new: "_".join(word.lower() for word in new)
    if text.islower() and not camel:
        return words, lambda new: "_".join(word.lower() for word in new)

    def joined(new: list[str]) -> str:
        several = [word if word.isupper() and len(word) > 1 else word.capitalize() for word in new]
        return (several[0] if text[0].isupper() else new[0].lower()) + "".join(several[1:])

    return words, joined
