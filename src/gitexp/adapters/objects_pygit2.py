"""Stores objects in process with pygit2, where it can open the repository."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING

from gitexp.adapters.git import Git, Layout
from gitexp.adapters.git_commits import Kind, Objects
from gitexp.adapters.objects_plumbing import PlumbingObjects
from gitexp.errors import RepositoryError

if TYPE_CHECKING:
    import pygit2


class Pygit2Objects:
    """Implements `Objects`."""

    def __init__(self, repository: pygit2.Repository) -> None:
        self._repository = repository

    def write(self, kind: Kind, contents: Sequence[bytes]) -> list[str]:
        """Store each content as it stands."""
        import pygit2

        kinds = {
            "blob": pygit2.enums.ObjectType.BLOB,
            "tree": pygit2.enums.ObjectType.TREE,
            "commit": pygit2.enums.ObjectType.COMMIT,
        }
        try:
            return [str(self._repository.write(kinds[kind], content)) for content in contents]
        except (pygit2.GitError, OSError) as error:
            raise RepositoryError("objects", f"cannot be written: {error}") from error


def objects_for(git: Git, layout: Layout) -> Objects:
    """Return pygit2 where it can open the repository, else git's own plumbing; both give the same ids."""
    return open_pygit2(layout) or PlumbingObjects(git)


def open_pygit2(layout: Layout) -> Pygit2Objects | None:
    """Return the repository as pygit2 opens it, None where it can't: sha256, reftable, objects kept elsewhere."""
    if layout.object_format != "sha1" or "GIT_OBJECT_DIRECTORY" in os.environ:
        return None
    try:
        import pygit2
    except ImportError:
        return None
    try:
        return Pygit2Objects(pygit2.Repository(layout.git_dir))
    except (pygit2.GitError, KeyError, ValueError, OSError):
        return None
