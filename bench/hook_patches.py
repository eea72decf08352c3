"""Reads the patches that Codex applies: which text goes and comes in which file."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

BEGIN, END = "*** Begin Patch", "*** End Patch"
_HEADS = {"*** Update File: ": False, "*** Add File: ": True, "*** Delete File: ": True}


class Part(NamedTuple):
    """One place of one file that an edit changes; `whole`: all of the file is written, or goes."""

    path: str
    old: str
    new: str
    whole: bool = False

    def changed(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Return the lines that go and those that come, without those that stand on both sides."""
        old, new = self.old.splitlines(), self.new.splitlines()
        stays = {line.strip() for line in old} & {line.strip() for line in new}
        gone = tuple(line for line in old if line.strip() not in stays)
        return gone, tuple(line for line in new if line.strip() not in stays)


def patch_in(command: str) -> str:
    """Return the patch in a command, "" where there is none."""
    start, end = command.find(BEGIN), command.rfind(END)
    return command[start : end + len(END)] if 0 <= start < end else ""


def patched(patch: str) -> Iterator[Part]:
    """Yield what a patch changes, a part for each hunk."""
    path, whole, old, new = "", False, list[str](), list[str]()
    for line in [*patch.splitlines(), END]:
        head = next((head for head in _HEADS if line.startswith(head)), "")
        if head or line.startswith(("@@", END)):
            if path and (old or new):
                yield Part(path, _text(old), _text(new), whole)
            old, new = [], []
            if head:
                path, whole = line[len(head) :].strip(), _HEADS[head]
        elif path and not line.startswith("*** "):
            if not line.startswith("+"):
                old.append(line[1:])
            if not line.startswith("-"):
                new.append(line[1:])


def _text(lines: list[str]) -> str:
    return "".join(f"{line}\n" for line in lines)
