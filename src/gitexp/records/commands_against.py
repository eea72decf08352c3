"""The words by which a comment that sounds like a command does none: deductions, parameters, code, licences."""

from __future__ import annotations

import re

MAX_SENTENCE = 600
"""Characters of a sentence that are looked at: a longer one no person wrote as one."""


def _any(*patterns: str) -> re.Pattern[str]:
    return re.compile("|".join(patterns), re.I)


_DONE = (
    r"(?:\w+ly )?(?:\w+ed|kept|held|set|put|sent|run|done|built|left|read|written|taken|given|made|known|found|split|"
    r"drawn|chosen|hidden|shut|cut|lit|met)\b"
)
"""What is done to something: `must be …` is an order then, and else often a conclusion."""
_DEDUCED = _any(
    rf"\bmust have (?!been {_DONE})\w+(?:ed|en|ne)\b",
    rf"\bmust have been (?!{_DONE})",
    rf"\b(?:we|you|they|he|I) must (?:\w+ly |not )?(?:be|have)\b(?! (?:able\b|careful\b|sure\b|{_DONE}))",
    r"\b(?:so|otherwise|probably|surely|know that|means|implies|something|somebody|someone|there) (?:\S+ ){0,3}?"
    rf"must (?:be|have)\b(?! {_DONE})",
    r"\b(?:it|this|that|they) must be (?:an?|the|one|some|from|due|because|in)\b(?! (?:same|very|first|last))",
    r"\bmust be (?:an? (?:bug|simpler|better|easier)|wrong|some|something|because|due|nice|missing)\b",
    r"\b(?:I|one) must\b",
    r"\bmust (?:admit|say|confess)\b",
    r"\b(?:should|must|can) never (?:happen|occur|get|see|reach|fail|hit|come|need|end up|"
    r"be (?:the case|reached|needed|triggered|raised|executed|hit|called in this))\b",
    r"\b(?:whether|identify if|determine if|check if|see if|if not)\b.*\b(?:must|should|need)",
)
_VALUE = (
    r"(?:(?:an?|the|of|one|either|any|also|valid|same) )*(?:(?:type|str|int|list|set|hash|symbol|object|function|class|"
    r"less|null|None|nil|true|false|present|path|url)\b|string|integer|number|numeric|float|double|bool|array|dict|tuple|"
    r"instance|callable|iterable|sequence|scalar|subclass|one of|either|between|in range|(?:in|within) the range|positive|"
    r"negative|non-?(?:zero|null|negative|empty|positive)|greater|larger|smaller|at least|at most|"
    r"the same (?:shape|length|size|dimension|type)|shape|[<>=]|[`'\":]+\w+[`'\":]* or |broadcast\w*|specified|given|"
    r"provided|supplied|passed|unique)"
)
_PASSED = _any(
    rf"\b(?:must|should|may|can) (?:not |only |also |always )?(?:be|have|contain|return) (?:passed )?{_VALUE}",
    r"\b(?:argument|parameter|param|option)s?\b[\"'`*:]* (?:\S+ ){0,3}?(?:must|should)\b",
    r"\bpassed (?:to|in|into|as)\b.*\bmust\b",
    r"^\W*if (?:set|given|specified|provided|supplied|present|passed)\b",
    r"^\W*(?:`+[^`]+`+|[+*]\w+[+*]) must\b",
)
_TO_CALLERS = _any(
    # What has no subject speaks of a parameter or a result.
    r"^\W*(?:it |this |they |these |value )?must\b",
    r"\byou(?:r \w+)?(?: \w+)? must\b",
    r"\bapplications?\b.*\bmust\b",
    r"^\W*(?:in order )?to \w+ .*, .*\bmust\b",
)
_CODE = re.compile(
    r"^\S*\(.*\)\s*;$| = .*;$|[{]$|"
    r"^\W*(?:raise|throw|return|assert\w*|print\w*|if|elif|die|error|warn|puts|echo|log\w*|self|this)\b ?[.(\[\"']|"
    r"^\W*[\w.>-]+\([^)]*\)?[;,]?\s*$|^\s*[\w.\[\]]+ ?(?:[-+*/|&:]?=|=>) ?\S|</?\w+>",
)
_LICENCE = _any(
    r"\bcopyright\b|\bSPDX\b|\bwarrant(?:y|ies)\b|\bredistribut",
    r"\blicen[cs]ed?\b.{0,40}\b(?:under|terms|file|agreement|apache|mit|gpl|bsd)\b",
    r"\ball rights reserved\b|\bpermission is hereby\b|\bthis permission notice\b|\babove copyright\b",
    r"\bGNU (?:lesser )?general public\b|\bfree software foundation\b|\byou may not use this file\b",
    r"\bmerchantability\b|\bliab(?:le|ility) for\b|\bendorse or promote\b|\bused to endorse\b",
    r"\bplainly marked\b|\bmisrepresented\b|\bcompliance with the licen[cs]e\b",
)


def deduced(text: str) -> bool:
    """Return whether somebody concludes that something must be so, or says what cannot happen anyway."""
    return bool(_DEDUCED.search(text))


def passed(text: str) -> bool:
    """Return whether a sentence says which values a caller may pass."""
    return bool(_PASSED.search(text))


def to_callers(text: str) -> bool:
    """Return whether a sentence of documentation speaks to those who call."""
    return bool(_TO_CALLERS.search(text))


def speaks_of_licence(text: str) -> bool:
    """Return whether a text is of a licence, whose orders are not about the code."""
    return bool(_LICENCE.search(text[:MAX_SENTENCE]))


def no_command(text: str, at: int) -> bool:
    """Return whether what looks like a command at a place is a question, code, of a licence, or a quoted message."""
    if text.rstrip().endswith("?") or _CODE.search(text) or _LICENCE.search(text):
        return True
    return any(text.count(mark, 0, at) % 2 == 1 and mark in text[at:] for mark in ('"', "`"))
