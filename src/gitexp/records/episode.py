"""An episode: one dated note in the journal. It is never recalled; proposals may come of it."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, Literal, get_args

from gitexp.records.ids import slug
from gitexp.records.text import Text

EpisodeKind = Literal["decision", "gotcha", "preference", "prerequisite", "implementation"]
EPISODE_KINDS: tuple[EpisodeKind, ...] = get_args(EpisodeKind)

PERSON = "person"
"""Who wrote a note that no agent wrote."""
UNKNOWN = "unknown"
"""Who wrote one on no terminal and in no shell that tells: maybe an agent, so that the note teaches as little as one's."""
AGENT_NAME = re.compile(r"[a-z0-9][a-z0-9._-]{0,39}")

MAX_TEXT, MAX_QUOTE = 2000, 1000
"""Characters: what one matter takes. A whole conversation is a discussion, and `exp propose` reads it."""
MAX_FILES, MAX_PATH = 20, 500
PATH = re.compile(r"(?![/~])(?![A-Za-z]:)(?!(.*/)?\.\.(/|$))[^\\\u0000-\u001f\u007f-\u009f\ud800-\udfff]+")
"""A path as git has it, from the top of the repository, that UTF-8 can hold."""
_NOTHING_SAID = "note"
"""The words of an id where the text has none that an id can hold."""


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

    @property
    def hex(self) -> str:
        """Return the last ten characters of the id, which say what was noted and tell none of its words."""
        return self.id[-10:]

    @property
    def by_person(self) -> bool:
        """Return whether a person wrote it: what an agent wrote never teaches, but for what it quotes."""
        return self.agent == PERSON


@dataclass(frozen=True)
class Noted:
    """What became of a note: its id, whether it is new, and the experience (its id) that already says so.

    `redacted` counts the secrets and private things that were taken out of it, `unseen` says whether signs were that
    nobody sees.
    """

    id: str
    new: bool
    says_so: str | None = None
    redacted: int = 0
    unseen: bool = False


def episode_id(
    text: str, *, agent: str, files: Sequence[str] = (), kind: str | None = None, quote: str | None = None
) -> str:
    """Return the id of a note: the same for the same words about the same files by the same agent, whenever noted."""
    seed = "\0".join((text, agent, kind or "", quote or "", *sorted(set(files))))
    digits = hashlib.sha256(seed.encode("utf-8", "replace")).hexdigest()[:10]
    words = slug(" ".join(text.split()[:8]))
    return f"{_NOTHING_SAID if words == 'experience' else words}-{digits}"
