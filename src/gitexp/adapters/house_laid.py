"""What the bot's workflows that lie in a repository say: how they were laid last, and what people made of them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gitexp.adapters import safe_files
from gitexp.adapters.managed_block import Block, without_block

BEGIN, END = "# exp:begin (git-exp)", "# exp:end"
CALL = "exp init --github"
WORKFLOWS = tuple(f".github/workflows/exp-{name}.yml" for name in
                  ("propose", "backfill", "audit", "commands", "archaeology"))  # fmt: skip
ALWAYS = WORKFLOWS[:3]
"""Those that every house has: each call brings their options up to date, as long as nobody edits them."""
FLAGS = ("comment", "app")
"""Options that are there or not, and have no value."""
LIMITS = ("max-tokens", "max-cost")
"""Options of which the template has a value of its own: a person's in its place is off only where one was named."""
_OPTIONS = re.compile(rf"(?m)^# {CALL}((?: --[a-z-]+(?: (?!--)\S+)?)+)\r?$")
_OPTION = re.compile(r"--([a-z-]+)(?: (?!--)(\S+))?")
_LEAST_FIRST = {"level": ("report", "branch", "pull-request"), "engine": ("rules", "model")}


@dataclass(frozen=True)
class Stated:
    """What a workflow says in the options of `exp init`, each with every value that stands there."""

    options: Mapping[str, tuple[str, ...]]
    writes: tuple[str, ...]
    """What some job of it may write."""


@dataclass(frozen=True)
class Theirs:
    """A file that people changed, or wrote: it is left as it is, whatever is laid.

    `off` names the options in which it is other than what was to be laid, `still` what it says there, in words.
    """

    name: str
    off: tuple[str, ...] = ()
    still: tuple[str, ...] = ()


def stated(text: bytes) -> Stated:
    """Return what a workflow says. One that can't be read, or does not call exp, says nothing."""
    import yaml

    try:
        read = yaml.load(text, yaml.BaseLoader)
    except (yaml.YAMLError, UnicodeDecodeError, RecursionError):
        read = None
    jobs = [job for job in _mapping(_mapping(read).get("jobs")).values() if isinstance(job, dict)]
    calls = [(job, step) for job in jobs for step in _steps(job) if "mode" in _mapping(step.get("with"))]
    inputs = [step["with"] for _, step in calls]
    laid = [one for one in inputs if "level" in one]
    own = [step["id"] for job in jobs for step in _steps(job) if "create-github-app-token@" in str(step.get("uses"))
           and isinstance(step.get("id"), str)]  # fmt: skip
    options = {
        "level": _values(one["level"] for one in laid),
        "engine": _values(one.get("engine", "rules") for one in laid),
        "model": _values(one.get("model") for one in laid),
        "action": _values(step.get("uses") for _, step in calls),
        "environment": _values(job.get("environment") for job, _ in calls),
        "max-tokens": _values(one.get("max-tokens") for one in inputs),
        "max-cost": _values(one.get("max-cost") for one in inputs),
        "app": ("app",) if own else (),
    }
    rights = [_mapping(_mapping(one).get("permissions")) for one in (read, *jobs)]
    return Stated(options, _values(what for one in rights for what, how in one.items() if how == "write"))


def theirs(name: str, found: bytes, wanted: bytes | None) -> Theirs:
    """Return in what a workflow that people changed differs from the one that was to be laid; None: no such one."""
    now = stated(found)
    if wanted is None:
        return Theirs(name, ("comment",) if name == WORKFLOWS[-1] else ("level",), (_may(now) or "there",))
    then = stated(wanted)
    off = [
        option
        for option, values in now.options.items()
        if values != then.options[option] and (option not in LIMITS or f"--{option} ".encode() in wanted)
    ]
    more = set(now.writes) - set(then.writes)
    if more and "level" not in off:
        off.insert(0, "level")
    words = [_said(option, now) for option in off]
    return Theirs(name, tuple(off), (*words, *([_may(now)] if more else [])))


def is_edited(found: bytes, name: str) -> bool:
    """Return whether people changed the text between exp's marks. Raises RepositoryError for marks without a pair."""
    return without_block(found, block(""), name) == found


def block(body: str) -> Block:
    """Return a block as it stands in the files for GitHub."""
    return Block(BEGIN, END, ("# ", ""), body)


def remembered(root: Path) -> dict[str, str]:
    """Return the options of the last call, as a workflow says that nobody edited since; else those that are in force.

    What the head of an edited file says may be long past. Where people edited all of them, the lowest level counts.
    """
    edited: list[Stated] = []
    for name in ALWAYS:
        found = safe_files.content(safe_files.destination(root, name), name)
        if found is None or BEGIN.encode() not in found:
            continue
        if is_edited(found, name):
            edited.append(stated(found))
        elif match := _OPTIONS.search(found.decode("utf-8", "replace")):
            return dict(_read(match[1]))
    # A limit that stands in a file may be the template's own: it is not known to be asked for.
    options = ("level", "engine", "model", "action", "environment", "app")
    return {option: value for option in options if (value := _least(option, edited))}


def call(options: Mapping[str, str]) -> str:
    """Return the call of `exp init` that lays a house with these options; `remembered` reads it."""
    words = [f"--{name} {value}" for name, value in options.items() if value and name not in FLAGS]
    flags = [f"--{name}" if options.get(name) else f"--no-{name}" for name in FLAGS]
    return " ".join((CALL, *words, *flags))


def _read(text: str) -> Iterator[tuple[str, str]]:
    for match in _OPTION.finditer(text):
        name = match[1].removeprefix("no-")
        yield name, match[2] or ("" if match[1].startswith("no-") else name)


def _least(option: str, told: Sequence[Stated]) -> str:
    """Return the value that stands in the files; of several the one that may do least."""
    values = [value for one in told for value in one.options[option]]
    order = _LEAST_FIRST.get(option, ())
    return min(values, key=lambda value: order.index(value) if value in order else -1, default="")


def _said(option: str, now: Stated) -> str:
    values = now.options[option]
    if option == "app":
        return "with a token of an App" if values else "with the job's own token"
    return f"{option} {', '.join(values)}" if values else f"no {option}"


def _may(now: Stated) -> str:
    return f"may write {', '.join(now.writes)}" if now.writes else ""


def _values(found: Iterator[Any]) -> tuple[str, ...]:
    """Return each text once, in order."""
    return tuple(dict.fromkeys(one[:200] for one in found if isinstance(one, str) and one))


def _steps(job: Mapping[str, Any]) -> list[dict[str, Any]]:
    steps = job.get("steps")
    return [step for step in steps if isinstance(step, dict)] if isinstance(steps, list) else []


def _mapping(value: object) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}
