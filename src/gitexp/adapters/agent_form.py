"""Finds the form of an agent, and reads what all forms share: texts within bounds, the files of a tool call, its edits."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from gitexp.errors import UsageError
from gitexp.records.agent_event import AGENTS, AgentEvent, FileEdit, Moment

if TYPE_CHECKING:  # each agent's form is loaded for that agent alone
    from gitexp.ports.agents import AgentForm

MAX_EDITS = 50
MAX_TEXT, MAX_PROMPT, MAX_PATH, MAX_NAME = 200_000, 20_000, 4_096, 200
"""Characters of a text that goes or comes, of a prompt, of a path, of an id or a name."""
MAX_CALL = 2_000_000
"""Characters of a patch, or of the arguments of a call that come as text."""

_PATHS = (
    "file_path path filePath absolute_path notebook_path target_file target_notebook relative_workspace_path"
).split()
_LISTS = ("include", "paths", "file_paths", "files")
_OLD = ("old_string", "old_str", "oldString", "old_text")
_NEW = ("new_string", "new_str", "newString", "new_text", "insert_text", "insert_line_text")
_PIECE = ("new_source", "code_edit", "cell_content")
_WHOLE = ("content", "contents", "file_text", "new_contents")
_PATCH = ("input", "patch", "command", "cmd", "arguments")
_READERS = frozenset("read readfile view readmanyfiles".split())
_WRITERS = frozenset(
    "edit editfile write writefile create createfile replace multiedit notebookedit editnotebook strreplace"
    " strreplaceeditor searchreplace delete deletefile applypatch".split()
)


class Use(NamedTuple):
    """What one tool call does to files; `other` for what is none of exp's business."""

    moment: Moment = "other"
    files: tuple[str, ...] = ()
    edits: tuple[FileEdit, ...] = ()


def form_of(agent: str) -> AgentForm:
    """Return the form of an agent; only its module is loaded."""
    if agent == "claude-code":
        from gitexp.adapters.agent_form_claude_code import ClaudeCodeForm

        return ClaudeCodeForm()
    if agent == "codex":
        from gitexp.adapters.agent_form_codex import CodexForm

        return CodexForm()
    if agent == "cursor":
        from gitexp.adapters.agent_form_cursor import CursorForm

        return CursorForm()
    if agent == "gemini-cli":
        from gitexp.adapters.agent_form_gemini_cli import GeminiCliForm

        return GeminiCliForm()
    if agent == "copilot-cli":
        from gitexp.adapters.agent_form_copilot_cli import CopilotCliForm

        return CopilotCliForm()
    raise UsageError(
        "exp hook", f"`{agent[:40]}` is no agent that exp knows", f"name one of {', '.join(AGENTS)}"
    )


def fields(value: object) -> Mapping[str, object]:
    """Return an object as it is, also one that comes as JSON in a text, or as a bare patch; else nothing."""
    if isinstance(value, str) and len(value) <= MAX_CALL:
        if value.lstrip().startswith("*** Begin Patch"):
            return {"input": value}
        try:
            value = json.loads(value)
        except (ValueError, RecursionError):
            return {}
    return value if isinstance(value, dict) else {}


def text(value: object, most: int = MAX_TEXT) -> str:
    """Return a text within its bound, without halves of characters; "" for what is no text."""
    if not isinstance(value, str):
        return ""
    return _sound(value[:most])


def first(given: Mapping[str, object], keys: Sequence[str], most: int = MAX_TEXT) -> str:
    """Return the first text under one of the keys that is not empty."""
    return next((found for key in keys if (found := text(given.get(key), most))), "")


def name(given: Mapping[str, object], *keys: str) -> str:
    """Return an id or a name; of one that is too long, nothing: what is cut names something else."""
    found = first(given, keys, MAX_NAME + 1)
    return found if len(found) <= MAX_NAME else ""


def path(value: object) -> str:
    """Return a path as the agent names it, "" for what can be none."""
    found = text(value, MAX_PATH + 1)
    return "" if len(found) > MAX_PATH or "\0" in found or not found.strip() else found


def path_of(given: Mapping[str, object]) -> str:
    """Return the file that a call names."""
    return next((found for key in _PATHS if (found := path(given.get(key)))), "")


def tool_use(tool: str, given: Mapping[str, object]) -> Use:
    """Return what a tool that reads or edits files is called for."""
    kind = tool.replace("_", "").lower()
    # Copilot CLI calls its editor and its patches `Edit` where it speaks as Claude Code does: the arguments tell.
    writes = kind in _WRITERS
    if kind in _READERS or (writes and given.get("command") == "view"):
        files = _read(given)
        return Use("read", files=files) if files else Use()
    if kind == "applypatch" or (writes and not path_of(given)):
        return patched(first(given, _PATCH, MAX_CALL))
    if writes:
        edits = _edits(given, gone=kind in ("delete", "deletefile"))
        return Use("edit", edits=edits) if edits else Use()
    return Use()


def used(
    event: AgentEvent, use: Use, *, done: bool = False, tells: bool = True, unsure: bool = False
) -> AgentEvent:
    """Return an event at which a tool is called, or was (`done`); only an edit that is not made yet can be denied.

    Where the agent takes neither words nor a refusal the event is none of exp's business: nothing is weighed for it.
    """
    denies = use.moment == "edit" and not done
    if use.moment == "other" or not (tells or denies):
        return event
    return event._replace(
        moment=use.moment,
        files=use.files,
        edits=use.edits,
        done=done,
        can_tell=tells,
        can_deny=denies,
        unsure=unsure,
    )


def patched(patch: str, folder: str = "") -> Use:
    """Return what a patch does, as Codex writes it; its paths are relative to `folder`."""
    from gitexp.adapters.apply_patch import edits_in

    edits = tuple(edit._replace(path=under(folder, edit.path)) for edit in edits_in(patch))
    return Use("edit", edits=edits) if edits else Use()


def under(folder: str, file: str) -> str:
    """Return a path that is relative to a folder as one that is relative to what the folder is relative to."""
    alone = not folder or file.startswith(("/", "\\", "~")) or file[1:2] == ":"
    return file if alone else f"{folder.rstrip('/')}/{file}"


def fitted(words: str, most: int) -> str:
    """Return what an agent is told, within `most` bytes; what is longer loses its middle, never its closing line.

    Blank words are none: an agent takes a refusal without a reason for a mistake.
    """
    words = _sound(words)
    whole = words.encode()
    if len(whole) <= most:
        return words if words.strip() else ""
    closing = words.rstrip()[words.rstrip().rfind("\n") + 1 :]
    if len(closing.encode()) > most // 2:
        closing = ""
    head = whole[: most - len(closing.encode()) - len("…\n".encode())].decode("utf-8", "ignore")
    line_end = head.rfind("\n") + 1
    return f"{head[:line_end] or head}…\n{closing}"


def _sound(words: str) -> str:
    """Return a text without halves of characters: no file holds them, and strict readers of JSON refuse them."""
    try:
        words.encode()
    except UnicodeEncodeError:
        return words.encode("utf-8", "replace").decode()
    return words


def _read(given: Mapping[str, object]) -> tuple[str, ...]:
    lists = [value for key in _LISTS if isinstance(value := given.get(key), list)]
    named = [path_of(given), *(path(file) for files in lists for file in files[:MAX_EDITS])]
    plain = (file for file in named if file and not any(sign in file for sign in "*?{"))
    return tuple(dict.fromkeys(plain))[:MAX_EDITS]


def _edits(given: Mapping[str, object], *, gone: bool) -> tuple[FileEdit, ...]:
    file = path_of(given)
    if not file:
        return ()
    if gone:
        return (FileEdit(file, gone=True),)
    several = given.get("edits")
    if isinstance(several, list) and several:
        parts = [part for part in several[:MAX_EDITS] if isinstance(part, dict)]
        return tuple(_replaced(path_of(part) or file, part) for part in parts) or (FileEdit(file, None),)
    if any(isinstance(given.get(key), str) for key in (*_OLD, *_NEW)):
        return (_replaced(file, given),)
    if piece := first(given, _PIECE):
        return (FileEdit(file, None, piece),)
    if any(isinstance(given.get(key), str) for key in _WHOLE):
        return (FileEdit(file, new=first(given, _WHOLE)),)
    return (FileEdit(file, None),)


def _replaced(file: str, given: Mapping[str, object]) -> FileEdit:
    """Return one replacement. An empty old text says that the file is made; no old text, that words are put in."""
    said = any(isinstance(given.get(key), str) for key in _OLD)
    return FileEdit(file, first(given, _OLD) if said else None, first(given, _NEW))
