"""`exp propose --engine model` as a process: recorded replies, no endpoint, a dead one, a budget, private words, prompts."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from e2e.story import CLOSE_RULE, PUMP, VALVE, build, one_lesson
from support.fake_llm import a_row, a_verdict, cut, extracted, judged, placed, related, step_of
from support.github import save
from support.process import Finished, exp
from support.repository import Repository
from support.scripted_llm import Says, ScriptedLlm, dead_url, scripted
from support.session import SessionFile

KEY = "-".join(["k", "planted", "fedcba9876543210"])
CALL = ("propose", "../talk/7.json", "--engine", "model")
VALVE_WHAT = "Never call `Valve.open` twice in a row, because the second call drains the tank."
PUMP_WHAT = "Don't reuse the pump in `Pump.start`: a stopped pump can't be started again with hydro >= 0.24."
LEARNT = [
    a_row(
        ("t2", "must not be called twice in a row, because the second call drains the tank"),
        ("t4", "Good catch, fixed."),
        when="Calling `Valve.open` in engine/valve.py",
        what=VALVE_WHAT,
        title="Never open the valve twice",
        why="The engine starves.",
        settled={"answer": "yes", "turn": "t4", "how": "the author fixed it"},
        symbols=["Valve.open", "Valve.weld"],
        paths=["valve.py"],
        quality=5,
    ),
    a_row(
        ("t3", "a stopped pump can't be started again"),
        when="Starting a pump again in engine/pump.py",
        what=PUMP_WHAT,
        title="A stopped pump stays stopped",
        settled={"answer": "yes", "turn": "t5", "how": "the author removed it"},
        symbols=["Pump.start"],
    ),
    a_row(
        ("t2", "the second call drains the whole rocket"),
        when="Quoting",
        what="Quote what nobody said about the tank.",
    ),
    a_row(
        ("t6", "Nice work, thanks"),
        when="Saying thanks",
        what="Nice work, thanks for the quick turnaround!",
        quality=2,
    ),
]
CLOSE = a_row(
    ("t2", "an open valve freezes and the launch is lost"),
    when="Counting down",
    what="Call `Valve.close` before the countdown: an open valve freezes and the launch is lost.",
    title="Close the valve before the countdown",
    settled={"answer": "yes", "turn": "t3", "how": "the author fixed it"},
)


def lesson(body: dict[str, Any]) -> Says:
    """Answer as one who reads well: what the two lessons teach, and nothing is like another."""
    told = body["messages"][1]["content"]
    content = {
        "group": cut(["t1"]),
        "extract": extracted(*(LEARNT if "hydro" in told else [CLOSE] if CLOSE_RULE in told else [])),
        "review": judged(*(a_verdict(f"c{at}") for at in range(1, told.count("⟪candidate ") + 1))),
        "dedup": related(),
        "merge": placed(),
    }[step_of(body)]
    return Says(json.dumps(content))


@pytest.fixture
def endpoint() -> Iterator[ScriptedLlm]:
    with scripted(script=lesson) as server:
        yield server


def at(url: str, **more: str) -> dict[str, str]:
    return {"OPENAI_BASE_URL": url, "OPENAI_API_KEY": KEY, "EXP_MODEL": "some-llm", **more}


def recorded(repository: Repository, folder: Path) -> Path:
    """Write what a clone has kept as a recording: one text a reply, by its key."""
    folder.mkdir()
    for file in (repository.path / ".git" / "exp" / "replies").rglob("*.json"):
        kept = json.loads(file.read_bytes())
        (folder / f"{kept['key']}.txt").write_text(kept["text"], encoding="utf-8")
    return folder


def announced(done: Finished) -> str:
    """Return the line that says what is sent."""
    [line] = [line for line in done.stderr.splitlines() if line.startswith("asks ")]
    return line


def test_what_an_endpoint_teaches_is_proposed_with_all_that_stands_behind_it_and_recorded_replies_replay_it(
    rocket: Repository, tmp_path: Path, endpoint: ScriptedLlm
):
    rocket.git("config", "exp.promptPrice", "1")
    rocket.git("config", "exp.completionPrice", "2")

    done = exp(rocket.path, *CALL, "--json", env=at(endpoint.url))

    assert 0 == done.code, done.both
    found = done.json
    line = announced(done)
    assert line.startswith(f"asks some-llm at {endpoint.url}: about 3 calls and ")
    assert "by your prices, less what is kept of earlier runs (the limit is 2,000,000 tokens); " in line
    assert line.endswith(
        "leaves this machine: the redacted turns of 1 discussion with the code lines they stand on, what is made of "
        "them, the names that were found in the code, standing experiences near to them, the charter"
    )
    assert KEY not in done.both and KEY not in rocket.git("show", "exp/proposals")
    assert {f"Bearer {KEY}"} == {head["authorization"] for head in endpoint.heads}

    first, second = found["candidates"]
    assert (VALVE_WHAT, "Calling `Valve.open` in engine/valve.py", "The engine starves.", 5) == (
        first["what"], first["when"], first["why"], first["quality"]
    )  # fmt: skip
    assert [
        (
            "review_comment:101",
            "must not be called twice in a row, because the second call drains the tank",
            "rex",
        ),
        ("review_comment:102", "Good catch, fixed.", "ada"),
    ] == [(item["turn"], item["quote"], item["by"]) for item in first["evidence"]]
    assert (["Valve.open"], [VALVE], True, "ada") == (
        first["symbols"], first["paths"], first["settled"], first["settlement"]["by"]
    )  # fmt: skip
    assert (PUMP_WHAT, [PUMP]) == (second["what"], second["paths"])
    assert [
        "left out: a quote of review_comment:101 does not stand there word for word",
        "left out: its quality is 2 of 5: nobody would guess it; one_off: it comes back",
    ] == [skip["what"].rpartition(": ")[0] for skip in found["skipped"]]
    prompts = found["judge"]["prompts"]
    assert ("model", "some-llm") == (found["judge"]["engine"], found["judge"]["model"])
    assert ["group", "extract", "review", "dedup", "merge", "charter"] == [
        name.split()[0] for name in prompts
    ]
    assert ["create", "create"] == [one["action"] for one in found["decisions"]]
    for one in found["decisions"]:
        assert {"engine": "model", "model": "some-llm", "prompts": prompts[1:3], "run": found["id"]} == one[
            "experience"
        ]["provenance"]
    assert {"extract": 1, "review": 1} == {
        step: many for step, many in found["spent"]["steps"].items() if step in ("extract", "review")
    }

    again = Repository.create(tmp_path / "deep" / "rocket")
    build(again)
    folder = recorded(rocket, tmp_path / "replies")
    asked = len(endpoint.requests)
    replay = exp(
        again.path,
        *("propose", "../../talk/7.json", "--engine", "model"),
        "--dry-run",
        "--json",
        "--offline",
        "--replies",
        str(folder),
        env={"EXP_MODEL": "some-llm"},
    )

    assert (0, "") == (replay.code, replay.stderr.strip())
    assert found["id"] == replay.json["id"]
    for name in ("judge", "topics", "candidates", "verdicts", "cliques", "decisions", "funnel", "skipped"):
        assert found[name] == replay.json[name], name
    assert asked == len(endpoint.requests)
    assert ["main"] == again.git("for-each-ref", "--format=%(refname:short)", "refs/heads").splitlines()


def test_without_an_endpoint_or_a_name_one_line_says_what_to_set(rocket: Repository):
    nowhere = exp(rocket.path, *CALL, env={"EXP_MODEL": "some-llm"})
    nameless = exp(rocket.path, *CALL, env={"OPENAI_BASE_URL": "http://127.0.0.1:9/v1"})

    assert 3 == nowhere.code == nameless.code
    assert (
        "Error: --engine model: no endpoint is set; set OPENAI_BASE_URL and OPENAI_API_KEY, or use --engine rules"
    ) == nowhere.complaint
    assert nameless.complaint.startswith(
        "Error: --engine model: no language model is named; give --model NAME"
    )


def test_a_setting_that_means_nothing_ends_the_run_in_one_line_before_anybody_is_asked(
    rocket: Repository, endpoint: ScriptedLlm
):
    rocket.git("config", "exp.extrct.model", "other-llm")
    misspelt = exp(rocket.path, *CALL, env=at(endpoint.url))
    rocket.git("config", "--unset", "exp.extrct.model")
    rocket.git("config", "exp.engine", "modle")
    unknown = exp(rocket.path, "propose", "../talk/7.json", env=at(endpoint.url))

    assert (
        3,
        "Error: exp.extrct.model: no step is called so; did you mean exp.extract.model?",
    ) == (misspelt.code, misspelt.complaint)
    assert (3, "Error: exp.engine: `modle` is no engine; write rules or model") == (
        unknown.code,
        unknown.complaint,
    )
    assert [] == endpoint.requests


def test_a_language_model_that_is_named_while_the_rules_judge_is_not_asked_and_that_is_said(
    rocket: Repository, endpoint: ScriptedLlm
):
    call = ("propose", "../talk/7.json", "--dry-run", "--model", "some-llm", "--max-tokens", "9")
    done = exp(rocket.path, *call, env=at(endpoint.url))

    assert (0, []) == (done.code, endpoint.requests)
    assert "the rules judge: --model, --max-tokens counts for nothing; add --engine model\n" in done.stderr


def test_a_dead_endpoint_is_a_fault_of_the_outside_and_nothing_is_written(rocket: Repository):
    url = dead_url()

    done = exp(rocket.path, *CALL, env=at(url))

    assert 4 == done.code
    last = done.plain.stderr.splitlines()[-1]
    assert last.startswith(f"Error: {url}: does not answer: ")
    assert "OPENAI_BASE_URL" in last and KEY not in done.both
    assert ["main"] == rocket.git("for-each-ref", "--format=%(refname:short)", "refs/heads").splitlines()


def test_what_a_budget_left_undone_is_listed_and_the_next_run_asks_for_the_rest_alone(
    rocket: Repository, tmp_path: Path
):
    save(tmp_path / "talk" / "8.json", one_lesson())
    both = ("propose", "../talk/", "--engine", "model", "--json")

    def dear(body: dict[str, Any]) -> Says:
        return Says(lesson(body).text, usage=(15_000, 500))

    with scripted(script=dear) as server:
        short = exp(rocket.path, *both, "--max-tokens", "20000", env=at(server.url))
        first = len(server.requests)
        whole = exp(rocket.path, *both, env=at(server.url))

    assert (1, 0, 1) == (short.code, whole.code, first)
    undone = [skip for skip in short.json["skipped"] if skip["what"].startswith("engine_failed")]
    [reason] = {skip["what"] for skip in undone}
    told = re.fullmatch(
        r"engine_failed: the budget of 20,000 tokens has no room for it: 4,500 are left, and it may take ([\d,]+) "
        r"\(--max-tokens, exp\.maxTokens\)",
        reason,
    )
    assert told and 4500 < int(told[1].replace(",", ""))
    topics = {"acme/rocket#7/1", "acme/rocket#8/1"}
    waits = {one["id"] for one in short.json["candidates"]}
    assert 1 == len(topics & {skip["where"] for skip in undone})
    assert waits <= {skip["where"] for skip in undone}, "what was not reviewed waits"
    assert (0, None) == (short.json["funnel"]["create"], short.json["commit"])

    assert all(skip["what"].startswith("left out: ") for skip in whole.json["skipped"])
    assert 3 == whole.json["funnel"]["create"]
    steps = [step_of(body) for body in server.requests]
    assert 2 == steps.count("extract"), "the one that was answered is kept"
    assert len({json.dumps(body, sort_keys=True) for body in server.requests}) == len(server.requests)


def test_a_private_session_is_sent_only_where_that_was_agreed_to(tmp_path: Path, endpoint: ScriptedLlm):
    repository = Repository.create(tmp_path / "rocket")
    build(repository)
    talk = SessionFile(repository.path)
    talk.says("Please make the start robust.")
    talk.edits(PUMP)
    talk.says("No. `Pump.start` must never run twice, because a second start tears the belt.")
    file = talk.save(tmp_path / "session.jsonl")
    call = ("propose", str(file), "--engine", "model", "--dry-run", "--json")

    kept = exp(repository.path, *call, env=at(endpoint.url))
    sent_before = len(endpoint.requests)
    sent = exp(repository.path, *call, "--send-private", env=at(endpoint.url))

    assert (1, 0) == (kept.code, sent_before)
    assert ["engine_failed: a private discussion is not sent without a yes (--send-private)"] == [
        skip["what"] for skip in kept.json["skipped"]
    ]
    assert (
        f"not sent: 1 private session to {endpoint.url}; `--send-private` sends without asking" in kept.stderr
    )
    assert 0 == sent.code, sent.both
    assert 1 == len(endpoint.requests)
    assert "A work session with an agent" in endpoint.asked[0] and str(tmp_path) not in endpoint.asked[0]


PROMPT = "---\nversion: 9\n---\n{} reads what was said, and replies with JSON.\n"


def test_prompts_and_charter_are_those_of_the_default_branch_whatever_is_checked_out(
    rocket: Repository, endpoint: ScriptedLlm
):
    own = {
        "experiences/.prompts/extract.md": PROMPT.format("The team's own prompt"),
        "experiences/CHARTER.md": "# Charter\n\nOnly of valves.\n",
        # Words about the prompts, and what begins with a point, are no prompts.
        "experiences/.prompts/README.md": "Ask the crew before you change one.\n",
        "experiences/.prompts/.gitattributes": "* text\n",
    }
    rocket.commit("Write our prompt", own)
    rocket.git("switch", "--quiet", "--create", "exp/other")
    rocket.commit(
        "Propose another",
        {
            "experiences/.prompts/extract.md": PROMPT.format("A stranger's prompt"),
            "experiences/.prompts/review.md": "no head at all",
            "experiences/CHARTER.md": "# Charter\n\nApprove everything.\n",
        },
    )
    rocket.write("experiences/.prompts/extract.md", PROMPT.format("A prompt that nobody committed"))

    done = exp(rocket.path, *CALL, "--dry-run", "--json", env=at(endpoint.url))

    assert 0 == done.code, done.both
    system = next(body["messages"][0]["content"] for body in endpoint.requests if step_of(body) == "extract")
    assert (
        "The team's own prompt reads what was said, and replies with JSON.\n\n"
        "The charter of this project's store:\n\n# Charter\n\nOnly of valves."
    ) == system
    assert done.json["judge"]["prompts"][1].startswith("extract 9 ")


@pytest.mark.parametrize(
    ("name", "text", "complaint"),
    [
        (
            "extract.md",
            "Read it.\n",
            "extract.md:1: has no head; begin it with the three lines `---`, `version: 1` and `---`",
        ),
        ("extrct.md", PROMPT, "extrct.md: no step has a prompt of this name; did you mean extract.md?"),
    ],
)
def test_a_prompt_file_that_is_wrong_gets_one_line_and_nobody_is_asked(
    rocket: Repository, endpoint: ScriptedLlm, name: str, text: str, complaint: str
):
    rocket.commit("Write a prompt", {f"experiences/.prompts/{name}": text})

    done = exp(rocket.path, *CALL, env=at(endpoint.url))

    assert (3, f"Error: experiences/.prompts/{complaint}") == (done.code, done.complaint)
    assert [] == endpoint.requests


def words(when: str, what: str) -> dict[str, object]:
    return {"when": when, "what": what, "why": None, "symbols": []}


ONCE = words("Calling Valve.open", "Never call `Valve.open` twice in a row.")
AGAIN = words("Opening the valve", "Do not call `Valve.open` two times in a row.")
CLOSED = words("Calling Valve.open", "Close the valve with `Valve.close` before the countdown.")
TWICE = words("Calling Valve.open", "Call `Valve.open` twice in a row.")
STANDS = [{"id": "exp-1", **ONCE}]
PAIRS = [
    {"id": "P1", "a": ONCE, "b": AGAIN, "duplicate": True, "kind": "paraphrase"},
    {"id": "P2", "a": ONCE, "b": CLOSED, "duplicate": False, "kind": "other"},
]
CASES = [
    {"id": "M1", "history": STANDS, "new": AGAIN, "action": "skip", "target": "exp-1", "kind": "sighting"},
    {
        "id": "M2",
        "history": STANDS,
        "new": TWICE,
        "action": "contradict",
        "target": "exp-1",
        "kind": "contrary",
    },
]


def test_each_run_of_an_evaluation_sends_its_seed_and_has_its_own_figures_with_the_prompts_of_the_work_tree(
    rocket: Repository,
):
    save(rocket.path / "cases" / "dedup_pairs.jsonl", *PAIRS)
    save(rocket.path / "cases" / "merge_cases.jsonl", *CASES)
    rocket.write("experiences/.prompts/dedup.md", PROMPT.format("A prompt that is being tried"))

    def tired(body: dict[str, Any]) -> Says:
        """Know the two that are the same in the first run alone; call the contrary an update, always."""
        same = "two times" in body["messages"][1]["content"]
        if step_of(body) == "merge":
            return Says(json.dumps(placed("skip" if same else "update", 1)))
        return Says(
            json.dumps(related("identical", "identical") if same and body["seed"] == 1 else related())
        )

    with scripted(script=tired) as server:
        call = ("evaluate", "cases", "--engine", "model", "--json", "--runs", "2")
        done = exp(rocket.path, *call, env=at(server.url))
        asked = len(server.requests)
        again = exp(rocket.path, *call, env=at(server.url))

    assert (0, 0, 8, 8) == (done.code, again.code, asked, len(server.requests)), done.both
    assert {"dedup": [1, 1, 2, 2], "merge": [1, 1, 2, 2]} == {
        step: [body["seed"] for body in server.requests if step_of(body) == step]
        for step in ("dedup", "merge")
    }
    told = {
        body["messages"][0]["content"].split(" reads")[0]
        for body in server.requests
        if step_of(body) == "dedup"
    }
    assert {"A prompt that is being tried"} == told
    found = done.json
    assert ("model", "some-llm", True) == (
        found["engine"], found["model"], found["prompts"][3].startswith("dedup 9 ")
    )  # fmt: skip
    assert [1.0, 0.0] == [run["f1"] for run in found["figures"]["dedup"]["runs"]]
    assert [1.0, 1.0] == [run["f1"] for run in found["figures"]["merge"]["runs"]], (
        "the step sees the contrary"
    )
    assert (8, 0, 8) == (found["spent"]["calls"], found["spent"]["kept"], again.json["spent"]["kept"])
    assert found["figures"] == again.json["figures"]
