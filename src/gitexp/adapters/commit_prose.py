"""Takes the prose out of a merge's or squash's message: what someone argued, without what tools put around it."""

from __future__ import annotations

import re
import textwrap

LEAST = 80
"""Characters of prose that can argue anything."""
MAX_BODY = 20_000
KEYS = ("Constraint", "Rejected", "Directive", "Confidence", "Not-tested")
"""The decision trailers of Lore (arXiv 2603.15566) that say what to do or to leave."""

_MERGES = re.compile(
    r"(?:Merge pull request #\d+ from \S+|Merge(?:d)? PR #?\d+:? .*|Merge #\d+: .+|Merge branch '[^']+' into \S+|"
    r"Merged in \S+ \(pull request #\d+\)|Merge branch '[^']+')\s*$"
)
_SQUASH = re.compile(r"\([#!]\d{1,9}\)$")
_DESCRIPTION = re.compile(r"^\s*Pull request description:\s*$", re.M)
_AFTER = re.compile(
    r"^(?:\s*(?:ACKs for top commit|Top commit has no ACKs|Tree-SHA512|Commit IDs|Bumps \[|Dependabot commands).*|-{3,}\s*|"
    r"See merge request \S+\s*)$",
    re.M,
)
_TRAILER = re.compile(r"^[A-Z][A-Za-z]*(?:-[A-Za-z]+)*(?:-by)?: \S.*$")
_OWN_LINE = re.compile(
    r"^(?:(?:signed-off|co-authored|co-developed|reviewed|acked|tested|reported|suggested|approved|merged|helped)(?:-by)?|"
    r"cc|change-id|closes|fixes|refs?|resolves|issue|related|see-also|link|bug|pr-url|reviewed-on|git-svn-id|"
    r"differential revision|fixes-bug|backport(?:s|ed)?(?:-of)?|cherry-picked|\(cherry picked)\b.*$",
    re.I,
)
_BULLET = re.compile(r"^[*-] \S.*$")
_DETAILS = re.compile(r"<details>.*?(?:</details>|\Z)|<!--.*?(?:-->|\Z)", re.S | re.I)
_BUMP = re.compile(
    r"^(?:\w+(?:\([^)]*\))?!?: *)?(?:bump|update dependenc|upgrade|release|prepare release|version|v?\d+\.\d+|"
    r"backport|sync|merge (?:branch|remote)|auto)",
    re.I,
)
_BOT = re.compile(
    r"\[bot\]|\bbot$|^(?:dependabot|renovate|greenkeeper|github-actions|pre-commit-ci|allcontributors)\b",
    re.I,
)


def is_merged_request(subject: str, parents: int) -> bool:
    """Return whether a commit is the merge or the squash of a pull or merge request."""
    return bool(_SQUASH.search(subject)) or (parents > 1 and bool(_MERGES.match(subject)))


def is_routine(subject: str, author: str) -> bool:
    """Return whether it is a bot's, a release or a bump: such a message tells and never argues."""
    return bool(_BUMP.match(subject) or _BOT.search(author))


def prose(body: str) -> str:
    """Return the paragraphs that argue, "" where there are none."""
    text = _DETAILS.sub("", body[:MAX_BODY])
    described = _DESCRIPTION.search(text)
    if described:
        text = textwrap.dedent(text[described.end() :].lstrip("\n"))
    after = _AFTER.search(text)
    text = text[: after.start()] if after else text
    lines = text.split("\n")
    while lines and (not lines[-1].strip() or _TRAILER.match(lines[-1]) or _OWN_LINE.match(lines[-1])):
        lines.pop()
    kept = [line for at, line in enumerate(lines) if not _OWN_LINE.match(line) and not _bare(lines, at)]
    plain = "\n".join(kept).strip("\n")
    return plain if len(plain) >= LEAST else ""


def _bare(lines: list[str], at: int) -> bool:
    """Return whether a line is the subject of a squashed commit: a bullet with no text of its own below."""
    follows = lines[at + 1].strip() if at + 1 < len(lines) else ""
    return bool(_BULLET.match(lines[at])) and (not follows or bool(_BULLET.match(follows)))
