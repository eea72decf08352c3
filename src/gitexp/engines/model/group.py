"""Group: ask how a long discussion is cut into topics; a short one is one topic."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from gitexp.engines.model.content import fields, objects, texts
from gitexp.engines.model.fences import asked as asked_text
from gitexp.engines.model.fences import flat, shown, turn_name, turns_text
from gitexp.engines.model.schemas import GROUP
from gitexp.records.discussion import Discussion, Turn
from gitexp.records.failed import Failed
from gitexp.records.llm import Question, Reply
from gitexp.records.text import Redacted

SHORT_TURNS, SHORT_CHARACTERS = 12, 4000
"""A discussion of at most so many turns and characters is one topic, and nobody is asked."""
WINDOW_TURNS, WINDOW_CHARACTERS = 60, 24_000
"""What is cut at once: a session of a day is longer than any reply could keep in view."""

Turns = Sequence[Turn[Redacted]]


def is_short(discussion: Discussion[Redacted]) -> bool:
    """Return whether the whole discussion goes to extract as one topic."""
    return len(discussion.turns) <= SHORT_TURNS and _length(discussion.turns) <= SHORT_CHARACTERS


def windows(discussion: Discussion[Redacted]) -> list[Turns]:
    """Return the turns in runs that are cut one by one."""
    found: list[list[Turn[Redacted]]] = []
    length = 0
    for turn in discussion.turns:
        own = _length([turn])
        if not found or len(found[-1]) >= WINDOW_TURNS or length + own > WINDOW_CHARACTERS:
            found.append([])
            length = 0
        found[-1].append(turn)
        length += own
    return [tuple(window) for window in found]


def question(discussion: Discussion[Redacted], window: Turns, system: Redacted) -> Question:
    """Return the question about one run of turns."""
    title = f", titled ⟪{flat(discussion.title)}⟫" if discussion.title else ""
    user = f"Discussion of `{flat(discussion.repo)}`{title}.\n\n{turns_text(window, hunks=False)}"
    return Question(
        "group", discussion.id, system, asked_text(user), GROUP, discussion.private, _checking(window)
    )


def matters(window: Turns, reply: Reply | Failed) -> list[tuple[str, ...]] | Failed:
    """Return the turns of each topic, by their ids; a name that no turn has is left out."""
    if isinstance(reply, Failed):
        return reply
    ids = _ids(window)
    content = reply.content if isinstance(reply.content, dict) else {}
    cut = [
        tuple(
            sorted(
                {ids[turn_name(name)] for name in texts(topic.get("turns")) if turn_name(name) in ids},
                key=list(ids.values()).index,
            )
        )
        for topic in objects(content.get("topics"))
    ]
    return [topic for topic in cut if topic]


def _ids(window: Turns) -> dict[str, str]:
    return {f"t{at}": turn.id for at, turn in enumerate(window, 1)}


def _checking(window: Turns) -> Callable[[object], str]:
    """Return what holds a reply to the turns: one that names none of them cuts nothing."""
    names = _ids(window)

    def check(content: object) -> str:
        topics = objects(fields(content).get("topics"))
        named = [turn_name(name) for topic in topics for name in texts(topic.get("turns"))]
        if topics and not any(name in names for name in named):
            return f"its topics name none of the turns; they are called t1 to t{len(names)}"
        return ""

    return check


def _length(turns: Turns) -> int:
    return sum(len(shown(turn)[0]) for turn in turns)
