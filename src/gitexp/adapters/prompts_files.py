"""Reads the prompts and the charter: those of the package, and the team's own in their place."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from difflib import get_close_matches
from importlib import resources

from gitexp.errors import RecordError
from gitexp.records.llm import ASKING, Asking, Prompt, Prompts
from gitexp.records.text import Redacted

FOLDER = "experiences/.prompts"
CHARTER = "CHARTER.md"
MAX_BYTES = 64 * 1024
_HEAD = re.compile(r"---\n(?P<head>.*?)\n---\n(?P<text>.*)", re.DOTALL)
_VERSION = re.compile(r"version: *([1-9][0-9]{0,5}) *")
_FILES: Mapping[str, Asking] = {f"{step}.md": step for step in ASKING}


def prompts(
    given: Mapping[str, bytes], charter: bytes, redacted: Callable[[str], Redacted], folder: str = FOLDER
) -> Prompts:
    """Return a prompt for each step: the given file of its name, else the package's.

    `given` are the files of the team's folder by name, `charter` the team's; an empty one means the template's.
    Raises RecordError for a file that is no prompt.
    """
    for name in given:
        _known(name, folder)
    of = {step: _prompt(step, name, given.get(name), redacted, folder) for name, step in _FILES.items()}
    charter_text = _decoded(charter, f"experiences/{CHARTER}").strip()
    if not charter_text:
        charter_text = _packaged("templates", CHARTER).decode("utf-8").strip()
    return Prompts(of, redacted(charter_text))


def _prompt(
    step: Asking, name: str, given: bytes | None, redacted: Callable[[str], Redacted], folder: str
) -> Prompt:
    where = f"{folder}/{name}"
    if given is None:
        version, text = _parsed(_packaged("prompts", name), f"git-exp's {name}")
        return Prompt(step, version, redacted(text))
    version, text = _parsed(given, where)
    return Prompt(step, version, redacted(text), where)


def _parsed(data: bytes, where: str) -> tuple[int, str]:
    """Return version and words of a prompt. Raises RecordError."""
    text = _decoded(data, where)
    found = _HEAD.fullmatch(text)
    if found is None:
        mend = "begin it with the three lines `---`, `version: 1` and `---`"
        raise RecordError(f"{where}:1", "has no head", mend)
    version = _VERSION.fullmatch(found["head"])
    if version is None:
        raise RecordError(
            f"{where}:2", "the head is not one line with a version", "write `version: 1`, a whole number"
        )
    words = found["text"].strip()
    if not words:
        raise RecordError(f"{where}:4", "has no words below its head", "write the task, or delete the file")
    return int(version[1]), words


def _decoded(data: bytes, where: str) -> str:
    if len(data) > MAX_BYTES:
        raise RecordError(
            where, f"has {len(data)} bytes, more than {MAX_BYTES}", "cut it to what the task needs"
        )
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise RecordError(f"{where}:{line}", "is not UTF-8", "save it as UTF-8") from None
    return text.replace("\r\n", "\n")


def _known(name: str, folder: str) -> None:
    if name not in _FILES:
        near = get_close_matches(name.lower(), _FILES, 1, 0.5)
        mend = f"did you mean {near[0]}?" if near else f"its files are {', '.join(_FILES)}"
        raise RecordError(f"{folder}/{name}", "no step has a prompt of this name", mend)


def _packaged(folder: str, name: str) -> bytes:
    return resources.files("gitexp").joinpath(folder, name).read_bytes()
