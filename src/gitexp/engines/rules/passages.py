"""Grow a statement into a passage: the sentences beside it that it needs, or that give its reason and its rule."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gitexp.engines.rules import signs
from gitexp.engines.rules.alone import stands_alone
from gitexp.engines.rules.heard import Heard
from gitexp.engines.rules.sentences import Sentence, in_one_line, sentences
from gitexp.engines.rules.statements import (
    Weighed,
    is_short,
    reason_near,
    speaks_plainly,
    weighed,
)
from gitexp.records.discussion import Turn
from gitexp.records.text import Redacted

ROOM = 300
"""Characters of a passage: `when` and `what` together have 400."""
MAX_SENTENCES = 4
ARGUMENTS = (signs.CONSTRAINT, signs.DIRECTIVE, signs.WHY_NOT, signs.CONSEQUENCE, signs.REASON)


@dataclass(frozen=True)
class Passage:
    """A statement with the sentences of its turn that stand with it, in order; `why` is a reason that stands apart."""

    best: Weighed
    sentences: tuple[Sentence, ...]
    why: Sentence | None

    @property
    def turn(self) -> Turn[Redacted]:
        """Return the turn that carries it."""
        return self.best.turn

    @property
    def words(self) -> Redacted:
        """Return its sentences as they stand, in one line."""
        return _words(self.turn.text, self.sentences)


def passages(turn: Turn[Redacted], heard: Heard, *, at_least: float) -> list[Passage]:
    """Return what a turn states, the strongest first; of passages that overlap only the strongest."""
    own = sentences(turn.text)
    found: list[Passage] = []
    taken: set[int] = set()
    told = weighed(turn, of_a_change=heard.of_a_change)
    strong = [statement for statement in told if statement.weight >= at_least]
    if strong:
        parroted = heard.repeats(turn)
        strong = [statement for statement in strong if not parroted(statement.sentence.words)]
    for statement in sorted(strong, key=lambda one: (len(one.lacks), -one.weight, one.sentence.start)):
        if statement.sentence.start in taken:
            continue
        passage = _grown(statement, own, taken)
        taken.update(sentence.start for sentence in passage.sentences)
        found.append(passage)
    return found


def _grown(best: Weighed, own: Sequence[Sentence], taken: set[int]) -> Passage:
    place = own.index(best.sentence)
    first, last = _paragraph(own, place)
    if len(_words(best.turn.text, own[first : last + 1])) > ROOM or last - first >= MAX_SENTENCES:
        first, last = _argument(best, own, place)
    while first < place and (is_short(own[first].words) or _meets(own[first:place], taken)):
        first += 1
    while last > place and _meets(own[place + 1 : last + 1], taken):
        last -= 1
    reason = reason_near(own, place)
    apart = reason is not None and reason not in own[first : last + 1]
    return Passage(best, tuple(own[first : last + 1]), reason if apart else None)


def _meets(some: Sequence[Sentence], taken: set[int]) -> bool:
    """Return whether a stronger passage has one of the sentences already."""
    return any(sentence.start in taken for sentence in some)


def _paragraph(own: Sequence[Sentence], place: int) -> tuple[int, int]:
    """Return the run of plain sentences around one in its paragraph: what is said in one breath is one argument."""
    first = last = place
    while first > 0 and own[first - 1].paragraph == own[place].paragraph and speaks_plainly(own[first - 1]):
        first -= 1
    while (
        last + 1 < len(own)
        and own[last + 1].paragraph == own[place].paragraph
        and speaks_plainly(own[last + 1])
    ):
        last += 1
    return first, last


def _argument(best: Weighed, own: Sequence[Sentence], place: int) -> tuple[int, int]:
    """Return the neighbours that a statement needs in a long paragraph: what it points back to, what argues on."""
    first = last = place
    anchored = bool(best.turn.anchor and best.turn.anchor.path)
    while (
        first > 0
        and not stands_alone(_words(best.turn.text, own[first : last + 1]), anchored=anchored)
        and _may_join(own, first - 1, first, last)
    ):
        first -= 1
    while last + 1 < len(own) and _argues(own[last + 1].words) and _may_join(own, last + 1, first, last):
        last += 1
    if (
        first == last
        and first > 0
        and _argues(own[first - 1].words)
        and _may_join(own, first - 1, first, last)
    ):
        first -= 1
    return first, last


def _may_join(own: Sequence[Sentence], new: int, first: int, last: int) -> bool:
    """Return whether a neighbour may stand in the passage: same paragraph, plain, and there is room."""
    reach = own[max(new, last)].end - own[min(new, first)].start
    room = reach <= ROOM
    same = own[new].paragraph == own[first].paragraph
    return room and same and last - first + 1 < MAX_SENTENCES and speaks_plainly(own[new])


def _argues(words: Redacted) -> bool:
    """Return whether a sentence carries an argument: a rule, a reason, or what breaks."""
    return any(sign.search(words) for sign in ARGUMENTS)


def _words(text: Redacted, some: Sequence[Sentence]) -> Redacted:
    """Return neighbours as they stand in their turn, in one line."""
    return in_one_line(text.cut(some[0].start, some[-1].end))
