"""Implements `Past` by the `git` program: a fixed number of processes for each name that the file ever had."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path

from gitexp.adapters.git import Git, Layout
from gitexp.adapters.past_chain import followed
from gitexp.adapters.past_diffs import changed_files, patches
from gitexp.adapters.past_log import records
from gitexp.errors import RepositoryError
from gitexp.records.archaeology import Living
from gitexp.records.past import Chain, FileChange, Patch, Place, Request, Touch


class GitPast:
    """The past at one revision, given by its whole id."""

    def __init__(self, git: Git, layout: Layout, rev: str) -> None:
        self._git = git
        self._layout = layout
        self.rev = rev

    def chain(self, path: str) -> Chain:
        """Return all that touched a file, newest first, under whatever name it had."""
        return followed(self._git, self.rev, path, self._borders)

    def files(self, requests: Sequence[Request]) -> Mapping[Request, Sequence[FileChange]]:
        """Return the files that each commit changed against the parent asked for."""
        return changed_files(self._git, [one for one in requests if one[0] not in self._borders])

    def patches(
        self, requests: Sequence[Request], *, reverse: bool
    ) -> tuple[Mapping[Request, Patch], str]:
        """Return the lines of each diff, and why some are not there."""
        return patches(self._git, requests, reverse=reverse)

    def commits(self, names: Sequence[str]) -> Mapping[str, Touch]:
        """Return the commits that beginnings of ids name; what names no commit of this clone is left out."""
        if not names:
            return {}
        asked = "".join(f"{name}^{{commit}}\n" for name in names).encode()
        told = self._git.run("cat-file", "--batch-check", stdin=asked, check=False).split(b"\n")
        ids = [line.split()[0].decode() for line in told if line.endswith(b" commit") or b" commit " in line]
        if not ids:
            return {}
        stdin = "".join(f"{id}\n" for id in dict.fromkeys(ids)).encode()
        found = records(self._git, "--no-walk", "--diff-merges=off", "--no-patch", "--stdin", stdin=stdin)
        return {head.commit: head.touch("", "", "") for head, _ in found}

    @cached_property
    def _borders(self) -> frozenset[str]:
        """Return the commits at which a shallow history ends."""
        if not self._layout.shallow:
            return frozenset()
        try:
            return frozenset((Path(self._layout.common_dir) / "shallow").read_text("ascii").split())
        except (OSError, UnicodeDecodeError) as error:
            raise RepositoryError("shallow", "the list of this clone's ends can't be read") from error
