"""Finds in a revert's message the reason that its author gave, beyond what git, tools and habit put there."""

from __future__ import annotations

import re

from gitexp.records.claim import BACK, HEX, MAX_BODY, MAX_LINE, PREFIX
from gitexp.records.history import Commit

_GITS_OWN = re.compile(
    rf"This reverts (?:merge )?commits? {HEX}(?:,? (?:and )?(?:commit )?{HEX})*(?: \(.*\))?"
    rf"(?:,\s+reversing\s+changes\s+made\s+to\s+{HEX})?[.,;:]?"
    rf"|^(?:{BACK}) (?:pr |pull request )?(?:[\w.-]+/[\w.-]+)?(?:#|gh-)\d+[.,;:]?"
    rf"|^(?:{BACK}) changesets? {HEX}[.,;:]?|^reason for revert:|^summary:"
    r"|^(?:This diff (?:is )?)?revert(?:s|ing)? (?:diff )?D\d+(?: \(https?://\S+?\))?[.,;:]?"
    rf"|^This (?:basically |essentially |effectively )?reverts {HEX}[.,;:]?",
    re.I | re.M,
)
# Atomic: a line of many pointers has one reading, and none of the others is tried.
_POINTER = (
    r"(?>(?:(?:fix(?:es|ed)?|close[sd]?|resolve[sd]?|reverts?|ref(?:s|erences?)?|reason|see(?: also)?|from|and"
    r"|related(?: to)?|issue|pr)[\s:]*)*(?:[\w./-]*(?:#|gh-)?\d+|https?://\S+|<[^>]*>))"
)
_SAYS_NOTHING = re.compile(
    rf">.*|(?:[*-]\s+)?(?:{PREFIX})?(?:revert|re-?apply|re-?land) \".*\"(?:\s*\(#\d+\))?"
    r"|revert(?:ed)? (?:submission|changes:).*"
    r"|original (?:change'?s|commit'?s?|cl|pr|pull request)(?: (?:message|description|title|changeset))?\s*:.*"
    r"|fb internal diff:.*|bypass-lint|depends on\b.*|\(the context such as .*|signature:.*"
    r"|D\d{4,}(?: \(\S+\))?(?: has been identified.*)?"
    r"|original phabricator diff:.*|#?\s*conflicts:|\(cherry[ -]picked from .*|(?:\[[\w #:=,-]*\]\s*)+|\[[^\]]*\]:.*"
    r"|[a-z-]+-by:.*|reviewed by:.*|(?:change-id|cc|bug|test plan|link|pr-url|differential revision|subscribers"
    r"|reviewers|tasks|tags|credits?|fbshipit-source-id|git-svn-id|gitorigin-revid|reviewed-on|commit-queue)\s*:.*"
    rf"|{_POINTER}(?:[\s,]+{_POINTER})*[\s.,]*|\W*",
    re.I,
)


def reason(aside: str, body: str, original: Commit | None) -> str:
    """Return what a revert's author wrote beyond git's own lines, trailers, links and the pasted original message."""
    said = f"{original.subject}\n{original.body}" if original else ""
    pasted = {" ".join(line.split()) for line in said.split("\n")}
    lines = [aside, "", *_GITS_OWN.sub("", body[:MAX_BODY]).split("\n")]
    kept = "\n".join("" if _is_idle(line, pasted) else line.strip() for line in lines)
    text = re.sub(r"\n{3,}", "\n\n", kept).rstrip().lstrip(" \n.,;:")
    return text if any(letter.isalpha() for letter in text) else ""


def _is_idle(line: str, pasted: set[str]) -> bool:
    """Return whether a line gives no reason: a trailer, a link, a path in conflict, a line of the original message."""
    words = " ".join(line.split())
    if words.lstrip("*- ") in pasted or line.startswith(("\t", "#\t")):
        return True
    return len(words) <= MAX_LINE and _SAYS_NOTHING.fullmatch(words) is not None
