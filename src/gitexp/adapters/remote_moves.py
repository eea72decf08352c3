"""Stores the commits of what a run pushes, and says which refs of the remote have to move for it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping

from gitexp.adapters.bot_state_git import state_tree
from gitexp.adapters.git import shown
from gitexp.adapters.git_commits import Objects, make_commit, put, read_commit, seconds_of
from gitexp.adapters.git_objects import ObjectReader
from gitexp.adapters.ledger_git import REF as RUNS
from gitexp.adapters.ledger_git import run_file
from gitexp.adapters.remote_access import Move
from gitexp.adapters.store_git_tree import LEDGER
from gitexp.errors import RecordError
from gitexp.ports.bot import Push
from gitexp.records.run import Run

CASES = "refs/exp/cases"
SHARED = (RUNS, CASES, LEDGER)
"""In the order in which they move where they can't move at once: the memory says that all else is done, so it is last."""
MAX_CASE = 1 << 20
_CASE = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,99}")


def moves_of(
    push: Push,
    known: Mapping[str, str],
    reader: ObjectReader,
    objects: Objects,
    as_json: Callable[[Run], str],
) -> Iterator[Move]:
    """Yield what has to move; each commit stands on what the remote is `known` to hold, and on nothing of this clone."""
    if push.commit and push.commit != push.expected:
        yield Move(f"refs/heads/{push.branch}", push.expected, push.commit)
    files = {RUNS: dict(run_file(run, as_json) for run in push.runs), CASES: _case_files(push.cases)}
    for ref in SHARED:
        last = read_commit(reader, known[ref]) if ref in known else None
        upon = last.tree if last else None
        if ref == LEDGER:
            tree = state_tree(reader, objects, upon, push.state, push.refusals, push.refused)
        elif files[ref]:
            ids = objects.write("blob", list(files[ref].values()))
            tree = put(reader, objects, upon, dict(zip(files[ref], ids, strict=True)))
        else:
            continue
        if tree == (upon or objects.write("tree", [b""])[0]):
            continue
        when = max(_newest(push), last.seconds if last else 0)
        yield Move(ref, known.get(ref), make_commit(objects, tree, [last.id] if last else [], when, push.why))


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
