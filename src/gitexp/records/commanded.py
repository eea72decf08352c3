"""What people command in comments on the open proposal, and what became of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Verb = Literal["drop", "edit", "resolve", "canary", "why", "help"]


@dataclass(frozen=True)
class Commanded:
    """One `/exp …` line of a comment, parsed. `target` is an id, a unique beginning of one, or a row number."""

    verb: Verb
    target: str = ""
    kind: str = ""
    """drop: the kind of garbage; edit: the field; resolve: new, old or both; canary: the share."""
    text: str = ""
    """drop: the reason; edit: the new text; resolve both: where the new one holds."""
    other: str = ""
    """resolve both: where the old one holds."""


@dataclass(frozen=True)
class Answered:
    """What a command did, in words for the status comment; `done` is false where nothing was changed."""

    comment: str
    line: str
    done: bool
    words: str
