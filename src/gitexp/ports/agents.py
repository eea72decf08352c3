"""What the hook needs of the world: an agent's form, what a reader has seen, the doors' log, approaches taken back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:  # names of types alone: a hook must stay instant
    from gitexp.records.agent_event import AgentEvent, HookAnswer
    from gitexp.records.door import Door, Firing
    from gitexp.records.tried import Tried


class AgentForm(Protocol):
    """How one agent says what it does, and how it is answered."""

    def read(self, raw: Mapping[str, object]) -> AgentEvent:
        """Return the event; of a form that is not known one whose moment is `other`. Never raises."""
        ...

    def answer(self, event: AgentEvent, answer: HookAnswer) -> Mapping[str, object] | None:
        """Return the answer in the agent's form, None where nothing is to be printed at all."""
        ...


class Seen(Protocol):
    """What one reader (a session's agent, or one of its sub-agents) was given, and what was last asked of it."""

    def has(self, key: str) -> bool:
        """Return whether the reader was given it."""
        ...

    def claim(self, key: str) -> bool:
        """Note that the reader is given it now; False where it was before. Of two at once one gets True."""
        ...

    def forget(self) -> None:
        """Drop all that the reader was given; what was asked of it stays, and so do keys that begin with `deny:`."""
        ...

    def keep_prompt(self, words: str) -> None:
        """Keep the last prompt, in place of the one before."""
        ...

    def prompt(self) -> str:
        """Return the last prompt, of a sub-agent that of its session; "" where none is known."""
        ...


class Doors(Protocol):
    """When each door last fired in this clone, and what it gave. Derived, private, silent where nothing can be kept."""

    def fired(self, firing: Firing) -> None:
        """Note that a door fired."""
        ...

    def doors(self) -> Sequence[Door]:
        """Return the doors that ever fired here, by name."""
        ...


class TakenBack(Protocol):
    """The approaches that were tried in files and taken back, where that is known already: nothing is walked here."""

    def of(self, path: str) -> Sequence[Tried]:
        """Return them for a file as HEAD has it, the newest first; nothing where it is not known yet."""
        ...

    def learn(self, paths: Sequence[str]) -> None:
        """Have it found out beside, for the next time; nobody waits for it."""
        ...
