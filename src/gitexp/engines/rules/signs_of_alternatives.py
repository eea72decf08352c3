"""How people say that an alternative was rejected, and why: `what` and `why` are groups of each form.

Each form is in English, Chinese or Japanese. A form is narrow on purpose: what it does not see costs nothing.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from gitexp.engines.rules.patterns import any_of


class Form(NamedTuple):
    """A way to reject; `proves` where the reason must carry a sign of one, since the words before it do not say so."""

    pattern: re.Pattern[str]
    proves: re.Pattern[str] | None = None


_WHAT = r"(?P<what>\S.{2,158}?)"
_WHY = r"(?P<why>\S.{6,})$"
_WE = r"\b(?:we|i)(?:['’](?:ve|d)| have| had)?(?: (?:also|already|once|first|initially|originally|previously|briefly|even))*"
_BECAUSE = (
    r"(?:,?;? (?:because(?: of)?|due to|given that|for the reason that|"
    r"since(?! (?:v?\d|the (?:last|first)|then\b|python|release|version)))|"
    r"(?<=,) as(?= (?:it|they|the|we|there|this|that|these|those|you|users?|otherwise|most|some|all|each|every) ))\s+"
)
_BUT = (
    r"(?<!\ball)(?<!\ball )(?<!thing)(?<!thing )(?:(?:,|;|\.\.\.| -| –| —)? ?\b(?:but|however|except that|only to find(?: that)?)\b|"
    r"\. (?:but|however|unfortunately|sadly|alas)\b),?\s+"
)
_USE = r"(?:use|go (?:with|for)|adopt|choose|pick|switch to|reuse|rely on|depend on|move to|default to|fall back (?:to|on))"
_REFUSES = (
    r"(?:(?:did|do|can|could|should|would|wo|ca)(?:n['’]?t| not)|cannot|can ?not|are(?:n['’]t| not)|chose not to|"
    r"decided not to|opted not to|deliberately (?:do(?:n['’]t| not)|avoid)|avoid(?:ed)?)"
)
_FAILS = any_of(
    r"\b(?:too|not|no|never|cannot|can['’]t|\w+n['’]t|without|would|slow|slower|complex|expensive|unsafe|impossible|problem|issue|"
    r"error|bug|lack|lacks|missing|extra|worse|hard|harder|difficult|fragile|confus\w+|ambiguous|overhead|cost|costs)\b",
    r"^(?:that|this|it|they|doing so)\b",
)

FORMS = (
    Form(
        re.compile(rf"{_WE} (?:tried|attempted|experimented with) (?:out )?(?!to\b){_WHAT}{_BUT}{_WHY}", re.I)
    ),
    Form(
        re.compile(
            rf"(?:{_WE} |^)(?:considered|thought about|thought of|explored|evaluated|contemplated|toyed with) {_WHAT}{_BUT}{_WHY}",
            re.I,
        ),
        _FAILS,
    ),
    Form(
        re.compile(
            rf"^{_WHAT} (?:was|were|has been|have been) (?:also )?(?:considered|discussed|tried)(?: too| as well)?{_BUT}{_WHY}",
            re.I,
        ),
        _FAILS,
    ),
    Form(
        re.compile(
            r"^(?:an|one|another|the)(?: (?:obvious|possible|simpler|simple|other|natural|easy|easier|different))* "
            r"(?:alternatives?|options?|approach|possibility|solution)(?: \w+){0,3}? (?:is|was|would be|would have been|could be|could have been) "
            rf"(?:to )?(?:just |simply |instead )*{_WHAT}{_BUT}{_WHY}",
            re.I,
        ),
        _FAILS,
    ),
    Form(
        re.compile(
            rf"^(?:alternatively,? )?(?:we|one|i) could (?:(?:also|instead|have|of course|just|simply|perhaps|obviously|similarly|alternatively|always|theoretically) )*{_WHAT}{_BUT}{_WHY}",
            re.I,
        ),
        _FAILS,
    ),
    Form(
        re.compile(
            rf"\b(?:decided|chose|opted|argued|voted) against (?:using |having |doing )?{_WHAT}{_BECAUSE}{_WHY}",
            re.I,
        )
    ),
    Form(
        re.compile(
            rf"{_WE} (?:rejected|ruled out|dismissed|abandoned|discarded|gave up on|backed out of) {_WHAT}{_BECAUSE}{_WHY}",
            re.I,
        )
    ),
    Form(
        re.compile(
            rf"^{_WHAT} (?:was|were|has been|have been) (?:considered and (?:rejected|dismissed|discarded)|ruled out|dismissed|decided against)"
            rf"{_BECAUSE}{_WHY}",
            re.I,
        )
    ),
    Form(
        re.compile(rf"\b(?:we|i) {_REFUSES} (?:just |simply |really )?{_USE} {_WHAT}{_BECAUSE}{_WHY}", re.I)
    ),
    Form(
        re.compile(
            r"(?:\b(?:we|i)\b.{0,40}?\b(?:use|used|using|chose|choose|went|go|going|picked|keep|kept|opted|made|put|do|did)\b|"
            rf"^(?:using|choosing|keeping|chose|went with|picked|opted for)\b).{{1,120}}?\b(?:instead of|rather than) {_WHAT}{_BECAUSE}{_WHY}",
            re.I,
        )
    ),
    Form(
        re.compile(
            r"^(?P<what>(?:\w+ly )?[a-z]+ing\b.{3,150}?) (?:would(?:n['’]t| not)|won['’]t|will not|can(?:n['’]?t|not| not)|"
            rf"did(?:n['’]t| not)|does(?:n['’]t| not)) (?:really |actually )?(?:work|help|be (?:possible|enough|safe|correct)|scale|suffice)\b"
            rf"(?: (?:here|either|for us))?{_BECAUSE}{_WHY}",
            re.I,
        )
    ),
    Form(
        re.compile(
            r"\bthe (?:problem|trouble|downside|drawback|catch) (?:with|of) (?P<what>(?:\w+ly )?[a-z]+ing\b.{3,150}?) "
            rf"(?:is|was|would be)(?: that)?,? {_WHY}",
            re.I,
        ),
        _FAILS,
    ),
    Form(
        re.compile(
            r"(?:试过|試過|尝试过|嘗試過|考虑过|考慮過|也想过|原本打算|本来(?:想|打算))(?:了|用|使用|采用)?(?P<what>[^，。,；;]{2,60})[，,；;]?\s*(?:但是|但|不过|可是|结果|然而)，?(?P<why>.{4,})$"
        )
    ),
    Form(
        re.compile(
            r"(?:没有?用|没有?采用|沒有採用|不采用|不採用|不能用|没有?选(?:择)?|不选择?|放弃了?|否决了?)(?:了)?(?P<what>[^，。,；;]{2,60})[，,；;]\s*(?:是?因为|因為|由于|由於|否则|原因是)(?P<why>.{4,})$"
        )
    ),
    Form(
        re.compile(
            r"(?:用|采用|選擇|选择|使用)[^，。,；;]{2,60}?(?:而不是|而不用|而非|代替)(?:用|使用)?(?P<what>[^，。,；;]{2,60})[，,；;]?\s*(?:是?因为|因為|由于|由於|否则)(?P<why>.{4,})$"
        )
    ),
    Form(
        re.compile(
            r"之所以(?:不用|没用|没有用|不采用)(?P<what>[^，。,；;]{2,60})[，,；;]\s*是?因为(?P<why>.{4,})$"
        )
    ),
    Form(
        re.compile(
            r"^(?P<what>[^、。，,]{2,60}?)(?:も|を|は)(?:一度)?(?:検討|試)(?:し|して)?(?:ました|たの?です|みました|みたの?です|た)が[、,]?(?P<why>.{4,})$"
        )
    ),
    Form(
        re.compile(
            r"^(?P<what>[^、。，,]{2,60}?)(?:は|を(?:使う|採用する)のは)[、,]?(?P<why>[^。]{4,160}?)(?:ため|ので|から)[、,]?"
            r"(?:採用し|使わ|使い|使用し|選び)?(?:ませんでした|なかった|見送り(?:ました|ます)?|やめ(?:ました|た)|却下(?:しました)?|断念(?:しました)?)"
        )
    ),
    Form(
        re.compile(
            r"^(?P<what>[^、。，,]{2,60}?)(?:ではなく|じゃなくて?|の代わりに)[^。]{2,80}?(?:使|採用|選|し)(?:って|て)?[^。]{0,12}?のは[、,]?(?P<why>[^。]{4,}?)(?:ため|から)(?:です|だ)?。?$"
        )
    ),
)

REPEATS = re.compile(
    rf"(?:(?:they|it|this|that|these|we|i) )?(?:(?:was|were|have been|has been) )?(?:rejected|dismissed|discarded|ruled out|decided against)"
    rf"(?: (?:it|that|this|them))?{_BECAUSE}",
    re.I,
)
"""Says once more that it was rejected, before the reason."""

PASSING = any_of(
    r"\b(?:for now|for the moment|at the moment|right now|(?:in|as) (?:a |another )?(?:follow[- ]?up|separate|later|future)|later on|out of scope|"
    r"temporar(?:y|ily)|in the meantime|some other time|undecided|this (?:pr|patch|series|mr|pull request|review))\b",
    r"\b(?:let['’]?s|feel free|i['’]?(?:m| am) (?:fine|ok|happy)|up to you|i['’]?ll|i can|if you (?:want|like|prefer))\b",
    r"\b(?:worth|point|overkill|bother\w*|churn|nice (?:to|for)|no need|not (?:really |strictly )?(?:needed|necessary|required)|isn['’]?t (?:needed|necessary)|can wait|warranted|unnecessary|i felt|no (?:really )?reason|easier fix|for (?:two|three|several|some|a few|many|various) reasons|"
    r"seems? (?:really |strictly |that )?(?:necessary|needed))\b",
    r"\b(?:i (?:don['’]t|do not|can['’]t|cannot) (?:remember|recall|know|see|think)|i left|i (?:did(?:n['’]t| not)|think|thought|guess|feel)|not sure|couldn['’]t (?:find|figure|get))\b",
    r"暂时|暂且|目前先|以后再|不确定|没必要|とりあえず|暫定|今回は|後で",
)
"""What may be otherwise tomorrow, what is a matter of taste, and what its speaker could not do: no reason to keep."""

ORDERS = re.compile(
    r"(?:instead|don['’]?t|do not|skip|just|only|simply|please|use|try|see|keep|leave|then let)\b(?! (?:is|are|was|then)\b)",
    re.I,
)
"""Begins to say what to do, which is no reason."""

GOES_ON = re.compile(r"(?:but|however|unfortunately|sadly|alas)\b", re.I)
"""Begins a sentence that gives the reason against what the sentence before it tells."""

VAGUE = re.compile(
    r"^(?:it|this|that|these|those|them|they|one|both|all|some|any|anything|something|everything|nothing|other|others|another|same|so|"
    r"the (?:same|other|former|latter|above|below|current|previous|existing|old|new|first|second|original) ?\w*|"
    r"(?:a |the )?(?:different|similar|various|several|few|couple of|number of|bunch of)\b.*|"
    r"(?:your|my|his|her) \w+)$|^(?:because|of course|the (?:reason|reasons) (?:above|below|mentioned))\b|"
    r"https?://|;|\b(?:as (?:mentioned|discussed|said)|see (?:above|below|#\d))\b|^(?:of|when|in|on|at|by|from|if|for|as|with|while|after|before)\b",
    re.I,
)
"""What names nothing."""

DEBUGS = re.compile(
    r"(?:re-?produc\w*|find\w*|figur\w*|understand\w*|see(?:ing)?|build\w*|runn?(?:ing)?|install\w*|test(?:ing)?|debug\w*|look\w*|search\w*|"
    r"open\w*|compil\w*|explain\w*|ask\w*|read\w*|check\w*|verif\w*|get|getting|it|rebas\w*|merg\w*|pull\w*|push\w*|updat\w*|upgrad\w*|fix\w*|"
    r"rerun\w*|re-run\w*|think\w*|com(?:e|ing)|be|write|writing|keep|make|google\w*|bisect\w*|trac\w*|contact\w*|reach\w*)\b",
    re.I,
)
"""What someone tried in order to find something out: no alternative of the change."""
