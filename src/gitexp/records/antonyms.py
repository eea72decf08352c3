"""Pairs of common English words: contraries, and counterparts that stand for two different matters."""

from __future__ import annotations

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
    "most least|up down|upwards downwards|left right|top bottom|front back|forward backward|forwards backwards|"
    "horizontal vertical|leading trailing|prefix suffix|prepend append|uppercase lowercase|singular plural|"
    "relative absolute|static dynamic|manual automatic|manually automatically|serial parallel|sequential parallel|"
    "serially parallel|sequentially parallel|sequential concurrent|sequentially concurrently|shallow deep|"
    "strict lenient|strict lax|positive negative|same different|together separately|tabs spaces|tabs blanks|lf crlf|"
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
    "entry exit"
)
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
