"""action.yml and every workflow keep to what is promised of them: pins, permissions, keys, and one line that calls exp."""

from __future__ import annotations

import ast
import json
import os
import re
import subprocess
import tomllib
from itertools import product
from pathlib import Path
from typing import Any, get_args

import pytest
from packaging.requirements import Requirement

from gitexp.adapters.house_github import EngineName, GithubHouse, workflows
from gitexp.cli.ci.surroundings import Surroundings, surroundings
from gitexp.records.bot import Level
from support.step_expressions import Contexts, filled
from support.workflows import ACTION, OWN, PIN, ROOT, TEMPLATES, Job, jobs, read, uses

PINNED = re.compile(r"[\w.-]+/[\w./-]+@[0-9a-f]{40}")
MODES = {"check", "extract", "publish", "propose", "audit", "archaeology", "commands"}
WRITING = {"exp-propose.yml", "exp-backfill.yml", "exp-commands.yml", "exp-archaeology.yml"}


@pytest.fixture(scope="session")
def every_workflow(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Every workflow that can be laid, the templates, and the project's own."""
    folder = tmp_path_factory.mktemp("laid")
    levels: tuple[Level, ...] = get_args(Level)
    engines: tuple[EngineName, ...] = get_args(EngineName)
    laid = []
    for level, engine in product(levels, engines):
        house = GithubHouse(PIN, level, engine, "a-model", comment=True)
        for name, block in workflows(house):
            path = folder / f"{level}-{engine}" / Path(name).name
            path.parent.mkdir(exist_ok=True)
            path.write_bytes(block.text)
            laid.append(path)
    assert 5 * len(engines) + 4 * 2 * len(engines) == len(laid)
    for level, engine in product(levels, engines):
        house = GithubHouse(PIN, level, engine, "a-model", comment=True, app=True, environment="llm")
        for name, block in workflows(house):
            path = folder / f"app-{level}-{engine}" / Path(name).name
            path.parent.mkdir(exist_ok=True)
            path.write_bytes(block.text)
            laid.append(path)
    return [*laid, *sorted(TEMPLATES.glob("*.yml")), *sorted(OWN.glob("*.yml"))]


@pytest.fixture(scope="session")
def every_job(every_workflow: list[Path]) -> list[Job]:
    return [job for path in every_workflow for job in jobs(path)]


def running(action: Any) -> dict[str, Any]:
    """Return the one step of the action that runs a line."""
    [step] = [step for step in action["runs"]["steps"] if "run" in step]
    assert isinstance(step, dict)
    return step


def test_the_action_has_one_line_that_runs_and_no_expression_in_it():
    run = running(read(ACTION))["run"]

    assert "\n" not in run
    assert run.endswith('&& exp ci "$EXP_MODE"')
    assert "${{" not in run


def test_each_input_reaches_exp_by_its_environment_and_nothing_else_does():
    action = read(ACTION)
    step = running(action)

    given = {*step["env"].values(), step["working-directory"]}
    assert {f"${{{{ inputs.{name} }}}}" for name in action["inputs"]} == given
    assert len(given) == len(step["env"]) + 1


def test_the_action_sets_every_variable_that_exp_reads():
    class Asked(dict[str, str]):
        """An environment that remembers what it was asked for."""

        def get(self, name, default=None):
            self.names = {*getattr(self, "names", ()), name}
            return super().get(name, default)

    asked = Asked()
    surroundings(asked)
    step = running(read(ACTION))

    own = {name for name in asked.names if name.startswith("EXP_")}
    assert own and own <= step["env"].keys()
    assert "GITHUB_TOKEN" in step["env"]


def test_inputs_that_nobody_sets_are_exps_own_defaults():
    action = read(ACTION)
    step = running(action)
    defaults = {
        f"${{{{ inputs.{name} }}}}": body.get("default", "") for name, body in action["inputs"].items()
    }
    env = {name: defaults[value] for name, value in step["env"].items() if name.startswith("EXP_")}

    assert Surroundings(trust="settled", engine="rules") == surroundings(env)
    assert {"mode"} == {name for name, body in action["inputs"].items() if "default" not in body}


def test_each_output_is_one_of_the_step():
    outputs = read(ACTION)["outputs"]

    assert {name: f"${{{{ steps.exp.outputs.{name} }}}}" for name in outputs} == {
        name: body["value"] for name, body in outputs.items()
    }
    assert {"pr-number", "pr-url", "branch", "commit", "compare-url", "level", "failed"} < outputs.keys()


def test_each_output_that_exp_sets_is_one_of_the_action():
    trees = [ast.parse(path.read_text("utf-8")) for path in (ROOT / "src/gitexp/cli/ci").glob("*.py")]
    calls = [node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Call)]
    setting = [call for call in calls if ast.unparse(call.func) == "report.write_outputs"]
    keys = {key.value for call in setting for key in call.args[0].keys}  # type: ignore[attr-defined]

    assert keys == set(read(ACTION)["outputs"])


def test_the_reference_page_has_each_input_with_its_default_and_each_output():
    page = (ROOT / "docs/reference/action.md").read_text("utf-8")
    action = read(ACTION)
    inputs = rows(page.split("## Inputs")[1].split("## Outputs")[0])
    outputs = rows(page.split("## Outputs")[1].split("## Exit codes")[0])
    env = running(action)["env"]

    assert list(action["inputs"]) == [row[0].strip("`") for row in inputs], "in the same order"
    for name, variable, _, default in ((row[0].strip("`"), *row[1:]) for row in inputs):
        given = action["inputs"][name].get("default", "")
        assert variable.strip("`") == "".join(one for one in env if f"inputs.{name} " in env[one])
        assert given in ("", "${{ github.token }}") or f"`{given}`" == default
    assert set(action["outputs"]) == {name for row in outputs for name in re.findall("`(.+?)`", row[0])}


def test_the_guides_table_of_levels_is_what_the_workflows_ask_for():
    page = (ROOT / "docs/how-to/set-up-the-bot.md").read_text("utf-8")
    table = rows(page.split("## Choose a level")[1].split("## Have")[0])
    levels: tuple[Level, ...] = get_args(Level)

    assert list(levels) == [row[0].split("`")[1] for row in table]
    for level, (_, _, needs, _) in zip(levels, table, strict=True):
        text = dict(workflows(GithubHouse(PIN, level)))[".github/workflows/exp-propose.yml"].text.decode()
        asked = set(re.findall(r"^      ([a-z-]+: (?:read|write))(?: #.*)?$", text, re.MULTILINE))
        assert asked - {"actions: read"} == set(re.findall(r"`(.+?)`", needs)) - {"actions: read"}


def rows(text: str) -> list[list[str]]:
    """Return the rows of a table in Markdown that begin with a word in code."""
    lines = [line for line in text.splitlines() if line.startswith("| `")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def test_all_that_is_used_is_pinned_by_its_commit_the_same_everywhere(every_workflow: list[Path]):
    pages = sorted((ROOT / "docs").rglob("*.md"))
    found = [pair for path in (ACTION, *every_workflow, *pages) for pair in uses(path)]
    others = {pair for pair in found if PINNED.fullmatch(pair[0]) and pair[0].startswith("actions/")}

    for what, _ in found:
        assert what in ("./", "OWNER/NAME@COMMIT") or what.endswith("@…") or PINNED.fullmatch(what), what
    assert all(re.fullmatch(r"v\d+\.\d+\.\d+", version) for _, version in others)
    assert len(others) == len({what.split("@")[0] for what, _ in others}), "one commit each"


def test_no_workflow_runs_with_secrets_on_what_a_stranger_brings(every_workflow: list[Path]):
    for path in every_workflow:
        triggers = read(path)["on"]
        assert not {"pull_request_target", "workflow_run"} & triggers.keys(), path


def test_permissions_are_named_by_each_job_and_nobody_has_any_beside(
    every_workflow: list[Path], every_job: list[Job]
):
    assert [{}] * len(every_workflow) == [read(path)["permissions"] for path in every_workflow]
    for job in every_job:
        assert job.body["permissions"]["contents"] in ("read", "write")
        assert set(job.body["permissions"]) <= {"contents", "pull-requests", "actions"}
        assert int(job.body["timeout-minutes"]) <= 120


def test_no_checkout_leaves_its_token_behind_and_exp_sees_the_whole_history(every_job: list[Job]):
    for job in every_job:
        for inputs in job.checkouts():
            assert "false" == inputs["persist-credentials"]
            assert not job.calls or "0" == inputs["fetch-depth"]


def test_nothing_is_unpacked_into_the_checkout(every_job: list[Job]):
    """Else an artifact could bring a `.git/config`, refs, or the source of the action itself."""
    fetched = [
        step["with"]
        for job in every_job
        for step in job.steps
        if step.get("uses", "").startswith("actions/download-artifact@")
    ]

    assert fetched and {"${{ runner.temp }}/exp-artifact"} == {one["path"] for one in fetched}


def test_a_job_with_a_key_can_write_nothing(every_job: list[Job]):
    with_key = [job for job in every_job if "secrets.EXP_API_KEY" in json.dumps(job.body)]

    assert with_key
    for job in with_key:
        assert set() == job.writes
        assert ["extract"] == [call["mode"] for call in job.calls]
        assert "steps.app" not in json.dumps(job.body), "nor has it another token that can"
    known = {"EXP_API_KEY", "EXP_BASE_URL", "EXP_APP_ID", "EXP_APP_KEY"}
    assert known == set(re.findall(r"secrets\.(\w+)", " ".join(json.dumps(job.body) for job in every_job)))


def test_a_job_that_can_write_never_checks_out_a_fork(every_job: list[Job]):
    about_pulls = {"pull_request", "pull_request_review", "pull_request_review_comment"}
    for job in (job for job in every_job if may(job) and about_pulls & read(job.workflow)["on"].keys()):
        ref = {inputs.get("ref") for inputs in job.checkouts()}
        same = "github.event.pull_request.head.repo.full_name == github.repository"
        needed = job.body.get("needs")
        assert ref == {"${{ github.event.repository.default_branch }}"} or same in job.body["if"], job
        assert needed or same in job.body["if"]


def may(job: Job) -> bool:
    """Return whether a job can write, with its own token or with an App's."""
    return bool(job.writes) or "steps.app" in json.dumps(job.body)


def test_a_command_is_heard_wherever_it_may_stand_and_by_hand(every_workflow: list[Path]):
    for path in (path for path in every_workflow if path.name == "exp-commands.yml"):
        heard = {name: (told or {}).get("types") if told else None for name, told in read(path)["on"].items()}
        assert {
            "issue_comment": ["created"],
            "pull_request_review": ["submitted"],
            "pull_request_review_comment": ["created"],
            "workflow_dispatch": None,
        } == heard
        [job] = jobs(path)
        assert [{"${{ github.event.repository.default_branch }}"}] == [
            {one["ref"]} for one in job.checkouts()
        ]


def test_a_check_has_no_right_that_it_does_not_try(every_job: list[Job]):
    checks = [job for job in every_job if job.calls and job.calls[0]["mode"] == "check"]

    assert checks and {frozenset({"contents"})} == {frozenset(job.body["permissions"]) for job in checks}


def test_what_was_read_is_published_also_where_some_could_not_be_read(every_job: list[Job]):
    for job in (job for job in every_job if job.calls and job.calls[0]["mode"] == "publish"):
        assert "${{ !cancelled() && needs.extract.outputs.artifact != '' }}" == job.body["if"]
    for job in (job for job in every_job if job.calls and job.calls[0]["mode"] == "extract"):
        [kept] = [step for step in job.steps if step.get("uses", "").startswith("actions/upload-artifact@")]
        assert "${{ !cancelled() }}" == kept["if"]
        assert {"artifact": "${{ steps.exp.outputs.artifact }}"} == job.body["outputs"]


def group(path: Path, event_name: str, event: dict[str, Any], run: int) -> str:
    """Return the concurrency group of a run."""
    github = {
        "event_name": event_name,
        "event": event,
        "run_id": run,
        "repository": "a/b",
        "ref": "refs/heads/x",
    }
    return filled(read(path)["concurrency"]["group"], Contexts({"github": github, "inputs": {}}))


def closed(ref: str, repository: str = "a/b") -> dict[str, Any]:
    """Return the event of a pull request that was closed."""
    return {"pull_request": {"number": 1, "head": {"ref": ref, "repo": {"full_name": repository}}}}


def test_what_writes_waits_for_the_one_before_and_is_never_cut_off(every_workflow: list[Path]):
    for path in every_workflow:
        name = path.name.replace(".model", "")
        if name in WRITING:
            assert "false" == read(path)["concurrency"]["cancel-in-progress"]
        if name == "exp-propose.yml":
            assert {"exp-proposals"} == {group(path, "push", {}, run) for run in (1, 2)}
        if name == "exp-backfill.yml":
            done = closed("exp/proposals")
            runs = {group(path, "workflow_dispatch", {}, 1), group(path, "pull_request", done, 2)}
            assert {"exp-backfill"} == runs


def test_a_run_that_will_do_nothing_takes_no_waiting_ones_place(every_workflow: list[Path]):
    others = [closed("work"), closed("exp/proposals", "mallory/b"), closed("exp/proposals2")]
    for path in (path for path in every_workflow if path.name.startswith("exp-backfill.")):
        groups = [group(path, "pull_request", event, run) for run, event in enumerate(others)]
        assert len(others) == len(set(groups)) and "exp-backfill" not in groups


def test_where_a_job_may_be_skipped_its_condition_is_in_the_group_or_each_run_has_its_own(
    every_workflow: list[Path],
):
    for path in every_workflow:
        conditions = [job.body["if"] for job in jobs(path) if "if" in job.body and "needs" not in job.body]
        shared = group(path, "push", {}, 1) == group(path, "push", {}, 2)
        if conditions and shared:
            # All runs in a fork, and all about one pull request, are skipped alike: none is there to be replaced.
            assert {"exp-propose.yml", "exp-propose.model.yml", "exp-archaeology.yml"} >= {path.name}


def test_no_command_can_be_lost_in_a_queue(every_workflow: list[Path]):
    review, line = {"id": 7}, {"id": 8, "pull_request_review_id": 7}
    for path in (path for path in every_workflow if path.name == "exp-commands.yml"):
        comments = [group(path, "issue_comment", {"comment": {"id": one}}, 1) for one in (5, 6)]
        by_hand = [group(path, "workflow_dispatch", {}, run) for run in (1, 2)]
        told = group(path, "pull_request_review", {"review": review}, 3)
        on_line = group(path, "pull_request_review_comment", {"comment": line}, 4)
        assert 5 == len({*comments, *by_hand, told})
        assert told == on_line, "what is sent with one review is there at once: one run answers all of it"


def test_workflows_for_users_run_the_action_and_nothing_else(
    every_workflow: list[Path], every_job: list[Job]
):
    action = read(ACTION)["inputs"]
    called = set()
    for job in (job for job in every_job if job.workflow.name != "ci.yml"):
        assert not any("run" in step for step in job.steps)
        for inputs in job.calls:
            called.add(inputs["mode"])
            assert set(inputs) <= action.keys(), "the action has each input"
            assert "sessions" not in inputs
    assert MODES == called


def test_nothing_merges_or_approves(every_workflow: list[Path]):
    for path in (ACTION, *every_workflow):
        said = path.read_text("utf-8")
        code = "\n".join(line for line in said.splitlines() if not line.lstrip().startswith("#"))
        assert not re.search(r"gh pr|--auto|automerge|enablePullRequestAutoMerge|/merge\b", code), path


def test_the_projects_own_workflows_are_those_that_init_lays():
    house = GithubHouse("./", "pull-request")

    for name, block in workflows(house):
        assert block.text == (ROOT / name).read_bytes(), f"exp init --github --action ./ lays {name} anew"
    assert {"ci.yml"} == {path.name for path in OWN.glob("*.yml")} - {
        Path(name).name for name, _ in workflows(house)
    }


def test_ci_runs_what_every_change_runs():
    [job] = jobs(OWN / "ci.yml")

    assert ["bash .ci/run"] == [step["run"] for step in job.steps if "run" in step]


def test_the_action_installs_every_package_in_one_version_that_fits_and_by_its_sum():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    extras = project["optional-dependencies"]
    wanted = [
        *project["dependencies"],
        *extras["github"],
        *extras["languages"],
        *extras["model"],
        "hatchling",
    ]
    text = (ROOT / ".ci" / "constraints.txt").read_text("utf-8").replace(" \\\n", "")
    lines = [line.split() for line in text.splitlines()[1:]]
    versions = dict(line[0].split("==") for line in lines)

    assert len(lines) == len(versions), "one line each"
    for _, *sums in lines:
        assert sums and all(re.fullmatch("--hash=sha256:[0-9a-f]{64}", one) for one in sums)
    for requirement in map(Requirement, wanted):
        assert versions[requirement.name.lower()] in requirement.specifier, requirement


def test_the_line_installs_the_source_it_lies_in_and_then_calls_exp(tmp_path: Path):
    step = running(read(ACTION))
    tools, source, workspace = tmp_path / "tools", tmp_path / "a source", tmp_path / "workspace"
    for folder in (tools, source, workspace):
        folder.mkdir()
    (workspace / "pip.py").write_text("raise SystemExit('taken from the pull request')\n")
    for name in ("python", "exp"):
        tool = tools / name
        tool.write_text(
            f'#!/bin/sh\nfor word in {name} "$@"; do echo "$word"; done\n[ "$WORSE" != {name} ]\n'
        )
        tool.chmod(0o755)
    env = {
        "PATH": f"{tools}:{os.environ['PATH']}",
        "GITHUB_ACTION_PATH": str(source),
        "EXP_MODE": "audit; id",
    }
    command = ["bash", "--noprofile", "--norc", "-e", "-o", "pipefail", "-c", step["run"]]

    def said(**more: str) -> tuple[int, list[str]]:
        done = subprocess.run(
            command, cwd=workspace, env={**env, **more}, capture_output=True, text=True, check=False
        )
        return done.returncode, done.stdout.splitlines()

    code, words = said()
    at = words.index("exp")
    assert 0 == code
    pip = ["python", "-I", "-m", "pip", "install"]
    second = words.index("python", 1)
    assert pip == words[:5] == words[second : second + 5], "no file of the workspace stands in for pip"
    packages, source_itself = words[:second], words[second:at]
    assert {"--require-hashes", "--only-binary"} < set(packages)
    assert f"{source}/.ci/constraints.txt" == packages[packages.index("--requirement") + 1] == packages[-1]
    assert {"--no-deps", "--no-index", "--no-build-isolation"} < set(source_itself), (
        "nothing else comes along"
    )
    assert str(source) == source_itself[-1]
    assert ["exp", "ci", "audit; id"] == words[at:], "a mode is one word, whatever it holds"
    assert (1, False) == (said(WORSE="python")[0], "exp" in said(WORSE="python")[1]), (
        "half installed is not run"
    )
    assert 1 == said(WORSE="exp")[0]
