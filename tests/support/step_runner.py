"""Runs a composite action, or a job of a workflow, as GitHub's runner does: step by step, in a clean environment."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

from support.step_expressions import Contexts, as_text, filled, holds
from support.step_files import Annotation, Command, annotated, commands
from support.step_shell import Shell

Step = Mapping[str, Any]


@dataclass(frozen=True)
class Use:
    """A step that uses another action, with its inputs filled in; a stand-in of the test does it."""

    uses: str
    inputs: Mapping[str, str]
    workspace: Path
    env: Mapping[str, str]


StandIn = Callable[[Use], Mapping[str, str] | None]
"""Does what another action would, and returns its outputs."""
StandIns = StandIn | Mapping[str, StandIn]
"""One for all, or one for each action by its name without version."""


@dataclass(frozen=True)
class StepResult:
    """What an action, or a job, did."""

    status: int
    """The exit code of the first step that failed; 0 where none did."""
    outputs: Mapping[str, str]
    summary: str
    log: str
    commands: tuple[Command, ...] = ()
    steps: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """Of each step with an id: `outputs`, `outcome` and `conclusion`."""
    skipped: bool = False
    """Whether the job's own condition did not hold."""

    @property
    def as_need(self) -> dict[str, Any]:
        """Return it as jobs that need this one see it."""
        result = "skipped" if self.skipped else "failure" if self.status else "success"
        return {"outputs": dict(self.outputs), "result": result}

    @property
    def annotations(self) -> tuple[Annotation, ...]:
        """Return what shows up beside the code."""
        return tuple(annotated(self.commands))


def run_action(
    folder: Path,
    inputs: Mapping[str, str] | None = None,
    event: Mapping[str, Any] | None = None,
    env: Mapping[str, str] | None = None,
    *,
    workspace: Path,
    scratch: Path,
    path: Sequence[Path | str] = (),
    uses: StandIns | None = None,
    secrets: Mapping[str, str] | None = None,
) -> StepResult:
    """Run the composite action that lies in a folder.

    `env` is what the runner finds in its environment (`GITHUB_*` too; its `GITHUB_TOKEN` is `github.token` and is in no
    step's environment, as on GitHub); `path` are folders of programs before all others.
    """
    shell = Shell(workspace, scratch, env or {}, event or {}, path, secrets or {})
    runner = _Runner(shell, event or {}, uses)
    status, outputs, steps = runner.action(folder, inputs or {})
    return runner.result(status, outputs, steps)


def run_workflow_job(
    workflow: Path,
    job: str,
    event: Mapping[str, Any] | None = None,
    env: Mapping[str, str] | None = None,
    *,
    workspace: Path,
    scratch: Path,
    action: Path,
    own: Sequence[str] = ("./",),
    path: Sequence[Path | str] = (),
    uses: StandIns | None = None,
    secrets: Mapping[str, str] | None = None,
    needs: Mapping[str, StepResult] | None = None,
    inputs: Mapping[str, Any] | None = None,
) -> StepResult:
    """Run one job of a workflow file; steps that use one of `own` run the action in the folder `action`."""
    shell = Shell(workspace, scratch, env or {}, event or {}, path, secrets or {})
    runner = _Runner(shell, event or {}, uses, {name.rstrip("/"): action for name in own})
    read = yaml.safe_load(workflow.read_text(encoding="utf-8"))
    more = {"secrets": {**(secrets or {}), "GITHUB_TOKEN": shell.token}, "inputs": inputs or {}}
    return runner.job(read, read["jobs"][job], more, needs or {})


class _Runner:
    """One run: what its steps have told so far lies in the shell."""

    def __init__(
        self,
        shell: Shell,
        event: Mapping[str, Any],
        uses: StandIns | None,
        own: Mapping[str, Path] | None = None,
    ) -> None:
        self.shell = shell
        self.event = event
        self.uses = uses
        self.own = own or {}

    def named(self, **more: Any) -> dict[str, Any]:
        """Return what expressions can name."""
        github: dict[str, Any] = {
            name.removeprefix("GITHUB_").lower(): value
            for name, value in self.shell.env.items()
            if name.startswith("GITHUB_")
        }
        github |= {"event": self.event, "token": self.shell.token}
        runner = {name: self.shell.env[f"RUNNER_{name.upper()}"] for name in ("os", "temp")}
        return {"github": github, "runner": runner, "env": dict(self.shell.env), **more}

    def action(
        self, folder: Path, given: Mapping[str, str]
    ) -> tuple[int, dict[str, str], Mapping[str, Step]]:
        """Run an action and return its exit code, its outputs, and how its steps went."""
        file = next(folder / name for name in ("action.yml", "action.yaml") if (folder / name).is_file())
        read = yaml.safe_load(file.read_text(encoding="utf-8"))
        assert read["runs"]["using"] == "composite", f"{file} is no composite action"
        declared = read.get("inputs") or {}
        assert set(given) <= set(declared), f"no inputs {sorted(set(given) - set(declared))} in {file}"
        usual = Contexts(self.named())
        inputs = {
            name: given.get(name, _filled((one or {}).get("default"), usual))
            for name, one in declared.items()
        }
        for step in read["runs"]["steps"]:
            assert "uses" in step or "shell" in step, f"a step of {file} names no shell"
        with self.shell.over({"GITHUB_ACTION_PATH": str(folder)}):
            status, steps = self.steps(read["runs"]["steps"], {"inputs": inputs})
            after = Contexts(self.named(inputs=inputs, steps=steps))
        outputs = {name: _filled(one["value"], after) for name, one in (read.get("outputs") or {}).items()}
        return status, outputs, steps

    def job(
        self, workflow: Step, job: Step, more: dict[str, Any], needs: Mapping[str, StepResult]
    ) -> StepResult:
        """Run the steps of a job, where its condition holds."""
        more |= {"needs": {name: one.as_need for name, one in needs.items()}, "vars": {}, "matrix": {}}
        failed = any(one.status or one.skipped for one in needs.values())
        if not holds(job.get("if"), Contexts(self.named(**more), failed)):
            return StepResult(0, {}, "", "", skipped=True)
        for level in (workflow.get("env") or {}, job.get("env") or {}):
            self.shell.env |= {
                name: _filled(one, Contexts(self.named(**more))) for name, one in level.items()
            }
        status, steps = self.steps(job["steps"], more)
        after = Contexts(self.named(steps=steps, **more))
        outputs = {name: _filled(one, after) for name, one in (job.get("outputs") or {}).items()}
        return self.result(status, outputs, steps)

    def result(self, status: int, outputs: Mapping[str, str], steps: Mapping[str, Step]) -> StepResult:
        """Return what the run did."""
        log = "".join(self.shell.log)
        summary = "".join(self.shell.summary)
        return StepResult(status, outputs, summary, log, tuple(commands(log)), steps)

    def steps(self, steps: Sequence[Step], more: Mapping[str, Any]) -> tuple[int, dict[str, Step]]:
        """Run steps in order; return the exit code of the first that failed, and how those with an id went."""
        done: dict[str, Step] = {}
        status = 0
        for step in steps:
            contexts = Contexts(self.named(**more, steps=done), failed=status != 0)
            if not holds(step.get("if"), contexts):
                went: Step = {"outputs": {}, "outcome": "skipped", "conclusion": "skipped"}
            else:
                code, outputs = self.step(step, contexts)
                outcome = "failure" if code else "success"
                forgiven = code and step.get("continue-on-error") is True
                status = status or (0 if forgiven else code)
                conclusion = "success" if forgiven else outcome
                went = {"outputs": dict(outputs), "outcome": outcome, "conclusion": conclusion}
            if "id" in step:
                done[step["id"]] = went
        return status, done

    def step(self, step: Step, contexts: Contexts) -> tuple[int, Mapping[str, str]]:
        """Run one step and return its exit code and its outputs."""
        env = {name: _filled(value, contexts) for name, value in (step.get("env") or {}).items()}
        inner = Contexts({**contexts.named, "env": {**self.shell.env, **env}}, contexts.failed)
        with self.shell.over(env):
            if "uses" in step:
                given = {name: _filled(value, inner) for name, value in (step.get("with") or {}).items()}
                return self.used(str(step["uses"]), given)
            where = _filled(step.get("working-directory"), inner)
            return self.shell.run(_filled(step["run"], inner), str(step.get("shell", "bash -e")), where)

    def used(self, uses: str, given: Mapping[str, str]) -> tuple[int, Mapping[str, str]]:
        """Let another action be done: the own one, or by a stand-in."""
        name = uses.partition("@")[0].rstrip("/")
        if name in self.own:
            status, outputs, _ = self.action(self.own[name], given)
            return status, outputs
        stand_in = self.uses.get(name) if isinstance(self.uses, Mapping) else self.uses
        assert stand_in is not None, f"nothing stands in for {uses}"
        return 0, stand_in(Use(uses, given, self.shell.workspace, dict(self.shell.env))) or {}


def _filled(value: object, contexts: Contexts) -> str:
    return filled(value if isinstance(value, str) else as_text(value), contexts)
