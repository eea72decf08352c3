"""Tells what a tool of Claude Code was asked to do, what came of it, and what a person answered to it."""

from __future__ import annotations

import ntpath
import posixpath
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import PurePath, PurePosixPath, PureWindowsPath

from gitexp.adapters.claude_code_records import MAX_SAID, Record, shortened, text_of, typed

EDITS = ("Edit", "Write", "MultiEdit", "NotebookEdit")
MAX_ASKED = 120
"""Characters of what a tool was asked to do."""
MAX_RESULT = 200
"""Characters of what a tool gave back where nothing was changed and nothing failed."""
MAX_TELLING = 1000
"""Characters of what an edit wrote, or of how a call failed."""
MAX_PATH = 1000

_REJECTED = re.compile(r"The user doesn't want to (?:proceed with this tool use|take this action right now)")
_SAID = re.compile(r"\bthe user said:\s*(.*)", re.DOTALL)
_HINT = re.compile(r"\n\s*\nNote: The user's next message may contain .*", re.DOTALL)
"""What the harness says to the agent behind the user's words."""
_FAILED = re.compile(r"Exit code -?0*[1-9]|<tool_use_error>")
_ANSWER = re.compile(r'"([^"]*)"="([^"]*)"')
_WINDOWS = re.compile(r"[A-Za-z]:[\\/]|\\\\")


@dataclass(frozen=True)
class Call:
    """A tool at work: its name, the file it is about, what it was asked, what an edit writes, the answers it offers."""

    name: str
    file: str = ""
    asked: str = ""
    wrote: str = ""
    offered: frozenset[str] = frozenset()

    @property
    def edits(self) -> bool:
        """Return whether it changes a file."""
        return self.name in EDITS


@dataclass(frozen=True)
class Outcome:
    """What came of a call: `failed`, `rejected` or nothing amiss, in which words, and what the user answered to it."""

    state: str | None
    words: str
    said: tuple[str, ...] = ()


def call_of(block: Record) -> Call:
    """Return the call that a block of the agent's message makes."""
    asked = block.part("input")
    written = [asked.text(key) for key in ("new_string", "content", "new_source") if asked.text(key)] or [
        edit.text("new_string") for edit in asked.parts("edits")
    ]
    words = next(
        (asked.text(key) for key in ("command", "pattern", "description", "query", "url") if asked.text(key)),
        "",
    )
    offered = {
        option.text("label") for question in asked.parts("questions") for option in question.parts("options")
    }
    return Call(
        name=" ".join(block.text("name").split())[:80] or "tool",
        file=(asked.text("file_path") or asked.text("notebook_path") or asked.text("path"))[:MAX_PATH],
        asked=" ".join(words[: 2 * MAX_ASKED].split())[:MAX_ASKED],
        wrote=shortened("\n".join(written), MAX_TELLING),
        offered=frozenset(offered),
    )


def outcome_of(block: Record, line: Record, call: Call) -> Outcome:
    """Return what came of a call: `block` is its result, in `line`."""
    output = _output(block)
    if block.flag("is_error") and _REJECTED.match(output):
        return Outcome("rejected", "the user rejected it", tuple(_reason(output)))
    if block.flag("is_error") or _FAILED.match(output):
        return Outcome("failed", shortened(output, MAX_TELLING))
    if call.name == "AskUserQuestion":
        return Outcome(None, shortened(output, MAX_RESULT), tuple(_answers(output, line, call)))
    return Outcome(None, call.wrote if call.edits else shortened(output, MAX_RESULT))


def told(call: Call, path: str | None, outcome: Outcome) -> str:
    """Return a call and what came of it as the text of a turn; the tool's name stands first."""
    about = path or re.split(r"[\\/]", call.file)[-1] or call.asked
    return f"{call.name} {about}".strip() + (f"\n{outcome.words}" if outcome.words else "")


def path_under(file: str, folder: str) -> str | None:
    """Return a file as it is named from a folder, with `/`; None where it lies outside."""
    windows = bool(_WINDOWS.match(folder))
    kind: type[PurePath] = PureWindowsPath if windows else PurePosixPath
    plain = ntpath.normpath if windows else posixpath.normpath
    if not file or not folder or "\0" in file:
        return None
    place, base = kind(plain(str(kind(folder, file)))), kind(plain(folder))
    found = place.relative_to(base).as_posix() if place.is_relative_to(base) else "."
    return None if found == "." else found


def _output(block: Record) -> str:
    """Return what a tool gave back, cut early, and nothing of what is not text; what a user answered is kept."""
    limit = MAX_SAID if block.flag("is_error") else 2 * MAX_TELLING
    content = block.fields.get("content")
    if isinstance(content, str):
        return text_of(shortened(content, limit)).strip()
    texts = [part.text("text") for part in block.parts("content") if part.kind == "text"]
    return shortened("\n".join(texts), limit).strip()


def _reason(output: str) -> Iterator[str]:
    """Yield why the user rejected a call, in their words."""
    found = _SAID.search(output)
    said = typed(_HINT.sub("", found[1])) if found else ""
    if said:
        yield said


def _answers(output: str, line: Record, call: Call) -> Iterator[str]:
    """Yield what the user typed in answer to a question; a choice among the agent's words is no word of the user's."""
    result = line.part("toolUseResult")
    given = result.part("answers").fields
    answers = [text_of(answer) for answer in given.values()] or [
        answer for _, answer in _ANSWER.findall(output)
    ]
    notes = [
        text_of(note.get("notes"))
        for note in result.part("annotations").fields.values()
        if isinstance(note, dict)
    ]
    for answer in (*answers, *notes):
        chosen = answer in call.offered or all(part in call.offered for part in answer.split(", "))
        if answer.strip() and not chosen:
            yield typed(answer)
