"""`exp ci audit`: holds a pull request to the experiences that it changes, and tells what its code breaks."""

from __future__ import annotations

import time
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from gitexp.cli import screen
from gitexp.cli.ci import report
from gitexp.cli.ci.change import Change, change_of
from gitexp.errors import ExpError, RepositoryError
from gitexp.records.experience import Standing
from gitexp.records.fault import Fault
from gitexp.records.proposal import Mend, ProposedFile
from gitexp.records.skipped import Skipped
from gitexp.steps.ci_audit import Weighed, said, summary, weigh
from gitexp.steps.fix import Fitted, Fix, fitted
from gitexp.steps.follow_names import follow_names
from gitexp.steps.quoting import inline
from gitexp.steps.ready_patch import ready_patch
from gitexp.steps.redact import redacted

if TYPE_CHECKING:
    from gitexp.audit import Revision
    from gitexp.cli.ci.surroundings import Surroundings
    from gitexp.cli.wiring import Workshop
    from gitexp.records.audit import Audit
    from gitexp.records.text import Redacted

STORE = "experiences/"
_TITLE = "exp audit"


@dataclass(frozen=True)
class Upkeep:
    """What brings standing experiences up to the names of today: the files, why each changes, what can't be mended."""

    files: tuple[ProposedFile, ...]
    words: Mapping[str, tuple[str, ...]]
    """By path, why it changes."""
    ids: Mapping[str, str]
    """By path, the id of its experience."""
    skipped: tuple[Skipped, ...] = ()


def run(around: Surroundings) -> int:
    """Audit the pull request that is checked out; it ends with 1 only for what the pull request answers for."""
    from gitexp.cli.wiring import Workshop

    workshop = Workshop()
    try:
        change = change_of(workshop, around)
    except RepositoryError as error:
        return _not_audited(around, error)
    changed = _changed(workshop, change)
    at = workshop.audited(change.head)
    since, whole = _audits(workshop, change, at, whole=bool(changed))
    screen.progress()("")
    weighed = weigh(since, whole, changed, fork=around.from_fork, strict=around.strict)
    mended, texts = _mended(workshop, at, weighed.broken)
    patch, left = ready_patch(texts, mended.files)
    report.annotate_each(_annotations(weighed))
    shown = summary(
        weighed,
        patch,
        (*left, *(skip.where for skip in mended.skipped)),
        experiences=len(since.checked.states),
    )
    report.write_summary(shown)
    report.write_outputs(
        {"faults": len(weighed.own) + len(weighed.unread), "broken": len(weighed.broken), "patch": patch}
    )
    return 1 if weighed.fails else 0


def upkeep_files(
    workshop: Workshop,
    commit: str | None = None,
    *,
    only: Collection[str] | None = None,
    today: str = "",
) -> Upkeep:
    """Return what mends the experiences of the default branch that name what is called otherwise now.

    `commit` is what the proposal stands on, `only` the ids that count (None: all), `today` YYYY-MM-DD.
    Nothing is written; what is not sure is left as it is.
    """
    stands_on = commit or (workshop.base.commit if workshop.base else None)
    if stands_on is None or (only is not None and not only):
        return Upkeep((), {}, {})
    from gitexp.audit import audit

    at = workshop.audited(stands_on)
    done = audit(at, workshop.verified(stands_on), workshop.versions(), today=_day(today), tell=_quiet)
    faults = [fault for fault in done.faults if only is None or fault.id in only]
    mended, _ = _mended(workshop, at, faults)
    return Upkeep(
        mended.files,
        {fix.path: fix.words for fix in mended.fixes},
        {fix.path: fix.after.id for fix in mended.fixes},
        mended.skipped,
    )


def mends_of(workshop: Workshop, since: str, commit: str, today: str) -> tuple[Mend, ...]:
    """Return what mends the experiences that stand in a commit, by path; what is not sure is left as it is.

    `since` is the commit up to which they followed the code ("" for none): what was renamed after it is told too.
    """
    from gitexp.audit import audit_since

    found = upkeep_files(workshop, commit, today=today)
    mends = {file.path: Mend(file, found.ids[file.path], found.words[file.path]) for file in found.files}
    if since and since != commit and workshop.commits().present([since]):
        at = workshop.audited(commit)
        done = audit_since(workshop.audited(since), at, workshop.versions(), today=_day(today), tell=_quiet)
        mended, _ = _mended(workshop, at, done.faults)
        by_path = {fix.path: fix for fix in mended.fixes}
        mends |= {
            file.path: Mend(file, by_path[file.path].after.id, by_path[file.path].words)
            for file in mended.files
        }
    return tuple(mends[path] for path in sorted(mends))


def _audits(workshop: Workshop, change: Change, at: Revision, *, whole: bool) -> tuple[Audit, Audit | None]:
    """Return the audit of the change, and where it changes files of the store that of its head."""
    from gitexp.audit import audit, audit_since

    versions, tell, today = workshop.versions(), screen.progress(), _day("")
    since = audit_since(workshop.audited(change.base), at, versions, today=today, tell=tell)
    if not whole:
        return since, None
    return since, audit(at, workshop.verified(change.head), versions, today=today, tell=tell)


def _changed(workshop: Workshop, change: Change) -> frozenset[str]:
    """Return the files of the store that the pull request adds or changes."""
    asked = ("diff", "--name-only", "-z", "--no-renames", "--diff-filter=d", change.base, change.head)
    names = workshop.git.run(*asked, "--").decode("utf-8", "surrogateescape").split("\0")
    return frozenset(name for name in names if name.startswith(STORE))


def _mended(workshop: Workshop, at: Revision, faults: Sequence[Fault]) -> tuple[Fitted, dict[str, str]]:
    """Return the files that mend what is sure, and the text of each before."""
    wanted = {fault.id for fault in faults if fault.moved_to}
    if not wanted:
        return Fitted((), (), ()), {}
    files = [file for file in at.store.files()[0] if file.experience is not None and file.id in wanted]
    standing = [
        Standing(file.experience, file.path, file.blob) for file in files if file.experience is not None
    ]
    blobs = {one.path: one.blob for one in standing}

    def text_of(fix: Fix) -> Redacted:
        return workshop.mended(fix, blobs[fix.path])

    found = fitted(follow_names(standing, faults), text_of)
    texts = {
        file.path: workshop.git.run("cat-file", "blob", blobs[file.path]).decode("utf-8", "replace")
        for file in found.files
    }
    return found, texts


def _annotations(weighed: Weighed) -> Iterator[report.Annotation]:
    for fault in weighed.own:
        yield report.Annotation(fault.severity, said(fault), fault.file, fault.line, f"exp {fault.code}")
    for skip in weighed.unread:
        yield report.Annotation("error", redacted(f"not read: {skip.what}"), skip.where, 0, _TITLE)
    for fault in weighed.broken:
        kind: report.Kind = fault.severity if weighed.strict and not weighed.fork else "notice"
        yield report.Annotation(kind, said(fault), fault.file, fault.line, f"exp {fault.code}")


def _not_audited(around: Surroundings, error: ExpError) -> int:
    """Say why nothing was audited. Whoever sends a pull request from a fork can't mend the workflow."""
    if not around.from_fork:
        raise error
    report.annotate("warning", str(error), title=_TITLE)
    report.write_summary(f"### {_TITLE}\n\nNot audited: {inline(redacted(str(error)))}\n")
    return 0


def _day(today: str) -> str:
    return today or time.strftime("%Y-%m-%d", time.gmtime())


def _quiet(step: str) -> None:
    """Say nothing of a step."""
