"""The three trivial baselines of DESIGN.md section 12: whatever is extracted must beat taking whole threads."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from gitexp.records.candidate import MAX_EVIDENCE, MAX_WORDS
from gitexp.records.discussion import TEACHING_ROLES, Discussion, Turn
from gitexp.records.ids import content_hash
from gitexp.records.text import Redacted
from gitexp.steps.score import Said

_Turns = Sequence[Turn[Redacted]]
_Part = tuple[Discussion[Redacted], _Turns]


def baselines(
    discussions: Sequence[Discussion[Redacted]], names: Mapping[str, str], required: int
) -> dict[str, tuple[Said, ...]]:
    """Return what taking every thread, the N longest threads and the N longest discussions gives; N = `required`.

    Length is in characters. Whoever never teaches (bots, tools, agents) is left out, as the engine has to.
    """
    heard = [(one, [turn for turn in one.turns if _counts(turn)]) for one in discussions]
    whole = [(one, turns) for one, turns in heard if turns]
    threads = [(one, thread) for one, turns in whole for thread in _threads(turns)]
    return {
        "every thread": _said(threads, names),
        "longest threads": _said(_longest(threads, required), names),
        "longest discussions": _said(_longest(whole, required), names),
    }


def _counts(turn: Turn[Redacted]) -> bool:
    return turn.speaker.role in TEACHING_ROLES and bool(turn.text.strip())


def _threads(turns: _Turns) -> list[_Turns]:
    """Return the turns by thread; what stands in none (description, reviews, issue comments, a session) is one."""
    found: dict[str | None, list[Turn[Redacted]]] = {}
    for turn in turns:
        found.setdefault(turn.thread, []).append(turn)
    return list(found.values())


def _longest(parts: Sequence[_Part], many: int) -> list[_Part]:
    return sorted(parts, key=lambda part: -sum(len(turn.text) for turn in part[1]))[:many]


def _said(parts: Sequence[_Part], names: Mapping[str, str]) -> tuple[Said, ...]:
    return tuple(_whole(names[one.id], turns) for one, turns in parts)


def _whole(case: str, turns: _Turns) -> Said:
    """Return a thread as a candidate: its three longest turns, each cut so that all fit."""
    longest = sorted(turns, key=lambda turn: -len(turn.text))[:MAX_EVIDENCE]
    text = " ".join(turn.text[: MAX_WORDS // len(longest)] for turn in longest)
    cited = tuple(turn.id for turn in longest)
    return Said(content_hash(case, *cited), case, text, cited)
