"""Changes files of the store in the work tree, for the person to commit: all of them, or none."""

from __future__ import annotations

import contextlib
import errno
import fcntl
import os
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from gitexp.adapters import safe_files
from gitexp.adapters.edit_yaml import edited
from gitexp.adapters.experience_yaml import read
from gitexp.errors import RecordError, RepositoryError
from gitexp.records.experience import Experience
from gitexp.records.text import Redacted

SECONDS = 20.0
"""How long one waits for another that changes files of the store."""
_PAUSE = 0.05
_TAKEN = (errno.EAGAIN, errno.EACCES)


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

    def alone(self, common_dir: str) -> contextlib.AbstractContextManager[None]:
        """Return what keeps other processes from changing files of the store meanwhile."""
        return alone(common_dir)

    def experience(self, path: str) -> Experience[str]:
        """Return the experience of a file as it lies there."""
        return read(self._text(path), path).experience

    def change(self, path: str, wanted: Experience[Redacted]) -> FileChange:
        """Return how the file would have to change to hold the wanted experience; nothing is written."""
        before = self._text(path)
        made = edited(before, path, wanted)
        return FileChange(path, before, made.text, made.rewritten)

    def write(self, changes: Sequence[FileChange]) -> None:
        """Write the files, all or none, if they still are what they were when the change was made.

        All are laid beside their places first, so that only the moves are left; where one of these fails, those
        before it are taken back. A process killed between two moves leaves the first file changed: the same change
        made again completes it.
        """
        for change in changes:
            if self._text(change.path) != change.before:
                raise RepositoryError(change.path, "was changed at the same time", "run it again")
        places = [safe_files.destination(self._root, change.path) for change in changes]
        moved: list[tuple[Path, FileChange]] = []
        try:
            for place, change in zip(places, changes, strict=True):
                safe_files.lay_beside(place, change.after.encode(), change.path)
            for place, change in zip(places, changes, strict=True):
                safe_files.move_in(place, change.path)
                moved.append((place, change))
        except RepositoryError:
            for place, change in moved:
                safe_files.write(place, change.before.encode(), change.path)
            raise
        finally:
            for place in places:
                safe_files.drop_beside(place)

    def _text(self, path: str) -> str:
        data = safe_files.content(safe_files.destination(self._root, path), path)
        if data is None:
            raise RepositoryError(path, "does not lie in the work tree", f"git restore {path}")
        try:
            return data.decode("utf-8")
        except UnicodeDecodeError:
            raise RecordError(path, "is not UTF-8", "save the file as UTF-8") from None


@contextlib.contextmanager
def alone(common_dir: str, seconds: float = SECONDS) -> Iterator[None]:
    """Let one process at a time read and change files of the store, in whichever work tree of the repository.

    The system itself gives the lock up when its process ends, however it ends: the file that is left means nothing.
    """
    lock = Path(common_dir, "exp", "edit.lock")
    try:
        lock.parent.mkdir(parents=True, exist_ok=True)
        handle = os.open(lock, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW, 0o666)
    except OSError as error:
        raise _unlockable(lock, error) from None
    try:
        _take(handle, lock, time.monotonic() + seconds)
        yield
    finally:
        os.close(handle)


def _take(handle: int, lock: Path, end: float) -> None:
    while True:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            if error.errno not in _TAKEN:
                raise _unlockable(lock, error) from None
            if time.monotonic() >= end:
                raise RepositoryError(
                    str(lock),
                    "another `exp retract` or `exp supersede` holds it",
                    "let it end, or end it; then run this again",
                ) from None
            time.sleep(_PAUSE)
        else:
            return


def _unlockable(lock: Path, error: OSError) -> RepositoryError:
    return RepositoryError(
        str(lock), f"can't be locked: {error.strerror or 'unknown reason'}", "see to its permissions"
    )
