"""Reads what `--env` gives: `NAME=VALUE`, or a file of such lines or with one JSON object."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from gitexp.errors import UsageError
from gitexp.records.facts import Fact
from gitexp.records.skipped import Skipped

if TYPE_CHECKING:
    from pathlib import Path

_MAX_BYTES = 1_000_000
_FORM = "write NAME=VALUE, such as httpx=0.27 or rendering=canvas"


def given_facts(given: Sequence[str]) -> tuple[dict[str, Fact], list[Skipped]]:
    """Return the facts by name, and what could not be read. What stands in the call comes before a file's."""
    facts: dict[str, Fact] = {}
    skipped: list[Skipped] = []
    pairs = [_pair(item) for item in given if "=" in item]
    for name, value in pairs:
        if facts.setdefault(name, Fact(value, "--env")).value != value:
            skipped.append(
                Skipped(f"--env {name}={value}", f"{name} is already given as {facts[name].value}")
            )
    for item in given:
        if "=" in item:
            continue
        for found in _of_file(item):
            if isinstance(found, Skipped):
                skipped.append(found)
            else:
                facts.setdefault(found[0], Fact(found[1], f"--env {item}"))
    return facts, skipped


def _pair(item: str) -> tuple[str, str]:
    name, _, value = item.partition("=")
    # `httpx==0.27` says the same as `httpx=0.27`; `httpx>=0.27` says no version.
    name, value = name.strip(), value.removeprefix("=").strip()
    if not name or not value or name[-1] in "<>!~^":
        raise UsageError("--env", f"`{item}` is no NAME=VALUE", _FORM)
    return name, value


def _of_file(item: str) -> Iterator[tuple[str, str] | Skipped]:
    from pathlib import Path  # late: most calls name no file

    text = _text(Path(item), item)
    if text is None:
        yield Skipped(item, "it is no text in UTF-8 of at most 1 MB")
    elif text.lstrip().startswith("{"):
        yield from _of_json(text, item)
    else:
        yield from _of_lines(text, item)


def _text(path: Path, item: str) -> str | None:
    try:
        with path.open("rb") as file:
            content = file.read(_MAX_BYTES + 1)
        return content.decode("utf-8-sig") if len(content) <= _MAX_BYTES else None
    except UnicodeDecodeError:
        return None
    except (FileNotFoundError, NotADirectoryError, ValueError) as error:
        near = _nearest(path)
        mend = f"the nearest file is {near}" if near else _FORM
        raise UsageError("--env", f"`{item}` is neither NAME=VALUE nor a file", mend) from error
    except OSError as error:
        raise UsageError("--env", f"`{item}` can't be read: {error.strerror}", _FORM) from error


def _nearest(path: Path) -> str | None:
    import difflib

    try:
        names = sorted(entry.name for entry in path.parent.iterdir() if entry.is_file())
    except (OSError, ValueError):
        return None
    found = difflib.get_close_matches(path.name, names, n=1)
    return str(path.parent / found[0]) if found else None


def _of_lines(text: str, item: str) -> Iterator[tuple[str, str] | Skipped]:
    for number, raw in enumerate(text.splitlines(), start=1):
        line = raw.strip().removeprefix("export ")
        if not line or line.startswith("#"):
            continue
        name, _, value = (part.strip() for part in line.partition("="))
        if len(value) > 1 and value[0] == value[-1] and value[0] in "'\"":
            value = value[1:-1]
        if name and value:
            yield name, value
        else:
            yield Skipped(f"{item}:{number}", "it is no NAME=VALUE")


def _of_json(text: str, item: str) -> Iterator[tuple[str, str] | Skipped]:
    import json

    try:
        found = json.loads(text)
    except (ValueError, RecursionError) as error:
        yield Skipped(item, f"it is no valid JSON: {error}")
        return
    for name, value in found.items():
        said = _said(value)
        if name.strip() and said:
            yield name.strip(), said
        else:
            yield Skipped(f"{item}: {name}", "its value is no text, number, yes or no")


def _said(value: object) -> str | None:
    """Return a JSON value as a person would write it: true is yes, and several are separated by commas."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, str | int | float):
        return str(value).strip() or None
    if isinstance(value, list) and value and all(isinstance(one, str | int | float) for one in value):
        return ", ".join(str(one) for one in value)
    return None
