"""Reads what one commit gives of its change: message, trailers, files, pull request; and says which REV was meant."""

from __future__ import annotations

import re
from collections.abc import Iterator
from difflib import get_close_matches

from gitexp.adapters.commit_prose import MAX_BODY, decisions, is_routine, prose
from gitexp.adapters.git import Git, Layout, shown
from gitexp.adapters.merge_forms import request_of
from gitexp.adapters.source_history import HistorySource
from gitexp.errors import UsageError
from gitexp.records.change_record import ChangeMessage
from gitexp.records.discussion import Discussion
from gitexp.records.history import Commit, Reverts, Texts
from gitexp.records.skipped import Skipped

MAX_FILES = 20_000
MAX_NAMED = 20
_FORMAT = "--format=%H%x00%aN%x00%aI%x00%P%x00%B"
_NUMBER = re.compile(r"(?:[#!]|pull request #|PR #?)(\d{1,9})\b", re.I)
_FIXES = re.compile(
    r"^(?:fixes|fixed|closes|closed|resolves|resolved)\b:?[ \t]+(?P<what>#\d{1,9}|[\w.-]+/[\w.-]+#\d{1,9}|[0-9a-f]{7,40}\b)",
    re.I | re.M,
)
_REVERTS = re.compile(
    r"\bThis reverts commit ([0-9a-f]{7,40})|^Reverts?:[ \t]+([0-9a-f]{7,40})\b", re.I | re.M
)


class OneCommit:
    """Implements `History` for a single commit, so that its message becomes a discussion as every other does."""

    def __init__(self, commit: Commit) -> None:
        self._commit = commit

    def texts(self, *, seconds: float | None = None) -> Texts:
        """Return the commit."""
        return Texts((self._commit,), 1)

    def reverts(self, *, seconds: float | None = None) -> Reverts:
        """Return that nothing was taken back."""
        return Reverts((), 0)


def commit_of(git: Git, revision: str) -> str:
    """Return the commit's id. Raises UsageError, with the nearest name, where there is none."""
    found = git.try_run("rev-parse", "--quiet", "--verify", "--end-of-options", f"{revision}^{{commit}}")
    if found is not None:
        return found.decode().strip()
    names = git.try_run(
        "for-each-ref", "--format=%(refname:short)", "refs/heads", "refs/tags", "refs/remotes"
    )
    known = ["HEAD", *(names or b"").decode("utf-8", "replace").split("\n")]
    near = get_close_matches(revision, [name for name in known if name], n=1)
    mend = f"did you mean `{shown(near[0])}`?" if near else "git log --oneline shows them"
    raise UsageError(shown(revision), "names no commit", mend)


def change_message(git: Git, layout: Layout, commit: str) -> ChangeMessage:
    """Return what a commit gives; of a git merge the message, and what it brought to its first parent."""
    out = git.run("log", "-1", "--no-notes", "--no-decorate", "--no-show-signature", _FORMAT, commit, "--")
    key, author, at, parents, text = (
        part.decode("utf-8", "replace").replace("\r\n", "\n") for part in out.split(b"\0", 4)
    )
    subject, _, below = text.strip("\n").partition("\n")
    below = below[: 4 * MAX_BODY].strip("\n")
    request = request_of(subject, below, len(parents.split()))
    title = request.title if request else subject
    body = request.text if request else below
    files, limits = _files(git, layout, key, parents.split())
    return ChangeMessage(
        commit=key,
        author=author,
        at=at,
        subject=title.strip() or key[:12],
        body=_said(body, title),
        files=files,
        pull_request=_number(subject) if request else None,
        fixes=_unique(match["what"] for match in _FIXES.finditer(below)),
        reverts=_unique(match[1] or match[2] for match in _REVERTS.finditer(below)),
        limits=limits,
    )


def discussion_of(message: ChangeMessage, repo: str) -> Discussion[str]:
    """Return the message as a discussion of the commit: a turn for the prose, and one for each decision trailer."""
    commit = Commit(message.commit, message.author, message.at, message.subject, message.body, message.files)
    found = (
        one for one in HistorySource(OneCommit(commit), repo).discussions() if not isinstance(one, Skipped)
    )
    return next(found)


def _said(body: str, title: str) -> str:
    """Return the prose, and below it the decision trailers: a routine title's text tells and never argues."""
    said = "" if is_routine(title) else prose(body, title)
    return "\n\n".join((*([said] if said else ()), *decisions(body)))


def _files(
    git: Git, layout: Layout, commit: str, parents: list[str]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the files that differ from the first parent, and what could not be told of them."""
    if layout.shallow and not parents:
        return (), ("the history ends at this commit: which files it changed can't be told",)
    against = (parents[0], commit) if parents else ("--root", commit)
    out = git.try_run(
        "diff-tree", "-r", "-z", "--name-only", "--no-commit-id", "--no-renames", "--no-ext-diff", *against
    )
    if out is None:
        return (), (
            "which files it changed can't be read here: git fetch --refetch --no-filter brings what is lacking",
        )
    raw = out.split(b"\0")[:-1]
    names = [name.decode("utf-8", "surrogateescape") for name in raw[:MAX_FILES]]
    fit = tuple(name for name in names if name.isprintable())
    left = len(raw) - len(fit)
    return fit, ((f"{left} of {len(raw)} paths can't be written down",) if left else ())


def _number(subject: str) -> int | None:
    match = _NUMBER.search(subject)
    return int(match[1]) if match else None


def _unique(found: Iterator[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(found))[:MAX_NAMED]
