"""The arc of a session: a step failed, the user corrected it with a reason, the agent repaired it, the user accepted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gitexp.engines.rules.names import paths_in, symbols_in
from gitexp.engines.rules.sentences import sentences
from gitexp.engines.rules.settled import stance
from gitexp.engines.rules.signs_of_stance import CORRECTS, STOPS
from gitexp.records.candidate import Settled
from gitexp.records.discussion import Discussion, Turn
from gitexp.records.text import Redacted
from gitexp.records.words import content_words

SHORT = 60
"""Characters of a prompt that goes on with the running matter whatever it says: "yes", "try again", "ok, works"."""
LONGEST = 150
"""Turns after which a prompt begins a new matter, whatever it says: nobody corrects what lies so far back."""
SHARED_WORDS = 3
EDITS = ("Edit ", "Write ", "MultiEdit ", "NotebookEdit ")
"""How the text of a tool turn begins that changed a file."""


@dataclass(frozen=True)
class Arc:
    """What surrounds one prompt: did a step fail before it, does it correct, was it repaired, was it taken back."""

    failed: bool
    corrects: bool
    repaired: bool
    accepted: bool
    taken_back: bool


def arcs(discussion: Discussion[Redacted]) -> list[tuple[str, ...]]:
    """Return a session's matters: each prompt with what the agent did, and the prompts that go on with it."""
    found: list[list[Turn[Redacted]]] = []
    prompts: list[Turn[Redacted]] = []
    for turn in discussion.turns:
        if turn.speaker.role == "user":
            if not found or len(found[-1]) > LONGEST or not (_rejected(found[-1]) or _goes_on(turn, prompts)):
                found.append([])
                prompts = []
            prompts.append(turn)
        elif not found:
            found.append([])
        found[-1].append(turn)
    return [tuple(turn.id for turn in arc) for arc in found]


def _rejected(turns: Sequence[Turn[Redacted]]) -> bool:
    """Return whether the last thing the agent did was refused by the user, who now says why."""
    return bool(turns) and turns[-1].state == "rejected"


def _goes_on(turn: Turn[Redacted], prompts: Sequence[Turn[Redacted]]) -> bool:
    """Return whether a prompt belongs to the matter of the prompts before it."""
    if not prompts or len(turn.text) <= SHORT or corrects(turn) or stance(turn) in ("agrees", "dissents"):
        return True
    words, names = content_words(turn.text), _names(turn)
    return any(len(words & content_words(one.text)) >= SHARED_WORDS or names & _names(one) for one in prompts)


def _names(turn: Turn[Redacted]) -> frozenset[str]:
    return frozenset((*symbols_in(turn.text), *paths_in(turn.text)))


def corrects(turn: Turn[Redacted]) -> bool:
    """Return whether a prompt says that what was done is not right."""
    opening = sentences(turn.text)[:2]
    return any(CORRECTS.search(sentence.whole) or STOPS.search(sentence.whole) for sentence in opening)


def arc_of(carrier: Turn[Redacted], turns: Sequence[Turn[Redacted]]) -> Arc:
    """Return the arc around a prompt, read from its topic."""
    place = [turn.id for turn in turns].index(carrier.id)
    before: list[Turn[Redacted]] = []
    for turn in reversed(turns[:place]):
        if turn.speaker.role == "user":
            break
        before.append(turn)
    after = list(turns[place + 1 :])
    later = [turn for turn in after if turn.speaker.role == "user"]
    work = after[: after.index(later[0])] if later else after
    return Arc(
        failed=any(turn.state == "failed" for turn in before),
        corrects=bool(before) and (corrects(carrier) or before[0].state == "rejected"),
        repaired=any(_edits(turn) for turn in work),
        accepted=bool(later) and stance(later[0]) == "agrees",
        taken_back=any(STOPS.search(turn.text) for turn in later),
    )


def _edits(turn: Turn[Redacted]) -> bool:
    """Return whether a turn changed a file; an edit that failed, or that the user rejected, did not."""
    return turn.speaker.role == "tool" and turn.state is None and turn.text.startswith(EDITS)


def settled_in_session(carrier: Turn[Redacted], turns: Sequence[Turn[Redacted]]) -> Settled:
    """Return whether what a user says in a session is settled: the agent went by it, and the user left it at that."""
    arc = arc_of(carrier, turns)
    place = [turn.id for turn in turns].index(carrier.id)
    if arc.taken_back:
        return Settled("no", None, None, "taken back by its own speaker")
    if arc.repaired:
        reason = "corrected by the user, repaired" if arc.corrects else "the agent went by what the user said"
        reason += " and accepted" if arc.accepted else ""
        return Settled("yes", carrier.speaker.login, carrier.id, reason, entitled=True)
    if any(turn.speaker.role == "agent" for turn in turns[place + 1 :]):
        reason = "the user said it, and did not take it back"
        return Settled("yes", carrier.speaker.login, carrier.id, reason, entitled=True)
    return Settled("unknown", None, None, "the session ends there")


def repaired_place(carrier: Turn[Redacted], turns: Sequence[Turn[Redacted]]) -> Redacted | None:
    """Return the file that the agent changed last before a prompt, else the first that it changed after it."""
    if carrier.anchor is not None and carrier.anchor.path is not None:
        return carrier.anchor.path
    place = [turn.id for turn in turns].index(carrier.id)
    for turn in turns[place + 1 :]:
        if _edits(turn) and turn.anchor and turn.anchor.path:
            return turn.anchor.path
    return None
