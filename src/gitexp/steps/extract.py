"""Extract: take candidates from topics, and hold what must always hold of one, whatever the engine says."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from gitexp.ports import Engine
from gitexp.records.candidate import MAX_EVIDENCE, MAX_WORDS, Candidate
from gitexp.records.discussion import TEACHING_ROLES, Discussion, Topic, Turn
from gitexp.records.evidence import is_verbatim, quotable, says_something
from gitexp.records.experience import Standing
from gitexp.records.failed import Failed
from gitexp.records.garbage import GARBAGE_KINDS, Exclusion
from gitexp.records.grounds import Grounds
from gitexp.records.precondition import Check, DependencyCheck, KeyCheck, PathCheck, SymbolCheck
from gitexp.records.skipped import Skipped
from gitexp.records.text import Redacted
from gitexp.records.trust import Trust
from gitexp.records.words import shortened
from gitexp.steps.known_words import Known
from gitexp.steps.orders import gives_orders, is_order
from gitexp.steps.settle_carried import is_after_merge

_MARKS = re.compile(
    r"<team-notes|<!-- exp:|\(git-exp\)|\"from\"\s*:\s*\"git-exp\"|exp:proposal"
    r"|yaml-language-server: \$schema=\.\./\.schemas/experience|^id: [a-z0-9-]+-[0-9a-f]{10}$",
    re.M,
)
"""What stands in everything that exp hands to an agent, writes into a pull request, or keeps in its store."""
WORTH_KEEPING = 3
"""Of 5, where the engine says how good a candidate is: keep less, but trustworthy."""
WIDTH = 80
"""Characters that are shown of what was left out."""
LEFT_OUT = "left out: "
OWN_WORDS = "written by exp itself: no evidence"
UNENTITLED = Exclusion(
    "insufficient_evidence",
    "not settled by the author or by someone known to have write permission (--trust settled)",
)
"""What settle takes out again where it finds that such a one has settled it."""


class Extracted(NamedTuple):
    """What the topics taught; how many turns were shut out under the trust asked; what was left out, and why."""

    candidates: tuple[Candidate, ...]
    shut_out: int
    left_out: tuple[Skipped, ...]


def extract(
    topics: Sequence[Topic[Redacted]],
    engine: Engine,
    *,
    trust: Trust = "any",
    known: str = "",
    standing: Sequence[Standing[Redacted]] = (),
) -> Extracted:
    """Return what the topics teach.

    Policy, for every engine: bots, tools and agents never teach; what exp wrote itself is no evidence;
    every quote stands verbatim in its turn; at most three turns are cited; what the project tells every
    reader already (`known`), or a session repeats from experiences/ (`standing`), is no experience. A candidate
    that breaks one of these is left out, and said.
    """
    found: list[Candidate] = []
    left_out: list[Skipped] = []
    shut_out = 0
    told = Known(known, standing)
    asked: list[Topic[Redacted]] = []
    for topic in topics:
        left_out += [Skipped(turn.id, OWN_WORDS, bad=False) for turn in topic.turns if is_own(turn)]
        others = [turn for turn in topic.turns if not is_own(turn)]
        allowed = tuple(turn for turn in others if _may_teach(turn, trust))
        shut_out += len(others) - len(allowed)
        if any(turn.speaker.role in TEACHING_ROLES for turn in allowed):
            asked.append(replace(topic, turns=allowed))
    for own, answer in zip(asked, engine.extract(asked), strict=True):
        if isinstance(answer, Failed):
            left_out.append(Skipped(own.id, answer.words))
            continue
        grounds = Grounds(own)
        for candidate in answer:
            fault = _fault(candidate, own, grounds)
            if fault is None:
                found.append(_with_lacks(candidate, own, trust, told))
            else:
                why = f"{LEFT_OUT}{fault}: {shortened(candidate.what, WIDTH)}"
                left_out.append(Skipped(own.id, why, bad=False))
    return Extracted(_numbered(found), shut_out, tuple(left_out))


def is_own(turn: Turn[Redacted]) -> bool:
    """Return whether exp wrote the turn, or an agent repeats what exp gave it: else exp learns from its own words."""
    return bool(_MARKS.search(turn.text))


def _may_teach(turn: Turn[Redacted], trust: Trust) -> bool:
    """Return whether a turn is read at all.

    Under `settled` everyone is: what someone without a say says may be settled by those who have one.
    """
    others = turn.speaker.role in ("author", "bot", "tool", "agent")
    return trust != "write" or turn.speaker.can_write != "no" or others


def _untrusted(candidate: Candidate, turns: dict[str, Turn[Redacted]], trust: Trust) -> str | None:
    """Return what the candidate lacks under the trust asked for (DESIGN.md section 7), or None.

    An unknown permission is unknown: such a candidate is kept in the run and not proposed.
    """
    speaker = turns[candidate.evidence[0].turn].speaker
    if trust == "any" or speaker.can_write == "yes":
        return None
    if trust == "write":
        return f"not known whether {speaker.name} may write (--trust write)"
    if candidate.settled.answer == "yes" and candidate.settled.entitled:
        return None
    return UNENTITLED.words


def _unseen(
    candidate: Candidate, turns: dict[str, Turn[Redacted]], discussion: Discussion[Redacted]
) -> str | None:
    """Return what the candidate lacks because a turn was edited after the merge: whoever agreed, agreed to other words.

    Who may write may also mend what they said; and what was said after the merge as a whole is read as it stands.
    """
    cited = [turns[item.turn] for item in candidate.evidence]
    edited = [one for one in cited if one.late and one.speaker.can_write != "yes"]
    before = [one for one in edited if not is_after_merge(one, discussion)]
    return f"{before[0].id} was edited after the merge" if before else None


def _fault(candidate: Candidate, topic: Topic[Redacted], grounds: Grounds) -> str | None:
    """Return what forbids the candidate whatever it says, None where nothing does."""
    turns = {turn.id: turn for turn in topic.turns}
    if not candidate.evidence:
        return "it has no evidence"
    for item in candidate.evidence:
        turn = turns.get(item.turn)
        if turn is None:
            return f"it cites {item.turn}, which is not in its topic"
        if turn.speaker.role not in TEACHING_ROLES:
            article = "an" if turn.speaker.role == "agent" else "a"
            return f"it cites {article} {turn.speaker.role}, and those never teach"
        if any(is_order(part) for part in _beside(item.quote, turn.text)):
            return f"it cites {item.turn}, which gives orders to an agent there"
        if not is_verbatim(item.quote, turn.text):
            return f"a quote of {item.turn} does not stand there word for word"
        if not says_something(item.quote, turn.text):
            return f"a quote of {item.turn} is too short to tell anything"
    ungrounded = _ungrounded(candidate, grounds)
    if ungrounded:
        return ungrounded
    if gives_orders(candidate):
        return "it gives orders to an agent, and those are no experience"
    if len({item.turn for item in candidate.evidence}) > MAX_EVIDENCE:
        return f"it cites more than {MAX_EVIDENCE} turns"
    if len(candidate.when) + len(candidate.what) > MAX_WORDS:
        return f"its `when` and `what` have more than {MAX_WORDS} characters"
    if candidate.quality is not None and candidate.quality < WORTH_KEEPING:
        return f"its quality is {candidate.quality} of 5: {'; '.join(candidate.trail.because) or 'it does not say why'}"
    return None


def _beside(quote: str, text: str) -> list[str]:
    """Return the paragraphs of a turn that a quote touches: an order may stand right before what is quoted."""
    plain = quotable(text)
    start = max(0, plain.find(quotable(quote)))
    first = plain.rfind("\n\n", 0, start) + 1
    last = plain.find("\n\n", start + len(quote))
    return [plain[first : last if last >= 0 else len(plain)]]


def _ungrounded(candidate: Candidate, grounds: Grounds) -> str:
    """Return what of a candidate has no grounds in its topic: its statement, its reason, or a condition of it."""
    held = candidate.preconditions
    conditions = (*held.must, *held.must_not, *held.typical_env)
    beside = [candidate.why or "", *(one.text for one in conditions)]
    faults = [grounds.lacking(f"{candidate.when} {candidate.what}"), *map(grounds.invented, beside)]
    faults += [
        f"checks what nobody wrote: `{name}`"
        for one in conditions
        for name in _checked(one.check)
        if not grounds.names(name) or not grounds.counts(name)
    ]
    return next((one for one in faults if one), "")


def _checked(check: Check | None) -> tuple[str, ...]:
    """Return the names that a condition's check decides by, as someone must have written them."""
    if isinstance(check, DependencyCheck):
        return (check.name, *([check.version] if check.version else []))
    if isinstance(check, PathCheck):
        return tuple(part for part in check.glob.split("/") if part.strip("*?[]!"))
    if isinstance(check, KeyCheck):
        return (check.key, *check.values)
    return (check.symbol,) if isinstance(check, SymbolCheck) else ()


def _with_lacks(candidate: Candidate, topic: Topic[Redacted], trust: Trust, told: Known) -> Candidate:
    """Return the candidate with what it lacks beyond what the engine found: news, and a trusted word."""
    lacks = list(candidate.trail.lacks)
    teller = told.says(candidate, topic)
    if teller is not None:
        lacks.append(Exclusion("already_known", f"already known: {teller}"))
    turns = {turn.id: turn for turn in topic.turns}
    untrusted = _untrusted(candidate, turns, trust)
    if untrusted is not None:
        lacks.append(Exclusion("insufficient_evidence", untrusted))
    unseen = _unseen(candidate, turns, topic.discussion)
    if unseen is not None:
        lacks.append(Exclusion("insufficient_evidence", unseen))
    held = {lack.kind for lack in lacks}
    passed = tuple(kind for kind in GARBAGE_KINDS if kind not in held)
    return replace(candidate, trail=replace(candidate.trail, lacks=tuple(lacks), passed=passed))


def _numbered(found: Sequence[Candidate]) -> tuple[Candidate, ...]:
    """Give each candidate an id within its topic, in the order they came."""
    counts: dict[str, int] = {}
    numbered: list[Candidate] = []
    for candidate in found:
        counts[candidate.topic] = counts.get(candidate.topic, 0) + 1
        numbered.append(replace(candidate, id=f"{candidate.topic}/{counts[candidate.topic]}"))
    return tuple(numbered)
