"""What `exp recall` loads and starts: it is asked many times an hour, and goes without what it does not need."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from support.process import command, environment, exp
from support.repository import Repository

HEAVY = {
    "asyncio",
    "click",
    "dataclasses",
    "difflib",
    "email",
    "importlib.metadata",
    "inspect",
    "jsonschema",
    "logging",
    "numpy",
    "openai",
    "packaging",
    "pathlib",
    "pygit2",
    "semver",
    "tempfile",
    "tomllib",
    "tree_sitter",
    "univers",
    "urllib.request",
    "yaml",
}
OURS = (
    "gitexp.adapters.index_update",
    "gitexp.adapters.experience_yaml",
    "gitexp.cli.group",
    "gitexp.cli.wiring",
)
PRINT_MODULES = """
import sys
from gitexp.cli import run
code = run(sys.argv[1:])
print("CODE", code, *sorted(sys.modules), file=sys.stderr)
"""
NOTED = """#!/bin/sh
echo "$*" >> "$GIT_NOTES"
exec "{git}" "$@"
"""
RETRY = "src/net/retry.py"
FILES = {
    RETRY: "import httpx\n\n\nclass RetryPolicy:\n    def send(self): ...\n",
    "pyproject.toml": '[project]\nname = "net"\nversion = "1"\ndependencies = ["httpx>=0.24"]\n',
    "uv.lock": 'version = 1\n\n[[package]]\nname = "httpx"\nversion = "0.27.2"\nsource = { registry = "r" }\n',
    "web/package.json": '{"name": "web", "dependencies": {"react": "^18.2.0"}}\n',
}


def lesson(name: str, number: int, conditions: str) -> tuple[str, str]:
    """Return the path and text of an experience about src/net."""
    id = f"{name}-{number:010x}"
    text = (
        f"id: {id}\ntitle: Retry with {name}\nwhen: Changing how requests are retried\n"
        f"what: Wait before the {name} retry.\nwhy: The server counts them.\npreconditions: {conditions}\n"
        "scope: {paths: [src/net/**], symbols: [RetryPolicy.send]}\n"
        "evidence: [{turn: 'review_comment:1', quote: It counts them., by: rex, at: '2024-01-02'}]\n"
        "lens: logic\nkind: pitfall\nstatus: active\n"
    )
    return f"experiences/net/{id}.yaml", text


LESSONS = dict(
    [
        lesson("plain", 1, "none"),
        lesson(
            "version", 2, "{must: [{text: httpx, check: {dependency: 'pypi:httpx', version: '>=0.25,<1'}}]}"
        ),
        lesson("symbol", 3, "{must: [{text: there, check: {symbol: RetryPolicy}}]}"),
        lesson("language", 4, "{must: [{text: python, check: {language: python}}]}"),
        lesson("path", 5, "{must: [{text: there, check: {path: 'src/**'}}]}"),
        lesson("key", 6, "{must_not: [{text: no canvas, check: {key: rendering, is: canvas}}]}"),
        lesson("npm", 7, "{must: [{text: react, check: {dependency: 'npm:react', version: '>=18'}}]}"),
    ]
)
CALLS = {
    "a file": ("--file", RETRY),
    "words": ("Retry with plain: wait before the plain retry, the server counts requests",),
    "all of it": (
        *("Retry with plain: wait before the plain retry", "--file", RETRY, "--symbol", "RetryPolicy"),
        *("--env", "rendering=dom", "--limit", "9", "--budget", "5000"),
    ),
    "a file that is not there": ("--file", "src/net/new.py"),
    "nothing": (),
    "json": ("--file", RETRY, "--json"),
}


@pytest.fixture(scope="module")
def warm(tmp_path_factory: pytest.TempPathFactory) -> Repository:
    """A repository in which everything was asked once."""
    repository = Repository.create(tmp_path_factory.mktemp("warm") / "net")
    repository.commit("Begin", FILES)
    repository.commit("Learn", LESSONS)
    for words in CALLS.values():
        done = exp(repository.path, "recall", *words)
        assert 0 == done.code and done.stdout, done.both
    return repository


def loaded(repository: Repository, words: tuple[str, ...]) -> tuple[str, set[str]]:
    """Return what one call says, and the modules that it has loaded at its end."""
    done = subprocess.run(
        [sys.executable, "-c", PRINT_MODULES, "recall", *words],
        cwd=repository.path,
        env=environment(),
        capture_output=True,
        text=True,
        check=True,
    )
    last = done.stderr.splitlines()[-1].split()
    assert ["CODE", "0"] == last[:2], done.stderr
    return done.stdout, set(last[2:])


def heavy(modules: set[str]) -> set[str]:
    return {name for name in HEAVY if any(one == name or one.startswith(f"{name}.") for one in modules)}


def gits(repository: Repository, folder: Path, words: tuple[str, ...]) -> tuple[str, list[str]]:
    """Return what one call says, and the calls of git that it made."""
    git = shutil.which("git")
    wrapper, notes = folder / "bin" / "git", folder / "notes"
    wrapper.parent.mkdir(exist_ok=True)
    wrapper.write_text(NOTED.format(git=git))
    wrapper.chmod(0o755)
    notes.write_text("")
    env: Mapping[str, str] = environment(None, {"GIT_NOTES": str(notes)})
    path = f"{wrapper.parent}:{env['PATH']}"
    done = subprocess.run(
        command("recall", *words),
        cwd=repository.path,
        env={**env, "PATH": path},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout, notes.read_text().splitlines()


@pytest.mark.parametrize("kind", CALLS)
def test_a_warm_call_loads_nothing_heavy(warm: Repository, kind: str):
    said, modules = loaded(warm, CALLS[kind])

    assert "The server counts them." in said
    if kind == "all of it":
        assert all(
            f" {name} retry" in said for name in ("plain", "version", "symbol", "language", "path", "key")
        )
    assert set() == heavy(modules)
    assert set() == modules & set(OURS)


@pytest.mark.parametrize("kind", CALLS)
def test_a_warm_call_starts_git_twice_at_most(warm: Repository, tmp_path: Path, kind: str):
    said, calls = gits(warm, tmp_path, CALLS[kind])

    assert "The server counts them." in said
    # Without a file, a condition on languages and paths is about all that are tracked.
    tracked = [call for call in calls if " ls-files -z" in call]
    assert len(tracked) == ("--file" not in CALLS[kind])
    assert len(calls) - len(tracked) <= 2, calls


@pytest.mark.parametrize(
    ("place", "most"), {"clone": 2, "linked": 2, "inside": 2, "detached": 2, "trunk": 3, "setting": 3}.items()
)
def test_git_is_started_as_often_in_any_place(warm: Repository, tmp_path: Path, place: str, most: int):
    there = warm.clone(tmp_path / "clone")
    if place == "linked":
        there.git("worktree", "add", "-q", "-b", "work", str(tmp_path / "linked"))
        there = Repository(tmp_path / "linked")
    elif place == "inside":
        there = Repository(there.path / "src" / "net")
    elif place == "detached":
        there.git("checkout", "-q", "--detach")
    elif place == "trunk":  # which branch counts is no longer told by the usual names
        there.git("update-ref", "refs/remotes/origin/trunk", "HEAD")
        there.git("remote", "set-head", "origin", "trunk")
    elif place == "setting":
        there.git("config", "exp.defaultBranch", "main")
    words = ("--file", "retry.py" if place == "inside" else RETRY)
    for _ in range(2):
        exp(there.path, "recall", *words)

    said, calls = gits(there, tmp_path, words)

    assert "The server counts them." in said
    assert len(calls) <= most, calls


def test_after_a_commit_that_touches_no_experience_none_is_parsed(warm: Repository, tmp_path: Path):
    repository = Repository(Path(shutil.copytree(warm.path, tmp_path / "net", symlinks=True)))
    repository.commits = 10
    exp(repository.path, "recall", *CALLS["a file"])
    repository.commit("Change the code", {"src/other.py": "x = 1\n"})

    said, modules = loaded(repository, CALLS["a file"])

    assert "The server counts them." in said
    assert set() == modules & {"yaml", "jsonschema", "pygit2", "click", "openai", "tree_sitter"}


def test_help_and_a_mistake_are_still_clicks(warm: Repository):
    assert exp(warm.path, "recall", "--help").stdout.startswith("Usage: exp recall")
    assert 2 == exp(warm.path, "recall", "--limit", "0").code
