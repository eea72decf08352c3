"""Builds what `exp hook` works with, as little as it can."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, cast

from gitexp.adapters.index_git import NotNowError as NotNowError
from gitexp.adapters.seen_files import SeenFiles
from gitexp.cli import beside
from gitexp.cli.hook_paths import MAX_TEXT, HookPaths
from gitexp.cli.wiring_recall import NO, RecallWiring

if TYPE_CHECKING:
    from gitexp.adapters.index_git import GitIndex
    from gitexp.hook import World
    from gitexp.ports import FactsSource, TakenBack, Versions
    from gitexp.records.agent_event import AgentEvent

_MINUTE = 60
_INDEX_SECONDS = 600
"""After so long the index is given up that is made beside."""


class HookWiring(RecallWiring):
    """One repository, as a hook sees it."""

    def __init__(self, event: AgentEvent) -> None:
        here = event.cwd if os.path.isabs(event.cwd) and os.path.isdir(event.cwd) else None
        super().__init__(here)
        self.event = event
        self._here = here or os.getcwd()
        self._theirs = event.cwd

    @property
    def place(self) -> str:
        """Return where the repository lies."""
        return self.layout.root or self.layout.git_dir

    @cached_property
    def common_dir(self) -> str:
        return self.layout.common_dir

    @cached_property
    def paths(self) -> HookPaths:
        return HookPaths(self.layout.root or "", self.common_dir, self._here, self._theirs)

    def seen(self, event: AgentEvent) -> SeenFiles:
        """Return what the reader of this event has seen."""
        return SeenFiles(self.common_dir, event.agent, event.session, event.reader)

    @cached_property
    def served(self) -> GitIndex:
        """Return the index; what would take long is not done while an agent waits."""
        return super().served.in_a_hurry()

    @cached_property
    def past(self) -> TakenBack:
        from gitexp.cli.wiring_hook_past import taken_back

        return taken_back(self.layout, self.head)

    def world(self, event: AgentEvent, today: str) -> World:
        """Return what the use case asks; `today` is YYYY-MM-DD."""
        from gitexp.hook import World  # late: git answers meanwhile

        return World(
            self.index(),
            cast("FactsSource", _Later(lambda: self.facts)),
            self.symbols,
            cast("Versions", _Later(lambda: self.versions)),
            self.seen(event),
            self.past,
            self.uses,
            self.paths.text,
            lambda: self.usage.given_on(today) if self.counts else None,
            lambda key: self.seen(event).has(key),
            self._at_head,
        )

    def _at_head(self, file: str) -> str:
        """Return a file as HEAD has it, "" where it is not there, or is longer than is looked at."""
        found = self.git.try_run("cat-file", "blob", f"HEAD:{file}") or b""
        return found.decode("utf-8", "replace") if len(found) <= MAX_TEXT else ""

    @property
    def off(self) -> bool:
        """Return whether somebody wants no hooks in this clone: `git config exp.hooks false`."""
        return self._read_settings.get("exp.hooks", "").lower() in NO

    def placed(self, event: AgentEvent) -> AgentEvent:
        """Return the event with the paths as the repository names them; of a prompt with the files that it names."""
        paths = self.paths
        edits = tuple(edit._replace(path=file) for edit in event.edits if (file := paths.file(edit.path)))
        if event.moment == "prompt":
            found = paths.named_in(event.prompt)
        else:
            found = (file for given in event.files if (file := paths.file(given)))
        return event._replace(files=tuple(dict.fromkeys(found)), edits=edits)

    def uses(self, file: str) -> Sequence[str]:
        """Return the names that stand in a file of the event."""
        from gitexp.adapters.names_in_files import names_in

        return names_in(self.paths.home(file), (file,))

    def fired(self, event: str, at: str = "", file: str = "", given: Sequence[str] = ()) -> None:
        """Note that this agent's door fired (`at` is UTC, ISO 8601; "" for now)."""
        from gitexp.cli.wiring_doors import note_firing
        from gitexp.records.door import Firing, hook_door

        at = at or time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
        note_firing(self.common_dir, Firing(hook_door(self.event.agent), at, event, file, tuple(given)))

    def index_beside(self) -> None:
        """Make the index in a process of its own, for the next time; of many hooks at once one begins it."""
        from gitexp.adapters.index_git import place

        if _first_in_a_minute(f"{place(self.layout).removesuffix('.db')}.beside"):
            beside.begin(self._here, _INDEX_SECONDS, "index")

    def too_late(self, why: str) -> None:
        """Do beside, for the next time, what took so long: that is mostly the index, unless git itself does not answer."""
        if "_served" not in self.__dict__:
            return
        self.index_beside()
        self.fired(f"{self.event.event}, {why}")

    def tidy(self, now: float) -> None:
        """Take out what nobody needs any more, once a day; `now` is in seconds since 1970."""
        if self.seen(self.event).sweep(now):
            from gitexp.adapters.index_left import take_out_left

            take_out_left(self.common_dir)


class _Later:
    """What is built when it is first asked: mostly it is not."""

    def __init__(self, build: Callable[[], object]) -> None:
        self._build = build

    def __getattr__(self, name: str) -> object:
        return getattr(self._build(), name)


def _first_in_a_minute(marker: str) -> bool:
    """Return whether nobody has begun the same within a minute, and note that it begins now."""
    try:
        if time.time() - os.stat(marker).st_mtime < _MINUTE:
            return False
        os.unlink(marker)
    except FileNotFoundError:
        pass
    try:
        os.close(os.open(marker, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o666))
    except OSError:
        return False
    return True
