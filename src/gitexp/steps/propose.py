"""Propose: build the whole proposal (files, title, text, commit message) from decisions, before anything is written."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import NamedTuple

from gitexp.errors import RecordError
from gitexp.records.candidate import Candidate
from gitexp.records.change_record import ChangeRecord
from gitexp.records.experience import RESERVED, Experience, Standing
from gitexp.records.judgement import Decision
from gitexp.records.proposal import Proposal, ProposedFile
from gitexp.records.run import Run
from gitexp.records.text import Redacted
from gitexp.steps.proposal_text import body, title
from gitexp.steps.quoting import plain

GENERAL = "general"


class Fitting(NamedTuple):
    """The decisions with the files they write; what can't be written has become a skip that says why.

    `waiting` are the candidates for which there is no room this time.
    """

    decisions: tuple[Decision, ...]
    files: tuple[ProposedFile, ...]
    waiting: tuple[Candidate, ...]


def fit(
    decisions: Sequence[Decision], text_of: Callable[[Experience[Redacted]], Redacted], room: int
) -> Fitting:
    """Return the files of the decisions, at most `room`, the strongest first.

    `text_of` is the store's one writer, which checks the schema. A decision that does not fit a file costs
    itself alone, and so does the second of two with one identity.
    """
    kept: list[Decision] = []
    files: list[ProposedFile] = []
    waiting: list[Candidate] = []
    taken: dict[str, str] = {}
    for decision in decisions:
        experience = decision.experience
        if experience is None:
            kept.append(decision)
            continue
        if len(files) >= room:
            waiting.append(_waiting(decision.candidate))
            continue
        try:
            if experience.hex in taken:
                raise RecordError(experience.id, f"cites the same turns as {taken[experience.hex]}")
            file = ProposedFile(path_of(decision), text_of(experience))
        except RecordError as error:
            kept.append(
                replace(decision, action="skip", experience=None, reason=f"fits no file: {error.what}")
            )
            continue
        taken[experience.hex] = experience.id
        kept.append(decision)
        files.append(file)
    return Fitting(tuple(kept), tuple(files), tuple(waiting))


def _waiting(candidate: Candidate) -> Candidate:
    return replace(candidate, trail=replace(candidate.trail, waits="waiting for room in a later proposal"))


def propose(
    run: Run,
    files: Sequence[ProposedFile],
    pending: Sequence[Standing[Redacted]],
    *,
    branch: str,
    recorded: Sequence[ChangeRecord[Redacted]] = (),
) -> Proposal:
    """Return the proposal that carries a run's decisions, their files, and its change records.

    `pending` and `recorded` wait on the branch since earlier runs: merging takes them too, so the words name them.
    """
    new = {file.path for file in files}
    waiting = [one for one in pending if one.path not in new]
    headline = title(run, [one.experience for one in waiting], recorded)
    records = [ProposedFile(change.path, change.text) for change in run.changes]
    return Proposal(
        branch=branch,
        files=(*files, *records),
        decisions=run.decisions,
        title=headline,
        body=body(run, [file.path for file in files], branch, waiting, recorded),
        message=_message(run, waiting, recorded, headline),
        at=run.at,
        run=run.id,
    )


def path_of(decision: Decision) -> str:
    """Return where the experience's file lies: what stands keeps its place, a new one goes to its area."""
    if decision.experience is None:
        raise ValueError("a decision without an experience has no file")
    if decision.target_path is not None:
        return decision.target_path
    return f"experiences/{area_of(decision.experience)}/{decision.experience.id}.yaml"


def area_of(experience: Experience[str]) -> str:
    """Return the first folder that all paths of the scope share, else `general` (DESIGN.md section 4)."""
    folders = {_first_folder(path) for path in experience.scope.paths}
    if len(folders) != 1:
        return GENERAL
    folder = folders.pop().lower().lstrip(".")
    fits = folder and folder not in RESERVED and folder.replace("-", "").replace("_", "").isalnum()
    return folder if fits and folder.isascii() else GENERAL


def _first_folder(path: str) -> str:
    parts = path.strip("/").split("/")
    return parts[0] if len(parts) > 1 else ""


def _message(
    run: Run,
    waiting: Sequence[Standing[Redacted]],
    recorded: Sequence[ChangeRecord[Redacted]],
    headline: Redacted,
) -> Redacted:
    """Return the commit message; the words of people in it can neither ping nor close anything."""
    lines: list[str] = [headline, ""]
    lines += [
        f"- {decision.action}: {plain(decision.experience.title)}"
        for decision in run.decisions
        if decision.experience is not None
    ]
    lines += [f"- change record: {plain(one.record.title)}" for one in run.changes]
    lines += [f"- from an earlier run: {plain(one.experience.title)}" for one in waiting]
    lines += [f"- change record from an earlier run: {plain(one.title)}" for one in recorded]
    return Redacted.rendered("\n".join(lines).rstrip() + "\n")
