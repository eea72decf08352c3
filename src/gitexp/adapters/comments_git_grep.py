"""Finds comments that command by one `git grep` over the tracked files of a tree."""

from __future__ import annotations

import re
import time

from gitexp.adapters.git import Git
from gitexp.errors import RepositoryError
from gitexp.records.commands import GREP, commands
from gitexp.records.glance import Comments

COMMENT = r"(^|[^:])(//|#|/\*|^[[:space:]]*\*|--|;;|<!--)"
_WORDS = re.compile(r"(?:^|[^:])(?://+|#+|/\*+|^\s*\*+|--|;;+|<!--)\s*(?P<words>.*)")
"""What a line says behind the first mark of a comment."""
_PLAIN = re.compile(
    r"\s*(?://+|#+|\*|--|;;)\s*(?:NOTE:?|XXX:?|WARNING:?|IMPORTANT:?)?\s*(?:this |it |they |these )?(?:must|do not|don't|never|keep)\b",
    re.I,
)
"""A comment that begins with its command makes a good example."""
MAX_RECORDS = 20_000
MAX_LINE = 400
_TESTS = (
    ":(exclude)*.md",
    ":(exclude)*.rst",
    ":(exclude)*.txt",
    ":(exclude)*.po",
    ":(exclude)*.json",
    ":(exclude)experiences",
)


class GitGrepComments:
    """Implements `CommandingComments`."""

    def __init__(self, git: Git, revision: str | None) -> None:
        self._git = git
        self._revision = revision

    def commanding(self, *, seconds: float | None = None) -> Comments:
        """Return the comments that command at the revision, as far as the time allows."""
        if self._revision is None:
            return Comments(0, 0)
        end = None if seconds is None else time.monotonic() + seconds
        looked_at, count, files, example, where, limits = 0, 0, set[bytes](), "", "", list[str]()
        records = self._git.stream(
            *(
                "grep",
                "-I",
                "-n",
                "-i",
                "-E",
                "-z",
                "-e",
                f"{COMMENT}.*{GREP}",
                self._revision,
                "--",
                *_TESTS,
            ),
            separator=b"\n",
            env={"GIT_LITERAL_PATHSPECS": "0"},
            fine=(0, 1),
        )
        try:
            for record in records:
                name, _, rest = record.partition(b"\0")
                line, _, raw = rest.partition(b"\0")
                looked_at += 1
                text = raw.decode("utf-8", "replace")
                if _commands(text):
                    count += 1
                    files.add(name)
                    if not example and len(text) < 160 and _PLAIN.match(text):
                        example = text.strip()
                        where = f"{name.partition(b':')[2].decode('utf-8', 'replace')}:{line.decode('ascii', 'replace')}"
                if looked_at >= MAX_RECORDS or (end is not None and time.monotonic() > end):
                    limits.append(f"comments: looked at the first {looked_at} only")
                    break
        except RepositoryError as error:
            limits.append(f"comments: {error}")
        finally:
            records.close()
        return Comments(count, len(files), example, where, tuple(limits))


def _commands(line: str) -> bool:
    """Return whether a line of a comment commands; it may hold the beginning or the end of a sentence only."""
    match = _WORDS.search(line[:MAX_LINE])
    return match is not None and commands(match["words"]) is not None
