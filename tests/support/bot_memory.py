"""A bot's memory for tests, with something in each of its parts, and a remote with clones that share it."""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from pathlib import Path

from gitexp.adapters.bot_state_json import state_from
from gitexp.adapters.git import discover
from gitexp.adapters.git_branches import base
from gitexp.adapters.remote_access import Access
from gitexp.adapters.remote_git import GitRemote
from gitexp.ports.bot import Push
from gitexp.records.bot import (
    Backfill,
    BotState,
    Carried,
    CarriedChange,
    Cursor,
    OpenProposal,
    Row,
    key_of,
)
from gitexp.records.candidate import Candidate
from gitexp.records.judgement import Judge
from gitexp.records.proposal import ProposedFile
from gitexp.records.run import Funnel, Run
from gitexp.records.text import Redacted
from gitexp.steps.redact import redacted
from gitexp.steps.redact_change import redacted_change
from support.changes import a_redacted_record
from support.repository import Repository
from support.talk import a_candidate, a_discussion, a_turn

BRANCH = "exp/proposals"
RUN = Run(
    id="2024w18-a41b",
    judge=Judge("rules"),
    trust="any",
    base=None,
    at="2024-05-02T10:00:00Z",
    discussions=(),
    topics=(),
    candidates=(),
    verdicts=(),
    cliques=(),
    decisions=(),
    funnel=Funnel(0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
)


def a_carried(number: int = 1) -> Carried:
    """Return a candidate that waits, cut from the turn of that number."""
    turn = a_turn(f"Retry at most {number} times: the gateway bans us.", number=number)
    source = a_discussion(turn)
    return Carried(_of(source.id, turn.id, turn.text), source, "2024-04-01T08:00:00Z", Judge("rules"), "r1")


def _of(discussion: str, turn: str, words: Redacted) -> Candidate:
    made = a_candidate(what=words)
    evidence = tuple(replace(item, turn=turn, quote=words) for item in made.evidence[:1])
    return replace(made, discussion=discussion, evidence=evidence)


def a_proposal(number: int | None = 41) -> OpenProposal:
    """Return what an open proposal of one row holds."""
    key = key_of(a_carried().candidate)
    row = Row(
        1,
        key,
        "experience",
        f"retry-{key}",
        f"experiences/src/retry-{key}.yaml",
        "edited",
        "by @rita",
        "c" * 40,
    )
    when = "2024-05-01T00:00:00Z"
    return OpenProposal((row,), "a" * 40, "b" * 40, when, when, "exp: 1 experience", number, "")


def a_full_state() -> BotState:
    """Return a memory with something in each of its parts."""
    record = a_redacted_record()
    from gitexp.adapters.change_record_yaml import write

    return BotState(
        cursor=Cursor("2024-05-01T10:00:00Z", (7, 9), ((8, 2),)),
        backfill=Backfill("2023-01-01T00:00:00Z", "2024-01-01T00:00:00Z", "2023-06-01T00:00:00Z"),
        waiting=tuple(sorted((a_carried(1), a_carried(2)), key=lambda one: one.key)),
        changes=(CarriedChange(record, write(record), "2024-04-02T08:00:00Z"),),
        proposal=a_proposal(),
        answered=("issue_comment:12", "IC_kwDOAbc="),
        closed=(40, 39),
        laid="2024-05-01T00:00:00Z",
        checked="c" * 40,
    )


def read_back(files: dict[str, bytes]) -> tuple[BotState, tuple[str, ...]]:
    """Return the memory that the files hold, redacted as the wiring redacts it."""
    return state_from(files, redacted, redacted_change)


def as_json(run: Run) -> str:
    """Return a run's text, short."""
    return json.dumps({"id": run.id})


def a_file(name: str = "retry-at-most-twice-0a1b2c3d4e", text: str = "") -> ProposedFile:
    """Return a proposed experience."""
    return ProposedFile(f"experiences/src/{name}.yaml", redacted(text or f"id: {name}\n"))


class Shared:
    """A bare repository that clones share, and one person's clone."""

    def __init__(self, folder: Path, **kind: str) -> None:
        self.folder = folder
        self.person = Repository.create(folder / "person", **kind)  # type: ignore[arg-type]
        self.person.commit("Begin", files={"src/retry.py": "TRIES = 2\n"})
        self.there = Repository.create(folder / "there.git", bare=True, **kind)
        self.person.git("remote", "add", "origin", "../there.git")
        self.person.git("push", "-q", "origin", "main")

    def copy(self, folder: Path) -> Shared:
        """Return the same in another folder, in less time than it takes to make it."""
        shutil.copytree(self.folder, folder)
        other = Shared.__new__(Shared)
        other.folder, other.person = folder, Repository(folder / "person")
        other.person.commits, other.there = self.person.commits, Repository(folder / "there.git")
        return other

    def clone(self, name: str, *options: str) -> Repository:
        """Return a clone of it, such as a workflow's checkout."""
        return self.there.clone(self.folder / name, *options)

    def refs(self) -> dict[str, str]:
        """Return what it holds."""
        lines = self.there.git("for-each-ref", "--format=%(refname) %(objectname)").splitlines()
        return dict(tuple(line.split(" ")) for line in lines)  # type: ignore[misc]

    def hook(self, name: str, script: str) -> None:
        """Let a hook of the remote say what becomes of a push."""
        path = self.there.path / "hooks" / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(f"#!/bin/sh\n{script}\n")
        path.chmod(0o755)


def remote(repo: Repository, access: Access | None = None) -> GitRemote:
    """Return the remote as the wiring builds it for a clone."""
    layout = discover(str(repo.path))
    git = layout.git()
    return GitRemote(
        git, layout, base=base(git), as_json=as_json, text=redacted, change=redacted_change, access=access
    )


def fetched(repo: Repository, access: Access | None = None) -> GitRemote:
    """Return the remote after a fetch."""
    one = remote(repo, access)
    one.fetch(BRANCH)
    return one


def a_push(one: GitRemote, commit: str | None, state: BotState, **more: object) -> Push:
    """Return a push that expects what was fetched."""
    return Push(BRANCH, commit, one.tip(BRANCH), state, **more)  # type: ignore[arg-type]


def run_once(repo: Repository) -> None:
    """Do what a run does: fetch, build, push."""
    one = fetched(repo)
    commit = one.build(BRANCH, (a_file(),), "exp: 1 experience", "2024-05-02T10:00:00Z", run="r1")
    one.push(a_push(one, commit, a_full_state(), runs=(RUN,)))
