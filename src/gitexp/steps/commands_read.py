"""Reads `/exp …` lines out of a comment: only those that a reader of the page sees as lines, and not in code or a quote."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from gitexp.records.commanded import Commanded
from gitexp.records.text import UNSEEN, Redacted
from gitexp.steps.commands_words import Misread, parsed
from gitexp.steps.redact import redacted

MOST = 10
"""Commands that one comment may hold; the rest is counted."""
MAX_TEXT = 65_536
MAX_LINE = 4_000
HIDDEN = "stands inside code, a link or a tag: put it on a line of its own, after an empty line"
QUOTED = "belongs to the quote above it: put an empty line between"
UNSEEN_SIGNS = "holds signs that nobody sees: type it anew"
TOO_LONG = f"has more than {MAX_LINE} characters"

_COMMAND = re.compile(r" {0,3}/exp(?=\s|$)", re.IGNORECASE)
_FENCE = re.compile(r" {0,3}(?:(`{3,})[^`]*|(~{3,}).*)")
_QUOTE = re.compile(r" {0,3}>")
_RAW = re.compile(r" {0,3}<(pre|script|style|textarea|xmp|title)(?=[\s>]|$)", re.IGNORECASE)
_TAG = re.compile(r"<[A-Za-z/!?](?:[^<>\"']|\"[^\"]*\"|'[^']*')*>")
_OPENED = re.compile(r"<[A-Za-z/!?]")
_LINE_TAG = re.compile(r"^ {0,3}<[A-Za-z/!?]", re.MULTILINE)
_LINK = re.compile(r"\]\((?:[^()\"']|\"[^\"]*\"|'[^']*'|\([^()]*\))*\)")
_DEFINITION = re.compile(
    r"^ {0,3}\[[^\]\n]+\]:\s*\S+\s+(?:\"[^\"]*|'[^']*|\([^)]*)\Z|^ {0,3}\[[^\]\n]+\]:\s*\Z", re.MULTILINE
)


@dataclass(frozen=True)
class Told:
    """One command line of a comment as it is shown, and what it commands or why it can't be read."""

    line: Redacted
    command: Commanded | None
    problem: Redacted | None = None


@dataclass(frozen=True)
class Heard:
    """What a comment commands, and how many lines beyond the tenth were left out."""

    told: tuple[Told, ...] = ()
    left_out: int = 0

    @property
    def nothing(self) -> bool:
        """Return whether it commands nothing at all."""
        return not self.told


def heard(text: str) -> Heard:
    """Return the command lines of a comment in order, at most ten."""
    found: list[Told] = []
    count = 0
    page = _Page(text[:MAX_TEXT])
    for number, line in page.commands():
        count += 1
        if len(found) < MOST:
            found.append(_told(line, page.problem(number)))
    return Heard(tuple(found), count - len(found))


def _told(line: str, problem: str) -> Told:
    shown = redacted(" ".join(line.split())).cut(0, 200)
    if not problem and len(line) > MAX_LINE:
        problem = TOO_LONG
    if problem:
        return Told(shown, None, redacted(problem))
    try:
        return Told(shown, parsed(line))
    except Misread as misread:
        return Told(shown, None, redacted(str(misread)))


class _Page:
    """A comment as its page shows it, by lines; what stands in a fence, a quote or a hidden comment is empty."""

    def __init__(self, text: str) -> None:
        self._lines: list[str] = []
        self._lazy: set[int] = set()
        self._see(text.replace("\r\n", "\n").replace("\r", "\n").split("\n"))
        self._tags = _tags("\n".join(self._lines))

    def commands(self) -> Iterator[tuple[int, str]]:
        """Yield each line that begins with `/exp`, with its number."""
        for number, line in enumerate(self._lines):
            shown = UNSEEN.sub("", line)
            if _COMMAND.match(shown):
                yield number, shown.strip()

    def problem(self, number: int) -> str:
        """Return what speaks against the line, empty where nothing does."""
        line = self._lines[number]
        if UNSEEN.search(line):
            return UNSEEN_SIGNS
        if number in self._lazy:
            return QUOTED
        at = sum(len(one) + 1 for one in self._lines[:number])
        if any(one < at < other for one, other in self._tags):
            return HIDDEN
        start = number
        while start and self._lines[start - 1].strip():
            start -= 1
        return HIDDEN if _hidden(self._lines, start, number) else ""

    def _see(self, lines: list[str]) -> None:
        ending: re.Pattern[str] | None = None
        quoted = False
        last = max((number for number, line in enumerate(lines) if "-->" in line), default=-1)
        for number, line in enumerate(lines):
            if ending is not None:
                shown, ending = "", None if ending.search(line) else ending
            elif (ending := _ending(line, closes=number < last)) is not None:
                shown = ""
            else:
                quote = bool(_QUOTE.match(line))
                # A line below a quote without an empty one between belongs to it, on the page too.
                quoted = quote or (quoted and bool(line.strip()))
                shown = "" if quote else line
                if quoted and not quote:
                    self._lazy.add(number)
            self._lines.append(shown)


def _ending(line: str, *, closes: bool) -> re.Pattern[str] | None:
    """Return what ends the hidden part or the code that a line begins, None where it begins none.

    A hidden comment that begins in the middle of a line hides only up to an end that is there: `closes`.
    """
    fence = _FENCE.fullmatch(line)
    if fence:
        sign = (fence[1] or fence[2])[0]
        return re.compile(rf"^ {{0,3}}{sign}{{{len(fence[1] or fence[2])},}}[ \t]*$")
    raw = _RAW.match(line)
    if raw:
        closing = re.compile(rf"</{raw[1]}>", re.IGNORECASE)
        return None if closing.search(line) else closing
    start = line.rfind("<!--")
    if start < 0 or "-->" in line[start:]:
        return None
    return _COMMENT_END if closes or not line[:start].strip() else None


_COMMENT_END = re.compile("-->")


def _hidden(lines: list[str], start: int, number: int) -> bool:
    """Return whether a line may stand inside code, a tag or a link that its paragraph begins before it and ends after it."""
    before = "\n".join(lines[start:number])
    if not any(sign in before for sign in "`<["):
        return False
    end = next((at for at in range(number, len(lines)) if not lines[at].strip()), len(lines))
    after = "\n".join(lines[number:end])
    if before.count("`") % 2 and "`" in after:
        return True
    if ">" in after and _OPENED.search(_TAG.sub("", before)):
        return True
    rest = _LINK.sub("", before)
    if "]" in after and rest.count("[") > rest.count("]"):
        return True
    return (")" in after and "](" in rest) or bool(_DEFINITION.search(before))


def _tags(text: str) -> list[tuple[int, int]]:
    """Return from where to where a tag at the beginning of a line reaches: to the end where it is never closed."""
    found: list[tuple[int, int]] = []
    at = 0
    while opened := _LINE_TAG.search(text, at):
        tag = _TAG.match(text, opened.end() - 2)
        found.append((opened.start(), tag.end() if tag else len(text)))
        at = found[-1][1]
    return found
