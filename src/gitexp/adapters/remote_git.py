"""The shared repository over git: what the bot reads there at the beginning, and the one push at the end of a run."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

from gitexp.adapters.bot_state_git import read_refusals, read_state, state_tree
from gitexp.adapters.bot_state_json import ToChange
from gitexp.adapters.candidate_json_values import To
from gitexp.adapters.git import Git, Layout, shown
from gitexp.adapters.git_branches import Base, default_branch, refs
from gitexp.adapters.git_commits import Objects, make_commit, put, read_commit, seconds_of
from gitexp.adapters.git_objects import ObjectReader
from gitexp.adapters.ledger_git import REF as RUNS
from gitexp.adapters.ledger_git import run_file
from gitexp.adapters.objects_pygit2 import objects_for
from gitexp.adapters.publisher_git import with_runs
from gitexp.adapters.remote_access import REMOTE, Access, Move, Origin
from gitexp.adapters.remote_branch import RemoteBranch
from gitexp.adapters.remote_join import join
from gitexp.adapters.store_git_tree import LEDGER
from gitexp.errors import OutsideError, RecordError, UsageError
from gitexp.ports.bot import Push
from gitexp.records.bot import BotState, Refusal
from gitexp.records.proposal import ProposedFile
from gitexp.records.run import Run

CASES = "refs/exp/cases"
SHARED = (RUNS, CASES, LEDGER)
"""In the order in which they move where they can't move at once: the memory says that all else is done, so it is last."""
MAX_CASE = 1 << 20
_CASE = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,99}")


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
        self._objects = objects(git, layout)
        self._branch = RemoteBranch(git, layout, base, self._objects)
        self._unread: tuple[str, ...] = ()

    def fetch(self, branch: str) -> None:
        """Bring branch and refs/exp/* of the remote here; what is gone there is gone here.

        refs/exp/* of this clone then hold what the remote's do. Raises OutsideError where it can't be reached.
        """
        places = self._places(branch)
        for attempt in (1, 2):
            there = self._origin.refs(places)
            here = refs(self._git, *places.values())
            wanted = {ref: to for ref, to in places.items() if ref in there}
            if {ref: there[ref] for ref in wanted} == {
                ref: here[to].commit for ref, to in wanted.items() if to in here
            }:
                break
            try:
                self._origin.fetch(wanted)
                break
            except OutsideError:
                # One of them may have gone between the question and the fetch.
                if attempt == 2:
                    raise
        for ref, to in places.items():
            if ref not in there and to in here:
                self._git.run("update-ref", "--no-deref", "-d", to)
        self._join(tuple(places)[1:])

    def tip(self, branch: str) -> str | None:
        """Return the commit that the remote's branch had at the fetch, None where there is none."""
        return self._there(f"refs/heads/{branch}")

    def is_own(self, commit: str) -> bool:
        """Return whether a commit is as exp made it, and all below it down to the default branch too."""
        return self._branch.is_own(commit)

    def state(self) -> BotState:
        """Return the memory as it was at the fetch; what of it can't be read is left out and said in `unread`."""
        with ObjectReader(self._git) as reader:
            state, self._unread = read_state(reader, self._there(LEDGER), self._text, self._change)
        return state

    @property
    def unread(self) -> Sequence[str]:
        """Return what of the memory could not be read, in words."""
        return self._unread

    def refusals(self) -> tuple[Refusal, ...]:
        """Return why things were refused, as it was known at the fetch."""
        ledger = self._there(LEDGER)
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

    def push(self, push: Push) -> None:
        """Move everything in one atomic push; what stays as it is is not pushed at all. Raises Moved for a lost lease.

        A remote that can't move all at once gets the branch first and the memory last: whatever is cut off is done
        again by the next run, to the same end.
        """
        self._places(push.branch)
        with ObjectReader(self._git) as reader:
            moves = list(self._moves(reader, push))
        if not moves:
            return
        self._origin.push(moves)
        for move in moves:
            # All is done by now: what can't be noted here is seen by the next fetch.
            self._git.try_run("update-ref", "--no-deref", _tracking(move.ref), move.commit)
        self._join([move.ref for move in moves if move.ref in SHARED])

    def _moves(self, reader: ObjectReader, push: Push) -> Iterator[Move]:
        """Yield what has to move, and store the commits for it; each stands on what the remote holds."""
        if push.commit and push.commit != push.expected:
            yield Move(f"refs/heads/{push.branch}", push.expected, push.commit)
        blobs = {
            RUNS: dict(run_file(run, self._as_json) for run in push.runs),
            CASES: _case_files(push.cases),
        }
        for ref in SHARED:
            old = self._there(ref)
            last = read_commit(reader, old) if old else None
            if ref == LEDGER:
                upon = last.tree if last else None
                tree = state_tree(reader, self._objects, upon, push.state, push.refusals, push.refused)
            elif blobs[ref]:
                names, texts = list(blobs[ref]), list(blobs[ref].values())
                ids = dict(zip(names, self._objects.write("blob", texts), strict=True))
                tree = put(reader, self._objects, last.tree if last else None, ids)
            else:
                continue
            if (last and tree == last.tree) or (not last and self._is_empty(tree)):
                continue
            when = max(_newest(push), last.seconds if last else 0)
            commit = make_commit(self._objects, tree, [last.id] if last else [], when, push.why)
            yield Move(ref, old, commit)

    def _is_empty(self, tree: str) -> bool:
        return tree == self._objects.write("tree", [b""])[0]

    def _join(self, names: Sequence[str]) -> None:
        for ref in names:
            theirs = self._there(ref)
            if theirs:
                join(self._git, self._objects, ref, theirs)

    def _there(self, ref: str) -> str | None:
        """Return what the remote's ref was at the fetch."""
        place = _tracking(ref)
        found = refs(self._git, place).get(place)
        return found.commit if found else None

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


def _case_files(cases: Mapping[str, str]) -> dict[str, bytes]:
    """Return the labelled cases as files. Raises RecordError for one that no one could read."""
    files: dict[str, bytes] = {}
    for name, text in cases.items():
        plain = name.removesuffix(".json")
        data = text.encode("utf-8", "backslashreplace")
        if not _CASE.fullmatch(plain) or len(data) > MAX_CASE:
            raise RecordError(shown(name)[:100], "is no name of a case, or too large")
        try:
            json.loads(data)
        except (ValueError, RecursionError) as error:
            raise RecordError(shown(name), "is no JSON") from error
        files[f"{plain}.json"] = data
    return files


def _newest(push: Push) -> int:
    """Return the newest time that the push tells of: its commits have dates, and no clock."""
    state = push.state
    proposal = state.proposal
    times = [
        state.cursor.until,
        state.laid,
        *(run.at for run in push.runs),
        *(one.at for one in push.refusals),
    ]
    times += [one.first_seen for one in state.waiting] + [one.first_seen for one in state.changes]
    times += [proposal.opened, proposal.changed] if proposal else []
    return max((seconds_of(time) for time in times), default=0)
