"""Remakes sessions of agents from their transcripts: what happened in order, and the repository as far as it is shown."""

from __future__ import annotations

import json
import posixpath
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal, NamedTuple

from bench.hook_patches import Part, patch_in, patched
from bench.hook_texts import Texts, shown

Kind = Literal["start", "forget", "prompt", "read", "edit"]
EDITS = ("Edit", "Write", "MultiEdit", "NotebookEdit")
HERE = "@/"
"""So paths begin that lie in the repository; it is put down elsewhere at each replay."""


class Step(NamedTuple):
    """One thing that happened: `tool` with `given`, as the agent's hook is told of it; `parts` is what an edit changes.

    `edit` counts the edits of a session from 0, -1 for all else. `done` is False where the edit failed or was refused.
    """

    kind: Kind
    tool: str = ""
    given: Mapping[str, Any] = MappingProxyType({})
    parts: tuple[Part, ...] = ()
    edit: int = -1
    done: bool = True


class Session(NamedTuple):
    """One session: its file, its agent, its repository's name, the files that it began with, what happened."""

    name: str
    agent: str
    repository: str
    texts: dict[str, str]
    steps: tuple[Step, ...]

    def event(self, step: Step, root: str, session: str, reader: str = "") -> dict[str, object]:
        """Return what the agent tells its hook (the documented form), for a repository that lies at `root`."""
        told: dict[str, object] = {
            "session_id": session,
            "transcript_path": f"{root}/../t.jsonl",
            "cwd": root,
        }
        if reader:
            told |= {"agent_id": reader, "agent_type": "general-purpose"}
        if step.kind == "prompt":
            return {**told, "hook_event_name": "UserPromptSubmit", "prompt": step.given["prompt"]}
        if step.kind in ("start", "forget"):
            source = "startup" if step.kind == "start" else "compact"
            return {**told, "hook_event_name": "SessionStart", "source": source}
        given = {name: _placed(value, root) for name, value in step.given.items()}
        call = {"tool_name": step.tool, "tool_input": given, "tool_use_id": "toolu_1"}
        return {**told, "hook_event_name": "PreToolUse", "permission_mode": "default", **call}


def sessions(shared: Path) -> Iterator[Session]:
    """Yield the sessions of Claude Code and of Codex, by name."""
    for path in sorted((shared / "transcripts" / "claude-code").glob("*.jsonl")):
        yield claude_code(path)
    for path in sorted((shared / "transcripts" / "codex").glob("*.jsonl")):
        yield codex(path)


def claude_code(path: Path) -> Session:
    """Return a session of Claude Code."""
    records = _records(path)
    folders = sorted({str(one["cwd"]) for one in records if one.get("cwd")}, key=len)
    home = folders[0] if folders else "/repository"
    repository = home.partition("/.worktrees/")[0].rpartition("/")[2]
    texts = Texts()
    steps: list[Step] = [Step("start")]
    results = {block["tool_use_id"]: (block, one) for one in records for block in _blocks(one, "tool_result")}
    for one in records:
        said = _said(one)
        if one.get("isCompactSummary"):
            steps.append(Step("forget"))
        elif said and not said.startswith("<"):
            steps.append(Step("prompt", given={"prompt": said}))
        for block in _blocks(one, "tool_use"):
            result, line = results.get(block["id"], ({}, {}))
            step = _call(block, home, bool(result.get("is_error")), sum(s.kind == "edit" for s in steps))
            if step:
                steps.append(step)
                _see(step, line.get("toolUseResult"), texts)
    return Session(f"claude-code/{path.name}", "claude-code", repository, texts.first, tuple(steps))


def _call(block: dict[str, Any], home: str, failed: bool, edits: int) -> Step | None:
    """Return a read or an edit; paths of the repository begin with `@/`."""
    name, given = str(block["name"]), dict(block["input"])
    key = next((key for key in ("file_path", "notebook_path") if key in given), "")
    if name not in ("Read", *EDITS) or not key:
        return None
    given[key] = _named(str(given[key]), home)
    if name == "Read":
        return Step("read", name, given)
    pairs = given.get("edits") or [given]
    olds = [str(one.get("old_string") or "") for one in pairs]
    news = [str(one.get("new_string") or one.get("content") or one.get("new_source") or "") for one in pairs]
    whole = name == "Write"
    parts = tuple(Part(given[key], old, new, whole) for old, new in zip(olds, news, strict=True))
    return Step("edit", name, given, parts, edits, not failed)


def _see(step: Step, result: object, texts: Texts) -> None:
    """Learn from a call what its file holds."""
    told = result if isinstance(result, dict) else {}
    if step.kind == "read":
        held = told.get("file")
        if isinstance(held, dict) and isinstance(held.get("content"), str):
            texts.read(step.given["file_path"], held["content"], int(held.get("startLine") or 1))
        return
    before = told.get("originalFile")
    for part in step.parts:
        if step.done:
            texts.change(part, before if isinstance(before, str) else None)


def codex(path: Path) -> Session:
    """Return a session of Codex, of either form; it reads by commands of the shell."""
    records = _records(path)
    items = [one["payload"] if isinstance(one.get("payload"), dict) else one for one in records]
    home = next((str(one["cwd"]) for one in items if one.get("cwd")), "/repository")
    outputs = {one.get("call_id"): one for one in items if one.get("type") == "function_call_output"}
    told_apart = any(one.get("type") == "user_message" for one in items)
    texts = Texts()
    steps: list[Step] = [Step("start")]
    for one in items:
        if said := _typed(one, told_apart):
            steps.append(Step("prompt", given={"prompt": said}))
        if one.get("type") not in ("function_call", "custom_tool_call"):
            continue
        command, failed = _command(one), _failed(outputs.get(one.get("call_id")))
        if patch := patch_in(command):
            parts = tuple(part._replace(path=_named(part.path, home)) for part in patched(patch))
            number = sum(step.kind == "edit" for step in steps)
            steps.append(Step("edit", "apply_patch", {"command": patch}, parts, number, not failed))
            for part in parts if not failed else ():
                texts.change(part, None)
        elif read := shown(command, _output(outputs.get(one.get("call_id")))):
            steps.append(Step("read", "Bash", {"command": command}))
            if not failed:
                texts.read(_named(read.path, home), read.text, read.line)
    url = next(
        (str(one["git"].get("repository_url") or "") for one in items if isinstance(one.get("git"), dict)), ""
    )
    repository = (url or home).rstrip("/").rpartition("/")[2].removesuffix(".git")
    return Session(f"codex/{path.name}", "codex", repository, texts.first, tuple(steps))


def _records(path: Path) -> list[dict[str, Any]]:
    """Return the lines of a transcript; one that is cut is left out."""
    found = []
    for line in path.read_text("utf-8").splitlines():
        try:
            one = json.loads(line)
        except ValueError:
            continue
        if isinstance(one, dict):
            found.append(one)
    return found


def _blocks(record: dict[str, Any], kind: str) -> list[dict[str, Any]]:
    message = record.get("message")
    content = message.get("content") if isinstance(message, dict) else None
    blocks = content if isinstance(content, list) else []
    return [block for block in blocks if isinstance(block, dict) and block.get("type") == kind]


def _said(record: dict[str, Any]) -> str:
    """Return what a person typed in Claude Code."""
    if record.get("type") != "user" or record.get("isMeta"):
        return ""
    content = record["message"].get("content")
    return content if isinstance(content, str) else "\n".join(one["text"] for one in _blocks(record, "text"))


def _typed(item: dict[str, Any], told_apart: bool) -> str:
    """Return what a person typed in Codex; older files have no record of its own for it."""
    if item.get("type") == "user_message":
        return str(item.get("message") or "")
    if told_apart or item.get("type") != "message" or item.get("role") != "user":
        return ""
    said = "\n".join(str(part.get("text") or "") for part in item.get("content") or [])
    return "" if said.startswith("<") else said


def _command(item: dict[str, Any]) -> str:
    """Return the command of a shell, or the text that a tool of its own is given."""
    if item.get("type") == "custom_tool_call":
        return str(item.get("input") or "")
    try:
        given = json.loads(item.get("arguments") or "{}")
    except ValueError:
        return ""
    command = given.get("command") if isinstance(given, dict) else None
    return str(command[-1]) if isinstance(command, list) and command else str(command or "")


def _output(item: dict[str, Any] | None) -> str:
    told = _told(item)
    return str(told.get("output") or "") if isinstance(told, dict) else ""


def _failed(item: dict[str, Any] | None) -> bool:
    told = _told(item)
    return not isinstance(told, dict) or bool((told.get("metadata") or {}).get("exit_code"))


def _told(item: dict[str, Any] | None) -> object:
    try:
        return json.loads((item or {}).get("output") or "")
    except ValueError:
        return None


def _named(path: str, home: str) -> str:
    """Return a path as it is put down: in the repository from its top, else as it is."""
    place = posixpath.normpath(posixpath.join(home, path.replace("\\", "/")))
    return f"{HERE}{posixpath.relpath(place, home)}" if place.startswith(f"{home}/") else place


def _placed(value: object, root: str) -> object:
    return (
        f"{root}/{value.removeprefix(HERE)}" if isinstance(value, str) and value.startswith(HERE) else value
    )
