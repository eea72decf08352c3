"""What decision trailers teach: Constraint, Rejected and Directive of a merged commit, in its author's words.

The keys are those of Lore (arXiv 2603.15566): decisions kept in git itself, for whoever comes next.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace

from gitexp.engines.rules.candidates import PLACELESS, built, fitted, lacks_of
from gitexp.engines.rules.exclusions import UNREASONED
from gitexp.engines.rules.places import MAX_TITLE, Place, place_of
from gitexp.engines.rules.quotes import evidence_of
from gitexp.engines.rules.sentences import Sentence
from gitexp.engines.rules.settled import settled
from gitexp.engines.rules.signs import REASON
from gitexp.engines.rules.statements import Weighed
from gitexp.engines.rules.strength import WORTH_PROPOSING
from gitexp.records.candidate import MAX_WORDS, Candidate
from gitexp.records.discussion import Topic, Turn
from gitexp.records.experience import ExperienceKind
from gitexp.records.garbage import Exclusion
from gitexp.records.text import Redacted
from gitexp.records.trailers import PART
from gitexp.records.words import content_words

TRAILER = re.compile(
    r"(?P<key>Constraint|Rejected|Directive)[ \t]*:\s*(?:\[until:[^\]]*\]\s*)?(?P<words>\S[^\n]*(?:\n[ \t]+\S[^\n]*)*)\s*",
    re.I,
)
BESIDE = re.compile(r"(?:Confidence|Not-tested)[ \t]*:", re.I)
"""The trailers that say how far the others hold."""
DOUBT = re.compile(r"Confidence[ \t]*:[ \t]*low\b", re.I)
UNTESTED = re.compile(r"Not-tested[ \t]*:(?P<words>.+)", re.I | re.S)
UNTIL = re.compile(r"[^\n]*\[until:", re.I)
DOUBTED = Exclusion("insufficient_evidence", "its own author was not sure of it")
UNTRIED = Exclusion("insufficient_evidence", "its own author had not tested it")
ENDS = Exclusion("one_off", "its own author gave it an end")
SAME_MATTER = 2
"""Content words that what was not tested shares with a trailer of which it takes the certainty."""


@dataclass(frozen=True)
class Decision:
    """A decision trailer: what it says, on one line, and the reason that it parts from it."""

    turn: Turn[Redacted]
    key: str
    said: Redacted
    reason: Redacted | None


def decisions(topic: Topic[Redacted]) -> list[Candidate]:
    """Return a candidate for each decision trailer of a commit; each trailer is a turn of its own."""
    read = (_read(turn) for turn in topic.turns)
    return [_candidate(topic, decision) for decision in read if decision is not None]


def without_decisions(topic: Topic[Redacted]) -> Topic[Redacted]:
    """Return the topic without its trailers, whose words are no prose."""
    prose = (turn for turn in topic.turns if not (TRAILER.fullmatch(turn.text) or BESIDE.match(turn.text)))
    return replace(topic, turns=tuple(prose))


def _read(turn: Turn[Redacted]) -> Decision | None:
    match = TRAILER.fullmatch(turn.text)
    if match is None:
        return None
    start, end = match.span("words")
    parted = PART.search(turn.text, start, end)
    said = _on_one_line(turn.text.cut(start, parted.start() if parted else end))
    reason = _on_one_line(turn.text.cut(parted.end(), end)) if parted else None
    if not said:
        return None
    return Decision(turn, match["key"].capitalize(), said, reason or None)


def _on_one_line(text: Redacted) -> Redacted:
    """Return the words of folded lines: cut, never reworded."""
    return Redacted.joined((text.cut(*match.span()) for match in re.finditer(r"\S+", text)), " ")


def _candidate(topic: Topic[Redacted], one: Decision) -> Candidate:
    kind: ExperienceKind = "decision" if one.key == "Rejected" else "constraint"
    where, what, why = place_of(topic, one.turn, one.said), one.said, one.reason
    tried = one.said.cut(0, MAX_TITLE).trimmed()
    if kind == "decision":
        # The alternative is what someone is about to try; its reason is what to know then.
        where = Place(where.path, where.symbol, Redacted.template("Before trying again: {}", tried))
        what, why = (one.reason, None) if one.reason else (one.said, None)
    reasoned = one.reason is not None or bool(REASON.search(one.said))
    because = (f"a decision that its author recorded: {one.key}",)
    lacks = () if reasoned else (UNREASONED,)
    sentence = Sentence(0, len(one.turn.text), one.said, 0)
    best = Weighed(one.turn, sentence, WORTH_PROPOSING, "logic", kind, because, lacks)
    held = [lack for lack in lacks_of(best, where, alone=True) if lack != PLACELESS]
    made = built(
        topic,
        best,
        where,
        fitted(what, MAX_WORDS - len(where.when)),
        why,
        (evidence_of(one.turn, one.turn.text.trimmed()),),
        settled(one.turn, topic.turns, topic.discussion),
        (*held, *_doubts(one, topic.turns)),
    )
    return replace(made, anti_patterns=(tried,)) if kind == "decision" else made


def _doubts(one: Decision, turns: Iterable[Turn[Redacted]]) -> list[Exclusion]:
    """Return what the same commit's trailers say against its certainty."""
    beside = [turn.text for turn in turns if turn.thread == one.turn.thread]
    found = [DOUBTED] if any(DOUBT.match(text) for text in beside) else []
    words = content_words(one.turn.text.partition(":")[2])
    untested = (match["words"] for match in map(UNTESTED.match, beside) if match)
    if any(len(words & content_words(matter)) >= SAME_MATTER for matter in untested):
        found.append(UNTRIED)
    return [*found, ENDS] if UNTIL.match(one.turn.text) else found
