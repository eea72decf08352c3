"""Extract: ask what one topic teaches, and build candidates from what the reply says and the turns bear out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import get_args

from gitexp.engines.model.conditions import preconditions
from gitexp.engines.model.content import Fields, fields, number, objects, one_of, text, texts
from gitexp.engines.model.fences import topic_text
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

LENSES: tuple[Lens, ...] = get_args(Lens)
KINDS: tuple[ExperienceKind, ...] = get_args(ExperienceKind)
ANSWERS: tuple[YesNo, ...] = get_args(YesNo)
TITLE = 80


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
    symbols = tuple(safe(name) for name in texts(row.get("symbols")) if grounds.names(name))
    paths = tuple(safe(path) for path in grounds.paths(texts(row.get("paths"))))
    places = tuple(dict.fromkeys([*_anchors(cited), *paths]))
    return Candidate(
        id=f"{topic.id}/1",
        discussion=topic.discussion.id,
        topic=topic.id,
        repo=topic.discussion.repo,
        title=_title(row, what, grounds, safe),
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
        settled=_settled(fields(row.get("settled")), turns, safe),
        trail=Trail(
            tuple(str(safe(words)) for words in because),
            (),
            tuple(turns[name].id for name in texts(trail.get("turns")) if name in turns),
        ),
        pattern=safe(row.get("pattern")) or None,
        quality=number(row.get("quality")),
        search=_search(row, safe),
        observed_at=max((item.at for item in evidence if item.at), default=None),
        derived=(),
        local=topic.discussion.local,
        score=float(number(row.get("quality")) or 0),
    )


def _title(row: Fields, what: Redacted, grounds: Grounds, safe: Safe) -> Redacted:
    """Return the reply's title; where it names what nobody wrote, the beginning of the statement."""
    title = safe(text(row.get("title"))[:TITLE])
    return title if title and not grounds.invented(title) else what.cut(0, TITLE).trimmed()


def _grounded(value: object, grounds: Grounds, safe: Safe) -> tuple[Redacted, ...]:
    """Return the texts of a list that name nothing invented: they only adorn the statement, which stays."""
    return tuple(safe(one) for one in texts(value) if not grounds.invented(one))


def _named(row: Fields, turns: dict[str, Turn[Redacted]]) -> list[tuple[Turn[Redacted], str]]:
    """Return the turns that the reply names as evidence, each with its quote."""
    items = [(text(item.get("turn")), text(item.get("quote"))) for item in objects(row.get("evidence"))]
    return [(turns[name], quote) for name, quote in items if name in turns]


def _evidence(row: Fields, turns: dict[str, Turn[Redacted]], safe: Safe) -> tuple[Evidence[Redacted], ...]:
    """Return what is quoted, as it stands in the turns. What is not found there stays as the reply says it."""
    found: list[Evidence[Redacted]] = []
    for item in objects(row.get("evidence"))[:MAX_EVIDENCE]:
        name, quote = text(item.get("turn")), text(item.get("quote"))
        turn = turns.get(name)
        if turn is None:
            found.append(Evidence(f"a turn called {safe(name)}", safe(quote)))
            continue
        at = turn.at[:10] if turn.at else None
        passages = located(quote, turn.text) or [safe(quote)]
        found += [Evidence(turn.id, passage, turn.url, turn.speaker.name, at) for passage in passages]
    return tuple(dict.fromkeys(found))


def _anchors(turns: Sequence[Turn[Redacted]]) -> list[Redacted]:
    return [turn.anchor.path for turn in turns if turn.anchor and turn.anchor.path]


def _settled(row: Fields, turns: dict[str, Turn[Redacted]], safe: Safe) -> Settled:
    """Return what the reply says of how it was settled; who may settle is read from the turn, never from a reply."""
    answer = one_of(row.get("answer"), ANSWERS, "unknown")
    turn = turns.get(text(row.get("turn")))
    how = str(safe(row.get("how")))
    if turn is None:
        return Settled(answer, None, None, how)
    speaker = turn.speaker
    entitled = speaker.role == "author" or speaker.can_write == "yes"
    return Settled(answer, speaker.login, turn.id, how, entitled=entitled)


def _search(row: Fields, safe: Safe) -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for item in objects(row.get("search")):
        language = text(item.get("language")).lower()
        words = tuple(str(safe(word)) for word in texts(item.get("words")))
        if language.isalpha() and words:
            found.setdefault(language, words)
    return found
