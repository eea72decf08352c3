"""Records as JSON: the names programs rely on, and output that is always the same."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import cast

from jsonschema import Draft202012Validator

from gitexp.adapters import record_json, run_json, schemas
from gitexp.cli import json_text
from gitexp.records.candidate import Candidate, Settled, Trail
from gitexp.records.discussion import Anchor, Discussion, Speaker, Topic, Turn
from gitexp.records.evidence import Evidence
from gitexp.records.experience import Experience
from gitexp.records.finding import Finding
from gitexp.records.garbage import Exclusion
from gitexp.records.judgement import Clique, Decision, Judge, Verdict
from gitexp.records.precondition import Condition, KeyCheck, Preconditions
from gitexp.records.run import Funnel, Run
from gitexp.records.skipped import Skipped
from gitexp.records.text import Redacted
from support.experiences import an_experience


def words(text: str) -> Redacted:
    """Return the words of these tests, which hold nothing to take out, as redact would."""
    return cast(Redacted, text)


TURN = Turn(
    id="review_comment:4711",
    speaker=Speaker("reviewer-1", "reviewer", "MEMBER"),
    text=words("Flush first."),
    at="2024-05-02T08:00:00Z",
    url="https://example.org/acme/pages/pull/12#discussion_r4711",
    anchor=Anchor(words("src/cache/pages.py"), 12, "4be1d0c"),
)
DISCUSSION = Discussion(
    "acme/pages#12", "pull_request", "acme/pages", words("Fork early"), (TURN,), number=12
)
CANDIDATE = Candidate(
    id="c1",
    discussion=DISCUSSION.id,
    topic="t1",
    repo="acme/pages",
    title=words("Flush first"),
    lens="logic",
    kind="constraint",
    when=words("When changing pages.py"),
    what=words("Flush first."),
    evidence=(Evidence(TURN.id, TURN.text, TURN.url, "reviewer-1", "2024-05-02"),),
    settled=Settled("yes", "author-2", "review_comment:4712", "agreed"),
    trail=Trail(("says what must be done",), ("no taste",), (TURN.id,), ()),
    preconditions=Preconditions(must=(Condition(words("batch"), KeyCheck("batch", ("yes", "auto"))),)),
    symbols=(words("Cache.flush"),),
    derived=("when",),
)
STANDING = cast(Experience[Redacted], an_experience())
RUN = Run(
    id="2f6c1b0a9d3e",
    judge=Judge("rules"),
    trust="any",
    base="4be1d0c",
    at="2024-05-02T08:00:00Z",
    discussions=(DISCUSSION,),
    topics=(Topic("t1", DISCUSSION, (TURN,)),),
    candidates=(CANDIDATE,),
    verdicts=(
        Verdict(CANDIDATE, True, findings=(Finding("Cache.flsh", "missing", (), ("flush", "flushed"), "no word"),)),
    ),
    cliques=(Clique((CANDIDATE, replace(CANDIDATE, id="c2"))),),
    decisions=(
        Decision(CANDIDATE, "update", "says more", STANDING, STANDING, "experiences/src/a.yaml", None, ("acme/pages#13",)),
    ),
    funnel=Funnel(1, 1, 1, 1, 1, 1, 0, 1, 0, 0),
    skipped=(Skipped("b.json:1", "no JSON"),),
    near=(replace(CANDIDATE, id="c3", trail=Trail(lacks=(Exclusion("insufficient_evidence", "nobody settled it"),))),),
)  # fmt: skip


def test_a_run_has_the_names_of_the_contract() -> None:
    document = json.loads(json_text.dumps(run_json.run_document(RUN)))

    assert document["discussions"] == [
        {
            "id": "acme/pages#12",
            "kind": "pull_request",
            "repo": "acme/pages",
            "url": None,
            "turns": 1,
            "private": False,
        }
    ]
    assert document["topics"] == [
        {"id": "t1", "discussion": "acme/pages#12", "turns": ["review_comment:4711"]}
    ]
    assert document["verdicts"] == [
        {
            "candidate": "c1",
            "keep": True,
            "reason": None,
            "words": "",
            "findings": [
                {
                    "name": "Cache.flsh",
                    "kind": "symbol",
                    "answer": "missing",
                    "where": [],
                    "nearest": "flush",
                    "also_near": ["flushed"],
                    "reason": "no word",
                    "gone": None,
                }
            ],
        }
    ]
    assert document["cliques"] == [["c1", "c2"]]
    assert [
        (one["candidate"], one["action"], one["target"], one["reason"]) for one in document["decisions"]
    ] == [("c1", "update", "cache-flush-before-fork-0a1b2c3d4e", "says more")]
    assert document["near"] == [{"candidate": "c3", "lacks": ["nobody settled it"]}]
    assert document["skipped"] == [{"where": "b.json:1", "what": "no JSON"}]
    assert document["funnel"]["after_dedup"] == 1


def test_a_candidate_has_the_names_of_the_contract() -> None:
    document = run_json.candidate_document(CANDIDATE)

    assert {
        "id", "discussion", "topic", "title", "lens", "kind", "when", "what", "why", "preconditions", "symbols",
        "paths", "evidence", "settled", "trail",
    } <= document.keys()  # fmt: skip
    assert document["settled"] is True
    assert document["settlement"] == {
        "answer": "yes",
        "by": "author-2",
        "turn": "review_comment:4712",
        "reason": "agreed",
    }
    assert document["preconditions"] == {
        "must": [{"text": "batch", "check": {"key": "batch", "is": ["yes", "auto"]}}]
    }


def test_what_nobody_settled_or_nobody_knows_is_not_settled() -> None:
    open_one = run_json.candidate_document(replace(CANDIDATE, settled=Settled("unknown")))

    assert open_one["settled"] is False


def test_every_document_fits_its_published_schema() -> None:
    for name, document in (
        ("run", run_json.run_document(RUN)),
        ("discussion", record_json.discussion_document(DISCUSSION)),
        ("experience", record_json.experience_document(STANDING)),
    ):
        found = json.loads(json_text.dumps(document))
        assert [
            error.message for error in Draft202012Validator(schemas.schema(name)).iter_errors(found)
        ] == []


def test_a_schema_holds_something_against_a_run_without_a_funnel() -> None:
    document = run_json.run_document(RUN)
    del document["funnel"]

    assert [str(fault) for fault in schemas.faults("run", document, "run")] == [
        "run: `funnel` is missing; write `funnel: …`"
    ]


def test_conditions_that_were_not_read_are_not_lost_in_json() -> None:
    experience = an_experience(preconditions=Preconditions(unread=("must-not",)))

    assert record_json.experience_document(experience)["preconditions"] == {"unread": ["must-not"]}


def test_the_text_is_readable_ends_with_a_line_end_and_moves_no_terminal() -> None:
    text = json_text.dumps({"b": "漢字 🙂", "a": "\x1b[31m \x9b \u202e \ud800"})

    assert text == '{\n  "b": "漢字 🙂",\n  "a": "\\u001b[31m \\u009b \\u202e \ufffd"\n}\n'
    assert json.loads(text) == {"b": "漢字 🙂", "a": "\x1b[31m \x9b \u202e \ufffd"}
