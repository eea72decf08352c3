"""What the bot needs of the world: the forge where proposals are discussed, the remote, and its memory there."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from gitexp.records.bot import BotState, Refusal
    from gitexp.records.discussion import YesNo
    from gitexp.records.experience import Standing
    from gitexp.records.proposal import ProposedFile
    from gitexp.records.pull import Act, Pull, Reaction
    from gitexp.records.run import Run


class Forge(Protocol):
    """Where proposals are discussed and approved: GitHub. It never merges, approves or enables auto-merge."""

    def proposals(self, branch: str) -> Sequence[Pull]:
        """Return the newest pull requests from a branch of this repository, open ones first, then the newest closed.

        Of the first one its acts are told. One call where all goes well.
        """
        ...

    def open(self, branch: str, base: str, title: str, body: str) -> Pull:
        """Open the pull request from `branch` onto the branch `base`; one that is open already is returned.

        Raises OutsideError where it may not be opened, naming the setting.
        """
        ...

    def rewrite(self, number: int, *, title: str, body: str) -> None:
        """Put title and text in place of what stands."""
        ...

    def close(self, number: int) -> None:
        """Close a pull request that has nothing left to approve."""
        ...

    def comments(self, number: int) -> Sequence[Act]:
        """Return the comments of its conversation, oldest first."""
        ...

    def comment(self, number: int, text: str) -> str:
        """Write a comment and return its id."""
        ...

    def edit_comment(self, id: str, text: str) -> None:
        """Put a text in place of a comment's."""
        ...

    def react(self, id: str, reaction: Reaction) -> None:
        """React to a comment; twice is once."""
        ...

    def permissions(self, logins: Collection[str]) -> Mapping[str, YesNo]:
        """Return of each login whether it has write permission; unknown where that can't be told."""
        ...


@dataclass(frozen=True)
class Push:
    """What one atomic push carries: the proposal branch's new commit (None: it stays), the memory, a run."""

    branch: str
    commit: str | None
    expected: str | None
    """What the remote's branch must still be; None: it must not be there."""
    state: BotState
    runs: tuple[Run, ...] = ()
    refusals: tuple[Refusal, ...] = ()
    refused: tuple[Standing[str], ...] = ()
    """The experiences that were refused, as they lay on the branch."""
    cases: Mapping[str, str] = field(default_factory=dict)
    """Labelled cases for refs/exp/cases: file name and JSON text."""
    why: str = "run"


class Remote(Protocol):
    """The shared repository: the proposal branch, and refs/exp/*, each moved with a lease, all or none."""

    def fetch(self, branch: str) -> None:
        """Bring branch and refs/exp/* of the remote here. Raises OutsideError where it can't be reached."""
        ...

    def tip(self, branch: str) -> str | None:
        """Return the commit that the remote's branch had at the fetch, None where there is none."""
        ...

    def is_own(self, commit: str) -> bool:
        """Return whether a commit is as exp made it, on a commit of the default branch."""
        ...

    def state(self) -> BotState:
        """Return the memory as it was at the fetch. What of it can't be read is left out and said in `unread`."""
        ...

    def refusals(self) -> Sequence[Refusal]:
        """Return what people refused, as it was known at the fetch."""
        ...

    @property
    def unread(self) -> Sequence[str]:
        """Return what of the memory could not be read, in words."""
        ...

    def build(
        self,
        branch: str,
        files: Sequence[ProposedFile],
        message: str,
        at: str | None,
        *,
        run: str,
    ) -> str | None:
        """Store the commit that has exactly these files beyond the base, and return it.

        The commit of the remote's branch is returned where that one holds exactly them already, and None where the
        base does.
        """
        ...

    def amend(
        self, commit: str, files: Sequence[ProposedFile], message: str, *, removed: Collection[str] = ()
    ) -> str:
        """Store a commit on top of another one that changes, adds and takes out these files, and return it."""
        ...

    def rehearse(self, branch: str) -> None:
        """Try whether branch and memory may be pushed, without pushing. Raises OutsideError where not."""
        ...

    def push(self, push: Push) -> None:
        """Move everything in one atomic push. Raises RepositoryError (`Moved`) where a lease no longer holds."""
        ...
