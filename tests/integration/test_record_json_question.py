"""The JSON of a contradiction and of what a language model cost: names of the contract, within the published schema."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

from jsonschema import Draft202012Validator

from gitexp.adapters import run_json, schemas
from gitexp.cli import json_text
from gitexp.records.contradiction import Contradiction, Followed, Shown
from gitexp.records.judgement import Decision, Judge
from gitexp.records.llm import Spent
from gitexp.records.run import Funnel, Run
from gitexp.steps.redact import redacted, redacted_experience
from support.experiences import an_experience
from support.talk import a_candidate

PLACE = Shown(redacted("client.py"), 17, redacted("TIMEOUT = 10"), "new")
ASKED = Contradiction(Followed("new", "", (PLACE,)), "in_force", "2023-02-03", "f" * 40)
CANDIDATE = replace(
    a_candidate(),
    pattern=redacted("a figure that two statements give"),
    quality=4,
    search={"en": ("timeout",)},
)
RUN = Run(
    id="2f6c1b0a9d3e",
    judge=Judge("model", "some-model", ("extract 4 0a1b2c3d",)),
    trust="any",
    base=None,
    at=None,
    discussions=(),
    topics=(),
    candidates=(CANDIDATE,),
    verdicts=(),
    cliques=(),
    decisions=(
        Decision(CANDIDATE, "contradict", "opposed", None, redacted_experience(an_experience()), "a.yaml", question=ASKED),
    ),
    funnel=Funnel(1, 1, 1, 1, 1, 1, 0, 0, 0, 1),
    spent=Spent(41, 3, 1000, 200, 0.38, 12.5, {"extract": 41}),
)  # fmt: skip


def document(run: Run = RUN) -> Any:
    return json.loads(json_text.dumps(run_json.run_document(run)))


def test_a_question_has_the_names_of_the_contract() -> None:
    [decision] = document()["decisions"]

    assert {
        "stands": "in_force",
        "since": "2023-02-03",
        "commit": "f" * 40,
        "follows": "new",
        "reason": "",
        "places": [{"side": "new", "path": "client.py", "line": 17, "text": "TIMEOUT = 10"}],
    } == decision["question"]


def test_a_candidate_tells_its_class_its_quality_and_its_words() -> None:
    [candidate] = document()["candidates"]

    assert ["a figure that two statements give", 4, {"en": ["timeout"]}] == [
        candidate[name] for name in ("pattern", "quality", "search")
    ]


def test_the_same_input_tells_the_same_whether_replies_were_kept_or_not() -> None:
    again = replace(RUN, spent=Spent(41, 41, 1000, 200, 0.38, 0.0, {"extract": 41}))

    assert document() == document(again)
    assert {
        "calls": 41,
        "prompt_tokens": 1000,
        "completion_tokens": 200,
        "cost": 0.38,
        "steps": {"extract": 41},
    } == document()["spent"]


def test_both_fit_the_published_schema() -> None:
    schema = Draft202012Validator(dict(schemas.schema("run")))
    neither = Contradiction(Followed("neither", "", (replace(PLACE, side=None),)), "waiting")
    decision = replace(RUN.decisions[0], question=neither)

    for run in (RUN, replace(RUN, judge=Judge("rules"), spent=None), replace(RUN, decisions=(decision,))):
        assert [] == [error.message for error in schema.iter_errors(document(run))]
