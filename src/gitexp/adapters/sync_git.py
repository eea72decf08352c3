"""Fetches and pushes what exp keeps under `refs/exp/`, and nothing else: no branch, tag, work tree or index takes part."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence

from gitexp.adapters.git import Git, Layout
from gitexp.adapters.git_branches import is_ancestor, refs
from gitexp.adapters.git_commits import Objects
from gitexp.adapters.ledger_git import REF as RUNS
from gitexp.adapters.objects_pygit2 import objects_for
from gitexp.adapters.remote_access import Move
from gitexp.adapters.remote_join import join
from gitexp.adapters.remote_moves import SHARED
from gitexp.adapters.sync_remote import Refused, SyncRemote
from gitexp.errors import OutsideError, RepositoryError
from gitexp.records.skipped import Skipped
from gitexp.records.sync import LeftHere, RefMove

OF_CLONES = ("journal", "usage")
MOST_REFS = 4000
"""Refs of clones that are fetched: who may push may make any number."""
TRIES = 3
_OURS = re.compile(rf"{'|'.join(SHARED)}|refs/exp/(?:{'|'.join(OF_CLONES)})/[0-9a-f]{{16}}")
_PATTERNS = (*SHARED, *(f"refs/exp/{kind}/*" for kind in OF_CLONES))
_PRIVATE = ("grep", "--no-color", "-l", "-z", "-E", '"private": *true')


class GitSync:
    """This clone and one remote."""

    def __init__(
        self,
        git: Git,
        layout: Layout,
        remote: SyncRemote,
        *,
        objects: Callable[[Git, Layout], Objects] = objects_for,
    ) -> None:
        self._git = git
        self._layout = layout
        self._remote = remote
        self._objects = objects
        self.there: dict[str, str] = {}
        """What the remote's refs were at the last fetch."""

    def fetch(self, only: Collection[str] | None = None) -> tuple[list[RefMove], list[Skipped]]:
        """Bring the remote's refs here, and return what changed; what is gone there is gone here.

        With `only` no other refs are looked at. Raises OutsideError where the remote can't be reached.
        """
        before = self._tracked(only)
        there, skipped = self._asked(only)
        if new := {ref: self._place(ref) for ref, commit in there.items() if before.get(ref) != commit}:
            there = self._brought(new, there, only)
        held = self._tracked(only)
        # Of a tag or a file that lies under such a name no commit is here.
        odd = [ref for ref in there if ref not in held]
        skipped += [Skipped(f"{self._remote.name} {ref}", "is no commit") for ref in odd]
        self._forget([*odd, *(ref for ref in held if ref not in there)])
        after = {ref: commit for ref, commit in held.items() if ref in there}
        gone = [ref for ref in self.there if (only is None or ref in only) and ref not in there]
        self.there = {ref: commit for ref, commit in (self.there | there).items() if ref not in gone}
        moves = [
            RefMove(ref, before.get(ref), after.get(ref))
            for ref in sorted({*before, *after})
            if before.get(ref) != after.get(ref)
        ]
        return moves, skipped

    def join(self) -> list[Skipped]:
        """Let the refs that all clones share hold here what the remote's do; what can't be joined is said."""
        mine, theirs = refs(self._git, *SHARED), self._tracked(SHARED)
        skipped: list[Skipped] = []
        objects = self._objects(self._git, self._layout)
        for ref, commit in theirs.items():
            try:
                join(self._git, objects, ref, mine[ref].commit if ref in mine else None, commit)
            except RepositoryError as error:
                skipped.append(Skipped(ref, f"was not joined: {error.where}: {error.what}"))
        return skipped

    def push(
        self, names: Collection[str], renew: Callable[[], object]
    ) -> tuple[list[RefMove], list[LeftHere]]:
        """Push these refs of this clone, forward only, and return what moved and what stays here.

        Where another push came first the ref is fetched, `renew` builds upon it, and it is tried again. Raises
        OutsideError where the remote can't be reached.
        """
        moved: list[RefMove] = []
        for attempt in range(TRIES):
            done, left, raced = self._pushed(names)
            moved += done
            if not raced or attempt == TRIES - 1:
                return moved, [*left, *(LeftHere(one.ref, one.why, refused=True) for one in raced)]
            self.fetch([one.ref for one in raced])
            renew()
        raise AssertionError("the last try returns")

    def _pushed(self, names: Collection[str]) -> tuple[list[RefMove], list[LeftHere], list[Refused]]:
        """Push once, and return what moved, what stays here, and what another push was quicker with."""
        here = {name: one.commit for name, one in refs(self._git, *names).items()} if names else {}
        moves: list[Move] = []
        left: list[LeftHere] = []
        for ref, commit in sorted(here.items()):
            there = self.there.get(ref)
            if there is None or (there != commit and is_ancestor(self._git, there, commit)):
                moves.append(Move(ref, there, commit))
            elif there != commit:
                left.append(LeftHere(ref, f"{self._remote.name} has what this one does not build upon"))
        refused = {one.ref: one for one in self._remote.push(moves)} if moves else {}
        left += [LeftHere(one.ref, one.why, refused=True) for one in refused.values() if not one.moved]
        done = [RefMove(one.ref, one.expected, one.commit) for one in moves if one.ref not in refused]
        for move in done:
            # All is done by now: what can't be noted here is seen by the next fetch.
            self._git.try_run("update-ref", "--no-deref", self._place(move.ref), move.new or "")
            self.there[move.ref] = move.new or ""
        return done, left, [one for one in refused.values() if one.moved]

    def only_here(self, names: Collection[str] = SHARED) -> dict[str, int]:
        """Return which refs (by default those that all share) have commits here that the remote lacks, and how many."""
        found: dict[str, int] = {}
        for ref, one in refs(self._git, *names).items():
            there = self.there.get(ref)
            asked = ("rev-list", "--count", one.commit, *((f"^{there}",) if there else ()))
            if many := int(self._git.run(*asked)):
                found[ref] = many
        return found

    def private_runs(self) -> int:
        """Return how many kept runs of private discussions the remote does not have yet."""
        there = self.there.get(RUNS)
        return len(self._private_in(RUNS) - (self._private_in(there) if there else frozenset()))

    def _private_in(self, name: str) -> frozenset[bytes]:
        found = self._git.try_run(*_PRIVATE, name, "--") or b""
        return frozenset(place.partition(b":")[2] for place in found.split(b"\0") if place)

    def _asked(self, only: Collection[str] | None) -> tuple[dict[str, str], list[Skipped]]:
        """Return what the remote holds, and how many refs of clones are too many."""
        there = self._remote.refs(_PATTERNS if only is None else only, _OURS)
        if only is not None:
            there = {ref: commit for ref, commit in there.items() if ref in only}
        if len(there) <= MOST_REFS:
            return there, []
        kept = [*(ref for ref in SHARED if ref in there), *sorted(ref for ref in there if ref not in SHARED)]
        many = Skipped(f"{self._remote.name} refs/exp/", f"{len(there) - MOST_REFS} more refs: not fetched")
        return {ref: there[ref] for ref in kept[:MOST_REFS]}, [many]

    def _brought(
        self, places: Mapping[str, str], there: dict[str, str], only: Collection[str] | None
    ) -> dict[str, str]:
        """Fetch, and return what the remote holds: one of the refs may go between the question and the fetch."""
        try:
            self._remote.fetch(places)
        except OutsideError:
            now, _ = self._asked(only)
            if now.keys() >= places.keys():
                raise
            if rest := {ref: to for ref, to in places.items() if ref in now}:
                self._remote.fetch(rest)
            return now
        return there

    def _tracked(self, only: Collection[str] | None) -> dict[str, str]:
        """Return what this clone knows of the remote's refs, by the names that they have there."""
        under = f"refs/exp/remotes/{self._remote.name}/"
        asked = ("for-each-ref", "--format=%(objecttype) %(objectname) %(refname)", under)
        rows = (line.split(" ", 2) for line in self._git.run(*asked).decode("utf-8", "replace").splitlines())
        found = {f"refs/exp/{row[2].removeprefix(under)}": row[1] for row in rows if row[0] == "commit"}
        return {
            ref: commit
            for ref, commit in found.items()
            if _OURS.fullmatch(ref) and (only is None or ref in only)
        }

    def _place(self, ref: str) -> str:
        return f"refs/exp/remotes/{self._remote.name}/{ref.removeprefix('refs/exp/')}"

    def _forget(self, gone: Sequence[str]) -> None:
        """Take away what this clone knew of refs that the remote has no more."""
        for ref in gone:
            self._git.try_run("update-ref", "--no-deref", "-d", self._place(ref))
