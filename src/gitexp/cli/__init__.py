"""The process's door: the one place that catches everything. `recall` goes by it without loading any command."""

from __future__ import annotations

import contextlib
import gc
import os
import sys
from collections.abc import Sequence

from gitexp.cli import screen
from gitexp.errors import ExpError

INTERNAL, INTERRUPTED = 70, 130


def main() -> None:
    """Run `exp` and end the process with its exit code."""
    sys.unraisablehook = _not_lost
    code = run(sys.argv[1:])
    if _is_hook(sys.argv[1:]):
        _end(0)
    if code == INTERRUPTED:
        # Python remembers an interrupt that came within exec() (a dataclass is made by it) as unhandled, caught or
        # not, and would end by the signal in place of the code.
        sys.stderr.flush()
        os._exit(code)
    if sys.argv[1:2] == ["recall"]:
        _end(code)
    raise SystemExit(code)


def _end(code: int) -> None:
    """End the process without taking the interpreter down piece by piece: that costs a recall 3 ms, and frees nothing."""
    with contextlib.suppress(OSError, ValueError):
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


def run(arguments: Sequence[str]) -> int:
    """Run one command and return its exit code (DESIGN.md section 10). Nobody is shown a traceback."""
    screen.prepare()
    try:
        return _invoked(arguments)
    except ExpError as error:
        screen.note(f"Error: {_one_line(error)}")
        return error.exit_code
    except KeyboardInterrupt:
        if not _is_hook(arguments):
            screen.note("interrupted; nothing half-written")
        return INTERRUPTED
    except (BrokenPipeError, SystemExit):
        # click ends the process by itself for one thing only: nobody reads on (`exp … | head`).
        _close_quietly()
        return 0
    except Exception as error:
        if os.environ.get("EXP_DEBUG"):
            raise
        screen.note(
            f"Error: a fault of exp itself: {type(error).__name__}: {str(error)[:300]}; "
            "please report it (EXP_DEBUG=1 shows more)"
        )
        return INTERNAL


def _not_lost(ignored: sys.UnraisableHookArgs) -> None:
    """End the process where Python would go on: it drops an interrupt that comes within a callback of its own imports.

    Refs move by compare-and-swap and files in one move, so that ending at any moment leaves nothing half-written.
    """
    if issubclass(ignored.exc_type, KeyboardInterrupt):
        if _is_hook(sys.argv[1:]):
            _end(0)
        screen.note("interrupted; nothing half-written")
        sys.stderr.flush()
        os._exit(INTERRUPTED)
    sys.__unraisablehook__(ignored)


def _is_hook(arguments: Sequence[str]) -> bool:
    """Return whether an agent's hook is answered, which ends with 0 whatever happens."""
    return list(arguments[:1]) == ["hook"]


def _invoked(arguments: Sequence[str]) -> int:
    """Run a command by click; `recall` and `hook`, which agents call many times an hour, without it where nothing is odd."""
    if arguments[:1] == ["hook"] and len(arguments) == 2:
        from gitexp.records.agent_event import AGENTS

        if arguments[1] in AGENTS:
            gc.disable()  # the process lives for an eye's blink, and to look for garbage costs it 2 ms
            from gitexp.cli.hook_run import run_hook

            run_hook(arguments[1])
    if arguments[:1] == ["recall"]:
        from gitexp.cli.recall_asked import asked

        if question := asked(arguments[1:]):
            from gitexp.cli.recall_run import run_recall

            run_recall(question)
            sys.stdout.flush()
            return 0
    from gitexp.cli.group import invoke

    return invoke(arguments)


def _one_line(words: object) -> str:
    """Return an error's words on one line, whatever a file name in them holds."""
    return " ".join(str(words).split())


def _close_quietly() -> None:
    """Let the interpreter close stdout without a word."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
