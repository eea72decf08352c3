"""Reads a message of a Gemini CLI session: what a person typed, what the agent said, what its tools gave back."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from gitexp.adapters.claude_code_calls import MAX_TELLING
from gitexp.adapters.claude_code_records import Record, fitting_id, shortened, text_of, typed
from gitexp.adapters.session_drafts import Draft, own_words, parsed, said, use

EDITS = ("write_file", "replace", "edit")
ASKS = "ask_user"

_ADDED = re.compile(r"\n?--- Content from referenced files ---(?:\n|\Z)")
"""Behind this line stands what the program adds of the files that were named."""
_INJECTED = re.compile(r"This is the Gemini CLI\. We are setting up the context|System: Please continue\.")
_FAILED = re.compile(r"^Exit Code: -?0*[1-9]", re.MULTILINE)
_STATES = {"error": "failed", "cancelled": "rejected"}

Place = Callable[[str], str | None]
"""Returns a file as the repository names it."""


def drafts_of(message: Record, place: Place) -> list[Draft]:
    """Return the turns of a message."""
    name = fitting_id(message.text("id")) or f"line:{message.line}"
    if message.kind == "user":
        words = words_of(message)
        return [said(name, "user", words, message.time)] if words else []
    if message.kind != "gemini":
        return []
    words = _texts(message, "content").strip()
    found = [said(name, "agent", words, message.time)] if words else []
    for number, call in enumerate(message.parts("toolCalls"), 1):
        found += _called(call, f"{name}+{number}", place, message.time)
    return found


def words_of(message: Record) -> str:
    """Return what a person typed of a message; the program keeps it apart where it added something."""
    text = _texts(message, "displayContent") or _texts(message, "content")
    own = _ADDED.split(text, maxsplit=1)[0]
    return "" if _INJECTED.match(own.lstrip()) else typed(own)


def _called(call: Record, name: str, place: Place, at: str | None) -> Iterator[Draft]:
    asked = call.part("args")
    file = next((asked.text(key) for key in ("absolute_path", "file_path", "path") if asked.text(key)), "")
    words = next((asked.text(key) for key in ("command", "pattern", "query", "url") if asked.text(key)), "")
    tool = call.text("name")
    made = use(
        tool,
        place(file),
        words or re.split(r"[\\/]", file.rstrip("\\/"))[-1],
        asked.text("content") or asked.text("new_string"),
        edits=tool in EDITS,
    )
    output = shortened(_output(call), 2 * MAX_TELLING)
    state = _STATES.get(call.text("status")) or ("failed" if _FAILED.search(output) else None)
    time = call.time or at
    yield made.came_to(name, output, time, state)
    for words in _answers(call) if tool == ASKS and state is None else ():
        yield said(name, "user", words, time)


def _output(call: Record) -> str:
    """Return what a tool gave back."""
    texts = [text_of(call.fields.get("result"))]
    for part in call.parts("result"):
        answer = part.part("functionResponse").part("response")
        texts.append(answer.text("output") or answer.text("error") or part.text("text"))
    return "\n".join(filter(None, texts)) or call.text("resultDisplay")


def _answers(call: Record) -> Iterator[str]:
    """Yield what the user typed in answer to a question of the agent."""
    questions = list(call.part("args").parts("questions"))
    offered = {option.text("label") for question in questions for option in question.parts("options")}
    given = Record(call.line, parsed(_output(call))).part("answers").fields
    yield from own_words((text_of(answer) for answer in given.values()), offered)


def _texts(message: Record, key: str) -> str:
    """Return the text of a message, which may stand in parts."""
    parts = [part.text("text") for part in message.parts(key)] or [message.part(key).text("text")]
    return message.text(key) or "\n".join(filter(None, parts))
