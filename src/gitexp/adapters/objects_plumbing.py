"""Stores objects with `git hash-object`: works wherever git works, also where pygit2 can't open the repository."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from gitexp.adapters.git import Git
from gitexp.adapters.git_commits import Kind


class PlumbingObjects:
    """Implements `Objects`."""

    def __init__(self, git: Git) -> None:
        self._git = git

    def write(self, kind: Kind, contents: Sequence[bytes]) -> list[str]:
        """Store each content as it stands: no filter, no line end conversion."""
        ask = ("hash-object", "-t", kind, "-w", "--no-filters")
        if not contents:
            return []
        if len(contents) == 1:
            return (
                self._git.run("hash-object", "-t", kind, "-w", "--stdin", stdin=contents[0]).decode().split()
            )
        import tempfile

        with tempfile.TemporaryDirectory() as folder:
            paths = [Path(folder, str(number)) for number in range(len(contents))]
            for path, content in zip(paths, contents, strict=True):
                path.write_bytes(content)
            names = "".join(f"{path}\n" for path in paths).encode("utf-8", "surrogateescape")
            return self._git.run(*ask, "--stdin-paths", stdin=names).decode().split()
