"""`exp audit`: the whole store against the code at HEAD, or against what a change takes out of it."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import click

from gitexp.cli import options, screen
from gitexp.errors import RepositoryError, UsageError

if TYPE_CHECKING:
    from gitexp.cli.wiring import Workshop


@click.command(name="audit")
@click.option(
    "--base", metavar="REV", help="Report only what the change since REV (where it parted from it) breaks."
)
@click.option(
    "--upkeep", is_flag=True, help="List what is dead, failing, expired, due for a second look, or of no use."
)
@click.option("--strict", is_flag=True, help="End with 1 also for notices, and for names that can't be told.")
@click.option(
    "--fix", is_flag=True, help="Prepare a proposal that mends what is sure; nothing is edited in place."
)
@click.option(
    "--branch", metavar="NAME", default="exp/upkeep", show_default=True, help="The branch of --fix."
)
@click.option("--at", "at_name", metavar="REV", help="The revision to audit (HEAD).")
@click.option(
    "--worktree", is_flag=True, help="Audit the store as it lies in the work tree, not committed yet."
)
@click.option("--github", is_flag=True, help="Print GitHub annotations (`::warning file=…::…`).")
@options.as_json
def command(
    base: str | None,
    upkeep: bool,
    strict: bool,
    fix: bool,
    branch: str,
    at_name: str | None,
    worktree: bool,
    github: bool,
    as_json: bool,
) -> int:
    """Check the whole store against the code

    Every experience in force is held against the tree: what it names (symbols, paths, flags, dependencies, evidence
    commits) is valid, stale or can't be told; what lies outside of the repository is never stale. The files
    themselves are checked too: schema, ids, duplicates, evidence, relations, secrets, invisible text, conflict
    markers. No file is touched. Ends with 1 where there are errors or warnings, with 0 else.

    \b
    Examples:
      exp audit
      exp audit --base origin/main            what this branch breaks, for CI
      exp audit --base origin/main --github   the same as annotations
      exp audit --worktree                    before a commit: the store as it lies in the work tree
      exp audit --upkeep                      what is dead, expired or due, fails, or is of no use
      exp audit --fix                         a proposal for renamed paths and what is dead or expired
    """
    if base is not None and (upkeep or fix):
        raise UsageError("--base", "goes with neither --upkeep nor --fix", "run them one after the other")
    from gitexp.audit import audit, audit_since, audit_upkeep
    from gitexp.cli import audit_screen
    from gitexp.cli.wiring import Workshop

    if fix and (at_name is not None or worktree):
        raise UsageError("--fix", "mends what stands on the default branch", "leave out --at and --worktree")
    start = time.monotonic()
    workshop = Workshop()
    commit = workshop.revision(at_name)
    if fix and workshop.base and workshop.base.commit != commit:
        commit = workshop.base.commit
        screen.note(f"audited {workshop.base.shown}, on which the proposal stands, and not HEAD")
    if worktree and workshop.layout.root is None:
        raise RepositoryError("--worktree", "this repository has no work tree", "leave it out to audit HEAD")
    at = workshop.audited(commit, worktree=worktree)
    today = time.strftime("%Y-%m-%d", time.gmtime())
    tell = screen.progress()
    versions = workshop.versions()
    if base is not None:
        parted = _parted(workshop, base, commit)
        done = audit_since(workshop.audited(parted), at, versions, today=today, tell=tell)
    elif upkeep:
        from gitexp.cli.wiring_sync import SyncWiring

        used = SyncWiring().used
        verified = workshop.verified(commit)
        done = audit_upkeep(at, verified, versions, today=today, tell=tell, used=used)
    else:
        done = audit(at, workshop.verified(commit), versions, today=today, tell=tell)
    tell("")
    proposed = (
        workshop.propose_fixes(done, branch=workshop.branch(branch, "exp/upkeep"), today=today)
        if fix
        else None
    )
    for skip in (*done.skipped, *(proposed.skipped if proposed else ())):
        screen.note(f"not read: {skip.where}: {skip.what}")
    if as_json:
        screen.answer(audit_screen.document(done, proposed, time.monotonic() - start, upkeep=upkeep))
    elif github:
        audit_screen.annotate(done)
    else:
        audit_screen.show(done, proposed, seconds=time.monotonic() - start, upkeep=upkeep)
    return 1 if audit_screen.holds_against(done, strict=strict) else 0


def _parted(workshop: Workshop, base: str, commit: str) -> str:
    """Return the commit where a change parted from REV."""
    try:
        return workshop.fork(workshop.revision(base, "--base"), commit, "--base")
    except UsageError as error:
        if workshop.git.run("rev-parse", "--is-shallow-repository").strip() != b"true":
            raise
        mend = "fetch more of the history first: git fetch --unshallow"
        raise UsageError(error.where, f"{error.what}: this clone is shallow", mend) from None
