"""Weighs by content whether one commit undoes another: whole diffs first, then patches, then shares of lines."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from gitexp.records.past import Exactness, FileChange, Ground, Patch, Request, Undoing
from gitexp.steps.suspects import Suspect

ENOUGH = 0.9
"""The share of lines from which on it counts as all of them (archaeology's measurements on 1,530 reverts)."""
SOME = 0.25
"""The share below which a message that says *revert* is taken at its word and no more."""
HALF = 0.5
"""The share of a commit that must be undone where only the body of a message names it."""
MOST_FILES = 400
"""Files of a diff whose lines are compared; of a larger one the blobs alone speak."""


def exact(mine: Sequence[FileChange], theirs: Sequence[FileChange]) -> bool:
    """Return whether one diff is the other turned round, blob by blob: binary-safe, and free."""
    return (
        bool(mine)
        and len(mine) == len(theirs)
        and {_key(change) for change in mine} == {_key(change.inverse) for change in theirs}
    )


def part_of(mine: Sequence[FileChange], theirs: Sequence[FileChange]) -> Exactness | None:
    """Return whether one diff holds the other turned round, or only turns round a part of it, file by file."""
    own, turned = {_key(change) for change in mine}, {_key(change.inverse) for change in theirs}
    if turned < own:
        return "all_and_more"
    return "part" if own < turned else None


def by_lines(suspect: Suspect, mine: Patch, turned: Patch) -> Undoing:
    """Return what two patches tell; `turned` is the diff that would take the other commit back."""
    if mine.identity and mine.identity == turned.identity:
        return _undoing(suspect, "exact", "patch-id", 1.0, 1.0)
    both = common(mine.removed, turned.removed) + common(mine.added, turned.added)
    share = both / turned.size if turned.size else 0.0
    pure = both / mine.size if mine.size else 0.0
    if share == pure == 1.0:
        return _undoing(suspect, "exact", "lines", share, pure)
    if share >= ENOUGH:
        return _undoing(suspect, "all_and_more", "lines", share, pure)
    if pure >= ENOUGH or (suspect.said and share >= HALF):
        return _undoing(suspect, "part", "lines", share, pure)
    return _undoing(suspect, "claimed", "message", share, pure)


def brought_back(mine: Patch, theirs: Patch) -> float:
    """Return which share of a commit's lines another one makes again."""
    both = common(mine.removed, theirs.removed) + common(mine.added, theirs.added)
    return both / theirs.size if theirs.size else 0.0


def made_again(commit: str, revert: str, mine: Patch, theirs: Patch) -> Undoing:
    """Return how far a commit undoes a revert whose original it makes again, as the original's lines tell."""
    share, pure = brought_back(mine, theirs), brought_back(theirs, mine)
    exactness: Exactness = "all_and_more" if share >= ENOUGH else "part"
    if share == pure == 1.0:
        exactness = "exact"
    return _undoing(Suspect(commit, revert, False), exactness, "lines", share, pure)


def believed(found: Sequence[Undoing], subject: Collection[str]) -> list[Undoing]:
    """Return the undoings that hold, for each commit the surest ones.

    `subject` are the commits whose subject itself says that they undo something: they are believed where
    the content can't tell, and shown as claimed. A body that only speaks of a commit is believed only if all of that
    commit is undone; two commits that happen to share lines are not told apart from chance.
    """
    by_commit: dict[str, list[Undoing]] = {}
    for one in found:
        by_commit.setdefault(one.commit, []).append(one)
    return [one for commit, some in by_commit.items() for one in _chosen(some, commit in subject)]


def _chosen(some: Sequence[Undoing], by_subject: bool) -> list[Undoing]:
    """Return the surest undoings of one commit: what it names and does, else what it does, else what it names."""
    said = [one for one in some if one.said]
    silent = [one for one in some if not one.said]
    sure = [one for one in said if one.exactness in ("exact", "all_and_more")]
    part = [one for one in said if one.exactness == "part" and (by_subject or (one.share or 0) >= HALF)]
    if sure:
        # Of a merge that is taken back with a conflict a part may go, and all of a commit that it brought.
        return [*sure, *(one for one in part if (one.share or 0) >= HALF)]
    whole = [one for one in silent if one.exactness == "exact"]
    if whole:
        return whole[:1]
    if part:
        return part
    alike = sorted(
        (one for one in silent if one.exactness in ("all_and_more", "part") and (one.share or 0) >= SOME),
        key=lambda one: -(one.share or 0),
    )
    if alike:
        return alike if by_subject else alike[:1]
    return said[:1] if by_subject else []


def _undoing(
    suspect: Suspect, exactness: Exactness, ground: Ground, share: float | None, pure: float | None
) -> Undoing:
    rounded = [None if part is None else round(part, 3) for part in (share, pure)]
    return Undoing(suspect.commit, suspect.target, exactness, ground, rounded[0], rounded[1], suspect.said)


def _key(change: FileChange) -> tuple[str, str, str, str]:
    """Return what a change does to a file; its mode counts only where that is what was changed."""
    chmod = f"{change.old_mode} {change.new_mode}" if change.old_mode != change.new_mode else ""
    return change.path, change.old, change.new, chmod


def common(one: Mapping[int, int], other: Mapping[int, int]) -> int:
    """Return how many lines two counts share."""
    small, large = (one, other) if len(one) <= len(other) else (other, one)
    return sum(min(count, large.get(line, 0)) for line, count in small.items())


def by_blobs(
    suspects: Sequence[Suspect],
    diffs: Mapping[Request, Sequence[FileChange]],
    asked: Mapping[str, Sequence[Request]],
    names: Mapping[str, str],
) -> tuple[list[Undoing], list[tuple[Suspect, Request, Request]]]:
    """Return what whole diffs decide by their blobs alone, and the pairs of diffs whose lines must be compared.

    `names` tells what the file was called at each commit: the same file under another name is the same file.
    """
    found: list[Undoing] = []
    rest: list[tuple[Suspect, Request, Request]] = []
    for suspect in suspects:
        pairs = [(mine, theirs) for mine in asked[suspect.commit] for theirs in asked[suspect.target]]
        known = [(mine, theirs) for mine, theirs in pairs if diffs.get(mine) and diffs.get(theirs)]
        was, is_now = names.get(suspect.target, ""), names.get(suspect.commit, "")
        if any(
            exact(diffs[mine], diffs[theirs]) or exact(diffs[mine], _renamed(diffs[theirs], was, is_now))
            for mine, theirs in known
        ):
            found.append(_undoing(suspect, "exact", "blob", 1.0, 1.0))
        elif suspect.said:
            # Against its first parent a merge shows what it brought; another one counts only if its files say so.
            fits = [pair for pair in known if _comparable(pair, asked, diffs)]
            rest += [(suspect, mine, theirs) for mine, theirs in fits]
            if not fits:
                found.append(_undoing(suspect, "claimed", "message", None, None))
        else:
            found += [
                one
                for mine, theirs in known
                for one in _by_files(suspect, diffs[mine], _renamed(diffs[theirs], was, is_now))
            ]
    return found, rest


def _renamed(changes: Sequence[FileChange], was: str, is_now: str) -> Sequence[FileChange]:
    """Return a diff as it were had the file had its other name."""
    if was == is_now or not was or not is_now:
        return changes
    return [change._replace(path=is_now) if change.path == was else change for change in changes]


def _comparable(
    pair: tuple[Request, Request],
    asked: Mapping[str, Sequence[Request]],
    diffs: Mapping[Request, Sequence[FileChange]],
) -> bool:
    """Return whether the lines of two diffs are worth comparing."""
    mine, theirs = pair
    if max(len(diffs[mine]), len(diffs[theirs])) > MOST_FILES:
        return False
    return theirs == asked[theirs[0]][0] or part_of(diffs[mine], diffs[theirs]) is not None


def _by_files(suspect: Suspect, mine: Sequence[FileChange], theirs: Sequence[FileChange]) -> list[Undoing]:
    """Return what two diffs tell where no message speaks: whole files only, as shared lines could be chance."""
    how = part_of(mine, theirs)
    if how == "part" and not any(change.old and change.new for change in mine):
        # Who deletes some files takes no part of that back which made them, and many others.
        return []
    if how == "all_and_more":
        return [_undoing(suspect, how, "blob", 1.0, len(theirs) / len(mine))]
    return [_undoing(suspect, how, "blob", len(mine) / len(theirs), 1.0)] if how == "part" else []
