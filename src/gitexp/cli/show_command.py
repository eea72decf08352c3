"""`exp show`: one experience whole, by any unique beginning of its slug or hex."""

from __future__ import annotations

import difflib
from collections.abc import Sequence

import click

from gitexp.cli import options, screen
from gitexp.errors import UsageError
from gitexp.records.experience import Standing


@click.command(name="show")
@click.argument("name", metavar="ID")
@click.option("--worktree", is_flag=True, help="Look also at what lies in the work tree unapproved.")
@options.as_json
def command(name: str, worktree: bool, as_json: bool) -> None:
    """Show one experience whole

    ID is any unique beginning of the id, or of its ten hex digits.

    \b
    Examples:
      exp show net-retry
      exp show 3fa91c --json
    """
    from gitexp.cli.wiring import Workshop, experience_document

    workshop = Workshop()
    store = workshop.store
    standing, unserved = store.standing(worktree=worktree)
    if not _meant(name, standing) and _meant(name, store.pending(workshop.config.branch)):
        branch = workshop.config.branch
        raise UsageError(name, f"waits on {branch} for a person", f"git diff HEAD...{branch} shows it")
    if not _meant(name, standing):
        # What lies here and is not served, is told as what it is.
        for skip in unserved:
            stem = skip.where.rpartition("/")[2].removesuffix(".yaml")
            if name and (stem.startswith(name.lower()) or stem[-10:].startswith(name.lower())):
                raise UsageError(name, skip.what, "`exp show --worktree` shows it as it lies here")
    one = chosen(name, standing)
    approval = store.approvals([one.path]).get(one.path) if one.approved else None
    if as_json:
        approved = {"by": approval.by, "at": approval.at, "commit": approval.commit} if approval else None
        screen.answer(
            {"from": "git-exp", **experience_document(one.experience), "path": one.path, "approved": approved}
        )
        return
    screen.say(screen.style(one.path, "bold"))
    screen.say(workshop.text_at(one).rstrip("\n"))
    if approval:
        screen.say(
            screen.style(f"# approved by {approval.by}, {approval.at[:10]}, {approval.commit[:12]}", "dim")
        )
    elif not one.approved:
        screen.say(
            screen.style("# unapproved: it lies in the work tree and is not on the default branch", "yellow")
        )


def chosen(name: str, standing: Sequence[Standing[str]]) -> Standing[str]:
    """Return the one experience that the name means. Raises UsageError with the nearest where none or several are."""
    wanted = name.lower()
    exact = [one for one in standing if wanted in (one.experience.id, one.experience.hex)]
    found = exact or _meant(name, standing)
    if len(found) == 1 or exact:
        return found[0]
    if found:
        raise UsageError(
            name, f"means {len(found)} experiences", ", ".join(one.experience.id for one in found[:5])
        )
    ids = [one.experience.id for one in standing]
    near = _nearest(wanted, ids)
    raise UsageError(
        name, "no such experience", f"did you mean `{near}`?" if near else "`exp list` shows them"
    )


def _meant(name: str, standing: Sequence[Standing[str]]) -> list[Standing[str]]:
    """Return the experiences whose slug or hex begins with the name."""
    wanted = name.lower()
    return [
        one
        for one in standing
        if one.experience.id.startswith(wanted) or one.experience.hex.startswith(wanted)
    ]


def _nearest(wanted: str, ids: Sequence[str]) -> str | None:
    """Return the id whose beginning, or one of whose words, is spelled most like what was asked."""
    spelled = {part: one for one in ids for part in (one, one[: len(wanted)], one[-10:], *one.split("-"))}
    near = difflib.get_close_matches(wanted, spelled, n=1, cutoff=0.5)
    return spelled[near[0]] if near else None
