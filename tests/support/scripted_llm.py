"""A language model's endpoint on loopback that answers by a script, and remembers what it was asked."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from gitexp.adapters.llm_openai import OpenAIChat
from gitexp.ports import Replies
from gitexp.records.llm import ASKING, Asking, KeptReply, Question, Sampling
from gitexp.records.text import Redacted
from support.quiet_http import listening

PATH = "/v1/chat/completions"


@dataclass(frozen=True)
class Says:
    """One answer: a chat completion with this text, or `raw` instead of it. `cut` promises more than is sent."""

    text: str | None = ""
    status: int = 200
    raw: bytes | None = None
    finish: str = "stop"
    refusal: str | None = None
    usage: tuple[int, int] | None = (100, 10)
    headers: Mapping[str, str] = field(default_factory=dict)
    cut: bool = False
    hang: bool = False
    """Sends nothing until the server ends."""

    @property
    def body(self) -> bytes:
        """Return what is sent below the head."""
        if self.raw is not None:
            return self.raw
        message = {"role": "assistant", "content": self.text, "refusal": self.refusal}
        choice = {"index": 0, "finish_reason": self.finish, "message": message}
        document: dict[str, Any] = {"id": "1", "object": "chat.completion", "choices": [choice]}
        if self.usage is not None:
            document["usage"] = {"prompt_tokens": self.usage[0], "completion_tokens": self.usage[1]}
        return json.dumps(document).encode()


def refuses(status: int, message: str, **more: object) -> Says:
    """Return an error in the usual form."""
    return Says(status=status, raw=json.dumps({"error": {"message": message, **more}}).encode())


Script = Callable[[dict[str, Any]], Says]


@dataclass
class ScriptedLlm:
    """The server: its address, the requests so far in order, and how many were under way at once at most."""

    url: str
    requests: list[dict[str, Any]] = field(default_factory=list)
    heads: list[Mapping[str, str]] = field(default_factory=list)
    at_once: int = 0

    @property
    def asked(self) -> list[str]:
        """Return the user's text of each request."""
        return [str(one["messages"][1]["content"]) for one in self.requests]


@contextmanager
def scripted(*answers: Says, script: Script | None = None) -> Iterator[ScriptedLlm]:
    """Serve the answers in order, the last one again and again; or what the script says to a body."""
    lock = threading.Lock()
    ended = threading.Event()
    left = list(answers)
    now = 0

    def next_answer(body: dict[str, Any]) -> Says:
        if script is not None:
            return script(body)
        with lock:
            return left.pop(0) if len(left) > 1 else left[0]

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            nonlocal now
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            with lock:
                now += 1
                server.at_once = max(server.at_once, now)
                server.requests.append(body)
                server.heads.append({name.lower(): value for name, value in self.headers.items()})
            answer = refuses(404, f"no {self.path} here") if self.path != PATH else next_answer(body)
            if answer.hang:
                ended.wait(30)
            with lock:
                now -= 1  # before the last byte: whoever has read it may ask again at once
            self.answer(answer)

        def answer(self, answer: Says) -> None:
            self.send_response(answer.status)
            for name, value in {"Content-Type": "application/json", **answer.headers}.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(answer.body) + (1000 if answer.cut else 0)))
            self.end_headers()
            try:
                self.wfile.write(answer.body)
            except OSError:  # whoever asked has gone
                self.close_connection = True
            self.close_connection = self.close_connection or answer.cut or answer.hang

        def log_message(self, *_: object) -> None:
            """Say nothing: the requests are kept."""

    with listening(Handler, ended) as port:
        server = ScriptedLlm(f"http://127.0.0.1:{port}/v1")
        yield server


def dead_url() -> str:
    """Return an address on which nothing listens."""
    with ThreadingHTTPServer(("127.0.0.1", 0), BaseHTTPRequestHandler) as httpd:
        port = httpd.server_port
    return f"http://127.0.0.1:{port}/v1"


KEY = "-".join(["k", "planted", "0123456789abcdef"])
SCHEMA = {
    "type": "object",
    "properties": {"keep": {"type": "boolean"}, "why": {"type": "string", "maxLength": 20}},
    "required": ["keep", "why"],
    "additionalProperties": False,
}
GOOD = '{"keep": true, "why": "it holds"}'
CONTENT = {"keep": True, "why": "it holds"}


class RepliesInMemory:
    """Implements `Replies` in memory."""

    def __init__(self, **kept: str) -> None:
        self.kept = {key: KeptReply(text, 0, len(text) // 4) for key, text in kept.items()}

    def get(self, key: str) -> KeptReply | None:
        """Return what was put."""
        return self.kept.get(key)

    def put(self, key: str, reply: KeptReply) -> None:
        """Keep it."""
        self.kept[key] = reply


def question(text: str = "a", step: Asking = "review", *, private: bool = False) -> Question:
    """Return a question with a small schema."""
    return Question(step, text, Redacted.rendered("Judge."), Redacted.rendered(text), SCHEMA, private)


def chat(url: str, kept: Replies | None = None, **more: Any) -> OpenAIChat:
    """Return the adapter with 100 tokens a reply; it waits for nothing between tries."""
    sampling = {step: Sampling("some-llm", 0.0, 100) for step in ASKING}
    own = RepliesInMemory() if kept is None else kept
    return OpenAIChat(url, KEY, sampling, kept=own, **{"sleep": lambda _: None, **more})
