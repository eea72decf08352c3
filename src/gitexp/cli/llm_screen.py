"""How it is said what is sent to a language model, before it is sent, and what it cost, after."""

from __future__ import annotations

from collections.abc import Callable

from gitexp.cli import screen
from gitexp.config_llm import LlmOptions
from gitexp.records.llm import Announcement, Spent
from gitexp.records.words import counted


def announcing(options: LlmOptions, tell: Callable[[str], None]) -> Callable[[Announcement], bool]:
    """Return what says in one line where text goes; it answers whether that of private sessions may go too."""

    def say(one: Announcement) -> bool:
        tell("")
        screen.note(announced(one))
        if not one.private:
            return False
        if options.send_private:
            return True
        what = f"{counted(one.private, 'private session')} to {one.endpoint}"
        if screen.ask(f"send the redacted turns of {what}?"):
            return True
        screen.note(f"not sent: {what}; `--send-private` sends without asking")
        return False

    return say


def announced(one: Announcement) -> str:
    """Return the line: endpoint, model, calls, estimated cost, which text leaves."""
    cost = "" if one.cost is None else f", about {one.cost:.2f} by your prices"
    calls = f"about {counted(one.calls, 'call')} and {one.tokens:,} tokens{cost}, less what is kept of earlier runs"
    return f"asks {one.model} at {one.endpoint}: {calls}; what leaves this machine: {one.texts}"


def spent_line(spent: Spent) -> str:
    """Return what replies cost, on one line."""
    kept = f" ({spent.kept} kept)" if spent.kept else ""
    cost = "" if spent.cost is None else f", {spent.cost:.2f} by your prices"
    waited = f", {spent.seconds:.0f} s of waiting" if spent.seconds >= 1 else ""
    return f"{counted(spent.calls, 'call')}{kept}, {spent.tokens:,} tokens{cost}{waited}"
