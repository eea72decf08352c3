"""What a step tells GitHub by files (outputs, environment, path, summary) and by lines of its log (commands)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

SUMMARY_MOST = 1024 * 1024
"""A longer summary GitHub does not take."""
KINDS = {
    "GITHUB_OUTPUT": "output",
    "GITHUB_ENV": "env",
    "GITHUB_PATH": "path",
    "GITHUB_STEP_SUMMARY": "summary",
}
_COMMAND = re.compile(r"^\s*::(?P<name>[\w-]+)(?: (?P<properties>[^:]*(?::(?!:)[^:]*)*))?::(?P<message>.*)$")
_LEVELS = ("notice", "warning", "error")


@dataclass(frozen=True)
class Command:
    """One command in the log: `::name key=value::message`, its escapes undone."""

    name: str
    properties: Mapping[str, str]
    message: str


@dataclass(frozen=True)
class Annotation:
    """A command that shows up beside the code."""

    level: str
    message: str
    file: str | None = None
    line: int | None = None
    title: str | None = None


class StepFiles:
    """The files that one step writes into."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True)
        self.paths = {name: folder / kind for name, kind in KINDS.items()}
        for path in self.paths.values():
            path.touch()

    @property
    def outputs(self) -> dict[str, str]:
        """Return the step's outputs."""
        return dict(pairs(self._text("GITHUB_OUTPUT")))

    @property
    def env(self) -> dict[str, str]:
        """Return what later steps find in their environment."""
        return dict(pairs(self._text("GITHUB_ENV")))

    @property
    def path(self) -> list[str]:
        """Return the folders that later steps look for programs in, the last one first."""
        return [line for line in self._text("GITHUB_PATH").splitlines() if line][::-1]

    @property
    def summary(self) -> str:
        """Return the summary; one that is too long fails the test, as GitHub would drop it."""
        text = self._text("GITHUB_STEP_SUMMARY")
        assert len(text.encode()) <= SUMMARY_MOST, (
            f"the summary has {len(text.encode())} bytes: GitHub drops it"
        )
        return text

    def _text(self, name: str) -> str:
        return self.paths[name].read_text(encoding="utf-8")


def pairs(text: str) -> Iterator[tuple[str, str]]:
    """Yield the names and values of a file: `name=value`, or `name<<MARK`, lines, `MARK`."""
    lines = iter(text.splitlines())
    for line in lines:
        name, mark, rest = _cut(line)
        if mark == "=":
            yield name, rest
        elif mark == "<<":
            value: list[str] = []
            for inner in lines:
                if inner == rest:
                    break
                value.append(inner)
            else:
                raise AssertionError(f"no line {rest!r} ends the value of {name!r}")
            yield name, "\n".join(value)
        else:
            assert not line.strip(), f"Invalid format {line!r}"


def _cut(line: str) -> tuple[str, str, str]:
    """Return a line cut at whichever mark comes first."""
    equal, here = line.find("="), line.find("<<")
    if here >= 0 and (equal < 0 or here < equal):
        return line[:here], "<<", line[here + 2 :]
    return line.partition("=")


def commands(log: str) -> Iterator[Command]:
    """Yield the commands in a log, in order; between `stop-commands` and its word there are none."""
    stopped: str | None = None
    for line in log.splitlines():
        found = _COMMAND.match(line)
        if found is None:
            continue
        name, message = found["name"].lower(), undone(found["message"])
        if stopped is not None:
            stopped = None if name == stopped.lower() else stopped
            continue
        if name == "stop-commands":
            stopped = message
        parts = (part.partition("=") for part in (found["properties"] or "").split(",") if "=" in part)
        yield Command(name, {key.strip(): undone(value, property=True) for key, _, value in parts}, message)


def undone(text: str, *, property: bool = False) -> str:
    """Return a text with GitHub's escapes undone."""
    codes = {"%0D": "\r", "%0A": "\n", "%25": "%", **({"%3A": ":", "%2C": ","} if property else {})}
    return re.sub("|".join(codes), lambda found: codes[found[0].upper()], text, flags=re.IGNORECASE)


def annotated(found: Iterable[Command]) -> Iterator[Annotation]:
    """Yield what shows up beside the code."""
    for one in found:
        if one.name in _LEVELS:
            line, given = one.properties.get("line"), one.properties
            number = int(line) if line and line.isdigit() else None
            yield Annotation(one.name, one.message, given.get("file"), number, given.get("title"))
