"""`exp note`: notes in the journal what was learnt, and lists what was noted."""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from gitexp.cli import options, screen
from gitexp.errors import UsageError
from gitexp.records.episode import EPISODE_KINDS, MAX_TEXT, Episode, Noted
from gitexp.records.words import counted

if TYPE_CHECKING:
    from gitexp.records.skipped import Skipped

WIDTH = 100


@click.command(name="note")
@click.argument("text", required=False)
@click.option(
    "--file",
    "-f",
    "files",
    multiple=True,
    metavar="PATH",
    help="A file that it is about; it may not exist yet (can be repeated).",
)
@click.option("--kind", type=click.Choice(EPISODE_KINDS), help="What it is.")
@click.option("--quote", metavar="WORDS", help="What the person said that it rests on, word for word.")
@click.option(
    "--agent",
    metavar="NAME",
    help="Who notes it (default: the agent in whose shell this runs, else on a terminal `person`, and elsewhere `unknown`).",
)
@click.option("--list", "listing", is_flag=True, help="List what was noted, here and in fetched journals.")
@options.as_json
def command(
    text: str | None,
    files: tuple[str, ...],
    kind: str | None,
    quote: str | None,
    agent: str | None,
    listing: bool,
    as_json: bool,
) -> int:
    """Note in the journal what was learnt, for a later proposal

    TEXT is what was learnt, in a sentence or two; `-` reads standard input. It is kept on a ref of this clone,
    without secrets, e-mail addresses and home folders; no file, no index and no branch is touched. A note is never
    recalled: `exp propose journal:` reads the notes, and a person decides. What an agent writes teaches nothing by
    itself, only what it quotes of a person with --quote.

    \b
    Examples:
      exp note "POST /charges must not be retried, since the gateway commits before it answers" -f src/retry.py
      exp note "Retries are off for charges" -f src/retry.py --quote "never retry a charge, it is paid twice"
      exp note --list
    """
    from gitexp.cli.wiring import Workshop
    from gitexp.cli.wiring_note import episodes, take_note

    if listing:
        given = [name for name, value in (("TEXT", text), ("--file", files), ("--quote", quote)) if value]
        if given:
            raise UsageError("--list", f"goes without {given[0]}", "list with `exp note --list` alone")
        return _list(*episodes(Workshop()), as_json=as_json)
    if text is None:
        raise UsageError(
            "exp note", "says nothing", "give the text, or `-` for standard input; --list shows the notes"
        )
    words = _read() if text == "-" else text
    noted = take_note(Workshop(), text=words, files=files, kind=kind, quote=quote, agent=agent)
    _tell(noted, as_json=as_json)
    return 0


def _read() -> str:
    """Return the text on standard input. Raises UsageError where there is more than a note can hold."""
    from gitexp.note import NOTE, too_long

    most = MAX_TEXT * 8
    data = sys.stdin.buffer.read(most + 1)
    if len(data) > most:
        raise too_long(NOTE, MAX_TEXT)
    return data.decode("utf-8", "replace")


def _tell(noted: Noted, *, as_json: bool) -> None:
    """Say what became of a note."""
    if noted.redacted:
        verb = "was" if noted.redacted == 1 else "were"
        screen.note(
            f"{counted(noted.redacted, 'secret or private thing', 'secrets or private things')} {verb} taken out"
        )
    if noted.unseen:
        screen.note("signs that nobody sees were taken out")
    if as_json:
        from gitexp.cli.wiring_note import noted_document

        screen.answer(noted_document(noted))
    elif noted.says_so:
        sighting = "one more sighting" if noted.new else "this sighting stands already"
        screen.say(f"{noted.says_so} already says so ({sighting})")
    else:
        screen.say(noted.id if noted.new else f"{noted.id} stands already")


def _list(found: Sequence[Episode[str]], skipped: Sequence[Skipped], *, as_json: bool) -> int:
    """List the notes, oldest first, and say what could not be read."""
    from gitexp.cli.wiring_note import episode_document

    for skip in skipped:
        screen.note(f"not read: {skip.where}: {skip.what}")
    if as_json:
        left = [{"where": skip.where, "what": skip.what} for skip in skipped]
        notes = [episode_document(one) for one in found]
        screen.answer({"from": "git-exp", "notes": notes, "skipped": left})
        return 0
    if not found:
        screen.say("nothing was noted here yet")
        return 0
    screen.say(
        f"{counted(len(found), 'note')} in the journal (git-exp); none is recalled:  exp propose journal:"
    )
    for one in found:
        _show(one)
    return 0


def _show(one: Episode[str]) -> None:
    head = "  ".join((one.at[:10], one.agent, *([one.kind] if one.kind else []), one.id))
    screen.say(f"\n{screen.style(head, 'bold')}")
    _wrapped(one.text)
    if one.quote:
        _wrapped(f'"{one.quote}"')
    if one.files:
        _wrapped(f"about {', '.join(one.files)}")
    if one.repeats:
        _wrapped(f"one more sighting of …-{one.repeats}")


def _wrapped(words: str) -> None:
    for line in textwrap.wrap(" ".join(words.split()), WIDTH, initial_indent="   ", subsequent_indent="   "):
        screen.say(line)
