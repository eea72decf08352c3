"""Finds comments that command by one `git grep` over the tracked files of a tree."""

from __future__ import annotations

import re
import time

from gitexp.adapters.git import Git
from gitexp.errors import RepositoryError
from gitexp.records.glance import Comments

COMMENT = r"(^|[^:])(//|#|/\*|^[[:space:]]*\*|--|;;|<!--)"
COMMANDS = (
    r"(must (not|never|be|stay|match|keep|remain)|do not (change|remove|edit|touch|use|call|add|move|reorder|rename)|"
    r"don.?t (change|remove|edit|touch|reorder)|keep (this |these |them )?in sync|never (call|use|change|remove|add)|"
    r"order matters|workaround for|不要|必须|禁止|変更しない|しないこと)"
)
_PLAIN = re.compile(
    rb"^\s*(?://+|#+|\*|--|;;)\s*(?:NOTE:?|XXX:?|WARNING:?|IMPORTANT:?)?\s*(?:this |it |they |these )?(?:must|do not|don't|never|keep)\b",
    re.I,
)
"""A comment that begins with its command makes a good example."""
MAX_RECORDS = 20_000
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
        count, files, example, where, limits = 0, set[bytes](), "", "", list[str]()
        records = self._git.stream(
            *(
                "grep",
                "-I",
                "-n",
                "-i",
                "-E",
                "-z",
                "-e",
                f"{COMMENT}.*{COMMANDS}",
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
                line, _, text = rest.partition(b"\0")
                count += 1
                files.add(name)
                if not example and len(text) < 160 and _PLAIN.search(text):
                    example = text.decode("utf-8", "replace").strip()
                    where = f"{name.partition(b':')[2].decode('utf-8', 'replace')}:{line.decode('ascii', 'replace')}"
                if count >= MAX_RECORDS or (end is not None and time.monotonic() > end):
                    limits.append(f"comments: counted the first {count} only")
                    break
        except RepositoryError as error:
            limits.append(f"comments: {error}")
        finally:
            records.close()
        return Comments(count, len(files), example, where, tuple(limits))
