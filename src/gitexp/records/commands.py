"""The words by which a comment commands whoever changes the code, in English, Chinese and Japanese."""

from __future__ import annotations

import re

from gitexp.records.commands_against import MAX_SENTENCE, deduced, no_command, passed, to_callers


def _any(*patterns: str) -> re.Pattern[str]:
    return re.compile("|".join(patterns), re.I)


_DO = (
    "(change|remove|delete|edit|modify|touch|reorder|re-order|rename|move|add|use|call|put|replace|reuse|refactor|"
    "alter|extend|rely|inline|simplify|sort|forget|let|return|raise|throw|assume|import|set|pass|block|free|store|"
    "try|make|hold|release|lock|write|read|send|create|copy|log|print|check|update|run|start|stop|wait|sleep|retry|"
    "cache|trust|allow|include|open|close|access|keep|merge|convert|format|drop|skip|ignore|hard-?code|commit|bump|"
    "upgrade|deref|dereference|follow|invoke|do|mix|compare|depend|expose|leak|define|declare|insert|append|"
    "overwrite|override|cancel|clear|reset|destroy|mutate|escape|quote|share|take|give|leave|turn|enable|disable|"
    "apply|count|load|save|show|wrap|yield|evaluate|execute|spawn|fork|treat|expect|mark|consider)"
)
MAY = re.compile(
    "(must [a-z]+|"
    f"(do not|don.?t|never|always|only) (ever )?{_DO}|(do not|don.?t) forget|"
    "(should|shall|may) (not|never|only|always) |(in|up to) (sync|step|date)|(keep|kept) |"
    "(order|ordering|sequence) .*(matters|important|significant)|thread.?safe|"
    "work-?arounds? |works? around|hack|kludge|"
    "(has|have|needs?) to (stay|come|be|match|go|happen|run)|make sure |be careful|careful[:,]|beware|"
    "(if|when|once) .*(change|add|remov|edit|modif|updat|renam|bump)|"
    "(todo|fixme|xxx).*(once|when|after|until)|removed (once|when|after)|"
    "[0-9] before |before (chang|edit|modif|touch|remov|add)|can ?not be called|"
    "(we|you) (do not|don.?t|cannot|can.?t|never) .*here|here.* (we|you) (do not|don.?t)|"
    "intentionally|deliberately|on purpose|"
    "(warning|important|caution|attention|danger).*(cannot|can.?t|avoid|need|has|have)|"
    "不要|必须|必須|禁止|请勿|請勿|切勿|务必|務必|不得|保持同步|保持一致|必ず|変更しない|しないこと|しないで|"
    "はいけない|はならない|触らない|触るな|消さない|同期)",
    re.I,
)
"""What may command: a wide net, quick to throw. `commands` decides."""

GREP = (
    "(must (not|never|be|stay|match|keep|remain|come)|"
    "(do not|don.?t) (change|remove|edit|modify|touch|use|call|add|move|reorder|rename)|"
    "keep (this |these |them )?in sync|never (call|use|change|remove|add)|"
    "order matters|work-?around for|not thread.?safe|"
    "不要|必须|必須|禁止|请勿|保持同步|必ず|変更しない|しないこと|てはいけない)"
)
"""The plainest of these, for git's extended expressions too: a whole tree is searched for them in a second."""

_MARKED = r"^\W*(?:\w+\([\w .,@-]+\)\W*)?"
"""The beginning, where `NOTE(anna):` may stand."""
_FIRST = rf"(?:{_MARKED}|[.;!]\s+|\b(?:please|so|note|warning|important|caution|xxx)[:!,]*\s+)"
_START = (
    rf"(?:{_MARKED}|[.;:!?,(\[—–]\s*|\s[-–—]+\s+|"
    r"\b(?:so|please|thus|therefore|hence|note|warning|important|caution|xxx|just)[:!,]*\s+)"
)
"""What stands before an order: the beginning of a sentence or clause, a mark, a plea."""
_NOT = r"(?:do not|don['’]?t)"
_BARELY = r"(?:ever |just |simply |blindly )?"
_ALTER = (
    r"(?:chang|remov|delet|edit|modif|touch|re-?order|renam|mov|replac|refactor|alter|simplif|sort|format|reformat|"
    r"convert|drop|bump|upgrad|inlin)(?:e|y|ie[ds]|ed|ing|es|p|ped|ted|t)?"
)
_LATER = r"(?:once|when|after|as soon as)"
_GONE = r"(?:remove|drop|delete|get rid of|revert|simplify)"
_ENDED = (
    r"(?:remove|delete|drop|get rid|clean|revert|switch|rename|replace|re-?enable|reinstate|restore|bump|move|use|"
    r"make|merge|stop)"
)
_CHANGING = (
    r"(?:change|changing|add|adding|remove|removing|edit|editing|modify|modifying|"
    r"updating|bumping|renaming|touching)"
)
_ALSO = (
    r"\b(?:(?<!to )make sure|be sure|(?:[,;:] |then |also |please |and )(?:update|adjust|change|edit|bump)|must|"
    r"needs? to|remember|do(?: not|n['’]t) forget|also (?:add|need|have)|please)\b"
)
_HAS_TO = r"\b(?:ha(?:s|ve) to|needs? to|must|ought to)"
_STRONG = _any(
    # What belongs together.
    r"\b(?:keep|kept|stays?|remains?|(?:must|needs? to|ha(?:s|ve) to|should) be)\b (?:\S+ ){0,8}?"
    r"(?:in|up)[ -](?:to[ -])?(?:sync|step|lockstep|date with)\b",
    r"\b(?<!to )(?:keep|kept) (?:\S+ ){0,4}?(?:sorted|consistent|identical|alphabetical\w*|"
    r"in (?:alphabetical|the same|this) order|as is|together with)\b",
    # What must stay as it is, or where it is.
    r"\bdo\s*n[o']?t edit\b",
    r"\b(?:(?:must not|must never) (?:ever )?(?:be )?|(?:should not|shouldn['’]t|should never) (?:ever )?be )"
    rf"{_ALTER}\b",
    rf"{_START}(?:{_NOT}|never) {_BARELY}{_ALTER}\b",
    r"\b(?:order|ordering|sequence)\b(?: \S+){0,5}? (?:matters|(?:is|are) (?:very |also |really )?"
    r"(?:important|significant|crucial|critical))\b",
    r"\bnot (?:\w+ )?(?:thread|async-signal|signal|fork|multi-?thread)[- ]?safe\b",
    r"\bnot re-?entrant\b",
    rf"{_HAS_TO} (?:\w+ )?(?:stay|come|go|happen|run|precede|be (?:\w+ )?\w+(?:ed|en|un|[^s]t|ne))\b (?:\S+ ){{0,4}}?"
    r"(?:before|after|first|last|ahead of|prior to|at the (?:end|top|bottom|start|beginning)|"
    r"in (?:this|that|the same) order)\b",
    rf"{_HAS_TO} (?:\w+ )?be (?:\w+ )?(?:the (?:very )?)?(?:first|last)\b",
    r"\bmust precede\b",
    # A debt, and its end.
    r"\bwork-?arounds? (?:for|to|around|until)\b",
    r"\b(?:to|we) work around\b",
    r"\bis a work-?around\b",
    r"\bhack(?:s|y)?\b(?: \w+)? (?:to|for|because|until|that|around)\b",
    r"^\W*(?:HACK|KLUDGE)\b",
    r"\bhack: ",
    r"\b(?:ugly|horrible|dirty|terrible|nasty|gross|awful|evil|temporary) (?:\w+ )?(?:hack|kludge)\b",
    rf"\b(?:TODO|FIXME|XXX|HACK)\b[^.]{{0,40}}?\b{_ENDED}\b.*\b(?:{_LATER}|until|if)\b",
    rf"\b(?:TODO|FIXME|XXX)\b.{{0,40}}?\b{_LATER}\b.*\b{_ENDED}\b",
    r"\b(?:can|could|^\W*should|this should) be (?:removed|deleted|dropped|cleaned up|reverted|simplified|replaced)\b"
    rf"(?: \S+){{0,4}}? (?:{_LATER}|if)\b",
    rf"^\W*(?:remove|delete|drop) (?:this|me|these|the \w+)\b(?: \S+){{0,5}}? (?:{_LATER}|in)\b",
    rf"\b(?:we|you) (?:can|could|should) (?:\w+ )?{_GONE}\b.*\b{_LATER}\b",
    rf"\b{_LATER}\b.*\b(?:we|you) (?:can|could|should) (?:\w+ )?{_GONE}\b",
    # What to think of before the change.
    r"\b(?:will|would) (?:break|fail|crash|deadlock|hang)\b.*\bif (?:you|we|this|it|these)\b.*"
    r"\b(?:remove|change|move|reorder|delete|drop)",
    r"\b(?:see|read|check|consult)\b(?: \S+){0,3}? \S*\d+ (?:\w+ ){0,2}before\b",
    r"\bbefore (?:changing|editing|modifying|touching|removing|reordering|renaming) (?:this|these|it|them|any|the)\b",
)
"""What commands wherever it stands."""
_HEED = _any(
    r"\b(?:be|being) (?:\w+ )?careful\b(?! about what)",
    r"^\W*careful[:,]",
    r"\bbeware\b",
    r"\bif (?:you|we|someone|anyone|this|these|those|the|any|either) (?:\S+ ){0,4}?"
    rf"(?:change|add|remove|edit|modify|update|touch|rename|bump|reorder|delete)s?\b.*{_ALSO}",
    rf"{_START}when(?:ever)? (?:you )?{_CHANGING}\b.*{_ALSO}",
    rf"{_START}(?:{_NOT} forget|(?:remember|be sure) to|make sure (?:to|you|that you))\b",
)
"""What to heed: in documentation it is for those who call."""
_MUST = _any(
    r"\bmust(?![-'’])\b(?: not| never| always| only| also| still| therefore)* \w+",
    r"\bshould (?:always|only)(?: be)? \w+ed\b",
    r"\bshould never (?:be \w+ed|(?!be\b)\w+)\b",
    r"\bcan ?not be called (?:concurrently|from|twice|more|after|before|while|without)\b",
    r"\b(?:may|can) only be (?:\w+ )?(?:\w+ed|set|read|run)\b",
    r"\b(?:is|are) not allowed to\b",
)
"""What must hold, unless it deduces or says what a caller may pass."""
_ORDER = _any(
    rf"{_START}{_NOT} {_BARELY}{_DO}\b(?=.*?\b(?:this|these|here|directly|NOT)\b|(?: \S+){{4,}})",
    rf"{_FIRST}(?:never|always) {_BARELY}{_DO}\b(?! sense)",
    rf"{_FIRST}only {_DO}\b(?= (?:\S+ ){{2,}})"
    r"(?=.*\b(?:because|since|once|after|when|while|until|so|otherwise|if|from|to)\b)",
)
"""An order to whoever writes here."""
_LOUD = re.compile(
    r"\b(?:DO NOT|DON['’]T|MUST(?: NOT)?|NEVER|ALWAYS)\b(?=.*[a-z])|(?<=[a-z] )(?:DO NOT|MUST|NEVER|ALWAYS)\b"
)
"""What its author cried out."""
_WHY = (
    r"\b(?:because|since|otherwise|for performance|to avoid|to prevent|"
    r"as (?:it|that|this|these|they|we)|so that|or else)\b"
)
_ABSTAINS = _any(
    rf"\bwe (?:{_NOT}|cannot|can['’]t|never|deliberately|intentionally) (?!(?:have|need|care|know|want|mind)\b)"
    rf"(?=.*\bhere\b)(?=.*{_WHY})",
    r"\bif (?:we|you) (?:do not|don['’]t|did not|didn['’]t) .*\bhere\b",
    r"\b(?:intentionally|deliberately|on purpose)\b.*\b(?:not|un\w+|no|without)\b",
)
"""What is left undone at a place with a reason: whoever does it there brings back what it avoids."""
_ALERT = re.compile(r"\W*(?:WARNING|WARN|IMPORTANT|CAUTION|ATTENTION|DANGER|BEWARE)\b")
_NEED = _any(
    r"\b(?:must|do not|don['’]?t|never|cannot|can['’]?t|avoid|should not|shouldn['’]?t|needs? to|ha(?:s|ve) to)\b"
)
"""What is enough below a WARNING."""
_DENSE = _any(
    r"必须|必須(?=[\u4e00-\u9fff])|禁止|请勿|請勿|切勿|务必|務必|不得|保持同步|保持一致|千万别|不要(?=[\u4e00-\u9fff])",
    r"必ず(?!しも)",
    r"(?:変更|削除|編集|使用|呼び出|追加|移動|修正|実行|並べ替え)\S{0,3}?(?:しない|さない)(?:で|こと)",
    r"(?:変更|削除|編集)しない|しないこと|しないで(?:ください|下さい|$)",
    r"ては(?:いけない|いけません|ならない|なりません)|(?:なければ|ねば)(?:いけない|ならない|なりません|いけません)",
    r"触らない|触るな|消さない|消すな|変えるな|同期(?:を保|させ|する必要)",
)
_KANA = re.compile(r"[\u3040-\u30ff]")
_NOUNS = ("不要", "必須")
"""To Japanese these are nouns: not needed, required."""


def commands(sentence: str, *, doc: bool = False) -> re.Match[str] | None:
    """Return where a sentence of a comment commands; None where it tells, asks, deduces or speaks to callers.

    `doc` is for documentation: there an order is for those who call, and only what must hold counts.
    """
    text = sentence[:MAX_SENTENCE]
    found = _english(text, doc) or _dense(text)
    return None if found is None or no_command(text, found.start()) else found


def _english(text: str, doc: bool) -> re.Match[str] | None:
    found = _STRONG.search(text)
    if found is None and not doc:
        found = _HEED.search(text)
    if found is None and _ALERT.match(text):
        found = _NEED.search(text)
    if found is None and not (deduced(text) or passed(text) or (doc and to_callers(text))):
        found = _MUST.search(text)
    if found is None and not doc:
        found = _ORDER.search(text) or _ABSTAINS.search(text) or _LOUD.search(text)
    return found


def _dense(text: str) -> re.Match[str] | None:
    found = None if text.isascii() else _DENSE.search(text)
    return None if found and found[0].startswith(_NOUNS) and _KANA.search(text) else found
