"""Patches the text of the open pull request: what was commanded, since when it is frozen, which commit it tells of.

People may have edited the text: what is not found is left alone and told, and the same patch twice is once.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from gitexp.records.bot import OpenProposal, Row
from gitexp.records.words import counted
from gitexp.steps.bot_text import ONLY_MENDS, mends_line
from gitexp.steps.proposal_text import heading
from gitexp.steps.quoting import inline
from gitexp.steps.redact import redacted

FROZEN = "This proposal is frozen since "
WAITS = "; what is learnt later waits for the next one."
NOTE = "<!-- exp:row -->"
"""Stands before the words that a patch adds, so that the next one puts others in their place."""
MAX_WORDS = 300
_HEAD = re.compile(r"\*\*(?:Merging = |Nothing changes by merging this\.)")
_ABOUT = re.compile(r"About \d+ minutes?\. Only `experiences/` changes\.$")
_FENCE = re.compile(r" {0,3}(`{3,})([^`]*)$")
_ENDS = ("### ", "<details>")
_MARK = re.compile(r"^(<!-- exp:proposal v1 base=[^ >]* head=)[^ >]*((?: run=[^ >]*)? -->)$", re.MULTILINE)
_SECTION = re.compile(r"### (\d+) · ")
_REFUSE = re.compile(r"refuse: `/exp drop \d+ KIND why`.*")
_MENDS = re.compile(r"\d+ experiences? in force get the names that the code has today\.")
_PART = r"\d+ (?:experiences?|change records?|questions?)"
_FOLLOW = r"\d+ experiences? follows? the code"
_TITLE = re.compile(
    rf"exp: (?:(?:{_PART}(?:, {_PART})*|nothing to propose)(?P<areas> \([^()]*\))?(?:; {_FOLLOW})?|{_FOLLOW})"
)
_STRUCK = re.compile(r"~~(.*)~~")


class Patched(NamedTuple):
    """The new text, and what of it was not found in the old one."""

    text: str
    missing: tuple[str, ...] = ()


def patched(body: str, proposal: OpenProposal) -> Patched:
    """Return the text as it has to be by the memory: rows and sections, the line on freezing, the marker's head."""
    missing: list[str] = []
    text = body.replace("\r\n", "\n")
    for row in proposal.rows:
        if row.state != "open":
            text, found = _with_row(text, row)
            missing += [] if found else [f"row {row.number}"]
    if proposal.frozen:
        told = with_frozen(text, proposal.frozen)
        missing += [] if told != text or FROZEN in text else ["the first line"]
        text = told
    text = _with_count(text, proposal.rows)
    marked = with_head(text, proposal.head)
    missing += [] if marked != text or f" head={proposal.head}" in text else ["the marker in the last line"]
    return Patched(marked if marked != body.replace("\r\n", "\n") else body, tuple(missing))


def with_row(body: str, row: Row) -> str:
    """Return the text in which a row and its section tell what was commanded; as it was where there is no such row."""
    return _with_row(body, row)[0]


def with_frozen(body: str, words: str) -> str:
    """Return the text with the line on freezing below its head; as it was where it has no head."""
    lines = body.split("\n")
    told = f"{FROZEN}{inline(redacted(words))}{WAITS}"
    for number, line in enumerate(lines[:5]):
        if line.startswith(FROZEN):
            return "\n".join([*lines[:number], told, *lines[number + 1 :]])
    head = next((number for number, line in enumerate(lines[:3]) if _HEAD.match(line)), None)
    if head is None:
        return body
    if head + 1 < len(lines) and _ABOUT.match(lines[head + 1]):
        head += 1  # the head of a proposal with change records has two lines
    return "\n".join([*lines[: head + 1], told, *lines[head + 1 :]])


def with_head(body: str, head: str) -> str:
    """Return the text whose last marker names this commit; as it was where it has no marker."""
    marks = list(_MARK.finditer(body))
    if not marks or not re.fullmatch(r"[0-9a-f]{40,64}", head):
        return body
    last = marks[-1]
    return f"{body[: last.start()]}{last[1]}{head}{last[2]}{body[last.end() :]}"


def _with_row(body: str, row: Row) -> tuple[str, bool]:
    note = f"{NOTE} *{inline(redacted(_cut(row.words)))}*"
    struck = row.state == "dropped"
    lines = body.split("\n")
    plain = unquoted(lines)
    table = next((number for number in plain if lines[number].startswith(f"| {row.number} | ")), None)
    if table is not None:
        lines[table] = _noted(lines[table], note, struck=struck)
    section = next((number for number in plain if _number(lines[number]) == row.number), None)
    if section is not None:
        ends = (number for number in plain if number > section and lines[number].startswith(_ENDS))
        end = next(ends, len(lines))
        inner = _inner(lines[section + 1 : end], note, struck=struck)
        lines = [*lines[: section + 1], *inner, *lines[end:]]
    return "\n".join(lines), table is not None


def unquoted(lines: Sequence[str]) -> list[int]:
    """Return the numbers of the lines outside of fences: within one stand people's words, whatever they look like."""
    found: list[int] = []
    fence = ""
    for number, line in enumerate(lines):
        match = _FENCE.match(line)
        if fence:
            if match and not match[2].strip() and len(match[1]) >= len(fence):
                fence = ""
        elif match:
            fence = match[1]
        else:
            found.append(number)
    return found


def _noted(line: str, note: str, *, struck: bool) -> str:
    """Return a row of the table whose second cell tells it; the bars within cells are escaped there."""
    cells = re.split(r"(?<!\\)\|", line)
    if len(cells) < 3:
        return line
    words = cells[2].partition(NOTE)[0].strip()
    bare = match[1] if (match := _STRUCK.fullmatch(words)) else words
    cells[2] = f" {f'~~{bare}~~' if struck and bare else bare} {note} "
    return "|".join(cells)


def _inner(lines: list[str], note: str, *, struck: bool) -> list[str]:
    """Return the lines of a section that begin with the note, and no longer say how to refuse what is refused."""
    if lines and lines[0].startswith(NOTE):
        lines = lines[2:] if len(lines) > 1 and not lines[1] else lines[1:]
    plain = set(unquoted(lines))
    kept: list[str] = []
    for number, line in enumerate(lines):
        if struck and number in plain and _REFUSE.fullmatch(line):
            kept = kept[:-1] if kept and not kept[-1] else kept
        else:
            kept.append(line)
    return [note, "", *kept]


def _number(line: str) -> int | None:
    match = _SECTION.match(line)
    return int(match[1]) if match and len(match[1]) < 6 else None


class _Count(NamedTuple):
    """What merging brings, by what it is."""

    carried: int
    records: int
    asked: int
    mended: int


def _counted(rows: Sequence[Row]) -> _Count:
    brings = [row for row in rows if row.state != "dropped"]
    new = [row for row in brings if row.kind == "experience" and not row.mends]
    resolved = sum((row.kind, row.state) == ("question", "resolved") for row in brings)
    return _Count(
        len(new) + resolved,
        sum(row.kind == "change" for row in brings),
        sum((row.kind, row.state) == ("question", "open") for row in brings),
        sum(row.mends for row in brings),
    )


def _with_count(body: str, rows: Sequence[Row]) -> str:
    """Return the text whose head counts what merging brings by now."""
    now = _counted(rows)
    others = now.carried or now.records or now.asked or not now.mended
    told = heading(now.carried, now.records, now.asked) if others else [ONLY_MENDS]
    lines = body.split("\n")
    if not _HEAD.match(lines[0]):
        return body
    old = 2 if len(lines) > 1 and _ABOUT.match(lines[1]) else 1
    lines = [*told, *lines[old:]]
    for number, line in enumerate(lines[:6]):
        if _MENDS.fullmatch(line):
            lines[number] = mends_line(now.mended)
    return "\n".join(lines)


def retitled(title: str, proposal: OpenProposal) -> str:
    """Return the title that counts what merging brings by now; as it was where people gave it another one."""
    old, found = _TITLE.fullmatch(proposal.title), _TITLE.fullmatch(title)
    laid = _counted([replace(row, state="open") for row in proposal.rows])
    now = _counted(proposal.rows)
    if not old or not found or old["areas"] != found["areas"] or now == laid:
        return title
    parts = [
        counted(many, what)
        for many, what in (
            (now.carried, "experience"),
            (now.records, "change record"),
            (now.asked, "question"),
        )
        if many
    ]
    mends = (
        f"{counted(now.mended, 'experience follows', 'experiences follow')} the code" if now.mended else ""
    )
    first = f"{', '.join(parts)}{found['areas'] or ''}" if parts else "" if mends else "nothing to propose"
    return f"exp: {'; '.join(part for part in (first, mends) if part)}"


def _cut(words: str) -> str:
    return words if len(words) <= MAX_WORDS else f"{words[: MAX_WORDS - 1]}…"
