"""What `exp symbols` prints: a line for each name, or a table of what the index of a tree holds."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from gitexp.cli import columns, screen
from gitexp.records.finding import Finding
from gitexp.records.indexed import Indexed
from gitexp.records.skipped import Skipped
from gitexp.records.words import counted

ANSWERS = {"found": "found", "missing": "MISSING", "unverifiable": "?"}
STYLES = {"found": "green", "missing": "red", "unverifiable": "dim"}
ANSWER, NAME = 7, 44
"""Columns of the answer, and at most of the name."""
LEFT_OUT = 10
"""Lines of what was left out; `--json` has all."""


def document(findings: Sequence[Finding], commit: str, milliseconds: int) -> dict[str, object]:
    """Return the findings as JSON."""
    return {
        "at": commit,
        "findings": [
            {
                "name": one.name,
                "kind": one.kind,
                "answer": one.answer,
                "where": list(one.where),
                "nearest": list(one.nearest),
                "reason": one.reason,
                "gone": one.gone or None,
            }
            for one in findings
        ],
        "elapsed_ms": milliseconds,
    }


def index_document(indexed: Indexed, commit: str, milliseconds: int) -> dict[str, object]:
    """Return as JSON what the index holds."""
    return {
        "at": commit,
        "files": indexed.files,
        "parsed": indexed.parsed,
        "bytes": indexed.bytes,
        "parsed_bytes": indexed.parsed_bytes,
        "definitions": sum(one.definitions for one in indexed.languages),
        "languages": [
            {
                "language": one.language,
                "files": one.files,
                "definitions": one.definitions,
                "bytes": one.bytes,
            }
            for one in indexed.languages
        ],
        "left_out": [{"where": skip.where, "what": skip.what} for skip in indexed.left_out],
        "elapsed_ms": milliseconds,
    }


def show(findings: Sequence[Finding]) -> None:
    """Print a line for each name, and last how many there are."""
    if not findings:
        screen.say("no name of code in it")
        return
    room = min(NAME, max(columns.width(_flat(one.name)) for one in findings))
    for one in findings:
        screen.say(_line(one, room))
    screen.say(_count(findings))


def show_index(indexed: Indexed) -> None:
    """Print a table of the languages, then what was left out and why."""
    rows = [("language", "files", "definitions", "MB")]
    rows += [
        (one.language, str(one.files), str(one.definitions), _megabytes(one.bytes))
        for one in indexed.languages
    ]
    wide = [max(len(row[place]) for row in rows) for place in range(4)]
    for number, row in enumerate(rows if indexed.languages else []):
        cells = [
            f"{row[0]:<{wide[0]}}",
            *(f"{cell:>{size}}" for cell, size in zip(row[1:], wide[1:], strict=True)),
        ]
        screen.say(screen.style("  ".join(cells), "dim") if number == 0 else "  ".join(cells))
    for skip in sorted(indexed.left_out, key=_many)[:LEFT_OUT]:
        screen.say(f"left out  {_fitted(f'{_flat(skip.where)}: {_flat(skip.what)}', columns.WIDTH - 10)}")
    if len(indexed.left_out) > LEFT_OUT:
        screen.say(f"left out  {len(indexed.left_out) - LEFT_OUT} more (--json has all)")
    definitions = sum(one.definitions for one in indexed.languages)
    told = [
        counted(indexed.files, "file"),
        counted(definitions, "definition"),
        f"{_megabytes(indexed.bytes)} MB",
    ]
    now = (
        f"{indexed.parsed} parsed now, {_megabytes(indexed.parsed_bytes)} MB"
        if indexed.parsed
        else "none parsed now"
    )
    screen.say(f"{', '.join(told)}; {now}")


def _line(one: Finding, room: int) -> str:
    answer = f"{ANSWERS[one.answer]:<{ANSWER}}"
    name = _flat(one.name)
    # A pipe gets the whole name: what stands behind it is then not aligned.
    cell = columns.padded(name, room) if screen.on_terminal() or columns.width(name) <= room else name
    left = max(20, columns.WIDTH - ANSWER - room - 4)
    told: list[str] = []
    for part in _told(one):
        told.append(_fitted(part, left))
        left -= columns.width(told[-1]) + 3
        if left < 20 and screen.on_terminal():
            break
    return f"{screen.style(answer, STYLES[one.answer])}  {cell}  {'   '.join(told)}".rstrip()


def _told(one: Finding) -> list[str]:
    """Return what is known of a name: where it stands, or what is near and why it is not found."""
    if one.answer == "found":
        return [", ".join(one.where)]
    near = f"nearest: {', '.join(one.nearest)}" if one.nearest else ""
    return [part for part in (near, one.reason) if part]


def _fitted(words: str, room: int) -> str:
    """Return words whole for a pipe, and on one line for a terminal."""
    return columns.short(words, room) if screen.on_terminal() else _flat(words)


def _flat(words: str) -> str:
    return screen.clean(" ".join(words.split()))


def _count(findings: Sequence[Finding]) -> str:
    answers = [one.answer for one in findings]
    parts = [f"{answers.count('found')} of {len(answers)} found"]
    if missing := answers.count("missing"):
        parts.append(f"{missing} missing")
    if unsure := answers.count("unverifiable"):
        parts.append(f"{unsure} can't be told")
    return ", ".join(parts)


def _many(skip: Skipped) -> int:
    """Return what sorts single files, which someone may mend, before what no grammar reads, the most files first."""
    number = skip.where.partition(" ")[0]
    return -int(number) if number.isdecimal() else -sys.maxsize


def _megabytes(size: int) -> str:
    return f"{size / 1_000_000:.2f}"
