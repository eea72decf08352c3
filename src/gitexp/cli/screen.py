"""The only place that prints: answers to stdout, everything else to stderr, without a sign that moves a terminal."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from gitexp.records.text import UNSEEN
from gitexp.records.words import shortened

if TYPE_CHECKING:
    import re

_STYLES = {"bold": "1", "dim": "2", "red": "31", "green": "32", "yellow": "33"}
_OURS = os.urandom(16).hex()
"""Begins a style of ours within a text: another one in each process, so that no text of others can hold it."""
SLOW = 0.4
"""Seconds after which a step's name appears: quick work shows no progress."""


def prepare() -> None:
    """Make both streams UTF-8, whatever the locale says; a stream that the caller closed leads nowhere."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115, PTH123
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="replace")


def on_terminal() -> bool:
    """Return whether a person reads the answer."""
    return sys.stdout.isatty()


def say(text: str = "") -> None:
    """Print a piece of the answer."""
    print(_seen(text).replace(_OURS, "\x1b["))


def note(text: str) -> None:
    """Print something beside the answer, on one line: a hint, an error, what was skipped."""
    print(clean(text.replace("\n", " ").replace("\r", " ")), file=sys.stderr)


def answer(document: Mapping[str, object], *, rows: bool = False) -> None:
    """Print a document as JSON; with `rows` each item of its lists on one line."""
    from gitexp.cli.json_text import dumps, dumps_in_rows

    sys.stdout.write(dumps_in_rows(document) if rows else dumps(document))


def clean(text: str) -> str:
    """Return text without what moves a terminal; our own styles go too."""
    return _seen(_plain(text))


def style(text: str, name: str) -> str:
    """Return text marked for a style, where a person reads and NO_COLOR is not set; elsewhere as it is."""
    if not on_terminal() or os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return text
    return f"{_OURS}{_STYLES[name]}m{_plain(text)}{_OURS}0m"


def _plain(text: str) -> str:
    """Return text without styles of ours."""
    if _OURS not in text:
        return text
    first, *styled = text.split(_OURS)
    return "".join((first, *(piece.partition("m")[2] for piece in styled)))


def _seen(text: str) -> str:
    return UNSEEN.sub(_nothing, text)


def _nothing(match: re.Match[str]) -> str:
    return "\ufffd" if 0xD800 <= ord(match[0]) <= 0xDFFF else ""


def progress() -> Callable[[str], None]:
    """Return a function that shows the step at work on a terminal, and is quiet elsewhere."""
    if not sys.stderr.isatty() or os.environ.get("TERM", "dumb") == "dumb":
        return lambda step: None
    start = time.monotonic()
    shown = False

    def tell(step: str) -> None:
        nonlocal shown
        if step == "" and shown:
            sys.stderr.write("\r\x1b[K")
        elif step and time.monotonic() - start > SLOW:
            sys.stderr.write(f"\r\x1b[K{clean(step)} …")
            shown = True
        sys.stderr.flush()

    return tell


def counting(tell: Callable[[str], None], what: str) -> Callable[[int, int], None]:
    """Return a function that shows how many of a batch are done."""
    return lambda done, total: tell(f"{what} {done} of {total}")


def progress_of(what: str, done: int, total: int) -> None:
    """Show how much of a long piece of work is done, on a terminal; quick work and small shows nothing."""
    global _counting
    if _counting is None:
        _counting = progress()
    _counting(f"{what} {done} of {total}" if done < total else "")


_counting: Callable[[str], None] | None = None


def short(words: str, width: int) -> str:
    """Return words on one line, cut at a blank where one is near, with an ellipsis where something is left out."""
    return shortened(words, width)


def can_ask() -> bool:
    """Return whether somebody sits at the keyboard."""
    return sys.stdin.isatty()


def ask(question: str) -> bool:
    """Return whether the person at the terminal says yes; without a terminal nobody does."""
    if not can_ask():
        return False
    sys.stderr.write(f"{clean(question)} [y/N] ")
    sys.stderr.flush()
    return sys.stdin.readline().strip().lower() in ("y", "yes")
