"""The part of the wiring that shares: this clone's usage on its ref, and what goes between it and a remote."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from gitexp.cli.wiring_core import CoreWiring
from gitexp.records.sync import LeftHere, Synced, UsageShare
from gitexp.records.words import counted

if TYPE_CHECKING:
    from gitexp.adapters.sync_git import GitSync
    from gitexp.adapters.usage_ref_git import GitUsage
    from gitexp.audit import Used
    from gitexp.records.skipped import Skipped
    from gitexp.records.usage import UsageEvent

LOGGED, WORDS, NOTES = "exp.usage", "exp.usagewords", "exp.syncjournal"
"""Git's settings, as git spells their names: whether recalls are logged, whether with the words that were asked, and
whether this clone's notes are shared."""
_OFF = frozenset({"false", "no", "off", "0", ""})


def is_on(settings: Mapping[str, str], name: str, *, usual: bool) -> bool:
    """Return whether a switch of git's configuration is on, as git reads it."""
    return settings[name].strip().lower() not in _OFF if name in settings else usual


class SyncWiring(CoreWiring):
    """What shares this clone's usage, fetches and pushes."""

    @property
    def usage_on(self) -> bool:
        """Return whether recalls are logged here."""
        return is_on(self.read_settings, LOGGED, usual=True)

    @property
    def words_on(self) -> bool:
        """Return whether they are logged with the words that were asked; those are never shared."""
        return is_on(self.read_settings, WORDS, usual=False)

    @property
    def journal_on(self) -> bool:
        """Return whether this clone's notes are shared without being asked: a note belongs to the one who wrote it."""
        return is_on(self.read_settings, NOTES, usual=False)

    @cached_property
    def usage_ref(self) -> GitUsage:
        from gitexp.adapters.usage_files import UsageFiles
        from gitexp.adapters.usage_ref_git import GitUsage
        from gitexp.steps.redact import redacted

        clone = UsageFiles(self.layout.common_dir).clone
        return GitUsage(self.git, self.layout, clone=clone, redact=redacted)

    def shareable_usage(self) -> tuple[UsageShare, Sequence[Skipped]]:
        """Return what would be shared; nothing is written."""
        events, skipped = self._logged()
        return self.usage_ref.shareable(events), skipped

    def share_usage(self, remote: str | None, *, push: bool) -> tuple[str, Synced]:
        """Put this clone's events on their ref and push that alone; return where to, and what came of it."""
        from gitexp.adapters.sync_git import GitSync
        from gitexp.adapters.sync_remote import chosen

        if not push:
            events, skipped = self._logged()
            return "", Synced("", skipped=tuple(skipped), usage=self.usage_ref.share(events))
        there = chosen(self.git, remote)
        events, skipped = self._logged()
        sync = GitSync(self.git, self.layout, there)
        _, odd = sync.fetch([self.usage_ref.ref])
        usage = self.usage_ref.share(events)
        pushed, left = sync.push([usage.ref], lambda: self.usage_ref.share(events))
        return there.address, Synced(
            there.name, pushed=tuple(pushed), left=tuple(left), skipped=(*skipped, *odd), usage=usage
        )

    def sync(
        self, remote: str | None, *, runs: bool, private_too: bool, journal: bool = False
    ) -> tuple[str, Synced]:
        """Fetch what exp shares, share this clone's usage, push what is its own; return where to, and what came of it.

        With `journal` also its notes, and with `runs` what else only this clone has; what was made of private sessions
        only with `private_too`.
        """
        from gitexp.adapters.sync_git import GitSync
        from gitexp.adapters.sync_remote import chosen

        there = chosen(self.git, remote)
        events, skipped = self._logged()
        sync = GitSync(self.git, self.layout, there)
        fetched, odd = sync.fetch()
        odd += sync.join()
        usage = self.usage_ref.share(events) if self.usage_on else None
        more, kept = _shared_by_all(sync, runs=runs, private_too=private_too)
        notes = self.usage_ref.journal
        if journal or self.journal_on:
            more.append(notes)
        else:
            kept += _notes_kept(sync, notes)
        own = [*((usage.ref,) if usage else ()), *more]

        def renew() -> None:
            sync.join()
            if usage:
                self.usage_ref.share(events)

        pushed, left = sync.push(own, renew)
        return there.address, Synced(
            there.name, tuple(fetched), tuple(pushed), (*left, *kept), (*skipped, *odd), usage
        )

    def used(self) -> Used:
        """Return what upkeep asks of usage."""
        from gitexp.audit import Used
        from gitexp.cli.wiring_usage import adoption_of, usage_of

        return Used(usage_of(self), adoption_of(self), self._since)

    def _since(self, files: Mapping[str, str]) -> Mapping[str, str]:
        from gitexp.adapters.store_dates_git import landed

        return landed(self.git, self.layout, self.base.commit, files) if self.base else {}

    def _logged(self) -> tuple[Sequence[UsageEvent], Sequence[Skipped]]:
        """Return the events of this clone, as they were logged; what its diffs show is logged before."""
        from gitexp.adapters.usage_files import UsageFiles
        from gitexp.cli.wiring import Workshop
        from gitexp.cli.wiring_usage import adoption_of, usage_of
        from gitexp.stats import keep_seen

        if self.usage_on:
            standing, _ = Workshop().store.standing()
            keep_seen(usage_of(self), adoption_of(self), [one.experience for one in standing])
        return UsageFiles(self.layout.common_dir).events()


def _notes_kept(sync: GitSync, ref: str) -> list[LeftHere]:
    """Return how many notes of this clone stay here; each is one commit."""
    return [
        LeftHere(ref, f"{counted(many, 'note')} of this clone alone; `--journal` pushes them")
        for many in sync.only_here([ref]).values()
    ]


def _shared_by_all(sync: GitSync, *, runs: bool, private_too: bool) -> tuple[list[str], list[LeftHere]]:
    """Return which refs that all clones share are pushed too, and which stay here and why."""
    private = sync.private_runs() if runs and not private_too else 0
    pushed: list[str] = []
    kept: list[LeftHere] = []
    for ref, many in sync.only_here().items():
        if not runs:
            kept.append(LeftHere(ref, f"{counted(many, 'commit')} of this clone alone; `--runs` pushes them"))
        elif private:
            why = f"{counted(private, 'run')} of private sessions; `--push-private` pushes them too"
            kept.append(LeftHere(ref, why))
        else:
            pushed.append(ref)
    return pushed, kept
