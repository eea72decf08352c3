"""How strong the signs for a candidate are, beyond its words: who answered whom, who else says it, where it stands."""

from __future__ import annotations

from collections.abc import Sequence

from gitexp.engines.rules.arcs import arc_of
from gitexp.engines.rules.passages import Passage
from gitexp.engines.rules.settled import question_before
from gitexp.engines.rules.statements import signs_of
from gitexp.records.candidate import Settled
from gitexp.records.discussion import TEACHING_ROLES, Topic
from gitexp.records.evidence import Evidence
from gitexp.records.garbage import Exclusion
from gitexp.records.text import Redacted
from gitexp.records.words import tokens_of

WORTH_A_LOOK = 1.5
"""The wide threshold: a candidate as strong as this is kept in the run, whatever it lacks."""
WORTH_PROPOSING = 2.5
"""The proposing threshold: a person is asked to read nothing weaker."""

SETTLING = 1.0
"""What a settlement by another adds: what is too weak even with it is not proposed once it comes."""
BRIEF, ESSAY, REMARK = 60, 1200, 500
"""Characters: of a statement too short to hold a matter; of a turn that is an essay; of a topic that is a remark."""
BESIDE = 1.0
"""Weight of a sign that the passage's other sentences add."""
PENALTY = {
    "missing_context": 0.75,
    "personal_preference": 0.75,
    "conversation_summary": 0.75,
    "one_off": 0.75,
    "insufficient_evidence": 1.0,
}
TOO_WEAK = Exclusion("insufficient_evidence", "the signs are too weak for a proposal")


def strength(
    topic: Topic[Redacted],
    passage: Passage,
    answer: Settled,
    evidence: Sequence[Evidence[Redacted]],
    lacks: Sequence[Exclusion],
) -> tuple[float, tuple[str, ...]]:
    """Return how strong a candidate is, and which signs beyond its words say so.

    The amounts are small round numbers on purpose: they order, and a table of them can be argued with.
    """
    turn, best = passage.turn, passage.best
    spoken = [other for other in topic.turns if other.speaker.role in TEACHING_ROLES]
    signs = (
        (1.0, "another speaks of the same", len({item.turn for item in evidence}) > 1),
        (1.0, "a word or a place, not only behaviour", best.lens != "logic"),
        (0.5, "it answers a question", question_before(turn, topic.turns) is not None),
        (0.5, "it is the last word", len(spoken) > 1 and spoken[-1].id == turn.id),
        (0.5, f"settled: {answer.reason}", answer.answer == "yes"),
        (
            0.5,
            "someone else said yes to it",
            answer.answer == "yes" and answer.by not in (None, turn.speaker.login),
        ),
        # In a conversation most of what is said is about the work at hand, and its company tells what will matter
        # later. A note has no company, and needs none: somebody chose the sentence, and wrote it down for later.
        # That says nothing of what it lacks: without a reason, or of taste alone, it is held back as before.
        (0.75, "noted on purpose", topic.discussion.noted),
        (-0.5, "", answer.answer == "no"),
        (-1.5, "", length(passage.words) + (length(passage.why.words) if passage.why else 0) < BRIEF),
        (-0.75, "", length(turn.text) > ESSAY),
        *_of_the_arc(topic, passage),
        (
            -0.5,
            "",
            topic.discussion.kind != "session" and sum(length(other.text) for other in spoken) < REMARK,
        ),
    )
    more = {name for sentence in passage.sentences for name in signs_of(sentence.words)[0]} - set(
        best.because
    )
    score = (best.weight + min(len(more), 2) * BESIDE) / 2 + sum(
        amount for amount, _, holds in signs if holds
    )
    score -= sum(PENALTY.get(lack.kind, 0.5) for lack in lacks)
    return score, tuple(name for _, name, holds in signs if holds and name)


def _of_the_arc(topic: Topic[Redacted], passage: Passage) -> tuple[tuple[float, str, bool], ...]:
    """Return the signs of a session's arc: failed, corrected, repaired, accepted."""
    if topic.discussion.kind != "session":
        return ()
    arc = arc_of(passage.turn, topic.turns)
    return (
        (0.5, "a step failed before it", arc.failed),
        (1.0, "the user corrected the agent", arc.corrects),
        (0.5, "the agent repaired it", arc.repaired),
        (0.5, "the user accepted the repair", arc.accepted),
    )


def length(text: str) -> int:
    """Return the length in characters of English that say as much: a Chinese or Japanese one counts four."""
    return 4 * tokens_of(text)
