"""Finds and reads manifests in the work tree: never out of the repository, never more than a manifest can be."""

from __future__ import annotations

import os
import stat
from functools import lru_cache
from pathlib import Path

from gitexp.adapters.manifests_known import Known, known
from gitexp.adapters.manifests_reading import Unreadable

MAX_BYTES = 20_000_000
_BOMS = {b"\xef\xbb\xbf": "utf-8-sig", b"\xff\xfe": "utf-16", b"\xfe\xff": "utf-16"}


class ManifestFiles:
    """The manifests of one work tree. Each folder is looked into once."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self.known_in = lru_cache(maxsize=None)(self._known_in)
        self.unread: dict[str, str] = {}
        """Folders that could not be looked into, and why."""

    def _known_in(self, folder: str) -> tuple[Known, ...]:
        """Return the manifests and lock files of a folder (`` is the root), sorted by name."""
        names = self._names(folder)
        paths = [f"{folder}/{name}" if folder else name for name in names]
        if "requirements" in names:
            inner = f"{folder}/requirements" if folder else "requirements"
            paths += [f"{inner}/{name}" for name in self._names(inner)]
        return tuple(found for path in paths if (found := known(path)) and found.folder == folder)

    def _names(self, folder: str) -> list[str]:
        try:
            with os.scandir(self._root / folder) as entries:
                return sorted(entry.name for entry in entries)
        except (FileNotFoundError, NotADirectoryError, ValueError):
            return []
        except OSError as error:
            self.unread[folder or "."] = f"it can't be looked into: {error.strerror}"
            return []

    def text(self, path: str) -> str:
        """Return the text of a manifest. Raises Unreadable."""
        try:
            real = Path(os.path.realpath(self._root / path))
            if not real.is_relative_to(os.path.realpath(self._root)):
                raise Unreadable("it is a link that leads out of the repository")
            found = real.stat()
            if not stat.S_ISREG(found.st_mode):
                raise Unreadable("it is no file")
            if found.st_size > MAX_BYTES:
                raise Unreadable(f"it is larger than {MAX_BYTES // 1_000_000} MB")
            return _decoded(real.read_bytes())
        except FileNotFoundError as error:
            raise Unreadable("it is not in the work tree") from error
        except OSError as error:
            raise Unreadable(f"it can't be read: {error.strerror}") from error


def _decoded(content: bytes) -> str:
    encoding = next((name for bom, name in _BOMS.items() if content.startswith(bom)), "utf-8")
    try:
        return content.decode(encoding)
    except UnicodeDecodeError as error:
        raise Unreadable("it is no text in UTF-8") from error
