"""`exp feedback`: says what became of an experience that was recalled."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, get_args

import click

from gitexp.cli import options, screen
from gitexp.errors import RepositoryError, UsageError
from gitexp.records.usage import Outcome, OutcomeEvent

if TYPE_CHECKING:
    from gitexp.cli.wiring_usage import UsageFiles
    from gitexp.records.experience import Standing

MAX_NOTE = 1000
OUTCOMES: tuple[Outcome, ...] = get_args(Outcome)


@click.command(name="feedback")
@click.argument("name", metavar="ID")
@click.argument("outcome", type=click.Choice(OUTCOMES))
@click.option("--note", metavar="TEXT", help=f"Why, in a sentence (at most {MAX_NOTE} characters).")
@options.as_json
def command(name: str, outcome: Outcome, note: str | None, as_json: bool) -> None:
    """Say what became of an experience that was recalled

    adopted: it was of use. ignored: it applied, and was left aside. wrong: it is not true, or did not apply.
    failed: it was followed, and did not work. ID is any unique beginning of the id, or of its ten hex digits.

    \b
    Examples:
      exp feedback net-retry adopted
      exp feedback 3fa91c wrong --note "The gateway is idempotent since version 4"
    """
    from gitexp.cli.wiring import Workshop
    from gitexp.cli.wiring_usage import usage_of
    from gitexp.steps.redact import redacted

    workshop = Workshop()
    words = _words(note)
    clean = str(redacted(words))[:MAX_NOTE]
    usage = usage_of(workshop)
    standing, _ = workshop.store.standing(worktree=True)
    id, hex = _meant(name, standing, usage)
    event = OutcomeEvent(time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()), hex, outcome, note=clean)
    kept = usage.kept(event)
    if kept is None:
        raise _not_kept(workshop.layout.common_dir, on=usage.keep)
    if clean != words:
        screen.note("something private in the note was replaced before it was kept")
    if as_json:
        document = {"id": id, "hex": hex, "outcome": outcome, "note": clean or None, "at": event.at}
        screen.answer({**document, "path": kept, "clone": usage.clone})
        return
    screen.say(f"kept: {id} {outcome}{f', {clean}' if clean else ''}")
    screen.note(
        f"in exp/usage/{event.at[:10]}.jsonl of the git common folder; private to this clone until `exp usage share`"
    )


def _words(note: str | None) -> str:
    """Return the note on one line. Raises UsageError for an empty or too long one."""
    if note is None:
        return ""
    words = " ".join(note.split())
    if not words:
        raise UsageError("--note ''", "is empty", "say why in a sentence, or leave it out")
    if len(words) > MAX_NOTE:
        raise UsageError("--note", f"has {len(words)} characters", f"say it in {MAX_NOTE} at most")
    return words


def _meant(name: str, standing: Sequence[Standing[str]], usage: UsageFiles) -> tuple[str, str]:
    """Return the id and the digits that a name means: of what stands, or whole digits of what was once handed on."""
    from gitexp.cli.show_command import chosen

    if not name.strip():
        raise UsageError("ID ''", "is empty", "`exp list` shows them")
    each = list({one.experience.id: one for one in standing}.values())
    try:
        one = chosen(name, each).experience
    except UsageError:
        hex = name.lower()[-10:]
        if any(
            hex == getattr(event, "hex", "") or hex in getattr(event, "given", ())
            for event in usage.events()[0]
        ):
            return hex, hex
        raise
    return one.id, one.hex


def _not_kept(common_dir: str, *, on: bool) -> RepositoryError:
    if not on:
        return RepositoryError("exp.usage", "is false: nothing is kept", "git config exp.usage true")
    where = f"{common_dir}/exp/usage"
    return RepositoryError(
        where, "can't be written: nothing was kept", "see who owns it, and whether the disk is full"
    )
