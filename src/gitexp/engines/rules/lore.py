"""What decision trailers teach: Constraint, Rejected and Directive of a merged commit, in its author's words.

The keys are those of Lore (arXiv 2603.15566): decisions kept in git itself, for whoever comes next.
"""

from __future__ import annotations

import re
from dataclasses import replace

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

LINE = re.compile(r"^(?P<key>Constraint|Rejected|Directive):[ \t]*(?P<words>\S.*)$", re.M)
DOUBT = re.compile(r"^(?:Confidence:[ \t]*low\b|Not-tested:)", re.M | re.I)
DOUBTED = Exclusion("insufficient_evidence", "its own author was not sure of it")
PART = re.compile(r"[ \t]*\|[ \t]*")
"""What parts a rejected alternative from the reason."""


def decisions(topic: Topic[Redacted]) -> list[Candidate]:
    """Return a candidate for each decision trailer of a commit."""
    return [_decision(topic, turn, match) for turn in topic.turns for match in LINE.finditer(turn.text)]


def _decision(topic: Topic[Redacted], turn: Turn[Redacted], match: re.Match[str]) -> Candidate:
    start, end = match.span("words")
    parted = PART.search(turn.text, start, end)
    said = turn.text.cut(start, parted.start() if parted else end).trimmed()
    reason = turn.text.cut(parted.end(), end).trimmed() if parted else None
    kind: ExperienceKind = "decision" if match["key"] == "Rejected" else "constraint"
    what, why = said, reason
    where = place_of(topic, turn, said)
    if kind == "decision":
        # The alternative is what someone is about to try; its reason is what to know then.
        where = Place(
            where.path, where.symbol, Redacted.template("Before trying again: {}", said.cut(0, MAX_TITLE))
        )
        what, why = (reason, None) if reason else (said, None)
    reasoned = reason is not None or bool(REASON.search(said))
    line = turn.text.cut(*match.span())
    because = (f"a decision that its author recorded: {match['key']}",)
    lacks = () if reasoned else (UNREASONED,)
    best = Weighed(turn, Sentence(start, end, said, 0), WORTH_PROPOSING, "logic", kind, because, lacks)
    held = [lack for lack in lacks_of(best, where, alone=True) if lack != PLACELESS]
    held += [DOUBTED] if DOUBT.search(turn.text) else []
    made = built(
        topic,
        best,
        where,
        fitted(what, MAX_WORDS - len(where.when)),
        why,
        (evidence_of(turn, line),),
        settled(turn, topic.turns, topic.discussion),
        tuple(held),
    )
    return replace(made, anti_patterns=(said.cut(0, MAX_TITLE).trimmed(),)) if kind == "decision" else made
