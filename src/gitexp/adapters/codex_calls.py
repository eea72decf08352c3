"""Tells what a tool of Codex was asked to do, and what came of it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from gitexp.adapters.claude_code_calls import MAX_TELLING
from gitexp.adapters.claude_code_records import CUT, Record, shortened, text_of
from gitexp.adapters.session_drafts import Use, own_words, parsed, use

_PATCHED = re.compile(r"^\*\*\* (?:Update|Add|Delete) File: (.+)$", re.MULTILINE)
_BEGUN = "*** Begin Patch"
_REJECTED = re.compile(r"(?:exec command |patch |command )?rejected by (?:the )?user\b", re.IGNORECASE)
_FAILED = re.compile(
    r"\A(?:failed in sandbox|execution error|apply_patch verification failed|failed to parse)"
    r"|^(?:Process exited with code|Exit code:) -?0*[1-9]",
    re.MULTILINE,
)
_NOTE = "user_note: "
_LOOKED_AT = 1000
"""Characters of an output within which it says that it failed."""


def use_of(call: Record) -> tuple[Use, frozenset[str]]:
    """Return what a call does, with the file as it is written there, and the answers that it offers."""
    arguments = parsed(call.text("arguments"))
    asked = Record(call.line, arguments)
    command = _command(asked) or _command(call.part("action"))
    patch = next(
        (
            text
            for text in (call.text("input"), asked.text("input"), asked.text("patch"), command)
            if _BEGUN in text
        ),
        "",
    )
    words = command or next(
        (asked.text(key) for key in ("path", "file_path", "query", "pattern", "url") if asked.text(key)),
        call.text("input"),
    )
    files = [file.strip() for file in _PATCHED.findall(patch)]
    offered = {
        option.text("label") for question in asked.parts("questions") for option in question.parts("options")
    }
    made = use(
        "apply_patch" if files else call.text("name") or "shell",
        files[0] if files else None,
        "" if files else words,
        "\n".join(_written(patch)) if files else "",
        edits=bool(files),
    )
    return made, frozenset(offered)


def outcome_of(result: Record) -> tuple[str, str | None]:
    """Return what a tool gave back, cut early, and whether it `failed` or was `rejected`."""
    given = result.fields.get("output")
    told = Record(result.line, given if isinstance(given, dict) else parsed(text_of(given)))
    output = told.text("output") or told.text("content") or text_of(given) or "\n".join(_texts(result))
    output = shortened(output, 2 * MAX_TELLING).strip()
    head = output[:_LOOKED_AT].split(CUT)[0]
    if _REJECTED.match(head):
        return output, "rejected"
    code = told.part("metadata").fields.get("exit_code")
    failed = code not in (None, 0) or told.fields.get("success") is False or _FAILED.search(head)
    return output, "failed" if failed else None


def answers_of(result: Record, offered: frozenset[str]) -> Iterator[str]:
    """Yield what the user typed in answer to a question of the agent."""
    answers = Record(result.line, parsed(result.text("output"))).part("answers")
    for name in answers.fields:
        given = answers.part(name).fields.get("answers")
        texts = [text_of(one).removeprefix(_NOTE) for one in given] if isinstance(given, list) else []
        yield from own_words(texts, offered)


def _texts(result: Record) -> Iterator[str]:
    for part in result.parts("output"):
        if part.text("text"):
            yield part.text("text")


def _command(asked: Record) -> str:
    """Return the command of a shell call, without the shell itself."""
    for key in ("command", "cmd"):
        given = asked.fields.get(key)
        if isinstance(given, list):
            words = [text_of(word) for word in given]
            return words[-1] if words[1:2] and words[1] in ("-lc", "-c") else " ".join(words)
        if text_of(given):
            return text_of(given)
    return ""


def _written(patch: str) -> Iterator[str]:
    """Yield the lines that a patch adds."""
    for line in patch.split("\n"):
        if line.startswith("+"):
            yield line[1:]
