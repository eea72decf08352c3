"""Keeps the journal of this clone on a ref of its own, a file a note; no work tree takes part."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Sequence

from gitexp.adapters.clone_refs import clone_refs
from gitexp.adapters.episode_json import written
from gitexp.adapters.git import Git, Layout
from gitexp.adapters.git_branches import is_ancestor
from gitexp.adapters.git_commits import (
    Commit,
    Moved,
    Objects,
    make_commit,
    move_ref,
    put,
    read_commit,
    seconds_of,
)
from gitexp.adapters.git_objects import ObjectReader
from gitexp.adapters.journal_lock import in_turn
from gitexp.adapters.journal_reading import (
    JOURNAL,
    MOST_OF_A_CLONE,
    all_episodes,
    episodes_at,
    path_of,
    places,
)
from gitexp.adapters.objects_pygit2 import objects_for
from gitexp.errors import RepositoryError
from gitexp.records.episode import Episode
from gitexp.records.skipped import Skipped
from gitexp.records.text import Redacted

_LONGEST = 2.0
"""Seconds in which the ref must be free once: git holds its lock for a moment, and a lock that a dead one left stays."""
_PAUSE = 0.02
"""Seconds, at most, before the next try: who all come at once do not all come again at once."""


class GitJournal:
    """Implements `Journal`. `clone` is the name of this one, 16 hex digits."""

    def __init__(
        self,
        git: Git,
        layout: Layout,
        *,
        clone: str,
        now: Callable[[], float] = time.time,
        objects: Callable[[Git, Layout], Objects] = objects_for,
    ) -> None:
        self._git = git
        self._layout = layout
        self._clone = clone
        self._objects = objects
        self._now = now
        self.ref = f"{JOURNAL}{clone}"

    def keep(self, episode: Episode[Redacted]) -> bool:
        """Keep an episode of this clone, by compare-and-swap; False where it stands already, whenever it was noted.

        Raises RepositoryError where the ref is locked, or moved again and again.
        """
        data = written(episode)
        objects = self._objects(self._git, self._layout)
        [blob] = objects.write("blob", [data])
        with in_turn(self._layout.common_dir):
            end = time.monotonic() + _LONGEST
            while True:
                here, commit = self._built(objects, episode, blob)
                if commit is None:
                    return False
                try:
                    move_ref(self._git, self.ref, commit, here, "exp: note")
                except RepositoryError as error:
                    passes = isinstance(error, Moved) or error.what.startswith("is locked")
                    if not passes or time.monotonic() > end:
                        raise
                    time.sleep(random.uniform(0, _PAUSE))
                else:
                    return True

    def episodes(self) -> tuple[Sequence[Episode[str]], Sequence[Skipped]]:
        """Return the episodes of all clones that are known here, oldest first, each once, and what is unreadable."""
        return all_episodes(self._git, self._clone, self._now())

    def _built(
        self, objects: Objects, episode: Episode[Redacted], blob: str
    ) -> tuple[str | None, str | None]:
        """Return where the ref stands, and the commit with the episode; None for that where it stands already."""
        name = f"/{episode.id}.json"
        with ObjectReader(self._git) as reader:
            here, tips = self._tips(reader)
            held = [places(reader, tip.id) for tip in tips]
            if any(one.path.endswith(name) for some in held for one in some):
                return here, None
            others = {
                path_of(one): place.blob
                for some in held[1:]
                for place in some[:MOST_OF_A_CLONE]
                for one in episodes_at(reader, self.ref, [place])
                if not isinstance(one, Skipped)
            }
            files: dict[str, str | None] = {**others, path_of(episode): blob}
            tree = put(reader, objects, tips[0].tree if tips else None, files)
        # What others pushed under this name may say any date; a commit of ours is of no later day than today.
        now = int(self._now())
        when = min(max(seconds_of(episode.at), *(tip.seconds for tip in tips if tip.seconds <= now), 0), now)
        return here, make_commit(objects, tree, [tip.id for tip in tips], when, f"note {episode.id}")

    def _tips(self, reader: ObjectReader) -> tuple[str | None, list[Commit]]:
        """Return where the ref stands, and all commits of it that none of the others contains, that of the ref first.

        A copy of this clone has the same name, and so has this one after its refs were lost: what a remote has of it is
        taken in, since it could not be pushed otherwise.
        """
        held = dict(clone_refs(self._git, "journal").get(self._clone, ()))
        here = held.get(self.ref)
        names = sorted(set(held.values()), key=lambda commit: (commit != here, commit))
        top = [
            one
            for one in names
            if not any(other != one and is_ancestor(self._git, one, other) for other in names)
        ]
        return here, [found for one in top if (found := read_commit(reader, one))]
