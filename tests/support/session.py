"""Builds sessions of Claude Code for tests, line by line, as the agent writes them."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

START = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
ID = "0b5e3c1a-1111-4222-8333-444455556666"
REJECTED = (
    "The user doesn't want to proceed with this tool use. The tool use was rejected (eg. if it was a file edit, the"
    " new_string was NOT written to the file). To tell you how to proceed, the user said:\n"
)
Line = dict[str, Any]


class SessionFile:
    """A session in the making: each line follows the one before by a minute, and answers to it."""

    def __init__(self, cwd: Path | str = "/srv/shop", session: str = ID) -> None:
        self.cwd = str(cwd)
        self.session = session
        self.lines: list[str] = []
        self.last: str | None = None
        self.calls = 0

    def says(self, text: str | list[Line], **more: Any) -> str:
        """Add what a person typed; return the id of the line."""
        return self._line("user", {"role": "user", "content": text}, **more)

    def agent(self, *texts: str, message: str | None = None, **more: Any) -> str:
        """Add what the agent said: each text a line of its own, all of one message."""
        name = message or f"msg_{len(self.lines)}"
        for text in texts:
            self._agent(name, {"type": "text", "text": text}, **more)
        return name

    def thinks(self, text: str) -> None:
        """Add what the agent thought."""
        self._agent("msg_thinking", {"type": "thinking", "thinking": text, "signature": "x"})

    def uses(self, tool: str, *, message: str | None = None, **asked: Any) -> str:
        """Add a call of a tool; return its id."""
        self.calls += 1
        block = {"type": "tool_use", "id": f"toolu_{self.calls}", "name": tool, "input": asked}
        self._agent(message or f"msg_{len(self.lines)}", block)
        return f"toolu_{self.calls}"

    def result(self, output: object, *, failed: bool = False, call: str | None = None, **more: Any) -> str:
        """Add what the last call gave back."""
        block = {"type": "tool_result", "tool_use_id": call or f"toolu_{self.calls}", "content": output}
        content = [{**block, "is_error": True} if failed else block]
        return self._line("user", {"role": "user", "content": content}, **more)

    def edits(self, path: str, new: str = "x = 1") -> None:
        """Add an edit that went well."""
        self.uses("Edit", file_path=f"{self.cwd}/{path}", old_string="x = 0", new_string=new)
        self.result(f"The file {self.cwd}/{path} has been updated.")

    def rejects(self, words: str) -> str:
        """Add that a person rejected the last call, and said why."""
        return self.result(REJECTED + words, failed=True, toolUseResult=f"Error: {REJECTED}{words}")

    def queued(self, operation: str, words: str | None = None) -> None:
        """Add what a person did to the queue while the agent was at work."""
        line: Line = {"type": "queue-operation", "operation": operation, "sessionId": self.session}
        self.raw({**line, "timestamp": self._now(), **({"content": words} if words else {})})

    def raw(self, line: Line | str) -> None:
        """Add a line as it is."""
        self.lines.append(line if isinstance(line, str) else json.dumps(line, ensure_ascii=False))

    @property
    def text(self) -> str:
        """Return the file."""
        return "".join(f"{line}\n" for line in self.lines)

    def save(self, path: Path) -> Path:
        """Write the file."""
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(self.text, encoding="utf-8", errors="surrogatepass")
        return path

    def lie_in(self, home: Path, folder: str | None = None) -> Path:
        """Write the file where Claude Code keeps it in this home."""
        name = "".join(letter if letter.isascii() and letter.isalnum() else "-" for letter in self.cwd)
        return self.save(home / ".claude" / "projects" / (folder or name) / f"{self.session}.jsonl")

    def _agent(self, name: str, block: Line, **more: Any) -> None:
        message = {"id": name, "type": "message", "role": "assistant", "model": "m", "content": [block]}
        self._line("assistant", message, **more)

    def _line(self, kind: str, message: Line, **more: Any) -> str:
        name = f"{self.session[:8]}-line-{len(self.lines) + 1}"
        self.raw(
            {
                "parentUuid": self.last,
                "isSidechain": False,
                "userType": "external",
                "cwd": self.cwd,
                "sessionId": self.session,
                "version": "2.1.40",
                "gitBranch": "main",
                "type": kind,
                "message": message,
                "uuid": name,
                "timestamp": self._now(),
                **more,
            }
        )
        self.last = str(json.loads(self.lines[-1])["uuid"])
        return self.last

    def _now(self) -> str:
        return (START + timedelta(minutes=len(self.lines))).strftime("%Y-%m-%dT%H:%M:%S.000Z")
