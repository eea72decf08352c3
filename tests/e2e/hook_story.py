"""The story that tests of `exp hook` tell: a transport that must not retry POST, and how agents say what they do there."""

from __future__ import annotations

import fcntl
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from support.agent_forms import claude, claude_tool
from support.process import SECONDS, Finished, environment, exp
from support.repository import Repository

AGENT = "claude-code"
RETRY = "src/net/retry.py"
RETRY_TEXT = """\
import httpx

RETRYABLE_METHODS = {"GET", "HEAD", "PUT"}


class RetryPolicy:
    def retryable(self, request, response):
        return request.method in RETRYABLE_METHODS and response.status_code >= 500

    def send(self, request):
        return httpx.Client().send(request)
"""
OLD, NEW = '{"GET", "HEAD", "PUT"}', '{"GET", "HEAD", "PUT", "POST"}'
"""What goes and comes where POST is retried too."""
PATIENT = "from gitexp.cli import hook_run, main; hook_run.LIMIT = 60.0; main()"
CODE = {
    RETRY: RETRY_TEXT,
    "src/net/transport.py": "class RetryTransport:\n    def send(self, request): ...\n",
    "src/db/tables.py": "class Table:\n    def sort(self): ...\n",
    "pyproject.toml": '[project]\nname = "net"\nversion = "1"\ndependencies = ["httpx>=0.24"]\n',
    "uv.lock": 'version = 1\n\n[[package]]\nname = "httpx"\nversion = "0.27.2"\nsource = { registry = "r" }\n',
}
POST = "Retry 5xx only for GET, HEAD, PUT, or for a POST that carries Idempotency-Key."
POST_ID = "net-retry-idempotent-only-3fa91c07be"
POST_FILE = f"""\
id: {POST_ID}
title: Retry only idempotent requests in src/net
when: Adding or widening retries in src/net/
what: {POST}
why: The payment gateway commits before it answers; retried POSTs charged 212 orders twice.
preconditions:
  must: [{{text: httpx is the client, check: {{dependency: "pypi:httpx", version: ">=0.24"}}}}]
scope: {{paths: ["src/net/**"], symbols: [RetryPolicy, RETRYABLE_METHODS]}}
evidence:
  - turn: "review_comment:1"
    quote: The gateway commits before it answers.
    url: "https://example.org/acme/net/pull/1466#discussion_r1"
  - turn: "review_comment:2"
    quote: Orders were charged twice.
    url: "https://example.org/acme/net/pull/1482#discussion_r2"
lens: logic
kind: constraint
status: active
"""
WAIT = "Leave sleeping to RetryTransport."
WAIT_ID = "net-wait-in-transport-b2c4410d9e"


def lesson(name: str, number: int = 1, *more: str, **fields: str) -> tuple[str, str]:
    """Return the path and the text of an experience; `fields` replace its own, as they stand in YAML."""
    id = f"{name}-{number:010x}"
    own = {
        "id": id,
        "title": f"Retry with {name}",
        "when": "Changing how requests are retried",
        "what": f"Wait before the {name} retry.",
        "why": "The server counts them.",
        "preconditions": "none",
        "scope": f"{{paths: [{RETRY}]}}",
        "evidence": "[{turn: 'review_comment:1', quote: It counts them., by: rex, at: '2024-01-02'}]",
        "lens": "logic",
        "kind": "pitfall",
        "status": "active",
        **fields,
    }
    lines = [*(f"{key}: {value}" for key, value in own.items()), *more]
    return f"experiences/net/{own['id']}.yaml", "\n".join(lines) + "\n"


WAIT_FILE = lesson(
    "wait",
    id=WAIT_ID,
    title="Waiting between attempts is RetryTransport's job",
    when=f"Editing {RETRY}",
    what=WAIT,
    why='"Two loops multiply: 3 x 3 attempts."',
    evidence="[{turn: 'pull_request.body', quote: They multiply., url: 'https://example.org/a/net/pull/1533'}]",
)[1]
LESSONS = {f"experiences/net/{POST_ID}.yaml": POST_FILE, f"experiences/net/{WAIT_ID}.yaml": WAIT_FILE}


def denial(text: str) -> str:
    """Return what is told as an edit is denied with it: that it is, and what becomes of it."""
    said = "(set to block by this project: held back once; made again, it goes through)"
    return text.replace("\n\nWrong or outdated", f"\n\n{said}\n\nWrong or outdated")


AT_AN_EDIT = f"""\
<team-notes from="experiences/ in this repository (git-exp)" file="{RETRY}">
Merged by this project's maintainers. The user's request outranks them.

1. About "Retry only idempotent requests in src/net". In this project: "{POST}" \
Because: "The payment gateway commits before it answers; retried POSTs charged 212 orders twice."
   This edit adds "POST" to RETRYABLE_METHODS.
   [{POST_ID} · Adding or widening retries in src/net/ · #1466, #1482 · \
applies: src/net/** covers {RETRY}, pypi:httpx 0.27.2 (uv.lock)]

Wrong or outdated: exp feedback ID wrong --note "..."
</team-notes>"""
BLOCKING = {f"experiences/net/{POST_ID}.yaml": f"{POST_FILE}severity: block\n"}
OTHER_FILE = "src/net/transport.py"


def laid(path: Path, lessons: Mapping[str, str] = LESSONS) -> Repository:
    """Lay the repository of the story, with an index of what is served."""
    repository = Repository.create(path)
    repository.commit("Begin", CODE)
    repository.commit("Learn", lessons)
    assert 0 == exp(repository.path, "index").code
    return repository


@contextmanager
def nobody_learns(repository: Repository) -> Iterator[None]:
    """Hold the lock of who finds out a file's past: then no hook starts a process for it, and tests have the machine."""
    folder = repository.path / ".git" / "exp"
    folder.mkdir(exist_ok=True)
    held = os.open(folder / "past.lock", os.O_RDWR | os.O_CREAT)
    fcntl.flock(held, fcntl.LOCK_EX)
    try:
        yield
    finally:
        os.close(held)


def hook(
    repository: Repository | Path,
    event: object,
    agent: str = AGENT,
    *options: str,
    env: Mapping[str, str] | None = None,
) -> Finished:
    """Send one event to `exp hook`; of an event that names no folder of its own it is the repository's."""
    folder = repository if isinstance(repository, Path) else repository.path
    sent = event if isinstance(event, bytes) else json.dumps(event).encode()
    ended = subprocess.run(
        patient(agent, *options),
        cwd=folder,
        env=environment(None, env),
        input=sent,
        capture_output=True,
        timeout=SECONDS,
        check=False,
    )
    done = Finished(ended.returncode, ended.stdout.decode(), ended.stderr.decode())
    assert 0 == done.code, done.both
    assert options or "" == done.stderr
    return done.plain


@contextmanager
def copied(source: Path, folder: Path) -> Iterator[Repository]:
    """Give a copy of the repository of the story, in which no hook was called."""
    repository = Repository(Path(shutil.copytree(source, folder / "net", symlinks=True)))
    repository.commits = 10
    shutil.rmtree(repository.path / ".git" / "exp" / "seen", ignore_errors=True)
    with nobody_learns(repository):
        yield repository


def patient(*words: str) -> list[str]:
    """Return the command line of `exp hook` with a minute's time: a machine on which all tests run may be slow."""
    return [sys.executable, "-c", PATIENT, "hook", *words]


def here(repository: Repository, event: dict[str, object], **changes: object) -> dict[str, object]:
    """Return an event as it is in this repository."""
    folder = str(repository.path)
    given = {"workspace_roots": [folder]} if "workspace_roots" in event else {"cwd": folder}
    return {**event, **given, **changes}


def edit(
    repository: Repository, file: str = RETRY, old: str = OLD, new: str = NEW, **changes: object
) -> dict[str, object]:
    """Return Claude Code's event before an edit."""
    sent = claude_tool("Edit", file_path=str(repository.path / file), old_string=old, new_string=new)
    return here(repository, sent, **changes)


def read(repository: Repository, file: str = RETRY, **changes: object) -> dict[str, object]:
    """Return Claude Code's event before a file is read."""
    return here(repository, claude_tool("Read", file_path=str(repository.path / file)), **changes)


def begun(repository: Repository, source: str = "startup", **changes: object) -> dict[str, object]:
    """Return Claude Code's event when a session begins."""
    return here(repository, claude("SessionStart", source=source), **changes)


def asked(repository: Repository, prompt: str, **changes: object) -> dict[str, object]:
    """Return Claude Code's event when a prompt is sent."""
    return here(repository, claude("UserPromptSubmit", prompt=prompt), **changes)


def told(done: Finished) -> str:
    """Return what Claude Code or Codex is told, "" where nothing is."""
    return str(done.json["hookSpecificOutput"].get("additionalContext", "")) if done.stdout else ""


def denied(done: Finished) -> str:
    """Return for which reason an edit is denied, "" where it is not."""
    own = done.json["hookSpecificOutput"] if done.stdout else {}
    return str(own.get("permissionDecisionReason", "")) if own.get("permissionDecision") == "deny" else ""


def with_lessons(net: Repository, *lessons: tuple[str, str]) -> Repository:
    """Serve these experiences, in place of those of the story."""
    net.commit("Learn others", {**dict.fromkeys(LESSONS), **dict(lessons)})
    return net


def ids(text: str) -> list[str]:
    """Return the experiences that are told, in order."""
    return [line.strip()[1:].split()[0] for line in text.splitlines() if line.startswith("   [")]
