"""`exp evaluate --import`: bring the cases that refused proposals made into experiences/cases/, for the person to commit."""

from __future__ import annotations

import shlex
from pathlib import Path

from gitexp.cli import screen
from gitexp.errors import UsageError
from gitexp.records.words import counted


def bring_in(folder: Path | None, *, as_json: bool) -> int:
    """Write the cases that are not there yet, list the files, and say what to type next. Returns the exit code."""
    from gitexp.cli.wiring import Workshop
    from gitexp.cli.wiring_commands import imported_cases

    if folder is not None:
        what = "is not where cases of this repository are brought"
        raise UsageError(str(folder), what, "leave FOLDER out: they go to experiences/cases/")
    workshop = Workshop()
    done = imported_cases(workshop)
    if as_json:
        screen.answer(
            {
                "created": done.created,
                "kept": done.kept,
                "changed": done.changed,
                "labelled": done.labelled,
                "skipped": [{"where": skip.where, "what": skip.what} for skip in done.skipped],
            }
        )
    else:
        for path in done.created:
            screen.say(f"created  {path}")
        for path in done.changed:
            screen.say(f"changed  {path}: left as it is")
    for skip in done.skipped:
        if skip.bad:
            screen.note(f"not read: {skip.where}: {skip.what}")
    if not (done.created or done.kept or done.changed):
        screen.note(
            "no case to bring in: `git fetch origin 'refs/exp/*:refs/exp/remotes/origin/*'` looks for new ones"
        )
    elif not (done.created or done.labelled):
        screen.note(f"nothing new: {counted(len(done.kept) + len(done.changed), 'case')} there already")
    elif not as_json:
        folder_of = shlex.quote(workshop.typed("experiences/cases"))
        screen.note(f"look at them, then: git add -- {folder_of} && git commit -m 'Add labelled cases'")
    return 1 if any(skip.bad for skip in done.skipped) else 0
