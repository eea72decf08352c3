"""Hears from the words around a name that the text speaks of something that is not there: no more, not yet, or never."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from gitexp.records.outline import parts_of

if TYPE_CHECKING:
    from gitexp.records.mention_reading import Spot

_BEFORE, _BEHIND = 120, 140
"""Characters that are looked at on either side of a name."""

_BLANKS = re.compile(r"\s{1,120}")
_NOUN = (
    r"(?:methods?|functions?|members?|propert(?:y|ies)|fields?|attributes?|constants?|classe?s?|struct|interface|trait"
    r"|type|enum|module|package|files?|folder|flags?|options?|switch|settings?|keys?|variables?|helpers?|hooks?|getters?"
    r"|setters?|accessors?|macros?|endpoints?|overloads?|alias|wrapper|subclass|api)"
)
_NEW = r"(?:an?|another|any|new|yet|some|more|such|separate|dedicated|extra|second|own|public|private|static|global)"
_LISTED = re.compile(r"`[^`]{1,60}`(?: and| or|,? and|,? or| ?(?:和|与|及|、|と|や)) ?$")
"""What stands in a list before a name shares the words before the list."""

_UNDONE = r"(?:removed|deleted|dropped|gone|renamed|replaced|moved|no more|abolished|withdrawn)"
_TENSE = (
    r"(?:(?:has|have|had) (?:(?:since|already|now|long) )?been|is|was|are|were|got|gets)"
    r"(?: (?:now|since|already|finally|long|long since))?"
)
_IS_UNDONE = (
    rf"(?:{_TENSE} {_UNDONE}\b|(?:does|did|do)(?: not|n't) (?:\w{{1,20}} )?exist|no longer exists?"
    r"|(?:is|are) no longer there|(?:is|are|was|were)(?: not|n't) (?:yet )?(?:there|implemented)\b"
    rf"|(?:is|are) now (?:called|named)|(?:(?:has|had|ever|once|never) ){{0,2}}existed\b|used to exist"
    r"|(?:is|are|was|were) (?:absent|(?:still )?missing)(?=[.,;:!?)]|$| (?:here|so|but|and|there|in `|from `|on `)))"
)
_BEHIND_IT = re.compile(
    rf"\W{{0,3}}(?:{_NOUN} )?{_IS_UNDONE}"
    rf"|\W{{0,2}}[\s,;:.(—–-]{{1,4}}(?:(?:since|because|as|for|and|but) )?"
    rf"(?:(?:it|this|that|which|they|these|those)(?: {_NOUN})? {_IS_UNDONE}"
    rf"|(?:it|that)'s (?:been {_UNDONE}|gone|no more)\b"
    r"|(?:now |since |already |long )?(?:removed|deleted|dropped) (?:in|since|by|with|from|as of|long ago)\b)"
    r"|[\s)）]?(?:方法|函数|类)?(?:已经|已|现已)?(?:被)?(?:移除|删除|刪除|去掉|废弃|不存在|不再存在|缺失|不见了)"
    r"| ?(?:メソッド|関数|クラス)?(?:は|が)(?:もう|既に|すでに)?"
    r"(?:削除|廃止|存在しない|存在しません|なくな|(?:ない|無い|ありません)(?!と|限り|場合|とき|時|ため))"
    r"| ?(?:という)?(?:メソッド|関数|クラス|引数)?を(?:再び|再度|新たに|新しく|再)?(?:追加|導入|新設|復活)"
    r"(?:し(?:ない|ません|たい|よう|ては|てください|て下さい)|させない|する|すべ|せず|は避|を避)",
    re.IGNORECASE,
)
_BEFORE_IT = re.compile(
    r"(?:(?:there (?:is|was|are|were) no(?: longer)?|there (?:should|must|may|shall|can)(?: be no| not be|n't be)"
    r"|\b(?:has|have|had) no(?: longer)?|no longer (?:has|have)|\blacks?|\blacking|\bno such"
    r"|\b(?:do|does|did|must|should|shall)(?: not|n't) (?:have|offer|provide|contain)"
    r"|\b(?:removed?|removes|removing|deleted?|deletes|deleting|dropped|dropping|renamed?|renames|renaming)|instead of"
    r"|rather than|in place of|formerly|previously|used to be|was called) "
    r"(?:(?:the|an?|any|our|old|former) ){0,4}"
    # What is brought in is not there, whether it is to come or never to come.
    rf"|\b(?:(?:re-?)?introduc(?:e|ing)|re-?add(?:ing)?|bring(?:ing)? back|resurrect(?:ing)?) (?:(?:the|our|{_NEW}) ){{0,4}}"
    rf"|\b(?:do|does|did|must|should)(?: not|n't) (?:want|need) {_NEW} (?:{_NEW} ){{0,3}}"
    rf"|\b(?:if|wish)\b[^.;`]{{0,30}}\b(?:had|was|were) {_NEW} (?:{_NEW} ){{0,3}}"
    rf")(?:(?:[a-z-]{{2,20}} )?{_NOUN} (?:(?:called|named|like) )?)?$"
    r"|\b(?:removed|deleted|dropped|removals?|deletions?|missing|gone)(?: (?:in|since|by|with) [\w.]{1,20})?[*_]{0,3}"
    r"(?: ?:| -| –| —)[*_]{0,3} ?(?:[-*+] )?(?:`[^`]{1,60}`(?:,| and|, and) ?){0,8}$"
    r"|(?:没有|沒有|不存在|移除了?|删除了?|而不是|代替|缺少|缺失|如果(?:有|存在)) ?(?:一个|任何)? ?$"
    r"|(?:不要|不应该?|不该|不得|不能|不再|不需要|请勿|勿|避免|禁止|别|別|不许|严禁)[^，。；`]{0,6}"
    r"(?:引入|添加|新增|增加|加入|引进|恢复|新建) ?(?:一个|任何)?(?:新的?|类似)? ?(?:的|方法|函数|类|接口)? ?$"
    r"|(?:添加|新增|增加|引入|实现|新建)一?个(?:新的?)? ?(?:方法|函数|类|接口)? ?$",
    re.IGNORECASE,
)
_WANTED = re.compile(r"\b(?:do|does|did)(?: not|n't) (?:want|need) $", re.IGNORECASE)
_NOWHERE = re.compile(
    rf"(?: {_NOUN})?(?: (?:here|there|any ?more|at all|again)\b|[.,;:!?)]|\W{{0,2}}$)", re.IGNORECASE
)
_PUT = re.compile(
    rf"\b(?:add(?:ing)?|creat(?:e|ing)|defin(?:e|ing)|implement(?:ing)?|writ(?:e|ing)|provid(?:e|ing)|expos(?:e|ing)) "
    rf"(?P<new>(?:{_NEW} ){{1,4}})?(?P<noun>(?:[a-z-]{{2,20}} )?{_NOUN} (?:(?:called|named|like) )?)?$",
    re.IGNORECASE,
)
_ADD = re.compile(r"\badd(?:ing)? $", re.IGNORECASE)
_SOMEWHERE = re.compile(
    r" (?:to|into|in|as|on|onto|at|for|before|after|around|behind|beside|between|calls?|where|when|if|there|here"
    r"|under|with|only)\b",
    re.IGNORECASE,
)
_NOUN_BEHIND = re.compile(rf" {_NOUN}\b", re.IGNORECASE)
_CJK_PUT = re.compile(r"(?:添加|新增|增加|引入|实现|新建) ?$")
_CJK_NOUN = re.compile(r" ?(?:方法|函数|函數|类|類|接口|属性|字段|选项|参数)")
_NEVER = re.compile(
    r"\b(?:never|not|n't|avoid|stop|without|against|refrain from|instead of)(?: (?:ever|again|just|simply))? add(?:ing)? $",
    re.IGNORECASE,
)
_ARROW = re.compile(r" ?(?:→|->|-->|=>|⇒|➜|➔|⟶) ?(?P<tick>`?)(?P<name>[^\s`,;]{1,80})")

_ARROW_ENDS = re.compile(r"(?:→|->|=>|⇒|➜|➔|⟶) ?$")


def said_absent(text: str, spot: Spot) -> bool:
    """Return whether the words beside a name say that it is not there: no more, not yet, or that it must not come."""
    before = _BLANKS.sub(" ", text[max(0, spot.left - _BEFORE) : spot.left])
    behind = _BLANKS.sub(" ", text[spot.right : spot.right + _BEHIND])
    if _BEHIND_IT.match(behind) or _became_other(spot, before, behind):
        return True
    for _ in range(5):
        if _BEFORE_IT.search(before) or _to_come(spot, before, behind):
            return True
        listed = _LISTED.search(before)
        if listed is None:
            return False
        before = before[: listed.start()]
    return False


def _to_come(spot: Spot, before: str, behind: str) -> bool:
    """Return whether a name is told as of something to be made, not of something to be put somewhere."""
    if _WANTED.search(before):
        return _NOWHERE.match(behind) is not None
    if put := _PUT.search(before):
        # "add a `reset` method" makes one; "add a `Timeout`" and "create a `Parser`" use what is there.
        told = put["noun"] or _NOUN_BEHIND.match(behind)
        if told and (put["new"] or spot.mention.kind == "symbol"):
            return True
    if _ADD.search(before) and spot.mention.kind == "symbol":
        return not _SOMEWHERE.match(behind) and (
            len(spot.mention.parts) > 1 or _NEVER.search(before) is not None
        )
    return bool(_CJK_PUT.search(before) and _CJK_NOUN.match(behind))


def _became_other(spot: Spot, before: str, behind: str) -> bool:
    """Return whether an arrow leads from a name to what it is called now: `A.x` → `A.y`."""
    arrow = _ARROW.match(behind)
    if arrow is None or not (arrow["tick"] or behind.startswith(" ")):
        return False
    name, other = spot.mention.name, arrow["name"]
    if _ARROW_ENDS.search(before) or _ARROW.match(behind, arrow.end() + len(arrow["tick"])):
        return False  # a chain tells in which order things happen
    match spot.mention.kind:
        case "symbol":
            one, two = spot.mention.parts, parts_of(other)
            return len(one) > 1 and one[:-1] == two[:-1] and one != two
        case "flag":
            return other.startswith("-") and other != name
        case "path":
            return ("/" in other or "." in other) and ("/" in name or "." in name) and other != name
        case _:
            return False
