"""How long `exp hook` takes with 10,000 experiences, against bare Python: `make bench-hook` (docs/how-to/measure-hooks.md).

All is measured in one run, in turn, as whole processes; what counts is the ratio, for machines differ and are shared.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Collection, Mapping
from pathlib import Path

from bench.hook_asking import fire, timed, told
from bench.hook_figures import Line
from bench.recall_commits import Change, commit
from bench.recall_store import Laid, git, lay
from bench.recall_timing import Sample, middle

from gitexp.adapters.experience_yaml import read
from gitexp.records.experience import Experience, Lifecycle

AGENT = "claude-code"
BASE = (sys.executable, "-c", "import json, sqlite3")
MANY = 10_000
TIMES, MORE = 1.5, 30.0
"""The bar: so many times the base, and so many milliseconds."""
SETTLED = 3.0
"""Seconds after which what a hook has found out beside, once for a file, is known; what is started again is measured."""
OTHER_WORDS = "a line that speaks of nothing the store knows\n"


def main() -> int:
    """Measure, print, and end with 1 where a bar is missed."""
    parser = argparse.ArgumentParser(description=str(__doc__).splitlines()[0])
    parser.add_argument("--many", type=int, default=MANY, help="experiences in the store")
    parser.add_argument("--runs", type=int, default=15)
    parser.add_argument("--commits", type=int, default=7)
    parser.add_argument("--folder", type=Path, help="where stores lie, and stay, from one run to the next")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="exp-bench-hook-") as temporary:
        print(f"laying {asked.many:,} experiences", file=sys.stderr)
        store = lay((asked.folder or Path(temporary)) / str(asked.many), asked.many)
        events = cases(store)
        lines = [
            *said_lines(store, events),
            *usual(store, events, asked.runs),
            *committed(store, events, asked.commits),
        ]
    missed = sum(line.fine is False for line in lines)
    print(f"{missed} of {sum(line.fine is not None for line in lines)} bars missed")
    return 1 if missed else 0


def cases(store: Laid) -> dict[str, dict[str, object]]:
    """Return an event of each kind: an edit that meets an experience, one that meets none, and what else fires."""
    one = meant(store.root, store.tree.texts)
    path = one.scope.paths[0]
    line = store.tree.texts[path].partition("\n")[0]
    hit = edit(store.root, path, line, f"{line}\n{one.when}\n{one.what}\n{one.why or ''}\n")
    miss = edit(store.root, path, line, f"{line}\n{OTHER_WORDS}")
    reading = {"tool_name": "Read", "tool_input": {"file_path": f"{store.root}/{store.tree.sources[5].path}"}}
    return {
        "edit that meets": hit,
        "edit that meets nothing": miss,
        "read": event(store.root, "PreToolUse", **reading),
        "prompt": event(store.root, "UserPromptSubmit", prompt=store.words.sentence(20, 30)),
        "session begins": event(store.root, "SessionStart", source="startup"),
    }


def event(root: Path, name: str, **given: object) -> dict[str, object]:
    """Return an event as Claude Code tells its hook."""
    told = {
        "session_id": "s",
        "transcript_path": f"{root}/t.jsonl",
        "cwd": str(root),
        "permission_mode": "default",
    }
    return {**told, "hook_event_name": name, **given}


def edit(root: Path, path: str, old: str, new: str) -> dict[str, object]:
    """Return an edit of a file."""
    given = {"file_path": f"{root}/{path}", "old_string": old, "new_string": new}
    return event(root, "PreToolUse", tool_name="Edit", tool_input=given, tool_use_id="toolu_1")


def meant(root: Path, files: Collection[str]) -> Experience[str]:
    """Return the first experience in force that names one of the files and has no conditions."""
    for path in git(root, "ls-tree", "-r", "--name-only", "HEAD:experiences").split():
        if "/" not in path:
            continue
        path = f"experiences/{path}"
        one = read(git(root, "show", f"HEAD:{path}").encode(), path).experience
        here = one.scope.paths and one.scope.paths[0] in files
        plain = one.status == "active" and not (one.preconditions.must or one.preconditions.must_not)
        if here and plain and one.lifecycle == Lifecycle():
            return one
    raise SystemExit("the store has no experience for one file")


def said_lines(store: Laid, events: Mapping[str, dict[str, object]]) -> list[Line]:
    """Print and return whether the events do what they are meant for; the index is there from here on."""
    timed((sys.executable, "-m", "gitexp", "index"), store.root)
    heard = {
        name: bool(told(fire(AGENT, {**given, "session_id": new()}, store.root)[1]))
        for name, given in events.items()
    }
    time.sleep(SETTLED)
    fine = heard["edit that meets"] and heard["session begins"] and not heard["edit that meets nothing"]
    words = ", ".join(name for name, said in heard.items() if said) or "none"
    return [_print(f"told something at: {words}   {'ok' if fine else 'MISSED'}", fine)]


def new() -> str:
    """Return a session that nobody has seen, in a store too that an earlier run left."""
    return f"s{time.time_ns()}"


def usual(store: Laid, events: Mapping[str, dict[str, object]], runs: int) -> list[Line]:
    """Measure each event in turn, and bare Python beside; each event comes from a session of its own."""
    base: list[Sample] = []
    samples: dict[str, list[Sample]] = {name: [] for name in events}
    for _ in range(runs):
        base.append(timed(BASE, store.root)[0])
        for name, given in events.items():
            samples[name].append(fire(AGENT, {**given, "session_id": new()}, store.root)[0])
    one = middle(base)
    most = TIMES * one.clock + MORE
    lines = [
        _print(f"\n{'nothing changed':<34}{'ms':>7}{'CPU':>7}{'/ base':>9}{'CPU':>6}"),
        _print(f"{'python -c import json, sqlite3':<34}{one.clock:>7.1f}{one.processor:>7.1f}"),
    ]
    for name, found in samples.items():
        took = middle(found)
        state = "ok" if took.clock <= most else f"MISSED: {took.clock:.1f}"
        bar = f"<= {TIMES} x base + {MORE:.0f} ms ({most:.1f})   {state}"
        lines.append(_print(f"{_row(name, took, one)}   {bar}", took.clock <= most))
    return lines


def committed(store: Laid, events: Mapping[str, dict[str, object]], times: int) -> list[Line]:
    """Measure the first edit after a commit, less the usual one after it; there is no bar for it."""
    given = events["edit that meets"]
    lines = [_print(f"\n{'first edit after a commit':<34}{'ms':>7}{'CPU':>7}{'+ ms':>9}")]
    for change in Change:
        firsts: list[Sample] = []
        usual: list[Sample] = []
        for number in range(times):
            commit(store, change, number)
            for kept in (firsts, usual):
                time.sleep(SETTLED / 3)
                kept.append(fire(AGENT, {**given, "session_id": new()}, store.root)[0])
        one = middle(firsts)
        more = one.clock - middle(usual).clock
        lines.append(_print(f"{change.value:<34}{one.clock:>7.1f}{one.processor:>7.1f}{more:>+9.1f}"))
    return lines


def _row(name: str, took: Sample, base: Sample) -> str:
    ratios = f"{took.clock / base.clock:>9.2f}{took.processor / base.processor:>6.2f}"
    return f"{name:<34}{took.clock:>7.1f}{took.processor:>7.1f}{ratios}"


def _print(text: str, fine: bool | None = None) -> Line:
    print(text, flush=True)
    return Line(text, fine)


if __name__ == "__main__":
    sys.exit(main())
