"""The part of the wiring that shows usage: the log of this clone with what was fetched, and what its history tells."""

from __future__ import annotations

from gitexp.adapters.adoption_git import GitAdoption
from gitexp.adapters.usage_files import UsageFiles as UsageFiles
from gitexp.adapters.usage_shared import shared_events
from gitexp.cli.wiring_core import CoreWiring
from gitexp.cli.wiring_sync import LOGGED, is_on


def usage_of(core: CoreWiring) -> UsageFiles:
    """Return the events of this clone and of all that were fetched; `exp.usage` false keeps nothing new."""
    keep = is_on(core.read_settings, LOGGED, usual=True)
    return UsageFiles(core.layout.common_dir, lambda: shared_events(core.git), keep)


def adoption_of(core: CoreWiring) -> GitAdoption:
    """Return what the history of HEAD and of the default branch tells."""
    return GitAdoption(core.git, ("HEAD", *((core.base.commit,) if core.base else ())))
