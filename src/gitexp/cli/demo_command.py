"""`exp demo`: the whole story on a sample repository, told by the real commands."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

import click

from gitexp.cli import screen
from gitexp.errors import RepositoryError

if TYPE_CHECKING:
    from gitexp.cli.wiring import Sample

RETRY = "src/orchard/net/retry.py"
TRANSPORT = "src/orchard/net/transport.py"
INTENT = "add retry on 500"
CHART = "web/src/chart.js"


@click.command(name="demo")
@click.option("--keep", is_flag=True, help="Keep the folder, to look around in it afterwards.")
def command(keep: bool) -> None:
    """Tell the whole story on a small sample repository

    It is laid in a temporary folder: no key, no network, and nothing outside that folder is touched.

    \b
    Examples:
      exp demo
      exp demo --keep
    """
    from gitexp.cli.wiring import sample as laid_in

    with ExitStack() as stack:
        if keep:
            folder = Path(tempfile.mkdtemp(prefix="exp-demo-"))
        else:
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="exp-demo-")))
        sample = laid_in(folder)
        sample.lay()
        _tell(sample)
        if keep:
            screen.say(f"\nKept: {sample.repository}")


def _tell(sample: Sample) -> None:
    """Run the story's commands, with plain words between them."""
    _words(
        "A small shop. Its history holds a change that was taken back, its review threads hold what the",
        "maintainer had to say twice. One experience is in force already. Three discussions lie beside it.",
    )
    _show(sample, "exp", "propose", "../discussions", "history:")
    _words(
        "Work tree, index and HEAD are as they were: the files stand on a branch, as one commit. The secret that",
        "someone pasted into a thread is gone. The thread about line length taught nothing, and that is normal.",
        "Now a person reads the text above and merges. That is the approval; nothing else puts a rule in force.",
    )
    _show(sample, "git", "diff", "--stat", "HEAD...exp/proposals")
    _show(sample, "git", "merge", "--no-ff", "--quiet", "-m", "Merge exp/proposals", "exp/proposals")
    _words("An agent is about to edit the retry policy. It asks first, and gets what applies here:")
    _show(sample, "exp", "recall", "--file", RETRY)
    _words("A developer is about to try again what was tried there before, and asks the history first:")
    _show(sample, "exp", "archaeology", RETRY, "--intent", INTENT)
    _words(f"The pool: httpx is 0.27.2 here (requirements.txt), so the condition holds for {TRANSPORT}:")
    _show(sample, "exp", "recall", "--file", TRANSPORT)
    _words("With an older httpx the same experience does not hold. It is blocked, and says why:")
    _show(sample, "exp", "recall", "--file", TRANSPORT, "--env", "httpx=0.23.1")
    _words(
        "Whether charts are drawn on a canvas no file tells. exp does not guess: it can't be told, so it asks:"
    )
    _show(sample, "exp", "recall", "--file", CHART)
    _words("Once a person has said so, it applies:")
    _show(sample, "exp", "facts", "set", "rendering=canvas")
    _show(sample, "exp", "recall", "--file", CHART)
    _words("The same discussions once more: what stands is not proposed again.")
    _show(sample, "exp", "propose", "../discussions", "history:")
    _words(
        "That is all: propose, read, merge, recall, ask the past. In your own repository:",
        "exp propose history: --dry-run",
    )


def _words(*lines: str) -> None:
    screen.say()
    for line in lines:
        screen.say(screen.style(line, "green"))


def _show(sample: Sample, *words: str) -> None:
    """Print a command and run it for real, its output where it belongs."""
    shown = " ".join(f'"{word}"' if " " in word else word for word in words)
    screen.say(screen.style(f"\n$ {shown}", "bold"))
    sys.stdout.flush()
    if words[0] == "git":
        screen.say(sample.git(*words[1:]).rstrip())
        return
    environment = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    environment |= {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}
    done = subprocess.run(
        [sys.executable, "-P", "-m", "gitexp", *words[1:]],
        cwd=sample.repository,
        env=environment,
        check=False,
    )
    if done.returncode not in (0, 1):
        raise RepositoryError(shown, f"ended with {done.returncode}", "exp demo --keep shows where")
