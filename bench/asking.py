"""Asks the installed `exp archaeology` and git as processes, from outside: nothing of exp is imported.

The variable EXP names another exp to measure; else it is the one beside this Python.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn

EXP = os.environ.get("EXP") or str(Path(sys.executable).with_name("exp"))
SETTINGS = {"LC_ALL": "C", "GIT_OPTIONAL_LOCKS": "0", "GIT_LITERAL_PATHSPECS": "1", "GIT_NO_LAZY_FETCH": "1"}
PLAIN = ("-c", "core.quotePath=false", "-c", "log.showSignature=false", "-c", "log.follow=false")


@dataclass(frozen=True)
class Change:
    """One of `changes[]`, as far as it is measured."""

    commit: str
    kind: str = "change"
    exactness: str = ""
    reverts: tuple[str, ...] = ()
    relanded_by: tuple[str, ...] = ()
    path: str = ""


@dataclass(frozen=True)
class Question:
    """A place asked about in a clone, with the options of the call."""

    clone: Path
    place: str
    options: tuple[str, ...] = ()


@dataclass(frozen=True)
class Answer:
    """What exp said, or the fault where it did not."""

    changes: tuple[Change, ...] = ()
    warnings: tuple[str, ...] = ()
    """Each as the JSON it came in."""
    names: tuple[str, ...] = ()
    symbol: str = ""
    """The first and the last line of the symbol asked about, as git's -L has them."""
    seconds: float = 0.0
    fault: str = ""


def command(question: Question) -> list[str]:
    """Return the command line that asks."""
    return [EXP, "archaeology", "--json", *question.options, "--", question.place]


def ask(question: Question) -> Answer:
    """Ask exp once."""
    start = time.perf_counter()
    done = subprocess.run(
        command(question), cwd=question.clone, stdin=subprocess.DEVNULL, capture_output=True
    )
    seconds = time.perf_counter() - start
    if done.returncode:
        said = done.stderr.decode("utf-8", "replace").strip().splitlines() or ["no word"]
        return Answer(seconds=seconds, fault=f"exit {done.returncode}: {said[-1]}")
    try:
        return read(json.loads(done.stdout), seconds)
    except (ValueError, KeyError, TypeError) as error:
        return Answer(seconds=seconds, fault=f"the answer can't be read: {type(error).__name__} {error}")


def read(answer: dict[str, Any], seconds: float = 0.0) -> Answer:
    """Return exp's JSON as a record. Raises KeyError or TypeError where it is not as the contract says."""
    changes = tuple(
        Change(
            one["commit"],
            one["kind"],
            one["exactness"] or "",
            tuple(one["reverts"]),
            tuple(one["relanded_by"]),
            one["path"],
        )
        for one in answer["changes"]
    )
    warnings = tuple(json.dumps(one, ensure_ascii=False) for one in answer["warnings"])
    symbol = answer.get("symbol") or {}
    lines = f"{symbol['first']},{symbol['last']}" if "first" in symbol else ""
    return Answer(changes, warnings, tuple(answer.get("names") or ()), lines, seconds)


def ask_all(questions: Iterable[Question], jobs: int) -> dict[Question, Answer]:
    """Ask each question once, some at a time, and say on stderr how far it is."""
    once = list(dict.fromkeys(questions))
    answers: dict[Question, Answer] = {}
    with ThreadPoolExecutor(jobs) as pool:
        for question, answer in zip(once, pool.map(ask, once), strict=True):
            answers[question] = answer
            progress(len(answers), len(once), question.place)
    return answers


def progress(done: int, of: int, what: str) -> None:
    """Say on stderr how far it is; on a terminal in one line."""
    if sys.stderr.isatty():
        end = "\n" if done == of else "\r"
        print(f"{done}/{of} {what[:70]:70}", end=end, file=sys.stderr, flush=True)
    elif done % 10 == 0 or done == of:
        print(f"{done}/{of} {what}", file=sys.stderr, flush=True)


def git(clone: Path, *args: str, stdin: str | None = None) -> str:
    """Return what git prints in a clone; it must not fail."""
    done = subprocess.run(
        ["git", *PLAIN, *args],
        cwd=clone,
        env={**os.environ, **SETTINGS},
        input=(stdin or "").encode("utf-8", "surrogateescape"),
        capture_output=True,
    )
    if done.returncode:
        refuse(f"git {args[0]} in {clone}: {done.stderr.decode('utf-8', 'replace').strip()}")
    return done.stdout.decode("utf-8", "surrogateescape")


def refuse(message: str) -> NoReturn:
    """End with 2: nothing could be measured, which is no missed bar."""
    print(f"Error: {message}", file=sys.stderr)
    sys.exit(2)


def is_clone(folder: Path) -> bool:
    """Return whether a folder is a git repository itself, bare or with a work tree."""
    return (folder / ".git").exists() or ((folder / "HEAD").is_file() and (folder / "objects").is_dir())


def clones(folder: Path) -> dict[str, Path]:
    """Return the clones in a folder by owner/name: each lies in owner+name, or in owner+name/repo."""
    found = {}
    for child in sorted(folder.iterdir()) if folder.is_dir() else ():
        if "+" in child.name:
            places = [one for one in (child, child / "repo") if is_clone(one)]
            found.update({child.name.replace("+", "/", 1): place for place in places[:1]})
    return found


def bar(name: str, value: int, of: int, least: float = 0.0, most: float = 1.0) -> tuple[str, bool]:
    """Return a line of the figures, and whether the share is within its bar; with no case it is."""
    share = value / of if of else 0.0
    fine = not of or least <= share <= most
    wanted = f">= {least:.2f}" if least else f"<= {most:.2f}"
    return f"{name:42} {value:4}/{of:<4} {share:6.3f}   bar {wanted}   {'ok' if fine else 'MISSED'}", fine
