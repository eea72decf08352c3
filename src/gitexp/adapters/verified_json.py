"""Keeps in the git common dir what was found of the names in each file of the store, by blob and commit.

Derived and private to a clone: it may be deleted at any time, and whatever is wrong with it counts as not there.
"""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from gitexp import __version__
from gitexp.adapters.derived_file import read_rows, write_rows
from gitexp.adapters.finding_rows import FIELDS, finding_of, row_of
from gitexp.adapters.tree_sitter_grammars import GRAMMARS
from gitexp.records.finding import Finding

FORM = f"2 {__version__} {' '.join(FIELDS)}"
MAX_KEPT = 20_000


class VerifiedFile:
    """Implements `Verified` for one commit of one clone; rows of other commits are left alone.

    What is found depends on the blob and the commit, and on what this clone can see: the grammars that are installed,
    and where a shallow history ends. Where one of these changes, nothing that was kept before counts.
    """

    def __init__(self, common_dir: str, commit: str) -> None:
        self._common = Path(common_dir)
        self._path = self._common / "exp" / "verified.json"
        self._commit = commit
        self._rows: dict[str, Any] | None = None
        self._new: dict[str, Any] = {}

    def get(self, blob: str) -> Sequence[Finding] | None:
        """Return what was found of the names of a blob at this commit, None where it was not checked yet."""
        if self._rows is None:
            self._rows = self._read()
        rows = self._rows.get(f"{self._commit} {blob}")
        try:
            return None if rows is None else tuple(finding_of(row) for row in rows)
        except (KeyError, TypeError, ValueError):
            return None

    def put(self, blob: str, findings: Sequence[Finding]) -> None:
        """Keep what was found, in memory until `save`."""
        self._new[f"{self._commit} {blob}"] = [row_of(one) for one in findings]

    def save(self) -> None:
        """Write what is new, in one move, beside what others wrote meanwhile."""
        if not self._new:
            return
        rows = dict(list({**self._read(), **self._new}.items())[-MAX_KEPT:])
        if write_rows(self._path, self._form, rows):
            self._new = {}

    @functools.cached_property
    def _form(self) -> str:
        try:
            ends = hashlib.sha256((self._common / "shallow").read_bytes()).hexdigest()[:12]
        except OSError:
            ends = "whole"
        return f"{FORM} {ends} {' '.join(_grammars())}"

    def _read(self) -> dict[str, Any]:
        return read_rows(self._path, self._form)


def _grammars() -> list[str]:
    """Return the grammars that are installed."""
    return sorted({one.module for one in GRAMMARS.values() if find_spec(one.module) is not None})
