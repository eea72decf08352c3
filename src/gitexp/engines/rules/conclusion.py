"""Tell what kind of conclusion a statement draws: advice, a way to find a fault, or a risk; and how wide it reaches."""

from __future__ import annotations

import re
from typing import Literal

Conclusion = Literal["advice", "troubleshooting", "risk"]

_LOOKS = re.compile(
    r"^\s*(?:first,?\s+)?(?:look|inspect|suspect|search|investigate|debug|diagnose|examine|find out|trace|bisect|"
    r"ask whether|see (?:whether|if|which|what)|start (?:with|at|from)|begin (?:with|at)|"
    r"(?:check|compare|verify|test|read|print|dump|watch|measure|count)\s+(?:whether|if|for|what|which|how|where)\b)",
    re.I,
)
_FINDS = re.compile(r"^\s*(?:compare|check|read|print|dump|watch|inspect|log|list|count|verify)\b", re.I)
_SYMPTOM = re.compile(
    r"\b(?:fail(?:s|ed|ing|ures?)?|crash(?:es|ed)?|hangs?|hung|leaks?|panics?|segfaults?|times? out|timeouts?|"
    r"flak(?:y|es)|slow(?:er|s)?|grows?|stuck|freez(?:es|ing)|dead-?locks?|broken|breaks|complains?|"
    r"disappears?|vanish(?:es|ed)?|corrupt(?:ed)?|garbled|falls? back|refused|"
    r"unexpected(?:ly)?|suddenly|use-after-free|ASan)\b|报错|失败|崩溃|卡住|卡死|泄漏|超时|落ちる|失敗|エラー|固まる|止まる",
    re.I,
)
_RISKS = re.compile(
    r"^\s*(?:(?:the|an?|its?|this|that|these|those|there)\s(?:[^\s,;:]+\s+){0,5}?|(?:[^\s,;:]+\s+){1,2}?)"
    r"(?:(?:may|might|can|could|will|would)\s+(?:\w+\s+)?(?:break|crash|leak|lose|corrupt|fail|dead-?lock|race|hang|overflow|"
    r"expose|overwrite|block|drop|be lost)\b|(?:breaks|crashes|leaks|loses|corrupts|fails|dead-?locks|hangs)\b)"
    r"|会导致|恐れがあ|おそれがあ",
    re.I,
)
_WIDE = re.compile(
    r"\b(?:any|every|each|all|whole|entire|anything|everything|anywhere|everywhere|always|overall|design(?:ing)?|"
    r"planning|in general|generally|policy|across)\b|所有|任何|每个|全部|すべて|全て|あらゆる",
    re.I,
)


def conclusion(when: str, what: str) -> Conclusion:
    """Return what kind of conclusion it is: from a symptom to where to look, what may go wrong, or what to do."""
    if _LOOKS.search(what) or (_SYMPTOM.search(when) and _FINDS.search(what)):
        return "troubleshooting"
    return "risk" if _RISKS.search(what) else "advice"


def tells_symptom(when: str) -> bool:
    """Return whether the situation is that something went wrong."""
    return bool(_SYMPTOM.search(when))


def is_wide(when: str) -> bool:
    """Return whether it is said of a whole system, not of one place."""
    return bool(_WIDE.search(when))
