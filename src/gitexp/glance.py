"""Glance: what bare `exp` says of a repository, from its store or, without one, from history alone. Writes nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from gitexp.ports import CommandingComments, History, SessionFolders, Store
from gitexp.records.door import Door
from gitexp.records.glance import Glance, Installed, Laid
from gitexp.records.history import Reverted
from gitexp.steps.doors_here import doors_here, outdated
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
    fired: Sequence[Door] = (),
    installed: Sequence[Installed] = (),
    files_for_agents: Sequence[Laid] = (),
) -> Glance:
    """Return the status of the store and of the doors, and what the history tells. The slow looks run side by side.

    `laid` says whether `exp init` was here; `fired` and `installed` are the doors as this clone and its settings know
    them.
    """
    with ThreadPoolExecutor(max_workers=2) as both:
        later = both.submit(history.reverts, seconds=SECONDS)
        found = both.submit(comments.commanding, seconds=SECONDS)
        standing, skipped = store.standing()
        waiting = store.pending(branch)
        reverts, commands = later.result(), found.result()
    has_store = bool(standing or skipped)
    ids = {one.experience.hex: one.experience.id for one in standing}
    in_force = {one.experience.hex: one.experience.id for one in standing if one.experience.in_force(today)}
    explained = [one for one in reverts.found if one.reason and one.relanded_by is None]
    return Glance(
        experiences=sum(one.experience.in_force(today) for one in standing),
        waiting=len(waiting),
        laid=laid,
        has_store=has_store,
        taken_back=tuple(explained),
        unexplained=sum(not one.reason and one.relanded_by is None for one in reverts.found),
        comments=commands,
        sessions=tuple(sessions.count()),
        most_reverted=_most_reverted(reverts.found),
        skipped=tuple(skipped),
        limits=(*reverts.limits, *commands.limits),
        doors=doors_here(installed, fired, ids, has_store=has_store),
        files_for_agents=tuple(files_for_agents),
        outdated=outdated(files_for_agents, in_force),
    )


def _most_reverted(found: Sequence[Reverted]) -> str | None:
    """Return the file that most reverts touch, the newest first where several tie."""
    # What tools write goes back and forth by itself.
    files = (file for one in found for file in one.commit.files if not (is_lock(file) or is_changelog(file)))
    counts = Counter(files)
    return max(counts, key=lambda file: counts[file]) if counts else None
