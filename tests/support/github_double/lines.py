"""Where a comment on a line stands in a diff, and where it stands after a push."""

from __future__ import annotations

from difflib import SequenceMatcher
from typing import TYPE_CHECKING

import pygit2

if TYPE_CHECKING:
    from support.github_double.git_side import BareGit
    from support.github_double.state import LineComment


def place(git: BareGit, comment: LineComment, base: str, head: str) -> None:
    """Tell a new comment the piece of the diff that it stands on."""
    comment.original_commit = comment.commit = head
    comment.line = comment.original_line
    if comment.original_line is None:
        comment.position = comment.original_position = 1  # as GitHub says of a comment on a file
        return
    found = _in_diff(git, comment, base, head)
    assert found is not None, f"{comment.path}:{comment.original_line} is no line of the diff"
    comment.hunk, comment.position = found
    comment.original_position = comment.position


def follow(git: BareGit, comment: LineComment, base: str, head: str) -> None:
    """Let a comment move with its line, or be outdated where the line was changed, or left the diff."""
    if comment.original_line is None or comment.line is None:
        return
    at = head
    if comment.side == "LEFT":
        comment.commit = head
        found = _in_diff(git, comment, base, head)
    else:
        before = (git.text(comment.original_commit, comment.path) or "").splitlines()
        after = (git.text(head, comment.path) or "").splitlines()
        comment.line = _moved(before, after, comment.original_line)
        comment.commit = at
        found = _in_diff(git, comment, base, head) if comment.line else None
    if found is None:
        comment.line = comment.position = None
    else:
        comment.position = found[1]


def _moved(before: list[str], after: list[str], line: int) -> int | None:
    for tag, start, end, to, _ in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if tag == "equal" and start <= line - 1 < end:
            return to + (line - 1 - start) + 1
    return None


def _in_diff(git: BareGit, comment: LineComment, base: str, head: str) -> tuple[str, int] | None:
    """Return the hunk down to the line, and how far down the file's diff the line is."""
    position = 0
    for patch in git.diff(base, head):
        if not isinstance(patch, pygit2.Patch) or patch.delta.new_file.path != comment.path:
            continue
        for number, hunk in enumerate(patch.hunks):
            position += 1 if number else 0
            shown = [hunk.header.rstrip("\n")]
            for one in hunk.lines:
                if one.origin not in " +-":
                    continue
                position += 1
                shown.append(one.origin + one.content.rstrip("\n"))
                here = one.old_lineno if comment.side == "LEFT" else one.new_lineno
                if here == comment.line and one.origin != ("+" if comment.side == "LEFT" else "-"):
                    return "\n".join(shown), position
    return None
