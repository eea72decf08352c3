"""Reads what a pull request or a commit says it takes back or brings in again, in English, Chinese and Japanese."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from gitexp.records.discussion import Discussion
from gitexp.records.history import Reverted
from gitexp.records.text import Redacted

DESCRIPTION = "pull_request.body"
MAX_TITLE, MAX_TEXT = 1000, 20_000
"""Characters of a title and of a description that are read."""

_BACK = (
    r"revert(?:s|ed|ing)?|rolls?[ -]?back|rolling back|backs? out|backing out|takes? back|taking back"
    r"|回滚|撤销|回退|还原"
)
_AGAIN = r"re-?lands?|re-?landing|re-?appl(?:y|ies)|re-?introduces?|重新合入|再適用"
_BACK_AFTER = (
    r"(?:の変更)?を?(?:リバート|差し戻|取り消|元に戻|revert)|(?:的(?:更改|改动|修改))?(?:回滚|撤销|回退|还原)"
)
_OPEN, _CLOSE = "\"'“「『《", "\"'”」』》"
_PULL = (
    r"(?:(?:pr|pull request|(?:the )?changes? (?:of|from|in))[ \t]*)*"
    r"(?:(?P<repo>[\w.-]+/[\w.-]+))?#(?P<number>\d{1,9})(?![A-Za-z0-9_])"
)
_PREFIX = r"(?:\[[^\]\n]{1,40}\]\s*|[\w(][\w()/.-]{0,29}[:：]\s*)*"

_TITLE = re.compile(
    rf"{_PREFIX}(?:(?P<again>{_AGAIN})|{_BACK})(?![a-z])\s*[:：]?\s*(?P<rest>\S.*)", re.I | re.S
)
_TITLE_AFTER = re.compile(rf"[{_OPEN}](?P<title>.+)[{_CLOSE}]\s*(?:{_BACK_AFTER})", re.I | re.S)
_QUOTED = re.compile(rf"[{_OPEN}](?P<title>.+)[{_CLOSE}](?:\s*\(#\d{{1,9}}\))?\s*", re.S)
_NUMBERED = re.compile(_PULL, re.I)
# Only where a line begins so: "do not revert #12" and "partially reverts #12" say something else.
_IN_BODY = re.compile(
    rf"^[ \t*-]*(?:this (?:(?:pr|pull request|change|commit)[ \t]*)?)?"
    rf"(?:(?P<again>{_AGAIN})|{_BACK})[ \t]*了?[ \t]*{_PULL}",
    re.I | re.M,
)
_IN_BODY_AFTER = re.compile(
    rf"^[ \t*-]*(?:将|把|この[ ]?PR[ ]?(?:は|で)|本[ ]?PR[ ]?)?[ \t]*{_PULL}[ \t]*(?:{_BACK_AFTER})",
    re.I | re.M,
)

_GONE = re.compile(
    r"^[ \t*-]*(?:this (?:pr |pull request |change )?)?(?:was |has been |got )?(?:since )?"
    r"(?:reverted|backed out|rolled back|taken back) (?:in|by|with|via|through) (?:pr )?#(?P<en>\d{1,9})\b"
    r"|^[ \t*-]*(?:已|本 ?PR ?)?(?:在|被|由)[ \t]*#(?P<zh>\d{1,9})[ \t]*(?:中)?(?:被)?(?:回滚|撤销|回退|还原)"
    r"|^[ \t*-]*(?:この ?PR ?は ?)?#(?P<ja>\d{1,9})[ \t]*(?:で|により)(?:リバート|取り消|差し戻|元に戻)",
    re.I | re.M,
)

_BEHIND = re.compile(r"\s*\(#(?P<number>\d{1,9})\)\s*$")
_MERGE = re.compile(r"Merge (?:pull request |PR )?(?P<repo>[\w.-]+/[\w.-]+)?#(?P<number>\d{1,9})\b")


@dataclass(frozen=True)
class Claim:
    """What a pull request says it takes back or, where `again`, brings in again: a number, or a title."""

    repo: str
    number: int | None
    title: str | None = None
    again: bool = False

    def is_about(self, other: Discussion[Redacted]) -> bool:
        """Return whether it speaks of that pull request."""
        if self.repo.casefold() != other.repo.casefold():
            return False
        if self.number is not None:
            return self.number == other.number
        return self.title is not None and self.title == bare(other.title or "")


def claims_of(discussion: Discussion[Redacted]) -> list[Claim]:
    """Return what a pull request takes back or brings in again, by its title and its description."""
    description = discussion.turn(DESCRIPTION)
    in_title = _claims_of_title(discussion.title or "", discussion.repo)
    return [*in_title, *_claims_of_body(description.text if description else "", discussion.repo)]


def pulls_of_commit(found: Reverted, repo: str) -> set[int]:
    """Return the numbers of the pull requests that a commit takes back.

    The subject of what it takes back tells it, or the commit's own words do.
    """
    original = _numbered(found.original.subject, repo) if found.original else None
    own = (*_claims_of_title(found.commit.subject, repo), *_claims_of_body(found.commit.body, repo))
    claims = [claim for claim in own if not claim.again] + ([original] if original else [])
    return {claim.number for claim in claims if claim.number and claim.repo.casefold() == repo.casefold()}


def taken_back_in(text: str) -> str | None:
    """Return the number of the pull request by which a turn says that this one was taken back: "Reverted in #12"."""
    match = _GONE.search(text[:MAX_TEXT])
    return next((number for number in match.groups() if number), None) if match else None


def _claims_of_title(title: str, repo: str) -> Iterator[Claim]:
    match = _TITLE.match(title[:MAX_TITLE])
    if match:
        again, rest = match["again"] is not None, match["rest"]
        quoted, numbered = _QUOTED.fullmatch(rest), _NUMBERED.match(rest)
        if quoted:
            named = _numbered(quoted["title"], repo)
            yield replace(named, again=again) if named else Claim(repo, None, bare(quoted["title"]), again)
        elif numbered:
            yield Claim(numbered["repo"] or repo, int(numbered["number"]), None, again)
    elif after := _TITLE_AFTER.match(title[:MAX_TITLE]):
        yield Claim(repo, None, bare(after["title"]))


def _claims_of_body(body: str, repo: str) -> Iterator[Claim]:
    for pattern in (_IN_BODY, _IN_BODY_AFTER):
        for match in pattern.finditer(body[:MAX_TEXT]):
            again = match.groupdict().get("again") is not None
            yield Claim(match["repo"] or repo, int(match["number"]), None, again)


def _numbered(subject: str, repo: str) -> Claim | None:
    """Return the pull request that a subject names: as its merge, or by the number behind it."""
    merge = _MERGE.match(subject)
    match = merge or _BEHIND.search(subject[-MAX_TITLE:])
    return Claim((merge and merge["repo"]) or repo, int(match["number"])) if match else None


def bare(title: str) -> str:
    """Return a title without the number behind it, as it is compared."""
    return " ".join(_BEHIND.sub("", title).split())
