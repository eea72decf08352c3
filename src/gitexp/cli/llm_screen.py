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


def say_unused(options: LlmOptions, engine: str) -> None:
    """Say which options count for nothing, since another engine judges."""
    given = {
        "--model": options.model,
        "--replies": options.replies,
        "--offline": options.offline,
        "--send-private": options.send_private,
        "--max-tokens": options.max_tokens,
        "--max-cost": options.max_cost,
    }
    unused = [name for name, value in given.items() if value not in (None, False)]
    if engine == "rules" and unused:
        screen.note(f"the rules judge: {', '.join(unused)} counts for nothing; add --engine model")


def announced(one: Announcement) -> str:
    """Return the line: endpoint, model, calls, estimated cost, which text leaves."""
    cost = "" if one.cost is None else f", about {one.cost:.2f} by your prices"
    calls = f"about {counted(one.calls, 'call')} and {one.tokens:,} tokens{cost}, less what is kept of earlier runs"
    limit = f" (the limit is {one.limit:,} tokens)" if one.limit is not None else ""
    return f"asks {one.model} at {one.endpoint}: {calls}{limit}; what leaves this machine: {one.texts}"


def spent_line(spent: Spent) -> str:
    """Return what replies cost, on one line."""
    sent = spent.calls - spent.kept
    kept = f", {counted(spent.kept, 'kept reply', 'kept replies')}" if spent.kept else ""
    cost = "" if spent.cost is None else f", {spent.cost:.2f} by your prices"
    when = " when first asked" if spent.kept else ""
    waited = f", {spent.seconds:.0f} s of waiting" if spent.seconds >= 1 else ""
    return f"{counted(sent, 'call')}{kept}: {spent.tokens:,} tokens{cost}{when}{waited}"
