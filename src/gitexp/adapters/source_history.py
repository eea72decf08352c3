"""Gives a history's discussions: each revert with a stated reason, and the words with which changes were merged."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from gitexp.adapters.commit_prose import parted
from gitexp.adapters.main_place import main_place
from gitexp.ports import History
from gitexp.records.claim import PULL_MERGE
from gitexp.records.discussion import Anchor, Discussion, Role, Speaker, Turn
from gitexp.records.history import Commit, Reverted
from gitexp.records.skipped import Skipped

NAME = "history:"
MAX_NAME = 100


class HistorySource:
    """The source `history:`; `repo` is the `owner/name` of the repository at hand, "" where it has none."""

    def __init__(self, history: History, repo: str = "", seconds: float | None = None) -> None:
        self.history = history
        self.repo = repo
        self.seconds = seconds

    def discussions(self) -> Iterator[Discussion[str] | Skipped]:
        """Yield what stayed reverted for a reason, then what argued when it was merged, newest first, and what was not read.

        A revert without a reason teaches nothing, and a change that came back was not wrong for good.
        """
        reverts = self.history.reverts(seconds=self.seconds)
        texts = self.history.texts(seconds=self.seconds)
        for limit in (*reverts.limits, *texts.limits):
            yield Skipped(NAME, limit, bad=False)
        spoken: set[str] = set()
        for reverted in reverts.found:
            both = (reverted.commit, reverted.original)
            # What was taken back is not told by the words it was merged with, also where it came back later.
            spoken.update(commit.id for commit in both if commit is not None)
            if reverted.reason and reverted.relanded_by is None:
                yield self._discussion(reverted)
        for commit in texts.found:
            if commit.id not in spoken:
                yield self._text(commit)

    def _text(self, commit: Commit) -> Discussion[str]:
        """Return the words with which a change was merged: a turn for the prose, and one for each decision trailer."""
        return Discussion(
            id=f"text:{commit.id}",
            kind="commit",
            repo=self.repo,
            title=_title(commit),
            turns=tuple(_said(commit)),
            author=_name(commit.author),
            merged_at=commit.at,
            local=True,
        )

    def _discussion(self, reverted: Reverted) -> Discussion[str]:
        commit, original = reverted.commit, reverted.original
        thread = _turn_id(original or commit)
        said = [_turn(original, "author", thread)] if original else []
        done = _turn(commit, "reviewer", thread, reply_to=thread if original else None)
        return Discussion(
            id=_turn_id(commit),
            kind="history",
            repo=self.repo,
            title=_title(original or commit),
            turns=(*said, done),
            author=_name(original.author) if original else None,
            merged_at=commit.at,
            local=True,
        )


def _said(commit: Commit) -> Iterator[Turn[str]]:
    """Yield the turns of a text. Each trailer has its own, since an experience is known by the turns it cites."""
    prose, blocks = parted(commit.body)
    path = main_place([path for path in commit.files if _is_utf8(path)])
    whole = replace(_turn(commit, "author", _turn_id(commit)), anchor=Anchor(path=path, commit=commit.id))
    if prose:
        yield replace(whole, text=prose)
    number = 0
    for place, trailers in enumerate(blocks, 1):
        for trailer in trailers:
            number += 1
            yield replace(whole, id=f"{whole.id}#{number}", text=trailer, thread=f"{whole.id}/{place}")


def _turn(commit: Commit, role: Role, thread: str, reply_to: str | None = None) -> Turn[str]:
    text = f"{commit.subject}\n\n{commit.body}" if commit.body else commit.subject
    path = commit.files[0] if len(commit.files) == 1 and _is_utf8(commit.files[0]) else None
    return Turn(
        _turn_id(commit),
        # What stands in the history was let in by someone who may write, whoever wrote it.
        Speaker(_name(commit.author), role, can_write="yes"),
        text,
        at=commit.at,
        anchor=Anchor(path=path, commit=commit.id),
        reply_to=reply_to,
        thread=thread,
    )


def _turn_id(commit: Commit) -> str:
    return f"commit:{commit.id}"


def _title(commit: Commit) -> str:
    """Return the subject; of a merged pull request its title, which stands first in the body."""
    title = commit.body.partition("\n")[0].strip()
    return title if commit.subject.startswith(PULL_MERGE) and title else commit.subject


def _name(author: str) -> str | None:
    """Return an author's name as it may stand in evidence: on one line, and no e-mail address."""
    words = re.sub(r"[^\w .'’-]", " ", re.sub(r"@\S*", " ", author)).split()
    return " ".join(words)[:MAX_NAME] or None


def _is_utf8(path: str) -> bool:
    """Return whether a path can be written down; git's paths are bytes."""
    return not any("\udc80" <= letter <= "\udcff" for letter in path)
