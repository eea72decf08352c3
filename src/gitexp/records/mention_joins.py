"""Joins a member and its container where words leave no doubt that they belong together."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from gitexp.records.mention import Mention
from gitexp.records.mention_words import is_constant, is_shaped, is_type

if TYPE_CHECKING:
    from gitexp.records.mention_reading import Spot

_NOUN = (
    r"(?:(?:static|class|instance|abstract|private|public|protected|helper|own) ){0,2}"
    r"(?:methods?|functions?|members?|propert(?:y|ies)|fields?|attributes?|constants?|getters?|setters?)"
)
_TYPE = r"(?:(?:abstract|base) )?(?:class|struct|interface|trait|type|enum|object)"
_THE = r"(?:(?:the|our|a|an|this|that) )?"
_OF = re.compile(rf" (?:{_NOUN} )?of {_THE}(?:{_TYPE} )?")
_ON = re.compile(rf" {_NOUN} (?:on|(?:defined|declared|implemented) (?:in|on|by)) {_THE}(?:{_TYPE} )?")
_IN_CLASS = re.compile(rf" (?:{_NOUN} )?in {_THE}{_TYPE} ")
_OF_MODULE = re.compile(rf" (?:{_NOUN} )?(?:of|in|from) {_THE}(?:module|package|namespace) ")
_WHOSE = re.compile(rf"(?: {_TYPE})?'s? (?P<noun>{_NOUN} )?")
_CJK_NOUN = (
    r"(?:方法|函数|函數|成员|成員|属性|屬性|字段|回调|"
    r"メソッド|関数|プロパティ|フィールド|메서드|메소드|함수)"
)
_WHOSE_CJK = re.compile(
    rf" ?(?:类|類|クラス|组件|組件|对象|接口|클래스)?(?P<inside> ?(?:中|里|裡|内))? ?(?:的|の|의|之) ?"
    rf"(?P<noun>{_CJK_NOUN}的? ?)?"
)
_NOUN_ANYWHERE = re.compile(_NOUN)
_NOUN_BEFORE = re.compile(rf"\b{_NOUN} $|{_CJK_NOUN} ?$", re.IGNORECASE)
_NOUN_BEHIND = re.compile(rf" ?{_CJK_NOUN}| {_NOUN}\b")
_OTHER_THING = re.compile(
    r" (?:[a-z]{1,20} )?(?:sub|child|derived|descend|implement|test|mock|wrapper|extension|plugin|factor|config|file|cache|"
    r"response|request|instances?' )|[-/]\w|(?:子类|子類|派生|サブクラス|テスト)"
)
_NO_MEMBERS = frozenset(
    "list array set map dict vector tuple sequence iterator iterable stream collection copy instance subclass "
    "superclass type kind child parent part number count size promise future option optional slice pointer "
    "reference queue stack pair".split()
)
"""What is spoken of as "of": a `list()` of `Item` is no member of it."""
_BLANKS = re.compile(r"\s{1,20}")
_FARTHEST = 60


def joined(text: str, spots: Sequence[Spot]) -> Iterator[Spot]:
    """Yield a spot for each two neighbours that words make a member and its container."""
    for one, other in pairwise(spots):
        if one.mention.kind != "symbol" or other.mention.kind != "symbol":
            continue
        if not 0 < other.left - one.right <= _FARTHEST:
            continue
        name = _joined_name(text, one, other)
        if name:
            yield type(one)(
                Mention(name, "symbol"), one.start, other.end, one.left, other.right, code=True, after=other
            )


def _joined_name(text: str, one: Spot, other: Spot) -> str:
    between = _BLANKS.sub(" ", text[one.right : other.left])
    if _of_it(text, one, other, between) and not _OTHER_THING.match(text, other.right):
        return _name(other, one)
    if _its(text, one, other, between):
        return _name(one, other)
    return ""


def _of_it(text: str, member: Spot, container: Spot, between: str) -> bool:
    """Return whether the words say "member of container"."""
    if _OF_MODULE.fullmatch(between):
        return (
            len(container.mention.parts) > 0 and "()" not in container.mention.name and _is_sure(text, member)
        )
    if not _is_container(container):
        return False
    if _OF.fullmatch(between):
        return _is_sure(text, member, between)
    return bool((_ON.fullmatch(between) or _IN_CLASS.fullmatch(between)) and _is_member(member))


def _its(text: str, container: Spot, member: Spot, between: str) -> bool:
    """Return whether the words say "container's member"."""
    if not _is_container(container) or not _is_member(member):
        return False
    if whose := _WHOSE.fullmatch(between):
        both = container.code and member.code
        return both or member.mention.name.endswith("()") or bool(whose["noun"])
    far = _WHOSE_CJK.fullmatch(between)
    if far is None:
        return False
    called = member.mention.name.endswith("()") or far["noun"] or _NOUN_BEHIND.match(text, member.right)
    return bool(called) if far["inside"] else True


def _is_container(spot: Spot) -> bool:
    name, parts = spot.mention.name, spot.mention.parts
    return bool(parts) and not name.endswith(")") and is_type(parts[-1])


def _is_member(spot: Spot) -> bool:
    parts = spot.mention.parts
    return len(parts) == 1 and (not is_type(parts[0]) or is_constant(parts[0]))


def _is_sure(text: str, spot: Spot, between: str = "") -> bool:
    """Return whether a name is told as a member's: by brackets, by its spelling, or by the noun beside it."""
    if not _is_member(spot):
        return False
    told = bool(_NOUN_ANYWHERE.search(between)) or bool(
        _NOUN_BEFORE.search(text[max(0, spot.left - 30) : spot.left])
    )
    name = spot.mention.name
    if name.removesuffix("()").lower() in _NO_MEMBERS:
        return told
    return told or name.endswith("()") or is_shaped(name)


def _name(container: Spot, member: Spot) -> str:
    return ".".join((*container.mention.parts, *member.mention.parts))
