"""Reads the chat history of Aider: one Markdown file holds many runs, and each run is a session."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import PurePosixPath
from typing import BinaryIO

from gitexp.adapters.aider_run import Run
from gitexp.adapters.json_values import decoded
from gitexp.adapters.session_drafts import turns
from gitexp.adapters.session_lines import lines
from gitexp.adapters.session_place import SILENT, kept_in, session, time_in
from gitexp.adapters.source_reader import Here
from gitexp.records.discussion import Discussion
from gitexp.records.skipped import Skipped

FILE = ".aider.chat.history.md"

_BEGINNING = re.compile(r"# aider chat started at (\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2}:\d{2})\s*")
_LOOKED_AT = 5
"""Lines that are not blank, among which the first run begins."""


class AiderFiles:
    """The reader of this format."""

    def __init__(self, here: Here | None = None) -> None:
        self.here = here or Here()

    def recognises(self, head: bytes) -> bool:
        """Return whether a run begins in the first lines."""
        told = [line for line in decoded(head[:10_000]).splitlines() if line.strip()]
        return any(_BEGINNING.fullmatch(line) for line in told[:_LOOKED_AT])

    def read(self, stream: BinaryIO, where: str, name: str) -> Iterator[Discussion[str] | Skipped]:
        """Yield the runs in which a person says something. They tell no id, and need none: each tells when it began."""
        cwd = self._folder(where)
        run: Run | None = None
        begun: dict[str, int] = {}
        silent = True
        for number, line in lines(stream):
            beginning = _BEGINNING.fullmatch(line.lstrip("\ufeff"))
            if beginning is None:
                if run is not None:
                    run.add(number, line)
                continue
            if run is not None and run.spoken:
                silent = False
                yield self._discussion(run, cwd)
            moment = f"{beginning[1]}T{beginning[2]}"
            begun[moment] = begun.get(moment, 0) + 1
            name = f"aider-{moment}" + (f"#{begun[moment]}" if begun[moment] > 1 else "")
            run = Run(name, time_in(beginning[1]), number)
        if run is not None and run.spoken:
            yield self._discussion(run, cwd)
        elif silent:
            yield Skipped(where, SILENT, bad=False)

    def _discussion(self, run: Run, cwd: str) -> Discussion[str]:
        return session(self.here, run.name, cwd, turns(run.drafts()))

    def _folder(self, where: str) -> str:
        """Return the folder whose history this is, where it is one of the repository at hand; else nothing tells it."""
        folder = kept_in(where) if PurePosixPath(where).name == FILE else ""
        return folder if folder and self.here.holding(folder) else ""
