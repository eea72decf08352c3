"""The part of the wiring that shows usage: the log of this clone with what was fetched, and what its history tells."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from gitexp.adapters.adoption_git import GitAdoption
from gitexp.adapters.index_rows import card_of
from gitexp.adapters.usage_files import UsageFiles as UsageFiles
from gitexp.adapters.usage_shared import shared_events
from gitexp.cli.wiring_core import CoreWiring
from gitexp.cli.wiring_sync import LOGGED, is_on
from gitexp.records.experience import SERVED, Standing
from gitexp.steps.recall_lifecycle import tried_here


class Trial(NamedTuple):
    """Of a canary: in how many clones of a hundred it is tried, and whether this is one of them."""

    share: int
    here: bool


def usage_of(core: CoreWiring) -> UsageFiles:
    """Return the events of this clone and of all that were fetched; `exp.usage` false keeps nothing new."""
    keep = is_on(core.read_settings, LOGGED, usual=True)
    return UsageFiles(core.layout.common_dir, lambda: shared_events(core.git), keep)


def adoption_of(core: CoreWiring) -> GitAdoption:
    """Return what the history of HEAD and of the default branch tells."""
    return GitAdoption(core.git, ("HEAD", *((core.base.commit,) if core.base else ())))


def trials(core: CoreWiring, standing: Sequence[Standing[str]]) -> dict[str, Trial]:
    """Return of those that are served as a canary, by their path, where they are tried: as recall decides it."""
    cards = [(one, card_of(one)) for one in standing if one.experience.status in SERVED]
    found = [(one, card) for one, card in cards if card.canary < 100 or card.status == "canary"]
    # Recall decides by the clone's name, which is made where there is none yet: only if it is asked for.
    clone = usage_of(core).clone if found else ""
    return {one.path: Trial(card.canary, tried_here(card, clone)) for one, card in found}
