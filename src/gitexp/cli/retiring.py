"""What `exp retract` and `exp supersede` have in common: find, change, show what changed and what to type next."""

from __future__ import annotations

import difflib
import re
import shlex
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import replace
from types import TracebackType
from typing import TYPE_CHECKING

from gitexp.cli import screen
from gitexp.cli.show_command import chosen
from gitexp.errors import RepositoryError, UsageError
from gitexp.records.experience import Experience, Standing
from gitexp.records.skipped import Skipped

if TYPE_CHECKING:
    from gitexp.cli.wiring import FileChange, Workshop

_LINE = re.compile(r":[0-9]+$")


class Desk:
    """The experiences of the work tree, with what is not committed yet; in a `with` block nobody else changes them."""

    def __init__(self, workshop: Workshop) -> None:
        self._workshop = workshop
        self._edits = workshop.store_edits()
        self._alone = self._edits.alone(workshop.layout.common_dir)
        self._standing: list[Standing[str]] = []
        self._unread: list[Skipped] = []

    def __enter__(self) -> Desk:
        with ExitStack() as failing:
            failing.enter_context(self._alone)
            standing, skipped = self._workshop.store.standing(worktree=True)
            failing.pop_all()
        # What lies in the work tree goes before what is committed: the change builds upon it.
        self._standing = list({one.experience.id: one for one in standing}.values())
        known = {one.experience.id for one in self._standing}
        self._unread = [skip for skip in skipped if _stem(skip) not in known]
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._alone.__exit__(kind, error, trace)

    def found(self, name: str) -> Standing[str]:
        """Return the one experience that a name means, as it lies in the work tree.

        A file that can't be read is meant by its name: it is never told to be no experience, nor passed over where
        the beginning of an id means it too.
        """
        if not name.strip():
            raise UsageError("ID ''", "is empty", "`exp list` shows them")
        wanted = name.lower()
        exact = any(wanted in (one.experience.id, one.experience.hex) for one in self._standing)
        unread = [skip for skip in self._unread if not exact and _means(wanted, _stem(skip))]
        if unread:
            raise RepositoryError(unread[0].where, f"is there and is not read: {unread[0].what}")
        one = chosen(name, self._standing)
        return replace(one, experience=self._edits.experience(one.path))

    def known(self) -> dict[str, Experience[str]]:
        """Return all experiences by id."""
        return {one.experience.id: one.experience for one in self._standing}

    def changes(self, wanted: Sequence[tuple[str, Experience[str]]]) -> list[FileChange]:
        """Return how the files have to change; what is private in them goes on the way."""
        from gitexp.steps.redact import redacted_experience

        found: list[FileChange] = []
        for path, experience in wanted:
            clean = redacted_experience(experience)
            if clean != experience:
                screen.note(f"{path}: something private was replaced: look at the file")
            found.append(self._edits.change(path, clean))
        return found

    def write(self, changes: Sequence[FileChange], *, commit: str, as_json: dict[str, object] | None) -> None:
        """Write what changes, and say it; a second time there is nothing to do."""
        real = [change for change in changes if not change.nothing]
        self._edits.write(real)
        paths = [change.path for change in real]
        if as_json is not None:
            screen.answer({"paths": paths, **as_json})
        for change in real:
            if as_json is None:
                _show(change)
            if change.rewritten:
                screen.note(f"{change.path}: written anew: its comments and its order could not be kept")
        if not real:
            screen.note("nothing to change: it stands so already")
        elif as_json is None:
            named = " ".join(shlex.quote(self._workshop.typed(path)) for path in paths)
            screen.note("not in force yet; commit it, and merge it to the default branch:")
            screen.note(f"git add -- {named}")
            screen.note(f"git commit -m {shlex.quote(commit)} -- {named}")


def reason_given(reason: str | None) -> str | None:
    """Return the reason on one line without blanks around it. Raises UsageError for an empty one."""
    if reason is None:
        return None
    words = " ".join(reason.split())
    if not words:
        raise UsageError("--reason ''", "is empty", "say why, in a sentence")
    if len(words) > 1000:
        raise UsageError("--reason", f"has {len(words)} characters", "say it in 1000 at most")
    return words


def _stem(skip: Skipped) -> str:
    """Return the id by which a file that was not read is named."""
    return _LINE.sub("", skip.where).rpartition("/")[2].removesuffix(".yaml")


def _means(name: str, stem: str) -> bool:
    return stem.startswith(name) or stem[-10:].startswith(name)


def _show(change: FileChange) -> None:
    """Print the lines that change, as a diff."""
    lines = difflib.unified_diff(
        change.before.splitlines(), change.after.splitlines(), change.path, change.path, lineterm="", n=1
    )
    for line in lines:
        sign = "" if line.startswith(("---", "+++")) else line[:1]
        colour = {"-": "red", "+": "green", "@": "dim"}.get(sign)
        screen.say(screen.style(line, colour) if colour else line)
