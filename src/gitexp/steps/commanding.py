"""Finds the comments of a file that command whoever changes it, each with the sentence that does."""

from __future__ import annotations

import re
import sys
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from gitexp.records.commands import MAY, commands
from gitexp.records.commands_against import MAX_SENTENCE, speaks_of_licence
from gitexp.steps.comments import Comment, comments_of

MAX_COMMANDS = 2000
MAX_TEXT = 240
MAX_LINE = 2000
"""Characters of a line of a comment that are read."""
_SHORT = 30
"""Characters of a sentence that says too little alone: "Beware!"."""
_BEGINS = re.compile(
    r"\s*(?:[-*+•o]\s|\(?(?:\d{1,2}|[a-z])[.)]\s|[@\\][a-zA-Z]|:\w[\w *]*:|\.\. |"
    r"\*{0,2}[A-Za-z_]\w*(?:, \*{0,2}\w+)* ?: \w+(?:,| of |$| or )|"
    r"(?:NOTE|TODO|FIXME|XXX+|WARNING|HACK|IMPORTANT|CAUTION)\b[(: ])"
)
"""What begins a paragraph: a bullet, a tag, a field, a mark."""
_RULED = re.compile(r"\W*")
_UNDERLINE = re.compile(r"-{3,}|={3,}")
_ENDS = re.compile(
    r"(?<=[.!?])(?<!e\.g\.)(?<!i\.e\.)(?<!etc\.)(?<!vs\.)(?<!cf\.)(?<!resp\.)[)\]]*\s+(?=[^a-z\s])|(?<=[。！？])"
)
_REASON = re.compile(
    r"\W*(?:otherwise|because|else|or else|this is because|if not|failing|not doing so|doing so|that would|"
    r"this would|it would)\b",
    re.I,
)
_PARAMETER = re.compile(
    r"\s*(?:[@\\](?:param|return|throw|raise|type|arg|tparam|retval|see|example|deprecated|option|yield)|"
    r":(?:param|type|return|raise|rtype|arg|key|var|class|attr)|\.\. (?:version|deprecated|code))"
)
_SECTION = re.compile(
    r"\s*(?:#+ )?(?:Args|Arguments|Params|(?:Other )?Parameters|Returns?|Yields?|Raises|Throws|Attributes|Examples?|"
    r"Options|See Also|References|Keyword Args):?\s*$",
    re.I,
)
_DENSE = re.compile(r"[\u3000-\u30ff\u3400-\u9fff\uff00-\uffef]")
_CLAUSE = re.compile(r"[;:,] |[，；：]| [-–—]+ ")


@dataclass(frozen=True)
class Command:
    """A sentence of a comment that commands: where it begins, where its comment ends, and its words."""

    line: int
    last_line: int
    text: str


@dataclass(frozen=True)
class Commanding:
    """The commands of a file in its order, and how many more there are than are given."""

    found: tuple[Command, ...]
    more: int = 0


@dataclass(frozen=True)
class _Sentence:
    line: int
    text: str
    at: int
    """Where in it the command stands; -1 where it has none."""


def commanding(text: str, path: str, within: tuple[int, int] | None = None) -> Commanding:
    """Return what the comments of a file command; `within` keeps to some lines and to what stands directly above."""
    lines = text.split("\n") if within else []
    found = [
        command
        for comment in comments_of(text, path)
        if within is None or _concerns(comment, within, lines)
        for command in _commands(comment)
        if within is None or command.line <= within[1]
    ]
    return Commanding(tuple(found[:MAX_COMMANDS]), max(0, len(found) - MAX_COMMANDS))


def _concerns(comment: Comment, within: tuple[int, int], lines: Sequence[str]) -> bool:
    """Return whether a comment reaches into the lines, or stands above them with nothing but blanks and marks between."""
    first, last = within
    if comment.last >= first:
        return comment.first <= last
    between = lines[comment.last : first - 1]
    return (
        comment.alone
        and len(between) <= 12
        and all(not one.strip() or one.lstrip().startswith(("@", "#[")) for one in between)
    )


def _commands(comment: Comment) -> Iterator[Command]:
    licence = False
    for paragraph in _paragraphs(comment):
        sentences = list(_sentences(paragraph, comment.doc))
        licence = licence or any(speaks_of_licence(one.text) for one in sentences)
        if not licence or any("edit" in one.text.casefold() for one in sentences):
            yield from (Command(line, comment.last, text) for line, text in _told(sentences))


def _paragraphs(comment: Comment) -> Iterator[list[tuple[int, str]]]:
    """Yield the paragraphs with the numbers of their lines; of documentation without what describes parameters."""
    kept: list[tuple[int, str]] = []
    silent = False
    for number, line in enumerate(comment.lines, comment.first):
        plain = line[:MAX_LINE].strip()
        ruled = bool(_RULED.fullmatch(plain))
        if kept and (ruled or _BEGINS.match(plain)):
            if comment.doc and len(kept) == 1 and _UNDERLINE.fullmatch(plain):
                # A heading with a rule below: what follows is a section of the documentation.
                silent, kept = bool(_SECTION.match(kept[0][1])), []
            if kept and not silent and not (comment.doc and _PARAMETER.match(kept[0][1])):
                yield kept
            kept = []
        if comment.doc and _SECTION.match(plain):
            silent = True
        elif not ruled:
            kept.append((number, plain))
    if kept and not silent and not (comment.doc and _PARAMETER.match(kept[0][1])):
        yield kept


def _sentences(paragraph: Sequence[tuple[int, str]], doc: bool) -> Iterator[_Sentence]:
    parts: list[str] = []
    starts: list[tuple[int, int]] = []
    length = 0
    for number, line in paragraph:
        dense = parts and _DENSE.match(parts[-1][-1]) and _DENSE.match(line)
        parts.append(line if dense or not parts else f" {line}")
        length += len(parts[-1])
        starts.append((length - len(line), number))
    joined = "".join(parts)
    begin = 0
    ends = [(one.start(), one.end()) for one in _ENDS.finditer(joined)]
    for end, following in [*ends, (len(joined), len(joined))]:
        text = joined[begin:end].strip()
        if text:
            first = starts[bisect_right(starts, (begin, sys.maxsize)) - 1][1]
            found = commands(text, doc=doc) if MAY.search(text[:MAX_SENTENCE]) else None
            yield _Sentence(first, text, found.start() if found else -1)
        begin = following


def _told(sentences: Sequence[_Sentence]) -> Iterator[tuple[int, str]]:
    """Yield each run of commanding sentences that fits, with the reason behind it, and its first line."""
    line, text = 0, ""
    before: _Sentence | None = None
    for one in sentences:
        follows = one.at >= 0 or bool(_REASON.match(one.text)) or len(text) < _SHORT
        if text and follows and len(text) + len(one.text) < MAX_TEXT:
            text = f"{text} {one.text}"
            continue
        if text:
            yield line, text
            before = None
        line, text = (one.line, _fitted(one)) if one.at >= 0 else (0, "")
        if text and before is not None and len(text) < _SHORT and len(before.text) + len(text) < MAX_TEXT:
            # "Must be last." says what of what stands before it.
            line, text = before.line, f"{before.text} {text}"
        before = one
    if text:
        yield line, text


def _fitted(one: _Sentence) -> str:
    """Return a sentence at a length that can be read: cut at a clause before its command, and at a word behind."""
    if len(one.text) <= MAX_TEXT:
        return one.text
    start = 0
    if one.at > MAX_TEXT // 2:
        clauses = [match.end() for match in _CLAUSE.finditer(one.text, 0, one.at)]
        start = (
            clauses[-1]
            if clauses and one.at - clauses[-1] < MAX_TEXT // 2
            else one.text.rfind(" ", 0, one.at - 40) + 1
        )
    cut = one.text[start : start + MAX_TEXT]
    ended = (
        cut
        if len(one.text) - start <= MAX_TEXT
        else cut[: max(cut.rfind(" "), MAX_TEXT // 2)].rstrip(" ,;:") + " …"
    )
    return f"… {ended}" if start else ended
