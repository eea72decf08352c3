"""An episode: one dated note in the journal. It is never recalled; proposals may come of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, Literal, get_args

from gitexp.records.text import Text

EpisodeKind = Literal["decision", "gotcha", "preference", "prerequisite", "implementation"]
EPISODE_KINDS: tuple[EpisodeKind, ...] = get_args(EpisodeKind)


@dataclass(frozen=True)
class Episode(Generic[Text]):
    """One note. `at` is UTC (ISO 8601, seconds), `agent` who wrote it: an agent's name, or `person`.

    `quote` holds the words of the person whom the agent worked for, where the note rests on them. `repeats` is the hex of
    the experience that already says so: then the note is one more sighting of it. `commit` was checked out then.
    """

    id: str
    at: str
    agent: str
    text: Text
    kind: EpisodeKind | None = None
    files: tuple[str, ...] = ()
    quote: Text | None = None
    commit: str | None = None
    repeats: str | None = None


@dataclass(frozen=True)
class Noted:
    """What became of a note: its id, whether it stood already, and the experience (its id) that already says so."""

    id: str
    new: bool
    says_so: str | None = None
