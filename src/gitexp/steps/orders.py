"""Orders: words that speak to the reader's agent, not of the project. They are no experience, whoever wrote them."""

from __future__ import annotations

import re

from gitexp.records.candidate import Candidate
from gitexp.records.precondition import Condition, Preconditions
from gitexp.records.text import Redacted

_START = (
    r"(?:^|[.!?:;>)\]\"'“”‘’\n—–-]|\bplease\b|\bnow\b|\bthen\b|\byou (?:must|should|have to)\b|\band\b)"
    r"\s*(?:please\s+|now\s+|just\s+)?"
)
"""Where a command begins. Behind "must not", "may" or a subject the same words tell how a thing is."""
_ORDER = re.compile(
    rf"{_START}(?:ignore|disregard|forget|override)\s+(?:(?:all|any|the|your|my|of|these|those|everything|what)\s+)*"
    r"(?:(?:previous|prior|above|earlier|preceding)\s+(?:\w+\s+)?(?:instructions?|prompts?|guidelines|directives|messages)\b"
    r"(?!\s+(?:when|if|while|until|unless|in|of|from|after|before|that|which)\b)"
    r"|system\s+prompts?\b(?!\s+only)|instructions?\s+(?:above|before|so far|you (?:were|have been))"
    r"|you\s+(?:were|have\s+been)\s+(?:told|given)|(?:said|told)\s+(?:before|above))"
    rf"|{_START}approve\s+(?:everything|anything"
    r"|(?:every|all(?:\s+of)?)\s+(?:(?:the|these|those|other)\s+)?(?:candidate|proposal|experience)s?\b"
    r"|this\s+(?:candidate|proposal|experience)\s+(?:without|regardless|unconditionally)\b)"
    rf"|{_START}(?:add|save|store|remember|record)\s+(?:this|that|it|the following|these)\s+(?:as\s+an?\s+experience"
    r"|(?:in|to|into)\s+your\s+(?:memory|instructions|rules))\b(?!\s+only)"
    r"|\b(?:do\s+not|don['’]?t|never)\s+(?:tell|inform)\s+(?:the\s+|your\s+|any\s+)?(?:user|human|maintainer|reviewer)s?\s+"
    r"(?:about\s+this|of\s+this|that\s+you|this)\b"
    r"|\b(?:do\s+not|don['’]?t|never)\s+(?:mention|reveal)\s+(?:this|these)\s+(?:\w+\s+)?"
    r"(?:instructions?|order|message|prompt)s?\b"
    r"|\b(?:give|rate|score)\s+(?:it|this|that|them)\b.{0,20}\bquality\s*(?:=|:|of)?\s*(?:5|10|five|ten)\b"
    r"|\bquality\s*[=:]\s*5\s*,?\s*(?:and\s+)?keep\b"
    r"|\b(?:note|message|instructions?|attention)\s+(?:to|for)\s+(?:the\s+|any\s+)?"
    r"(?:AI|LLM|language model|assistant|agent)s?\b.{0,20}\b(?:reading|that reads|who reads|processing)\b"
    r"|\byou\s+are\s+(?:now\s+(?:an?|the)\s+(?:\w+\s+){0,3}assistant|an?\s+(?:\w+\s+){0,3}(?:language model|LLM|chatbot))\b"
    r"|\bfrom\s+now\s+on,?\s+(?:only\s+)?(?:reply|answer|respond|output|say)\b|(?:^|\n)\s*SYSTEM\s*:\s*\w+"
    r"|<\|im_(?:start|end)\|>\s*(?:system|user|assistant)\b|<</SYS>>"
    r"|(?:^|[。！？，,.!?：:\s]|请|立即)(?:忽略|无视|忘记|不要理会)(?:以上|上面|之前|先前|前面|所有|一切|全部|的){1,4}(?:指令|指示)"
    r"|(?:これまで|以前|上記|すべて|全て|前|先ほど)の(?:指示|命令|プロンプト)(?:を|は)(?:すべて)?(?:無視して|忘れて|無視せよ)",
    re.IGNORECASE | re.DOTALL,
)
"""What prompt injections have in common: they address whoever reads, and ask for what only people may grant."""


def is_order(text: str) -> bool:
    """Return whether a text gives an order to an agent that reads it."""
    # Blanks are folded, so that a pattern looks at each of them once.
    lines = (" ".join(line.split()) for line in text.split("\n"))
    return _ORDER.search("\n".join(line for line in lines if line)) is not None


def gives_orders(candidate: Candidate) -> bool:
    """Return whether a candidate's words, or what it quotes, are an order to an agent."""
    texts = [candidate.title, candidate.when, candidate.what, candidate.why or "", candidate.pattern or ""]
    texts += [
        *candidate.failure_modes,
        *candidate.anti_patterns,
        *(item.quote for item in candidate.evidence),
    ]
    texts += [condition.text for condition in _conditions(candidate.preconditions)]
    texts += [candidate.settled.reason, *candidate.trail.because]
    texts += [word for words in candidate.search.values() for word in words]
    return any(is_order(text) for text in texts)


def _conditions(held: Preconditions[Redacted]) -> tuple[Condition[Redacted], ...]:
    return (*held.must, *held.must_not, *held.typical_env)
