"""Gives this repository's own agent sessions, as they lie in the folders of the agent."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gitexp.adapters.sessions_folders import SessionFile
from gitexp.adapters.source_files import printable
from gitexp.adapters.source_reader import Reader
from gitexp.records.discussion import Discussion
from gitexp.records.skipped import Skipped


class OwnSessions:
    """A source over the files that were found; where they lie is told without the folder, which names the machine's."""

    def __init__(self, files: Sequence[SessionFile], reader: Reader) -> None:
        self.files = files
        self.reader = reader

    def discussions(self) -> Iterator[Discussion[str] | Skipped]:
        """Yield each session, or what of it could not be read."""
        for file in self.files:
            where = f"sessions:{printable(file.path)[len(printable(file.path.parent)) + 1 :]}"
            try:
                with file.path.open("rb") as stream:
                    yield from self.reader.read(stream, where, file.path.stem)
            except OSError as error:
                yield Skipped(where, f"cannot be read: {error.strerror or error}")
