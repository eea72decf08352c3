"""Settle, the code: a suggestion that stands in the tree was taken, and who wrote the lines there may speak of them."""

from __future__ import annotations

import re
from collections.abc import Sequence

from gitexp.ports import Files, Owners
from gitexp.records.candidate import Settled
from gitexp.records.discussion import TEACHING_ROLES
from gitexp.steps.settle_carried import Carried, began

TELLING = 8
"""Letters and digits in a line that is no mere brace or `else`: the same one does not stand there by chance."""
_FENCE = re.compile(r"^[ \t]*(`{3,}|~{3,})suggestion\b[^\n]*\n(.*?)^[ \t]*\1[ \t]*$", re.M | re.S)
_SIGN = re.compile(r"\w")


def confirmed_by_code(said: Sequence[Carried], files: Files | None, owners: Owners | None) -> list[Carried]:
    """Return what was said, settled where nobody answered and the code does."""
    return [_confirmed(one, files, owners) for one in said]


def _confirmed(one: Carried, files: Files | None, owners: Owners | None) -> Carried:
    if one.answer.answer != "unknown" or one.doubted or one.discussion.kind != "pull_request":
        return one
    answer = _suggestion_taken(one, files) or _said_by_owner(one, owners)
    return one.settled(answer) if answer else one


def _suggestion_taken(one: Carried, files: Files | None) -> Settled | None:
    """Return a settlement where what the turn suggests was done: the last word may even be a question."""
    carrier = one.carrier
    if carrier.suggestion != "yes" or carrier.anchor is None:
        return None
    changed = carrier.anchor.outdated == "yes" and one.discussion.merged_at is not None
    if not changed and not _stands(one, files):
        return None
    reason = "the suggestion was taken"
    return Settled("yes", one.discussion.author, None, reason, entitled=True)


def _stands(one: Carried, files: Files | None) -> bool:
    """Return whether all lines of a suggestion stand together in the tree, and one of them was not there before."""
    anchor = one.carrier.anchor
    if files is None or not one.discussion.local or anchor is None or anchor.path is None:
        return False
    blocks = [lines for match in _FENCE.finditer(one.carrier.text) if (lines := _lines(match[2]))]
    before = set(_lines("\n".join(row[1:] for row in (anchor.hunk or "").split("\n"))))
    fresh = [lines for lines in blocks if any(_tells(line) and line not in before for line in lines)]
    if not fresh or len(fresh) != len(blocks):
        return False
    text = files.text(anchor.path)
    tree = _lines(text or "")
    return all(_within(lines, tree) for lines in fresh)


def _lines(text: str) -> list[str]:
    """Return the lines that are not empty; how they are indented says nothing here."""
    return [line for row in text.splitlines() if (line := " ".join(row.split()))]


def _tells(line: str) -> bool:
    return len(_SIGN.findall(line)) >= TELLING


def _within(short: list[str], long: list[str]) -> bool:
    size = len(short)
    return any(long[at : at + size] == short for at in range(len(long) - size + 1))


def _said_by_owner(one: Carried, owners: Owners | None) -> Settled | None:
    """Return a settlement where who wrote the code says it, and nobody asks back.

    Whether they may write is not known, so it does not count as said by someone entitled. The author of the pull
    request needs its merge: else what he says of it is a proposal.
    """
    speaker = one.carrier.speaker
    path = _path(one)
    if owners is None or not one.discussion.local or speaker.login is None or path is None:
        return None
    if speaker.can_write == "no" or (speaker.role == "author" and one.discussion.merged_at is None):
        return None
    if _asked_back(one):
        return None
    part = owners.part_of(speaker.login, path, _line(one), began(one.discussion))
    if part is None or not part.holds:
        return None
    return Settled("yes", speaker.login, one.carrier.id, f"said unopposed by the one who wrote {part.words}")


def _path(one: Carried) -> str | None:
    """Return the file that the statement is about: the one it stands on, else the first that it is about."""
    anchor = one.carrier.anchor
    return (anchor.path if anchor else None) or next(iter(one.candidate.places), None)


def _line(one: Carried) -> int | None:
    """Return the line it stands on; one of code that was changed since may lie anywhere now."""
    anchor = one.carrier.anchor
    return anchor.line if anchor and anchor.path and anchor.outdated != "yes" else None


def _asked_back(one: Carried) -> bool:
    """Return whether the last turn after it that is not its speaker's holds a question."""
    turns = [turn for turn in one.discussion.turns if turn.thread == one.carrier.thread]
    after = turns[[turn.id for turn in turns].index(one.carrier.id) + 1 :]
    others = [
        turn
        for turn in after
        if turn.speaker.role in TEACHING_ROLES and turn.speaker.login != one.carrier.speaker.login
    ]
    return bool(others) and any(sign in others[-1].text for sign in "?？")
