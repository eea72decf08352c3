"""Gives the notes of the journal as discussions, one a note: what people said teaches, what agents wrote does not."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from gitexp.ports import Journal
from gitexp.records.discussion import NOTES, Anchor, Discussion, Speaker, Turn
from gitexp.records.episode import Episode
from gitexp.records.skipped import Skipped
from gitexp.records.words import shortened

TITLE = 80
QUOTES_NOBODY = "noted by an agent, and quotes no person: teaches nothing by itself"
_KEPT = "Kept in the journal."


def _nothing_stands(episode: Episode[str]) -> str | None:
    """Return that nothing stands that a note could repeat."""
    return None


class JournalSource:
    """The source `journal:`. `repo` names the repository at hand.

    `says_so` names the experience that a note repeated, where that one is in force and says so as it is now.
    """

    def __init__(
        self,
        journal: Journal,
        repo: str = "",
        says_so: Callable[[Episode[str]], str | None] = _nothing_stands,
    ) -> None:
        self.journal = journal
        self.repo = repo
        self.says_so = says_so

    def discussions(self) -> Iterator[Discussion[str] | Skipped]:
        """Yield each note of this clone and of those that were fetched, oldest first, and what teaches nothing and why.

        A note that repeated what was changed or is gone since is a note like any other.
        """
        episodes, skipped = self.journal.episodes()
        yield from skipped
        for episode in episodes:
            known = self.says_so(episode) if episode.repeats else None
            if not episode.by_person and episode.quote is None:
                why = f"{QUOTES_NOBODY}; {known} says so already" if known else QUOTES_NOBODY
                yield Skipped(f"{NOTES}{episode.hex}", why, bad=False)
            yield _discussion(episode, self.repo, episode.repeats if known else None)


def _discussion(episode: Episode[str], repo: str, repeats: str | None) -> Discussion[str]:
    title = shortened(episode.text, TITLE)
    return Discussion(
        id=f"{NOTES}{episode.hex}",
        kind="session",
        repo=repo,
        title=f"{episode.kind}: {title}" if episode.kind else title,
        turns=tuple(_turns(episode)),
        local=True,
        private=True,
        files=episode.files,
        noted=episode.by_person,
        repeats=repeats,
    )


def _turns(episode: Episode[str]) -> Iterator[Turn[str]]:
    """Yield the words that are quoted, then the note; each turn names the note, and tells none of its words.

    What a person noted was taken down by exp, which stands behind it like any agent's answer: the person said it, and
    left it at that.
    """
    anchor = Anchor[str](path=next(iter(episode.files), None), commit=episode.commit)
    name = f"note:{episode.hex}"
    # What an agent says that somebody said is hearsay: whoever judges it must see who tells it.
    person = Speaker(None if episode.by_person else f"reported by {episode.agent}", "user")
    said = [(f"{name}#quote", episode.quote)] if episode.quote is not None else []
    said += [(name, episode.text)] if episode.by_person else []
    for id, words in said:
        yield Turn(id, person, words, at=episode.at, anchor=anchor)
        if episode.by_person:
            yield Turn(f"{id}#kept", Speaker("git-exp", "agent"), _KEPT, at=episode.at)
    if not episode.by_person:
        yield Turn(name, Speaker(episode.agent, "agent"), episode.text, at=episode.at, anchor=anchor)
