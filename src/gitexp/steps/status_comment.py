"""The one comment that answers all commands, the newest first; it is edited in place and never pings, links or closes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from gitexp.records.commanded import Answered
from gitexp.records.pull import Act, Pull, Reaction
from gitexp.records.words import counted
from gitexp.steps.proposal_patch import unquoted
from gitexp.steps.proposal_words import day
from gitexp.steps.quoting import code, inline
from gitexp.steps.redact import redacted

MARK = "<!-- exp:status v1 -->"
HEAD = "**Commands on this proposal**, the newest first. `/exp help` tells what can be commanded."
END = "<!-- exp:end -->"
SHOWN = 30
SHOWN_REFUSED = 3
"""Answers to people who may not command: a crowd of them must not push the others out."""
MAX_TEXT = 60_000
NOT_ALLOWED = "only people with write permission to this repository can command"
NOT_KNOWN = (
    "whether they may can't be told now: only people with write permission to this repository can command"
)
_ENTRY = re.compile(r"<!-- exp:answer ([A-Za-z_]*:?\d+)( no)? -->")
_ANSWERED = re.compile(r"^<!-- exp:answered ([A-Za-z_:\d,]*) -->$", re.MULTILINE)
_TICKS = re.compile(r"`([^`]*)`")


@dataclass(frozen=True)
class Entry:
    """What became of one comment. `comment` is its name in the memory; `refused` says why nothing of it was looked at."""

    comment: str
    by: str
    at: str
    answers: tuple[Answered, ...] = ()
    refused: str = ""
    left_out: int = 0
    reactions: tuple[Reaction, ...] = ()


class _Part(NamedTuple):
    name: str
    refused: bool
    text: str


def status_of(pull: Pull, id: str = "") -> Act | None:
    """Return the status comment: the one whose id is remembered, else by its marker and its author.

    That is the pull request's, or, where a person opened it by hand, a machine. Another machine beside the bot
    could be made to repeat a marker.
    """
    comments = [act for act in pull.acts if act.kind == "comment"]
    for act in comments:
        if id and act.id == id:
            return act
    marked = [act for act in comments if is_status(act)]
    own = [act for act in marked if act.by is not None and act.by == pull.author]
    by_hand = not (pull.author or "").endswith("[bot]")
    machine = [act for act in marked if act.bot and by_hand]
    return next(iter([*own, *machine]), None)


def is_status(act: Act) -> bool:
    """Return whether a text is that of a status comment, whoever wrote it."""
    return act.text.startswith(MARK)


def told_in(text: str) -> frozenset[str]:
    """Return the comments that a status comment has answered, also those that it does not show any more."""
    found = _ANSWERED.findall(text.replace("\r\n", "\n"))
    return frozenset(name for name in (found[-1].split(",") if found else ()) if name)


def status_text(before: str, entries: Sequence[Entry], notes: Sequence[str] = ()) -> str:
    """Return the comment's text with these answers on top of those before; the same answer twice is once."""
    new = [_Part(one.comment, bool(one.refused), "\n".join(_entry(one))) for one in reversed(entries)]
    names = {one.name for one in new}
    parts = [*new, *(one for one in _parts(before) if one.name not in names)]
    told = sorted(told_in(before) | names, key=_order)
    shown: list[_Part] = []
    size = len(",".join(told)) + sum(len(note) for note in notes) + 1000
    for part in parts:
        refused = sum(one.refused for one in shown)
        if len(shown) == SHOWN or (part.refused and refused == SHOWN_REFUSED):
            continue
        size += len(part.text) + 100
        if size > MAX_TEXT:
            break
        shown.append(part)
    return "\n".join(_lines(shown, told, notes)) + "\n"


def marked(words: str) -> str:
    """Return words for a line of Markdown, in which only what stands between ticks is code; nothing else is markup."""
    pieces = _TICKS.split(words)
    return "".join(
        str(code(redacted(piece))) if number % 2 else _inline(piece)
        for number, piece in enumerate(pieces)
        if piece
    )


def _inline(piece: str) -> str:
    """Return a piece of a line, with the blanks at its ends that set it off from its neighbours."""
    start = " " if piece[:1].isspace() else ""
    end = " " if piece[-1:].isspace() and piece.strip() else ""
    return f"{start}{inline(redacted(piece))}{end}"


def _lines(shown: Sequence[_Part], told: Sequence[str], notes: Sequence[str]) -> Iterator[str]:
    yield MARK
    yield HEAD
    for note in notes:
        yield ""
        yield f"**{marked(note)}**"
    for part in shown:
        yield ""
        yield f"<!-- exp:answer {part.name}{' no' if part.refused else ''} -->"
        yield part.text
    yield ""
    yield END
    if len(told) > len(shown):
        yield f"{counted(len(told) - len(shown), 'older answer')} not shown"
        yield ""
    yield f"<!-- exp:answered {','.join(told)} -->"


def _entry(entry: Entry) -> Iterator[str]:
    when = f"{day(entry.at[:10])} {entry.at[11:16]} UTC" if len(entry.at) > 15 else entry.at
    yield f"**{inline(redacted(entry.by))}**, {inline(redacted(when))}"
    if entry.refused:
        yield f"- nothing was changed: {marked(entry.refused)}"
        return
    for answer in entry.answers:
        line = code(redacted(answer.line))
        if "\n" in answer.words:
            yield f"- {line}"
            yield ""
            yield answer.words
            yield ""
        elif answer.done:
            yield f"- {line} → {answer.words}"
        else:
            yield f"- {line} → nothing was changed: {answer.words}"
    if entry.left_out:
        yield f"- {counted(entry.left_out, 'more command')} in this comment left out: write ten at most"


def _parts(text: str) -> list[_Part]:
    """Return the answers that a status comment shows, as they stand there."""
    lines = text.replace("\r\n", "\n").split("\n")
    starts: list[tuple[int, str, bool]] = []
    end = len(lines)
    for number in unquoted(lines):
        match = _ENTRY.fullmatch(lines[number])
        if match and end == len(lines):
            starts.append((number, match[1], match[2] is not None))
        elif lines[number] == END and end == len(lines):
            end = number
    stops = [*(start for start, _, _ in starts[1:]), *([end] if starts else [])]
    return [
        _Part(name, refused, "\n".join(lines[start + 1 : stop]).rstrip("\n"))
        for (start, name, refused), stop in zip(starts, stops, strict=True)
    ]


def _order(name: str) -> tuple[str, int, str]:
    kind, _, number = name.rpartition(":")
    return kind, len(number), number
