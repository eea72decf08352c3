"""Find the alternatives that someone rejected with a reason: both are cut from one sentence, never reworded."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from gitexp.engines.rules import RulesEngine, lore, signs, signs_against
from gitexp.engines.rules.arcs import settled_in_session
from gitexp.engines.rules.candidates import built, fitted
from gitexp.engines.rules.exclusions import OPINION, TELLS, THIS_ALONE, exclusions_of
from gitexp.engines.rules.heard import Heard
from gitexp.engines.rules.names import names_something
from gitexp.engines.rules.places import MAX_TITLE, Place, place_of
from gitexp.engines.rules.quotes import quotes
from gitexp.engines.rules.sentences import Sentence, in_one_line, sentences
from gitexp.engines.rules.settled import settled
from gitexp.engines.rules.signs_of_alternatives import (
    DEBUGS,
    FORMS,
    GOES_ON,
    ORDERS,
    PASSING,
    REPEATS,
    VAGUE,
    Form,
)
from gitexp.engines.rules.signs_of_pointing import POINTS
from gitexp.engines.rules.statements import BARRED, MAX_SENTENCE, Weighed, is_short
from gitexp.engines.rules.strength import WORTH_PROPOSING
from gitexp.records.candidate import MAX_WORDS, Candidate
from gitexp.records.discussion import TEACHING_ROLES, Topic, Turn
from gitexp.records.text import Redacted
from gitexp.records.trailers import PART
from gitexp.records.words import content_words, tokens_of

LEAST_REASON = 4
"""Tokens of a reason that says anything."""
MAX_OF_A_TOPIC = 3
BECAUSE = ("an alternative that was rejected for a stated reason",)
TOLD = frozenset({TELLS, OPINION, THIS_ALONE})
"""Who rejects something tells what they did and thought about a change: with the reason beside it that is no lack."""
IN_EARNEST = tuple(sign for sign in BARRED if sign is not signs_against.HYPOTHETICAL)
"""An alternative is supposed by its nature ("we could …, but …")."""
PAIRS = (("(", ")"), ("[", "]"), ("{", "}"), ("（", "）"), ("「", "」"))


class Rejection(NamedTuple):
    """An alternative and the reason against it, as they stand in a sentence."""

    what: Redacted
    why: Redacted


class AlternativesEngine(RulesEngine):
    """The rules engine, asked for nothing but rejected alternatives: `what` is the alternative, `why` the reason."""

    def extract(self, topics: Sequence[Topic[Redacted]]) -> Sequence[Sequence[Candidate]]:
        """Return the alternatives that each topic rejects with a reason; nothing is the normal answer."""
        return [alternatives(topic) for topic in topics]


def alternatives(topic: Topic[Redacted]) -> list[Candidate]:
    """Return a candidate of the kind decision for each alternative that the topic rejects with a reason."""
    if topic.discussion.kind == "history":
        return []
    if topic.discussion.kind == "commit":
        return [*_recorded(topic), *_argued(lore.without_decisions(topic), topic)]
    return _argued(topic, topic)


def rejection_in(words: Redacted) -> Rejection | None:
    """Return what a sentence rejects, and why; None where it does not do both plainly."""
    for form in FORMS:
        match = form.pattern.search(words)
        if match is None:
            continue
        start, end = match.span("why")
        again = REPEATS.match(words, start)
        why = words.cut(again.end() if again else start, end)
        found = Rejection(_trimmed(words.cut(*match.span("what"))), _trimmed(why))
        if _is_named(found.what) and _is_reason(found.why, form):
            return found
    return None


def _recorded(topic: Topic[Redacted]) -> Iterator[Candidate]:
    """Yield the `Rejected:` trailers that give a reason, with what holds against each."""
    for made in lore.decisions(topic):
        turn = topic.discussion.turn(made.evidence[0].turn)
        match = lore.TRAILER.fullmatch(turn.text) if turn else None
        if made.kind != "decision" or turn is None or match is None:
            continue
        parted = PART.search(turn.text, *match.span("words"))
        if parted is not None:
            what = _on_one_line(turn.text.cut(match.start("words"), parted.start()))
            why = _on_one_line(turn.text.cut(parted.end(), match.end("words")))
            yield _told(made, what, why)


def _told(made: Candidate, what: Redacted, why: Redacted) -> Candidate:
    when = Redacted.template("Before trying again: {}", what.cut(0, MAX_TITLE).trimmed())
    return replace(made, when=when, what=fitted(what, MAX_WORDS - len(when)), why=why, anti_patterns=())


def _on_one_line(text: Redacted) -> Redacted:
    return Redacted.joined((text.cut(*match.span()) for match in re.finditer(r"\S+", text)), " ")


def _argued(topic: Topic[Redacted], whole: Topic[Redacted]) -> list[Candidate]:
    """Return what people reject in the prose of a topic."""
    heard = Heard(whole)
    made: list[Candidate] = []
    for turn in topic.turns:
        if turn.speaker.role not in TEACHING_ROLES:
            continue
        repeats = heard.repeats(turn)
        for said in _spoken(turn.text):
            found = rejection_in(said.words)
            if found is not None and not repeats(said.words):
                made.append(_candidate(whole, turn, said, found))
    # The last word counts: who says it again says it best.
    return made[-MAX_OF_A_TOPIC:]


def _spoken(text: Redacted) -> Iterator[Sentence]:
    """Yield each plain sentence; where it rejects nothing alone, also together with one behind it that says "but"."""
    own = sentences(text)
    for place, sentence in enumerate(own):
        after = own[place + 1] if place + 1 < len(own) else None
        if not _is_plain(sentence):
            continue
        yield sentence
        if after is None or after.paragraph != sentence.paragraph or not GOES_ON.match(after.whole):
            continue
        if rejection_in(sentence.words) is None and _is_plain(after):
            words = in_one_line(text.cut(sentence.start, after.end))
            yield replace(sentence, end=after.end, words=words)


def _is_plain(sentence: Sentence) -> bool:
    """Return whether a sentence states something in earnest."""
    words = sentence.words
    if sentence.asks or len(words) > MAX_SENTENCE or is_short(words):
        return False
    return not any(sign.search(words) for sign in IN_EARNEST)


def _candidate(
    topic: Topic[Redacted], turn: Turn[Redacted], sentence: Sentence, found: Rejection
) -> Candidate:
    held = exclusions_of(sentence.words, lens="logic", reasoned=True, describes=False)
    lacks = tuple(lack for lack in held if lack not in TOLD)
    best = Weighed(turn, sentence, WORTH_PROPOSING, "logic", "decision", BECAUSE, lacks)
    place = place_of(topic, turn, sentence.words)
    when = Redacted.template("Before trying again: {}", found.what.cut(0, MAX_TITLE).trimmed())
    in_session = topic.discussion.kind == "session"
    answer = (
        settled_in_session(turn, topic.turns) if in_session else settled(turn, topic.turns, topic.discussion)
    )
    what = fitted(found.what, MAX_WORDS - len(when))
    evidence = tuple(quotes(turn, [sentence]))
    return built(topic, best, Place(place.path, place.symbol, when), what, found.why, evidence, answer, lacks)


def _trimmed(words: Redacted) -> Redacted:
    """Return words without the blanks and the signs that part sentences, at both ends."""
    text = words.trimmed()
    end = len(text.rstrip(" ,;:.!。，；、！—–-"))
    start = len(text) - len(text.lstrip(" ,;:，；、—–-"))
    return text.cut(start, max(start, end))


def _is_named(what: Redacted) -> bool:
    """Return whether an alternative is told so that it is understood alone."""
    if VAGUE.search(what) or DEBUGS.match(what) or POINTS.search(what) or not _is_whole(what):
        return False
    return names_something(what) or len(content_words(what)) >= 2


def _is_reason(why: Redacted, form: Form) -> bool:
    """Return whether what stands in the place of the reason is one."""
    if tokens_of(why) < LEAST_REASON or VAGUE.match(why) or ORDERS.match(why):
        return False
    if PASSING.search(why) or not _is_whole(why):
        return False
    return not form.proves or any(
        sign.search(why) for sign in (signs.WHY_NOT, signs.CONSEQUENCE, signs.REASON, form.proves)
    )


def _is_whole(words: str) -> bool:
    """Return whether no bracket or mark is open: else it was cut in the middle of something."""
    even = words.count("`") % 2 == 0 and words.count('"') % 2 == 0
    return even and all(words.count(first) == words.count(last) for first, last in PAIRS)
