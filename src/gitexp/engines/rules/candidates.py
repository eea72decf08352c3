"""Build the candidate of a topic: the strongest statement, its reason, its place, and what it still lacks."""

from __future__ import annotations

import re

from gitexp.engines.rules.names import paths_in, symbols_in
from gitexp.engines.rules.places import Place, place_of
from gitexp.engines.rules.quotes import evidence_of, quotes
from gitexp.engines.rules.sentences import sentences
from gitexp.engines.rules.settled import settled
from gitexp.engines.rules.signs import POINTS
from gitexp.engines.rules.statements import (
    Weighed,
    reason_near,
    rule_after,
    speaks_plainly,
    stands_alone,
    weighed,
)
from gitexp.records.candidate import MAX_EVIDENCE, MAX_WORDS, Candidate, Settled, Trail
from gitexp.records.discussion import Topic
from gitexp.records.evidence import Evidence
from gitexp.records.garbage import Exclusion
from gitexp.records.precondition import Condition, DependencyCheck, Preconditions
from gitexp.records.text import Redacted
from gitexp.records.words import content_words

WORTH_A_LOOK = 2.5
"""The wide threshold: a statement this strong is kept in the run, whatever it lacks."""
TITLE = 76
ROOM = 320
"""Characters of a statement to which its rule is still added."""
SUPPORT = 3
"""Content words a second turn shares with the statement to stand as evidence beside it."""

UNCLEAR = Exclusion("missing_context", "can't be understood alone: it points at something it does not name")
PLACELESS = Exclusion("missing_context", "no place: it names neither a file nor a symbol")

_VERSION = re.compile(
    r"(?<![\w./-])`?([A-Za-z][\w.-]{1,40})`?[ ]?(>=|<=|<|>|==|≥|≤)[ ]?`?v?(\d+(?:\.\d+){0,3})`?(?![\w.]*\w)"
)
_OPERATOR = {"≥": ">=", "≤": "<="}


def candidates(topic: Topic[Redacted]) -> list[Candidate]:
    """Return what one topic teaches: nothing, which is normal, or its strongest statement."""
    statements = [statement for turn in topic.turns for statement in weighed(turn)]
    strong = [statement for statement in statements if statement.weight >= WORTH_A_LOOK]
    if not strong:
        return []
    best = max(
        strong, key=lambda statement: (not statement.lacks, statement.weight, -statement.sentence.start)
    )
    return [_candidate(topic, best)]


def _candidate(topic: Topic[Redacted], best: Weighed) -> Candidate:
    turn = best.turn
    own = sentences(turn.text)
    place_in_turn = own.index(best.sentence)
    anchored = bool(turn.anchor and turn.anchor.path)
    chosen = [best.sentence]
    if not stands_alone(best.sentence.words, anchored=anchored) and place_in_turn:
        before = own[place_in_turn - 1]
        if before.paragraph == best.sentence.paragraph and speaks_plainly(before):
            chosen.insert(0, before)
    rule = rule_after(own, place_in_turn)
    if rule is not None and sum(len(sentence.words) for sentence in (*chosen, rule)) < ROOM:
        chosen.append(rule)
    reason = reason_near(own, place_in_turn)
    why = reason if reason is not None and reason not in chosen else None
    what = Redacted.joined(sentence.words for sentence in chosen)
    where = place_of(topic, turn, what)
    what = fitted(what, MAX_WORDS - len(where.when))
    alone = stands_alone(what, anchored=anchored)
    answer = settled(turn, topic.turns, topic.discussion)
    quoted = sorted([*chosen, *([why] if why else [])], key=lambda sentence: sentence.start)
    evidence = [*quotes(turn, quoted), *_support(topic, best)]
    return built(
        topic, best, where, what, why.words if why else None, tuple(evidence[: MAX_EVIDENCE + 2]), answer,
        lacks_of(best, where, alone=alone),
    )  # fmt: skip


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
        preconditions=_preconditions(named),
        symbols=symbols,
        paths=paths,
        places=(where.path,) if where.path else (),
        evidence=evidence,
        settled=answer,
        trail=Trail(best.because, (), turns, lacks),
        observed_at=max((item.at for item in evidence if item.at), default=None),
        derived=("when", "title"),
        local=topic.discussion.local,
        score=best.weight
        + (1.0 if answer.answer == "yes" else 0.0)
        - (1.0 if answer.answer == "no" else 0.0),
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


def _preconditions(words: Redacted) -> Preconditions[Redacted]:
    """Return a condition for each version range that the words state; nothing is guessed."""
    must: list[Condition[Redacted]] = []
    for match in _VERSION.finditer(words):
        operator = _OPERATOR.get(match[2], match[2])
        must.append(
            Condition(
                words.cut(*match.span()), DependencyCheck(match[1].lower(), None, f"{operator}{match[3]}")
            )
        )
    return Preconditions(must=tuple(must[:3]))
