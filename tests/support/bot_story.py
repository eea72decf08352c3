"""The rocket on a double of GitHub: merged pull requests that teach something, and jobs of the bot as real processes."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from e2e.story import AGREED, CLOSE_RULE, CODE, PANEL, PANEL_RULE, PUMP, PUMP_RULE, VALVE, VALVE_RULE
from support.github_double import GithubDouble, HubRepo
from support.github_double.git_http import secret_of
from support.github_double.rest import Answer
from support.github_double.state import stamp
from support.process import INSTALLATION, SECONDS, Finished, environment, exp
from support.repository import ISOLATED

Watch = Callable[[int, str, str], Callable[[], object] | Answer | None]
READ = {"contents": "read", "pull_requests": "read", "issues": "read", "actions": "read", "metadata": "read"}
WRITE = READ | {"contents": "write", "pull_requests": "write", "issues": "write"}
LESSONS = ((VALVE, VALVE_RULE), (PUMP, PUMP_RULE), (VALVE, CLOSE_RULE), (PANEL, PANEL_RULE))


@dataclass
class Rocket:
    """A repository on the double; `merge_a_lesson` makes one more merged pull request that teaches something."""

    hub: GithubDouble
    folder: Path
    ready: Ready | None = None
    """Where jobs are forked from, for tests that need many of them; else each is a fresh process."""
    repo: HubRepo = field(init=False)
    runs: int = 0

    def __post_init__(self) -> None:
        self.repo = self.hub.repo("acme/rocket", CODE)
        self.repo.user("rex", "maintain")
        self.repo.user("ada", "read")
        self.hub.token("read-token", permissions=READ)
        self.hub.token("write-token", permissions=WRITE)

    def merge_a_lesson(self, path: str = VALVE, words: str = VALVE_RULE, *, answer: str = AGREED) -> int:
        """Return the number of a merged pull request in which rex says something and ada takes it over."""
        many = len(self.repo.issues) + 1
        changed = CODE[path].rstrip("\n") + f"\n# change {many}\n"
        number = self.repo.pull(f"Change {path} ({many})", "A small change.", "ada", {path: changed})
        line = changed.count("\n")
        root = self.repo.line_comment(number, "rex", path, line, words)
        self.repo.line_comment(number, "ada", path, line, answer, root)
        self.repo.review(number, "rex", "APPROVED")
        self.repo.merge(number, "squash", "rex")
        return number

    def checkout(self, ref: str = "main", *, http: bool = False) -> Path:
        """Return a fresh clone, as actions/checkout makes one; with `http` it reaches its remote as GitHub's is."""
        self.runs += 1
        place = self.folder / f"job-{self.runs}"
        command = ["git", "clone", "--quiet", "--branch", ref, self.repo.remote, str(place)]
        subprocess.run(command, check=True, env=os.environ | ISOLATED, cwd=self.folder)
        if http:
            address = ["git", "-C", str(place), "remote", "set-url", "origin", self.repo.http_remote]
            subprocess.run(address, check=True, env=os.environ | ISOLATED)
        return place

    def job(
        self,
        mode: str,
        *,
        token: str = "write-token",
        level: str = "pull-request",
        event: str = "push",
        place: Path | None = None,
        code: int | None = 0,
        **more: str,
    ) -> Job:
        """Run one job of the bot in a fresh clone and return what it said; another exit code fails the test."""
        before = len(self.hub.calls)
        more.setdefault("now", self.now)
        if self.ready is not None:
            return self.begun(mode, token=token, level=level, event=event, place=place, **more).ended(code)
        place = place or self.checkout()
        surroundings, files = self._surroundings(token, level, event, **more)
        done = exp(place, "ci", mode, env=surroundings)
        return Job.of(done, files, len(self.hub.calls) - before, code)

    def begun(
        self,
        mode: str,
        *,
        token: str = "write-token",
        level: str = "pull-request",
        event: str = "push",
        place: Path | None = None,
        **more: str,
    ) -> Begun:
        """Begin one job in a process forked from one that has imported exp already."""
        assert self.ready is not None
        place = place or self.checkout()
        more.setdefault("now", self.now)
        surroundings, files = self._surroundings(token, level, event, **more)
        before = len(self.hub.calls)
        at = self.folder / f"said-{self.runs}"
        pid = self.ready.fork(place, ["ci", mode], environment(None, surroundings), at)
        return Begun(self.hub, self.ready, pid, at, files, before)

    def _surroundings(
        self, token: str, level: str, event: str, *, now: str, **more: str
    ) -> tuple[dict[str, str], list[Path]]:
        """Return a job's environment, and the files of its outputs and its summary."""
        self.runs += 1
        files = [self.folder / f"{name}-{self.runs}" for name in ("output", "summary")]
        told = {
            "GITHUB_EVENT_NAME": event,
            "GITHUB_EVENT_PATH": self.event(),
            "GITHUB_OUTPUT": str(files[0]),
            "GITHUB_STEP_SUMMARY": str(files[1]),
            "EXP_LEVEL": level,
            "EXP_NOW": now,
            "EXP_ARTIFACT": str(self.folder / "artifact.json"),
        }
        return {**self.hub.environment(self.repo, token), **told, **more}, files

    @property
    def now(self) -> str:
        """Return a time shortly after all that has happened."""
        return stamp(self.hub.clock.now)

    def event(self, **more: Any) -> str:
        """Return the file of an event as GitHub fills it in: each tells of the repository."""
        repository = {"full_name": self.repo.full_name, "default_branch": self.repo.default_branch}
        path = self.folder / f"event-{self.runs}.json"
        path.write_text(json.dumps({"repository": repository, **more}))
        return str(path)

    def closed(self, number: int) -> str:
        """Return the file of the event that a pull request of the proposal branch was closed."""
        name = self.repo.full_name
        head = {"ref": "exp/proposals", "repo": {"full_name": name}}
        merged = self.repo.the_pull(number).merged is not None
        pull = {"number": number, "head": head, "merged": merged}
        return self.event(action="closed", pull_request=pull)

    def git(self, *args: str) -> str:
        """Return what git says in the shared repository."""
        command = ["git", "-C", self.repo.remote, *args]
        return subprocess.run(
            command, check=True, env=os.environ | ISOLATED, capture_output=True, text=True
        ).stdout

    def tip(self) -> str:
        """Return the commit of the proposal branch."""
        return self.git("rev-parse", "refs/heads/exp/proposals").strip()

    def ledger(self) -> dict[str, str]:
        """Return the bot's memory, as files."""
        names = self.git("ls-tree", "-r", "--name-only", "refs/exp/ledger").splitlines()
        return {name: self.git("show", f"refs/exp/ledger:{name}") for name in names}

    def proposal(self) -> Any:
        """Return the one open pull request of the bot; none, or several, fail the test."""
        found = [
            pull for pull in self.repo.pulls() if pull.head_ref == "exp/proposals" and pull.state == "open"
        ]
        assert 1 == len(found), [pull.number for pull in found]
        return found[0]


class Watched(GithubDouble):
    """The double, where `watch` sees each call, of the API and of git, before it has its turn; it may block one.

    `watch` gets the call's number, its method and path, and whose token it bears. It returns nothing, or an answer that
    is given in place of the true one, or what is done once the call is done and before it is answered.
    """

    watch: Watch | None = None
    seen: int = 0

    def handle(self, method: str, target: str, headers: Mapping[str, str], content: bytes) -> Answer:
        """Answer one call."""
        with self.lock:
            self.seen += 1
            number = self.seen
        secret = secret_of(headers.get("authorization", "")) or ""
        after = self.watch(number, f"{method} {target}", secret) if self.watch else None
        if isinstance(after, Answer):
            return after
        answer = super().handle(method, target, headers, content)
        if after is not None:
            after()
        return answer


@dataclass(frozen=True)
class Job:
    """What one job said."""

    process: Finished
    outputs: Mapping[str, str]
    summary: str
    calls: int

    @classmethod
    def of(cls, done: Finished, files: list[Path], calls: int, code: int | None) -> Job:
        """Return what an ended process left; another exit code than the wanted one fails the test."""
        assert code in (None, done.plain.code), done.both
        texts = [path.read_text("utf-8") if path.exists() else "" for path in files]
        return cls(done, outputs(texts[0]), texts[1], calls)


@dataclass(frozen=True)
class Begun:
    """A job at work."""

    hub: GithubDouble
    ready: Ready
    pid: int
    said: Path
    files: list[Path]
    before: int

    def kill(self) -> None:
        """End it, and all that it started, as the runner ends a cancelled job."""
        os.killpg(self.pid, signal.SIGKILL)

    def until_gone(self) -> None:
        """Wait until it has said its last word, in another thread than the one that asks for it."""
        while not self.said.with_suffix(".end").exists():
            threading.Event().wait(0.02)

    def ended(self, code: int | None = 0) -> Job:
        """Wait for its end and return what it said."""
        status = self.ready.wait(self.pid)
        out, err = (
            self.said.with_suffix(end).read_bytes().decode("utf-8", "replace") for end in (".out", ".err")
        )
        return Job.of(Finished(status, out, err), self.files, len(self.hub.calls) - self.before, code)


class Ready:
    """A process that has imported exp, and forks for each job: a real process each time, and at work at once."""

    def __init__(self) -> None:
        paths = [str(INSTALLATION.parent), str(Path(__file__).parents[1]), str(Path(__file__).parents[2])]
        self._server = subprocess.Popen(
            [sys.executable, "-c", "from support.bot_story import serve; serve()"],
            env=environment(None) | {"PYTHONPATH": os.pathsep.join(paths)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )

    def fork(self, place: Path, args: list[str], surroundings: Mapping[str, str], said: Path) -> int:
        """Begin `exp` with these arguments there, and return the process; what it says goes to `said`.out and .err."""
        return self._ask(["fork", str(place), args, dict(surroundings), str(said)])

    def wait(self, pid: int) -> int:
        """Return the exit code, negative where a signal ended it."""
        return self._ask(["wait", pid])

    def close(self) -> None:
        """End it."""
        assert self._server.stdin and self._server.stdout
        self._server.stdin.close()
        self._server.stdout.close()
        self._server.wait()

    def _ask(self, order: list[object]) -> int:
        assert self._server.stdin and self._server.stdout
        self._server.stdin.write(json.dumps(order).encode() + b"\n")
        self._server.stdin.flush()
        return int(self._server.stdout.readline())


def serve() -> None:
    """Fork on each order that comes in on stdin, and wait for whom it names."""
    import importlib
    import pkgutil

    import github.Requester  # noqa: F401
    import pygit2  # noqa: F401

    import gitexp

    for found in pkgutil.walk_packages(gitexp.__path__, "gitexp."):
        if not found.name.endswith("__main__"):
            importlib.import_module(found.name)
    _have_ready()
    for line in sys.stdin:
        word, *rest = json.loads(line)
        if word == "fork":
            pid = os.fork()
            if not pid:
                _be_exp(*rest)
            _tell(pid)
        else:
            _tell(os.waitstatus_to_exitcode(os.waitpid(rest[0], 0)[1]))


def _have_ready() -> None:
    """Load what nearly each job loads late: the schemas with their library, the YAML library, a grammar."""
    import sqlite3  # noqa: F401

    import yaml  # noqa: F401

    from gitexp.adapters import schemas
    from gitexp.adapters.symbols_tree_sitter import outline

    for name in schemas.NAMES:
        schemas.faults(name, {}, "")
    outline(b"class Valve:\n    def open(self): ...\n", "valve.py")


def _tell(number: int) -> None:
    sys.stdout.write(f"{number}\n")
    sys.stdout.flush()


def _be_exp(place: str, args: list[str], surroundings: dict[str, str], said: str) -> None:
    """Do what `exp` does, in this process, and end it."""
    from gitexp.cli import main

    os.setsid()
    signal.alarm(SECONDS)
    os.chdir(place)
    os.environ.clear()
    os.environ.update(surroundings)
    places = (os.devnull, f"{said}.out", f"{said}.err")
    for number, (name, flags) in enumerate(zip(places, (os.O_RDONLY, _NEW, _NEW), strict=True)):
        os.dup2(os.open(name, flags), number)
    sys.argv = ["exp", *args]
    code = 70
    try:
        main()
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else 0 if end.code is None else 1
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        Path(f"{said}.end").touch()
        os._exit(code)


_NEW = os.O_WRONLY | os.O_CREAT | os.O_TRUNC


def outputs(text: str) -> dict[str, str]:
    """Return the outputs of a step as GitHub's runner reads them."""
    found: dict[str, str] = {}
    lines = iter(text.splitlines())
    for line in lines:
        name, _, mark = line.partition("<<")
        value: list[str] = []
        for inner in lines:
            if inner == mark:
                break
            value.append(inner)
        found[name] = "\n".join(value)
    return found
