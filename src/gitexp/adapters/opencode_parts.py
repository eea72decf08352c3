"""Reads the parts of an OpenCode message: what a person typed, what the agent said, what its tools gave back."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from gitexp.adapters.claude_code_calls import MAX_TELLING
from gitexp.adapters.claude_code_records import Record, fitting_id, shortened, text_of, typed
from gitexp.adapters.session_drafts import Draft, own_words, said, use
from gitexp.adapters.session_place import instant

EDITS = ("edit", "write", "multiedit", "patch", "apply_patch")
ASKS = "question"

_PATCHED = re.compile(r"^\*\*\* (?:Update|Add|Delete) File: (.+)$", re.MULTILINE)
_REJECTED = re.compile(r"The user rejected permission to use this specific tool call")
_FEEDBACK = re.compile(r"\A[^\n]*? with the following feedback:\s*(.*)", re.DOTALL)

Place = Callable[[str], str | None]
"""Returns a file as the repository names it."""


def drafts_of(message: Record, parts: list[Record], place: Place) -> Iterator[Draft]:
    """Yield the turns of a message: its texts as one, then its tools."""
    told = message.part("info")
    name = fitting_id(told.text("id")) or f"line:{message.line}"
    at = instant(told.part("time").fields.get("created"))
    texts = [
        part.text("text") for part in parts if part.kind == "text" and not part.flag("synthetic", "ignored")
    ]
    if told.text("role") == "user":
        words = "\n\n".join(filter(None, map(typed, texts)))
        if words:
            yield said(name, "user", words, at)
        return
    # A summary of what was said before is no message of its own.
    if told.text("role") != "assistant" or told.flag("summary"):
        return
    words = "\n\n".join(text.strip() for text in texts if text.strip())
    if words:
        yield said(name, "agent", words, at)
    for number, part in enumerate((part for part in parts if part.kind == "tool"), 1):
        yield from _called(part, f"{name}+{number}", place, at)


def _called(part: Record, name: str, place: Place, at: str | None) -> Iterator[Draft]:
    state, tool = part.part("state"), part.text("tool")
    asked = state.part("input")
    patch = asked.text("patchText")
    file = next((asked.text(key) for key in ("filePath", "path") if asked.text(key)), "")
    patched = _PATCHED.search(patch)
    file = patched[1].strip() if patched else file
    words = next(
        (asked.text(key) for key in ("command", "pattern", "query", "url", "description") if asked.text(key)),
        "",
    )
    wrote = "\n".join(line[1:] for line in patch.split("\n") if line.startswith("+"))
    made = use(
        tool,
        place(file),
        words or re.split(r"[\\/]", file.rstrip("\\/"))[-1],
        wrote or asked.text("newString") or asked.text("content"),
        edits=tool in EDITS,
    )
    error = state.text("error")
    output = shortened(error or state.text("output"), 2 * MAX_TELLING)
    done = instant(state.part("time").fields.get("end")) or at
    came = _state(state, error)
    yield made.came_to(name, output, done, came)
    for words in _typed(part, error, came):
        yield said(name, "user", words, done)


def _state(state: Record, error: str) -> str | None:
    if state.text("status") == "error":
        return "rejected" if _REJECTED.match(error) else "failed"
    return "failed" if state.part("metadata").fields.get("exit") not in (None, 0) else None


def _typed(part: Record, error: str, came: str | None) -> Iterator[str]:
    """Yield what a person typed in answer to a call: why they rejected it, or another answer than those offered."""
    reason = _FEEDBACK.match(error) if came == "rejected" else None
    if reason and typed(reason[1]):
        yield typed(reason[1])
    if part.text("tool") != ASKS or came is not None:
        return
    state = part.part("state")
    questions = state.part("input").parts("questions")
    offered = {option.text("label") for question in questions for option in question.parts("options")}
    given = state.part("metadata").fields.get("answers")
    for answers in given if isinstance(given, list) else ():
        texts = [text_of(one) for one in answers] if isinstance(answers, list) else []
        yield from own_words(texts, offered)
