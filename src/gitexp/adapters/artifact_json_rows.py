"""The rows of an artifact, one form a kind: each is checked by its own schema, and each text is redacted."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, TypeVar

from gitexp.adapters import schemas
from gitexp.adapters.candidate_json import candidate_document_whole, candidate_from
from gitexp.adapters.candidate_json_values import To, maybe_name, maybe_plain, maybe_text, name_from, written
from gitexp.adapters.record_json import Document
from gitexp.adapters.yaml_fields import spelled
from gitexp.adapters.yaml_strict import shown
from gitexp.errors import RecordError
from gitexp.records.artifact import Opinions
from gitexp.records.candidate import Candidate
from gitexp.records.judgement import Likeness, Opinion, Placement
from gitexp.records.skipped import Skipped

if TYPE_CHECKING:
    from jsonschema import Draft202012Validator

MOST_TOPICS = 100
"""Topics of one discussion that taught something."""
MOST_CANDIDATES = 20
"""Candidates of one topic."""
MOST_SKIPPED = 100
"""How many wrong rows of one list are named; the others are counted."""

Row = TypeVar("Row")
Matters = tuple[tuple[str, ...], ...]
Learnt = list[tuple[tuple[str, ...], tuple[Candidate, ...]]]


def fits(part: str, row: object, where: str) -> None:
    """Raise RecordError where a row does not fit its definition in the schema."""
    broken = next(_validator(part).iter_errors(row), None)
    if broken is not None:
        place = spelled(tuple(broken.absolute_path))
        told = f"`{place}` is not as its schema has it" if place else "is not as its schema has it"
        raise RecordError(where, f"{told}: {broken.validator} {shown(str(broken.validator_value), 80)}")


def rows_of(
    given: object, where: str, most: int, read: Callable[[Any, str], Row], skipped: list[Skipped]
) -> Iterator[Row]:
    """Yield what can be read of a list; a wrong row costs itself, and so do those after the `most`-th."""
    rows = given if isinstance(given, list) else []
    wrong = 0
    for place, row in enumerate(rows[:most]):
        try:
            yield read(row, f"{where}[{place}]")
        except RecordError as error:
            wrong += 1
            if wrong <= MOST_SKIPPED:
                skipped.append(Skipped(error.where, error.what))
    if wrong > MOST_SKIPPED:
        skipped.append(Skipped(where, f"{wrong - MOST_SKIPPED} more are wrong"))
    if len(rows) > most:
        skipped.append(Skipped(where, f"holds {len(rows)}, more than {most}: the rest is left out"))


def discussion_documents(opinions: Opinions) -> list[Document]:
    """Return what was made of each discussion, by id."""
    topics: dict[str, list[Document]] = {}
    for (home, turns), candidates in opinions.candidates.items():
        told = {"turns": list(turns), "candidates": [candidate_document_whole(one) for one in candidates]}
        topics.setdefault(home, []).append(told)
    return [
        written(
            id=home,
            matters=[list(one) for one in opinions.matters[home]] if home in opinions.matters else None,
            topics=topics.get(home),
        )
        for home in sorted({*opinions.matters, *topics})
    ]


def discussion_from(
    row: Any, where: str, text: To, skipped: list[Skipped]
) -> tuple[str, Matters | None, Learnt]:
    """Return a discussion's id, its matters where they are told, and what each of its topics taught."""
    fits("discussion", row, where)
    home = name_from(row["id"], where)
    matters = tuple(_ids(one, where) for one in row["matters"]) if "matters" in row else None
    learnt = rows_of(
        row.get("topics"),
        f"{where}.topics",
        MOST_TOPICS,
        lambda topic, place: _topic(topic, place, text, skipped),
        skipped,
    )
    return home, matters, list(learnt)


def _topic(
    row: Any, where: str, text: To, skipped: list[Skipped]
) -> tuple[tuple[str, ...], tuple[Candidate, ...]]:
    fits("topic", row, where)
    told = rows_of(
        row["candidates"],
        f"{where}.candidates",
        MOST_CANDIDATES,
        lambda one, place: candidate_from(one, text, place),
        skipped,
    )
    return _ids(row["turns"], where), tuple(told)


def review_documents(opinions: Opinions) -> list[Document]:
    """Return the opinions on candidates."""
    return [
        {
            "candidate": key,
            "said": statement,
            "keep": one.keep,
            **written(reason=one.reason, words=one.words or None),
        }
        for (key, statement), one in opinions.reviews.items()
    ]


def review_from(row: Any, where: str, text: To) -> tuple[tuple[str, str], Opinion]:
    """Return an opinion under its candidate's key and statement."""
    fits("review", row, where)
    words = str(text(row.get("words", "")))
    return (row["candidate"], row["said"]), Opinion(row["keep"], row.get("reason"), words)


def likeness_documents(opinions: Opinions) -> list[Document]:
    """Return how pairs of statements relate."""
    return [
        {
            "one": one,
            "other": other,
            "what": like.what,
            "same_when": like.same_when,
            "same_conclusion": like.same_conclusion,
            **written(opposed=like.opposed),
        }
        for (one, other), like in opinions.likenesses.items()
    ]


def likeness_from(row: Any, where: str) -> tuple[tuple[str, str], Likeness]:
    """Return how a pair of statements relates."""
    fits("likeness", row, where)
    like = Likeness(row["what"], row["same_when"], row["same_conclusion"], row.get("opposed", False))
    return (row["one"], row["other"]), like


def placement_documents(opinions: Opinions) -> list[Document]:
    """Return what candidates do to what stands."""
    return [
        written(
            candidate=key,
            action=one.action,
            target=target,
            words=one.words or None,
            what=one.what,
            why=one.why,
        )
        for key, (one, target) in opinions.placements.items()
    ]


def placement_from(row: Any, where: str, text: To) -> tuple[str, tuple[Placement, str | None]]:
    """Return what a candidate does to what stands, by its key."""
    fits("placement", row, where)
    words, target = maybe_plain(row, "words", text) or "", maybe_name(row, "target", where)
    what, why = maybe_text(row, "what", text), maybe_text(row, "why", text)
    return row["candidate"], (Placement(row["action"], None, words, what, why), target)


def _ids(given: list[str], where: str) -> tuple[str, ...]:
    return tuple(name_from(one, where) for one in given)


@cache
def _validator(part: str) -> Draft202012Validator:
    from jsonschema import Draft202012Validator

    whole: Mapping[str, Any] = schemas.schema("artifact")
    return Draft202012Validator({"$ref": f"#/$defs/{part}", "$defs": whole["$defs"]})
