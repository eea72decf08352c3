"""Contraries: pairs of common English words, counterparts that stand for two matters, and figures that cannot both be."""

from __future__ import annotations

import re
from collections.abc import Sequence

from gitexp.records.stems import stem

_CONTRARIES = (
    "above below|inside outside|more less|more fewer|minimum maximum|min max|first last|true false|"
    "on off|upper lower|"
    "ascending descending|eager lazy|public private|sync async|synchronous asynchronous|mutable immutable|"
    "required optional|mandatory optional|explicit implicit|internal external|before after|"
    "always never|all none|"
    "older younger|older newer|old new|strong weak|large small|larger smaller|long short|longer shorter|high low|"
    "higher lower|fast slow|faster slower|largest smallest|oldest newest|oldest latest|nearest farthest|wide narrow|"
    "early late|earlier later|earliest latest|"
    "with without|enable disable|allow forbid|raise lower|increase decrease|include exclude|keep remove|"
    "most least|up down|upwards downwards|left right|forward backward|forwards backwards|"
    "prepend append|uppercase lowercase|singular plural|"
    "relative absolute|manual automatic|manually automatically|serial parallel|sequential parallel|"
    "serially parallel|sequentially parallel|sequential concurrent|sequentially concurrently|shallow deep|"
    "strict lenient|strict lax|same different|together separately|tabs spaces|tabs blanks|lf crlf|"
    "floor ceil|floor ceiling|big little|clockwise counterclockwise|inclusive exclusive"
)
_COUNTERPARTS = (
    "client server|read write|reader writer|input output|source target|source destination|old new|"
    "parent child|encode decode|"
    "push pull|start end|start stop|begin end|open close|lock unlock|send receive|sender receiver|"
    "request response|"
    "upload download|import export|add remove|insert delete|create delete|even odd|"
    "producer consumer|local remote|"
    "row column|debug release|development production|staging production|"
    "serialize deserialize|compile runtime|"
    "load unload|mount unmount|attach detach|connect disconnect|install uninstall|upgrade downgrade|"
    "startup shutdown|"
    "head tail|primary replica|leader follower|frontend backend|build deploy|encrypt decrypt|commit rollback|"
    "linux windows|linux macos|windows macos|android ios|user admin|get set|unit integration|"
    "entry exit|top bottom|front back|horizontal vertical|leading trailing|prefix suffix|positive negative|static dynamic"
)
_PIECES = re.compile(r"\d+")
_PREFIXES = ("un", "non", "in", "im", "dis", "de", "a")
_PAIRS = frozenset(frozenset(map(stem, pair.split())) for pair in _CONTRARIES.split("|"))
_APART = frozenset(frozenset(map(stem, pair.split())) for pair in _COUNTERPARTS.split("|"))


def contrary(one: str, other: str) -> bool:
    """Return whether two stems are contraries: by the table, or one is the other with a prefix that denies."""
    short, long = sorted((one, other), key=len)
    prefixed = len(short) > 3 and any(long == prefix + short for prefix in _PREFIXES)
    return prefixed or frozenset((one, other)) in _PAIRS


def apart(some: frozenset[str], others: frozenset[str]) -> bool:
    """Return whether each has a word that the other lacks, and the two are contraries or counterparts."""
    mine, theirs = some - others, others - some
    return any(contrary(one, other) or frozenset((one, other)) in _APART for one in mine for other in theirs)


def clash(some: Sequence[str], others: Sequence[str]) -> bool:
    """Return whether two rows of figures with their signs (">=", "2.4") are as long, and a pair of them cannot both be.

    A bound and a figure within it can; "at least 5" and "at most 5" are said against each other.
    """
    mine, theirs = _signed(some), _signed(others)
    return len(mine) == len(theirs) and any(
        _excludes(first, second) or _excludes(second, first)
        for first, second in zip(mine, theirs, strict=True)
    )


_Signed = tuple[str, str]


def _signed(figures: Sequence[str]) -> list[_Signed]:
    found: list[_Signed] = []
    sign = ""
    for figure in figures:
        if figure[-1:].isdigit():
            found.append((sign.strip("=") + "=" if sign in ("<=", ">=") else sign.strip("="), figure))
            sign = ""
        else:
            sign += figure
    return found


def _excludes(one: _Signed, other: _Signed) -> bool:
    (sign, figure), (its, bound) = one, other
    order = _compared(figure, bound)
    if sign == its:
        return order not in (0, None)
    if its[:1] not in ("<", ">") or (sign and sign[:1] not in ("<", ">")):
        return False
    if sign[:1] == its[:1]:
        return order not in (0, None)
    beyond = order in ((0, 1) if its[:1] == "<" else (0, -1))
    # Of a figure alone the bound itself may be left in.
    return beyond and (bool(sign) or order != 0 or len(its) == 1)


def _compared(one: str, other: str) -> int | None:
    """Return how two figures stand in order, None where it depends on reading them as a version or a number."""
    first, second = _PIECES.findall(one), _PIECES.findall(other)
    longest = max(len(first), len(second))
    padded = [[_size(piece) for piece in [*each, *["0"] * (longest - len(each))]] for each in (first, second)]
    as_version = (padded[0] > padded[1]) - (padded[0] < padded[1])
    if longest != 2:
        return as_version
    numbers = [(each[0], each[1].rstrip("0") if each[1:] else "") for each in (first, second)]
    decimals = [(_size(whole), fraction) for whole, fraction in numbers]
    as_number = (decimals[0] > decimals[1]) - (decimals[0] < decimals[1])
    return as_version if as_version == as_number else None


def _size(digits: str) -> tuple[int, str]:
    """Return what orders whole numbers of any length."""
    bare = digits.lstrip("0")
    return len(bare), bare
