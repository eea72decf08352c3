"""Picks (container, member) pairs of a tree, stratified over languages and kinds, the same ones for a seed."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from bench.symbols_ctags import add_tags
from bench.symbols_listing import Listing, Member, Type, extract
from bench.symbols_python import PYTHON, add_python

KINDS = (
    "plain",
    "property",
    "module",
    "inherited",
    "assigned",
    "re-exported",
    "enum",
    "literal",
    "macro",
    "generated",
)
OWN_FORM = {
    "Ruby": "#",
    "C++": "::",
    "Rust": "::",
    "PHP": "::",
    "C": "->",
    "Java": "#",
    "JavaScript": "#",
}
"""How the languages' own writers join a member to its container."""
SPECIAL = frozenset("__construct initialize constructor __init__ __new__ __call__ main".split())
A_TYPE = 3
"""At most so many pairs of one container."""


@dataclass(frozen=True)
class Pair:
    """A member of a container, and how it is written to ask for it."""

    name: str
    container: str
    member: str
    kind: str
    language: str
    where: str


def list_tree(clone: Path, at: str, root: Path) -> Listing:
    """Return what the other tools list of a tree, whose sources are written into a folder."""
    files = extract(clone, at, root)
    listing = Listing(root)
    unread = add_python(listing, files)
    add_tags(listing, [file for file in files if file in unread or not file.endswith(PYTHON)])
    return listing


def pairs(listing: Listing, count: int, seed: int) -> list[Pair]:
    """Return pairs, of each language and kind as many as of any other, as far as there are."""
    chance = random.Random(seed)
    strata: dict[tuple[str, str], list[Pair]] = defaultdict(list)
    for one in sorted(listing.types.values(), key=lambda each: (each.language, each.name)):
        for member, kind in _askable(listing, one):
            strata[one.language, kind].append(_pair(one, member, kind, chance))
    for language, member in listing.loose:
        where = f"{member.file}:{member.line}"
        strata[language, "macro"].append(Pair(member.name, "", member.name, "macro", language, where))
    return sampled(strata, count, chance)


def sampled(strata: dict[tuple[str, str], list[Pair]], count: int, chance: random.Random) -> list[Pair]:
    """Return so many of all, one of each stratum in turn; few of a container, none twice."""
    order = sorted(strata)
    for key in order:
        chance.shuffle(strata[key])
    found: dict[str, Pair] = {}
    taken: dict[str, int] = defaultdict(int)
    while len(found) < count and any(strata.values()):
        for key in order:
            while strata[key] and len(found) < count:
                one = strata[key].pop()
                if one.name not in found and (not one.container or taken[one.container] < A_TYPE):
                    taken[one.container] += 1
                    found[one.name] = one
                    break
    return sorted(found.values(), key=lambda one: (one.language, KINDS.index(one.kind), one.name))


def _askable(listing: Listing, one: Type) -> Iterable[tuple[Member, str]]:
    """Yield the members that can be asked for: a type's own, and what it has of bases that are surely meant."""
    if listing.local(one) or not one.declared or "constructor" in one.name.split("."):
        return
    for _, member in sorted(one.members.items()):
        if member.kind and member.name not in SPECIAL and member.name != one.last:
            yield member, member.kind
    for base in sure_bases(listing, one):
        for _, member in sorted(base.members.items()):
            mine = member.name in one.members or member.private or member.name.startswith("__")
            if member.kind and not mine and member.name not in SPECIAL and member.kind != "module":
                yield member, "inherited"


def sure_bases(listing: Listing, one: Type) -> list[Type]:
    """Return the bases of a type where each name means one type of the tree alone."""
    found: list[Type] = []
    for base in sorted(one.bases):
        several = listing.meant(base, one)
        if len(several) == 1 and several[0].declared and not listing.local(several[0]):
            found.append(several[0])
    return found


def _pair(one: Type, member: Member, kind: str, chance: random.Random) -> Pair:
    """Return the pair as someone would write it: mostly by the last part of the container's name."""
    parts = one.name.split(".")
    container = one.name if one.module or chance.random() < 0.2 else parts[-1]
    if one.language == "Java" or not one.module:
        container = container if container.count(".") < 4 else ".".join(parts[-2:])
    form = "" if kind in ("enum", "module") and OWN_FORM.get(one.language) in ("->", "#") else one.language
    name = spelled(container, member.name, form, member.call and not one.module, chance)
    return Pair(name, container, member.name, kind, one.language, f"{member.file}:{member.line}")


def spelled(container: str, member: str, language: str, call: bool, chance: random.Random) -> str:
    """Return the asked name: with dots, now and then in the language's own form."""
    form = chance.random()
    if form < 0.25 and (between := OWN_FORM.get(language)):
        joined = container.replace(".", "\\" if language == "PHP" else "::" if between == "::" else ".")
        if call or between != "#":
            return f"{joined}{between}{member}"
    return f"{container}.{member}" + ("()" if call and form > 0.8 and member.isidentifier() else "")


def stratum_counts(chosen: Sequence[Pair]) -> dict[tuple[str, str], int]:
    """Return how many pairs there are of each language and kind."""
    counted: dict[tuple[str, str], int] = defaultdict(int)
    for one in chosen:
        counted[one.language, one.kind] += 1
    return dict(counted)
