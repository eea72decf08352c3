"""Borne out: of a candidate that was told by another job, what the topic at hand bears out, and no more.

Believed as an opinion, since any engine may hold it and a person reads it before it counts:
- `when`, `what`, `why` and the conditions' texts and checks: the extract step holds them to the turns again;
- `lens`, `kind`, `quality`, `score` (bounded: it only orders), signs in the trail, `lacks` (each only holds it back).
Believed only where the topic shows it, as an engine of this process would have taken it: title, symbols, paths and
places, ways to fail, wrong ways, pattern, example, words to search by; and that it was settled.
Never believed, but read from the topic anew: id, discussion, topic, repository, whether it is local, who said a quote,
where and when, the day, who settled it. What policy fills (`passed`, `waits`, keys that exp can't read) is empty.
What a rule wrote stays told as such (`derived`): it can be said of more fields, not of fewer.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from gitexp.records.candidate import Candidate, Settled, Trail
from gitexp.records.discussion import TEACHING_ROLES, Topic, Turn
from gitexp.records.evidence import Evidence
from gitexp.records.garbage import Exclusion
from gitexp.records.grounds import Grounds
from gitexp.records.text import Redacted
from gitexp.records.words import content_words, shortened

MOST_QUOTES = 12
MOST_NAMES = 40
"""Symbols, and paths, of one candidate."""
MOST_TEXTS = 6
"""Ways to fail, and wrong ways."""
MOST_SIGNS = 16
LONGEST_TEXT = 400
LONGEST_WHY = 2_000
LONGEST_TITLE = 200
STRONGEST = 20.0
OF_TITLE = 0.5
"""The part of a title's words that its statement and reason hold."""
BUILT = ("when", "title")
"""What the rules build by a template."""
APART = Exclusion("insufficient_evidence", "its statement is about something else than its turns")
"""The extract step holds `when` and `what` together to the turns: a true `when` must not carry any `what` through."""
UNSHOWN = "the reading job says so, and no turn shows it"


def borne_out(candidate: Candidate, topic: Topic[Redacted], *, extractive: bool) -> Candidate:
    """Return the candidate as the topic bears it out. `extractive`: whoever made it never words anything itself."""
    grounds = Grounds(topic)
    turns = {turn.id: turn for turn in topic.turns}
    evidence = tuple(_evidence(one, turns) for one in candidate.evidence[:MOST_QUOTES])
    cited = [turns[one.turn] for one in evidence if one.turn in turns]
    trail = candidate.trail
    anchored = {turn.anchor.path for turn in topic.turns if turn.anchor}
    return replace(
        candidate,
        id=f"{topic.id}/1",
        discussion=topic.discussion.id,
        topic=topic.id,
        repo=topic.discussion.repo,
        local=topic.discussion.local,
        title=_title(candidate, grounds),
        why=candidate.why if candidate.why and len(candidate.why) <= LONGEST_WHY else None,
        evidence=evidence,
        settled=_settled(candidate.settled, turns, cited, topic),
        trail=Trail(
            tuple(shortened(words, LONGEST_TEXT) for words in trail.because[:MOST_SIGNS]),
            turns=tuple(name for name in dict.fromkeys(trail.turns) if name in turns),
            lacks=(*trail.lacks, *([APART] if grounds.lacking(candidate.what) else [])),
        ),
        preconditions=candidate.preconditions._replace(unread=()),
        failure_modes=_said(candidate.failure_modes, grounds),
        anti_patterns=_said(candidate.anti_patterns, grounds),
        symbols=tuple(one for one in candidate.symbols[:MOST_NAMES] if one.strip() and grounds.names(one)),
        paths=_paths(candidate.paths, anchored, grounds),
        places=_paths(candidate.places, anchored, grounds),
        example=next(iter(_said([candidate.example], grounds)), None),
        pattern=next(iter(_said([candidate.pattern], grounds)), None),
        quality=candidate.quality if candidate.quality in range(1, 6) else None,
        search=_search(candidate.search, grounds),
        observed_at=max((one.at for one in evidence if one.at), default=None),
        derived=_derived(candidate, topic, extractive=extractive),
        score=min(max(candidate.score, 0.0), STRONGEST) if math.isfinite(candidate.score) else 0.0,
    )


def _evidence(told: Evidence[Redacted], turns: Mapping[str, Turn[Redacted]]) -> Evidence[Redacted]:
    """Return the quote as said by whoever speaks in its turn; of a turn that is not there nothing is known.

    Whether it stands there word for word the extract step looks up.
    """
    turn = turns.get(told.turn)
    if turn is None:
        return Evidence(told.turn, told.quote)
    return Evidence(turn.id, told.quote, turn.url, turn.speaker.name, turn.at[:10] if turn.at else None)


def _title(candidate: Candidate, grounds: Grounds) -> Redacted:
    """Return the title; where it speaks of something else than the statement, the statement's beginning."""
    title = candidate.title.cut(0, LONGEST_TITLE)
    words = content_words(title)
    shared = words & content_words(f"{candidate.when} {candidate.what} {candidate.why or ''}")
    fits = title.strip() and not grounds.invented(title) and len(shared) >= OF_TITLE * len(words)
    return title if fits else candidate.what.cut(0, LONGEST_TITLE)


def _said(texts: Sequence[Redacted | None], grounds: Grounds) -> tuple[Redacted, ...]:
    """Return the texts that name nothing invented: they only adorn the statement, which stays without them."""
    short = (one for one in texts if one and len(one) <= LONGEST_TEXT)
    return tuple(one for one in short if not grounds.invented(one))[:MOST_TEXTS]


def _search(told: Mapping[str, tuple[str, ...]], grounds: Grounds) -> dict[str, tuple[str, ...]]:
    found = {
        language: tuple(one for one in words[:MOST_NAMES] if len(one) <= 40 and not grounds.invented(one))
        for language, words in list(told.items())[:MOST_TEXTS]
    }
    return {language: words for language, words in found.items() if words}


def _paths(
    told: Sequence[Redacted], anchored: Collection[str | None], grounds: Grounds
) -> tuple[Redacted, ...]:
    """Return the paths that turns stand at, or that someone wrote."""
    return tuple(one for one in told[:MOST_NAMES] if one in anchored or grounds.paths([one]))


def _derived(candidate: Candidate, topic: Topic[Redacted], *, extractive: bool) -> tuple[str, ...]:
    """Return which fields no person wrote so; of the rules' own, every one that stands in no turn."""
    words = {"when": candidate.when, "title": candidate.title}
    written = {name for name in BUILT if any(words[name] in turn.text for turn in topic.turns)}
    return tuple(name for name in BUILT if name in candidate.derived or (extractive and name not in written))


def _settled(
    told: Settled,
    turns: Mapping[str, Turn[Redacted]],
    cited: Sequence[Turn[Redacted]],
    topic: Topic[Redacted],
) -> Settled:
    """Return how it was settled, held to the turns: a yes needs what shows it, and who settled it is read there.

    Only the author and those who may write resolve a thread, or change the lines before the merge.
    """
    reason = shortened(told.reason, LONGEST_TEXT)
    turn = turns.get(told.turn or "")
    if told.answer != "yes":
        return Settled(told.answer, turn.speaker.login if turn else None, turn.id if turn else None, reason)
    if turn is None:
        if any(one.resolved == "yes" for one in cited):
            return Settled("yes", None, None, reason, entitled=True)
        changed = topic.discussion.merged_at and any(
            one.anchor and one.anchor.outdated == "yes" for one in cited
        )
        return Settled("yes", topic.discussion.author, None, reason, entitled=True) if changed else _unshown()
    order = list(turns)
    place = order.index(turn.id)
    before = [one for one in cited if order.index(one.id) <= place]
    if not any(_may_settle(turn, one, place, topic) for one in before):
        return _unshown()
    recorded = topic.discussion.kind != "pull_request"
    entitled = recorded or turn.speaker.can_write == "yes" or turn.speaker.role == "author"
    return Settled("yes", turn.speaker.login, turn.id, reason, entitled=told.entitled and entitled)


def _unshown() -> Settled:
    return Settled("unknown", None, None, UNSHOWN)


def _may_settle(turn: Turn[Redacted], stated: Turn[Redacted], place: int, topic: Topic[Redacted]) -> bool:
    """Return whether a turn can settle what was stated: in its thread, by someone whose word counts.

    One's own word does so of a change that was merged or taken back, in one's own session, of who may write, of the
    author, in answer to someone, or said later where nobody knows that one may not write.
    """
    if topic.discussion.kind != "pull_request":
        return topic.discussion.kind == "session" or turn.speaker.role in TEACHING_ROLES
    if turn.speaker.role not in TEACHING_ROLES:
        return False
    if turn.thread and stated.thread and turn.thread != stated.thread:
        return False
    if turn.speaker.login != stated.speaker.login:
        return True
    before = (one for one in topic.turns[:place] if one.speaker.role in TEACHING_ROLES)
    answered = any(one.speaker.login != turn.speaker.login for one in before)
    later = turn.id != stated.id and turn.speaker.can_write != "no"
    return turn.speaker.can_write == "yes" or turn.speaker.role == "author" or answered or later
