"""Reads in a commit's message what it claims to take back, or to bring in again."""

from __future__ import annotations

import re
from dataclasses import dataclass

from gitexp.records.history import Commit

MAX_LINE, MAX_BODY = 1000, 20_000
"""Characters that are looked at; what is longer no person wrote, and patterns would take their time over it."""
HEX = r"(?=[a-f]*\d)[0-9a-f]{7,64}\b"
BACK = r"revert(?:ed|ing|s)?|back(?:ed|ing|s)?[ -]?out(?: of)?|roll(?:ed|ing|s)?[ -]?back"
PREFIX = r"[\w(][\w()/. -]{0,29}:\s+"  # fix(core):
PULL_MERGE = "Merge pull request #"
_PULL_NUMBER = re.compile(rf"{PULL_MERGE}(\d{{1,9}})\b", re.A)

_HINT = re.compile(rb"revert|back|re-?land|re-?appl", re.I)
_SUBJECT = re.compile(
    rf"(?:\[[^\]]{{1,40}}\]\s*|{PREFIX})*"  # [backport] fix(core):
    rf"(?:(?P<again>re-?appl(?:y|ied|ies)|re-?land(?:ed|ing|s)?)|(?:{BACK}))\b"
    r"(?! (?:parts?|some)\b)[:\s]*(?P<rest>.*)",  # a part taken back leaves the change in
    re.I | re.S,
)
_QUOTED = re.compile(r"""["'“](?P<title>.+)["'”](?P<rest>.*)""", re.S)
_NUMBER = re.compile(r"\s*\(#\d{1,9}\)\s*$")
_OF_COMMIT = re.compile(rf"\b(?:{BACK}) (?:(?:merge|commits?|changesets?|revision) )*({HEX})", re.I)
_OF_PULL = re.compile(rf"\b(?:{BACK}) (?:pr |pull request )?(?:[\w.-]+/[\w.-]+)?(?:#|gh-)(\d{{1,9}})\b", re.I)
_PART = r"(?:partial(?:ly)?\s+revert|reverts? (?:only )?(?:a )?parts? of)"
_PART_IN_SUBJECT = re.compile(rf"\b{_PART}", re.I)
_PART_IN_BODY = re.compile(rf"^(?:This )?(?:is a )?{_PART}", re.I | re.M)
_BLANK_LINE = re.compile(r"\n[ \t]*\n")


@dataclass(frozen=True)
class Claim:
    """What a commit says it takes back or, where `again`, brings in again."""

    again: bool
    title: str
    """The title of what is spoken of, where `quoted`; else the words that stand in its place."""
    quoted: bool
    aside: str
    """What the subject says after the quoted title."""
    commit_id: str | None
    """The beginning of the id that the message names."""
    pull: str | None
    """The number of the pull request that the message names."""
    merge: bool
    """The merge of a pull request that is itself a revert; the commit that it brings tells the rest."""


def commit_of(id: bytes, at: bytes, name: bytes, message: bytes) -> Commit:
    """Return a commit's record from what `git log` prints of it."""
    text = message.decode("utf-8", "replace").replace("\r\n", "\n").strip("\n")
    subject, *rest = _BLANK_LINE.split(text, maxsplit=1)
    author = name.decode("utf-8", "replace")
    return Commit(
        id.decode(), author, at.decode(), " ".join(subject.split("\n")).strip(), "".join(rest).strip("\n")
    )


def may_claim(subject: bytes, message: bytes) -> bool:
    """Return whether it is worth while to look closer: at the subject, of a pull request's merge at all of it."""
    return _HINT.search(message if subject.startswith(PULL_MERGE.encode()) else subject) is not None


def claim_of(commit: Commit) -> Claim | None:
    """Return what a commit claims to take back, by its subject; a body alone only mentions one."""
    merge = commit.subject.startswith(PULL_MERGE)
    title = commit.body.partition("\n")[0] if merge else commit.subject
    body = commit.body[:MAX_BODY]
    match = _SUBJECT.match(title) if len(title) <= MAX_LINE else None
    if not match or _PART_IN_SUBJECT.search(title) or _PART_IN_BODY.search(body):
        return None
    rest = match["rest"].strip()
    quoted = _QUOTED.match(rest)
    message = f"{title}\n{body}"
    id, pull = _OF_COMMIT.search(message), _OF_PULL.search(message)
    return Claim(
        again=match["again"] is not None,
        title=quoted["title"].strip() if quoted else without_number(rest),
        quoted=quoted is not None,
        aside=without_number(quoted["rest"]).strip(" :,;.-–—") if quoted else "",
        commit_id=id[1].lower() if id else None,
        pull=pull[1] if pull else None,
        merge=merge,
    )


def pull_number(subject: str) -> str | None:
    """Return the number of the pull request that a subject says to merge."""
    match = _PULL_NUMBER.match(subject)
    return match[1] if match else None


def without_number(title: str) -> str:
    """Return a title without the number that GitHub puts behind it when it squashes a pull request."""
    return _NUMBER.sub("", title)


def brings_back(title: str) -> bool:
    """Return whether taking back what has this title brings a change in again."""
    match = _SUBJECT.match(title[:MAX_LINE])
    quoted = _QUOTED.match(match["rest"]) if match else None
    return bool(match and quoted and not match["again"] and not brings_back(quoted["title"]))


def innermost(title: str) -> str:
    """Return the title of the change itself, under all the reverts of reverts."""
    match = _SUBJECT.match(title)
    quoted = _QUOTED.match(match["rest"]) if match else None
    return innermost(quoted["title"]) if quoted else title
