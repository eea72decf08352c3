"""Build the candidate of a topic: the strongest statement, its reason, its place, and what it still lacks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from gitexp.engines.rules.alone import stands_alone
from gitexp.engines.rules.arcs import settled_in_session
from gitexp.engines.rules.conditions import preconditions_of
from gitexp.engines.rules.exclusions import COMMON, LIKING, OPINION, UNREASONED, exclusions_of
from gitexp.engines.rules.heard import Heard
from gitexp.engines.rules.names import paths_in, symbols_in
from gitexp.engines.rules.passages import Passage, passages
from gitexp.engines.rules.places import Place, place_of
from gitexp.engines.rules.quotes import evidence_of, quotes
from gitexp.engines.rules.sentences import sentences
from gitexp.engines.rules.settled import asks, question_before, settled
from gitexp.engines.rules.signs_of_pointing import BEGINS_WITH_POINTING, POINTS
from gitexp.engines.rules.statements import (
    Weighed,
    weighed,
)
from gitexp.engines.rules.strength import SETTLING, TOO_WEAK, WORTH_A_LOOK, WORTH_PROPOSING, strength
from gitexp.records.candidate import MAX_EVIDENCE, MAX_WORDS, Candidate, Settled, Trail
from gitexp.records.discussion import Topic, Turn
from gitexp.records.evidence import Evidence
from gitexp.records.garbage import Exclusion
from gitexp.records.text import Redacted
from gitexp.records.words import content_words

MAX_OF_A_TOPIC = 3
MARGIN = 0.5
"""How much stronger than a proposal must be a second statement of a topic is."""
STATES = 1.5
"""Weight from which a sentence counts as a statement at all."""
TITLE = 76
SUPPORT = 3
"""Content words a second turn shares with the statement to stand as evidence beside it."""

UNCLEAR = Exclusion("missing_context", "can't be understood alone: it points at something it does not name")
PLACELESS = Exclusion("missing_context", "no place: it names neither a file nor a symbol")


def candidates(topic: Topic[Redacted]) -> list[Candidate]:
    """Return what one topic teaches: nothing, which is normal, or its strongest statements about different matters."""
    heard = Heard(topic)
    found = [passage for turn in topic.turns for passage in passages(turn, heard, at_least=STATES)]
    made = [_candidate(topic, passage) for passage in found]
    made = [one for one in made if one.score >= WORTH_A_LOOK]
    made.sort(key=lambda one: (-one.score, len(one.trail.lacks)))
    return [one for place, one in enumerate(made) if place == 0 or _of_its_own(one, made[:place])][
        :MAX_OF_A_TOPIC
    ]


def _of_its_own(one: Candidate, stronger: Sequence[Candidate]) -> bool:
    """Return whether a weaker statement of a topic is worth proposing by itself: strong, and of another matter."""
    words = content_words(one.what)
    return (
        one.proposable
        and one.settled.answer == "yes"
        and one.score >= WORTH_PROPOSING + MARGIN
        and not any(
            len(words & content_words(other.what)) >= SUPPORT or set(one.trail.turns) & set(other.trail.turns)
            for other in stronger
        )
    )


def _candidate(topic: Topic[Redacted], passage: Passage) -> Candidate:
    turn, best = passage.turn, passage.best
    anchored = bool(turn.anchor and turn.anchor.path)
    what, why = passage.words, passage.why
    alone = stands_alone(what, anchored=anchored)
    subject = None if alone else _subject(topic, turn, what)
    where = place_of(topic, turn, what, subject)
    what = fitted(what, MAX_WORDS - len(where.when))
    alone = alone or (subject is not None and stands_alone(what, before=where.when, anchored=anchored))
    in_session = topic.discussion.kind == "session"
    answer = (
        settled_in_session(turn, topic.turns) if in_session else settled(turn, topic.turns, topic.discussion)
    )
    quoted = sorted([*passage.sentences, *([why] if why else [])], key=lambda sentence: sentence.start)
    evidence = [*quotes(turn, quoted), *_support(topic, best)]
    lacks = lacks_of(best, where, alone=alone)
    lacks = tuple(dict.fromkeys((*lacks, *_beside(passage))))
    if UNREASONED not in lacks and answer.answer == "yes" and answer.by not in (None, turn.speaker.login):
        # What someone thinks, for a reason that another took over, is no longer their preference alone.
        lacks = tuple(lack for lack in lacks if lack != OPINION)
    score, because = strength(topic, passage, answer, evidence, lacks)
    if (
        not lacks
        and answer.answer != "no"
        and score + SETTLING * (answer.answer == "unknown") < WORTH_PROPOSING
    ):
        lacks = (TOO_WEAK,)
    made = built(
        topic,
        best,
        where,
        what,
        why.words if why else None,
        tuple(evidence[: MAX_EVIDENCE + 2]),
        answer,
        lacks,
    )
    trail = replace(made.trail, because=(*made.trail.because, *because))
    return replace(made, score=score, trail=trail)


def _beside(passage: Passage) -> list[Exclusion]:
    """Return what the passage's other sentences show of taste and of what everyone knows: it colours the whole."""
    return [
        exclusion
        for sentence in passage.sentences
        for exclusion in exclusions_of(sentence.words, lens=passage.best.lens, reasoned=True, describes=False)
        if exclusion in (COMMON, LIKING)
    ]


def _subject(topic: Topic[Redacted], turn: Turn[Redacted], what: Redacted) -> Redacted | None:
    """Return what a statement that begins with "it" or "this" is about: the one thing its question names."""
    asked = question_before(turn, topic.turns)
    if asked is None or not BEGINS_WITH_POINTING.match(what):
        return None
    for sentence in sentences(asked.text):
        named = symbols_in(sentence.words)
        if len(named) == 1 and asks(sentence):
            return named[0]
    return None


def built(
    topic: Topic[Redacted],
    best: Weighed,
    where: Place,
    what: Redacted,
    why: Redacted | None,
    evidence: tuple[Evidence[Redacted], ...],
    answer: Settled,
    lacks: tuple[Exclusion, ...],
) -> Candidate:
    named = Redacted.joined([what, *([why] if why else [])])
    symbols = tuple(dict.fromkeys([*([where.symbol] if where.symbol else []), *symbols_in(named)]))
    paths = tuple(dict.fromkeys([*([where.path] if where.path else []), *paths_in(named)]))
    turns = tuple(dict.fromkeys(item.turn for item in evidence))
    return Candidate(
        id=f"{topic.id}/1",
        discussion=topic.discussion.id,
        topic=topic.id,
        repo=topic.discussion.repo,
        title=title_of(what, where.path),
        lens=best.lens,
        kind=best.kind,
        when=where.when,
        what=what,
        why=why,
        preconditions=preconditions_of(named),
        symbols=symbols,
        paths=paths,
        places=(where.path,) if where.path else (),
        evidence=evidence,
        settled=answer,
        trail=Trail(best.because, (), turns, lacks),
        observed_at=max((item.at for item in evidence if item.at), default=None),
        derived=("when", "title"),
        local=topic.discussion.local,
        score=best.weight,
    )


def lacks_of(best: Weighed, where: Place, *, alone: bool) -> tuple[Exclusion, ...]:
    lacks = list(best.lacks)
    if not alone:
        lacks.append(UNCLEAR)
    if where.path is None and where.symbol is None:
        lacks.append(PLACELESS)
    return tuple(lacks)


def _support(topic: Topic[Redacted], best: Weighed) -> list[Evidence[Redacted]]:
    """Return the strongest sentence of other speakers' turns that speak of the same, as evidence beside it."""
    words = content_words(best.sentence.words)
    found: list[tuple[int, Evidence[Redacted]]] = []
    for turn in topic.turns:
        if turn.id == best.turn.id or turn.speaker.login == best.turn.speaker.login:
            continue
        same = [
            (len(words & content_words(other.sentence.words)), other.sentence)
            for other in weighed(turn)
            if other.weight >= 1.5
        ]
        if same:
            shared, sentence = max(same, key=lambda pair: pair[0])
            if shared >= SUPPORT:
                found.append((shared, evidence_of(turn, turn.text.cut(sentence.start, sentence.end))))
    found.sort(key=lambda pair: -pair[0])
    return [evidence for _, evidence in found[: MAX_EVIDENCE - 1]]


def title_of(what: Redacted, path: Redacted | None) -> Redacted:
    """Return the beginning of the statement, cut at a word; after the file's name where it says "this file"."""
    if path is not None and POINTS.search(what.cut(0, TITLE)):
        return Redacted.template("{}: {}", path.cut(path.rfind("/") + 1), title_of(what, None))
    if len(what) <= TITLE:
        return what.cut(0, len(what.rstrip(".。 ")))
    end = what.rfind(" ", TITLE // 2, TITLE)
    return Redacted.template("{}…", what.cut(0, end if end > 0 else TITLE).trimmed())


def fitted(what: Redacted, room: int) -> Redacted:
    """Cut a statement that is too long at a word: cut, never reworded."""
    if len(what) <= room:
        return what
    end = what.rfind(" ", 0, room - 1)
    return what.cut(0, end if end > 0 else room)
