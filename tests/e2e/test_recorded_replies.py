"""The gate for prompts: the model engine on the project's own cases, answered from recorded replies, is not worse."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from gitexp.adapters.replies_files import RecordedReplies
from support.process import Finished, exp

TOP = Path(__file__).resolve().parents[2]
SHARED = TOP.parent / "shared" / "data"
REPLIES = Path("evaluation") / "replies"
RECORD = "a prompt, fence, schema or case was changed: record again, evaluation/replies/README.md says how"


def replayed(folder: Path, replies: Path, *words: str) -> Finished:
    call = (
        "--engine",
        "model",
        "--model",
        "strong",
        "--replies",
        str(replies),
        "--offline",
        "--send-private",
    )
    return exp(TOP, "evaluate", str(folder), *call, *words, "--json").plain


@pytest.fixture(scope="module")
def own() -> Finished:
    return replayed(
        Path("evaluation") / "cases",
        REPLIES / "own.jsonl",
        "--baseline",
        str(Path("evaluation") / "baseline-model.json"),
    )


def test_every_question_of_the_own_cases_has_its_recorded_reply(own: Finished):
    assert [] == own.json["failed"], RECORD


def test_no_figure_of_the_model_engine_is_worse_than_its_baseline(own: Finished):
    assert ([], 0) == (own.json["worse"], own.code), own.stderr


def test_the_figures_name_what_gave_them(own: Finished):
    document = own.json

    assert ("model", "strong") == (document["engine"], document["model"])
    assert ["group", "extract", "review", "dedup", "merge", "charter"] == [
        name.split()[0] for name in document["prompts"]
    ]
    # Every line of the recording is the reply to one question, and none is asked for twice.
    lines = (TOP / REPLIES / "own.jsonl").read_text("utf-8").splitlines()
    assert (len(lines), len(lines)) == (document["spent"]["calls"], document["spent"]["kept"])


def test_the_baseline_of_the_model_engine_holds_nothing_that_changes_from_run_to_run():
    kept = json.loads((TOP / "evaluation" / "baseline-model.json").read_text("utf-8"))

    assert (0, 0) == (kept["elapsed_ms"], kept["figures"]["extraction"]["seconds"])


def test_the_recording_of_foreign_discussions_holds_none_of_their_words():
    for line in (TOP / REPLIES / "shared-discussions.jsonl").read_text("utf-8").splitlines():
        for candidate in json.loads(line)["reply"].get("candidates", []):
            for item in candidate["evidence"]:
                assert {"turn", "parts"} == set(item)
                assert all({"first", "last", "hash", "length"} == set(part) for part in item["parts"])


@pytest.mark.skipif(not (SHARED / "governance").is_dir(), reason="the shared evaluation data is not here")
def test_the_shared_pairs_and_placements_replay_with_their_figures():
    done = replayed(SHARED / "governance", REPLIES / "shared-governance.jsonl")

    figures = done.json["figures"]
    assert ([], 0) == (done.json["failed"], figures["merge"]["overridden"]), RECORD
    assert (36, 36, 0) == (
        figures["dedup"]["labelled"],
        figures["dedup"]["right"],
        figures["dedup"]["bridged"],
    )
    assert 79 == figures["merge"]["placements_right"]


@pytest.mark.skipif(not (SHARED / "discussions").is_dir(), reason="the shared evaluation data is not here")
def test_quotes_are_put_back_from_the_data_and_the_shared_discussions_replay(tmp_path: Path):
    from bench.recorded_replies import lines_of, restored, texts_of

    texts = texts_of(SHARED / "discussions")
    recording = tmp_path / "restored.jsonl"
    with recording.open("w", encoding="utf-8") as stream:
        for key, reply in lines_of(TOP / REPLIES / "shared-discussions.jsonl"):
            assert isinstance(reply, dict)
            for candidate in reply.get("candidates", []):
                candidate["evidence"] = [restored(item, texts) for item in candidate["evidence"]]
            stream.write(f"{json.dumps({'key': key, 'reply': reply}, ensure_ascii=False)}\n")
    assert RecordedReplies(str(recording))

    done = replayed(SHARED / "discussions", recording)

    figures = done.json["figures"]["extraction"]
    assert [] == done.json["failed"], RECORD
    assert (35, 33, 0) == (figures["required"], figures["rows_found"], figures["false_from_none"])
