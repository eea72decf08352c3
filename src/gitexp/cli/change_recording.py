"""Builds and writes the file of `exp change record`: through redaction and the one writer, like every other."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from gitexp.cli import screen
from gitexp.errors import RecordError, RepositoryError, UsageError
from gitexp.records.candidate import Candidate
from gitexp.records.change_record import ChangeMessage, ChangeRecord
from gitexp.records.discussion import Discussion
from gitexp.records.text import Redacted
from gitexp.records.words import counted
from gitexp.steps.record_change import MAX_PATHS, Said, left_out, record_change

if TYPE_CHECKING:
    from gitexp.cli.wiring import Workshop

WAYS = "--reject 'WHAT: WHY', --constraint, --outcome or --from FILE"


@dataclass(frozen=True)
class Words:
    """What the person said on the command line."""

    intent: str | None
    constraints: tuple[str, ...]
    impact: str | None
    rejected: tuple[str, ...]
    outcome: str | None
    source: str | None


@dataclass(frozen=True)
class Recorded:
    """The record's place, its file's text and its document."""

    path: str
    text: str
    document: dict[str, object]


def recorded(rev: str, words: Words, *, only_print: bool) -> Recorded:
    """Write the record of a commit into the work tree. Raises UsageError where the commit has one already."""
    from gitexp.cli.wiring import Workshop, change_document

    said = _said(words)
    _is_place(words.source)
    workshop = Workshop()
    repo = workshop.this_repo or ""
    message, discussion = workshop.change(rev)
    if not only_print:
        _new(workshop.records_about(message.commit), rev)
        if workshop.layout.root is None:
            mend = "run it in a clone or a worktree, or look with --print"
            raise RepositoryError("", "this repository has no work tree", mend)
    said = replace(said, by=workshop.user_name())
    found = _rejections(workshop, discussion, words.source)
    record = record_change(message, discussion, found, said, repo=repo)
    try:
        text = workshop.changes(workshop.base).store.text_of(record)
    except RecordError as error:
        # It was given on the command line: the call is to be mended, not a file.
        raise UsageError("exp change record", error.what, f"give {WAYS}") from error
    if not only_print:
        workshop.lay_new(record.path, text)
    _hint(record, message)
    return Recorded(record.path, text, change_document(record))


def _said(words: Words) -> Said:
    pairs: list[tuple[str, str | None]] = []
    for given in words.rejected:
        what, _, why = given.partition(": ")
        if not what.strip() or not why.strip():
            raise UsageError(f"--reject {given}", "gives no reason", "write `WHAT: WHY`")
        pairs.append((what.strip(), why.strip()))
    for option, text in (
        ("--intent", words.intent),
        ("--impact", words.impact),
        ("--outcome", words.outcome),
    ):
        if text is not None and not text.strip():
            raise UsageError(option, "is empty", "leave it out, or say it")
    if not all(one.strip() for one in words.constraints):
        raise UsageError("--constraint", "is empty", "leave it out, or say it")
    today = time.strftime("%Y-%m-%d", time.gmtime())
    return Said(words.intent, words.constraints, words.impact, tuple(pairs), words.outcome, None, today)


def _is_place(source: str | None) -> None:
    """Refuse what `exp propose` reads beside files: a record has one discussion, which the person names."""
    from gitexp.cli.wiring import AT_GITHUB, HISTORY, LATER, SESSIONS

    prefixes = (HISTORY, SESSIONS, *AT_GITHUB, *LATER)
    if (
        source is not None
        and source.startswith(prefixes)
        and (source in prefixes or not Path(source).exists())
    ):
        raise UsageError(f"--from {source}", "is no discussion of one change", "give a file or folder")


def _new(where: list[str], rev: str) -> None:
    if where:
        raise UsageError(rev, f"is recorded already in {where[0]}", "edit that file, or look with --print")


def _rejections(workshop: Workshop, discussion: Discussion[str], source: str | None) -> list[Candidate]:
    """Return what the message, and the discussion where one is given, rejects with a reason.

    What is private comes only as far as the person agrees, alternative by alternative.
    """
    from gitexp.steps.group import group
    from gitexp.steps.propose_changes import rejections
    from gitexp.steps.redact import redact

    read: list[Discussion[str]] = [discussion]
    if source is not None:
        read += workshop.discussions(source)
    engine, trust = workshop.changes(workshop.base).engine, workshop.trust()
    clean: list[Discussion[Redacted]] = list(redact(read)[0])
    found: list[Candidate] = []
    private: list[Candidate] = []
    for one in clean:
        (private if one.private else found).extend(
            rejections(group([one], engine).topics, [one], engine, trust=trust)
        )
    return found + _agreed(private)


def _agreed(private: list[Candidate]) -> list[Candidate]:
    """Return what the person agrees to, and say how much stays out."""
    from gitexp.cli.propose_asking import Asking
    from gitexp.steps.propose_changes import question

    consent = Asking(lambda step: None)
    agreed = [one for one in private if consent.may_leave(question(one))]
    many = len(private) - len(agreed)
    if many:
        how = "" if screen.can_ask() else "; at a terminal you are asked"
        told = counted(many, "rejected alternative")
        screen.note(f"left out: {told} from private sessions, for lack of your consent{how}")
    return agreed


def _hint(record: ChangeRecord[Redacted], message: ChangeMessage) -> None:
    for limit in message.limits:
        screen.note(f"left out: {limit}")
    uncovered = left_out(message.files)
    if uncovered:
        told = f"{uncovered} of {counted(len(message.files), 'file')}"
        screen.note(
            f"left out: {told}: a record names at most {MAX_PATHS} paths; add to impact.paths what counts"
        )
    if not (record.rejected or record.constraints or record.outcome or record.evidence):
        screen.note(f"only the subject is known: {WAYS} would add the why")
