"""Keeps one block of exp's own within a file of somebody else's; every other byte of the file stays as it is.

The block carries a sum of its text. Where that does not fit any more a person has edited it: then the words
are theirs, and the block is neither refreshed nor taken out.
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass

from gitexp.errors import RepositoryError

_NOTE = "Laid by exp init, which keeps it up to date while nobody edits it; write outside of it. Sum:"
_SUM = re.compile(rb"Sum: ([0-9a-f]{10})\b")


@dataclass(frozen=True)
class Block:
    """A block: the lines that begin and end it, how its file writes a comment, and the text between."""

    begin: str
    end: str
    comment: tuple[str, str]
    body: str

    @property
    def text(self) -> bytes:
        """Return the whole block, with LF line ends."""
        note = f"{self.comment[0]}{_NOTE} {_sum(self.body.encode())}{self.comment[1]}"
        return f"{self.begin}\n{note}\n{self.body}{self.end}\n".encode()


def with_block(content: bytes | None, block: Block, where: str) -> bytes:
    """Return the file with the block, appended or refreshed; as it was where a person has edited the block."""
    if content is None:
        return block.text
    newline = b"\r\n" if b"\r\n" in content else b"\n"
    text = block.text.replace(b"\n", newline)
    span = _span(content, block, where)
    if span is None:
        # One line end before the block, always: `without_block` takes it back, whether or not the last line had one.
        return content + newline + text
    begin, end = span
    if _edited(content[begin:end]) or _plain(content[begin:end]) == block.text:
        return content
    return content[:begin] + text + content[end:]


def without_block(content: bytes, block: Block, where: str) -> bytes | None:
    """Return the file as it was before the block; None where it holds nothing else and began with it."""
    span = _span(content, block, where)
    if span is None or _edited(content[slice(*span)]):
        return content
    begin, end = span
    if begin == 0 and end == len(content):
        return None
    before, after = content[:begin], content[end:]
    shorter = before.removesuffix(b"\r\n" if b"\r\n" in content[begin:end] else b"\n")
    # The line end that `with_block` put before; where somebody took it away, two lines must not become one.
    return (shorter if not after or not shorter or shorter.endswith(b"\n") else before) + after


def _span(content: bytes, block: Block, where: str) -> tuple[int, int] | None:
    """Return where the block begins and ends, or None; half a block or two of them is for a person to mend."""
    begins = list(re.finditer(_line(block.begin), content))
    ends = list(re.finditer(_line(block.end), content))
    if not begins and not ends:
        return None
    if len(begins) == len(ends) == 1 and begins[0].end() <= ends[0].start():
        return begins[0].start(), ends[0].end()
    odd = (begins or ends)[-1].start()
    line = content.count(b"\n", 0, odd) + 1
    mend = f"keep one `{block.begin}` and one `{block.end}` after it, or neither"
    raise RepositoryError(f"{where}:{line}", "the marks of exp's block don't pair up", mend)


def _line(mark: str) -> bytes:
    return rb"(?m)^" + re.escape(mark.encode()) + rb"[ \t]*(?:\r?\n|\r?\Z)"


def _edited(block: bytes) -> bool:
    """Return whether the text does not fit the sum that it carries."""
    _, _, rest = _plain(block).partition(b"\n")
    note, _, rest = rest.partition(b"\n")
    body = rest[: rest.rstrip(b"\n").rfind(b"\n") + 1]
    carried = _SUM.search(note)
    return carried is None or carried[1].decode() != _sum(body)


def _plain(text: bytes) -> bytes:
    return text.replace(b"\r\n", b"\n")


def _sum(body: bytes) -> str:
    return hashlib.sha256(body).hexdigest()[:10]
