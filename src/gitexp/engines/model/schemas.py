"""The forms of replies, one JSON Schema a step: all keys required and no others, so that a server can hold a model to it.

Each string has a longest length: a small model once filled one until its tokens ran out.
"""

from __future__ import annotations

from typing import get_args

from gitexp.records.discussion import YesNo
from gitexp.records.experience import ExperienceKind, Lens
from gitexp.records.garbage import GARBAGE_KINDS
from gitexp.records.judgement import Action
from gitexp.records.llm import Schema

MOST_TOPICS, MOST_CANDIDATES, MOST_VERDICTS = 60, 4, 12
LONGEST_WHEN, LONGEST_WHAT, LONGEST_QUOTE = 150, 250, 1200
RELATIONS = ("identical", "contains", "contained", "overlaps", "different")
CONCLUSIONS = ("advice", "risk", "troubleshooting", "term", "place")
CHECKS = ("dependency", "language", "path", "symbol", "platform", "key")
PLACED = ("identical", "adds", "less", "opposed", "other", "none")


def _object(**properties: Schema) -> Schema:
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def _text(most: int) -> Schema:
    return {"type": "string", "maxLength": most}


def _or_null(one: Schema) -> Schema:
    return {**one, "type": [one["type"], "null"]}


def _one_of(words: tuple[str, ...]) -> Schema:
    return {"type": "string", "enum": list(words)}


def _list(of: Schema, most: int, least: int = 0) -> Schema:
    return {"type": "array", "items": of, "maxItems": most, **({"minItems": least} if least else {})}


_BOOLEAN: Schema = {"type": "boolean"}
_TURN = _text(12)

GROUP = _object(topics=_list(_object(about=_text(120), turns=_list(_TURN, 400)), MOST_TOPICS))

_CHECK: Schema = {
    "anyOf": [
        _object(kind=_one_of(CHECKS), name=_text(120), value=_or_null(_text(120))),
        {"type": "null"},
    ]
}
_CONDITIONS = _list(_object(text=_text(200), check=_CHECK), 4)
_CANDIDATE = _object(
    evidence=_list(_object(turn=_TURN, quote=_text(LONGEST_QUOTE)), 3, 1),
    settled=_object(answer=_one_of(get_args(YesNo)), turn=_or_null(_TURN), how=_text(200)),
    trail=_object(why=_text(400), passed=_text(400), turns=_list(_TURN, 12)),
    lens=_one_of(get_args(Lens)),
    kind=_one_of(get_args(ExperienceKind)),
    title=_text(80),
    when=_text(LONGEST_WHEN),
    what=_text(LONGEST_WHAT),
    why=_or_null(_text(400)),
    pattern=_or_null(_text(80)),
    preconditions=_object(must=_CONDITIONS, must_not=_CONDITIONS, typical_env=_CONDITIONS),
    failure_modes=_list(_text(200), 3),
    anti_patterns=_list(_text(200), 3),
    symbols=_list(_text(120), 8),
    paths=_list(_text(200), 6),
    search=_list(_object(language=_text(20), words=_list(_text(40), 8)), 3),
    quality={"type": "integer", "minimum": 1, "maximum": 5},
)
EXTRACT = _object(
    lenses=_object(terminology=_text(300), location=_text(300), logic=_text(300)),
    candidates=_list(_CANDIDATE, MOST_CANDIDATES),
    nothing=_or_null(_text(300)),
)

REVIEW = _object(
    verdicts=_list(
        _object(
            candidate=_TURN,
            s1=_text(300),
            s2=_text(300),
            s3=_text(300),
            s4=_text(300),
            keep=_BOOLEAN,
            kind={"type": ["string", "null"], "enum": [*GARBAGE_KINDS, None]},
            words=_text(400),
        ),
        MOST_VERDICTS,
    )
)

DEDUP = _object(
    what=_one_of(RELATIONS),
    when=_one_of(RELATIONS),
    kind_of_a=_one_of(CONCLUSIONS),
    kind_of_b=_one_of(CONCLUSIONS),
    level=_one_of(("same", "different")),
    purpose=_one_of(("same", "different")),
    opposed=_BOOLEAN,
    words=_text(400),
)

MERGE = _object(
    target=_or_null({"type": "integer", "minimum": 1}),
    relation=_one_of(PLACED),
    action=_one_of(get_args(Action)),
    what=_or_null(_text(LONGEST_WHAT)),
    why=_or_null(_text(400)),
    words=_text(400),
)
