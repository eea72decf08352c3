"""Self-check: whether a merged statement keeps all that stood and says nothing that nobody said (DESIGN.md section 5)."""

from __future__ import annotations

import re
from collections.abc import Iterable

from gitexp.records.candidate import Candidate
from gitexp.records.experience import Experience
from gitexp.records.opposed import opposed
from gitexp.records.text import Redacted
from gitexp.records.words import content_words
from gitexp.steps.orders import is_order

_EXACT = re.compile(
    r"`[^`\n]+`"  # what is quoted as code
    r"|[A-Za-z_$][\w$]*(?:(?:\.|::|->|#|/|-)[\w$]+)+"  # names and paths with a join
    r"|[A-Za-z]*[a-z][A-Z]\w*|\w*_\w+|[A-Z]{2,}\w*"  # camel case, snake case, capitals
    r"|\d+(?:[.,:]\d+)*"
)
"""What a text is specific by: names and figures. They are kept as they are spelled, and none is invented."""
_FIGURE = re.compile(
    r"(?<![\w.#-])\d+(?:[.,:]\d+)*(?![\w-])|(?<![\w.#-])\d+(?:[.,]\d+)*(?=(?:ms|s|m|h|d|kb|mb|gb|k|%)\b)"
)
"""Figures that stand alone or before a unit; those of names, numbers of issues and dates are none."""
_SECONDS = {
    "ms": 0.001,
    "s": 1,
    "sec": 1,
    "second": 1,
    "min": 60,
    "minute": 60,
    "h": 3600,
    "hour": 3600,
    "day": 86400,
}
_TIME = re.compile(r"(?<![\w.])(\d+(?:\.\d+)?)[ -]?(ms|s|sec|second|min|minute|h|hour|day)s?\b", re.I)
_NEW_WORDS = 0.34
"""The part of a merged text's own words that neither side has: joints of the sentence, no new matter."""


def fault(old: Experience[Redacted], candidate: Candidate, what: str) -> str | None:
    """Return why a merged `what` may not replace the one that stands, None where it may.

    `when` and a standing `why` are never replaced, so that neither is widened nor loses its mechanism.
    """
    lost = _exact([old.what]) - _exact([what])
    if lost:
        return f"it loses {_named(lost)}"
    lost_words = content_words(old.what) - content_words(what)
    if len(lost_words) > len(content_words(old.what)) / 2:
        return "it loses most of what stands"
    if opposed(old.what, what):
        return "it says the contrary of what stands"
    return unsaid(old, candidate, what)


def other_figures(one: str, other: str) -> bool:
    """Return whether each of two statements gives a figure that the other does not: a choice that people make."""
    mine, theirs = _figures(one), _figures(other)
    return bool(mine - theirs) and bool(theirs - mine)


def _figures(text: str) -> set[str]:
    """Return the figures of a text: times in seconds, the others without the signs between their digits."""
    times = {f"{float(number) * _SECONDS[unit.lower()]:g} s" for number, unit in _TIME.findall(text)}
    return times | {
        re.sub(r"(?<=\d)[,_](?=\d{3}\b)", "", one) for one in _FIGURE.findall(_TIME.sub("", text))
    }


def unsaid(old: Experience[Redacted], candidate: Candidate, text: str) -> str | None:
    """Return what a merged text says that neither side says, None where it says nothing of its own."""
    if not candidate.evidence:
        return "it has no evidence"
    said = [old.when, old.what, old.why or "", candidate.when, candidate.what, candidate.why or ""]
    said += [item.quote for item in candidate.evidence]
    invented = _exact([text]) - _exact(said)
    if invented:
        return f"nobody said {_named(invented)}"
    words = content_words(text)
    if len(words - content_words(" ".join(said))) > _NEW_WORDS * len(words):
        return "it says what nobody said"
    return "it gives an order to an agent" if is_order(text) else None


def _exact(texts: Iterable[str]) -> set[str]:
    return {found.strip("`").removesuffix("()") for text in texts for found in _EXACT.findall(text)}


def _named(names: set[str]) -> str:
    return ", ".join(f"`{name}`" for name in sorted(names)[:3])
