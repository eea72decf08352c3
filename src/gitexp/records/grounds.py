"""Grounds: whether what is said of a topic has grounds in it: names and figures that nobody wrote are invented."""

from __future__ import annotations

import re
from collections.abc import Sequence

from gitexp.records.discussion import Topic
from gitexp.records.text import Redacted
from gitexp.records.words import content_words

_NAME = re.compile(
    r"`([^`\n]{2,})`"  # what is quoted as code
    r"|([A-Za-z_$][\w$]*(?:(?:\.|::|->|#)[\w$]+)+)"  # names with a join
    r"|([A-Za-z]+[a-z][A-Z]\w*|\w+_\w+)"  # camel case, snake case
)
_PART = re.compile(r"[^\W_]+")
SHARED = 0.3
"""The part of a candidate's words that its topic holds, at least; a statement about something else holds fewer."""


class Grounds:
    """The text of one topic, to be asked what stands in it."""

    def __init__(self, topic: Topic[Redacted]) -> None:
        anchors = [turn.anchor for turn in topic.turns if turn.anchor]
        self._paths = [str(anchor.path) for anchor in anchors if anchor.path]
        hunks = [str(anchor.hunk) for anchor in anchors if anchor.hunk]
        title = str(topic.discussion.title or "")
        self._text = "\n".join([*(str(turn.text) for turn in topic.turns), title, *self._paths, *hunks])
        self._parts = frozenset(part.casefold() for part in _PART.findall(self._text))
        self._words = content_words(self._text)

    def names(self, name: str) -> bool:
        """Return whether each part of a name was written by someone."""
        parts = [part.casefold() for part in _PART.findall(name)]
        return bool(parts) and all(part in self._parts or part in self._text.casefold() for part in parts)

    def paths(self, given: Sequence[str]) -> list[str]:
        """Return the paths that stand in the topic, as whole as an anchor has them."""
        found: list[str] = []
        for path in given:
            plain = path.strip("`").removeprefix("./")
            whole = [one for one in self._paths if one == plain or one.endswith(f"/{plain}")]
            if plain.startswith(("/", "~")) or ".." in plain.split("/"):
                continue
            found += whole[:1] or ([plain] if plain in self._text else [])
        return list(dict.fromkeys(found))

    def lacking(self, when: str, what: str) -> str:
        """Return what a statement says that has no grounds in the topic; empty where all has."""
        statement = f"{when} {what}"
        names = {next(filter(None, groups)) for groups in _NAME.findall(statement)}
        invented = sorted(name for name in names if not self.names(name))
        if invented:
            return f"names what nobody wrote: {', '.join(f'`{name}`' for name in invented[:3])}"
        words = content_words(statement)
        if statement.isascii() == self._text.isascii() and len(words & self._words) < SHARED * len(words):
            return "is about something else than its turns"
        return ""
