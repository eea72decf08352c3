"""Extract: ask what one topic teaches, and build candidates from what the reply says and the turns bear out."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import get_args

from gitexp.engines.model.conditions import preconditions
from gitexp.engines.model.content import Fields, fields, number, objects, one_of, text, texts
from gitexp.engines.model.fences import topic_text, turn_name
from gitexp.engines.model.quotes import located
from gitexp.engines.model.schemas import EXTRACT
from gitexp.engines.model.words import Safe
from gitexp.records.candidate import MAX_EVIDENCE, Candidate, Settled, Trail
from gitexp.records.discussion import Topic, Turn, YesNo
from gitexp.records.evidence import Evidence
from gitexp.records.experience import ExperienceKind, Lens
from gitexp.records.grounds import Grounds
from gitexp.records.llm import Question, Reply
from gitexp.records.text import Redacted
from gitexp.records.words import content_words

LENSES: tuple[Lens, ...] = get_args(Lens)
KINDS: tuple[ExperienceKind, ...] = get_args(ExperienceKind)
ANSWERS: tuple[YesNo, ...] = get_args(YesNo)
TITLE = 80
LANGUAGES = {
    "english": "en",
    "chinese": "zh",
    "japanese": "ja",
    "korean": "ko",
    "german": "de",
    "french": "fr",
    "spanish": "es",
    "russian": "ru",
}
"""The names that language models give languages, by the code that the store has."""
NO_TURN = "the language model says so, and names no turn that settles it"
OF_TITLE = 0.5
"""The part of a title's words that its statement and reason hold."""


def question(topic: Topic[Redacted], system: Redacted) -> Question:
    """Return the question about one topic."""
    return Question("extract", topic.id, system, topic_text(topic), EXTRACT, topic.discussion.private)


def learnt(topic: Topic[Redacted], reply: Reply, safe: Safe) -> list[Candidate]:
    """Return the candidates of a reply. A quote that is not found stays as the reply has it: the extract step leaves
    such a candidate out, and tells so.
    """
    grounds = Grounds(topic)
    made = [_candidate(topic, row, grounds, safe) for row in objects(fields(reply.content).get("candidates"))]
    return [one for one in made if one.what and one.when]


def _candidate(topic: Topic[Redacted], row: Fields, grounds: Grounds, safe: Safe) -> Candidate:
    turns = {f"t{at}": turn for at, turn in enumerate(topic.turns, 1)}
    when, what, why = safe(row.get("when")), safe(row.get("what")), safe(row.get("why"))
    evidence = _evidence(row, turns, safe)
    trail = fields(row.get("trail"))
    because = [words for words in (text(trail.get("why")), text(trail.get("passed"))) if words]
    cited = [turn for turn, _ in _named(row, turns)]
    named = (name for name in texts(row.get("symbols")) if grounds.names(name))
    symbols = tuple(safe(name) for name in named if not re.search(r"\s", name))
    paths = tuple(safe(path) for path in grounds.paths(texts(row.get("paths"))))
    places = tuple(dict.fromkeys([*_anchors(cited), *paths]))
    return Candidate(
        id=f"{topic.id}/1",
        discussion=topic.discussion.id,
        topic=topic.id,
        repo=topic.discussion.repo,
        title=_title(row, when, what, grounds, safe),
        lens=one_of(row.get("lens"), LENSES, "logic"),
        kind=one_of(row.get("kind"), KINDS, "constraint"),
        when=when,
        what=what,
        why=why or None,
        preconditions=preconditions(fields(row.get("preconditions")), safe),
        failure_modes=_grounded(row.get("failure_modes"), grounds, safe),
        anti_patterns=_grounded(row.get("anti_patterns"), grounds, safe),
        symbols=symbols,
        paths=tuple(dict.fromkeys([*places, *paths])),
        places=places,
        evidence=evidence,
        settled=_settled(fields(row.get("settled")), turns, cited, safe),
        trail=Trail(
            tuple(str(safe(words)) for words in because),
            (),
            tuple(turns[name].id for name in map(turn_name, texts(trail.get("turns"))) if name in turns),
        ),
        pattern=next(iter(_grounded([row.get("pattern")], grounds, safe)), None),
        quality=number(row.get("quality")),
        search=_search(row, grounds, safe),
        observed_at=max((item.at for item in evidence if item.at), default=None),
        derived=(),
        local=topic.discussion.local,
        score=float(number(row.get("quality")) or 0),
    )


def _title(row: Fields, when: Redacted, what: Redacted, grounds: Grounds, safe: Safe) -> Redacted:
    """Return the reply's title; where it speaks of something else than the statement, the statement's beginning."""
    title = _cut(safe(row.get("title")))
    words = content_words(title)
    shared = words & content_words(f"{when} {what} {text(row.get('why'))}")
    fits = title and not grounds.invented(title) and len(shared) >= OF_TITLE * len(words)
    return title if fits else _cut(what)


def _cut(title: Redacted) -> Redacted:
    """Return the beginning of a text, cut at a blank where one is near."""
    if len(title) <= TITLE:
        return title
    end = title.rfind(" ", TITLE // 2, TITLE)
    return title.cut(0, end if end > 0 else TITLE).trimmed()


def _grounded(value: object, grounds: Grounds, safe: Safe) -> tuple[Redacted, ...]:
    """Return the texts of a list that name nothing invented: they only adorn the statement, which stays."""
    return tuple(safe(one) for one in texts(value) if not grounds.invented(one))


def _named(row: Fields, turns: dict[str, Turn[Redacted]]) -> list[tuple[Turn[Redacted], str]]:
    """Return the turns that the reply names as evidence, each with its quote."""
    items = [
        (turn_name(text(item.get("turn"))), text(item.get("quote"))) for item in objects(row.get("evidence"))
    ]
    return [(turns[name], quote) for name, quote in items if name in turns]


def _evidence(row: Fields, turns: dict[str, Turn[Redacted]], safe: Safe) -> tuple[Evidence[Redacted], ...]:
    """Return what is quoted, as it stands in the turns. What is not found there stays as the reply says it."""
    found: list[Evidence[Redacted]] = []
    for item in objects(row.get("evidence"))[:MAX_EVIDENCE]:
        name, quote = turn_name(text(item.get("turn"))), text(item.get("quote"))
        turn = turns.get(name)
        if turn is None:
            found.append(Evidence("a turn that it invents", safe(quote)))
            continue
        at = turn.at[:10] if turn.at else None
        passages = located(quote, turn.text) or [safe(quote)]
        found += [Evidence(turn.id, passage, turn.url, turn.speaker.name, at) for passage in passages]
    return tuple(dict.fromkeys(found))


def _anchors(turns: Sequence[Turn[Redacted]]) -> list[Redacted]:
    return [turn.anchor.path for turn in turns if turn.anchor and turn.anchor.path]


def _settled(
    row: Fields, turns: dict[str, Turn[Redacted]], cited: Sequence[Turn[Redacted]], safe: Safe
) -> Settled:
    """Return what the reply says of how it was settled, held to what the turns bear out.

    Nothing is settled before it was said, nor by a turn of another thread. Who may settle is read from the turn: the
    author or someone else who may write, later; or who states it, if they may write. One who may not does not
    settle their own word. How it was settled is the reply's reading, and told as such.
    """
    answer, how = one_of(row.get("answer"), ANSWERS, "unknown"), str(safe(row.get("how")))
    reason = f"{how} (as the language model reads it)" if how else ""
    turn = turns.get(turn_name(text(row.get("turn"))))
    if turn is None or not cited:
        return Settled(
            "unknown" if answer == "yes" else answer, None, None, NO_TURN if answer == "yes" else reason
        )
    order, stated = list(turns.values()), cited[0]
    apart = turn.thread and stated.thread and turn.thread != stated.thread
    if order.index(turn) < min(order.index(one) for one in cited) or apart:
        return Settled(
            "unknown" if answer == "yes" else answer, None, None, "no later turn of its thread settles it"
        )
    own = turn.speaker.login == stated.speaker.login
    may_write = turn.speaker.can_write == "yes"
    if own and answer == "yes" and turn.speaker.can_write == "no":
        return Settled("unknown", None, None, "nobody but who says it settles it, and they may not write")
    entitled = may_write or (turn.speaker.role == "author" and not own)
    return Settled(answer, turn.speaker.login, turn.id, reason, entitled=entitled)


def _search(row: Fields, grounds: Grounds, safe: Safe) -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for item in objects(row.get("search")):
        language = text(item.get("language")).lower().partition("-")[0]
        language = LANGUAGES.get(language, language)
        words = tuple(str(safe(word)) for word in texts(item.get("words")) if not grounds.invented(word))
        if language.isalpha() and words:
            found[language] = tuple(dict.fromkeys((*found.get(language, ()), *words)))
    return found
