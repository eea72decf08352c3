"""`exp ci archaeology`: speaks where the lines of a pull request bring back what was taken out, or meet a rule."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from gitexp.cli import screen
from gitexp.cli.ci import report
from gitexp.cli.ci.change import change_of, messages_of
from gitexp.cli.ci.past_of_change import Told, past_of_change
from gitexp.errors import ExpError, OutsideError, RepositoryError
from gitexp.records.words import counted
from gitexp.steps.archaeology_comment import MARKER, Posted, comment, post, title_of
from gitexp.steps.quoting import inline
from gitexp.steps.redact import redacted

if TYPE_CHECKING:
    from gitexp.cli.ci.surroundings import Surroundings
    from gitexp.cli.wiring import Workshop
    from gitexp.ports.bot import Forge
    from gitexp.records.text import Redacted

_SAID: dict[Posted, str] = {
    "written": "The comment was written.",
    "mended": "The comment was mended.",
    "taken_back": "The comment was taken back: its lines are gone.",
    "unchanged": "The comment says so already.",
    "nothing": "",
}


def run(around: Surroundings, forge: Callable[[], Forge] | None = None) -> int:
    """Say what the past says of the lines of a pull request; it ends with 0, whatever that is.

    `forge` is asked for only where a comment may be written: switched on, and not from a fork.
    """
    from gitexp.cli.wiring import Workshop

    workshop = Workshop()
    try:
        change = change_of(workshop, around)
        tell = screen.progress()
        told = past_of_change(workshop, change, messages_of(workshop, change, around), tell=tell)
        tell("")
    except RepositoryError as error:
        return _not_looked_at(around, error)
    commits = f"{around.server_url}/{around.repository}/commit" if around.repository else ""
    text = comment(told.brought, told.met, commits)
    posted = _posted(around, forge or (lambda: _forge(around, workshop)), text)
    report.annotate_each(_annotations(told))
    report.write_summary("\n".join(_summary(told, text, posted)))
    report.write_outputs({"remarks": len(told.brought) + len(told.met)})
    return 0


class ForgeComments:
    """Implements `Comments` by the forge: a comment of a machine that begins with the marker is exp's own.

    `me` is the login of exp's account, where it is known; people's comments are never touched.
    """

    def __init__(self, forge: Forge, number: int, me: str | None = None) -> None:
        self._forge = forge
        self._number = number
        self._me = me

    def find(self, marker: str) -> tuple[str, str] | None:
        """Return id and text of the oldest comment of exp's own that begins with the marker."""
        for one in self._forge.comments(self._number):
            mine = one.by == self._me if self._me else one.bot
            if mine and one.text.startswith(marker):
                return one.id, one.text
        return None

    def create(self, text: str) -> None:
        """Write a comment."""
        self._forge.comment(self._number, text)

    def edit(self, id: str, text: str) -> None:
        """Put a text in place of a comment's."""
        self._forge.edit_comment(id, text)


def _forge(around: Surroundings, workshop: Workshop) -> Forge:
    from gitexp.cli.ci.office import Office

    around.needs("repository", "token")
    return Office(around, workshop).forge


def _posted(around: Surroundings, forge: Callable[[], Forge], text: Redacted) -> str:
    """Write, mend or take back the comment, and return in words what was done; a token that may not costs no more."""
    number = around.number
    if not around.comment or around.dry_run or number is None:
        return ""
    if around.from_fork:
        return "No comment is written into a pull request from a fork."
    try:
        return _SAID[post(ForgeComments(forge(), number), text)]
    except (OutsideError, RepositoryError) as error:
        report.annotate("warning", f"no comment could be written: {error}", title="exp archaeology")
        return "No comment could be written: the token may not, or GitHub did not answer."


def _not_looked_at(around: Surroundings, error: ExpError) -> int:
    """Say why nothing was looked at. Whoever sends a pull request from a fork can't mend the workflow."""
    if not around.from_fork:
        raise error
    report.annotate("warning", str(error), title="exp archaeology")
    report.write_summary(f"### exp archaeology\n\nNot looked at: {inline(redacted(str(error)))}\n")
    return 0


def _annotations(told: Told) -> Iterator[report.Annotation]:
    for brought in told.brought:
        first = brought.places[0]
        yield report.Annotation("notice", title_of(brought), first.path, first.line or 0, "exp archaeology")
    for met in told.met:
        yield report.Annotation("notice", title_of(met), met.path, met.line, "exp archaeology")


def _summary(told: Told, text: str, posted: str) -> Iterator[str]:
    yield "### exp archaeology"
    yield ""
    if told.silent:
        yield f"Nothing of the past speaks against the lines of {counted(told.files, 'file')}."
    else:
        yield text.removeprefix(MARKER).strip()
    if posted:
        yield ""
        yield posted
    for limit in told.limits:
        yield ""
        yield f"- {inline(redacted(limit))}"
