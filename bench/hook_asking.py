"""Asks the hook: within this process, through the use case as `exp hook` builds it; or as a whole process."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from bench.recall_timing import SCRIPT, Sample, environment

if TYPE_CHECKING:
    from gitexp.steps.unasked import Weighed

MODULE = (sys.executable, "-m", "gitexp", "hook")
TODAY = "2026-01-01"


class Heard(NamedTuple):
    """What the hook gave: ids of experiences, the text, and of all that it weighed why it was told or not."""

    given: tuple[str, ...]
    text: str
    why: Mapping[str, str] = MappingProxyType({})


def ask(agent: str, event: Mapping[str, object]) -> Heard:
    """Ask the use case, wired as `exp hook` wires it; a failure is one here, and not silence."""
    from gitexp.adapters.agent_form import form_of
    from gitexp.cli.wiring_hook import HookWiring
    from gitexp.hook import hook
    from gitexp.records.question import Question

    read = form_of(agent).read(event)
    if read.moment == "other":
        return Heard((), "")
    wiring = HookWiring(read)
    wiring.begin()
    placed = wiring.placed(read)
    world = wiring.world(placed, TODAY)
    outcome = hook(placed, Question(approvals=False, today=TODAY, clone="bench"), world)
    wiring.save()
    given = tuple(item.card.id for item in outcome.given)
    why = {one.card.id: _why(one) for _, one in outcome.weighed}
    return Heard(given, outcome.answer.context or outcome.answer.deny, why)


def _why(one: Weighed) -> str:
    """Say by what an experience covers the place, and what it shares with the edit."""
    words = ", ".join((*one.met.added, *one.met.removed, *one.met.touched)) or "no word"
    by = f"covers by {one.by}" if one.by else "does not cover the place"
    return f"{by}; shares {words} ({one.met.mass:.2f} of {one.need:.2f})"


def fire(agent: str, event: Mapping[str, object], cwd: Path, *, module: bool = False) -> tuple[Sample, str]:
    """Start `exp hook` as an agent does; return what it took, and what it printed."""
    command = (*MODULE, agent) if module else (SCRIPT, "hook", agent)
    return timed(command, cwd, json.dumps(event).encode())


def timed(command: tuple[str, ...], cwd: Path, given: bytes = b"") -> tuple[Sample, str]:
    """Run a command to its end with something on its stdin; one that fails ends the measurement."""
    nothing = subprocess.DEVNULL
    start = time.perf_counter()
    process = subprocess.Popen(
        command, cwd=cwd, env=environment(), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=nothing
    )
    assert process.stdin is not None and process.stdout is not None
    with process.stdin as stream:
        stream.write(given)
    printed = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - start
    process.stdout.close()
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"{' '.join(command)} ended with {process.returncode} in {cwd}")
    return Sample(1000 * seconds, 1000 * (usage.ru_utime + usage.ru_stime)), printed.decode()


def told(printed: str) -> str:
    """Return what an answer of Claude Code or Codex says to the model, "" where it says nothing."""
    if not printed.strip():
        return ""
    said = json.loads(printed).get("hookSpecificOutput") or {}
    return str(said.get("additionalContext") or said.get("permissionDecisionReason") or "")
