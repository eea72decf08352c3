"""How a clause treats what it names: it asks for it, forbids just it, or names it by the way."""

from __future__ import annotations

import re

from gitexp.records.mentions import spots_in

_SENTENCE = re.compile(
    r"[.!?;:](?=\s)|\n|[。！？；，]|,(?=\s)|\s[–—-]\s|\bbut\b"
    r"|(?=\s(?:and not|rather than|instead of|in place of)\b)"
)
"""Where a clause ends."""
_REASON = r"\b(?:because|since|so that|otherwise|or else|lest|due to|to avoid)\b|因为|否则|ので|ため"
_CASE = (
    r"\b(?:unless|if|when(?:ever)?|while|until|which|whose|where|whereas|than|e\.g\.|i\.e\.|for example|for instance"
    r"|such as|see|was|were|had|used to|formerly|previously)(?!\w)|如果|除非|例如|たとえば|もし"
)
ASIDE = re.compile(f"(?P<reason>{_REASON})|{_CASE}", re.I)
"""What stands behind one of these gives a reason, a case or an example, and is no advice."""
_USE = (
    r"(?:use|using|call|calling|import|importing|add|adding|pass|passing|set|setting|prefer|take|rely on|relying on"
    r"|go through|read|write|return|raise|throw|wrap in|invoke|include|depend on|require|allow|accept|reach for|mock|patch)"
)
_NOT = (
    r"(?:(?:do|does|did|must|should|may|can|shall|will|is|are)(?: not|n['’]?t)|cannot|never|not|avoid|without|instead of"
    r"|rather than|in place of|no longer|no|stop|forbid|ban)"
)
_DENIED_BEFORE = re.compile(
    rf"\b{_NOT}(?: (?:ever|again|just|simply|to|be|by))?(?: {_USE})?(?: (?:to|with|through|via))?"
    r"(?: (?:the|an?|any|our))?\s?$"
    r"|(?:不要|不得|禁止|不能|别|勿)(?:再)?(?:使用|用|调用)?\s?$",
    re.I,
)
_DENIED_BEHIND = re.compile(
    r"\s?(?:must|should|may|can|shall|is|are|has|have)(?: not|n['’]?t|not)(?: to)?(?: be)?(?: ever)?"
    r"(?: (?:used|called|imported|added|set|passed|allowed|relied on))?(?= here\b| any ?more\b| any longer\b|\s?$)"
    r"|\s?(?:は|を)(?:使わない|使用しない|呼ばない|使ってはいけない)",
    re.I,
)
_CLEAN_END = re.compile(r"\s?(?:here|at all|again|any ?more|any longer|anywhere|ever)?\s?$", re.I)
SOME_NOT = re.compile(
    r"\b(?:not|never|no|nor|neither|avoid|without|cannot|stop \w+ing|except|forbid\w*|\w+n['’]t)\b|不|禁|别|勿|ない|ません",
    re.I,
)
GOVERNED = re.compile(
    rf"(?:\b(?:{_USE}|via|through|with|by|to|from|in favou?r of|always|as|is|be|are|keep|put|make|prefer|say|write|named?"
    r"|called|into?|on|under|onto|of type|choose|pick|switch to|move to|go with|expect|read)"
    r"(?: (?:the|an?|our|its|only|keys?|type|function|method|flag|option|header|class|value|constant|variable)){0,3}"
    r"|=|→|使用|调用|用|を|^)\s?$",
    re.I,
)
_IN_SHARED = re.compile(r"\s?(?:in|inside|within|for|from|on|of|to)(?: (?:the|an?|our))?\s?$", re.I)


def clause(text: str, start: int, end: int) -> tuple[str, str]:
    """Return what stands before and behind a thing within its clause; a reason reaches to the end of its sentence."""
    before, behind = text[:start], text[end:]
    ends = [match.end() for match in _SENTENCE.finditer(before)]
    own = before[ends[-1] :] if ends else before
    whole = re.split(r"[.!?;](?=\s)|\n|[。！？；]", before)[-1]
    aside = ASIDE.search(whole)
    stop = _SENTENCE.search(behind)
    rest = behind[: stop.start()] if stop else behind
    return (own if aside is None or ASIDE.search(own) else f"{aside[0]} {own}"), rest.rstrip(" .!?")


def is_bound(before: str) -> bool:
    """Return whether an amount is a bound: other amounts follow the statement too."""
    return bool(
        re.search(
            r"\b(?:at most|at least|up to|max(?:imum)?|min(?:imum)?|no more than|no less than)\b[^,;]{0,20}$",
            before,
            re.I,
        )
    )


def is_denied(before: str, behind: str) -> bool:
    """Return whether just this thing is forbidden, not some way of using it: "never call it twice" is no ban on it."""
    if _DENIED_BEHIND.match(behind) and not SOME_NOT.search(before):
        return True
    if not _DENIED_BEFORE.search(before):
        return False
    aside = ASIDE.search(behind)
    tail = behind[: aside.start()] if aside else behind
    if _CLEAN_END.fullmatch(tail):
        return True
    spots = spots_in(tail)
    return (
        bool(spots)
        and _IN_SHARED.fullmatch(tail[: spots[0].left]) is not None
        and _CLEAN_END.fullmatch(tail[spots[0].right :]) is not None
    )
