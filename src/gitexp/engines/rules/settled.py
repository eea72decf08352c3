"""Work out whether a statement was settled: taken over, or unopposed by someone who may write; the last word counts."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Literal

from gitexp.engines.rules.sentences import CACHED, Sentence, sentences
from gitexp.engines.rules.signs_of_stance import (
    AGREED,
    COMMIT,
    COMMIT_LINK,
    COURTESY,
    DISSENT,
    DONE,
    OPPOSED,
    WONDERS,
)
from gitexp.records.candidate import Settled
from gitexp.records.discussion import TEACHING_ROLES, Discussion, Speaker, Turn
from gitexp.records.text import Redacted

Stance = Literal["agrees", "dissents", "asks", "silent"]
OPENING = 3
"""How many sentences of a reply are read for its stance: people say yes or no first."""


@lru_cache(maxsize=CACHED)
def stance(turn: Turn[Redacted]) -> Stance:
    """Return how a reply stands to what was said before it.

    A dissent in its opening sentences outranks every thanks, ok and yes beside it ("Done, although I disagree").
    """
    if turn.state == "APPROVED":
        return "agrees"
    if turn.state == "CHANGES_REQUESTED":
        return "dissents"
    opening = sentences(turn.text)[:OPENING]
    if any(_dissents(sentence) for sentence in opening) and not _concedes(turn, opening):
        return "dissents"
    if any(WONDERS.search(sentence.words) for sentence in opening[:1]):
        return "asks"
    if any(AGREED.search(sentence.whole) and not COURTESY.fullmatch(sentence.whole) for sentence in opening):
        return "agrees"
    if any(sentence.asks for sentence in opening):
        return "asks"
    return "agrees" if any(AGREED.search(sentence.whole) for sentence in opening) else "silent"


def _concedes(turn: Turn[Redacted], opening: Sequence[Sentence]) -> bool:
    """Return whether an author who speaks of a fault means their own: "That was wrong, fixed" is a yes."""
    done = any(DONE.search(sentence.whole) for sentence in opening)
    opposed = any(OPPOSED.search(sentence.whole) for sentence in opening)
    return turn.speaker.role == "author" and done and not opposed


def _dissents(sentence: Sentence) -> bool:
    return bool(DISSENT.search(sentence.whole)) and not sentence.asks


def settled(
    carrier: Turn[Redacted], turns: Sequence[Turn[Redacted]], discussion: Discussion[Redacted]
) -> Settled:
    """Return whether what the carrying turn says was settled by the turns that follow it in the topic."""
    if discussion.kind == "commit":
        reason = "it was merged, and not taken back since"
        return Settled("yes", carrier.speaker.login, carrier.id, reason, entitled=True)
    if discussion.kind == "history":
        reason = "the history shows it: the change was taken back"
        return Settled("yes", carrier.speaker.login, carrier.id, reason, entitled=True)
    after = turns[[turn.id for turn in turns].index(carrier.id) + 1 :]
    replies = [turn for turn in after if turn.speaker.role in TEACHING_ROLES]
    last = _last_word(carrier, replies, discussion)
    if last is not None:
        turn, how = last
        if how == "dissents":
            own = _is_one(turn.speaker, carrier.speaker)
            reason = "taken back by its own speaker" if own else "contradicted later"
            return Settled("no", turn.speaker.login, turn.id, reason)
        entitled = _entitled(turn.speaker)
        return Settled("yes", turn.speaker.login, turn.id, _taken_over(turn, carrier), entitled=entitled)
    if any(stance(turn) == "asks" for turn in replies[-1:]):
        return Settled("unknown", None, None, "the last word is a question")
    return (
        _takes_over(carrier, turns)
        or _acted_on(carrier, replies, discussion)
        or _without_words(carrier, replies, discussion)
        or _answers(carrier, turns)
        or _last_of_exchange(carrier, turns)
        or Settled("unknown", None, None, "nobody agreed" if replies else "nobody answered")
    )


def _last_word(
    carrier: Turn[Redacted], replies: Sequence[Turn[Redacted]], discussion: Discussion[Redacted]
) -> tuple[Turn[Redacted], Stance] | None:
    """Return the last reply that takes a stand and may: the carrier's own speaker can only rebut or withdraw."""
    last: tuple[Turn[Redacted], Stance] | None = None
    for turn in replies:
        how = stance(turn)
        if _is_one(turn.speaker, carrier.speaker):
            if how == "dissents":
                # Against another's dissent it is a rebuttal, and the matter is open again; else a withdrawal.
                last = None if last is not None and last[1] == "dissents" else (turn, how)
        elif how == "dissents" or (how == "agrees" and _may_settle(turn.speaker, carrier, discussion)):
            last = (turn, how)
    return last


def _is_one(speaker: Speaker, other: Speaker) -> bool:
    """Return whether two speakers are the same person; without names that can't be told, and counts as the same."""
    return speaker.login == other.login


def _may_settle(speaker: Speaker, carrier: Turn[Redacted], discussion: Discussion[Redacted]) -> bool:
    """Return whether someone's agreement settles: the author's, a writer's, or any reviewer's for the author's word.

    Where the source does not say who the author is, whoever answers may be the author.
    """
    return discussion.author is None or _entitled(speaker) or carrier.speaker.role == "author"


def _entitled(speaker: Speaker) -> bool:
    return speaker.role == "author" or speaker.can_write == "yes"


def _takes_over(carrier: Turn[Redacted], turns: Sequence[Turn[Redacted]]) -> Settled | None:
    """Return a settlement where the carrying turn itself accepts what another said before it: "Fixed, since …"."""
    before = turns[: [turn.id for turn in turns].index(carrier.id)]
    others = [
        turn
        for turn in before
        if not _is_one(turn.speaker, carrier.speaker) and turn.speaker.role in TEACHING_ROLES
    ]
    if not others or carrier.state is not None or stance(carrier) != "agrees":
        return None
    reason = "said in accepting what another had said"
    return Settled("yes", carrier.speaker.login, carrier.id, reason, entitled=_entitled(carrier.speaker))


def _taken_over(turn: Turn[Redacted], carrier: Turn[Redacted]) -> str:
    if turn.speaker.role == "author" and carrier.speaker.role != "author":
        return "the author took it over"
    return "approved" if turn.state == "APPROVED" else "agreed"


def _without_words(
    carrier: Turn[Redacted], replies: Sequence[Turn[Redacted]], discussion: Discussion[Redacted]
) -> Settled | None:
    """Nobody said yes or no: the code, the state of the thread or the speaker's standing may tell."""
    speaker = carrier.speaker
    if carrier.resolved == "yes":
        # GitHub lets only the author and those who may write resolve a thread.
        return Settled("yes", None, None, "the thread was resolved", entitled=True)
    outdated = carrier.anchor is not None and carrier.anchor.outdated == "yes"
    if outdated and discussion.merged_at and speaker.role != "author":
        reason = "the code at the place was changed after it, then merged"
        return Settled("yes", discussion.author, None, reason, entitled=True)
    if speaker.can_write == "yes" and speaker.role != "author":
        reason = "said unopposed by someone with write permission"
        return Settled("yes", speaker.login, carrier.id, reason, entitled=True)
    if carrier.id == "pull_request.body" and discussion.merged_at:
        reason = "the description of a merged pull request, unopposed"
        return Settled("yes", discussion.author, carrier.id, reason, entitled=True)
    return None


def _acted_on(
    carrier: Turn[Redacted], replies: Sequence[Turn[Redacted]], discussion: Discussion[Redacted]
) -> Settled | None:
    """Return a settlement where a later turn answers with a commit of this repository, whoever made it."""
    commit = next((turn for turn in replies if _names_commit(turn, discussion.repo)), None)
    if commit is None:
        return None
    reason = "a later commit follows it"
    return Settled("yes", commit.speaker.login, commit.id, reason, entitled=_entitled(commit.speaker))


def _names_commit(turn: Turn[Redacted], repo: str) -> bool:
    links = COMMIT_LINK.findall(turn.text)
    own = any(link.casefold() == repo.casefold() for link in links)
    return stance(turn) != "asks" and (own or (not links and bool(COMMIT.search(turn.text))))


def _answers(carrier: Turn[Redacted], turns: Sequence[Turn[Redacted]]) -> Settled | None:
    """Return a settlement where the statement answers what another asked, and nobody came back to it.

    A question that is answered and dropped is how most reviews settle why the code is as it is.
    """
    if question_before(carrier, turns) is None:
        return None
    reason = "it answers a question, and nobody objected"
    return Settled("yes", carrier.speaker.login, carrier.id, reason, entitled=_entitled(carrier.speaker))


def _last_of_exchange(carrier: Turn[Redacted], turns: Sequence[Turn[Redacted]]) -> Settled | None:
    """Return a settlement where two went back and forth, and the statement ends it: the last word counts."""
    spoken = [turn for turn in turns if turn.speaker.role in TEACHING_ROLES]
    own = [turn for turn in spoken if _is_one(turn.speaker, carrier.speaker)]
    if spoken[-1].id != carrier.id or len(own) < 2 or len(spoken) - len(own) < 2:
        return None
    reason = "the last word of an exchange, and nobody objected"
    return Settled("yes", carrier.speaker.login, carrier.id, reason, entitled=_entitled(carrier.speaker))


def question_before(carrier: Turn[Redacted], turns: Sequence[Turn[Redacted]]) -> Turn[Redacted] | None:
    """Return the turn of another person that the carrying turn answers: the last one before it, if it asks."""
    place = [turn.id for turn in turns].index(carrier.id)
    for turn in reversed(turns[:place]):
        if turn.speaker.role in TEACHING_ROLES and not _is_one(turn.speaker, carrier.speaker):
            return turn if any(asks(sentence) for sentence in sentences(turn.text)) else None
    return None


def asks(sentence: Sentence) -> bool:
    """Return whether a sentence asks, with or without a question mark."""
    return sentence.asks or bool(WONDERS.search(sentence.words))
