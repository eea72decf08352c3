"""Shows an audit: as text by file or by what a change removes, as JSON, and as GitHub annotations."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from gitexp.cli import columns, screen
from gitexp.records.audit import Audit
from gitexp.records.fault import Fault, FaultCode
from gitexp.records.words import counted

if TYPE_CHECKING:
    from gitexp.cli.wiring_code import Proposed

_COLOURS = {"error": "red", "warning": "yellow", "notice": "dim"}
_NAMED: frozenset[FaultCode] = frozenset({"symbol", "path", "flag", "dependency", "commit"})
"""Codes of what an experience names, not of its file."""
MAX_OPEN = 10
"""Names that can't be told, listed without --json."""


def holds_against(done: Audit, *, strict: bool) -> bool:
    """Return whether the audit ends with faults: errors and warnings, and with `strict` all that is not sure."""
    if any(fault.severity != "notice" for fault in done.faults) or any(skip.bad for skip in done.skipped):
        return True
    return strict and bool(done.faults or done.open_names)


def document(
    done: Audit, proposed: Proposed | None, seconds: float, *, upkeep: bool = False
) -> dict[str, object]:
    """Return the audit as JSON (DESIGN.md section 10); only of upkeep there are limits."""
    checked = done.checked
    return {
        "faults": [_fault(fault) for fault in done.faults],
        "checked": {
            "commit": checked.commit,
            "base": checked.base,
            "files": checked.files,
            "experiences": len(checked.states),
            "valid": checked.count("valid"),
            "stale": checked.count("stale"),
            "unverifiable": checked.count("unverifiable"),
            "unnamed": checked.count("unnamed"),
            "names": checked.names,
            "found": checked.found,
            "gone": checked.gone,
            "names_unverifiable": checked.unverifiable,
            "remembered": checked.remembered,
            "states": dict(checked.states),
        },
        "unverifiable": [
            {"id": owner, "name": name, "reason": reason} for owner, name, reason in done.open_names
        ],
        "moved": dict(done.moved),
        "fixed": None
        if proposed is None
        else {"branch": proposed.branch, "commit": proposed.commit, "paths": list(proposed.paths)},
        "skipped": [{"where": skip.where, "what": skip.what} for skip in done.skipped],
        **({"limits": list(done.limits)} if upkeep else {}),
        "elapsed_ms": round(seconds * 1000),
    }


def _fault(fault: Fault) -> dict[str, object]:
    return {
        "code": fault.code,
        "severity": fault.severity,
        "id": fault.id,
        "file": fault.file,
        "line": fault.line,
        "message": fault.message,
        "mend": fault.mend,
        "name": fault.name or None,
        "place": fault.place or None,
        "nearest": list(fault.nearest),
        "moved_to": fault.moved_to or None,
    }


def annotate(done: Audit) -> None:
    """Print a GitHub workflow command for each fault; what stood in the code first names the code."""
    for fault in done.faults:
        where = {
            "file": fault.file,
            "line": str(fault.line) if fault.line else "",
            "title": f"exp {fault.code}",
        }
        text = f"{fault.message}; {fault.mend}" if fault.mend else fault.message
        screen.say(f"::{fault.severity} {_properties(where)}::{_data(text)}")
    for name, faults in _by_name(done.faults):
        screen.say(f"::notice title=exp::{_data(_rest(name, faults))}")


def _properties(values: Mapping[str, str]) -> str:
    return ",".join(f"{name}={_property(value)}" for name, value in values.items() if value)


def _data(text: str) -> str:
    """Return text as GitHub's runner takes it: it can neither end the line nor begin another command."""
    return screen.clean(text).replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")


def show(done: Audit, proposed: Proposed | None, *, seconds: float, upkeep: bool) -> None:
    """Print the audit for a person."""
    if not done.checked.files and not done.faults and not done.skipped:
        screen.say(f"no experiences at {done.checked.commit[:10]}: nothing to audit")
        screen.note(
            "exp init lays the folder for them; exp propose history: --dry-run shows what it could hold"
        )
        return
    screen.say(columns.apart(_head(done), f"{seconds:.1f} s"))
    removed = list(_by_name(done.faults))
    for name, faults in removed:
        screen.say("")
        screen.say(screen.style(" ".join(_rest(name, faults).split()), "bold"))
        for fault in faults:
            screen.say(f"  {fault.file}{_line(fault)}")
        _wrapped(f"-> {_hint(faults)}", "  ")
    others = [fault for fault in done.faults if not fault.place]
    for file, some in groupby(others, key=lambda fault: fault.file):
        screen.say("")
        screen.say(screen.style(file, "bold"))
        for fault in some:
            _one(fault)
    if done.open_names:
        screen.say("")
        screen.say(f"can't be told ({len(done.open_names)}), and held against nothing:")
        for owner, name, reason in done.open_names[:MAX_OPEN]:
            screen.say(f"  {columns.short(f'`{name}`: {reason}', columns.WIDTH - 2)}")
            screen.say(f"    {columns.short(owner, columns.WIDTH - 4)}")
        if len(done.open_names) > MAX_OPEN:
            screen.say(f"  and {len(done.open_names) - MAX_OPEN} more: --json")
    if done.limits:
        screen.say("")
    for limit in done.limits:
        screen.say(screen.style(limit, "dim"))
    if not done.faults:
        screen.say("Nothing is due." if upkeep else "Nothing to mend.")
    if done.due and not upkeep:
        verb = "is" if len(done.due) == 1 else "are"
        screen.say(f"{len(done.due)} {verb} dead, expired or due for a second look: exp audit --upkeep")
    if proposed is not None:
        _proposed(proposed)


def _head(done: Audit) -> str:
    checked = done.checked
    if checked.base:
        broken = len({fault.id for fault in done.faults if fault.code in _NAMED})
        since = f"{checked.base[:10]}..{checked.commit[:10]}"
        return f"{counted(len(checked.states), 'experience')}, {broken or 'none'} broken by {since}"
    parts = [f"{checked.count('valid')} valid", f"{checked.count('stale')} stale"]
    if unsure := checked.count("unverifiable"):
        parts.append(f"{unsure} can't be told whole")
    if unnamed := checked.count("unnamed"):
        parts.append(f"{unnamed} {'names' if unnamed == 1 else 'name'} nothing")
    return f"{counted(len(checked.states), 'experience')} at {checked.commit[:10]}: {', '.join(parts)}"


def _one(fault: Fault) -> None:
    first = f"  {screen.style(fault.severity, _COLOURS[fault.severity])}{_line(fault)}  "
    screen.say(f"{first}{fault.code}")
    _wrapped(fault.message, "    ", most=6)
    _wrapped(f"-> {fault.mend}" if fault.mend else "", "    ")


def _wrapped(words: str, margin: str, most: int = 4) -> None:
    for line in columns.wrapped(words, columns.WIDTH - len(margin), most) if words else ():
        # In a job's log GitHub takes `::` at the beginning of a line, blanks apart, for a command.
        screen.say(f"{margin}{': :' + line[2:] if line.startswith('::') else line}")


def _line(fault: Fault) -> str:
    return f":{fault.line}" if fault.line else ""


def _by_name(faults: Sequence[Fault]) -> Iterator[tuple[str, list[Fault]]]:
    """Yield what a change took out with the faults about it, by name."""
    broken = sorted(
        (fault for fault in faults if fault.place), key=lambda one: (one.name, one.file, one.line)
    )
    for name, some in groupby(broken, key=lambda one: one.name):
        yield name, list(some)


def _rest(name: str, faults: Sequence[Fault]) -> str:
    many = len({fault.file for fault in faults})
    rest = "1 experience rests" if many == 1 else f"{many} experiences rest"
    first = faults[0]
    what = f"removes `{name}`"
    if first.moved_to:
        what = f"{'moves' if first.code == 'path' else 'renames'} `{name}` to `{first.moved_to}`"
    stood = f" ({first.place})" if first.place != name else ""
    return f"{what}{stood}, on which {rest}"


def _hint(faults: Sequence[Fault]) -> str:
    """Return what stands there now, and what to do."""
    first = faults[0]
    told = f"now there: {', '.join(f'`{name}`' for name in first.nearest)}; " if first.nearest else ""
    if len({fault.id for fault in faults}) == 1:
        return f"{told}{first.mend}"
    instead = f"write `{first.moved_to}` in them" if first.moved_to else "name what took its place"
    return f"{told}{instead}, or `exp retract ID --reason …`"


def _proposed(proposed: Proposed) -> None:
    screen.say("")
    if not proposed.paths:
        screen.say("Nothing that can be mended surely: no proposal.")
        return
    screen.say(
        f"{counted(len(proposed.paths), 'file')} mended on {proposed.branch}; nothing here has changed."
    )
    screen.say(f"  git diff HEAD...{proposed.branch}")
    screen.say(f"  git merge --no-ff {proposed.branch}")
