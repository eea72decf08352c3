"""Settle, taken back: what was said over a pull request that a later commit or pull request takes back counts no more."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from gitexp.ports import History
from gitexp.records.candidate import Settled
from gitexp.records.discussion import TEACHING_ROLES, Discussion
from gitexp.records.history import Reverted
from gitexp.records.text import Redacted
from gitexp.steps.settle_carried import Carried, began, ended, is_after_merge, moment
from gitexp.steps.settle_claims import Claim, bare, claims_of, pulls_of_commit, taken_back_in

TITLE = 3
"""Words of a title that is one change's own: "Fix typo" is many a change's."""


def taken_back(
    said: Sequence[Carried], discussions: Sequence[Discussion[Redacted]], history: History | None
) -> list[Carried]:
    """Return what was said, unsettled where its pull request was taken back for good.

    All falls that was said before the merge, also by a reviewer: which words were about the code that went and
    which hold without it can't be told. What was said after the merge stays: it is often why the change went again.
    A pull request that asks to take it back, and is not known to be merged, leaves it open.
    """
    pulls = [one for one in discussions if one.kind == "pull_request"]
    answers: dict[str, Settled | None] = {
        **_by_pull_request(pulls),
        **_by_word(pulls),
        **_by_timeline(pulls),
    }
    local = {one.discussion.id: one.discussion for one in said if _in_this_history(one.discussion)}
    if history is not None and local:
        answers |= _by_commit(list(local.values()), history)
    return [_answered(one, answers.get(one.discussion.id)) for one in said]


def _answered(one: Carried, answer: Settled | None) -> Carried:
    if answer is None or one.answer.answer == "no" or _after_merge(one):
        return one
    return replace(one.settled(answer), doubted=answer.answer == "unknown")


def _after_merge(one: Carried) -> bool:
    return is_after_merge(one.carrier, one.discussion)


def _by_word(discussions: Sequence[Discussion[Redacted]]) -> dict[str, Settled]:
    """Return the answer for each discussion in which someone tells after its merge that it was taken back."""
    answers: dict[str, Settled] = {}
    for one in discussions:
        for turn in one.turns:
            # In a thread it is about a part: "reverted in 1a2b3c4".
            told = taken_back_in(turn.text) if turn.thread is None else None
            if told and turn.speaker.role in TEACHING_ROLES and is_after_merge(turn, one):
                reason = f"its pull request was taken back by #{told}"
                answers[one.id] = Settled("no", turn.speaker.login, turn.id, reason)
    return answers


def _by_timeline(discussions: Sequence[Discussion[Redacted]]) -> dict[str, Settled]:
    """Return the answer for each discussion of which its source tells that it was taken back later."""
    return {
        one.id: Settled("no", reason=f"its pull request was taken back by {one.taken_back}")
        for one in discussions
        if one.taken_back
    }


def _in_this_history(discussion: Discussion[Redacted]) -> bool:
    return (
        discussion.local and discussion.kind in ("pull_request", "commit") and discussion.number is not None
    )


def _by_commit(discussions: Sequence[Discussion[Redacted]], history: History) -> dict[str, Settled | None]:
    """Return the answer for each discussion whose pull request a commit took back; None where it came in again."""
    reverts = [(found, pulls_of_commit(found, discussions[0].repo)) for found in history.reverts().found]
    answers: dict[str, Settled | None] = {}
    for one in discussions:
        about = [found for found, pulls in reverts if one.number in pulls or _brought_in(found, one)]
        later = [found for found in about if _is_later(found, one)]
        out = next((found.commit.id[:12] for found in later if found.relanded_by is None), None)
        if later:
            answers[one.id] = (
                Settled("no", reason=f"its pull request was taken back by {out}") if out else None
            )
    return answers


def _brought_in(found: Reverted, discussion: Discussion[Redacted]) -> bool:
    """Return whether what was taken back is the one commit that a pull request without a squash brought in.

    It bears the same title, and was not made after the discussion was over.
    """
    title, original = discussion.title, found.original
    if original is None or title is None or len(title.split()) < TITLE or bare(title) != original.subject:
        return False
    at, end = moment(original.at), ended(discussion)
    return at is not None and end is not None and at <= end


def _is_later(found: Reverted, discussion: Discussion[Redacted]) -> bool:
    """Return whether a commit came after the discussion began; a number may come with another history merged in."""
    at, start = moment(found.commit.at), moment(began(discussion))
    return at is None or start is None or at >= start


@dataclass(frozen=True)
class _Pull:
    """A pull request, its place in time, and what it claims. Its number tells the order, else when it ended."""

    discussion: Discussion[Redacted]
    order: tuple[int, datetime]
    claims: Sequence[Claim]

    def speaks_of(self, other: _Pull) -> Claim | None:
        """Return the claim that is about an earlier pull request."""
        if self.order <= other.order:
            return None
        return next((claim for claim in self.claims if claim.is_about(other.discussion)), None)


def _by_pull_request(discussions: Sequence[Discussion[Redacted]]) -> dict[str, Settled]:
    """Return the answer for each discussion of the batch that a later one takes back.

    The newest goes first, so that one which is itself taken back takes nothing back.
    """
    early = datetime.min.replace(tzinfo=UTC)
    pulls = [_Pull(one, (one.number or 0, ended(one) or early), claims_of(one)) for one in discussions]
    answers: dict[str, Settled] = {}
    back_in: set[str] = set()
    for pull in sorted(pulls, key=lambda pull: (pull.order, pull.discussion.id), reverse=True):
        own = answers.get(pull.discussion.id)
        if not pull.claims or (own and own.answer == "no"):
            continue
        for other in pulls:
            claim = pull.speaks_of(other)
            if claim is None or other.discussion.id in back_in:
                continue
            if not claim.again:
                answers[other.discussion.id] = _surer(answers.get(other.discussion.id), pull.discussion)
            elif pull.discussion.merged_at is not None:
                back_in.add(other.discussion.id)
    return answers


def _surer(before: Settled | None, pull: Discussion[Redacted]) -> Settled:
    """Return what stays: that it was taken back, where one pull request did and another only asks to."""
    if before and (before.answer == "no" or pull.merged_at is None):
        return before
    if pull.merged_at is None:
        return Settled("unknown", None, None, f"{pull.id} asks to take its pull request back")
    return Settled("no", pull.author, None, f"its pull request was taken back by {pull.id}")
