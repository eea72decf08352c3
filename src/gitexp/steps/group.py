"""Group: cut each discussion into topics, the unit of extraction."""

from __future__ import annotations

from collections.abc import Sequence

from gitexp.ports import Engine
from gitexp.records.discussion import Discussion, Topic
from gitexp.records.text import Redacted


def group(discussions: Sequence[Discussion[Redacted]], engine: Engine) -> tuple[Topic[Redacted], ...]:
    """Return the topics of all discussions, in order; each turn belongs to at most one.

    Turns that the engine names twice count once, turns that it invents are left out: an engine's answer
    is outside data.
    """
    return tuple(topic for discussion in discussions for topic in _topics(discussion, engine))


def _topics(discussion: Discussion[Redacted], engine: Engine) -> list[Topic[Redacted]]:
    turns = {turn.id: turn for turn in discussion.turns}
    found: list[Topic[Redacted]] = []
    for ids in engine.group(discussion):
        own = tuple(turns.pop(name) for name in ids if name in turns)
        if own:
            found.append(Topic(f"{discussion.id}/{len(found) + 1}", discussion, own))
    return found
