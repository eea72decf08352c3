"""A pull request of the bot as the forge tells of it: its state, and what people did on it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

PullState = Literal["open", "merged", "closed"]
ActKind = Literal["review", "comment", "review_comment"]
OWN_MARK = "<!-- exp:"
"""What exp writes in comments begins so."""
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
    edited_by: str | None = None
    """The person who edited title or text last, other than its author; None where there is none, or it is not known."""
    closed_by: str | None = None
    """Who closed or merged it, None where that is not known."""
    closed_by_machine: bool = False

    @property
    def human_acts(self) -> tuple[Act, ...]:
        """Return what people did: no machine, and not what exp itself said by the token of a person."""
        return tuple(act for act in self.acts if not act.bot and not self._is_own(act))

    def _is_own(self, act: Act) -> bool:
        return act.by == self.author and act.text.startswith(OWN_MARK)
