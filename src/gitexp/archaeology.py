"""Archaeology: the past of a place before it is changed: what was tried, taken back and why, what must hold, whom to ask."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from gitexp.ports import Past
from gitexp.records.archaeology import Account, Checked, Living, LookedAt
from gitexp.records.claim import PULL_MERGE
from gitexp.records.languages import languages_of
from gitexp.records.past import Chain, Change, Edit, FileChange, Place, Touch
from gitexp.steps.abandoned import abandoned
from gitexp.steps.check_edit import check_edit, out_of
from gitexp.steps.commanding import Commanding, commanding
from gitexp.steps.constraints import constraints
from gitexp.steps.followed import followed
from gitexp.steps.ideas import ideas
from gitexp.steps.neighbours import neighbours
from gitexp.steps.owners import owners
from gitexp.steps.pull_requests import with_pull_requests
from gitexp.steps.quiet import bots, reformats
from gitexp.steps.recorded import recorded_constraints, recorded_rejections
from gitexp.steps.side_branches import dead_ends
from gitexp.steps.trace import Traced, trace
from gitexp.steps.warn import judge

if TYPE_CHECKING:
    from gitexp.records.change_record import ChangeRecord
    from gitexp.records.experience import Standing
    from gitexp.records.skipped import Skipped

Tell = Callable[[str], None]
RECENT = 150
"""The newest changes of which all files are looked at, for what goes along with this one."""
MOST_EDITS = 40
"""Files of one change that are looked at: each costs a walk through its history."""
SLOW = 1.0
"""Seconds of walking after which a commit-graph would help."""


@dataclass(frozen=True)
class Question:
    """What is asked: a place, and what is intended there; `since` (YYYY-MM-DD) shortens what is shown, not what is read."""

    place: Place
    intent: str = ""
    since: str = ""
    blame: bool = True


@dataclass(frozen=True)
class Known:
    """What the store says: experiences and change records, all that are served, and what could not be read."""

    standing: Sequence[Standing[str]] = ()
    records: Sequence[ChangeRecord[str]] = ()
    skipped: Sequence[Skipped] = ()
    ignored: Sequence[str] = ()
    """Commits that blame is told to pass over: reformatting, renaming."""
    has_graph: bool = True
    """Whether git has a commit-graph to walk by."""
    today: str = ""
    """YYYY-MM-DD: what has expired by then does not count."""


def archaeology(question: Question, past: Past, known: Callable[[], Known], tell: Tell) -> Account:
    """Return the account of a place. `past` may have begun to walk and to blame already: the longest work."""
    place = question.place
    tell("read the history")
    store = known()
    text = past.text(place.path)
    within = None if place.whole else (place.first or 1, place.last or 1)
    commands = commanding(text or "", place.path, within)
    chain = with_pull_requests(past.chain(place))
    store = replace(store, records=_covering(store.records, chain.names))
    tell("compare what was taken back")
    quiet = bots(chain.touches)
    with ThreadPoolExecutor(max_workers=1) as beside:
        others = beside.submit(_together, chain, past, quiet)
        traced = trace(chain, past, quiet, reformats(chain.touches, store.ignored))
        near, present = others.result()
    tell("ask who wrote the lines")
    living, unknown = past.living(place) if question.blame else ((), "")
    read = _Read(store, commands, chain, traced, near, present, living, unknown)
    return _account(question, read, exists=past.lies(place.path) is not None)


@dataclass(frozen=True)
class _Read:
    """All that was read for one place."""

    store: Known
    commands: Commanding
    chain: Chain
    traced: Traced
    near: Mapping[str, Sequence[FileChange]]
    """All files of the newest changes, by commit."""
    present: frozenset[str]
    """Those of them that exist at the revision."""
    living: Sequence[Living]
    unknown: str
    """Why it is not known who wrote the lines, "" where it is, or nobody asked."""


def _account(question: Question, read: _Read, *, exists: bool) -> Account:
    """Return the account, from all that was read."""
    place, store, chain, commands = question.place, read.store, read.chain, read.commands
    changes, living = read.traced.changes, read.living
    held = constraints(place, commands.found, living, changes, store.standing, store.today)
    held = (*held, *recorded_constraints(store.records))
    gone = abandoned(changes, dead_ends(chain), list(recorded_rejections(store.records)), chain.merges)
    found = ideas(changes, {**_titles(chain), **_others(read.traced)})
    verdict, warnings = judge(question.intent, found, held, gone, chain.names)
    quiet = {change.commit for change in changes if change.bot or change.kind == "reformat"}
    return Account(
        place=place,
        rev="",
        exists=exists,
        changes=tuple(one for one in changes if one.day >= question.since),
        verdict=verdict,
        warnings=warnings,
        constraints=held,
        abandoned=gone,
        neighbours=neighbours(chain.touches, read.near, chain.names, quiet=quiet, present=read.present),
        followed=followed(changes),
        owners=owners(living, changes),
        names=chain.names,
        looked_at=_looked_at(chain, changes, store, commands),
        limits=(
            *_limits(question, store, chain, living, commands),
            *read.traced.limits,
            *((read.unknown,) if read.unknown else ()),
        ),
        skipped=tuple(store.skipped),
    )


def check(edits: Sequence[Edit], past: Past, known: Callable[[str], Known], what: str, tell: Tell) -> Checked:
    """Return what the past says of a change that is about to be made, file by file; `past` is where it starts from."""
    # Where there are too many, code goes before documents and settings.
    looked_at = sorted(edits, key=lambda edit: (not languages_of(edit.path), edit.path))[:MOST_EDITS]
    told: list[Checked] = []
    for number, edit in enumerate(looked_at, 1):
        tell(f"{edit.path} ({number} of {len(looked_at)})")
        told.append(_checked(edit, past, known(edit.old_path or edit.path)))
    limits = [limit for one in told for limit in one.limits]
    if len(edits) > len(looked_at):
        limits.append(f"only the first {MOST_EDITS} of {len(edits)} files were looked at")
    return Checked(
        what,
        tuple(edit.path for edit in looked_at),
        tuple(warning for one in told for warning in one.warnings),
        tuple(dict.fromkeys(held for one in told for held in one.constraints)),
        LookedAt(
            commits=sum(one.looked_at.commits for one in told),
            experiences=max((one.looked_at.experiences for one in told), default=0),
            comments=sum(one.looked_at.comments for one in told),
            records=sum(one.looked_at.records for one in told),
            whole=all(one.looked_at.whole for one in told),
        ),
        tuple(dict.fromkeys(limits)),
        tuple(dict.fromkeys(skip for one in told for skip in one.skipped)),
    )


def _checked(edit: Edit, past: Past, store: Known) -> Checked:
    """Return what the past says of one file of a change."""
    place = Place(edit.old_path or edit.path)
    chain = past.chain(place)
    store = replace(store, records=_covering(store.records, chain.names))
    traced = trace(chain, past, bots(chain.touches))
    found = ideas(traced.changes, {**_titles(chain), **_others(traced)})
    gone = [change.touch for _, change in out_of(found)]
    asked = {(touch.commit, touch.parents[0] if touch.parents else ""): touch for touch in gone}
    lines, missing = past.patches(list(asked), chain.names)
    commands = commanding(past.text(place.path) or "", place.path)
    held = (
        *constraints(place, commands.found, (), traced.changes, store.standing, store.today),
        *recorded_constraints(store.records),
    )
    warnings = check_edit(edit, found, {asked[key].commit: patch for key, patch in lines.items()}, held)
    limits = (*chain.limits, *traced.limits, *((missing,) if missing else ()))
    return Checked(
        edit.path,
        (edit.path,),
        warnings,
        tuple(one for one in held if one.kind in ("experience", "change_record")),
        LookedAt(
            len(traced.changes),
            experiences=len(store.standing),
            comments=len(commands.found) + commands.more,
            records=len(store.records),
            whole=not chain.ends,
        ),
        (*(f"{edit.path}: {limit}" for limit in limits), *_shallow(chain, ())),
        tuple(store.skipped),
    )


def _covering(records: Sequence[ChangeRecord[str]], names: Sequence[str]) -> list[ChangeRecord[str]]:
    """Return the records whose impact covers the file, under whatever name it had then."""
    return [record for record in records if any(record.covers(name) for name in names)]


def _together(
    chain: Chain, past: Past, quiet: frozenset[str]
) -> tuple[dict[str, Sequence[FileChange]], frozenset[str]]:
    """Return all files of the newest changes by people, and those of them that exist today."""
    recent = [touch for touch in chain.touches if touch.commit not in quiet][:RECENT]
    asked = [(touch.commit, touch.parents[0] if touch.parents else "") for touch in recent]
    near = {commit: changes for (commit, _), changes in past.files(asked).items()}
    return near, past.present([file.path for files in near.values() for file in files])


def _titles(chain: Chain) -> dict[str, str]:
    """Return what the merges brought, by the merge's id."""
    return {
        merge.commit: (merge.body.partition("\n")[0].strip() or merge.subject)
        if merge.subject.startswith(PULL_MERGE)
        else merge.subject
        for merge in chain.merges
    }


def _others(traced: Traced) -> dict[str, str]:
    return {commit: touch.title for commit, touch in traced.others.items()}


def _looked_at(chain: Chain, changes: Sequence[Change], store: Known, commands: Commanding) -> LookedAt:
    oldest: Touch | None = min((one.touch for one in changes), key=lambda touch: touch.seconds, default=None)
    return LookedAt(
        commits=len(changes),
        since=oldest.at[:10] if oldest else "",
        renames=max(0, len(chain.names) - 1),
        experiences=len(store.standing),
        comments=len(commands.found) + commands.more,
        records=len(store.records),
        whole=not chain.ends,
    )


def _limits(
    question: Question, store: Known, chain: Chain, living: Sequence[Living], commands: Commanding
) -> list[str]:
    """Return what was not looked at, each in a line."""
    limits = list(chain.limits)
    limits += _shallow(chain, living)
    if chain.moved_to and not chain.blob:
        limits.append(f"the file is {', '.join(chain.moved_to)} today")
    if question.since:
        limits.append(f"only changes since {question.since} are listed")
    if commands.more:
        limits.append(f"{commands.more} more comments that command are not listed")
    if chain.walked > SLOW and not store.has_graph:
        limits.append("`git commit-graph write --reachable --changed-paths` would speed this up")
    return limits


def _shallow(chain: Chain, living: Sequence[Living]) -> list[str]:
    """Return where a shallow history ends: nothing that came before is claimed not to be."""
    if not chain.ends:
        return []
    at = ", ".join(end[:12] for end in chain.ends[:3])
    lost = sum(run.count for run in living if run.boundary)
    lines = f"; {lost} lines end there" if lost else ""
    return [f"history ends at {at} (shallow clone){lines}: what came before was not seen"]
