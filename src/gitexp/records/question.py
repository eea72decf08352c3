"""What is asked of recall."""

from __future__ import annotations

from typing import NamedTuple


class Question(NamedTuple):
    """Words, files (repository-relative, POSIX; may not exist yet), symbols, `--env` values.

    `limit` and `budget` are None where nobody said: then the question itself decides how much is given. `today` is
    YYYY-MM-DD: what has expired by then is not served. `clone` names this clone, for what is tried on a share of them.
    `approvals`: whether to look up who approved what is shown; that reads the history. `uses` are names in the files.
    """

    words: str = ""
    files: tuple[str, ...] = ()
    symbols: tuple[str, ...] = ()
    env: tuple[str, ...] = ()
    limit: int | None = None
    budget: int | None = None
    all: bool = False
    approvals: bool = True
    today: str = ""
    clone: str = ""
    uses: tuple[str, ...] = ()

    @property
    def open(self) -> bool:
        """Return whether nothing narrows the question: then everything that applies is near."""
        return not (self.words.strip() or self.files or self.symbols)
