"""Grounds: whether what is said of a topic has grounds in it: names and figures that nobody wrote are invented."""

from __future__ import annotations

import re
from collections.abc import Sequence

from gitexp.records.discussion import Topic
from gitexp.records.text import Redacted
from gitexp.records.words import content_words

_NAME = re.compile(
    r"`([^`\n]+)`"  # what is quoted as code
    r"|([A-Za-z_$][\w$]*(?:(?:\.|::|->|#)[\w$]+)+)"  # names with a join
    r"|([A-Za-z]+[a-z][A-Z]\w*|\w+_\w+)"  # camel case, snake case
)
_OWN = re.compile(r"^(?:this|self)(?:\.|->)|\.(?:js|ts|py|rb|go|rs)$")
"""What a name is written with or without: of whom it is, and the ending of its file."""
_ABBREVIATED = re.compile(r"(?:[A-Za-z]\.)+[A-Za-z]")
_PART = re.compile(r"[^\W_]+")
_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|(?<=[A-Za-z])(?=\d)")
_FIGURE = re.compile(r"(?<![\w.,])\d+(?:[.,:]\d+)*")
_DENSE = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]")
_SAID = dict(enumerate("zero one two three four five six seven eight nine ten eleven twelve".split())) | dict(
    zip(
        range(20, 101, 10),
        "twenty thirty forty fifty sixty seventy eighty ninety hundred".split(),
        strict=True,
    )
)
SHARED = 0.3
"""The part of a candidate's words that its topic holds, at least; a statement about something else holds fewer."""
OF_ONE_SCRIPT = 0.6


class Grounds:
    """The text of one topic, to be asked what stands in it."""

    def __init__(self, topic: Topic[Redacted]) -> None:
        anchors = [turn.anchor for turn in topic.turns if turn.anchor]
        self._paths = [str(anchor.path) for anchor in anchors if anchor.path]
        hunks = [str(anchor.hunk) for anchor in anchors if anchor.hunk]
        told = [str(part) for part in (topic.discussion.title, topic.discussion.repo) if part]
        self._said = "\n".join(str(turn.text) for turn in topic.turns)
        self._text = "\n".join([self._said, *told, *self._paths, *hunks])
        self._folded = self._text.casefold()
        self._parts = frozenset(_parts(self._text))
        self._words = content_words(_HUMP.sub(" ", self._text))

    def names(self, name: str) -> bool:
        """Return whether a name stands in the topic: as it is, or each of its parts as a word or as a part of one."""
        if not _PART.search(name):
            return name.strip() in self._text
        parts = _parts(_OWN.sub("", name), whole=True)
        stand = [
            part for part in parts if part in self._parts or (not part.isascii() and part in self._folded)
        ]
        # Of a piece of code that shows a form (`f(value)`, `removeVnn`) some parts stand for others.
        last = _PART.findall(name)[-1].casefold()
        return len(stand) == len(parts) or (
            len(parts) > 2
            and len(stand) > len(parts) / 2
            and ("`" in name or " " in name or last in self._parts)
        )

    def counts(self, text: str) -> bool:
        """Return whether each figure of a text stands in the topic."""
        return all(self._counts(figure) for figure in _FIGURE.findall(text))

    def paths(self, given: Sequence[str]) -> list[str]:
        """Return the paths that stand in the topic, as whole as an anchor has them."""
        found: list[str] = []
        for path in given:
            plain = path.strip("`").removeprefix("./")
            if plain.startswith(("/", "~")) or ".." in plain.split("/") or not re.search(r"/|\w\.\w", plain):
                continue
            whole = [one for one in self._paths if one == plain or one.endswith(f"/{plain}")]
            stands = re.search(rf"(?<![\w.]){re.escape(plain)}(?![\w])", self._text)
            found += whole[:1] or ([plain] if stands else [])
        return list(dict.fromkeys(found))

    def lacking(self, statement: str) -> str:
        """Return what a statement says that has no grounds in the topic; empty where all has."""
        invented = self.invented(statement)
        if invented:
            return invented
        words = content_words(_HUMP.sub(" ", statement))
        if self._speaks_alike(statement) and len(words & self._words) < SHARED * len(words):
            return "is about something else than its turns"
        return ""

    def invented(self, text: str) -> str:
        """Return which names and figures of a text do not stand in the topic; empty where all do."""
        names = self._invented(text)
        return f"names what nobody wrote: {', '.join(f'`{name}`' for name in names[:3])}" if names else ""

    def _invented(self, statement: str) -> list[str]:
        written = (next(filter(None, groups)) for groups in _NAME.findall(statement))
        # Letters with points between them are words of the language: "e.g.", "i.e."
        names = {name for name in written if not _ABBREVIATED.fullmatch(name)}
        # Another language writes its figures otherwise: 两点半, "21 年".
        found = _FIGURE.findall(statement) if self._speaks_alike(statement) else []
        figures = {figure for figure in found if not self._counts(figure)}
        return sorted({name for name in names if not self.names(name)} | figures)

    def _counts(self, figure: str) -> bool:
        """Return whether a figure stands in the topic, also as a word or without the signs between its digits."""
        if re.search(rf"(?<!\d){re.escape(figure)}(?!\d)", self._text):
            return True
        if figure.isdigit() and _SAID.get(int(figure)) in self._parts:
            return True
        if re.fullmatch(r"\d{1,2}:\d\d", figure):
            # A time of the day is told in words as often: "half past two", 两点半.
            return self._counts(str(int(figure.partition(":")[0])))
        plain = re.sub(r"[.,:_]", "", figure)
        if plain.endswith("000") and re.search(rf"(?<!\d){plain[:-3]} ?[kK]\b", self._text):
            return True
        return plain in re.sub(r"(?<=\d)[.,:_](?=\d)", "", self._text)

    def _speaks_alike(self, statement: str) -> bool:
        """Return whether a text is in the script of the topic: words of two scripts are not the same ones."""
        return _script(statement) == _script(self._said) != ""


def _parts(text: str, *, whole: bool = False) -> set[str]:
    """Return the words of a text in lower case; of a word with humps its parts too, unless it is looked for as a whole."""
    found: set[str] = set()
    for word in _PART.findall(text):
        humps = _HUMP.sub(" ", word).split()
        found.update([word.casefold()] if whole and len(humps) == 1 else [])
        found.update(hump.casefold() for hump in humps)
        if not whole:
            found.add(word.casefold())
    return found


def _script(text: str) -> str:
    """Return in which script a text mostly is: `latin`, `dense` (Chinese, Japanese), or empty where it is neither."""
    letters = [letter for letter in text if letter.isalpha()]
    if not letters:
        return ""
    if len(_DENSE.findall(text)) * 2 > len(letters):
        return "dense"
    return "latin" if sum(letter.isascii() for letter in letters) >= OF_ONE_SCRIPT * len(letters) else ""
