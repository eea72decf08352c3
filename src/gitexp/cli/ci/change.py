"""Which commits a pull request is about, and what its texts say."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from gitexp.errors import RepositoryError, UsageError
from gitexp.records.past import MAX_BODY, Touch

if TYPE_CHECKING:
    from gitexp.cli.ci.surroundings import Surroundings
    from gitexp.cli.wiring import Workshop

MOST_COMMITS = 250
"""Commits of a change whose messages are read; GitHub itself lists no more of a pull request."""
CHECKOUT = "actions/checkout with fetch-depth: 0 fetches the whole history"


@dataclass(frozen=True)
class Change:
    """A change: from `base` to `head`. `tip` is the last commit that people made, where `head` is GitHub's test merge."""

    base: str
    head: str
    tip: str


def change_of(workshop: Workshop, around: Surroundings) -> Change:
    """Return the change of the pull request that is checked out, of a branch without one what it has of its own.

    Raises RepositoryError where the clone does not hold it.
    """
    head = workshop.revision(None)
    asked = around.event.text("pull_request", "head", "sha")
    told = workshop.git.run("rev-list", "--no-walk", "--parents", head, "--").decode().split()
    parents = told[1:]
    if asked and len(parents) == 2 and parents[1] == asked:
        return Change(parents[0], head, asked)
    if asked and not _holds(workshop, head, asked):
        what = f"{head[:12]} does not hold {asked[:12]}, the head of the pull request"
        raise RepositoryError("the checkout", what, f"{CHECKOUT}, of the pull request itself")
    base = _commit(workshop, around.event.text("pull_request", "base", "sha"))
    if base is None:
        base = workshop.base.commit if workshop.base else None
    if base is None:
        raise RepositoryError("the base", "is not in this clone", CHECKOUT)
    try:
        return Change(workshop.fork(base, head), head, head)
    except UsageError:
        raise RepositoryError(
            "the base", f"{base[:12]} and {head[:12]} have no commit in common here", CHECKOUT
        ) from None


def messages_of(workshop: Workshop, change: Change, around: Surroundings | None = None) -> tuple[Touch, ...]:
    """Return the texts of a change: of its commits, and of its pull request, that one as a message too."""
    asked = ("rev-list", f"--max-count={MOST_COMMITS}", change.tip, f"^{change.base}", "--")
    commits = workshop.git.run(*asked).decode().split()
    found: Sequence[Touch] = tuple(workshop.past(change.tip).commits(commits).values()) if commits else ()
    if around is None or not around.event.has("pull_request"):
        return tuple(found)
    title, body = (around.event.text("pull_request", name)[:MAX_BODY] for name in ("title", "body"))
    return (*found, Touch("", (), "", 0, "", "", " ".join(title.split()), body, "", "", ""))


def _commit(workshop: Workshop, name: str) -> str | None:
    if not name or not all(letter in "0123456789abcdef" for letter in name):
        return None
    found = workshop.git.try_run("rev-parse", "--quiet", "--verify", "--end-of-options", f"{name}^{{commit}}")
    return found.decode().strip() if found else None


def _holds(workshop: Workshop, head: str, asked: str) -> bool:
    """Return whether a commit is another one, or comes after it."""
    commit = _commit(workshop, asked)
    return (
        commit is not None and workshop.git.try_run("merge-base", "--is-ancestor", commit, head) is not None
    )
