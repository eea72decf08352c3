"""Group: cut each discussion into topics, the unit of extraction."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from gitexp.ports import Engine
from gitexp.records.discussion import Discussion, Topic
from gitexp.records.failed import Failed
from gitexp.records.skipped import Skipped
from gitexp.records.text import Redacted


class Grouped(NamedTuple):
    """The topics, and the discussions that could not be cut, each with the reason."""

    topics: tuple[Topic[Redacted], ...]
    left_out: tuple[Skipped, ...] = ()


def group(discussions: Sequence[Discussion[Redacted]], engine: Engine) -> Grouped:
    """Return the topics of all discussions, in order; each turn belongs to at most one.

    Turns that the engine names twice count once, turns that it invents are left out: an engine's answer
    is outside data.
    """
    topics: list[Topic[Redacted]] = []
    left_out: list[Skipped] = []
    for discussion, answer in zip(discussions, engine.group(discussions), strict=True):
        if isinstance(answer, Failed):
            left_out.append(Skipped(discussion.id, answer.words))
        else:
            topics += _topics(discussion, answer)
    return Grouped(tuple(topics), tuple(left_out))


def _topics(discussion: Discussion[Redacted], matters: Sequence[tuple[str, ...]]) -> list[Topic[Redacted]]:
    turns = {turn.id: turn for turn in discussion.turns}
    found: list[Topic[Redacted]] = []
    for ids in matters:
        own = tuple(turns.pop(name) for name in ids if name in turns)
        if own:
            found.append(Topic(f"{discussion.id}/{len(found) + 1}", discussion, own))
    return found
