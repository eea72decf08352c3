"""The shared repository over git: what the bot reads there at the beginning, and the one push at the end of a run."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cached_property

from gitexp.adapters.bot_state_git import read_refusals, read_state
from gitexp.adapters.bot_state_json import ToChange
from gitexp.adapters.candidate_json_values import To
from gitexp.adapters.git import Git, Layout, shown
from gitexp.adapters.git_branches import Base, default_branch, refs
from gitexp.adapters.git_commits import Objects
from gitexp.adapters.git_objects import ObjectReader
from gitexp.adapters.objects_pygit2 import objects_for
from gitexp.adapters.publisher_git import with_runs
from gitexp.adapters.remote_access import REMOTE, Access, Origin
from gitexp.adapters.remote_branch import RemoteBranch
from gitexp.adapters.remote_join import join
from gitexp.adapters.remote_moves import SHARED, moves_of
from gitexp.adapters.store_git_tree import LEDGER
from gitexp.errors import OutsideError, RepositoryError, UsageError
from gitexp.ports.bot import Push
from gitexp.records.bot import BotState, Refusal
from gitexp.records.proposal import ProposedFile
from gitexp.records.run import Run


class GitRemote:
    """Implements `Remote`. Nothing that only this clone holds is pushed: its own runs and refusals stay here."""

    def __init__(
        self,
        git: Git,
        layout: Layout,
        *,
        base: Base | None,
        as_json: Callable[[Run], str],
        text: To,
        change: ToChange,
        access: Access | None = None,
        objects: Callable[[Git, Layout], Objects] = objects_for,
    ) -> None:
        self._git = git
        self._base = base
        self._as_json = as_json
        self._text = text
        self._change = change
        self._origin = Origin(git, access)
        self._store = objects
        self._layout = layout
        self._fetched: str | None = None
        self._known: dict[str, str] = {}
        """What the remote's refs were at the fetch."""
        self._unread: tuple[str, ...] = ()

    def fetch(self, branch: str) -> None:
        """Bring branch and refs/exp/* of the remote here; what is gone there is gone here.

        refs/exp/* of this clone then hold what the remote's do. Raises OutsideError where it can't be reached.
        """
        places = self._places(branch)
        there = self._brought(places)
        for ref in [ref for ref in self._read(places) if ref not in there]:
            self._git.run("update-ref", "--no-deref", "-d", places[ref])
        self._known, self._fetched = self._read(places), branch
        for ref in there.keys() - self._known.keys():
            raise RepositoryError(f"{REMOTE} {ref}", "is no commit", f"git push {REMOTE} --delete {ref}")
        self._join()

    def tip(self, branch: str) -> str | None:
        """Return the commit that the remote's branch had at the fetch, None where there is none."""
        return self._known.get(f"refs/heads/{branch}")

    def is_own(self, commit: str) -> bool:
        """Return whether a commit is as exp made it, and all below it down to the default branch too."""
        return self._branch.is_own(commit)

    def state(self) -> BotState:
        """Return the memory as it was at the fetch; what of it can't be read is left out and said in `unread`."""
        with ObjectReader(self._git) as reader:
            state, self._unread = read_state(reader, self._known.get(LEDGER), self._text, self._change)
        return state

    @property
    def unread(self) -> Sequence[str]:
        """Return what of the memory could not be read, in words."""
        return self._unread

    def refusals(self) -> tuple[Refusal, ...]:
        """Return why things were refused, as it was known at the fetch."""
        ledger = self._known.get(LEDGER)
        if ledger is None:
            return ()
        with ObjectReader(self._git) as reader:
            return read_refusals(reader, ledger, self._text)

    def build(
        self,
        branch: str,
        files: Sequence[ProposedFile],
        message: str,
        at: str | None,
        *,
        run: str,
    ) -> str | None:
        """Store the commit that has exactly these files beyond the base, and return it; None where the base has them.

        The branch's own tip is returned where it holds them already: a base that moved alone is no reason for another.
        """
        return self._branch.build(files, with_runs(message, (run,)), at, self.tip(branch))

    def amend(
        self, commit: str, files: Sequence[ProposedFile], message: str, *, removed: Collection[str] = ()
    ) -> str:
        """Store a commit on top of another one that changes, adds and takes out these files, and return it."""
        return self._branch.amend(commit, files, message, removed)

    def rehearse(self, branch: str) -> None:
        """Try whether branch and memory may be pushed, without pushing. Raises OutsideError where not.

        A token without write access is told so; what a rule for one branch would say is not.
        """
        ref, *_ = self._places(branch)
        if self._base is None:
            raise RepositoryError("HEAD", "there is no commit yet", "make a first commit")
        self._origin.rehearse((ref, LEDGER), self._base.commit)

    def push(self, push: Push) -> None:
        """Move everything in one atomic push; what stays as it is is not pushed at all. Raises Moved for a lost lease.

        A remote that can't move all at once gets the branch first and the memory last: whatever is cut off is done
        again by the next run, to the same end.
        """
        if push.branch != self._fetched:
            raise UsageError(shown(push.branch), "was not fetched before the push")
        with ObjectReader(self._git) as reader:
            moves = list(moves_of(push, self._known, reader, self._objects, self._as_json))
        if not moves:
            return
        self._origin.push(moves)
        for move in moves:
            # All is done by now: what can't be noted here is seen by the next fetch.
            self._git.try_run("update-ref", "--no-deref", _tracking(move.ref), move.commit)
            self._known[move.ref] = move.commit
        self._join()

    @cached_property
    def _objects(self) -> Objects:
        return self._store(self._git, self._layout)

    @property
    def _branch(self) -> RemoteBranch:
        return RemoteBranch(self._git, self._layout, self._base, self._objects)

    def _brought(self, places: Mapping[str, str]) -> dict[str, str]:
        """Bring here what of the refs is there, and return that; what is here already is not asked for."""
        there = self._origin.refs(places)
        if there.items() <= self._read(places).items():
            return there
        try:
            self._origin.fetch({ref: places[ref] for ref in there})
        except OutsideError:
            # One of them may have gone between the question and the fetch.
            now = self._origin.refs(places)
            if now.keys() >= there.keys():
                raise
            there = now
            if there:
                self._origin.fetch({ref: places[ref] for ref in there})
        return there

    def _join(self) -> None:
        """Let refs/exp/* of this clone hold what the remote's do."""
        mine = refs(self._git, *SHARED)
        for ref in SHARED:
            theirs = self._known.get(ref)
            if theirs:
                join(self._git, self._objects, ref, mine[ref].commit if ref in mine else None, theirs)

    def _read(self, places: Mapping[str, str]) -> dict[str, str]:
        """Return what this clone knows of the remote's refs."""
        here = refs(self._git, *places.values())
        return {ref: here[to].commit for ref, to in places.items() if to in here}

    def _places(self, branch: str) -> dict[str, str]:
        """Return where the remote's refs are kept here. Raises UsageError for a branch that can't carry proposals."""
        ref = f"refs/heads/{branch}"
        fits = branch not in ("@", "HEAD") and not branch.startswith("-")
        if not fits or self._git.call("check-ref-format", ref).status:
            raise UsageError(shown(branch), "is no name for a branch", "exp/proposals is the usual one")
        default = default_branch(self._git)
        if branch in {one.name for one in (self._base, default) if one}:
            raise UsageError(branch, "is what proposals stand on", "give a branch of their own")
        return {name: _tracking(name) for name in (ref, *SHARED)}


def _tracking(ref: str) -> str:
    """Return where a ref of the remote is kept in this clone."""
    if ref.startswith("refs/heads/"):
        return f"refs/remotes/{REMOTE}/{ref.removeprefix('refs/heads/')}"
    return f"refs/exp/remotes/{REMOTE}/{ref.removeprefix('refs/exp/')}"
