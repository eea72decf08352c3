"""Reads a patch in the form of Codex's `apply_patch`: which files it makes, changes, moves and deletes, and how."""

from __future__ import annotations

from collections.abc import Iterator

from gitexp.adapters.agent_form import MAX_EDITS, MAX_TEXT, path
from gitexp.records.agent_event import FileEdit

BEGIN, END = "*** Begin Patch", "*** End Patch"
_ADD, _UPDATE, _DELETE, _MOVE = "*** Add File: ", "*** Update File: ", "*** Delete File: ", "*** Move to: "


class _Section:
    """What a patch says of one file, as far as it is read."""

    def __init__(self, kind: str, file: str) -> None:
        self.kind = kind
        self.file = file
        self.moved = ""
        self.old: list[str] = []
        self.new: list[str] = []

    def take(self, line: str) -> None:
        """Take one line of the body."""
        if self.kind == _ADD:
            if line.startswith("+"):
                self.new.append(line[1:])
        elif self.kind == _UPDATE and not line.startswith("@@"):
            # Who applies it takes a line without any sign for one of context that lost its blank.
            own = line[1:] if line.startswith(("+", "-", " ")) else line
            if not line.startswith("+"):
                self.old.append(own)
            if not line.startswith("-"):
                self.new.append(own)

    def edits(self) -> Iterator[FileEdit]:
        """Yield what becomes of the file; one that moves is told under both of its names."""
        new = "\n".join(self.new)[:MAX_TEXT]
        if self.kind == _DELETE:
            yield FileEdit(self.file, gone=True)
        elif self.kind == _ADD:
            yield FileEdit(self.file, new=new)
        else:
            # Where lines are only put in, or beside an empty one, it is not told where: that is no whole new text.
            old = "\n".join(self.old)[:MAX_TEXT] or None
            yield FileEdit(self.file, old, new)
            if self.moved:
                yield FileEdit(self.moved, old, new)


def edits_in(patch: str) -> tuple[FileEdit, ...]:
    """Return the edits of a patch, one for each file; what stands around it (a command, a here-document) is passed over.

    A patch that is cut is read as far as it goes: what it was about to change is told all the same.
    """
    edits: list[FileEdit] = []
    for section in _sections(patch):
        edits.extend(section.edits())
        if len(edits) >= MAX_EDITS:
            break
    return tuple(edits[:MAX_EDITS])


def _sections(patch: str) -> Iterator[_Section]:
    inside, section = False, None
    for raw in patch.split("\n"):
        line = raw.removesuffix("\r")
        # Within an update a line that begins with a blank is the file's own, whatever it looks like.
        mark = line.rstrip() if section and section.kind == _UPDATE else line.strip()
        if mark == BEGIN or mark.endswith((f"'{BEGIN}", f'"{BEGIN}')):
            inside = True
        elif inside and mark.startswith("*** "):
            if section and mark.startswith(_MOVE):
                section.moved = path(mark.removeprefix(_MOVE).strip())
                continue
            if section and mark == "*** End of File":
                continue
            if section:
                yield section
            section = _begun(mark)
            inside = mark.rstrip("'\"") != END
        elif section:
            section.take(line)
    if section:
        yield section


def _begun(mark: str) -> _Section | None:
    for kind in (_ADD, _UPDATE, _DELETE):
        if mark.startswith(kind) and (file := path(mark.removeprefix(kind).strip())):
            return _Section(kind, file)
    return None
