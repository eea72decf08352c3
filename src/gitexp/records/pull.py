"""A pull request of the bot as the forge tells of it: its state, and what people did on it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

PullState = Literal["open", "merged", "closed"]
ActKind = Literal["review", "comment", "review_comment"]
Reaction = Literal["+1", "-1", "eyes", "confused", "rocket"]


@dataclass(frozen=True)
class Act:
    """Something said on a pull request. `id` is the forge's number of it, `text` raw and untrusted."""

    kind: ActKind
    id: str
    by: str | None
    at: str
    text: str = ""
    bot: bool = False


@dataclass(frozen=True)
class Pull:
    """One pull request from the proposal branch of this repository; never one from a fork."""

    number: int
    url: str
    title: str
    body: str
    author: str | None
    state: PullState
    head: str
    created_at: str
    closed_at: str | None = None
    acts: tuple[Act, ...] = ()
    """Oldest first; the newest hundred of each kind."""

    @property
    def human_acts(self) -> tuple[Act, ...]:
        """Return what people did: not its own author, and no machine."""
        return tuple(act for act in self.acts if not act.bot and act.by != self.author)
