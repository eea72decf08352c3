"""Glance: what bare `exp` says of a repository, from its store or, without one, from history alone. Writes nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from gitexp.ports import CommandingComments, History, SessionFolders, Store
from gitexp.records.glance import Glance
from gitexp.records.history import Reverted
from gitexp.steps.quiet import is_changelog, is_lock

SECONDS = 1.6
"""How long each look may take: bare `exp` answers within three seconds in any repository."""


def glance(
    store: Store,
    history: History,
    comments: CommandingComments,
    sessions: SessionFolders,
    *,
    laid: bool,
    branch: str,
    today: str,
) -> Glance:
    """Return the status of the store, and what the history tells. The slow looks run side by side.

    `laid` says whether `exp init` was here.
    """
    with ThreadPoolExecutor(max_workers=2) as both:
        later = both.submit(history.reverts, seconds=SECONDS)
        found = both.submit(comments.commanding, seconds=SECONDS)
        standing, skipped = store.standing()
        waiting = store.pending(branch)
        reverts, commands = later.result(), found.result()
    explained = [one for one in reverts.found if one.reason and one.relanded_by is None]
    return Glance(
        experiences=sum(one.experience.in_force(today) for one in standing),
        waiting=len(waiting),
        laid=laid,
        has_store=bool(standing or skipped),
        taken_back=tuple(explained),
        unexplained=sum(not one.reason and one.relanded_by is None for one in reverts.found),
        comments=commands,
        sessions=tuple(sessions.count()),
        most_reverted=_most_reverted(reverts.found),
        skipped=tuple(skipped),
        limits=(*reverts.limits, *commands.limits),
    )


def _most_reverted(found: Sequence[Reverted]) -> str | None:
    """Return the file that most reverts touch, the newest first where several tie."""
    # What tools write goes back and forth by itself.
    files = (file for one in found for file in one.commit.files if not (is_lock(file) or is_changelog(file)))
    counts = Counter(files)
    return max(counts, key=lambda file: counts[file]) if counts else None
