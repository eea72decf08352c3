"""`exp symbols`: which named things exist in the tree of a revision; without a name, what the index of it holds."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from gitexp.cli import options, screen
from gitexp.errors import UsageError

if TYPE_CHECKING:
    from gitexp.cli.wiring import Workshop
    from gitexp.records.finding import Finding
    from gitexp.records.mention import Mention

MAX_TEXT = 10_000_000
"""Bytes of a text: what is larger nobody wrote."""


@click.command(name="symbols")
@click.argument("names", nargs=-1, metavar="[NAME]...")
@click.option("--text", metavar="FILE|-", help="Ask for all that a text names; `-` reads standard input.")
@click.option("--at", metavar="REV", help="The tree of a commit (default HEAD).")
@click.option(
    "--history", is_flag=True, help="Also say which commit took out what is not there; takes longer."
)
@options.as_json
def command(names: tuple[str, ...], text: str | None, at: str | None, history: bool, as_json: bool) -> int:
    """Say which named things exist in the code

    A name is found, MISSING (its container is in the tree with all its bases and has no such member; or a folder of
    the tree never held the path), or `?`: it can't be told. Ends with 1 when one is missing. A NAME is a symbol
    (`A.b`, `A::b`, `A#b`), a path or glob, a flag (after `--`), a variable (`'$HOME'`), a dependency (`httpx>=0.24`).
    Without a NAME and --text it indexes the whole tree and says what was left out.

    \b
    Examples:
      exp symbols RetryPolicy.send src/net/retry.py
      exp symbols --text draft.md
      git log -1 --format=%B | exp symbols --text -
      exp symbols --history RetryPolicy.reset
      exp symbols -- --no-cache
      exp symbols
    """
    start = time.monotonic()
    if history and not names and text is None:
        raise UsageError("--history", "is for names", "give a NAME or --text")
    asked = _asked(names, text)
    from gitexp.cli import symbols_screen
    from gitexp.cli.wiring import Workshop

    workshop, tell = Workshop(), screen.progress()
    commit = workshop.revision(at)
    if asked is None:
        indexed = workshop.symbols_at(commit).index(tell)
        tell("")
        if as_json:
            screen.answer(symbols_screen.index_document(indexed, commit, _milliseconds(start)), rows=True)
        else:
            symbols_screen.show_index(indexed)
        return 0
    findings = _findings(workshop, commit, asked, tell, history=history)
    if as_json:
        screen.answer(symbols_screen.document(findings, commit, _milliseconds(start)), rows=True)
    else:
        symbols_screen.show(findings)
    return 1 if any(one.answer == "missing" for one in findings) else 0


def _findings(
    workshop: Workshop, commit: str, asked: tuple[Mention, ...], tell: Callable[[str], None], *, history: bool
) -> tuple[Finding, ...]:
    from gitexp.steps.look_up import look_up

    tell("look up, and ask the history" if history else "look up")
    found = (
        look_up(
            asked,
            workshop.symbols_at(commit),
            workshop.removals(commit),
            history=history,
            commits=workshop.commits(),
        )
        if asked
        else ()
    )
    tell("")
    return found


def _asked(names: tuple[str, ...], text: str | None) -> tuple[Mention, ...] | None:
    """Return what is asked for, None where nothing is; a text that names nothing asks for no thing."""
    if not names and text is None:
        return None
    from gitexp.records.mention import whole_names
    from gitexp.records.mentions import MOST, mention, spots_in, unique

    for name in names:
        if not name.strip():
            raise UsageError("NAME", "is empty", "exp symbols RetryPolicy.send")
    spots = spots_in(_read(text)) if text is not None else ()
    # What a text says to be gone, or to come, it does not claim to be there.
    told = whole_names(unique(spot.mention for spot in spots if not spot.gone))
    if len(told) == MOST:
        screen.note(f"{text}: names more than {MOST} things; the first {MOST} are asked for")
    return tuple(dict.fromkeys([*(mention(name) for name in names), *told]))


def _read(file: str) -> str:
    """Return the text of a file, or of standard input."""
    try:
        if file == "-":
            data = sys.stdin.buffer.read(MAX_TEXT + 1)
        else:
            with Path(file).open("rb") as opened:
                data = opened.read(MAX_TEXT + 1)
    except OSError as error:
        raise UsageError(
            f"--text {file}", f"can't be read: {error.strerror}", "give a text file, or -"
        ) from None
    if len(data) > MAX_TEXT:
        raise UsageError(
            f"--text {file}", f"is larger than {MAX_TEXT // 1_000_000} MB", "give the part that counts"
        )
    return data.decode("utf-8", "replace")


def _milliseconds(start: float) -> int:
    return round((time.monotonic() - start) * 1000)
