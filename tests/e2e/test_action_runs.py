"""The laid workflows run as on GitHub, job by job: action.yml's own line calls exp, and GitHub is the double."""

from __future__ import annotations

import json
import shlex
import shutil
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from e2e.story import VALVE_RULE
from gitexp.adapters.house import lay, plan
from gitexp.adapters.house_github import GithubHouse
from support.bot_story import Rocket
from support.fake_llm import a_row, a_verdict, cut, extracted, judged, placed, related, step_of
from support.github_double import GithubDouble
from support.process import INSTALLATION
from support.scripted_llm import Says, ScriptedLlm, scripted
from support.step_runner import StepResult, Use, run_workflow_job
from support.workflows import PIN, ROOT

KEY = "-".join(["k", "planted", "0123456789abcdef"])
PROPOSE, BACKFILL, COMMANDS = (f"exp-{name}.yml" for name in ("propose", "backfill", "commands"))


class Runner:
    """GitHub's runner for the laid workflows of one repository."""

    def __init__(self, rocket: Rocket, folder: Path) -> None:
        self.rocket = rocket
        self.folder = folder
        self.tools, self.kept, self.laid = folder / "tools", folder / "kept", folder / "laid"
        for one in (self.tools, self.kept, self.laid):
            one.mkdir()
        self.count = 0
        code = (
            f"PYTHONPATH={shlex.quote(str(INSTALLATION.parent))} exec {shlex.quote(sys.executable)} -m gitexp"
        )
        tool(self.tools / "exp", f'{code} "$@"')
        tool(self.tools / "python", '[ "$1 $2 $3 $4" = "-I -m pip install" ]')

    def lay(self, **house: Any) -> Runner:
        """Lay the workflows of a house."""
        lay(plan(self.laid, GithubHouse(PIN, **house)))
        return self

    def run(
        self,
        workflow: str,
        job: str,
        *,
        token: str = "write-token",
        name: str = "push",
        event: Mapping[str, Any] | None = None,
        needs: Mapping[str, StepResult] | None = None,
        secrets: Mapping[str, str] | None = None,
    ) -> StepResult:
        """Run one job in a fresh checkout."""
        self.count += 1
        rocket = self.rocket
        repository = {"full_name": rocket.repo.full_name, "default_branch": "main", "fork": False}
        env = rocket.hub.environment(rocket.repo, token, GITHUB_EVENT_NAME=name, EXP_NOW=rocket.now)
        return run_workflow_job(
            self.laid / ".github" / "workflows" / workflow,
            job,
            {"repository": repository, **(event or {})},
            env,
            workspace=rocket.checkout(),
            scratch=self.folder / f"scratch-{self.count}",
            action=ROOT,
            own=(PIN.partition("@")[0],),
            path=[self.tools],
            uses={
                "actions/checkout": self.checked_out,
                "actions/setup-python": lambda use: None,
                "actions/upload-artifact": self.uploaded,
                "actions/download-artifact": self.downloaded,
            },
            needs=needs,
            secrets=secrets,
        )

    def checked_out(self, use: Use) -> None:
        """Hold that what lies there is what the step asks for."""
        assert "0" == use.inputs["fetch-depth"] and use.inputs.get("ref", "main") == "main"

    def uploaded(self, use: Use) -> None:
        file = use.workspace / use.inputs["path"]
        if file.exists():
            shutil.copy(file, self.kept / use.inputs["name"])

    def downloaded(self, use: Use) -> None:
        folder = Path(use.inputs["path"])
        folder.mkdir(parents=True, exist_ok=True)
        shutil.copy(self.kept / use.inputs["name"], folder / "exp-artifact.json")


def tool(path: Path, line: str) -> None:
    path.write_text(f"#!/bin/sh\n{line}\n", encoding="utf-8")
    path.chmod(0o755)


@pytest.fixture
def runner(tmp_path: Path) -> Iterator[Runner]:
    with GithubDouble(tmp_path / "hub") as hub:
        yield Runner(Rocket(hub, tmp_path), tmp_path)


def learnt(body: dict[str, Any]) -> Says:
    """Answer as one who reads well the one lesson there is."""
    told = body["messages"][1]["content"]
    row = a_row(
        ("t2", VALVE_RULE.partition(",")[0]),
        when="Calling `Valve.open` in engine/valve.py",
        what=VALVE_RULE,
        title="Never open the valve twice",
        settled={"answer": "yes", "turn": "t3", "how": "the author fixed it"},
        symbols=["Valve.open"],
    )
    content = {
        "group": cut(["t1"]),
        "extract": extracted(*([row] if VALVE_RULE[:30] in told else [])),
        "review": judged(*(a_verdict(f"c{at}") for at in range(1, told.count("⟪candidate ") + 1))),
        "dedup": related(),
        "merge": placed(),
    }[step_of(body)]
    return Says(json.dumps(content))


def test_the_rules_workflow_keeps_one_pull_request_and_its_second_run_writes_nothing(runner: Runner):
    runner.lay(level="pull-request").rocket.merge_a_lesson()

    first = runner.run(PROPOSE, "propose")
    writes, number = len(runner.rocket.hub.writes), runner.rocket.proposal().number
    second = runner.run(PROPOSE, "propose")

    assert (0, 0) == (first.status, second.status), first.log + second.log
    assert number == runner.rocket.proposal().number
    assert writes == len(runner.rocket.hub.writes)
    assert "exp: what a team learnt" in first.summary


def test_at_the_lowest_level_a_token_that_reads_is_enough_and_nothing_is_written(runner: Runner):
    runner.lay().rocket.merge_a_lesson()

    done = runner.run(PROPOSE, "propose", token="read-token")

    assert 0 == done.status, done.log
    assert "Valve.open" in done.summary
    assert [] == runner.rocket.hub.writes
    assert not runner.rocket.git("for-each-ref", "refs/heads/exp", "refs/exp")


def test_with_a_model_the_key_meets_only_a_token_that_reads(runner: Runner):
    runner.lay(level="pull-request", engine="model", model="some-llm").rocket.merge_a_lesson()
    hub = runner.rocket.hub
    with scripted(script=learnt) as endpoint:
        secrets = {"EXP_API_KEY": KEY, "EXP_BASE_URL": endpoint.url}
        check = runner.run(PROPOSE, "check")
        asked_by_check = len(endpoint.requests)
        extract = runner.run(PROPOSE, "extract", token="read-token", needs={"check": check}, secrets=secrets)
        after_extract, asked = len(hub.writes), len(endpoint.requests)
        publish = runner.run(PROPOSE, "publish", needs={"extract": extract})
        told = heard(endpoint)

    assert (0, 0, 0) == (check.status, extract.status, publish.status), check.log + extract.log + publish.log
    assert (0, 0) == (asked_by_check, after_extract)
    assert "not known before: whether it may open a pull request" in check.log
    assert 0 < asked == len(told) and {f"Bearer {KEY}"} == set(told)
    assert "Never open the valve twice" in runner.rocket.proposal().body
    assert KEY not in extract.log + publish.log + (runner.kept / "exp-artifact").read_text("utf-8")


def heard(endpoint: ScriptedLlm) -> list[str]:
    """Return the keys that the endpoint was shown."""
    return [head["authorization"] for head in endpoint.heads]


def test_where_check_fails_nothing_is_sent_and_nothing_paid(runner: Runner):
    runner.lay(level="branch", engine="model", model="some-llm").rocket.merge_a_lesson()
    with scripted(script=learnt) as endpoint:
        secrets = {"EXP_API_KEY": KEY, "EXP_BASE_URL": endpoint.url}
        check = runner.run(PROPOSE, "check", token="taken-back")
        extract = runner.run(PROPOSE, "extract", needs={"check": check}, secrets=secrets)
        publish = runner.run(PROPOSE, "publish", needs={"extract": extract})

    assert 3 == check.status and "401" in check.log, check.log
    assert (True, True) == (extract.skipped, publish.skipped)
    assert [] == endpoint.requests


PULL = {"state": "open", "pull_request": {"url": "…"}}


@pytest.mark.parametrize(
    ("comment", "issue", "by", "runs"),
    [
        ("Nice.", PULL, "User", False),
        ("See /experiences/CHARTER.md and /expert", PULL, "User", False),
        ("/exp help", {"state": "open"}, "User", False),
        ("/exp help", {**PULL, "state": "closed"}, "User", False),
        ("/exp help", PULL, "Bot", False),
        ("Please\n/exp help", PULL, "User", True),
        ("/exp", PULL, "User", True),
    ],
)
def test_a_comment_without_a_command_starts_no_job(
    runner: Runner, comment: str, issue: dict[str, Any], by: str, runs: bool
):
    event = {
        "action": "created",
        "issue": {"number": 1, **issue},
        "comment": {"id": 5, "body": comment, "user": {"login": "ada", "type": by}},
        "sender": {"login": "ada", "type": by},
    }

    done = runner.lay(level="pull-request").run(COMMANDS, "commands", name="issue_comment", event=event)

    assert runs is not done.skipped
    assert 0 == done.status, done.log


def said(
    where: str, body: str, *, ref: str = "exp/proposals", of: str = "acme/rocket", state: str = "open"
) -> Any:
    """Return the event of a review, or of a line of one."""
    head = {"ref": ref, "repo": {"full_name": of}}
    told = {"id": 5, "body": body, "user": {"login": "ada", "type": "User"}}
    pull = {"number": 1, "state": state, "head": head}
    return {where: told, "pull_request": pull, "sender": {"login": "ada", "type": "User"}}


@pytest.mark.parametrize(
    ("name", "event", "runs"),
    [
        ("pull_request_review", said("review", "/exp help"), True),
        ("pull_request_review", said("review", "Fine by me."), False),
        ("pull_request_review", said("review", "/exp help", ref="work"), False),
        ("pull_request_review", said("review", "/exp help", of="mallory/rocket"), False),
        ("pull_request_review", said("review", "/exp help", state="closed"), False),
        ("pull_request_review_comment", said("comment", "/exp help"), True),
        ("pull_request_review_comment", said("comment", "/exp help", of="mallory/rocket"), False),
        ("workflow_dispatch", {}, True),
    ],
)
def test_a_command_in_a_review_or_on_a_line_starts_a_job_on_the_bots_own_branch_alone(
    runner: Runner, name: str, event: dict[str, Any], runs: bool
):
    done = runner.lay(level="pull-request").run(COMMANDS, "commands", name=name, event=event)

    assert runs is not done.skipped
    assert 0 == done.status, done.log


def test_commands_in_a_review_on_a_line_and_those_whose_event_was_lost_are_carried_out(runner: Runner):
    rocket = runner.rocket
    runner.lay(level="pull-request")
    rocket.merge_a_lesson()
    assert 0 == runner.run(PROPOSE, "propose").status
    pull = rocket.proposal()
    [path] = [
        path
        for path in rocket.git("diff", "--name-only", "main", "exp/proposals").split()
        if path.endswith(".yaml")
    ]

    rocket.repo.review(pull.number, "rex", "COMMENTED", "/exp why 1")
    by_review = runner.run(
        COMMANDS, "commands", name="pull_request_review", event=said("review", "/exp why 1")
    )
    answered = status(rocket)
    rocket.repo.line_comment(pull.number, "rex", path, 1, "/exp canary 1 20%")
    event = said("comment", "/exp canary 1 20%")
    by_line = runner.run(COMMANDS, "commands", name="pull_request_review_comment", event=event)
    canary = rocket.git("show", f"exp/proposals:{path}")
    rocket.repo.comment(pull.number, "rex", "/exp edit 1 severity: warn")
    by_hand = runner.run(COMMANDS, "commands", name="workflow_dispatch", event={"inputs": None})

    assert (0, 0, 0) == (by_review.status, by_line.status, by_hand.status), (
        by_review.log + by_line.log + by_hand.log
    )
    assert VALVE_RULE[:30] in answered
    assert "status: canary" in canary
    assert "severity: warn" in rocket.git("show", f"exp/proposals:{path}")


def status(rocket: Rocket) -> str:
    """Return what the bot's one comment says."""
    [text] = [one.body for one in rocket.repo.comments.values() if one.by != "rex"]
    return str(text)


@pytest.mark.parametrize(
    ("ref", "repository", "runs"),
    [
        ("exp/proposals", "acme/rocket", True),
        ("exp/proposals", "mallory/rocket", False),
        ("work", "acme/rocket", False),
    ],
)
def test_the_next_portion_is_laid_when_the_bots_own_pull_request_is_closed_and_no_other(
    runner: Runner, ref: str, repository: str, runs: bool
):
    head = {"ref": ref, "repo": {"full_name": repository}}
    event = {"action": "closed", "pull_request": {"number": 1, "head": head}}

    done = runner.lay(level="pull-request").run(BACKFILL, "propose", name="pull_request", event=event)

    assert runs is not done.skipped
    assert 0 == done.status, done.log
