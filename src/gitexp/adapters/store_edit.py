"""Changes files of the store in the work tree, for the person to commit: all of them, or none."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from gitexp.adapters import safe_files
from gitexp.adapters.edit_yaml import edited
from gitexp.adapters.experience_yaml import read
from gitexp.errors import RecordError, RepositoryError
from gitexp.records.experience import Experience
from gitexp.records.text import Redacted


@dataclass(frozen=True)
class FileChange:
    """A file's text before and after; `rewritten` says that its comments and order could not be kept."""

    path: str
    before: str
    after: str
    rewritten: bool

    @property
    def nothing(self) -> bool:
        """Return whether the file stays as it is."""
        return self.before == self.after


class StoreEdits:
    """The files of the store as they lie in a work tree, with what a person has not committed."""

    def __init__(self, root: Path) -> None:
        self._root = root

    def experience(self, path: str) -> Experience[str]:
        """Return the experience of a file as it lies there."""
        return read(self._text(path), path).experience

    def change(self, path: str, wanted: Experience[Redacted]) -> FileChange:
        """Return how the file would have to change to hold the wanted experience; nothing is written."""
        before = self._text(path)
        made = edited(before, path, wanted)
        return FileChange(path, before, made.text, made.rewritten)

    def write(self, changes: Sequence[FileChange]) -> None:
        """Write the files. Where one can't be written those before it get their text back."""
        done: list[FileChange] = []
        try:
            for change in changes:
                self._write(change.path, change.after)
                done.append(change)
        except RepositoryError:
            for change in done:
                self._write(change.path, change.before)
            raise

    def _write(self, path: str, text: str) -> None:
        safe_files.write(safe_files.destination(self._root, path), text.encode(), path)

    def _text(self, path: str) -> str:
        data = safe_files.content(safe_files.destination(self._root, path), path)
        if data is None:
            raise RepositoryError(path, "does not lie in the work tree", f"git restore {path}")
        try:
            return data.decode("utf-8")
        except UnicodeDecodeError:
            raise RecordError(path, "is not UTF-8", "save the file as UTF-8") from None
