"""Options that several commands share, spelled once."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

import click

as_json = click.option("--json", "as_json", is_flag=True, help="Print JSON.")
env = click.option(
    "--env",
    "env",
    multiple=True,
    metavar="NAME=VALUE|FILE",
    help="A fact: a version (`httpx=0.27`, `no` = absent), `language`, `platform`, or any key (can be repeated).",
)
files = click.option(
    "--file",
    "-f",
    "files",
    multiple=True,
    metavar="PATH",
    help="A file about to be edited; it may not exist yet (can be repeated).",
)


def judging(*, sends_private: bool) -> Callable[[Callable[..., int]], Callable[..., int]]:
    """Return what gives a command the options of the engine, as one `llm: LlmOptions`."""
    named = [
        click.option(
            "--engine",
            type=click.Choice(["rules", "model"]),
            help="The judge (default: exp.engine, else rules).",
        ),
        click.option(
            "--model", metavar="NAME", help="The language model (default: EXP_MODEL, else exp.model)."
        ),
        click.option(
            "--max-tokens",
            type=click.IntRange(min=1),
            metavar="N",
            help="What a run may use of them, both directions (default: exp.maxTokens, else 2,000,000).",
        ),
        click.option(
            "--max-cost",
            type=click.FloatRange(min=0),
            metavar="X",
            help="What a run may cost, by exp.promptPrice and exp.completionPrice (a million tokens).",
        ),
        click.option(
            "--replies",
            metavar="FOLDER",
            type=click.Path(),
            help="Recorded replies, looked at first; none is added.",
        ),
        click.option("--offline", is_flag=True, help="Ask nobody: what no kept reply answers stays undone."),
    ]
    if sends_private:
        named.append(
            click.option(
                "--send-private",
                is_flag=True,
                help="Send private sessions to the language model without asking.",
            )
        )

    def with_options(command: Callable[..., int]) -> Callable[..., int]:
        @wraps(command)
        def called(*args: Any, **given: Any) -> int:
            names = ("engine", "model", "replies", "offline", "send_private", "max_tokens", "max_cost")
            own = {name: given.pop(name) for name in names if name in given}
            from gitexp.config_llm import LlmOptions  # what asks no language model does without it

            return command(*args, llm=LlmOptions(**own), **given)

        for option in reversed(named):
            called = option(called)
        return called

    return with_options
