"""Reads what SpecStory tells of a tool at work: its name, what it was asked, and what came of it."""

from __future__ import annotations

import re
from collections.abc import Callable

from gitexp.adapters.session_drafts import Draft, use

_NAME = re.compile(r'data-tool-name="([^"]{1,80})"')
_TYPE = re.compile(r'data-tool-type="([^"]{1,40})"')
_TOLD = re.compile(r"Tool use: \*\*(.{1,80}?)\*\*(?: `(.*?)`)?(?: • [^:\n<]{1,40}: ([^\n<]+))?")
_TAGS = re.compile(r"^\s*(?:<tool-use\b[^>]*>)?\s*(?:<details>)?\s*(?:<summary>.*?</summary>)?", re.DOTALL)
_ENDS = re.compile(r"(?:</details>)?\s*</tool-use>\s*\Z")
_FENCED = re.compile(
    r"^(?P<mark>`{3,}|~{3,})[^\n`]*\n(?P<body>.*?)(?:\n?(?P=mark)[ \t]*(?:\n|\Z)|\Z)",
    re.DOTALL | re.MULTILINE,
)
_QUOTED = re.compile(r"`([^`\n]+)`")
_CHANGED = re.compile(
    r"^\*\*\* (?:Update|Add|Delete) File: (?P<patched>.+)$"
    r"|^The file (?P<updated>\S+) has been (?:updated|modified)"
    r"|^File created successfully at:? (?P<made>\S+)"
    r"|^Successfully (?:created and wrote to new|overwrote|modified) file: (?P<overwritten>[^\s(]+)"
    r"|^[AM] (?P<listed>\S+)[ \t]*$",
    re.MULTILINE,
)
_REJECTED = re.compile(
    r"The user doesn't want to (?:proceed with this tool use|take this action)|.{0,20}rejected by (?:the )?user"
)
_FAILED = re.compile(
    r"\A(?:Exit code:? -?0*[1-9]|<tool_use_error>)|^Process exited with code -?0*[1-9]", re.MULTILINE
)
_LOOKED_AT = 5_000
MAX_USE = 20_000
"""Characters that a use of a tool is looked for in: what came of it is cut early anyway."""
_WRITES = "write"


def is_told_use(text: str) -> bool:
    """Return whether a text of the agent is nothing but a tool's use, as older exports have it."""
    return text.startswith("Tool use: **")


def used(text: str, name: str, at: str | None, place: Callable[[str], str | None]) -> Draft:
    """Return the turn of a tool's use."""
    text = text[:MAX_USE]
    named, kind, told = _NAME.search(text[:300]), _TYPE.search(text[:300]), _TOLD.search(text[:2000])
    body = _ENDS.sub("", _TAGS.sub("", text, count=1))
    fenced = _FENCED.search(body)
    before = body[: fenced.start()] if fenced else body
    output = (fenced["body"] if fenced else "").strip()
    quoted = _QUOTED.search(before)
    asked = (told[2] if told and told[2] else "") or (quoted[1] if quoted else "")
    tool = named[1] if named else told[1] if told else "tool"
    edits = (kind[1] if kind else "") == _WRITES or "patch" in tool
    changed = _CHANGED.search(body[: 2 * _LOOKED_AT]) if edits else None
    file = (told[3].strip() if told and told[3] else "") or (
        next(filter(None, changed.groups()), "").strip() if changed else ""
    )
    if not file and asked and (edits or (kind and kind[1] == "read")):
        file = asked
    head = output[:_LOOKED_AT]
    state = "rejected" if _REJECTED.match(head) else "failed" if _FAILED.search(head) else None
    found = place(file) if file else None
    made = use(tool, found, asked if not file else re.split(r"[\\/]", file)[-1], "", edits=edits)
    return made.came_to(name, output, at, state)
