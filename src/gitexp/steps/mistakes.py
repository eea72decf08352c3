"""Tell what an evaluation got wrong by kind of mistake, so that a rule is mended and not a case."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from gitexp.records.discussion import Discussion, Topic, Turn
from gitexp.records.gold import GoldCase, GoldRow
from gitexp.records.mistakes import Mistake, MistakeKind
from gitexp.records.text import Redacted
from gitexp.steps.score import Judge, Matching, Said, shares_a_turn
from gitexp.steps.score_words import language_of, score_words

SAID = 300
"""Characters that are shown of a turn."""


@dataclass(frozen=True)
class Scene:
    """One case with all that is known of it: what was produced, how it matched, and the turns and topics behind."""

    case: GoldCase
    produced: Sequence[Said]
    wide: Matching
    proposing: Matching
    turns: Sequence[Turn[Redacted]]
    topics: Sequence[Topic[Redacted]]


def scenes(
    cases: Sequence[GoldCase],
    matched: Mapping[str, tuple[Sequence[Said], Matching, Matching]],
    discussions: Sequence[Discussion[Redacted]],
    topics: Sequence[Topic[Redacted]],
    names: Mapping[str, str],
) -> list[Scene]:
    """Return a scene for each case."""
    turns: dict[str, list[Turn[Redacted]]] = {}
    for discussion in discussions:
        turns.setdefault(names[discussion.id], []).extend(discussion.turns)
    cut: dict[str, list[Topic[Redacted]]] = {}
    for topic in topics:
        cut.setdefault(names[topic.discussion.id], []).append(topic)
    return [
        Scene(case, *matched[case.name], turns.get(case.name, ()), cut.get(case.name, ())) for case in cases
    ]


def mistakes(scene: Scene, judge: Judge) -> list[Mistake]:
    """Return what is wrong of one case: its required rows first, then its candidates."""
    rows = [row for row in scene.case.rows if not row.optional]
    of_rows = [
        _missed(scene, row, judge) if row.id not in scene.wide.of_row else _held_back(scene, row)
        for row in rows
        if row.id not in scene.wide.of_row or row.id not in scene.proposing.of_row
    ]
    counted = scene.wide.right | scene.wide.neutral
    return of_rows + [_false(scene, one, judge) for one in scene.produced if one.key not in counted]


def _missed(scene: Scene, row: GoldRow, judge: Judge) -> Mistake:
    cited = [turn for turn in scene.turns if row.cites(turn.id)]
    about = [topic for topic in scene.topics if any(row.cites(turn.id) for turn in topic.turns)]
    near = [one for one in scene.produced if shares_a_turn(one, row)]
    beside = [one for one in scene.produced if one.topic in {topic.id for topic in about}]
    kind: MistakeKind = "nothing was taken from these turns"
    words = _where_cut(cited, about)
    taken: Said | None = None
    if taken := next((one for one in near if judge(one, row)), None):
        kind, words = "its candidate went to another row", ""
    elif near:
        kind, taken = "right turn, other words", max(near, key=lambda one: _common(one, row))
        words = _shares(taken, row)
    elif beside:
        kind, taken = "another turn of the topic was taken", beside[0]
    return _about_row(kind, scene, row, taken, words)


def _held_back(scene: Scene, row: GoldRow) -> Mistake:
    """Return what keeps a found row from being proposed."""
    taken = next(one for one in scene.produced if one.key == scene.wide.of_row[row.id])
    words = "; ".join(lack.words for lack in taken.lacks)
    if not words:
        words = "its candidate went to another row" if taken.proposed else "said the same elsewhere"
    return _about_row("found, not proposed", scene, row, taken, words)


def _about_row(kind: MistakeKind, scene: Scene, row: GoldRow, taken: Said | None, words: str) -> Mistake:
    first = next((turn for turn in scene.turns if row.cites(turn.id)), None)
    return Mistake(
        kind,
        scene.case.name,
        row=row.id,
        candidate=taken.id if taken else None,
        expected=row.text,
        given=taken.text if taken else "",
        words=words,
        turns=row.turns,
        said=first.text[:SAID] if first else "",
        exclusions=taken.lacks if taken else (),
        proposed=taken.proposed if taken else False,
    )


def _false(scene: Scene, one: Said, judge: Judge) -> Mistake:
    near = [row for row in scene.case.rows if shares_a_turn(one, row)]
    row = next((row for row in near if judge(one, row)), None)
    kind: MistakeKind = "false, from turns of no row"
    words = ""
    if scene.case.none:
        kind, words = "false, from a discussion that teaches nothing", scene.case.kind or ""
    elif row:
        kind = "second on a row that is matched already"
    elif near:
        kind, row = "false, right turn but other words", max(near, key=lambda row: _common(one, row))
        words = _shares(one, row)
    first = next((turn for turn in scene.turns if turn.id in one.turns), None)
    return Mistake(
        kind,
        scene.case.name,
        row=row.id if row else None,
        candidate=one.id,
        expected=row.text if row else "",
        given=one.text,
        words=words,
        turns=one.turns,
        said=first.text[:SAID] if first else "",
        exclusions=one.lacks,
        garbage=scene.case.kind,
        proposed=one.proposed,
    )


def _where_cut(cited: Sequence[Turn[Redacted]], about: Sequence[Topic[Redacted]]) -> str:
    if not cited:
        return "the discussion has none of these turns"
    if not about:
        return "in no topic"
    return f"in {len(about)} topics" if len(about) > 1 else f"in a topic of {len(about[0].turns)}"


def _common(one: Said, row: GoldRow) -> int:
    return len(score_words(one.text) & score_words(row.text))


def _shares(one: Said, row: GoldRow) -> str:
    """Return how far the words are apart; where the languages differ, that a name is missing."""
    if language_of(one.text) != language_of(row.text):
        names = ", ".join(row.names) or "it has none"
        return f"another language, and no name of the row ({names})"
    common = _common(one, row)
    of_row, of_candidate = len(score_words(row.text)), len(score_words(one.text))
    return f"{common} words in common, of {of_row} of the row and {of_candidate} of the candidate"
