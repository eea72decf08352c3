"""Cut a turn's prose into sentences that are exact pieces of its text; code, quotes and markup are left out."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from gitexp.records.text import Redacted

LONG_QUOTE = 30
"""Characters from which what stands in marks is a quotation, and not a name."""
MOSTLY = 0.6
LONG_ENOUGH = 40
"""Characters that must be left of a sentence whose opening is cut off."""
CACHED = 2048
"""Turns whose reading is kept: the same turn is read for its statements, its stance and its answer."""
MAX_TEXT = 40_000
"""Characters of one turn that are read; a longer turn is a log or a paste, not an argument."""

_FENCE = re.compile(r"^[ \t]{0,8}(?:[-*+][ \t]+|\d{1,3}[.)][ \t]+)?(```+|~~~+)")
_QUOTED = re.compile(r"^[ \t]{0,3}(?:(?:[-*+]|\d{1,3}[.)])[ \t]+)?>")
_LIST = re.compile(r"^[ \t]{0,12}(?:[-*+•]|\d{1,3}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?")
_MARKUP = re.compile(
    r"^[ \t]*(?:#{1,6}[ \t].*|\|.*|<[/!a-zA-Z][^>]*>[ \t]*|[-=*_]{3,}[ \t]*|!\[[^\]]*\]\([^)]*\)[ \t]*|\[[^\]]+\]:[ \t].*)$"
)
_INDENTED = re.compile(r"^(?: {4,}|\t+)\S")
_END = re.compile(r"(?:(?<![.!?])[.!?]+[\"')\]*_`]{0,3}(?=\s)|[。！？]+[」』”）]?|…(?=\s)|\.{3}(?=\s))")
_ABBREVIATION = re.compile(
    r"(?:^|[\s(])(?:e\.g|i\.e|etc|cf|vs|resp|approx|incl|no|nr|fig|al|a\.k\.a|w\.r\.t|mr|mrs|dr|st|ca|c\.f|viz)\.$",
    re.I,
)
_LEAD_IN = re.compile(
    r"(?:(?:addressed|fixed|done|changed|updated|resolved|removed|reverted|good (?:catch|point)|nice catch|"
    r"you(?:['’]re| are) right|right|yes|yep|yeah|no|nope|indeed|agreed|"
    r"correct|exactly|true|sure|ok(?:ay)?|hm+|ah|oh|well|actually|fyi|note|thanks|sorry|hi|hey|also|plus|besides|anyway|additionally|moreover|furthermore|i\.e\.)"
    r"(?:(?: [\w'’@-]+){0,2}? ?[,.:;!—–-]+|(?<=i\.e\.))\s+)+(?=\S{2})",
    re.I,
)
"""An answer's opening that takes a stand and says nothing: what follows stands without it."""
_LEAD_IN_DENSE = re.compile(
    r"(?:(?:好的?|确实|已(?:修改|修复|更新|处理)|对|是的?|没错|同意|收到|明白了?|嗯|谢谢|有道理|なるほど|(?:修正|対応|変更)しました|はい|"
    r"そうですね|了解(?:です|しました)?|確かに|ありがとうございます)"
    r"[，。：、！,:!]+\s*)+"
)
_UNSAID = re.compile(
    r"(?<!~)~~(?!~).{1,3000}?~~(?!~)|<(?P<tag>del|s|strike|blockquote|q|cite)\b[^>]{0,200}>.{1,3000}?</(?P=tag)>"
    r"|(?<![\w`=(])\"[^\"`\n]{0,40}(?:`[^`\n]*`[^\"`\n]{0,200}){0,8}[^\"`\n]{0,200}\"(?!\w)|“[^“”]{30,800}”|「[^「」]{20,800}」|『[^『』]{20,800}』",
    re.S,
)
"""What is struck out, or stands in marks of quotation: someone else's words, or nobody's any more."""
_COMMENT = re.compile(r"<!--.*?(?:-->|\Z)", re.S)


@dataclass(frozen=True)
class Sentence:
    """One sentence: `start` and `end` are offsets in its turn's text, `words` its text on one line."""

    start: int
    end: int
    words: Redacted
    paragraph: int
    item: bool = False
    """Whether it stands in a list."""
    lead: str = ""
    """The opening that was cut off: it takes a stand ("Fixed: …") and states nothing."""

    @property
    def whole(self) -> str:
        """Return the sentence with its opening."""
        return self.lead + self.words

    @property
    def asks(self) -> bool:
        """Return whether it is a question."""
        return self.words.rstrip("\"')*_` ").endswith(("?", "？"))


@lru_cache(maxsize=CACHED)
def sentences(text: Redacted) -> tuple[Sentence, ...]:
    """Return the sentences of a turn, in order."""
    found: list[Sentence] = []
    unsaid = [match.span() for match in _UNSAID.finditer(text[:MAX_TEXT]) if len(match[0]) >= LONG_QUOTE]
    for number, (start, end, item) in enumerate(_paragraphs(text[:MAX_TEXT])):
        for first, last in _cuts(text, start, end):
            if _mostly(first, last, unsaid):
                continue
            lead = _LEAD_IN.match(text, first, last) or _LEAD_IN_DENSE.match(text, first, last)
            begin = (
                lead.end()
                if lead and last - lead.end() >= (LONG_ENOUGH if lead.re is _LEAD_IN else LONG_ENOUGH // 2)
                else first
            )
            words = in_one_line(text.cut(begin, last))
            if words:
                found.append(Sentence(begin, last, words, number, item, text[first:begin]))
    return tuple(found)


def in_one_line(text: Redacted) -> Redacted:
    """Return a text with one blank for each run of blanks and line ends: cut, never reworded."""
    return Redacted.joined((text.cut(*match.span()) for match in re.finditer(r"\S+", text)), " ")


def _mostly(first: int, last: int, unsaid: Sequence[tuple[int, int]]) -> bool:
    """Return whether most of a sentence lies in what is not said."""
    within = sum(max(0, min(last, end) - max(first, start)) for start, end in unsaid)
    return within > (last - first) * MOSTLY


def _paragraphs(text: str) -> Iterator[tuple[int, int, bool]]:
    """Yield start, end and "is a list item" of each run of prose lines."""
    hidden = [match.span() for match in _COMMENT.finditer(text)]
    fence: str | None = None
    start: int | None = None
    item = False
    position = 0
    blank_before = True
    for line in text.split("\n"):
        here, position = position, position + len(line) + 1
        mark = _FENCE.match(line)
        prose = True
        if fence is not None:
            prose = False
            if mark and mark[1].startswith(fence):
                fence = None
        elif mark:
            prose, fence = False, mark[1][:3]
        elif (
            not line.strip()
            or _QUOTED.match(line)
            or _MARKUP.match(line)
            or (_INDENTED.match(line) and blank_before and not item)
            or any(first <= here < last for first, last in hidden)
        ):
            prose = False
        marker = _LIST.match(line) if prose else None
        if start is not None and (not prose or marker):
            yield start, here - 1, item
            start = None
        if prose and start is None:
            start = here + (marker.end() if marker else 0)
            item = bool(marker)
        if not prose and line.strip():
            item = False
        blank_before = not line.strip()
    if start is not None:
        yield start, len(text), item


def _cuts(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Yield the span of each sentence of one paragraph, without blanks around it."""
    first = start
    for match in _END.finditer(text, start, end):
        if match[0].startswith(".") and _ABBREVIATION.search(text[max(first, match.end() - 8) : match.end()]):
            continue
        if text.count("`", first, match.start()) % 2:
            continue
        yield from _trimmed(text, first, match.end())
        first = match.end()
    yield from _trimmed(text, first, end)


def _trimmed(text: str, first: int, last: int) -> Iterator[tuple[int, int]]:
    piece = text[first:last]
    if piece.strip():
        yield first + len(piece) - len(piece.lstrip()), first + len(piece.rstrip())
