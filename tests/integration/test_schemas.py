"""The published JSON Schemas: sound, described for an editor, and strict in plain words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from gitexp.adapters import experience_yaml, preconditions_yaml, record_fields_yaml, schemas
from gitexp.adapters.yaml_strict import load
from gitexp.errors import RecordError

WHOLE = """\
id: cache-flush-0a1b2c3d4e
title: Flush first
when: Forking
what: Flush.
preconditions: none
evidence:
  - turn: pull_request.body
    quote: Flush first.
lens: logic
kind: constraint
status: active
"""


def fields(schema: dict[str, Any], path: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield every field, item and definition of a schema with its path."""
    yield path, schema
    for name in ("properties", "patternProperties", "$defs"):
        for key, inner in schema.get(name, {}).items():
            yield from fields(inner, f"{path}/{key}")
    for name in ("items", "additionalProperties"):
        if isinstance(schema.get(name), dict):
            yield from fields(schema[name], f"{path}/{name}")


def held_against(text: str) -> list[str]:
    document = load(text, "a.yaml")
    return [
        str(fault) for fault in schemas.faults("experience", document.data, document.where, document.lines)
    ]


@pytest.mark.parametrize("name", schemas.NAMES)
def test_a_schema_is_sound_and_describes_every_field(name: str) -> None:
    schema = schemas.schema(name)

    Draft202012Validator.check_schema(schema)
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert [path for path, field in fields(schema) if not field.get("description")] == []


@pytest.mark.parametrize("name", schemas.NAMES)
def test_every_example_of_a_schema_fits_it(name: str) -> None:
    schema = schemas.schema(name)

    for path, field in fields(schema):
        check = Draft202012Validator({**field, "$defs": schema.get("$defs", {})})
        wrong = [example for example in field.get("examples", []) if not check.is_valid(example)]
        assert (path, wrong) == (path, [])


def test_reader_and_schema_know_the_same_fields_in_the_same_order() -> None:
    schema = schemas.schema("experience")
    inner, check = schema["properties"], schema["$defs"]["check"]["properties"]

    assert list(inner) == list(experience_yaml.FIELDS)
    for name in ("scope", "incident", "lifecycle", "relations", "provenance"):
        assert list(inner[name]["properties"]) == list(getattr(experience_yaml, name.upper()))
    assert list(inner["evidence"]["items"]["properties"]) == list(record_fields_yaml.EVIDENCE)
    assert list(inner["preconditions"]["properties"]) == list(preconditions_yaml.CONDITIONS)
    assert set(check) == {*preconditions_yaml.CHECKS, "version", "is"}
    assert inner["kind"]["enum"] == list(experience_yaml.KINDS)
    assert inner["status"]["enum"] == list(experience_yaml.STATUSES)
    assert inner["lens"]["enum"] == list(experience_yaml.LENSES)
    assert inner["severity"]["enum"] == list(experience_yaml.SEVERITIES)


def test_a_whole_experience_has_no_fault() -> None:
    assert held_against(WHOLE + "quality: 3\nlifecycle: {max_recalls_per_day: 2}\nx-ours: {a: 1}\n") == []


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (("what: Flush.", "waht: Flush."), "a.yaml:4: unknown key `waht`; write `what`"),
        (("what: Flush.", "what: Flush.\nfoo: x"),
         "a.yaml:5: unknown key `foo`; take it out, or begin its name with `x-`"),
        (("preconditions: none", "preconditions: {must-not: [{text: x}]}"),
         "a.yaml:5: unknown key `preconditions.must-not`; write `must_not`"),
        (("what: Flush.\n", ""), "a.yaml:1: `what` is missing; write `what: …`"),
        (("kind: constraint", "kind: constrain"), "a.yaml:10: `kind` can't be `constrain`; write `constraint`"),
        (("lens: logic", "lens: zzz"),
         "a.yaml:9: `lens` can't be `zzz`; write one of terminology, location, logic"),
        (("preconditions: none", "preconditions: any"),
         "a.yaml:5: `preconditions` can't be `any`; write `none`"),
        (("title: Flush first", "title: ''"),
         'a.yaml:2: `title` is empty; fill it, or take it out'),
        (("    quote: Flush first.", "    quote: [x]"),
         "a.yaml:8: `evidence[0].quote` is not text; for example "
         '`"POST /charges is not idempotent: the gateway commits before it answers."`'),
        (("what: Flush.", f"what: {'x' * 401}"),
         "a.yaml:4: `what` has 401 characters, more than 400; cut it to what a person must know"),
        (("status: active", "status: active\nquality: 9"),
         "a.yaml:12: `quality` can't be 9; write a number up to 5"),
        (("status: active", "status: active\nquality: '3'"),
         "a.yaml:12: `quality` is not a whole number; for example `4`"),
        (("status: active", "status: active\nobserved_at: May 2024"),
         'a.yaml:12: `observed_at` can\'t be `May 2024`; for example `"2024-03-12"`'),
        (("status: active", "status: active\nlifecycle: {expires: 2026-11-31}"),
         'a.yaml:12: `lifecycle.expires` is no day of the calendar: `2026-11-31`; for example `"2024-03-12"`'),
        (("status: active", "status: active\nobserved_at: 2023-02-29"),
         'a.yaml:12: `observed_at` is no day of the calendar: `2023-02-29`; for example `"2024-03-12"`'),
        (("status: active", "status: active\nobserved_at: 2023-13-45"),
         'a.yaml:12: `observed_at` can\'t be `2023-13-45`; for example `"2024-03-12"`'),
        (("preconditions: none", "preconditions: {must: [{text: x, check: {version: '1'}}]}"),
         "a.yaml:5: `preconditions.must[0].check` has `version` alone; write `dependency` beside it"),
        (("preconditions: none", "preconditions: {must: [{text: x, check: {path: a, language: b}}]}"),
         "a.yaml:5: `preconditions.must[0].check` must ask for exactly one thing; "
         'for example `{"dependency": "pypi:httpx", "version": ">=0.24"}`'),
        (("status: active", "status: active\nscope: {paths: [../x]}"),
         'a.yaml:12: `scope.paths[0]` can\'t be `../x`; for example `"src/net/**"`'),
        (("status: active", "status: active\nscope: {x-ours: 1}"),
         "a.yaml:12: unknown key `scope.x-ours`; take it out"),
    ],
)  # fmt: skip
def test_what_does_not_fit_is_said_with_its_line_and_how_to_mend_it(
    change: tuple[str, str], said: str
) -> None:
    assert held_against(WHOLE.replace(*change))[0] == said


def test_every_fault_is_listed_unknown_keys_first() -> None:
    text = WHOLE.replace("what: Flush.", "waht: Flush.").replace("lens: logic", "lens: x")

    assert held_against(text) == [
        "a.yaml:4: unknown key `waht`; write `what`",
        "a.yaml:1: `what` is missing; write `what: …`",
        "a.yaml:9: `lens` can't be `x`; write one of terminology, location, logic",
    ]


def test_validate_raises_the_first_of_them() -> None:
    with pytest.raises(RecordError, match="unknown key `colour`"):
        schemas.validate("experience", {"colour": "red"}, "a.yaml")


def a_run(**fields: object) -> dict[str, object]:
    """Return the smallest run there is, with what `exp propose --json` prints besides."""
    lists = "discussions topics candidates verdicts cliques decisions near skipped".split()
    steps = "discussions turns topics candidates kept after_dedup create update skip contradict".split()
    return {
        "id": "2f6c1b0a9d3e",
        "engine": "rules",
        "trust": "any",
        "base": None,
        "at": None,
        "funnel": dict.fromkeys(steps, 0),
        **{key: [] for key in lists},
        **fields,
    }


@pytest.mark.parametrize(
    "published",
    [
        {},
        {"branch": None, "commit": None, "moved": False, "set_aside": None, "title": None, "body": None},
        {"branch": "exp/proposals", "commit": "4be1d0c", "moved": True, "set_aside": "77aa01b"},
        {"title": "exp: 1 experience", "body": "**Merging = …**\n"},
    ],
)
def test_a_run_may_say_what_became_of_its_proposal(published: dict[str, object]) -> None:
    assert () == schemas.faults("run", a_run(**published), "run")


def test_what_a_run_says_of_its_proposal_is_text_and_whether_it_moved() -> None:
    wrong = a_run(branch=1, commit=[], moved="yes", set_aside=False, title={}, body=2)

    assert ["body", "branch", "commit", "moved", "set_aside", "title"] == sorted(
        str(fault).split("`")[1] for fault in schemas.faults("run", wrong, "run")
    )


def test_declared_facts_are_texts_or_lists_of_texts() -> None:
    good = load("rendering: canvas\nnode: 1.10\nregions: [eu, us]\nno: yes\n", "facts.yaml")
    bad = load("rendering: canvas\nnested: {a: 1}\n", "facts.yaml")

    assert schemas.faults("facts", good.data, good.where, good.lines) == ()
    assert [str(fault) for fault in schemas.faults("facts", bad.data, bad.where, bad.lines)] == [
        'facts.yaml:2: `nested` is not text or a list; for example `"canvas"`'
    ]
