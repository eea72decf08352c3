"""Tells when git failed because a partial clone lacks something, and how to get it."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager

from gitexp.adapters.git import Git
from gitexp.errors import RepositoryError

MEND = "`git fetch --refetch --no-filter` brings them"
_SIGNS = ("promisor", "unable to read", "cannot read", "could not read", "missing", "could not parse")


def lacks(git: Git, words: str) -> bool:
    """Return whether git's words tell of an object that this clone was made without."""
    return (not words or any(sign in words for sign in _SIGNS)) and _is_partial(git)


def _is_partial(git: Git) -> bool:
    names = git.try_run(
        "config", "--name-only", "--get-regexp", r"^remote\..*\.(promisor|partialclonefilter)$"
    )
    return bool(names)


@contextmanager
def telling(git: Git, what: str) -> Generator[None, None, None]:
    """Say in a line of our own what a partial clone lacks, where git fails for that."""
    try:
        yield
    except RepositoryError as error:
        if lacks(git, error.what):
            raise RepositoryError("", what, MEND) from error
        raise
