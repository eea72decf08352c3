"""What `exp archaeology --staged` and `--diff` print: a line for each warning, as compilers write them."""

from __future__ import annotations

from gitexp.cli import screen
from gitexp.records.archaeology import Checked
from gitexp.steps.retell_checked import Line, lines_of, retell_checked, summary
from gitexp.steps.retell_past import BUDGET


def show(checked: Checked, *, full: bool, budget: int | None) -> None:
    """Print the warnings for whoever reads; with none a pipe gets no output, and the summary stands beside."""
    for skip in checked.skipped:
        screen.note(f"not read: {skip.where}: {skip.what}")
    for limit in checked.limits:
        screen.note(limit)
    if screen.on_terminal():
        for line in lines_of(checked):
            screen.say(_styled(line))
        screen.say(summary(checked))
        return
    text = retell_checked(checked, budget or (None if full else BUDGET))
    if text:
        screen.say(text)
    else:
        screen.note(summary(checked))


def _styled(line: Line) -> str:
    kind = screen.style(f"{line.kind}:", "yellow" if line.kind == "warning" else "dim")
    source = f" {screen.style(f'[{line.source}]', 'dim')}" if line.source else ""
    return f"{screen.style(line.place, 'bold')}{kind} {line.text}{source}"
