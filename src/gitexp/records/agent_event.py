"""What an agent tells its hook, in one form for all agents; and what exp answers. Nothing of it is trusted."""

from __future__ import annotations

from typing import Literal, NamedTuple

Agent = Literal["claude-code", "codex", "cursor", "gemini-cli", "copilot-cli"]
AGENTS: tuple[Agent, ...] = ("claude-code", "codex", "cursor", "gemini-cli", "copilot-cli")

Moment = Literal["session", "forget", "prompt", "read", "edit", "other"]
"""A session begins; what was said is forgotten (compaction); a prompt; a file is read; files are edited; all else."""


class FileEdit(NamedTuple):
    """What one call does to one file: `path` as the agent names it, the text that goes (`old`) and that comes (`new`).

    Of a whole new text `old` is "", of a part whose old text is not told (an insertion, a notebook's cell) None. `gone`
    is a file that is deleted.
    """

    path: str
    old: str | None = ""
    new: str = ""
    gone: bool = False


class AgentEvent(NamedTuple):
    """One event. `event` is the agent's own name of it, `reader` the sub-agent's id ("" for the main one).

    `files` are read, `edits` are about to be made (or just made, where `done`). `forgets`: what was said before is
    gone from the reader's memory. `can_tell` and `can_deny` say what the agent's form can carry at this event; `unsure`:
    what is told may not reach the model, and so does not count as told.
    """

    agent: str
    event: str
    moment: Moment = "other"
    session: str = ""
    reader: str = ""
    cwd: str = ""
    files: tuple[str, ...] = ()
    edits: tuple[FileEdit, ...] = ()
    prompt: str = ""
    forgets: bool = False
    done: bool = False
    can_tell: bool = False
    can_deny: bool = False
    unsure: bool = False


class HookAnswer(NamedTuple):
    """What is given to the agent: words for its context, or the reason for which an edit is denied. Both "" for nothing."""

    context: str = ""
    deny: str = ""
