"""Against: what tells that two statements with common words are two: a denial, a figure, a rival name, another kind."""

from __future__ import annotations

import re

from gitexp.engines.rules.conclusion import conclusion, is_wide, tells_symptom
from gitexp.engines.rules.matter import matter
from gitexp.records.antonyms import apart
from gitexp.records.candidate import Statement
from gitexp.records.clauses import parts
from gitexp.records.opposed import opposed
from gitexp.records.stems import parts_of, same_name
from gitexp.records.text import Redacted

_LACKS = re.compile(
    r"\b(?:missing|absent|empty|blank|lacks?|lacking|none|nothing|aside|alone|ignored?|redundant|unused|invalid|undefined)\b",
    re.I,
)
_RESTRICTS = re.compile(
    r"\b(?:only|unless|except|until|more|less|fewer|at least|at most|minimum|maximum)\b|只|仅|だけ", re.I
)
_CHANGED = re.compile(
    r"\b(?:now|nowadays|meanwhile|since then|(?:was|were|is|are|been) (?:lifted|relaxed|removed|replaced|fixed|moved))\b"
    r"|现在|今は",
    re.I,
)
_GONE = re.compile(r"\b(?:no longer|any ?more)\b|不再|もはや", re.I)
_FILE = re.compile(r"[\w-]\.[a-z]{1,4}$")


def commands_agree(one: str, other: str) -> bool:
    """Return whether the first thing of each is said or denied alike, or they are about two things."""
    first, second = parts(one)[:1], parts(other)[:1]
    return all(
        mine.denied == its.denied or not any(map(mine.holds, its.words)) for mine in first for its in second
    )


def signs_agree(one: str, other: str) -> bool:
    """Return whether nothing that both speak of is said by the one and denied by the other."""
    first, second = _signs(one), _signs(other)
    return all(first[word] & second[word] for word in first.keys() & second.keys())


def speaks_against(one: Statement[Redacted], other: Statement[Redacted]) -> bool:
    """Return whether anything speaks against two statements with common words being one."""
    return (
        one.kind != other.kind
        or conclusion(one.when, one.what) != conclusion(other.when, other.what)
        or is_wide(one.when) != is_wide(other.when)
        or tells_symptom(one.when) != tells_symptom(other.when)
        or matter(one.what).figures != matter(other.what).figures
        or _figures_differ(one.when, other.when)
        or apart(matter(one.when).heard, matter(other.when).heard)
        or apart(matter(one.what).heard, matter(other.what).heard)
        or bool(_RESTRICTS.search(one.what)) != bool(_RESTRICTS.search(other.what))
        or _tells_change(one) != _tells_change(other)
        or opposed(one.what, other.what)
        or not signs_agree(one.what, other.what)
        or _rivals(one, other)
    )


def _tells_change(one: Statement[Redacted]) -> bool:
    """Return whether it says that something is not as it was: then it may be the contrary of what was said before."""
    return bool(_CHANGED.search(f"{one.what}\n{one.why or ''}") or _GONE.search(one.what))


def _figures_differ(one: str, other: str) -> bool:
    """Return whether both tell figures, and not the same: what has none may mean the other's."""
    first, second = matter(one).figures, matter(other).figures
    return bool(first and second) and first != second


def _rivals(one: Statement[Redacted], other: Statement[Redacted]) -> bool:
    """Return whether each names a thing that the other does not, and the two could stand in one place.

    That is: they share a part (`STRAUSS_MAX`, `DUAL_MAX`), or both are files.
    """
    first, second = _foreign(one, other), _foreign(other, one)
    return any(
        parts_of(mine) & parts_of(theirs) or (_FILE.search(mine) and _FILE.search(theirs))
        for mine in first
        for theirs in second
    )


def _foreign(one: Statement[Redacted], other: Statement[Redacted]) -> list[str]:
    """Return what the one names in its command or situation, and the other tells nothing of."""
    held = (
        matter(other.when).names
        | matter(other.what).names
        | matter(other.why or "").names
        | frozenset(other.symbols)
    )
    words = matter(f"{other.when}\n{other.what}\n{other.why or ''}").words
    named = matter(one.when).names | matter(one.what).names
    return [
        name
        for name in sorted(named)
        if not any(same_name(name, each) for each in held) and not _spelled_out(name, words)
    ]


def _spelled_out(name: str, words: frozenset[str]) -> bool:
    """Return whether plain words say the name: "wallet controller"."""
    found = parts_of(name)
    return len(found) > 1 and found <= words and not _FILE.search(name)


def _signs(text: str) -> dict[str, set[bool]]:
    """Return for each word whether it is said, denied, or both; both where a word of lack stands near."""
    found: dict[str, set[bool]] = {}
    lacks = bool(_LACKS.search(text))
    for part in parts(text):
        for at, word in enumerate(part.words):
            # What is kept and what is removed are neither said nor denied: the verb alone is.
            both = lacks or (part.turns and at > 0)
            found.setdefault(word, set()).update((True, False) if both else (not part.denied,))
    return found
