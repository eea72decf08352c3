"""Read one topic for what it teaches: weigh its sentences, find the reason, and build the candidate verbatim."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from gitexp.engines.rules import signs, signs_against
from gitexp.engines.rules.exclusions import DESCRIBES, OPINION, TELLS, THIS_ALONE, UNREASONED, exclusions_of
from gitexp.engines.rules.names import paths_in, symbols_in
from gitexp.engines.rules.sentences import CACHED, Sentence, sentences
from gitexp.records.discussion import TEACHING_ROLES, Turn
from gitexp.records.experience import ExperienceKind, Lens
from gitexp.records.garbage import Exclusion
from gitexp.records.text import Redacted

MIN_WORDS = 5
MAX_SENTENCE = 320
"""Characters. A longer "sentence" is a paste or a list that lost its ends."""


BARRED = (
    signs_against.HEDGED,
    signs_against.HYPOTHETICAL,
    signs_against.SARCASTIC,
    signs_against.HEARSAY,
    signs_against.CHORE,
    signs_against.PASTED,
)
"""What nobody states in earnest as true here: it never counts, whatever else the sentence says."""


AGAINST = {DESCRIBES: 1.0, UNREASONED: 0.0, OPINION: 0.5, TELLS: 1.5, THIS_ALONE: 1.5}
"""Weight that an exclusion takes from a statement; others take a half."""


_ASIDE = re.compile(r"\([^()]{0,200}\)|（[^（）]{0,200}）")


@dataclass(frozen=True)
class Weighed:
    """A sentence with what speaks for it and against it."""

    turn: Turn[Redacted]
    sentence: Sentence
    weight: float
    lens: Lens
    kind: ExperienceKind
    because: tuple[str, ...]
    lacks: tuple[Exclusion, ...]


def weighed(turn: Turn[Redacted], *, of_a_change: bool = False) -> tuple[Weighed, ...]:
    """Return the sentences of a turn that state something to keep, with their weight.

    `of_a_change` where the turn is the text with which a change was merged: there only a command counts.
    """
    return _weighed(turn, of_a_change)


@lru_cache(maxsize=CACHED)
def _weighed(turn: Turn[Redacted], of_a_change: bool) -> tuple[Weighed, ...]:
    if turn.speaker.role not in TEACHING_ROLES:
        return ()
    own = sentences(turn.text)
    found = (_weigh(turn, own, place, of_a_change) for place in range(len(own)))
    return tuple(weighed for weighed in found if weighed is not None)


def _weigh(turn: Turn[Redacted], all_: Sequence[Sentence], place: int, of_a_change: bool) -> Weighed | None:
    """Return the sentence's weight, or None where it states nothing (a question, a guess, a chore, a report)."""
    sentence = all_[place]
    words = sentence.words
    if sentence.asks or len(words) > MAX_SENTENCE or is_short(words):
        return None
    if _is_barred(words) or _torn(words):
        return None
    because, weight, lens, kind = signs_of(words)
    if not because:
        return None
    weight += 0.5 * bool(symbols_in(words)) + 0.5 * bool(paths_in(words))
    reason = reason_near(all_, place)
    if reason is not None:
        because = (*because, "a reason is given")
        weight += 1.5
    describes = turn.id == "pull_request.body" and kind != "constraint"
    describes = describes or (of_a_change and not _commands(words))
    lacks = exclusions_of(words, lens=lens, reasoned=reason is not None, describes=describes)
    weight -= sum(AGAINST.get(lack, 0.5) for lack in lacks)
    return Weighed(turn, sentence, weight, lens, kind, because, lacks)


def _commands(words: str) -> bool:
    """Return whether a sentence commands for good, and does not tell how it was, is now, or came about."""
    return bool(
        signs.COMMAND.search(words) and signs.REASON.search(words)
    ) and not signs_against.CHANGE.search(words)


def is_short(words: str) -> bool:
    dense = len(re.findall(r"[\u3040-\u30ff\u3400-\u9fff]", words))
    return len(words.split()) + dense / 2 < MIN_WORDS


def signs_of(words: str) -> tuple[tuple[str, ...], float, Lens, ExperienceKind]:
    """Return which signs a sentence carries, their weight, and the lens and kind that follow."""
    because: list[str] = []
    weight = 0.0
    lens: Lens = "logic"
    kind: ExperienceKind = "pitfall"
    if signs.TERM.search(words):
        because.append("says what a word means")
        weight, lens, kind = weight + 1.0, "terminology", "term"
    if signs.LOCATION.search(words):
        because.append("says where something is")
        weight, lens, kind = weight + 1.0, "location", "location"
    if signs.ORIGIN.search(words):
        because.append("says where something comes from")
        weight, lens, kind = weight + 2.0, "location", "location"
    if signs.WHY_NOT.search(words):
        because.append("says what breaks, or was tried and did not work")
        weight, lens, kind = weight + 1.0, "logic", "pitfall"
    if signs.CONSTRAINT.search(words):
        because.append("says what must or must not be done")
        weight += 1.5
        kind = "constraint" if lens == "logic" else kind
    elif signs.DIRECTIVE.search(words):
        because.append("says how it is done")
        weight += 0.75
        kind = "constraint" if lens == "logic" else kind
    if signs.CONSEQUENCE.search(words) and not signs.WHY_NOT.search(words):
        because.append("says what happens")
        weight += 0.5
    if because and signs.REASON.search(words):
        weight += 0.5
    return tuple(because), weight, lens, kind


def reason_near(all_: Sequence[Sentence], place: int) -> Sentence | None:
    """Return the sentence that gives the reason: the same one, the next, or the one before, of the same turn."""
    if _gives_reason(all_[place].words, alone=True):
        return all_[place]
    for near in (place + 1, place - 1):
        if 0 <= near < len(all_) and abs(all_[near].paragraph - all_[place].paragraph) <= 1:
            other = all_[near]
            if other.paragraph != all_[place].paragraph and signs.COMMAND.search(other.words):
                continue  # a rule of its own, about another matter
            if (
                not other.asks
                and len(other.words) <= MAX_SENTENCE
                and _gives_reason(other.words, alone=False)
            ):
                return other
    return None


def speaks_plainly(sentence: Sentence) -> bool:
    """Return whether a sentence may stand beside a statement: no question, guess, opinion or report."""
    words = sentence.words
    against = (signs_against.OPINION, signs_against.WISH, signs_against.OWN_DOING, signs_against.THIS_DIFF)
    plain = not sentence.asks and len(words) <= MAX_SENTENCE and not _torn(words) and not _is_barred(words)
    return plain and not any(sign.search(words) for sign in against)


def _is_barred(words: str) -> bool:
    """Return whether a sentence states nothing in earnest; an aside in brackets does not count against the rest."""
    rest = _ASIDE.sub("", words)
    return any(sign.search(rest if sign is signs_against.HEDGED else words) for sign in BARRED)


def _torn(words: str) -> bool:
    """Return whether a sentence is a piece of one: cut out of brackets, or left by a question in them."""
    return words.startswith(("(", ")", "（")) or words.count(")") > words.count("(") + 1


def _gives_reason(words: str, *, alone: bool) -> bool:
    if is_short(words) or signs_against.HEDGED.search(_ASIDE.sub("", words)):
        return False
    if alone:
        return bool(signs.REASON.search(words))
    return any(sign.search(words) for sign in (signs.REASON, signs.WHY_NOT, signs.CONSEQUENCE))
