"""Takes the prose out of a merge's or squash's text: what someone argued, without what tools and habit put around it."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable

from gitexp.records.trailers import DECISIONS, KEYS

LEAST = 80
"""Characters of prose that can argue anything."""
MAX_BODY = 20_000
MAX_LINE = 1000
"""Characters of a line that is looked at closely; a longer one no person wrote by hand."""
MAX_BULLET = 100

_DESCRIPTION = re.compile(r"^[ \t]*Pull request description:[ \t]*$", re.M)
_AFTER = re.compile(
    r"^[ \t]*(?:ACKs for (?:top )?commit\b.*|Top commit has no ACKs.*|Tree-SHA512: .*|Commit IDs:.*|"
    r"Bumps \[.*|Dependabot (?:commands|will resolve).*|See merge request \S+)$",
    re.M,
)
_HIDDEN = re.compile(r"<details>.*?(?:</details>|\Z)|<!--.*?(?:-->|\Z)", re.S | re.I)
_BLANK_LINES = re.compile(r"\n(?:[ \t]*\n)+")

_SIGNED = re.compile(
    r"(?:[\w-]+-by|(?:reviewed|approved|acked|tested|reported|co-authored|signed-off|merged) by|cc|change-id|reviewed-on|"
    r"pr-url|git-svn-id|gitorigin-revid|differential revision|test plan|reviewers|subscribers|related work items|"
    r"backport-of|cherry-picked-from|\w+-session|\w+-link)[ \t]*:.*|"
    r"fixes: [0-9a-f]{7,40} .*|\(cherry picked from .*|"
    r"(?:approved|reviewed|merged|closes|fixes|cc):? (?:@[\w-]+[ ,]*)+",
    re.I,
)
_LORE = re.compile(
    r"(?:constraint|rejected|directive|confidence|scope-risk|reversibility|tested|not-tested|related|supersedes|lore-id)"
    r"[ \t]*:[ \t]*\S.*",
    re.I,
)
_DECISION = re.compile(rf"(?:{'|'.join(KEYS)})[ \t]*:[ \t]*\S.*", re.I)
_KEYED = re.compile(r"[A-Za-z][A-Za-z0-9]*(?:[ -][A-Za-z0-9]+){0,3}[ \t]*:[ \t]*\S.*")
_HYPHENED = re.compile(r"[A-Z][A-Za-z0-9]*(?:-[A-Za-z0-9]+)+: \S.*")
_LEADS = (
    r"(?:fix(?:e[sd])?|close[sd]?|resolve[sd]?|ref(?:s|erences?)?|see(?: also)?|related(?: to)?|relates to|addresses|"
    r"part of|follow(?:s|[- ]?up)(?: to| on)?|issues?|bug|pr|and|also|from|supersedes|replaces|alternative to|based on|"
    r"depends on|partially|@see|links?|tl;?dr)"
)
_POINTER = (
    # Atomic: a line of many pointers has one reading, and none of the others is tried.
    r"(?>[\w./@-]*(?:#|gh-|!)\d+(?:#\S+)?|<?https?://\S+|[A-Z][A-Z0-9]{1,9}-\d+|"
    r"\[[^\]]{0,80}\](?:\([^)\s]*\)|:[ \t]*\S+)?)"
)
_POINTS = re.compile(
    rf"(?:[*-][ \t]+)?(?>(?:{_LEADS}\b[\s:,]*)*)(?:{_POINTER}(?>[\s,;.)]+(?:{_LEADS}[\s:]+)*|$))+", re.I
)
_SKIPS = re.compile(
    rf"(?:\[[\w #:=,.+&'-]*\]\s*)+|[-=_*]{{3,}}|[*-] \[[ xX-]\] .*|for more information, see https://pre-commit\.ci|"
    rf"(?:{_LEADS}|depends on|more context|for the \w+ see):?|!\[[^\]]*\]\(\S*\)|<img\b[^>]*>",
    re.I,
)
"""`[ci skip]`, the names of a pair, a rule, a box to tick, what led to a pointer, a picture."""
_COMMITS = re.compile(
    r"[0-9a-f]{7,64} \S.*|\* (?:(?:commit|branch) )?'?[\w./-]+'?(?: of \S+)?:(?: \(\d+ commits\))?|"
    r"Merge in \S+ from \S+ to \S+"
)
"""Lists that merges hold of what they bring."""
_CONFLICTS = re.compile(r"#?\s*conflicts:", re.I)
_HEADING = re.compile(r"#{1,6} .*|\*\*[^*]{1,60}\*\*:?")
_BULLET = re.compile(r"[ \t]{0,6}[*-] \S.*")
_SAYS_MORE = re.compile(
    r"[.!?。！？]$|\b(?:because|otherwise|must|never|do not|don['’]t)\b|因为|否则|必须|不能|ため|ないで|なければ",
    re.I,
)
_ROUTINE = re.compile(
    r"(?:\[[^\]]{0,40}\]\s*|[\w()/. -]{1,30}!?:\s+){0,3}(?:bump(?:s|ed|ing)?\b|"
    r"(?:update|upgrade|pin|lock|refresh)s? (?:\w+[ -]){0,3}(?:dependenc|lock ?file)|"
    r"(?:update|upgrade|pin|roll)s? \S+(?: \S+){0,4}? (?:to|from) v?\d|"
    r"releas(?:e|ing)(?:$| (?:of|for|notes?|candidate|version|\S*\d))|prepar\w+ .{0,40}\breleases?\b|post[- ]release|"
    r"version (?:bump|v?\d)|v?\d+\.\d+\S*$|(?:update )?(?:the )?change ?log\b|backport(?:s|ed|ing)?\b|"
    r"sync(?:ing)? (?:with|from|to) |merge (?:upstream|main|master)\b|auto[- ](?:update|generated))|"
    r"\[back-?port|.*[( \[]backport(?: of)? #?\d|.* \S+@\d+\.\d",
    re.I,
)
_BOT = re.compile(
    r"\[bot\]|\bbot$|^(?:dependabot|renovate|greenkeeper|github[- ]actions|pre-commit-ci|allcontributors|snyk)\b",
    re.I,
)


def is_routine(title: str) -> bool:
    """Return whether a title is a release's or a bump's: such a text tells and never argues."""
    return bool(_ROUTINE.match(title[:MAX_LINE]))


def is_bot(author: str) -> bool:
    """Return whether a commit's author is a machine by its name."""
    return bool(_BOT.search(author[:MAX_LINE]))


def prose(text: str, title: str = "") -> str:
    """Return the paragraphs that argue, "" where there are none. What only repeats the title is left out."""
    kept: list[str] = []
    seen = {_folded(title)}
    for paragraph in _paragraphs(text):
        lines = [] if _is_trailers(paragraph) else _said(paragraph)
        words = "\n".join(lines).strip("\n")
        known = _folded(words) in seen and "```" not in words
        if words.strip() and not known:
            kept.append(words)
            seen.add(_folded(words))
    while kept and _HEADING.fullmatch(kept[-1].strip()):
        kept.pop()
    plain = "\n\n".join(kept)
    return plain if len(plain) >= LEAST else ""


def decisions(text: str) -> list[str]:
    """Return the decision trailers, a line each, those of each commit that a squash put below another together."""
    found: list[str] = []
    for paragraph in _paragraphs(text):
        if _is_trailers(paragraph):
            kept = unfolded(paragraph)
            found += ["\n".join(kept)] if teaches(kept) else []
    return found


def unfolded(block: str) -> list[str]:
    """Return the decision trailers of a block, a line each, as git unfolds them; where lines end in CR LF it does not."""
    lines = (" ".join(line.split()) for line in re.sub(r"(?:\r?\n|\r)[ \t]+", " ", block).split("\n"))
    return [line for line in lines if _DECISION.fullmatch(line)]


def teaches(trailers: Iterable[str]) -> bool:
    """Return whether one of the trailers says what to do or to leave."""
    return any(line.capitalize().startswith(DECISIONS) for line in trailers)


def parted(body: str) -> tuple[str, list[list[str]]]:
    """Return the prose of a text, and the decision trailers that stand below it, each commit's together."""
    paragraphs = body.split("\n\n")
    below: list[list[str]] = []
    while paragraphs and all(_DECISION.fullmatch(line) for line in paragraphs[-1].split("\n")):
        below.insert(0, paragraphs.pop().split("\n"))
    return "\n\n".join(paragraphs), below


def _paragraphs(text: str) -> list[str]:
    """Return the paragraphs of what a person wrote: without what is folded away, and what scripts add below."""
    plain = _HIDDEN.sub("", text[:MAX_BODY])
    described = _DESCRIPTION.search(plain)
    plain = plain[described.end() :] if described else plain
    after = _AFTER.search(plain)
    plain = textwrap.dedent(plain[: after.start()] if after else plain)
    return [paragraph for paragraph in _BLANK_LINES.split(plain.strip("\n")) if paragraph.strip()]


def _is_trailers(paragraph: str) -> bool:
    """Return whether a paragraph is a block of trailers, where each line has a key and one of them is known.

    Git takes any `Note: …` at the end for a trailer, and a person means something by it.
    """
    lines = [line for line in paragraph.split("\n") if not line.startswith((" ", "\t"))]
    if not lines or any(len(line) > MAX_LINE for line in lines):
        return False
    own = [_SIGNED.fullmatch(line) or _LORE.fullmatch(line) or _HYPHENED.fullmatch(line) for line in lines]
    keyed = [_KEYED.fullmatch(line) or _POINTS.fullmatch(line) or _SKIPS.fullmatch(line) for line in lines]
    return any(own) and all(one or other for one, other in zip(own, keyed, strict=True))


def _said(paragraph: str) -> list[str]:
    """Return the lines of a paragraph that someone wrote to be read."""
    lines = paragraph.split("\n")
    kept: list[str] = []
    below = False
    for at, line in enumerate(lines):
        words = line.strip()
        listed = _COMMITS.fullmatch(line.strip()) if len(line) <= MAX_LINE else None
        if (listed and not line.startswith("    ")) or _CONFLICTS.fullmatch(words):
            below = words.startswith("* ") or words.endswith(":")
        elif not (below and line.startswith((" ", "\t", "#\t"))):
            below = False
            if not _is_idle(words) and not _is_bare(lines, at):
                kept.append(line)
    return kept


def _is_idle(words: str) -> bool:
    """Return whether a line says nothing of its own: a signature, a pointer alone, a mark for a tool, a rule."""
    if len(words) > MAX_LINE:
        return False
    return any(sign.fullmatch(words) for sign in (_SIGNED, _POINTS, _SKIPS))


def _is_bare(lines: list[str], at: int) -> bool:
    """Return whether a line is the subject of a squashed commit: a bullet with no text of its own below."""
    follows = lines[at + 1] if at + 1 < len(lines) else ""
    if not _BULLET.fullmatch(lines[at]) or len(lines[at].strip()) > MAX_BULLET:
        return False
    alone = not follows.strip() or bool(_BULLET.fullmatch(follows))
    # A forge puts each subject into a paragraph of its own, whatever it ends with.
    forges = len(lines) == 1 and lines[0].startswith("* ")
    return alone and (forges or not _SAYS_MORE.search(lines[at].strip()))


def _folded(words: str) -> str:
    return re.sub(r"\W+", " ", re.sub(r"\(#\d+\)", "", words)).strip().casefold()
