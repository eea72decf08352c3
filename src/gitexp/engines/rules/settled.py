"""Work out whether a statement was settled: taken over, or unopposed by someone who may write; the last word counts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from gitexp.engines.rules.sentences import sentences
from gitexp.engines.rules.signs import AGREED, DISSENT
from gitexp.records.candidate import Settled
from gitexp.records.discussion import TEACHING_ROLES, Discussion, Turn
from gitexp.records.text import Redacted

Stance = Literal["agrees", "dissents", "asks", "silent"]
OPENING = 3
"""How many sentences of a reply are read for its stance: people say yes or no first."""


def stance(turn: Turn[Redacted]) -> Stance:
    """Return how a reply stands to what was said before it.

    The first of its opening sentences that agrees or dissents decides; a question keeps the matter open.
    """
    if turn.state == "APPROVED":
        return "agrees"
    if turn.state == "CHANGES_REQUESTED":
        return "dissents"
    opening = sentences(turn.text)[:OPENING]
    for sentence in opening:
        dissents, agrees = DISSENT.search(sentence.words), AGREED.search(sentence.words)
        if agrees and not (dissents and dissents.start() < agrees.start()):
            return "agrees"
        if dissents and not sentence.asks:
            return "dissents"
    return "asks" if any(sentence.asks for sentence in opening) else "silent"


def settled(
    carrier: Turn[Redacted], turns: Sequence[Turn[Redacted]], discussion: Discussion[Redacted]
) -> Settled:
    """Return whether what the carrying turn says was settled by the turns that follow it in the topic."""
    if discussion.kind == "history":
        return Settled(
            "yes", carrier.speaker.login, carrier.id, "the history shows it: the change was taken back"
        )
    after = turns[[turn.id for turn in turns].index(carrier.id) + 1 :]
    replies = [turn for turn in after if turn.speaker.role in TEACHING_ROLES]
    last = _last_word(carrier, replies)
    if last is not None:
        turn, how = last
        if how == "dissents":
            return Settled("no", turn.speaker.login, turn.id, "contradicted later")
        return Settled("yes", turn.speaker.login, turn.id, _taken_over(turn, carrier, discussion))
    if any(stance(turn) == "asks" for turn in replies[-1:]):
        return Settled("unknown", None, None, "the last word is a question")
    taken = _takes_over(carrier, turns)
    if taken is not None:
        return taken
    return _without_words(carrier, replies, discussion)


def _last_word(
    carrier: Turn[Redacted], replies: Sequence[Turn[Redacted]]
) -> tuple[Turn[Redacted], Stance] | None:
    """Return the last reply that takes a stand; of the carrier's own speaker only a withdrawal counts."""
    last: tuple[Turn[Redacted], Stance] | None = None
    for turn in replies:
        how = stance(turn)
        own = turn.speaker.login == carrier.speaker.login and turn.speaker.login is not None
        if how == "dissents" and own and last is not None and last[1] == "dissents":
            last = None
        elif how in ("agrees", "dissents") and not own:
            last = (turn, how)
    return last


def _takes_over(carrier: Turn[Redacted], turns: Sequence[Turn[Redacted]]) -> Settled | None:
    """Return a settlement where the carrying turn itself accepts what another said before it: "Fixed, since …"."""
    before = turns[: [turn.id for turn in turns].index(carrier.id)]
    others = [
        turn for turn in before if turn.speaker.login != carrier.speaker.login and turn.speaker.role != "bot"
    ]
    if not others or carrier.state is not None or stance(carrier) != "agrees":
        return None
    return Settled("yes", carrier.speaker.login, carrier.id, "said in accepting what another had said")


def _taken_over(turn: Turn[Redacted], carrier: Turn[Redacted], discussion: Discussion[Redacted]) -> str:
    if turn.speaker.role == "author" and carrier.speaker.role != "author":
        return "the author took it over"
    if turn.state == "APPROVED":
        return "approved"
    return "agreed"


def _without_words(
    carrier: Turn[Redacted], replies: Sequence[Turn[Redacted]], discussion: Discussion[Redacted]
) -> Settled:
    """Nobody said yes or no: the code, the state of the thread or the speaker's standing may tell."""
    speaker = carrier.speaker
    if carrier.resolved == "yes":
        return Settled("yes", None, None, "the thread was resolved")
    if (
        carrier.anchor
        and carrier.anchor.outdated == "yes"
        and discussion.merged_at
        and speaker.role != "author"
    ):
        return Settled(
            "yes", discussion.author, None, "the code at the place was changed after it, then merged"
        )
    if speaker.can_write == "yes" and speaker.role != "author":
        return Settled("yes", speaker.login, carrier.id, "said unopposed by someone with write permission")
    if carrier.id == "pull_request.body" and discussion.merged_at:
        return Settled(
            "yes", discussion.author, carrier.id, "the description of a merged pull request, unopposed"
        )
    if not replies:
        return Settled("unknown", None, None, "nobody answered")
    return Settled("unknown", None, None, "nobody agreed")
