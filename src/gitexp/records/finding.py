"""A finding: what was established about one named thing in the code."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

if TYPE_CHECKING:  # recall must stay instant
    from gitexp.records.mention import MentionKind

FindingAnswer = Literal["found", "missing", "unverifiable"]


class Finding(NamedTuple):
    """What was established about one named thing in the code: `where` holds `path:line` at the revision asked.

    `nearest` names what does exist, the likeliest first. `gone` is the commit that took the thing out, where history
    was asked and knows. `declared` tells that the places found declare the thing, and do not only hold its words.
    `became` is the path or name that a thing has now which was moved or renamed, where that is known.
    """

    name: str
    answer: FindingAnswer
    where: tuple[str, ...] = ()
    nearest: tuple[str, ...] = ()
    reason: str = ""
    kind: MentionKind = "symbol"
    gone: str = ""
    declared: bool = False
    became: str = ""
