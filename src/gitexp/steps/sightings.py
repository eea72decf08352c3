"""Sightings: a note of what stands already is one more sighting of it, a skip, whatever an engine would make of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from gitexp.records.candidate import MAX_EVIDENCE, MAX_WORDS, Candidate, Settled, Trail
from gitexp.records.discussion import TEACHING_ROLES, Topic, Turn
from gitexp.records.evidence import Evidence
from gitexp.records.experience import Experience, Standing
from gitexp.records.judgement import Clique, Decision, Verdict
from gitexp.records.text import Redacted
from gitexp.records.words import content_words
from gitexp.steps.extract import is_own
from gitexp.steps.orders import is_order
from gitexp.steps.stock import Stock

SIGHTING = "says what stands already: one more sighting"


class Seen(NamedTuple):
    """The topics that an engine is asked about, and what was decided about the others."""

    others: tuple[Topic[Redacted], ...]
    decisions: tuple[Decision, ...] = ()

    @property
    def candidates(self) -> tuple[Candidate, ...]:
        """Return what was seen again."""
        return tuple(one.candidate for one in self.decisions)

    @property
    def verdicts(self) -> tuple[Verdict, ...]:
        """Return that each is kept: what stands was reviewed, and audit holds it against the code."""
        return tuple(Verdict(one, True) for one in self.candidates)

    @property
    def cliques(self) -> tuple[Clique, ...]:
        """Return each alone: what it is the same as stands, and nothing new may be taken for it."""
        return tuple(Clique((one,)) for one in self.candidates)


def sightings(topics: Sequence[Topic[Redacted]], stock: Stock) -> Seen:
    """Return what of the topics repeats what stands, each with the decision that follows.

    Who noted it was told so by then. Where people said nothing of it (an agent noted it alone, and may have it from
    exp itself), where exp wrote it, or where it gives orders, it is no sighting, and goes the usual way.
    """
    standing = {one.experience.hex: one for one in stock.standing}
    others: list[Topic[Redacted]] = []
    decisions: list[Decision] = []
    for topic in topics:
        known = standing.get(topic.discussion.repeats or "")
        said = [turn for turn in topic.turns if turn.speaker.role in TEACHING_ROLES]
        if known is None or not said or any(is_own(turn) or is_order(turn.text) for turn in said):
            others.append(topic)
        else:
            decisions.append(_decision(topic, said, known))
    return Seen(tuple(others), tuple(decisions))


def _decision(topic: Topic[Redacted], said: Sequence[Turn[Redacted]], known: Standing[Redacted]) -> Decision:
    """Return the skip. What a person said beside is told, so that who wants it there adds it."""
    target = known.experience
    stands = content_words(f"{target.what} {target.why or ''}")
    again = [turn for turn in said if content_words(turn.text) <= stands]
    more = [turn for turn in said if turn not in again]
    candidate = _candidate(topic, again[0] if again else said[0], said, target)
    adds = more[0].text if more else None
    return Decision(candidate, "skip", SIGHTING, None, target, known.path or None, adds)


def _candidate(
    topic: Topic[Redacted],
    turn: Turn[Redacted],
    said: Sequence[Turn[Redacted]],
    target: Experience[Redacted],
) -> Candidate:
    """Return what was said, as a candidate about the situation of what stands."""
    place = turn.anchor.path if turn.anchor else None
    cited = sorted(said, key=lambda one: one.id != turn.id)[:MAX_EVIDENCE]
    evidence = tuple(
        Evidence(one.id, one.text, one.url, one.speaker.name, one.at[:10] if one.at else None)
        for one in cited
    )
    return Candidate(
        id=f"{topic.id}/1",
        discussion=topic.discussion.id,
        topic=topic.id,
        repo=topic.discussion.repo,
        title=target.title,
        lens=target.lens,
        kind=target.kind,
        when=target.when,
        what=turn.text.cut(0, max(0, MAX_WORDS - len(target.when))).trimmed(),
        evidence=evidence,
        settled=Settled("yes", turn.speaker.login, turn.id, f"{target.id} stands already"),
        trail=Trail((f"says what {target.id} says",), (), tuple(one.turn for one in evidence)),
        paths=(place,) if place else (),
        places=(place,) if place else (),
        observed_at=max((one.at for one in evidence if one.at), default=None),
        derived=("when", "title"),
        local=topic.discussion.local,
    )
