"""Group a discussion's turns into topics: review threads, and runs of turns about one matter."""

from __future__ import annotations

import re

from gitexp.engines.rules.names import paths_in, symbols_in
from gitexp.records.discussion import Discussion, Turn
from gitexp.records.text import Redacted
from gitexp.records.words import content_words

NEAR_LINES = 12
SHARED_WORDS = 4
"""Content words two runs must share, beyond a name, to be about one matter."""

_QUOTE = re.compile(r"^[ \t]{0,3}>[ \t]?(.+)$", re.M)
_MENTION = re.compile(r"@([A-Za-z0-9][\w-]{0,38})")


class _Matter:
    """A topic in the making: its turns, and what they name."""

    def __init__(self, turn: Turn[Redacted]) -> None:
        self.turns: list[Turn[Redacted]] = []
        self.names: set[str] = set()
        self.words: set[str] = set()
        self.paths: set[str] = set()
        self.add(turn)

    def add(self, turn: Turn[Redacted]) -> None:
        self.turns.append(turn)
        self.names.update(symbols_in(turn.text))
        self.names.update(path.rsplit("/", 1)[-1] for path in paths_in(turn.text))
        self.words |= content_words(turn.text)
        if turn.anchor and turn.anchor.path:
            self.paths.add(str(turn.anchor.path))
            self.names.add(turn.anchor.path.rsplit("/", 1)[-1])

    def absorb(self, other: _Matter) -> None:
        self.turns += other.turns
        self.names |= other.names
        self.words |= other.words
        self.paths |= other.paths


def topics(discussion: Discussion[Redacted]) -> list[tuple[str, ...]]:
    """Return the discussion's matters, each as the ids of its turns in time order."""
    if discussion.kind in ("history", "commit"):
        return [tuple(turn.id for turn in discussion.turns)]
    order = {turn.id: place for place, turn in enumerate(discussion.turns)}
    matters = _joined(_threads(discussion))
    talk: _Matter | None = None
    for turn in discussion.turns:
        if turn.thread is not None:
            continue
        home = _quoted_home(turn, matters) or _named_home(turn, matters)
        if home is None and talk is not None and _goes_on(turn, talk):
            home = talk
        if home is None:
            home = _Matter(turn)
            matters.append(home)
        else:
            home.add(turn)
        talk = home
    groups = [sorted(matter.turns, key=lambda turn: order[turn.id]) for matter in matters]
    return [
        tuple(turn.id for turn in group) for group in sorted(groups, key=lambda group: order[group[0].id])
    ]


def _threads(discussion: Discussion[Redacted]) -> list[_Matter]:
    threads: dict[str, _Matter] = {}
    for turn in discussion.turns:
        if turn.thread is None:
            continue
        if turn.thread in threads:
            threads[turn.thread].add(turn)
        else:
            threads[turn.thread] = _Matter(turn)
    return list(threads.values())


def _joined(threads: list[_Matter]) -> list[_Matter]:
    """Put threads together that stand at the same place: the same path within a few lines, or the same hunk."""
    matters: list[_Matter] = []
    for thread in threads:
        home = next((matter for matter in matters if _same_place(matter.turns[0], thread.turns[0])), None)
        if home is not None and len(home.words & thread.words) >= SHARED_WORDS:
            home.absorb(thread)
        else:
            matters.append(thread)
    return matters


def _same_place(one: Turn[Redacted], other: Turn[Redacted]) -> bool:
    if not (one.anchor and other.anchor and one.anchor.path and one.anchor.path == other.anchor.path):
        return False
    if one.anchor.line is not None and other.anchor.line is not None:
        return abs(one.anchor.line - other.anchor.line) <= NEAR_LINES
    return bool(one.anchor.hunk) and one.anchor.hunk == other.anchor.hunk


def _quoted_home(turn: Turn[Redacted], matters: list[_Matter]) -> _Matter | None:
    """Return the matter that holds a line which the turn quotes."""
    for match in _QUOTE.finditer(turn.text):
        line = match[1].strip()
        if len(line) < 20:
            continue
        for matter in matters:
            if any(line in earlier.text for earlier in matter.turns if earlier.id != turn.id):
                return matter
    return None


def _named_home(turn: Turn[Redacted], matters: list[_Matter]) -> _Matter | None:
    """Return the review thread whose file or symbol the turn names, if it is the only one."""
    names = set(symbols_in(turn.text)) | {path.rsplit("/", 1)[-1] for path in paths_in(turn.text)}
    if not names or len(turn.text) > 600:
        return None
    homes = [matter for matter in matters if matter.paths and names & matter.names]
    return homes[0] if len(homes) == 1 else None


def _goes_on(turn: Turn[Redacted], talk: _Matter) -> bool:
    """Return whether a turn without a thread continues the running talk."""
    speakers = {earlier.speaker.login for earlier in talk.turns if earlier.speaker.login}
    if any(name in speakers for name in _MENTION.findall(turn.text)):
        return True
    if not talk.paths and len(turn.text) < 200 and turn.speaker.login != talk.turns[-1].speaker.login:
        return True
    return len(talk.words & content_words(turn.text)) >= SHARED_WORDS and bool(
        talk.names & set(symbols_in(turn.text))
    )
