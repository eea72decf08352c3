"""Gives the notes of the journal as discussions, one a note: what people said teaches, what agents wrote does not."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from gitexp.ports import Journal
from gitexp.records.discussion import Anchor, Discussion, Speaker, Turn
from gitexp.records.episode import Episode
from gitexp.records.skipped import Skipped
from gitexp.records.words import shortened

NAME = "journal:"
TITLE = 80
QUOTES_NOBODY = "noted by an agent, and quotes no person: teaches nothing by itself"
SIGHTING = "one more sighting of"
_KEPT = "Kept in the journal."


class JournalSource:
    """The source `journal:`. `repo` names the repository at hand, `standing` the experiences in force by their hex."""

    def __init__(self, journal: Journal, repo: str = "", standing: Mapping[str, str] | None = None) -> None:
        self.journal = journal
        self.repo = repo
        self.standing = standing or {}

    def discussions(self) -> Iterator[Discussion[str] | Skipped]:
        """Yield each note of this clone and of those that were fetched, oldest first, and what teaches nothing and why.

        A note that repeats what stands is a sighting of it and no discussion: nothing new can come of it.
        """
        episodes, skipped = self.journal.episodes()
        yield from skipped
        for episode in episodes:
            known = self.standing.get(episode.repeats or "")
            if known is not None:
                yield Skipped(f"{NAME}{episode.hex}", f"{SIGHTING} {known}", bad=False)
                continue
            if not episode.by_person and episode.quote is None:
                yield Skipped(f"{NAME}{episode.hex}", QUOTES_NOBODY, bad=False)
            yield _discussion(episode, self.repo)


def _discussion(episode: Episode[str], repo: str) -> Discussion[str]:
    title = shortened(episode.text, TITLE)
    return Discussion(
        id=f"{NAME}{episode.hex}",
        kind="session",
        repo=repo,
        title=f"{episode.kind}: {title}" if episode.kind else title,
        turns=tuple(_turns(episode)),
        local=True,
        private=True,
        files=episode.files,
    )


def _turns(episode: Episode[str]) -> Iterator[Turn[str]]:
    """Yield the words that are quoted, then the note; each turn names the note, and tells none of its words.

    What a person noted was taken down by exp, which stands behind it like any agent's answer: the person said it, and
    left it at that.
    """
    anchor = Anchor[str](path=next(iter(episode.files), None), commit=episode.commit)
    name = f"note:{episode.hex}"
    person = Speaker(None, "user")
    said = [(f"{name}#quote", episode.quote)] if episode.quote is not None else []
    said += [(name, episode.text)] if episode.by_person else []
    for id, words in said:
        yield Turn(id, person, words, at=episode.at, anchor=anchor)
        if episode.by_person:
            yield Turn(f"{id}#kept", Speaker("git-exp", "agent"), _KEPT, at=episode.at)
    if not episode.by_person:
        yield Turn(name, Speaker(episode.agent, "agent"), episode.text, at=episode.at, anchor=anchor)
