"""Pushes the proposal branch to origin: forward as git does it, or over a commit that is exp's own, by lease."""

from __future__ import annotations

from gitexp.adapters.git import Git
from gitexp.adapters.git_branches import is_ancestor
from gitexp.adapters.git_commits import read_commit
from gitexp.adapters.git_objects import ObjectReader
from gitexp.adapters.publisher_git import is_own
from gitexp.adapters.remote_access import REMOTE, environment
from gitexp.errors import OutsideError, RepositoryError


def push(git: Git, branch: str, base: str | None) -> None:
    """Push the branch. Raises OutsideError where the remote can't be reached or holds commits of people."""
    ref = f"refs/heads/{branch}"
    env = environment()
    if git.try_run("config", "--get", f"remote.{REMOTE}.url") is None:
        raise RepositoryError(REMOTE, "there is no such remote", "git remote add origin URL")
    asked = git.call("ls-remote", REMOTE, ref, env=env)
    if asked.status:
        raise OutsideError(
            REMOTE, asked.words or "could not be asked", "check its address and your access to it"
        )
    there = asked.out.split()[0].decode() if asked.out.strip() else None
    lease = [f"--force-with-lease={ref}:{there}"] if there and _is_exps_alone(git, there, base) else []
    done = git.call("push", "--quiet", "--no-verify", *lease, REMOTE, f"{ref}:{ref}", env=env)
    if done.status:
        raise OutsideError(
            f"{REMOTE} {branch}", done.words or "was refused", "git fetch, look, and push by hand"
        )


def _is_exps_alone(git: Git, commit: str, base: str | None) -> bool:
    """Return whether what the remote holds is one commit of exp's on the base: nobody's work is under it."""
    with ObjectReader(git) as reader:
        found = read_commit(reader, commit)
    if found is None or base is None or not is_own(found):
        return False
    return all(is_ancestor(git, parent, base) for parent in found.parents)
