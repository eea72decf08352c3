"""Knows how forges and bots word the merge and the squash of a request, and parts its title from its text."""

from __future__ import annotations

import re
from dataclasses import dataclass

MAX_SUBJECT = 1000
"""Characters of a subject; what is longer no person wrote."""

_SQUASH = re.compile(r"\([#!]\d{1,9}\)$")
_TITLE_BESIDE = re.compile(
    r"Merge (?:[\w.-]{1,100}/[\w.-]{1,100})?#\d{1,9}: (?P<bitcoin>.+)|"
    r"Merge pull request '(?P<gitea>.+)' \(#\d{1,9}\) from \S+ into \S+|"
    r"Merged PR #?\d{1,9}: (?P<azure>.+)|"
    r"Pull request #\d{1,9}: (?P<bitbucket>.+)"
)
_TITLE_BELOW = re.compile(
    r"Merge pull request #\d{1,9} (?:from \S+|in \S+ from \S+ to \S+)|"  # GitHub, Bitbucket
    r"Merged in \S+ \(pull request #\d{1,9}\)|"  # Bitbucket
    r"Merge branch '[^']+' into '[^']+'|"  # GitLab
    r"Auto merge of #\d{1,9} - \S+, r=\S+|Merge(?: #\d{1,9}){1,20}"  # bors
)
_OF_GIT = re.compile(r"Merge branch '[^']+'(?: into \S+)?")
_OF_ONE_PARENT = re.compile(r"Merged PR #?\d|Merged in \S+ \(pull request #\d|Pull request #\d")
"""Azure and Bitbucket word a squash as they word a merge."""
_BLANK_LINE = re.compile(r"\n[ \t]*\n")
_BORS = re.compile(r"Auto merge of #|Merge(?: #\d{1,9})+$")
_BORS_TITLE = re.compile(r"^\d{1,9}: (.+?)(?: r=\S+)?(?: a=\S+)?$")


@dataclass(frozen=True)
class Request:
    """A request that was merged: its title, and what is said below it.

    `described` where that is surely the request's description; else who merged may have written it. `by_another`
    where the commit is a git merge, and stands under the name of who merged.
    """

    title: str
    text: str
    described: bool = False
    by_another: bool = False


def may_be_request(subject: bytes, *, merge: bool) -> bool:
    """Return whether it is worth while to look closer; most commits of a history merge no request."""
    return merge or subject.rstrip().endswith(b")") or subject.startswith((b"Merged ", b"Pull request "))


def request_of(subject: str, body: str, parents: int) -> Request | None:
    """Return the request that a commit merges, None where it merges none; `body` is what stands below the subject."""
    if len(subject) > MAX_SUBJECT:
        return None
    merge = parents > 1
    if not merge and not _OF_ONE_PARENT.match(subject):
        return Request(subject, body) if _SQUASH.search(subject) else None
    beside = _TITLE_BESIDE.fullmatch(subject)
    if beside:
        title = next(title for title in beside.groups() if title)
        return Request(title, body, described=True, by_another=merge)
    if _TITLE_BELOW.fullmatch(subject):
        title, text = _titled_below(subject, body)
        return Request(title, text, described=bool(_BORS.match(subject)), by_another=merge)
    return Request(subject, body) if _OF_GIT.fullmatch(subject) or _SQUASH.search(subject) else None


def _titled_below(subject: str, body: str) -> tuple[str, str]:
    """Return the title, which is the first line of the body, and the rest; a paragraph of several lines is no title."""
    first, *rest = _BLANK_LINE.split(body.strip("\n"), maxsplit=1)
    if not first.strip() or "\n" in first or first.startswith(("* ", "- ")):
        return subject, body
    numbered = _BORS_TITLE.match(first)
    return numbered[1] if numbered else first.strip(), "".join(rest)
