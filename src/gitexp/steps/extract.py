"""Extract: take candidates from topics, and hold what must always hold of one, whatever the engine says."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from gitexp.ports import Engine
from gitexp.records.candidate import MAX_EVIDENCE, MAX_WORDS, Candidate
from gitexp.records.discussion import TEACHING_ROLES, Topic, Turn
from gitexp.records.evidence import is_verbatim, quotable
from gitexp.records.run import Trust
from gitexp.records.text import Redacted

MARKER = "git-exp"
"""Everything that exp hands to an agent or writes into a pull request carries this word in its marker."""
_MARKS = ("<team-notes", "<!-- exp:", f"({MARKER})", f'"from": "{MARKER}"', "exp:proposal")


class Extracted(NamedTuple):
    """The candidates, and how many turns were shut out because their speaker may not teach under the trust asked."""

    candidates: tuple[Candidate, ...]
    shut_out: int


def extract(
    topics: Sequence[Topic[Redacted]], engine: Engine, *, trust: Trust = "any", known: str = ""
) -> Extracted:
    """Return what the topics teach.

    Policy, for every engine: bots, tools and agents never teach; what exp wrote itself is no evidence;
    every quote stands verbatim in its turn; at most three turns are cited; what the project tells every
    reader already (`known`) is no experience. A candidate that breaks one of these is not one.
    """
    found: list[Candidate] = []
    shut_out = 0
    already = _folded(known)
    for topic in topics:
        allowed = tuple(turn for turn in topic.turns if _may_teach(turn, trust))
        shut_out += sum(turn.speaker.role in TEACHING_ROLES for turn in topic.turns) - sum(
            turn.speaker.role in TEACHING_ROLES for turn in allowed
        )
        if not any(turn.speaker.role in TEACHING_ROLES for turn in allowed):
            continue
        own = replace(topic, turns=allowed)
        for candidate in engine.extract(own):
            checked = _checked(candidate, own, trust, already)
            if checked is not None:
                found.append(checked)
    return Extracted(_numbered(found), shut_out)


def _may_teach(turn: Turn[Redacted], trust: Trust) -> bool:
    """Return whether a turn is read at all: not what exp wrote, and not who is known to have no say."""
    if any(mark in turn.text for mark in _MARKS):
        return False
    return (
        trust == "any"
        or turn.speaker.can_write != "no"
        or turn.speaker.role in ("author", "bot", "tool", "agent")
    )


def _untrusted(candidate: Candidate, turns: dict[str, Turn[Redacted]], trust: Trust) -> str | None:
    """Return what the candidate lacks under the trust asked for (DESIGN.md section 7), or None.

    An unknown permission is unknown: such a candidate is kept in the run and not proposed.
    """
    speaker = turns[candidate.evidence[0].turn].speaker
    if trust == "any" or speaker.can_write == "yes":
        return None
    if trust == "write":
        return f"not known whether {speaker.name} may write (--trust write)"
    settler = turns.get(candidate.settled.turn or "")
    by_author = settler is not None and settler.speaker.role == "author"
    if candidate.settled.answer == "yes" and (by_author or (settler and settler.speaker.can_write == "yes")):
        return None
    return "not settled by the author or by someone known to have write permission (--trust settled)"


def _checked(candidate: Candidate, topic: Topic[Redacted], trust: Trust, already: str) -> Candidate | None:
    turns = {turn.id: turn for turn in topic.turns}
    evidence = tuple(
        item
        for item in candidate.evidence
        if item.turn in turns
        and turns[item.turn].speaker.role in TEACHING_ROLES
        and is_verbatim(item.quote, turns[item.turn].text)
    )
    if not evidence or len(evidence) != len(candidate.evidence):
        return None
    if (
        len({item.turn for item in evidence}) > MAX_EVIDENCE
        or len(candidate.when + candidate.what) > MAX_WORDS
    ):
        return None
    lacks = list(candidate.trail.lacks)
    if already and _folded(candidate.what) in already:
        lacks.append("already known: the project's own documents say it")
    untrusted = _untrusted(candidate, turns, trust)
    if untrusted is not None:
        lacks.append(untrusted)
    passed = (*candidate.trail.passed, *_PASSED)
    return replace(candidate, trail=replace(candidate.trail, lacks=tuple(lacks), passed=passed))


_PASSED = ("said by a person", "every quote verbatim", "not written by exp", "short enough to keep")


def _folded(text: str) -> str:
    return " ".join(quotable(text).lower().split())


def _numbered(found: Sequence[Candidate]) -> tuple[Candidate, ...]:
    """Give each candidate an id within its topic, in the order they came."""
    counts: dict[str, int] = {}
    numbered: list[Candidate] = []
    for candidate in found:
        counts[candidate.topic] = counts.get(candidate.topic, 0) + 1
        numbered.append(replace(candidate, id=f"{candidate.topic}/{counts[candidate.topic]}"))
    return tuple(numbered)
