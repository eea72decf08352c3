"""An embeddings endpoint on loopback: its vectors are told by words and what they mean, or it answers by a script."""

from __future__ import annotations

import hashlib
import json
import math
import re
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler
from typing import Any

from support.quiet_http import listening

LENGTH = 400
SAME = {
    "billed": "charged",
    "invoiced": "charged",
    "twice": "again",
    "repeated": "again",
    "parcel": "package",
    "shipment": "package",
    "课金": "charged",
}
"""What means the same to this model."""


@dataclass(frozen=True)
class Gives:
    """One answer: the vectors of the texts by the words in them, or `raw` in place of the whole body."""

    raw: bytes | None = None
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    hang: bool = False
    """Sends nothing until the server ends."""
    drip: bool = False
    """Sends a byte now and then, so that no single wait is long."""
    length: int = LENGTH
    turned: bool = False
    """The last vector comes first, each with its index."""


def body(*vectors: object) -> bytes:
    """Return the body that holds these vectors."""
    rows = [{"object": "embedding", "index": place, "embedding": one} for place, one in enumerate(vectors)]
    return json.dumps({"object": "list", "data": rows}).encode()


def vector(text: str, length: int = LENGTH) -> list[float]:
    """Return the vector of a text: each of its words has a direction, and words of one meaning have the same."""
    numbers = [0.01] * length
    for word in re.findall(r"[a-z]+|[\u3040-\u9fff]{2}", text.lower()):
        digest = hashlib.sha256(SAME.get(word, word).encode()).digest()
        for place in range(8):
            numbers[int.from_bytes(digest[2 * place : 2 * place + 2]) % length] += (
                1 if digest[20 + place] % 2 else -1
            )
    return [number / math.hypot(*numbers) for number in numbers]


Script = Callable[[Sequence[str]], Gives]


@dataclass
class ScriptedEmbeddings:
    """The server: its address, and what it was asked so far."""

    url: str
    texts: list[list[str]] = field(default_factory=list)
    bodies: list[dict[str, Any]] = field(default_factory=list)
    heads: list[Mapping[str, str]] = field(default_factory=list)
    paths: list[str] = field(default_factory=list)

    @property
    def asked(self) -> list[str]:
        """Return every text that was asked, in order."""
        return [text for texts in self.texts for text in texts]


@contextmanager
def embeddings(script: Script = lambda texts: Gives()) -> Iterator[ScriptedEmbeddings]:
    """Serve what the script says to each list of texts."""
    ended = threading.Event()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            texts = asked["input"]
            server.paths.append(self.path)
            server.bodies.append(asked)
            server.texts.append(texts)
            server.heads.append({name.lower(): value for name, value in self.headers.items()})
            gives = script(texts)
            if gives.hang:
                ended.wait(30)
            data = gives.raw if gives.raw is not None else _vectors(texts, gives)
            self.send_response(gives.status)
            for name, value in {"Content-Type": "application/json", **gives.headers}.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            try:
                if not gives.drip:
                    self.wfile.write(data)
                for place in range(len(data) if gives.drip else 0):
                    self.wfile.write(data[place : place + 1])
                    if ended.wait(0.02):
                        break
            except OSError:  # whoever asked has gone
                self.close_connection = True

        def log_message(self, *_: object) -> None:
            """Say nothing: what was asked is kept."""

    with listening(Handler, ended) as port:
        server = ScriptedEmbeddings(f"http://127.0.0.1:{port}/v1")
        yield server


def _vectors(texts: Sequence[str], gives: Gives) -> bytes:
    rows = json.loads(body(*(vector(text, gives.length) for text in texts)))
    rows["data"] = rows["data"][::-1] if gives.turned else rows["data"]
    return json.dumps(rows).encode()
