"""Read one topic for what it teaches: weigh its sentences, find the reason, and build the candidate verbatim."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from gitexp.engines.rules import signs
from gitexp.engines.rules.names import names_something, paths_in, symbols_in
from gitexp.engines.rules.sentences import Sentence, sentences
from gitexp.records.discussion import TEACHING_ROLES, Turn
from gitexp.records.experience import ExperienceKind, Lens
from gitexp.records.garbage import Exclusion
from gitexp.records.text import Redacted
from gitexp.records.words import content_words

MIN_WORDS = 5
MAX_SENTENCE = 320
"""Characters. A longer "sentence" is a paste or a list that lost its ends."""


DESCRIBES = Exclusion("conversation_summary", "the description tells what this change does or repairs")
UNREASONED = Exclusion("insufficient_evidence", "no reason given")
OPINION = Exclusion("personal_preference", "someone's opinion, in the first person")
TELLS = Exclusion("conversation_summary", "tells what someone did")
THIS_ALONE = Exclusion("one_off", "about this change alone")


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


def weighed(turn: Turn[Redacted]) -> list[Weighed]:
    """Return the sentences of a turn that state something to keep, with their weight."""
    if turn.speaker.role not in TEACHING_ROLES:
        return []
    own = sentences(turn.text)
    found = (_weigh(turn, own, place) for place in range(len(own)))
    return [weighed for weighed in found if weighed is not None]


def _weigh(turn: Turn[Redacted], all_: Sequence[Sentence], place: int) -> Weighed | None:
    """Return the sentence's weight, or None where it states nothing (a question, a guess, a chore, a report)."""
    sentence = all_[place]
    words = sentence.words
    if sentence.asks or len(words) > MAX_SENTENCE or _short(words):
        return None
    if any(sign.search(words) for sign in (signs.HEDGED, signs.HYPOTHETICAL, signs.CHORE, signs.PASTED)):
        return None
    because, weight, lens, kind = _signs(words)
    if not because:
        return None
    weight += 0.5 * bool(symbols_in(words)) + 0.5 * bool(paths_in(words))
    reason = reason_near(all_, place)
    if reason is not None:
        because = (*because, "a reason is given")
        weight += 1.5
    lacks: list[Exclusion] = []
    if turn.id == "pull_request.body" and kind != "constraint":
        weight -= 1.0
        lacks.append(DESCRIBES)
    if reason is None and lens == "logic":
        lacks.append(UNREASONED)
    if signs.OPINION.search(words):
        weight -= 0.5
        lacks.append(OPINION)
    if signs.OWN_DOING.search(words):
        weight -= 1.5
        lacks.append(TELLS)
    if signs.THIS_DIFF.search(words):
        weight -= 1.5
        lacks.append(THIS_ALONE)
    return Weighed(turn, sentence, weight, lens, kind, because, tuple(lacks))


def _short(words: str) -> bool:
    dense = len(re.findall(r"[\u3040-\u30ff\u3400-\u9fff]", words))
    return len(words.split()) < MIN_WORDS and dense < 2 * MIN_WORDS


def _signs(words: str) -> tuple[tuple[str, ...], float, Lens, ExperienceKind]:
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
    barred = (
        signs.PASTED,
        signs.HEDGED,
        signs.HYPOTHETICAL,
        signs.CHORE,
        signs.OPINION,
        signs.OWN_DOING,
        signs.THIS_DIFF,
    )
    return not sentence.asks and len(words) <= MAX_SENTENCE and not any(sign.search(words) for sign in barred)


def rule_after(all_: Sequence[Sentence], place: int) -> Sentence | None:
    """Return the next sentence of the paragraph where it draws the rule from the fact that this one states."""
    if signs.CONSTRAINT.search(all_[place].words) or place + 1 >= len(all_):
        return None
    after = all_[place + 1]
    near = after.paragraph == all_[place].paragraph
    return after if near and speaks_plainly(after) and signs.CONSTRAINT.search(after.words) else None


def _gives_reason(words: str, *, alone: bool) -> bool:
    if _short(words) or signs.HEDGED.search(words):
        return False
    if alone:
        return bool(signs.REASON.search(words))
    return bool(signs.REASON.search(words) or signs.WHY_NOT.search(words))


def stands_alone(words: str, *, before: str = "", anchored: bool) -> bool:
    """Return whether a reader who sees nothing else understands what the words point at.

    A sentence that points with this, it, here counts only where its anchor names the thing ("this file",
    "this function"), or where a name stands before the pointing word.
    """
    if signs.REFERS_BACK.search(words) and not before:
        return False
    for match in signs.POINTS.finditer(words):
        noun = (match[2] or "").strip("`")
        ahead = f"{before} {words[: match.start()]}"
        if _named(ahead):
            continue
        if anchored and noun in _ANCHORED_NOUNS:
            continue
        if (
            match[1]
            and match[1].lower() in ("that", "there", "it", "those", "these")
            and _not_pointing(match, words)
        ):
            continue
        return False
    return _matter(words)


_ANCHORED_NOUNS = frozenset(
    "file function method class test module field struct enum type helper script directory folder header migration config "
    "variable constant table column endpoint route component hook interface macro option flag argument parameter is".split()
)


def _named(text: str) -> bool:
    """Return whether something that a pointing word can mean was named before it."""
    return names_something(text) or len(content_words(text)) >= 3


def _not_pointing(match: re.Match[str], words: str) -> bool:
    """Return whether the word is grammar here: "so that", "is that", "there is", "it is possible to"."""
    word = match[0].lower()
    before = words[: match.start()].rstrip().lower()
    if word.startswith("that"):
        return bool(re.search(r"(?:\w{3,}|so|is|be|such)$", before))
    if word.startswith("there"):
        return bool(
            match[2]
            and match[2].lower() in ("is", "are", "was", "were", "may", "might", "can", "will", "must")
        )
    if word.startswith("it"):
        rest = words[match.end(1) :].lower()
        return bool(
            re.match(
                r"['’]?s? ?(?:is |would be |was |will be )?(?:\w+ )?(?:that|to|possible|not possible|important)\b",
                rest,
            )
        )
    return bool(match[2] and len(match[2]) > 3)


def _matter(words: str) -> bool:
    return len(content_words(words)) >= 3
