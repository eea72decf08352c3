"""`exp propose`: read discussions, run the pipeline, put what is worth keeping on the proposal branch."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import click

from gitexp.cli import options, screen
from gitexp.errors import RepositoryError, UsageError
from gitexp.records.skipped import Skipped
from gitexp.records.trust import Trust
from gitexp.records.words import counted

if TYPE_CHECKING:
    from gitexp.cli.wiring import Workshop
    from gitexp.config_llm import LlmOptions
    from gitexp.ports import Store
    from gitexp.records.change_record import StandingChange
    from gitexp.records.experience import Standing
    from gitexp.records.run import Run


@click.command(name="propose")
@click.argument("sources", nargs=-1, metavar="SOURCE…")
@click.option(
    "--trust",
    type=click.Choice(["write", "settled", "any"]),
    default=None,
    help="Whose word counts: who may write, what someone who may or the author settled (default for pr: and "
    "prs:), or anyone (default for all else, where neither exp.trust nor experiences/.config.yaml says it).",
)
@click.option(
    "--all", "everything", is_flag=True, help="Propose also what is not settled or can't be understood alone."
)
@click.option(
    "--yes",
    is_flag=True,
    help="Do not ask: the quotes of private sessions may be proposed, and the branch may be pushed.",
)
@click.option("--dry-run", is_flag=True, help="Show what would be proposed and write nothing.")
@click.option(
    "--base", "base_name", metavar="REV", help="Build on this commit instead of the default branch."
)
@click.option(
    "--branch", metavar="NAME", help="The proposal branch (default: exp.branch, else exp/proposals)."
)
@click.option(
    "--repo",
    metavar="OWNER/NAME",
    help="What this repository is called on GitHub (default: exp.repo, else as origin says).",
)
@click.option(
    "--limit",
    type=click.IntRange(min=1),
    default=30,
    show_default=True,
    help="How many to propose at once; the rest waits.",
)
@click.option(
    "--afresh", is_flag=True, help="Its pull request was closed: what it held is refused; start afresh."
)
@click.option(
    "--push", is_flag=True, help="Push the branch to origin; what others put there is never overwritten."
)
@click.option(
    "--push-private", is_flag=True, help="Push also where the branch holds quotes of private sessions."
)
@options.judging(sends_private=True)
@options.as_json
def command(
    sources: tuple[str, ...],
    llm: LlmOptions,
    trust: Trust | None,
    everything: bool,
    yes: bool,
    dry_run: bool,
    base_name: str | None,
    branch: str | None,
    repo: str | None,
    limit: int,
    afresh: bool,
    push: bool,
    push_private: bool,
    as_json: bool,
) -> int:
    """Read discussions and propose what is worth keeping

    SOURCE is a file or folder of pull-request discussions (GitHub's REST shape, or exp's own neutral form,
    experiences/.schemas/discussion.schema.json), an agent session (Claude Code, Codex, Gemini CLI, OpenCode,
    SpecStory, Aider), `-` for standard input, `history:` for this repository's reverts with a stated reason,
    texts of merged pull requests and decision trailers, `sessions:` for your own sessions about this
    repository, `sessions:committed` for those that lie in it, `journal:` for what was noted with `exp note`,
    here and in fetched journals, `pr:N` or `pr:OWNER/NAME#N` for one pull request read from GitHub, or
    `prs:since=DATE[,until=DATE][,limit=N]` for all that merged since.
    What is found becomes one commit on the proposal branch; work tree, index and HEAD stay as they are. A
    person's merge is the approval. GitHub is asked with GITHUB_TOKEN, where it is set.
    Sessions and notes are private: before quotes of one are proposed they are shown, one by one, and you are
    asked.

    \b
    Examples:
      exp propose history: --dry-run
      exp propose sessions: --dry-run
      exp propose journal: --dry-run
      exp propose discussions/ --dry-run
      exp propose pr:12 --dry-run
      exp propose prs:since=2026-01-01,limit=100 --dry-run
      gh api repos/OWNER/NAME/pulls/12/comments | exp propose -
      exp propose discussions/ --trust settled --json
      exp propose discussions/ --engine model --max-tokens 500000 --dry-run
    """
    if not sources:
        from gitexp.cli.wiring_sources import KINDS

        raise UsageError("exp propose", "names no source", KINDS)
    from gitexp.cli.llm_screen import announcing, say_unused
    from gitexp.cli.propose_asking import Asking, list_sessions
    from gitexp.cli.propose_journal import say_notes
    from gitexp.cli.propose_screen import document, say_withheld, show
    from gitexp.cli.wiring import SESSIONS, Workshop, is_pulls
    from gitexp.cli.wiring_sources import JOURNAL
    from gitexp.pipeline import Asked, run_pipeline
    from gitexp.steps.consent import Everybody

    workshop = Workshop()
    base = workshop.base_at(base_name)
    asked = Asked(
        # At GitHub anyone may speak, and it tells who may write: DESIGN.md section 7.
        trust=trust or workshop.trust("settled" if any(map(is_pulls, sources)) else "any"),
        all=everything,
        base=base.commit if base else None,
        branch=workshop.branch(branch),
        room=limit,
        closed=afresh,
    )
    store = workshop.store_at(base)
    changes = workshop.changes(base)
    if SESSIONS in sources:
        list_sessions(workshop.own_sessions)
    tell = screen.progress()
    judges = workshop.judges(llm, announcing(llm, tell), screen.counting(tell, "asked"))
    say_unused(llm, judges.name)
    judging = judges.judging()
    run, proposal = run_pipeline(
        workshop.sources(sources, repo, tell=tell, note=_beside(tell), base=asked.base),
        judging.engine,
        workshop.symbols(asked.base, keep=not dry_run),
        store,
        asked,
        tell,
        Everybody() if yes or dry_run else Asking(tell),
        workshop.at_hand(asked.base),
        changes,
        workshop.removals(asked.base) if asked.base else None,
        judging.llm,
    )
    tell("")
    unread = [skip for skip in run.skipped if skip.bad]
    if unread and not run.discussions:
        raise _nothing_read(unread, sources)
    published = None
    if not dry_run:
        refused = store.pending(asked.branch) if afresh else []
        untaken = changes.store.pending(asked.branch) if afresh else ()
        published = workshop.publisher(base, afresh=afresh).publish(
            proposal, lambda: _keep(workshop, run, refused, untaken)
        )
        _keep(workshop, run, refused, untaken)
        if (refused or untaken) and not published.set_aside:
            screen.note(
                f"what {asked.branch} holds is refused now; drop it with  git branch -D {asked.branch}"
            )
    if as_json:
        screen.answer(document(run, proposal, published))
    else:
        show(
            run,
            proposal,
            published,
            shlex.join(["exp", *(word for word in sys.argv[1:] if word != "--dry-run")]),
        )
    if JOURNAL in sources:
        say_notes(run)
    say_withheld(run)
    if push and published and published.commit:
        _push(workshop, store, published.branch, yes=yes, private_too=push_private)
    return 1 if any(skip.bad for skip in (*run.skipped, *run.unserved)) else 0


def _beside(tell: Callable[[str], None]) -> Callable[[str], None]:
    """Return what says something beside the answer, where the progress stood."""

    def note(words: str) -> None:
        tell("")
        screen.note(words)

    return note


def _keep(
    workshop: Workshop,
    run: Run,
    refused: Sequence[Standing[str]],
    untaken: Sequence[StandingChange[str]] = (),
) -> None:
    """Keep the run and what was refused; both are there before the branch moves, and twice is once."""
    from gitexp.steps.consent import shareable

    ledger = workshop.ledger()
    ledger.record(shareable(run))
    ledger.refuse(refused)
    if untaken:
        workshop.refuse_changes(untaken)


def _push(workshop: Workshop, store: Store, branch: str, *, yes: bool, private_too: bool) -> None:
    """Push the branch, after a yes: on a terminal by asking, elsewhere by `--yes`."""
    private = workshop.ledger().private()
    count = sum(one.experience.hex in private for one in store.pending(branch))
    records = workshop.changes(workshop.base).store.pending(branch)
    count += sum(one.record.hex in private for one in records)
    if count and not private_too and not _may_leave_the_machine(workshop, branch, count):
        return
    if yes or screen.ask(f"push {branch} to origin?"):
        workshop.push(branch)
        screen.note(f"pushed {branch} to origin")
    else:
        screen.note(f"not pushed: `--yes` pushes without asking, and so does  git push origin {branch}")


def _may_leave_the_machine(workshop: Workshop, branch: str, count: int) -> bool:
    """Return whether the user says once more that quotes of private sessions may go to the remote.

    exp does not know who can read there, and `--yes` was said of the proposal.
    """
    what = f"{branch} holds {counted(count, 'experience')} with quotes from private sessions"
    if screen.ask(f"{what}; push it to {workshop.remote_address()}, for all who can read there?"):
        return True
    screen.note(f"not pushed: {what}; `--push-private` pushes it to {workshop.remote_address()}")
    return False


def _nothing_read(unread: Sequence[Skipped], sources: Sequence[str]) -> RepositoryError:
    """Return the error for input of which nothing at all could be read; of one thing it is the reason itself."""
    if len(unread) == 1:
        return RepositoryError(unread[0].where, unread[0].what)
    for skip in unread:
        screen.note(f"not read: {skip.where}: {skip.what}")
    return RepositoryError(
        ", ".join(sources), "nothing in it could be read", "mend what the lines above name"
    )
