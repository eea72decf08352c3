"""Help: every command explains itself with examples that run; a cold start imports nothing heavy."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from gitexp.cli.group import COMMANDS
from support.process import environment, exp
from support.repository import Repository

CALLS = [(), *((name,) for name in sorted(COMMANDS)), ("facts", "set"), ("facts", "unset")]
HEAVY = {"yaml", "jsonschema", "pygit2", "semver", "univers", "packaging", "asyncio", "importlib.metadata"}
PRINT_MODULES = """
import sys
from gitexp.cli import run
code = run(sys.argv[1:])
print("CODE", code, *sorted(sys.modules), file=sys.stderr)
"""


def loaded(cwd: Path, *args: str) -> set[str]:
    """Return the modules that one call has imported at its end, and hold that it ended well."""
    command = [sys.executable, "-c", PRINT_MODULES, *args]
    done = subprocess.run(command, cwd=cwd, env=environment(), capture_output=True, text=True, check=True)
    last = done.stderr.splitlines()[-1].split()
    assert ["CODE", "0"] == last[:2], done.stderr
    return set(last[2:])


@pytest.mark.parametrize("call", CALLS, ids=" ".join)
def test_help_has_examples_and_needs_no_repository(tmp_path: Path, call: tuple[str, ...]):
    done = exp(tmp_path, *call, "--help")

    assert (0, "") == (done.code, done.stderr)
    assert done.stdout.startswith(f"Usage: {' '.join(('exp', *call))} ")
    examples = done.stdout.split("Example", 1)
    assert 2 == len(examples), "there is no section with examples"
    assert re.search(r"^ +(\S.*\| )?exp", examples[1], re.MULTILINE)
    summary = done.stdout.split("\n\n")[1].strip()
    assert call == () or not summary.endswith("."), "the first line is an order without a full stop"
    assert max(len(line) for line in done.stdout.splitlines()) <= 120


@pytest.mark.parametrize("call", [(), ("recall",), ("facts", "set")], ids=" ".join)
def test_short_help_is_the_same(tmp_path: Path, call: tuple[str, ...]):
    assert exp(tmp_path, *call, "-h").stdout == exp(tmp_path, *call, "--help").stdout


def test_the_list_of_commands_names_each_with_its_own_first_line(tmp_path: Path):
    listed = " ".join(exp(tmp_path, "--help").stdout.split())

    for name in COMMANDS:
        summary = exp(tmp_path, name, "--help").stdout.split("\n\n")[1].strip()
        assert f"{name} {summary}" in listed


def test_the_version_is_told(tmp_path: Path):
    done = exp(tmp_path, "--version")

    assert 0 == done.code
    assert re.fullmatch(r"exp, version \d+\.\d+.*\n", done.stdout)


@pytest.mark.parametrize("name", ["recall", "facts", "list", "show", "new", "propose"])
def test_the_examples_are_calls_that_exp_understands(shared: Repository, name: str):
    text = exp(shared.path, name, "--help").stdout.replace("\\\n", " ")
    calls = [
        line.strip() for line in text.split("Example", 1)[1].splitlines() if line.strip().startswith("exp ")
    ]

    assert calls
    for call in calls:
        words = [
            word.replace("net-retry", "panel").replace("3fa91c", "5b1f") for word in shlex.split(call)[1:]
        ]
        if name in ("new", "propose") or "set" in words:
            words.append("--help")
        done = exp(shared.path, *words)
        assert (
            2 != done.code
            or "did you mean" in done.stderr
            or "no such" in done.stderr
            or "not set" in done.stderr
        ), call


def test_help_imports_nothing_heavy(tmp_path: Path):
    for call in ((), ("recall",)):
        assert set() == loaded(tmp_path, *call, "--help") & HEAVY


def test_recall_imports_neither_schemas_nor_pygit2_nor_the_steps_of_writing(shared: Repository):
    modules = loaded(shared.path, "recall", "--file", "engine/valve.py", "--json")

    assert set() == modules & {"jsonschema", "pygit2", "asyncio"}
    assert set() == {
        name
        for name in modules
        if name.startswith(("gitexp.engines", "gitexp.steps.redact", "gitexp.pipeline"))
    }


def test_both_names_of_the_command_are_installed():
    scripts = Path(sys.executable).parent
    if not (scripts / "exp").exists():
        pytest.skip("run from a source tree that is not installed")
    for name in ("exp", "git-exp"):
        done = subprocess.run(
            [scripts / name, "--help"], env=environment(), capture_output=True, text=True, check=True
        )
        assert done.stdout.startswith("Usage: exp ")


def test_git_runs_it_as_a_command_of_its_own(shared: Repository):
    scripts = Path(sys.executable).parent
    if not (scripts / "git-exp").exists():
        pytest.skip("run from a source tree that is not installed")
    env = environment()
    env["PATH"] = f"{scripts}:{env['PATH']}"

    done = subprocess.run(
        ["git", "exp", "list"], cwd=shared.path, env=env, capture_output=True, text=True, check=True
    )

    assert 3 == len(done.stdout.splitlines())
