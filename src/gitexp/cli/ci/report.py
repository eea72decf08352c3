"""What a run in GitHub Actions says: its log, annotations, step summary and outputs."""

from __future__ import annotations

import os
import re
import secrets
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Literal

from gitexp.cli import screen
from gitexp.errors import RepositoryError

Kind = Literal["error", "warning", "notice"]
KINDS: tuple[Kind, ...] = ("error", "warning", "notice")
MAX_OF_A_KIND = 10
"""Annotations of a kind that GitHub shows of one step."""
MAX_SUMMARY = 1_000_000
"""Bytes of a step's summary; GitHub shows none of one with more than 1 MiB."""
CUT = "*The rest is left out: a step summary holds 1 MB.*\n"
_COMMAND = re.compile(r"^(?=\s*::)", re.MULTILINE)
_OLD_COMMAND = re.compile(r"##(?=\[)")
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_-]*")
_FENCE = re.compile(r" {0,3}(`{3,})([^`]*)")


@dataclass(frozen=True)
class Annotation:
    """One remark on a file, or on none."""

    kind: Kind
    message: str
    file: str = ""
    line: int = 0
    title: str = ""


def in_actions() -> bool:
    """Return whether GitHub's runner reads what is printed."""
    return os.environ.get("GITHUB_ACTIONS") == "true"


def log(text: str) -> None:
    """Print words of anyone into the log; no line of them is a command to GitHub's runner."""
    if in_actions():
        text = _OLD_COMMAND.sub("## ", _COMMAND.sub("| ", screen.clean(text)))
    screen.say(text)


def annotate(kind: Kind, message: str, file: str = "", line: int = 0, title: str = "") -> None:
    """Print one annotation; outside of GitHub Actions as a line beside the answer."""
    if not in_actions():
        place = f"{file}:{line}" if file and line else file
        screen.note(": ".join(part for part in (kind, place, title, message) if part))
        return
    where = {"file": file, "line": str(line) if line > 0 else "", "title": title}
    told = ",".join(f"{name}={_property(value)}" for name, value in where.items() if value)
    screen.say(f"::{kind}{' ' if told else ''}{told}::{_data(message)}")


def annotate_each(annotations: Iterable[Annotation]) -> None:
    """Print annotations, the gravest first, and of each kind no more than GitHub shows: the last one counts the rest."""
    ordered = sorted(annotations, key=lambda one: KINDS.index(one.kind))
    for kind, group in groupby(ordered, key=lambda one: one.kind):
        some = list(group)
        shown = some if len(some) <= MAX_OF_A_KIND else some[: MAX_OF_A_KIND - 1]
        for one in shown:
            annotate(one.kind, one.message, one.file, one.line, one.title)
        if len(shown) < len(some):
            annotate(kind, f"and {len(some) - len(shown)} more: see the summary of the step", title="exp")


def write_summary(text: str) -> None:
    """Add Markdown to the step's summary, up to what GitHub takes; without a summary print it."""
    path = os.environ.get("GITHUB_STEP_SUMMARY", "")
    if not path:
        log(text.rstrip("\n"))
        return
    data = _ended(screen.clean(text))
    try:
        held = Path(path).stat().st_size if Path(path).exists() else 0
        _append(path, data if held + len(data) <= MAX_SUMMARY else _cut(data, MAX_SUMMARY - held))
    except (OSError, ValueError) as error:
        raise _unwritable("GITHUB_STEP_SUMMARY", error) from None


def write_outputs(outputs: Mapping[str, object]) -> None:
    """Set outputs of the step; a value of several lines can't set another. Without a file for them nothing is done."""
    path = os.environ.get("GITHUB_OUTPUT", "")
    if not path:
        return
    lines = []
    for name, value in outputs.items():
        if not _NAME.fullmatch(name):
            raise ValueError(f"{name!r} is no name of an output")
        mark = f"exp-{secrets.token_hex(16)}"  # nobody who wrote the value could know it
        lines.append(f"{name}<<{mark}\n{_worded(value)}\n{mark}\n")
    try:
        _append(path, "".join(lines).encode("utf-8", "replace"))
    except (OSError, ValueError) as error:
        raise _unwritable("GITHUB_OUTPUT", error) from None


def _worded(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return "" if value is None else screen.clean(str(value))


def _append(path: str, data: bytes) -> None:
    with Path(path).open("ab") as file:
        file.write(data)


def _ended(text: str) -> bytes:
    return (text if text.endswith("\n") else f"{text}\n").encode("utf-8", "replace")


def _cut(data: bytes, room: int) -> bytes:
    """Return the lines of Markdown that fit, with what they leave open closed, and a line that says so."""
    kept = data[: max(0, room - len(CUT) - 200)]
    text = kept[: kept.rfind(b"\n") + 1].decode("utf-8", "replace")
    fence = ""
    opened = 0
    for line in text.splitlines():
        match = _FENCE.match(line)
        if match and not fence:
            fence = match[1]
        elif match and len(match[1]) >= len(fence) and not match[2].strip():
            fence = ""
        elif not fence:
            opened += line.count("<details>") - line.count("</details>")
    closing = (f"{fence}\n" if len(fence) < 100 else "") + "\n</details>\n" * min(max(opened, 0), 5)
    return (f"{text}{closing}\n{CUT}").encode("utf-8", "replace") if room > len(CUT) else b""


def _unwritable(name: str, error: Exception) -> RepositoryError:
    why = (error.strerror or "") if isinstance(error, OSError) else "no such file"
    return RepositoryError(name, f"can't be written: {why}", "let GitHub's runner set it, or unset it")


def _data(text: str) -> str:
    """Return text as GitHub's runner takes it: it can neither end the line nor begin another command."""
    return screen.clean(text).replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
