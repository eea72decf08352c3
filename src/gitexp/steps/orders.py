"""Orders: words that speak to the reader's agent, not of the project. They are no experience, whoever wrote them."""

from __future__ import annotations

import re

from gitexp.records.candidate import Candidate
from gitexp.records.precondition import Condition, Preconditions
from gitexp.records.text import Redacted

_ORDER = re.compile(
    r"\b(?:ignore|disregard|forget|override)\s+(?:(?:all|any|the|your|my|of|these|those)\s+)*"
    r"(?:previous|prior|above|earlier|preceding|other|system|existing)?\s*(?:instructions?|prompts?|guidelines|directives)\b"
    r"|\bapprove\s+(?:everything|anything|all(?:\s+of)?\s+(?:the\s+|these\s+|those\s+|other\s+)?"
    r"(?:candidates?|proposals?|experiences?|pull requests?|changes))\b"
    r"|\b(?:add|save|store|remember|record|copy|write)\s+(?:this|that|it|the following|these)\b.{0,40}"
    r"\b(?:as\s+an?\s+experience|(?:in|to|into)\s+(?:your|the\s+agent'?s)\s+(?:memory|instructions|rules)|(?:AGENTS|CLAUDE|GEMINI)\.md)"
    r"|\b(?:do\s+not|don['’]?t|never)\s+(?:tell|inform)\s+(?:the\s+|your\s+|any\s+)?(?:user|human|maintainer|reviewer)s?\b"
    r"|\b(?:do\s+not|don['’]?t|never)\s+(?:mention|reveal|show)\s+(?:this|it|that|these)\b.{0,20}\bto\s+(?:\w+\s+)?"
    r"(?:user|human|maintainer|reviewer)s?\b"
    r"|\b(?:quality|score|rating)\s*(?:=|:|of|to)\s*(?:5|10|five|ten)\b.{0,20}\b(?:keep|approve|every|all)\b"
    r"|\byou\s+are\s+(?:now\s+)?(?:an?|the)\s+(?:\w+\s+){0,3}(?:assistant|language model|LLM|chatbot)\b"
    r"|<\|?(?:im_start|im_end|endoftext|system|assistant)\|?>|\[/?INST\]|<</?SYS>>"
    r"|(?:忽略|无视|忘记)(?:以上|之前|先前|前面|所有|一切|的){1,3}(?:指令|指示|提示|规则)"
    r"|(?:これまで|以前|上記|すべて)の(?:指示|命令|プロンプト)(?:を|は)(?:すべて)?(?:無視|忘れ)",
    re.IGNORECASE | re.DOTALL,
)
"""What prompt injections have in common: they address whoever reads, and ask for what only people may grant."""


def gives_orders(candidate: Candidate) -> bool:
    """Return whether a candidate's words, or what it quotes, are an order to an agent."""
    texts = [candidate.title, candidate.when, candidate.what, candidate.why or ""]
    texts += [
        *candidate.failure_modes,
        *candidate.anti_patterns,
        *(item.quote for item in candidate.evidence),
    ]
    texts += [condition.text for condition in _conditions(candidate.preconditions)]
    return any(_ORDER.search(text) for text in texts)


def _conditions(held: Preconditions[Redacted]) -> tuple[Condition[Redacted], ...]:
    return (*held.must, *held.must_not, *held.typical_env)
