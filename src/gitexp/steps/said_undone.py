"""Reads in a commit's message which commits it says it takes back, or brings in again; content decides later."""

from __future__ import annotations

import re
from dataclasses import dataclass

from gitexp.records.claim import BACK, HEX, MAX_LINE, claim_of, innermost, without_number
from gitexp.records.history import Commit
from gitexp.records.past import Touch

MOST_IDS = 40
"""Ids that one message can name: what names more is a list of something else."""

_AGAIN = r"re-?appl(?:y|ies|ied|ying)|re-?land(?:s|ed|ing)?|re-?do(?:es|ing)?|re-?creat(?:e|es|ing)|re-?introduc(?:e|es|ing)"
_SPOKEN = re.compile(rf"\b(?:{BACK}|{_AGAIN}|original commit changeset)\b", re.I)
_ID = rf"(?-i:(?!D\d))({HEX})"
"""The number of a Phabricator diff looks like the beginning of an id, and is none."""
_HEX = re.compile(rf"\b{_ID}", re.I)
_REACH = 160
"""Characters after the word within which ids belong to it."""
_LIST = re.compile(
    rf"(?>[\s,;&]|\band\b|\bcommits?\b|\([\"“][^\"”]{{0,200}}[\"”][^)\"]{{0,40}}\)|[\"“(][^\"”)]{{0,200}}[\"”)])*+\b{_ID}",
    re.I,
)
_NUMBER_OF_DIFF = re.compile(r"\bD(\d{4,12})\b")
_OWN_DIFF = re.compile(r"^Differential Revision:\s*(?:https?://\S+/)?D(\d{4,12})\s*$", re.M)
_CHANGE_ID = re.compile(r"^Change-Id:\s*(I[0-9a-f]{40})\s*$", re.M)
_DIFF_TITLE = re.compile(rf"^(?:(?:{BACK}) )?D\d{{4,12}}:\s*", re.I)
_BACK_OUT = re.compile(
    r"(?:Backed out changeset|Back(?:ed|ing)? out|Revert(?:ed)? (?:D\d|r\d|changeset|commit))", re.I
)
_POWER = re.compile(r"^(?P<word>revert)\^(?P<times>\d)\s+(?P<rest>[\"“].*)$", re.I | re.S)
_OF = re.compile(
    r"^(?P<head>(?:\[[^\]]{1,40}\]\s*)*(?:revert|re-?land|re-?apply)) of (?P<title>[^\s\"“'].*?)(?: \(patchset #.*)?$",
    re.I,
)
_OF_QUOTED = re.compile(r"^((?:\[[^\]]{1,40}\]\s*)*(?:revert|re-?land|re-?apply)) of (?=[\"“'])", re.I)
"""`Revert of X (patchset #1 …)`, as Rietveld wrote it."""
_MARKS = re.compile(
    r"\s*(?:[({\[][^(){}\[\]]*(?:take|try|attempt|this time|re-?do|re-?creat\w+|re-?land\w*|"
    r"re-?appl\w+|second|again|v\d|round)\b[^(){}\[\]]*[)}\]]"
    r"|[,:–-]\s*(?:take|try|attempt|round|version)\s*#?\d+|\s+(?:take|try|attempt|round)\s+(?:\d+|two|three|four)|\s+again)\s*$",
    re.I,
)
_AGAIN_AT_HEAD = re.compile(
    rf"^(?:\[[^\]]{{1,40}}\]\s*)*(?:{_AGAIN}|second try|take (?:two|\d))\b[:\s]*", re.I
)


@dataclass(frozen=True)
class Said:
    """What a message says that the commit undoes. Nothing of it is believed before the content is seen."""

    subject: bool = False
    """Whether the subject itself says so; a body may only speak of it."""
    again: bool = False
    """Whether it says that it brings something in again."""
    ids: tuple[str, ...] = ()
    """Beginnings of commit ids."""
    title: str = ""
    """The title of what is spoken of."""
    pull: str | None = None
    diffs: tuple[str, ...] = ()
    """Numbers of Phabricator diffs."""

    @property
    def nothing(self) -> bool:
        """Return whether it speaks of no other commit."""
        return not (self.subject or self.ids)


def said(touch: Touch) -> Said:
    """Return what a commit's message says that it undoes."""
    # What is longer than a line no person wrote, and patterns would take their time over it.
    line = _one_line(touch.subject)
    subject = _of(_without_power(line))
    body = touch.body
    claim = claim_of(Commit(touch.commit, touch.author, touch.at, subject, body))
    ids = _ids(f"{line}\n{body}")
    if claim is None:
        again = _AGAIN_AT_HEAD.match(subject) is not None or _MARKS.search(subject) is not None
        return Said(again=again, ids=ids, title=plain_title(subject) if again else "")
    title = _DIFF_TITLE.sub("", claim.title)
    named = claim.pull is not None or claim.commit_id is not None or bool(ids)
    diffs = tuple(dict.fromkeys(_NUMBER_OF_DIFF.findall(f"{subject}\n{_before_trailers(body)}")))
    surely = claim.quoted or named or bool(diffs) or _is_back_out(subject)
    return Said(surely, claim.again, ids, title, claim.pull, diffs)


def own_diff(touch: Touch) -> str | None:
    """Return the number of the Phabricator diff that a commit is; the last one, as a squash keeps nested ones."""
    found = _OWN_DIFF.findall(touch.body)
    return found[-1] if found else None


def change_id(touch: Touch) -> str | None:
    """Return the Gerrit id of a commit: it stays the same when the change is made anew."""
    found = _CHANGE_ID.findall(touch.body)
    return found[-1] if found else None


def plain_title(title: str) -> str:
    """Return what a title is about: without reverts of reverts, without marks of another attempt, in lower case."""
    bare = without_number(_DIFF_TITLE.sub("", innermost(_without_power(_one_line(title)))))
    before = None
    while before != bare:
        before = bare
        bare = _AGAIN_AT_HEAD.sub("", _MARKS.sub("", without_number(bare)))
        bare = bare[1:-1] if bare[:1] in "\"'“" and bare[-1:] in "\"'”" else bare
    return " ".join(bare.lower().split()).rstrip(" .")


def _ids(message: str) -> tuple[str, ...]:
    """Return the ids that stand after a word of undoing, or in a list behind one."""
    found: dict[str, None] = {}
    for word in _SPOKEN.finditer(message):
        piece = message[word.end() : word.end() + _REACH].partition("\n\n")[0]
        first = _HEX.search(piece)
        if first is None:
            continue
        found[first[1].lower()] = None
        at = word.end() + first.end()
        while len(found) < MOST_IDS and (more := _LIST.match(message, at)):
            found[more[1].lower()] = None
            at = more.end()
    return tuple(found)[:MOST_IDS]


def _one_line(text: str) -> str:
    return " ".join(text[: 2 * MAX_LINE].split())[:MAX_LINE]


def _without_power(subject: str) -> str:
    """Return `Revert^2 "X"` as the revert of a revert that it is."""
    match = _POWER.match(subject)
    if match is None or len(subject) > MAX_LINE:
        return subject
    times = max(1, int(match["times"]))
    title = match["rest"].strip().strip('"“”')
    for _ in range(times):
        title = f'Revert "{title}"'
    return title


def _of(subject: str) -> str:
    """Return `Revert of X (patchset #1)` as the `Revert "X"` that it is."""
    if len(subject) > MAX_LINE:
        return subject
    if match := _OF.match(subject):
        return f'{match["head"]} "{match["title"]}"'
    return _OF_QUOTED.sub(r"\1 ", subject)


def _is_back_out(subject: str) -> bool:
    """Return whether the subject is in a tool's form for a revert whose target has a foreign name."""
    return _BACK_OUT.match(subject) is not None


def _before_trailers(body: str) -> str:
    """Return a message without the line that names its own diff."""
    return _OWN_DIFF.sub("", body)
