"""Keeps replies of a language model as files, one a request; and reads a folder of recorded ones."""

from __future__ import annotations

import contextlib
import json
from pathlib import Path
from typing import TypeGuard

from gitexp.adapters.derived_file import write_whole
from gitexp.errors import RecordError, UsageError
from gitexp.records.llm import KeptReply

FORM = "reply 1"
MAX_BYTES = 8_000_000


class KeptReplies:
    """Implements `Replies` in the git common dir of a clone, readable by nobody else: replies quote private words.

    A file may be deleted at any time; whatever is wrong with one counts as not there.
    """

    def __init__(self, common_dir: str) -> None:
        self._folder = Path(common_dir) / "exp" / "replies"

    def get(self, key: str) -> KeptReply | None:
        """Return the reply that was kept under a key, None where there is none."""
        try:
            document = json.loads(self._path(key).read_bytes())
        except (OSError, ValueError, RecursionError):
            return None
        if not isinstance(document, dict) or document.get("form") != FORM or document.get("key") != key:
            return None
        text, prompt, completion = (
            document.get(name) for name in ("text", "prompt_tokens", "completion_tokens")
        )
        if not isinstance(text, str) or not _is_count(prompt) or not _is_count(completion):
            return None
        return KeptReply(text, prompt, completion)

    def put(self, key: str, reply: KeptReply) -> None:
        """Keep a reply; where it can't be written it is asked for again the next time."""
        document = {
            "form": FORM,
            "key": key,
            "text": reply.text,
            "prompt_tokens": reply.prompt_tokens,
            "completion_tokens": reply.completion_tokens,
        }
        path = self._path(key)
        with contextlib.suppress(OSError):
            path.parent.mkdir(parents=True, exist_ok=True)
            for folder in (self._folder, path.parent):
                folder.chmod(0o700)
            if write_whole(path, json.dumps(document, ensure_ascii=True).encode("ascii")):
                path.chmod(0o600)

    def _path(self, key: str) -> Path:
        return self._folder / key[:2] / f"{key}.json"


class RecordedReplies:
    """Implements `Replies` on a recording: a folder of `KEY.txt`, one that has them in `replies/`, or a file of lines
    `{"key": …, "reply": …}`. Nothing is written into it.

    What the requests cost is not recorded: the text of a reply stands for its tokens, and whoever knows the request
    fills in the rest. Raises UsageError where there is no such folder or file.
    """

    def __init__(self, path: str) -> None:
        folder = Path(path)
        if not folder.exists():
            raise UsageError(
                f"--replies {path}", "no such folder or file", "give a folder of KEY.txt, or a file of lines"
            )
        self._folders = (folder, folder / "replies")
        self._lines = _lines(folder) if folder.is_file() else {}

    def get(self, key: str) -> KeptReply | None:
        """Return the reply that was recorded under a key, None where there is none."""
        text = self._lines.get(key)
        for folder in self._folders if text is None else ():
            try:
                with (folder / f"{key}.txt").open("rb") as file:
                    text = file.read(MAX_BYTES + 1).decode("utf-8", "replace")
                break
            except OSError:
                continue
        return None if text is None else KeptReply(text, 0, len(text) // 4)

    def put(self, key: str, reply: KeptReply) -> None:
        """Keep nothing: a recording stays as it is."""


def _lines(file: Path) -> dict[str, str]:
    """Return the replies of a file of lines, as text by key. Raises RecordError for a line that is none."""
    found: dict[str, str] = {}
    with file.open("rb") as stream:
        for number, line in enumerate(stream, 1):
            try:
                row = json.loads(line) if line.strip() else None
            except (ValueError, RecursionError):
                row = {}
            if row is None:
                continue
            if not isinstance(row, dict) or not isinstance(row.get("key"), str) or "reply" not in row:
                mend = 'write {"key": …, "reply": …} on each'
                raise RecordError(f"{file.name}:{number}", "is no recorded reply", mend)
            reply = row["reply"]
            found[row["key"]] = reply if isinstance(reply, str) else json.dumps(reply, ensure_ascii=False)
    return found


class NoReplies:
    """Implements `Replies` where there is no clone to keep them in."""

    def get(self, key: str) -> KeptReply | None:
        """Return that there is none."""
        return None

    def put(self, key: str, reply: KeptReply) -> None:
        """Keep nothing."""


def _is_count(number: object) -> TypeGuard[int]:
    return isinstance(number, int) and not isinstance(number, bool) and number >= 0
