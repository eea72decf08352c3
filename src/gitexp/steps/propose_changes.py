"""Propose change records: what a discussion settled against an alternative, with its reason, beside the decisions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from gitexp.errors import RecordError
from gitexp.ports import Consent, Engine
from gitexp.records.bot import CarriedChange
from gitexp.records.candidate import Candidate
from gitexp.records.change_record import (
    ChangeRecord,
    Impact,
    ProposedChange,
    change_id,
)
from gitexp.records.discussion import Discussion, Topic
from gitexp.records.experience import Provenance
from gitexp.records.judgement import Decision
from gitexp.records.skipped import Skipped
from gitexp.records.text import Redacted
from gitexp.records.trust import Trust
from gitexp.steps.change_stock import Changes as Changes
from gitexp.steps.change_stock import ChangeStock as ChangeStock
from gitexp.steps.change_stock import ChangeStore as ChangeStore
from gitexp.steps.compared import Compared
from gitexp.steps.extract import extract
from gitexp.steps.record_change import constraints_of, impact_paths, number_in, rejected_of, title_of
from gitexp.steps.redact_change import redacted_change
from gitexp.steps.settle import NOTHING, AtHand, settle

TEXT = "text:"
"""Begins the id of a discussion that is the message of a commit."""
_CREATE = "rejects an alternative with a reason"


class ProposedChanges(NamedTuple):
    """The records that are proposed, what was left out and why, and how many alternatives nobody agreed to show."""

    proposed: tuple[ProposedChange, ...] = ()
    skipped: tuple[Skipped, ...] = ()
    withheld: int = 0
    waiting: tuple[ProposedChange, ...] = ()
    """Those for which there is no room this time."""


def rejections(
    topics: Sequence[Topic[Redacted]],
    discussions: Sequence[Discussion[Redacted]],
    engine: Engine,
    *,
    trust: Trust = "any",
    known: str = "",
    at_hand: AtHand = NOTHING,
) -> tuple[Candidate, ...]:
    """Return the settled alternatives that were rejected with a reason, under the same policy as every candidate."""
    found = extract(topics, engine, trust=trust, known=known).candidates
    settled = settle(found, discussions, Compared(engine), at_hand)
    return tuple(
        replace(one, id=f"{one.topic}/rejected/{one.id.rpartition('/')[2]}")
        for one in settled
        if one.proposable and one.settled.answer == "yes" and one.why
    )


def propose_changes(
    found: Sequence[Candidate],
    discussions: Sequence[Discussion[Redacted]],
    stock: ChangeStock,
    store: ChangeStore,
    consent: Consent,
    *,
    room: int,
    run: str,
    carried: Sequence[CarriedChange] = (),
) -> ProposedChanges:
    """Return one record for each change whose discussion rejects an alternative, at most `room`.

    What is `carried` from earlier runs comes first: it has waited longer.

    A change that has a record, or had one that was refused, is not proposed again; what is private
    comes only as far as the one who spoke agrees, alternative by alternative.
    """
    made: list[ProposedChange] = []
    skipped: list[Skipped] = []
    withheld = 0
    waiting: list[ProposedChange] = []
    known = _Known.of(stock)
    for earlier in carried:
        if earlier.record.hex not in known.identities:
            known.note(earlier.record)
            change = ProposedChange(earlier.record, "", (), earlier.text)
            (made if len(made) < room else waiting).append(change)
    for discussion in discussions:
        own = [one for one in found if one.discussion == discussion.id]
        record = _record(discussion, own, run) if own else None
        if record is None:
            continue
        # The id of a private one is made of words that nobody agreed to show.
        name = discussion.id if discussion.private else record.id
        told = known.says(record, discussion)
        if told is not None:
            skipped.append(Skipped(name, told, bad=False))
            continue
        full = len(made) >= room
        if full:
            skipped.append(
                Skipped(name, "a change record that waits for room in a later proposal", bad=False)
            )
        if full and discussion.private:
            continue
        agreed = [one for one in own if not discussion.private or consent.may_leave(question(one))]
        withheld += len(own) - len(agreed)
        record = _record(discussion, agreed, run) if agreed else None
        if record is None:
            continue
        try:
            text = store.text_of(record)
        except RecordError as error:
            skipped.append(Skipped(name, f"fits no file: {error.what}", bad=False))
            continue
        known.add(record, discussion)
        change = ProposedChange(record, discussion.id, tuple(agreed), text, discussion.private)
        (waiting if full else made).append(change)
    return ProposedChanges(tuple(made), tuple(skipped), withheld, tuple(waiting))


def question(candidate: Candidate) -> Decision:
    """Return the question whether an alternative may leave, as consent is asked of decisions."""
    return Decision(candidate, "create", _CREATE)


def _record(
    discussion: Discussion[Redacted], found: Sequence[Candidate], run: str
) -> ChangeRecord[Redacted] | None:
    """Return the record of the change that a discussion is about; None where nobody says what it was for.

    Of a private one it holds nothing but the alternatives: the one who spoke was shown no other words.
    """
    if not discussion.title or not discussion.title.strip():
        return None
    private = discussion.private
    commit = discussion.id.removeprefix(TEXT) if discussion.id.startswith(TEXT) else None
    cited = {item.turn for one in found for item in one.evidence}
    blocks = {turn.thread for turn in discussion.turns if turn.id in cited}
    told = commit is not None and not private
    beside = [turn for turn in discussion.turns if told and turn.thread in blocks]
    title = f"Rejected: {title_of(found[0].what)}"
    return redacted_change(
        ChangeRecord[str](
            id=change_id(found[0].what, discussion.repo, commit or discussion.id),
            title=title,
            intent=title if private else title_of(discussion.title),
            constraints=constraints_of(beside),
            impact=Impact(paths=impact_paths(_touched(discussion, found))),
            rejected=rejected_of(found),
            commits=(commit,) if commit else (),
            pull_request=_number(discussion),
            made_at=_day(discussion),
            provenance=Provenance(
                engine="rules", run=run, derived=("title", "intent") if private else ("title",)
            ),
        )
    )


def _touched(discussion: Discussion[Redacted], found: Sequence[Candidate]) -> list[str]:
    """Return where the alternatives were rejected, else all files of a public change that were spoken of."""
    places = [str(path) for one in found for path in one.places]
    if discussion.private:
        return places
    anchors = (turn.anchor for turn in discussion.turns)
    return places or [str(one.path) for one in anchors if one is not None and one.path]


def _number(discussion: Discussion[Redacted]) -> int | None:
    if discussion.number or discussion.private:
        return discussion.number
    return number_in(discussion.title or "")


def _day(discussion: Discussion[Redacted]) -> str | None:
    """Return the day of the change: when it was merged, else when it was last spoken of."""
    said = max((turn.at for turn in discussion.turns if turn.at), default=None)
    day = (discussion.merged_at or said or "")[:10]
    return day or None


@dataclass
class _Known:
    """What has a record: by identity, by pull request of this repository, and by commit; and what became of it."""

    identities: dict[str, str] = field(default_factory=dict)
    numbers: dict[int, str] = field(default_factory=dict)
    commits: dict[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, stock: ChangeStock) -> _Known:
        known = cls()
        known.identities.update(
            dict.fromkeys(stock.refused_keys, "its change record was refused by a person")
        )
        for some, how in (
            (stock.refused, "was refused by a person"),
            (stock.pending, "is on the proposal branch already"),
            (stock.standing, "stands in the store already"),
        ):
            for one in some:
                known._note(one.record, f"its change record {how}", local=True)
        return known

    def says(self, record: ChangeRecord[Redacted], discussion: Discussion[Redacted]) -> str | None:
        """Return why a record is not proposed again, None where it is new."""
        by_number = record.pull_request if discussion.local else None
        return (
            self.identities.get(record.hex)
            or next((how for one in record.commits for how in self._of_commit(one)), None)
            or (self.numbers.get(by_number) if by_number is not None else None)
        )

    def add(self, record: ChangeRecord[Redacted], discussion: Discussion[Redacted]) -> None:
        """Take note of a record of this run."""
        self._note(record, "its change has a record in this proposal", local=discussion.local)

    def note(self, record: ChangeRecord[Redacted]) -> None:
        """Take note of a record of an earlier run; it is about this repository."""
        self._note(record, "its change has a record in this proposal", local=True)

    def _note(self, record: ChangeRecord[str], how: str, *, local: bool) -> None:
        self.identities[record.hex] = how
        self.commits.update(dict.fromkeys(record.commits, how))
        if record.pull_request is not None and local:
            self.numbers[record.pull_request] = how

    def _of_commit(self, commit: str) -> Iterator[str]:
        """Yield what is known of a commit, which a person may have shortened."""
        for known, how in self.commits.items():
            if commit.startswith(known) or known.startswith(commit):
                yield how
